"""Turns the roll for an Encounter into Monsters on the board, and gives the Warrior a Weapon in hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.engine.events import Event
from generator.engine.pending import Step, then
from generator.games.grudge.character import Figure
from generator.games.grudge.content import WARRIOR
from generator.games.grudge.map.squares import DISTANCE, NAMES, NUMBER
from generator.games.grudge.moves import Move
from generator.games.grudge.rules import dice

if TYPE_CHECKING:
    from generator.games.grudge.state import Camp


def rolled_encounter(camp: Camp, number: int, events: list[Event]) -> None:
    """`encounter-reroll`: one that the Warrior has met before may be rolled again, so many times.

    Nothing else would end it once all six have been met.
    """
    if number in camp.experienced and camp.rerolls < camp.setting.number["rerolls"]:
        camp.pending = then(camp.pending, Step("again", 0, (number,)))
    else:
        meet(camp, number, events)


def again_moves(camp: Camp, step: Step) -> Sequence[Move]:
    return [Move("keep"), Move("reroll")]


def again(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    if move.what == "keep":
        meet(camp, int(step.about[0]), events)
        return
    camp.rerolls += 1
    camp.note(events, "again", "encounter-reroll", WARRIOR, what="encounter")
    dice.roll(camp, "encounter", "encounter-table", events)


def meet(camp: Camp, number: int, events: list[Event]) -> None:
    """`encounter-table`: these Monsters wait to be placed."""
    setting = camp.setting
    camp.encounter = number
    camp.experienced = tuple(sorted({*camp.experienced, number}))
    camp.waiting = tuple(spawn.standee for spawn in setting.encounters[number])
    rule = "troll-by-luckstone" if number == setting.highest else "encounter-table"
    camp.note(events, "encounter", rule, encounter=setting.encounter_ids[number])
    camp.count(f"encounter {setting.encounter_ids[number]}")
    camp.pending = then(camp.pending, Step("spawn", 0), Step("wield-choice"))


def spawn_of(camp: Camp, id: str) -> tuple[str, str]:
    """Where a Monster of this Encounter lies in wait, and its Weapon."""
    (found,) = [each for each in camp.setting.encounters[camp.encounter] if each.standee == id]
    return found.spawn, found.weapon


def squares_for(camp: Camp, spawn: str) -> tuple[list[int], str]:
    """The squares where such a Monster may be placed, and the rule that says so.

    `empty-square`: without an Element and without a Character.
    """
    warrior = camp.warrior.at
    taken = camp.occupied() | camp.terrain.covered
    empty = [square for square in range(len(NAMES)) if square not in taken]
    far = DISTANCE[warrior]
    in_sight = camp.terrain.seen(warrior)
    if spawn == "intimate":
        least = min(far[square] for square in empty)
        return [square for square in empty if far[square] == least], "spawn-intimate"
    if spawn == "lurking":
        reach = camp.setting.reach["lurking"]
        near = [square for square in empty if far[square] <= reach]
        unseen = [square for square in near if square not in in_sight]
        return unseen or near, "spawn-lurking"
    seen = [square for square in empty if square in in_sight]
    rule = "spawn-watching" if seen else "empty-square"
    most = max(far[square] for square in seen or empty)
    return [square for square in seen or empty if far[square] == most], rule


def spawn_moves(camp: Camp, step: Step) -> Sequence[Move]:
    """The Monsters are placed one by one, in any order."""
    found = []
    squares: dict[str, list[int]] = {}
    for id in camp.waiting:
        spawn, _ = spawn_of(camp, id)
        if spawn not in squares:
            squares[spawn] = squares_for(camp, spawn)[0]
        found += [Move("spawn", id, NAMES[square]) for square in squares[spawn]]
    return found


def spawn(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    id = move.one
    where, weapon = spawn_of(camp, id)
    rule = squares_for(camp, where)[1]
    kind, standee = camp.kind(id), camp.setting.standees[id]
    camp.figures = {
        **camp.figures,
        id: Figure(*(id, NUMBER[move.other], kind.health, kind.defence, weapon, standee.shield)),
    }
    camp.waiting = tuple(other for other in camp.waiting if other != id)
    camp.note(events, "spawn", rule, id, square=move.other, weapon=weapon)
    if camp.waiting:
        camp.pending = then(camp.pending, Step("spawn", 0))


def wield_choice(camp: Camp, step: Step, events: list[Event]) -> None:
    """`choose-wielded`: once the Monsters are placed."""
    camp.pending = then(camp.pending, Step("wield", 0), Step("round"))


def wield_moves(camp: Camp, step: Step) -> Sequence[Move]:
    return [Move("wield", weapon) for weapon in dict.fromkeys(camp.weapons)]


def wield(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    camp.change(WARRIOR, weapon=move.one, loaded=False)
    camp.note(events, "wield", "choose-wielded", WARRIOR, weapon=move.one)
