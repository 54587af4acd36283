"""Turns a state into plain data, and the steps that wait in it into words and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from generator.engine.events import JsonValue
from generator.engine.pending import Stack, Step

if TYPE_CHECKING:
    from generator.games.grizzled.content import Setting
    from generator.games.grizzled.state import Table

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


def read_step(text: str, setting: Setting) -> Step | None:
    """The step with this text; None if there is none."""
    name, *words = text.split() or [""]
    seat = None
    if name in DECISIONS and words and words[0] in setting.people:
        seat = setting.people.index(words.pop(0))
    elif name in DECISIONS:
        return None
    known = {
        "player": setting.people,
        "threat": setting.threats,
        "knock": setting.knocks,
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


def to_data(table: Table) -> dict[str, JsonValue]:
    """All of a state.  Piles are written with their top card first."""
    setting = table.setting
    people, holders = setting.people, setting.holder_names
    data: dict[str, JsonValue] = {
        "options": dict(setting.options),
        "players": setting.players,
        "round": table.round,
        "leader": people[table.leader],
        "pending": stack_texts(table.pending, people),
        "grizzled": {who: id for who, id in zip(holders, table.grizzled, strict=True) if id},
        "used": [who for who, used in zip(people, table.used, strict=True) if used],
        "trials": table.trials[::-1],
        "reserve": table.reserve[::-1],
        "hands": dict(zip(people, map(list, table.hands), strict=True)),
        "land": list(table.land),
        "knocks": dict(zip(people, map(list, table.knocks), strict=True)),
        "discarded": list(table.discarded),
        "suffered": list(table.suffered),
        "tiles": dict(zip(holders, map(list, table.tiles), strict=True)),
        "played": {who: id for who, id in zip(holders, table.played, strict=True) if id},
        "boxed": list(table.boxed),
        "tokens": dict(zip(people, table.tokens, strict=True)),
        "stock": table.stock,
        "removed": table.removed,
        "withdrawn": [who for who, away in zip(people, table.withdrawn, strict=True) if away],
        "turns": dict(zip(people, table.turns, strict=True)),
    }
    if table.outcome:
        data["outcome"] = table.outcome.as_data()
    data["chance"] = table.rng.state
    return data
