"""Turns a state into plain data, and the steps that wait in it into words and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from generator.engine.events import JsonValue
from generator.engine.pending import Stack, Step

if TYPE_CHECKING:
    from generator.games.grizzled.content import MatchConfig
    from generator.games.grizzled.state import GrizzledState

DECISIONS: Mapping[str, tuple[str, ...]] = {
    **{"take": (), "intensity": (), "turn": (), "reply": ("threat",), "christmas": ()},
    **{"benefit": ("how",)},
}
"""The steps of a seat, and what each is about."""
AUTOMATIC: Mapping[str, tuple[str, ...]] = {
    **{"chaplain": (), "round": (), "mission": (), "clumsy": ("player", "knock")},
    **{"next": ("player",), "support": ("how",), "after-support": ()},
}
"""The automatic steps, and what each is about."""


def step_text(step: Step, people: Sequence[str]) -> str:
    """A step as words: `reply p2 night`."""
    seat = [] if step.seat is None else [people[step.seat]]
    return " ".join([step.name, *seat, *map(str, step.about)])


def read_step(text: str, config: MatchConfig) -> Step | None:
    """The step with this text; None if there is none."""
    name, *words = text.split() or [""]
    seat = None
    if name in DECISIONS and words and words[0] in config.people:
        seat = config.people.index(words.pop(0))
    elif name in DECISIONS:
        return None
    known = {
        "player": config.people,
        "threat": config.threats,
        "knock": config.knocks,
        "how": ("success", "failure"),
    }
    about = {**DECISIONS, **AUTOMATIC}.get(name)
    if about is None or len(about) != len(words):
        return None
    if not all(word in known[kind] for kind, word in zip(about, words, strict=True)):
        return None
    return Step(name, seat, tuple(words))


def stack_texts(stack: Stack, people: Sequence[str]) -> list[str]:
    """What waits, the next first."""
    return [step_text(step, people) for step in reversed(stack)]


def to_data(state: GrizzledState) -> dict[str, JsonValue]:
    """All of a state.  Piles are written with their top card first."""
    config = state.config
    people, holders = config.people, config.holder_names
    data: dict[str, JsonValue] = {
        "options": dict(config.options),
        "players": config.players,
        "round": state.round,
        "leader": people[state.leader],
        "pending": stack_texts(state.pending, people),
        "grizzled": {who: id for who, id in zip(holders, state.grizzled, strict=True) if id},
        "used": [who for who, used in zip(people, state.used, strict=True) if used],
        "trials": state.trials[::-1],
        "reserve": state.reserve[::-1],
        "hands": dict(zip(people, map(list, state.hands), strict=True)),
        "land": list(state.land),
        "knocks": dict(zip(people, map(list, state.knocks), strict=True)),
        "discarded": list(state.discarded),
        "suffered": list(state.suffered),
        "tiles": dict(zip(holders, map(list, state.tiles), strict=True)),
        "played": {who: id for who, id in zip(holders, state.played, strict=True) if id},
        "boxed": list(state.boxed),
        "tokens": dict(zip(people, state.tokens, strict=True)),
        "stock": state.stock,
        "removed": state.removed,
        "withdrawn": [who for who, away in zip(people, state.withdrawn, strict=True) if away],
        "turns": dict(zip(people, state.turns, strict=True)),
    }
    if state.outcome:
        data["outcome"] = state.outcome.as_data()
    data["chance"] = state.rng.state
    return data
