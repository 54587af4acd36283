"""Turns a roll of the die into a result of its table, with the Luckstones that are spent on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.engine.events import Event, JsonValue
from generator.engine.pending import Step, then
from generator.games.grudge.moves import Move

if TYPE_CHECKING:
    from generator.games.grudge.state import Camp


def throw(camp: Camp) -> int:
    """One die."""
    return 1 + camp.rng.below(camp.setting.number["faces"])


def roll(camp: Camp, what: str, rule: str, events: list[Event]) -> None:
    """Rolls for a table; the result is dealt with by the step `rolled`, after any Luckstones.

    The edge may be rolled any number of times, but Luckstones are offered only so often
    (`starting-edge`).
    """
    number = throw(camp)
    camp.note(events, "roll", rule, what=what, number=number)
    tired = what == "edge" and camp.rerolls >= camp.setting.number["rerolls"]
    if camp.luckstones and not tired:
        camp.pending = then(camp.pending, Step("spend", 0, (what, number)))
    else:
        camp.pending = then(camp.pending, Step("rolled", None, (what, number)))


def spend_moves(camp: Camp, step: Step) -> Sequence[Move]:
    """`luckstone`: any number of them, as far as the table goes (`over-seven`)."""
    room = camp.setting.highest - int(step.about[1])
    return [Move("spend", str(number)) for number in range(min(camp.luckstones, room) + 1)]


def spend(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    """`luckstone`: +1 for each that is destroyed."""
    what, number = str(step.about[0]), int(step.about[1])
    spent = int(move.one)
    if spent:
        camp.luckstones -= spent
        camp.count("luckstones spent")
        facts: dict[str, JsonValue] = {"what": what, "spent": spent, "number": number + spent}
        events.append(Event("spend", "luckstone", 0, facts))
    camp.pending = then(camp.pending, Step("rolled", None, (what, number + spent)))
