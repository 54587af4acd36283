"""Dice: rolls for a table, and Luckstones spent on them."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.events import Event, JsonValue
from generator.engine.pending import Step
from generator.games.grudge.moves import Move, known_move
from generator.games.grudge.rules.event_makers import roll_event
from generator.games.grudge.state import GrudgeState


def roll_die(state: GrudgeState) -> int:
    """Roll one die, from 1."""
    return 1 + state.rng.below(state.config.number["faces"])


def roll(state: GrudgeState, what: str, rule: str, events: list[Event]) -> None:
    """Roll for a table; the step `rolled` handles the result, after any Luckstones.

    The edge may be rerolled without limit, but Luckstones are offered only a limited number of
    times (`starting-edge`).
    """
    number = roll_die(state)
    events.append(roll_event(rule, None, what, number))
    exhausted = what == "edge" and state.rerolls >= state.config.number["rerolls"]
    if state.luckstones and not exhausted:
        state.ask("spend", what, number)
    else:
        state.run_next("rolled", what, number)


def spend_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    """`luckstone`: any number of them, even beyond the end of the table."""
    return [known_move("spend", str(number)) for number in range(state.luckstones + 1)]


def spend(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    """`luckstone`: add 1 for each Luckstone spent."""
    what, number = str(step.about[0]), int(step.about[1])
    spent = int(move.one)
    if spent:
        state.luckstones -= spent
        state.count("luckstones spent")
        facts: dict[str, JsonValue] = {"what": what, "spent": spent, "number": number + spent}
        events.append(Event("spend", "luckstone", 0, facts))
    state.run_next("rolled", what, number + spent)
