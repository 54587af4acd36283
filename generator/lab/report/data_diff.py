"""Data diff: the values that differ between two snapshots of a game's data."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

MAX_LETTERS = 120


class Edit(NamedTuple):
    """A changed value."""

    where: str
    """Table, row and field: `goofs, doom: points`."""
    before: str
    """The old value; empty if there was none."""
    after: str
    """The new value; empty if it was deleted."""


def edits(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Edit]:
    """Every value of tables, rules, options and numbers of players that differs."""
    return list(_differences((), before, after))


def _differences(path: tuple[str, ...], before: Any, after: Any) -> Iterator[Edit]:
    before, after = _by_id(before), _by_id(after)
    if before == after:
        return
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for name in dict.fromkeys([*before, *after]):
            if name not in before:
                yield Edit(_location((*path, str(name))), "", _shortened(after[name]))
            elif name not in after:
                yield Edit(_location((*path, str(name))), _shortened(before[name]), "")
            else:
                yield from _differences((*path, str(name)), before[name], after[name])
    else:
        yield Edit(_location(path), _shortened(before), _shortened(after))


def _by_id(value: Any) -> Any:
    """Turn a table into a mapping by row id, so that a moved row is not an edit."""
    if isinstance(value, list) and value and all(isinstance(row, Mapping) for row in value):
        ids = [row.get("id") for row in value]
        if None not in ids and len(set(map(str, ids))) == len(ids):
            return {str(row["id"]): {k: v for k, v in row.items() if k != "id"} for row in value}
    return value


def _location(path: tuple[str, ...]) -> str:
    named = path[1:] if path[:1] == ("tables",) else path
    return ": ".join(part for part in (", ".join(named[:-1]), *named[-1:]) if part)


def _shortened(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_LETTERS else f"{text[: MAX_LETTERS - 1]}…"
