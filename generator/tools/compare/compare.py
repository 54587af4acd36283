"""Turns two versions of a kit into what has changed from the one to the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Literal, TypeAlias

from generator.base.errors import KitError, Place
from generator.press.imposition.sheet import Side
from generator.press.instructions.page import PART as HOW_TO
from generator.press.manifest import PieceEntry
from generator.press.upgrade.changes import paired, where
from generator.tools.compare.sources import Version

Kind: TypeAlias = Literal["changed", "copies", "added", "removed"]

KINDS: tuple[Kind, ...] = ("changed", "copies", "added", "removed")
"""What can become of a piece, in the order in which it is told."""
SIDES: tuple[Side, ...] = ("front", "back")
"""In the order in which a manifest tells their looks."""


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field of a row that has another value; None: there was, or is, no such field."""

    name: str
    before: Any
    after: Any

    def __str__(self) -> str:
        return f"{self.name}: {_shown(self.before)} → {_shown(self.after)}"


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one piece, its entries in both manifests, and why it counts as changed."""

    kind: Kind
    title: str
    why: str
    before: PieceEntry | None
    after: PieceEntry | None
    fields: tuple[FieldChange, ...] = ()

    @property
    def sides(self) -> tuple[Side, ...]:
        """The faces to show: of a changed piece those that differ, of others the front."""
        if self.kind != "changed" or not self.before or not self.after:
            return ("front",)
        looks = zip_longest(SIDES, self.before.looks, self.after.looks)
        return tuple(side for side, old, new in looks if old != new)

    def as_data(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "before": self.before.id if self.before else None,
            "after": self.after.id if self.after else None,
            "title": self.title,
            "why": self.why,
            "copies": [entry.copies if entry else 0 for entry in (self.before, self.after)],
            "fields": [
                {"name": each.name, "before": _plain(each.before), "after": _plain(each.after)}
                for each in self.fields
            ],
        }


def compare(old: Version, new: Version) -> tuple[Change, ...]:
    """All pieces that have changed, in the order of `KINDS`, each in print order.

    Raises KitError for builds of different kits, inks or enlargements, of parts only, and for those
    that do not tell how their pieces looked.
    """
    _prove_comparable(old, new)
    before, after = _pieces(old), _pieces(new)
    pairs = paired(before, {name: entry.looks for name, entry in after.items()})
    found = [
        change
        for name, entry in after.items()
        if (change := _change(before.get(pairs.get(name, "")), entry, old, new))
    ]
    kept = set(pairs.values())
    for name, entry in before.items():
        if name not in kept:
            title = entry.called
            found.append(Change("removed", title, _copies(entry.copies), entry, None))
    return tuple(sorted(found, key=lambda change: KINDS.index(change.kind)))


def _change(
    before: PieceEntry | None, after: PieceEntry, old: Version, new: Version
) -> Change | None:
    title = after.called
    if before is None:
        return Change("added", title, _copies(after.copies), None, after)
    fields = tuple(_fields(old.rows.get(before.id), new.rows.get(after.id)))
    more = f"{_copies(after.copies)}, not {before.copies}"
    if before.looks != after.looks:
        why = where(before.looks, after.looks)
        why += f"; {more}" if after.copies != before.copies else ""
        return Change("changed", title, why, before, after, fields)
    if before.copies != after.copies:
        return Change("copies", title, more, before, after, fields)
    return None


def _fields(old: Mapping[str, Any] | None, new: Mapping[str, Any] | None) -> Iterator[FieldChange]:
    """The fields of two rows that differ, in their order."""
    if old is None or new is None:
        return
    for name in dict.fromkeys([*old, *new]):
        if old.get(name) != new.get(name):
            yield FieldChange(name, old.get(name), new.get(name))


def _pieces(version: Version) -> dict[str, PieceEntry]:
    return {each.id: each for each in version.manifest.pieces if each.component != HOW_TO}


def _copies(number: int) -> str:
    return f"{number} {'copy' if number == 1 else 'copies'}"


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    return f'"{value}"' if isinstance(value, str) else str(_plain(value))


def _plain(value: Any) -> Any:
    """A value as JSON has it."""
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _prove_comparable(old: Version, new: Version) -> None:
    a, b = old.manifest, new.manifest
    if a.kit != b.kit:
        says = f'is of the kit "{b.kit}", but {old.shown} of "{a.kit}"'
        raise KitError(says, place=Place(new.shown), hint="compare two versions of one kit")
    for version in (old, new):
        says = hint = ""
        if "since" in version.manifest.options or not any(
            entry.component == HOW_TO for entry in version.manifest.pieces
        ):
            says, hint = "holds only some pieces of the kit", "name a build of the whole kit"
        elif not all(entry.looks for entry in version.manifest.pieces):
            says = "does not tell how the pieces looked: an older Grimoire built it"
            hint = "build that version again with this one"
        if says:
            raise KitError(says, place=Place(version.shown), hint=hint)
    for option, word in (("ink", "ink"), ("large-print", "large print")):
        if a.options.get(option) != b.options.get(option):
            raise KitError(
                f"is not printed as {old.shown} is: {word} differs",
                place=Place(new.shown),
                hint="build both alike",
            )
