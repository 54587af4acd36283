"""Contract: what the methods of a simple game must give, checked where the engine takes it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from math import isfinite
from pathlib import Path
from sys import float_info
from typing import Any, TypeVar

from generator.base.errors import KitError, Place
from generator.base.text_files import shown_name
from generator.engine.events import Event
from generator.engine.outcome import Outcome

T = TypeVar("T")

EVENTS = (
    "events, each with a kind, a rule, a seat of the game, or None, and facts that are plain data"
)
OUTCOME = "an Outcome or None: a result, a rule, a number for each player, and plain data"
VIEW = "a dictionary of plain data, in which nothing contains itself"
COMPONENTS = "a dictionary of dictionaries of lists of seats"
_SCALARS = (str, int, bool, type(None))
MAX_LEVELS = 100
"""Most levels of lists and dictionaries within each other: JSON and copies end before 1000."""
_HINT = "look for a missing `return`, or a `return` in place of a `yield`"


def given(method: Callable[..., Any], value: T, right: bool, expected: str) -> T:
    """What a method of a game has returned.  Raises KitError with its line if it is not right."""
    if right:
        return value
    kind = "nothing" if value is None else f"a value of the kind {type(value).__name__}"
    raise broken(method, f"must give {expected}, but gives {kind}", _HINT)


def broken(method: Callable[..., Any], message: str, hint: str) -> KitError:
    """The error of a method of a game, with its line."""
    code = inspect.unwrap(method).__code__
    place = Place(shown_name(Path(code.co_filename)), code.co_firstlineno)
    return KitError(f"`{method.__name__}` {message}", place=place, hint=hint, check="game-package")


def check_to_act(method: Callable[..., Any], position: Any, players: int) -> None:
    """Raise KitError with the line of a method that leaves a position in which nobody can act."""
    for key, right in (
        ("turn", isinstance(position.get("turn"), int)),
        ("seat", isinstance(position.get("seat"), int) and 0 <= position["seat"] < players),
    ):
        if not right:
            hint = f"it must be a whole number{f', from 0 to {players - 1}' * (key == 'seat')}"
            message = f"leaves the position with the {key} {position.get(key, 'missing')!r}"
            raise broken(method, message, hint)


def is_plain(value: object, levels: int = MAX_LEVELS) -> bool:
    """Whether a value is plain data, which JSON can hold: nothing that contains itself."""
    if isinstance(value, (Mapping, list, tuple)):
        if not levels:
            return False
        names, parts = ((), value) if not isinstance(value, Mapping) else (value, value.values())
        return all(isinstance(name, str) for name in names) and all(
            is_plain(part, levels - 1) for part in parts
        )
    return isfinite(value) if isinstance(value, float) else isinstance(value, _SCALARS)


def is_event(event: object, players: int) -> bool:
    """Whether it is an event of a game for so many players."""
    return (
        isinstance(event, Event)
        and isinstance(event.kind, str)
        and isinstance(event.rule, str)
        and (event.seat is None or event.seat in range(players))
        and isinstance(event.facts, Mapping)
        # This is asked for each event of each game: most facts are scalars.
        and all(type(fact) in _SCALARS or is_plain(fact) for fact in event.facts.values())
    )


def is_outcome(outcome: object, players: int) -> bool:
    """Whether it is an outcome of a game for so many players."""
    return (
        isinstance(outcome, Outcome)
        and isinstance(outcome.result, str)
        and isinstance(outcome.rule, str)
        and are_numbers(outcome.worth, players)
        and isinstance(outcome.facts, Mapping)
        and is_plain(outcome.facts)
    )


def are_numbers(values: object, count: int) -> bool:
    """Whether these are so many numbers, each finite."""
    return (
        isinstance(values, (tuple, list)) and len(values) == count and all(map(is_number, values))
    )


def is_number(value: object) -> bool:
    """Whether it is a number that calculations can use: no infinity, and nothing beyond a float."""
    return isinstance(value, (int, float)) and abs(value) <= float_info.max


def are_texts(values: object) -> bool:
    """Whether these are texts: asked for all moves of each decision, so each class is asked once."""
    return isinstance(values, Iterable) and all(
        issubclass(kind, str) for kind in {*map(type, values)}
    )


def are_components(found: object, players: int) -> bool:
    """Whether these are seats by component, by how they had it."""
    return isinstance(found, Mapping) and all(
        isinstance(way, str)
        and isinstance(parts, Mapping)
        and all(
            isinstance(item, str) and all(seat in range(players) for seat in seats)
            for item, seats in parts.items()
        )
        for way, parts in found.items()
    )
