"""Piece and part: the physical pieces of a kit, and groups of them that share sheets."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator.base.errors import Fault
from generator.base.units import MM, Size, mm
from generator.kit.manifest.load import Component
from generator.kit.tables.records import Record
from generator.press.scene.items import Outline, Scene, Segment
from generator.press.scene.polygons import depth, polygon_of

_SAME = 0.01
"""Difference in points below which lengths count as the same."""
_SAME_CUT = 0.1 * MM
"""Maximum distance between two cuts that count as one."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A physical thing to cut out: its one or two faces, and its number of copies in the kit.

    `two_sided` says that both faces are played, so the second one is needed even where the printer
    cannot print backs.  `note` is a sentence for the instruction page.
    """

    id: str
    component: str
    title: str
    part: str
    copies: int
    front: Scene
    back: Scene | None = None
    two_sided: bool = False
    note: str = ""
    label: str = ""
    """Its name among pieces of its kind, such as that of its row; "" if there is just one."""
    instead: str = ""
    """What people may own and use instead; "" if nothing."""
    facts: tuple[tuple[str, str], ...] = ()
    """The short values of its row, by the names of the fields."""
    block: str = ""
    """The block that groups it with others on a sheet; "" if none."""

    @property
    def row(self) -> str:
        """The id of its row; "" for a component without rows."""
        return self.id.partition("/")[2]

    @property
    def display_name(self) -> str:
        """Its name for people: `Cards: Sea Gull`, or the title alone."""
        return f"{self.title}: {self.label}" if self.label else self.title

    @property
    def size(self) -> Size:
        """Width and height of the trim, in points."""
        return self.front.size

    @property
    def faces(self) -> tuple[Scene, ...]:
        """Its front, and its back if it has one."""
        return (self.front, self.back) if self.back else (self.front,)

    @property
    def bleed(self) -> float:
        """The larger of its faces' bleeds, in points."""
        return max(face.bleed for face in self.faces)

    @property
    def name(self) -> str:
        """Its name in errors: `Grumble tiles "grumble-push"`."""
        return f'{self.title} "{self.id}"'

    def faults(self) -> list[Fault]:
        """The faults that keep it from being placed on any sheet."""
        if not self.back or same_size(self.size, self.back.size):
            return []
        message = f"the front is {in_mm(self.size)} but the back is {in_mm(self.back.size)}"
        hint = "give both faces the same size"
        return [Fault(message, item=self.name, hint=hint, check="face-sizes")]


@dataclass(frozen=True, slots=True)
class Part:
    """Pieces that may share sheets, in print order; `--only` asks for a part by its name."""

    name: str
    title: str
    pieces: tuple[Piece, ...]

    @property
    def backed(self) -> bool:
        """Whether any of its pieces has a back."""
        return any(piece.back for piece in self.pieces)


def pieces_of(parts: Iterable[Part]) -> list[Piece]:
    """The pieces of all parts, in print order."""
    return [piece for part in parts for piece in part.pieces]


def with_pieces(parts: Sequence[Part], keep: Callable[[Piece], bool]) -> tuple[Part, ...]:
    """The parts with only the wanted pieces, without parts that would be empty."""
    kept = (
        replace(part, pieces=tuple(piece for piece in part.pieces if keep(piece))) for part in parts
    )
    return tuple(part for part in kept if part.pieces)


def with_copies(parts: Iterable[Part], copies: Mapping[str, int]) -> tuple[Part, ...]:
    """The parts with other numbers of copies, by the id of each piece."""
    return tuple(
        replace(
            part, pieces=tuple(replace(piece, copies=copies[piece.id]) for piece in part.pieces)
        )
        for part in parts
    )


def named_faces(parts: Iterable[Part]) -> dict[Scene, str]:
    """Every face of some parts, with the name of a piece that has it."""
    return {face: piece.name for piece in pieces_of(parts) for face in piece.faces}


def backs_by_component(pieces: Iterable[Piece]) -> dict[str, set[Scene | None]]:
    """The different backs of each component; None among them if some of its pieces have none."""
    backs: dict[str, set[Scene | None]] = {}
    for piece in pieces:
        backs.setdefault(piece.component, set()).add(piece.back)
    return backs


def same_size(one: Size, other: Size) -> bool:
    """Whether two sizes are equal but for rounding."""
    return abs(one.width - other.width) < _SAME and abs(one.height - other.height) < _SAME


def same_cut(front: Scene, back: Scene) -> bool:
    """Whether both faces are cut along one line, the back's seen from behind."""
    if front.trim is None or back.trim is None:
        return front.trim is back.trim
    behind = [(front.width - x, y) for x, y in polygon_of(back.trim)]
    before = polygon_of(front.trim)
    pairs = [*((before, point) for point in behind), *((behind, point) for point in before)]
    return all(abs(depth(polygon, point)) <= _SAME_CUT for polygon, point in pairs)


def in_mm(size: Size, digits: int = 3) -> str:
    """A size as people write it, with so many digits after the point at most: "63.5 × 88.9 mm"."""
    width, height = (round(mm(length), digits) for length in size)
    return f"{width:g} × {height:g} mm"


AS_MEASURED = 1
"""Number of decimals of a size as people measure it: a tenth of a millimetre."""


def is_straight(trim: Outline | None, size: Size) -> bool:
    """Whether a guillotine can cut the outline, except its corners.

    So it is for a plain rectangle (None) and for rounded corners: all points lie on the sides of
    the box, and a straight line takes up more than half of each side.
    """
    if trim is None:
        return True
    if not all(_on_side(point, size) for point in _points(trim)):
        return False
    sides = [0.0, 0.0, 0.0, 0.0]  # straight length along left, right, top, bottom
    x = y = start_x = start_y = 0.0
    for segment in trim:
        to_x, to_y = _end(segment) or (start_x, start_y)
        if segment[0] in "LZ":
            for side, edge in enumerate((0.0, size.width)):
                if abs(x - edge) < _SAME and abs(to_x - edge) < _SAME:
                    sides[side] += abs(to_y - y)
            for side, edge in enumerate((0.0, size.height)):
                if abs(y - edge) < _SAME and abs(to_y - edge) < _SAME:
                    sides[2 + side] += abs(to_x - x)
        elif segment[0] == "M":
            start_x, start_y = to_x, to_y
        x, y = to_x, to_y
    long_enough = (size.height / 2, size.height / 2, size.width / 2, size.width / 2)
    return all(run > half for run, half in zip(sides, long_enough, strict=True))


def _points(outline: Outline) -> Iterator[tuple[float, float]]:
    """All points of an outline, the handles of its curves included."""
    for segment in outline:
        yield from zip(segment[1::2], segment[2::2], strict=True)


def _on_side(point: tuple[float, float], size: Size) -> bool:
    x, y = point
    return min(abs(x), abs(x - size.width), abs(y), abs(y - size.height)) < _SAME


def _end(segment: Segment) -> tuple[float, float] | None:
    """The end of a segment; None for the one that closes the outline."""
    match segment:
        case (_, x, y) | (_, _, _, _, _, x, y):
            return x, y
    return None


@dataclass(frozen=True, slots=True)
class PieceSpec:
    """A piece to render: a component, and the row it is made of if it has one."""

    component: Component
    row: Record | None
    id: str
    """The row's id, or "" for a component without rows."""
    copies: int

    @property
    def piece(self) -> str:
        return sys.intern(f"{self.component.id}/{self.id}") if self.id else self.component.id

    @property
    def label(self) -> str:
        """The name of the row: its name or its title, or its id if it has neither."""
        row: Mapping[str, Any] = self.row if self.row is not None else {}
        names = [row[key] for key in ("name", "title") if isinstance(row.get(key), str)]
        return str(names[0]) if names else self.id.replace("-", " ")

    def label_in(self, tables: Mapping[str, Any]) -> str:
        """Its name in messages: `Grumble "Push" (data/grumbles/grumbles.yaml:3)`."""
        if self.row is None:
            return self.component.title
        return f"{tables[str(self.component.each)].label(self.row)} ({self.row.place})"

    @property
    def sides(self) -> tuple[str, ...]:
        return ("front", "back") if self.component.back else ("front",)

    @property
    def block(self) -> str:
        """The block that groups it: its component, and the value of the field that `blocks` names."""
        blocks = self.component.blocks
        if blocks is None or self.row is None:
            return ""
        return f"{self.component.id}/{self.row[blocks]}"
