"""Turns what the Warrior may do next into words, for one who decides at a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from generator.engine.pending import Step
from generator.games.grudge.content import INTERRUPT, MAIN, REACTION, WARRIOR
from generator.games.grudge.display.text import INITIALS, PLACES, draw, listed
from generator.games.grudge.map.squares import DISTANCE, NUMBER
from generator.games.grudge.moves import Move
from generator.games.grudge.rules.combat_values import (
    interrupt_value,
    plain_value,
    strike_effect,
    strike_value,
)
from generator.games.grudge.rules.conditions import STUNNED
from generator.games.grudge.rules.encounter import spawn_of
from generator.games.grudge.rules.monsters import main_plan, reaction_plan
from generator.games.grudge.rules.movement import threats

if TYPE_CHECKING:
    from generator.games.grudge.state import Camp

STATS = ("spades", "clubs", "hearts")
"""In the order of the Warrior's Stats."""
CARD = {"turn": MAIN, "react": REACTION, "sidestep": INTERRUPT}
"""The card that is used at a decision."""
PLANS = {"": "nothing", **PLACES}


# What is to be seen


def draw_for(camp: Camp) -> str:
    """The position, and what the figures and signs in it mean."""
    step = camp.pending[-1] if camp.pending else Step("")
    return "\n".join([draw(camp, brief=True), *(f"    {line}" for line in _notes(camp, step))])


def _notes(camp: Camp, step: Step) -> Iterator[str]:
    names = camp.setting.names
    if step.name == "stats":
        yield from (f"{names.suits[suit]}: {names.says[f'suits {suit}']}" for suit in STATS)
        yield "A Stat is added to the card of a Main Action; your Speed is the Clubs figure."
    if step.name in ("loadout", "wield"):
        chosen = camp.weapons if step.name == "wield" else camp.setting.weapons
        yield from (f"{names.of[each]}: {names.says[f'weapons {each}']}" for each in chosen)
    if step.name == "loadout":
        yield f"your Stats: {_stats(camp, camp.stats)}"
    if not camp.challenge:
        return
    for id in sorted({each for figure in camp.figures.values() for each in figure.conditions}):
        yield f"{names.of[id]}: {names.says[f'conditions {id}']}"
    if step.name in ("initiative", "assign"):
        yield from _kinds(camp)
        yield "A low Initiative acts first; a high one is harder for the others to beat."
    elif camp.m_initiative and camp.initiative and camp.monsters():
        yield _strikes(camp)
    if camp.runestones and step.name in ("turn", "react"):
        yield "Spells: " + " ".join(
            f"{names.of[id]}: {names.says[f'spells {id}']}" for id in camp.setting.spells
        )


def _stats(camp: Camp, figures: tuple[int, ...]) -> str:
    words = [
        f"{camp.setting.names.suits[suit]} {n}" for suit, n in zip(STATS, figures, strict=True)
    ]
    return ", ".join(words)


def _kinds(camp: Camp) -> Iterator[str]:
    """What the Monsters add to their cards."""
    for kind in {camp.kind(each.id).id: camp.kind(each.id) for each in camp.monsters()}.values():
        figures = _stats(camp, (kind.spades, kind.clubs, kind.hearts))
        yield f"{camp.setting.names.kinds[kind.id]}: {figures}, Speed {kind.speed}"


def _strikes(camp: Camp) -> str:
    """What Monsters that have yet to act would Strike with."""
    values = [
        f"{INITIALS[each.id]} {strike_value(camp, each, camp.warrior, MAIN)}"
        for each in camp.monsters()
        if not each.acted and each.weapon
    ]
    own, theirs = camp.initiative_of(WARRIOR), camp.initiative_of(camp.monsters()[0].id)
    words = f"numbers to beat: yours {own}, theirs {theirs}"
    return words + (f"; their Strikes to come: {', '.join(values)}" if values else "")


def _name(camp: Camp, id: str) -> str:
    return camp.setting.names.figures[id].removeprefix("the ")


# What a move is


def gloss(camp: Camp, move: Move) -> str:
    """What a legal move means: the value it has, and the Initiative that stands against it."""
    return GLOSSES[move.what](camp, camp.pending[-1], move) if move.what in GLOSSES else ""


def _spread(camp: Camp, step: Step, move: Move) -> str:
    return _stats(camp, (int(move.one), int(move.other), int(move.third)))


def _loadout(camp: Camp, step: Step, move: Move) -> str:
    names, armour = camp.setting.names, camp.setting.loadouts[move.one, move.other]
    return ", ".join(names.of[f"armour {piece}"] for piece in armour)


def _spend(camp: Camp, step: Step, move: Move) -> str:
    """What the roll comes to."""
    setting, what = camp.setting, str(step.about[0])
    number = min(int(step.about[1]) + int(move.one), setting.highest)
    if what == "room":
        return f"{number}: {_room(camp, number)}"
    if what == "encounter":
        return f"{number}: {_encounter(camp, number)}"
    bands = {"edge": setting.edge_of, "loot": setting.loot_of, "sweep": setting.sweep_of}
    id = bands[what][number]
    return f"{number}: {setting.names.of.get(f'{what} {id}', id)}"


def _room(camp: Camp, number: int) -> str:
    return camp.setting.names.of[camp.setting.room_ids[number]]


def _encounter(camp: Camp, number: int) -> str:
    setting = camp.setting
    monsters = [_name(camp, spawn.standee) for spawn in setting.encounters.get(number, ())]
    name = setting.names.of[setting.encounter_ids[number]]
    return f"{name}: {listed(monsters)}" if monsters else name


def _spawn(camp: Camp, step: Step, move: Move) -> str:
    spawn, _ = spawn_of(camp, move.one)
    far = DISTANCE[camp.warrior.at][NUMBER[move.other]]
    return f"{camp.setting.names.of[f'spawns {spawn}']}, {far} away"


def _wield(camp: Camp, step: Step, move: Move) -> str:
    return camp.setting.names.says[f"weapons {move.one}"] if step.name != "wield" else ""


def _initiative(camp: Camp, step: Step, move: Move) -> str:
    return f"value {camp.setting.value[camp.setting.ranks[move.one]]}"


def _assign(camp: Camp, step: Step, move: Move) -> str:
    """The value of the Main Action with each Stat, and what the other two cards allow."""
    setting, names = camp.setting, camp.setting.names
    main, reaction, interrupt = (setting.value[card] for card in (move.one, move.other, move.third))
    values = " ".join(
        f"{names.suits[suit][0]}{main + n}" for suit, n in zip(STATS, camp.stats, strict=True)
    )
    reacts = " or ".join(names.by_suit[setting.suit[move.other]])
    interrupts = names.interrupts[setting.suit[move.third]]
    return f"Main {values}; {reacts} {reaction}; {interrupts} {interrupt}"


def _turn(camp: Camp, step: Step, move: Move) -> str:
    if move.one == WARRIOR:
        return "your turn"
    stunned = STUNNED in camp.figures[move.one].conditions
    return f"plans: {'skips, Stunned' if stunned else PLANS[main_plan(camp, move.one)]}"


def _react(camp: Camp, step: Step, move: Move) -> str:
    return f"plans: {PLANS[reaction_plan(camp, move.one)]}"


def _against(camp: Camp, id: str, value: int) -> str:
    return f"{value} against {camp.initiative_of(id)}"


def _strike(camp: Camp, step: Step, move: Move) -> str:
    one, other = camp.warrior, camp.figures[move.one]
    known = step.name == "follow"
    value = int(step.about[1]) if known else strike_value(camp, one, other, CARD[step.name])
    damage = strike_effect(camp, one, other, value)
    comes = f"hits for {damage}" if damage else "misses"
    return f"{_against(camp, move.one, value)}: {comes}"


def _rough(camp: Camp, step: Step, move: Move) -> str:
    value = plain_value(camp, WARRIOR, "spades", CARD[step.name])
    worked = value > camp.initiative_of(move.one)
    return f"{_against(camp, move.one, value)}: {'works' if worked else 'does not work'}"


def _risk(camp: Camp, move: Move, value: int) -> str:
    """The Opportunity Attacks that a step with this value brings upon the Warrior."""
    found = threats(camp, WARRIOR, camp.warrior.at, NUMBER[move.one])
    names = [INITIALS[each.id] for each in found if value <= camp.initiative_of(each.id)]
    return f"attacked by {listed(names)}" if names else ""


def _dash(camp: Camp, step: Step, move: Move) -> str:
    value = plain_value(camp, WARRIOR, "clubs", CARD[step.name])
    steps = min(value, camp.speed(WARRIOR))
    words = f"up to {steps} {'step' if steps == 1 else 'steps'}"
    return ", ".join(filter(None, [words, _risk(camp, move, 0)]))


def _step(camp: Camp, step: Step, move: Move) -> str:
    return _risk(camp, move, 0)


def _avoid(camp: Camp, step: Step, move: Move) -> str:
    if step.name == "sidestep":
        value = interrupt_value(camp, WARRIOR)
    else:
        value = plain_value(camp, WARRIOR, "clubs", CARD[step.name])
    return ", ".join(filter(None, [f"value {value}", _risk(camp, move, value)]))


def _loot(camp: Camp, step: Step, move: Move) -> str:
    found = [weapon for id, _, weapon in camp.fallen if id == move.one]
    return camp.setting.names.of[found[0]] if found else ""


def _cast(camp: Camp, step: Step, move: Move) -> str:
    value = plain_value(camp, WARRIOR, "hearts", CARD[step.name])
    if move.other in camp.figures and move.other != WARRIOR:
        return _against(camp, move.other, value)
    return "" if move.one == "luck" or move.other else f"value {value}"


def _aid(camp: Camp, step: Step, move: Move) -> str:
    more = interrupt_value(camp, WARRIOR)
    if step.name == "shield":
        own = camp.initiative_of(WARRIOR)
        return f"your Initiative {own} counts as {own + more}"
    value = int(step.about[-1])
    words = f"value {value} becomes {value + more}"
    if step.about[0] == "aimed":
        words += f" against {camp.initiative_of(str(step.about[2]))}"
    return words


def _riposte(camp: Camp, step: Step, move: Move) -> str:
    return f"hits {_name(camp, str(step.about[0]))} with {step.about[1]}"


def _notch(camp: Camp, step: Step, move: Move) -> str:
    return f"Notch {camp.notches[move.one] + 1} of {camp.setting.armour[move.one]}, for 1 Damage"


def _to(camp: Camp, step: Step, move: Move) -> str:
    return f"{_name(camp, str(step.about[0]))}: {PLACES[str(step.about[1])]}"


def _pick(camp: Camp, step: Step, move: Move) -> str:
    return camp.setting.names.of[f"loot {move.one}"]


def _pass(camp: Camp, step: Step, move: Move) -> str:
    if step.name == "damage":
        return f"take {step.about[0]} Damage, of {camp.warrior.health} Health"
    return PASSES.get(step.name, "")


PASSES = {
    **{"turn": "no Main Action", "react": "keep your Reaction for later"},
    **dict.fromkeys(("aid", "shield", "riposte", "sidestep"), "keep your Interrupt for later"),
    "follow": "no further Strike",
}
"""What it means to do nothing."""
GLOSSES: Mapping[str, Callable[[Camp, Step, Move], str]] = {
    "stats": _spread,
    "loadout": _loadout,
    "spend": _spend,
    "room": lambda camp, step, move: _room(camp, int(move.one)),
    "keep": lambda camp, step, move: _encounter(camp, int(step.about[0])),
    "spawn": _spawn,
    "wield": _wield,
    "initiative": _initiative,
    "assign": _assign,
    "next": _turn,
    "react": _react,
    "strike": _strike,
    "roughhouse": _rough,
    "dash": _dash,
    "step": _step,
    "avoid": _avoid,
    "loot": _loot,
    "cast": _cast,
    "shake": lambda camp, step, move: "skip this Reaction, and be Stunned no more",
    "aid": _aid,
    "riposte": _riposte,
    "notch": _notch,
    "to": _to,
    "via": _to,
    "pick": _pick,
    "pass": _pass,
}
"""The words for each kind of decision that needs some."""
