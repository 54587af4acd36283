"""Changes between two versions of a kit: pieces that look different, are new, gone, more or fewer.

Pieces of two versions match if they have the same id, or failing that, the same look.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Generic, Literal, TypeAlias, TypeVar

from generator.press.imposition.sheet import Side
from generator.press.instructions.page import PART as HOW_TO
from generator.press.manifest import Manifest, PieceEntry
from generator.press.pieces.piece import Piece

Kind: TypeAlias = Literal["changed", "copies", "added", "removed"]
KINDS: tuple[Kind, ...] = ("changed", "copies", "added", "removed")
"""The kinds of change, in the order in which changes are listed."""
SIDES: tuple[Side, ...] = ("front", "back")
"""The order of the faces in a manifest's looks."""

NEW, GONE = "new", "no longer in the game"
MORE, FEWER = "more copies", "fewer copies"
BACK_NOW, BACK_GONE = "it has a back now", "it has no back any more"
CHANGED = {
    ("front",): "front changed",
    ("back",): "back changed",
    ("front", "back"): "front and back changed",
}
REASONS = (NEW, GONE, MORE, FEWER, BACK_NOW, BACK_GONE, *CHANGED.values())

P = TypeVar("P", Piece, PieceEntry)


@dataclass(frozen=True, slots=True)
class PieceChange(Generic[P]):
    """A change of one piece; `before` or `after` is None if it is in one version only."""

    before: PieceEntry | None
    after: P | None
    looks: tuple[str, ...] = ()
    """The checksums of the faces of `after`, front first."""

    @property
    def title(self) -> str:
        piece = self.after or self.before
        return piece.display_name if piece else ""

    @property
    def kind(self) -> Kind:
        if not self.before:
            return "added"
        if not self.after:
            return "removed"
        return "changed" if self.before.looks != self.looks else "copies"

    @property
    def copies(self) -> tuple[int, int]:
        """The number of copies before and after."""
        before, after = self.before, self.after
        return before.copies if before else 0, after.copies if after else 0

    @property
    def print(self) -> int:
        """The number of copies to print; all of them if the piece looks different."""
        old, new = self.copies
        return max(0, new - old) if self.kind == "copies" else new

    @property
    def discarded(self) -> int:
        """The number of old copies to discard."""
        old, new = self.copies
        return max(0, old - new) if self.kind == "copies" else old

    @property
    def sides(self) -> tuple[Side, ...]:
        """The faces that look different; none of an added or removed piece."""
        if self.kind != "changed" or not self.before:
            return ()
        looks = zip_longest(SIDES, self.before.looks, self.looks)
        return tuple(side for side, old, new in looks if old != new)

    @property
    def reason(self) -> str:
        """One of `REASONS`."""
        old, new = self.copies
        if self.before is None or self.after is None:
            return GONE if self.before else NEW
        if self.kind == "copies":
            return MORE if new > old else FEWER
        if len(self.looks) != len(self.before.looks):
            return BACK_NOW if len(self.looks) > len(self.before.looks) else BACK_GONE
        return CHANGED[self.sides]


def piece_changes(
    old: Manifest, new: Iterable[tuple[P, tuple[str, ...]]]
) -> tuple[PieceChange[P], ...]:
    """All changes since a manifest: the current pieces in print order, then those that are gone.

    `new` has the pieces with their looks, in print order.
    """
    before = {each.id: each for each in old.pieces if each.component != HOW_TO}
    after = list(new)
    pairs = match_pieces(before, {piece.id: looks for piece, looks in after})
    matched = set(pairs.values())
    changes: list[PieceChange[P]] = [
        PieceChange(before.get(pairs.get(piece.id, "")), piece, looks) for piece, looks in after
    ]
    changes += [PieceChange(entry, None) for entry in before.values() if entry.id not in matched]
    return tuple(each for each in changes if each.print or each.discarded)


def match_pieces(
    old: Mapping[str, PieceEntry], new: Mapping[str, tuple[str, ...]]
) -> dict[str, str]:
    """The old piece of each new one: the one with the same id, or else one with the same look."""
    pairs = {name: name for name in new if name in old}
    by_looks: dict[tuple[str, ...], list[str]] = {}
    for name, entry in old.items():
        if name not in new:
            by_looks.setdefault(entry.looks, []).append(name)
    for name, looks in new.items():
        if name not in pairs and by_looks.get(looks):
            pairs[name] = by_looks[looks].pop(0)
    return pairs


def incomparable(manifest: Manifest) -> Literal["", "upgrade", "part", "no looks"]:
    """Why a manifest cannot be compared: it covers some pieces only, or has no looks; "" if it can."""
    if "since" in manifest.options:
        return "upgrade"
    if not any(entry.component == HOW_TO for entry in manifest.pieces):
        return "part"
    return "" if all(entry.looks for entry in manifest.pieces) else "no looks"
