"""Expectations of an example: their form, and where a game differs from them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from generator.base.errors import did_you_mean
from generator.engine.events import Event
from generator.engine.game import Game, IllegalMoveError, State

Difference: TypeAlias = tuple[tuple[str | int, ...], str, str]
"""Path in the expectations, message, and the rule or a hint."""

EXPECTED = ("position", "legal", "illegal", "events", "outcome")


def all_texts(value: Any) -> bool:
    """Whether a value is a list of texts."""
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def malformed(expect: Mapping[str, Any]) -> Iterator[Difference]:
    """Yield what is wrong with the form of expectations."""
    for key, value in expect.items():
        if key not in EXPECTED:
            hint = did_you_mean(key, EXPECTED)
            yield (key,), f'nothing to expect is called "{key}"', hint
        elif key == "legal":
            groups = value.values() if isinstance(value, dict) else [value]
            if not all(map(all_texts, groups)):
                yield (key,), "legal moves are a list of texts, or lists by how they begin", ""
        elif key == "illegal":
            if not isinstance(value, dict) or not all_texts(list(value.values())):
                yield (key,), "illegal moves are a mapping from a move to the rule it breaks", ""
        elif key == "events":
            if not isinstance(value, list) or not all(isinstance(event, dict) for event in value):
                yield (key,), "events are a list of mappings", ""
        elif not isinstance(value, dict):
            yield (key,), f'"{key}" must be a mapping', ""


def differences(
    game: Game[Any], state: State[Any], events: Sequence[Event], expect: Mapping[str, Any]
) -> Iterator[Difference]:
    """Yield where a state, and the events that led to it, are not as expected."""
    for path, message in mismatches(expect.get("position", {}), _plain(state.to_data())):
        yield ("position", *path), message, ""
    if "outcome" in expect:
        outcome = _plain(state.outcome.as_data()) if state.outcome else None
        for path, message in mismatches(expect["outcome"], outcome):
            yield ("outcome", *path), message, ""
    yield from _unlike_legal(expect.get("legal", {}), state)
    for text, rule in expect.get("illegal", {}).items():
        found = _refusal(game, state, text)
        if found != rule:
            message = f'"{text}" should be illegal under {rule}'
            but = f"is illegal under {found}" if found else "is legal"
            yield ("illegal", text), f"{message}, but {but}", found or rule
    happened = [_plain(event.as_data()) for event in events]
    rest = iter(happened)
    for number, event in enumerate(expect.get("events", ())):
        if not any(not list(mismatches(event, other)) for other in rest):
            kinds = ", ".join(f"{other['event']} ({other['rule']})" for other in happened)
            message = f"this does not happen, or not in this order; what happens is {kinds}"
            yield ("events", number), message, str(event.get("rule", ""))


def _unlike_legal(expected: Any, state: State[Any]) -> Iterator[Difference]:
    """Yield moves that are missing or unexpected, among all moves or those with a given start."""
    legal = [str(move) for move in state.legal_moves()]
    groups = expected.items() if isinstance(expected, Mapping) else [("", expected)]
    for start, rests in groups:
        path = ("legal", start) if start else ("legal",)
        wanted = {f"{start} {rest}".strip() for rest in rests}
        found = {move for move in legal if not start or move.startswith(f"{start} ")}
        for move in sorted(wanted - found):
            yield path, f'"{move}" should be legal', ""
        for move in sorted(found - wanted):
            yield path, f'"{move}" is legal, but not expected', ""


def _refusal(game: Game[Any], state: State[Any], text: str) -> str | None:
    """The rule under which a move is illegal; None if it is legal."""
    try:
        state.copy().apply(game.read_move(text))
    except IllegalMoveError as refusal:
        return refusal.rule
    return None


def mismatches(expected: Any, found: Any) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Yield where plain data is not as expected: a path, and a message.

    Of a mapping only the expected keys are compared; null expects that there is nothing.
    """
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key, value in expected.items():
            for path, message in mismatches(value, found.get(key)):
                yield (key, *path), message
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for number, (one, other) in enumerate(zip(expected, found, strict=True)):
            for path, message in mismatches(one, other):
                yield (number, *path), message
    elif expected != found:
        yield (), f"expected {json.dumps(expected)}, but found {json.dumps(found)}"


def _plain(data: Any) -> Any:
    """The data as JSON reads it back: lists instead of tuples."""
    return json.loads(json.dumps(data))
