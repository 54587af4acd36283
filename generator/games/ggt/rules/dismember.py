"""Turns a beaten monster into one with a limb less, or into pulp: steps 5 and 6 of combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.engine.events import Event, JsonValue
from generator.engine.game import Outcome
from generator.engine.pending import Step, then
from generator.games.ggt import statistics
from generator.games.ggt.combat_state import NOBODY
from generator.games.ggt.rules.cards import trim
from generator.games.ggt.rules.limbs import add_up, drop, gain, note, spend, take_off

if TYPE_CHECKING:
    from generator.games.ggt.state import Table


def dismember(table: Table, victor: int, loser: int, events: list[Event]) -> None:
    """`dismember-when`: one limb is at stake, or, without limbs, everything (`rip`)."""
    limbs = table.limbs(loser)
    if not limbs:
        pulp(table, victor, loser, events)
        return
    events.append(Event("dismember", "dismember-when", loser, {"limbs": len(limbs)}))
    steps = [Step("rip", victor)]
    if table.power[loser] and len(limbs) > 1:
        steps.insert(0, Step("shield", loser))
    table.pending = then(table.pending, *steps)


def shield(table: Table, seat: int, limbs: list[int], events: list[Event]) -> None:
    """`power-shield`: the tokens lie on the limbs until the choice, and are spent after it."""
    if limbs:
        spend(table, seat, len(limbs))
        ids = [table.setting.box.limbs[limb].id for limb in limbs]
        events.append(Event("shield", "power-shield", seat, {"limbs": ids}))
    step = table.pending[-1]
    table.pending = (*table.pending[:-1], step._replace(about=tuple(limbs)))


def rip(table: Table, seat: int, limb: int, events: list[Event]) -> None:
    """`rip-choice`, `reset-after-rip`: the limb comes off; where it lands is the next decision."""
    fight, box = table.fight, table.setting.box
    assert fight is not None
    victim = fight.sides[1 - fight.sides.index(seat)]
    id = box.limbs[limb].id
    facts = {"limb": id, "of": table.setting.people[victim]}
    events.append(Event("rip", "rip-choice", seat, facts))
    note(table, statistics.TORN, id, seat)
    table.tally = table.tally._replace(torn=table.tally.torn + 1)
    if take_off(table, victim, limb, events):
        _land(table, seat, victim, limb, events)
    add_up(table, victim, events)
    table.pool[victim] = table.body[victim].health
    events.append(Event("reset", "reset-after-rip", victim, {"pool": table.pool[victim]}))
    trim(table, victim, events)


def _land(table: Table, seat: int, victim: int, limb: int, events: list[Event]) -> None:
    """Asks where the limb lands: the ripper in close combat, the attacker at range."""
    fight = table.fight
    assert fight is not None
    chooser = fight.sides[0] if fight.ranged else seat
    if landings(table, victim):
        table.pending = then(table.pending, Step("land", chooser, (limb, victim)))
        return
    # `ranged-chooser`: there is no room beside the loser.
    drop(table, limb, table.at[victim])
    facts = {"limb": table.setting.box.limbs[limb].id, "space": _name(table, table.at[victim])}
    events.append(Event("land", "ranged-chooser", None, facts))


def landings(table: Table, victim: int) -> list[int]:
    """`limb-lands`, `ranged-limb-lands`: the cells a limb of this victim may land on."""
    fight, board = table.fight, table.setting.board
    assert fight is not None
    if fight.ranged:
        return sorted(table.vacant_near(table.at[victim]))
    ripper = table.at[fight.sides[1 - fight.sides.index(victim)]]
    within = board.within(table.at[victim], table.setting.box.figures["land-within"])
    return [cell for cell in within if cell == ripper or table.vacant(cell)]


def land(table: Table, seat: int, limb: int, cell: int, events: list[Event]) -> None:
    """`limb-lands`, `ranged-limb-lands`."""
    assert table.fight is not None
    drop(table, limb, cell)
    rule = "ranged-limb-lands" if table.fight.ranged else "limb-lands"
    facts = {"limb": table.setting.box.limbs[limb].id, "space": _name(table, cell)}
    events.append(Event("land", rule, seat, facts))


def _name(table: Table, cell: int) -> str:
    return table.setting.board.names[cell]


def pulp(table: Table, victor: int, loser: int, events: list[Event]) -> None:
    """`rip`: the loser is out, combat and the current player's turn end."""
    box, people = table.setting.box, table.setting.people
    events.append(Event("pulp", "rip", victor, {"victim": people[loser]}))
    gain(table, victor, box.figures["pulp-power"])
    clean_up(table, loser, events)
    table.fight = None
    table.now, table.banked = NOBODY, 0
    # What is left of this turn is dropped; turns still to come, and the next round, stay.
    table.pending = tuple(step for step in table.pending if step.name in ("turn", "round"))
    if len(table.living) == 1:
        end(table, events)


def clean_up(table: Table, seat: int, events: list[Event]) -> None:
    """`rip-cleanup`: pawn, torso, Power and cards leave; limbs on the map stay."""
    spend(table, seat, table.power[seat])
    table.hands[seat], table.used[seat] = (), 0
    table.piles[seat] = table.setting.box.whole_deck
    table.at[seat] = NOBODY
    table.pool[seat] = 0
    table.living = tuple(other for other in table.living if other != seat)
    table.fallen = (*table.fallen, seat)
    events.append(Event("out", "rip-cleanup", seat, {"left": len(table.living)}))


def end(table: Table, events: list[Event]) -> None:
    """`last-monster` and `outcome`: the winner, and the others in the reverse of their going."""
    (winner,) = table.living
    events.append(Event("last", "last-monster", winner, {"rounds": table.round}))
    table.outcome = outcome(table)
    table.pending = ()
    events.append(Event("result", "outcome", winner, {"places": _places(table)}))


def _places(table: Table) -> dict[str, JsonValue]:
    """Every player's place; survivors share the first."""
    people = table.setting.people
    places: dict[str, JsonValue] = {people[seat]: 1 for seat in table.living}
    fallen = reversed(table.fallen)
    places.update({people[seat]: len(table.living) + 1 + n for n, seat in enumerate(fallen)})
    return dict(sorted(places.items()))


def outcome(table: Table) -> Outcome:
    """How a game ends with those who are left: one winner, or several after `sim-cap`."""
    won = len(table.living) == 1
    share = 1 / len(table.living)
    worth = tuple(share if seat in table.living else 0.0 for seat in range(table.setting.players))
    people = table.setting.people
    result = f"player {people[table.living[0]]}" if won else "unfinished"
    facts: dict[str, JsonValue] = {"places": _places(table), "rounds": table.round}
    return Outcome(result, "last-monster" if won else "sim-cap", worth, facts)
