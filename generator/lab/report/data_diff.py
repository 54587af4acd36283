"""Data diff: the values that differ between two snapshots of a game's data."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from generator.base.errors import short

MAX_LETTERS = 120


class Edit(NamedTuple):
    """A value that was changed, or a value or a whole row that was added or removed."""

    where: str
    """Table, row and field: `goofs, doom: points`."""
    kind: Literal["changed", "added", "removed"]
    before: str
    """The old value; empty if there was none."""
    after: str
    """The new value; empty if it was deleted."""
    row: str = ""
    """Id of the row of a table, if it is one."""

    @property
    def says(self) -> str:
        """The edit in a few words: `goofs, doom: points (3 before, 2 now)`, `goofs: doom added`."""
        if self.kind == "changed":
            return f"{self.where} ({self.before or 'empty'} before, {self.after or 'empty'} now)"
        return f"{self.where} {self.kind}"


def edits(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Edit]:
    """Every value of tables, rules, options and numbers of players that differs."""
    return list(_differences((), before, after))


def _differences(path: tuple[str, ...], before: Any, after: Any) -> Iterator[Edit]:
    before, after = _by_id(before), _by_id(after)
    if before == after:
        return
    if _is_nested(before) and _is_nested(after) and len(before) == len(after):
        before, after = (dict(enumerate(each, start=1)) for each in (before, after))
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for name in dict.fromkeys([*before, *after]):
            inner = (*path, str(name))
            if name not in before:
                yield _edit(inner, "added", "", _shortened(after[name]))
            elif name not in after:
                yield _edit(inner, "removed", _shortened(before[name]), "")
            else:
                yield from _differences(inner, before[name], after[name])
    else:
        yield _edit(path, "changed", _shortened(before), _shortened(after))


def _by_id(value: Any) -> Any:
    """Turn a table into a mapping by row id, so that a moved row is not an edit."""
    if isinstance(value, list) and value and all(isinstance(row, Mapping) for row in value):
        ids = [row.get("id") for row in value]
        if None not in ids and len(set(map(str, ids))) == len(ids):
            return {str(row["id"]): {k: v for k, v in row.items() if k != "id"} for row in value}
    return value


def _is_nested(value: Any) -> bool:
    """Whether it is a list whose elements have parts of their own."""
    return isinstance(value, list) and any(isinstance(each, (Mapping, list)) for each in value)


def _edit(
    path: tuple[str, ...], kind: Literal["changed", "added", "removed"], before: str, after: str
) -> Edit:
    table, *named = path
    if table != "tables":
        return Edit(_location(path), kind, before, after)
    return Edit(_location(tuple(named)), kind, before, after, "".join(named[1:2]))


def _location(path: tuple[str, ...]) -> str:
    return ": ".join(part for part in (", ".join(path[:-1]), *path[-1:]) if part)


def _shortened(value: Any) -> str:
    return short(_text(value), MAX_LETTERS, "…")


def _text(value: Any) -> str:
    """A value as people write it; of a row, the fields that have a single value."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        plain = {
            name: each for name, each in value.items() if not isinstance(each, (Mapping, list))
        }
        return "; ".join(f"{name}: {_text(each)}" for name, each in plain.items())
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    return json.dumps(value, ensure_ascii=False)
