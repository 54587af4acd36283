"""Turns two views of a position into lines that tell what only the second of them knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.engine.events import JsonValue

EMPTY: tuple[Any, ...] = (None, "", [], (), {})


def private_knowledge(common: Mapping[str, JsonValue], own: Mapping[str, JsonValue]) -> list[str]:
    """What a seat's own view has that the view of everybody has not; no lines if that is nothing.

    Whatever holds nothing (an empty hand, no choice yet) is left out.  Things are called as in the
    view; places in a row are counted from 1, as seats are.
    """
    found = [f"        {name}: {_words(value)}" for name, value in _unlike("", common, own)]
    return ["    Known to you alone:", *found] if found else []


def _unlike(name: str, common: Any, own: Any) -> Iterator[tuple[str, Any]]:
    """Where the own view differs: the name of the place, and what is there."""
    if isinstance(common, Mapping) and isinstance(own, Mapping):
        for key, value in own.items():
            yield from _unlike(f"{name} {key}".strip(), common.get(key), value)
    elif _rows(common) and _rows(own) and len(common) == len(own):
        for number, (one, other) in enumerate(zip(common, own, strict=True), 1):
            yield from _unlike(f"{name} {number}", one, other)
    elif common != own and own not in EMPTY:
        yield name, own


def _rows(value: Any) -> bool:
    return isinstance(value, (list, tuple))


def _words(value: Any) -> str:
    """Plain data as words."""
    if isinstance(value, Mapping):
        return "; ".join(f"{key} {_words(item)}" for key, item in value.items()) or "nothing"
    if _rows(value):
        return ", ".join(map(_words, value)) or "nothing"
    return "nothing" if value in EMPTY else str(value)
