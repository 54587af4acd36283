"""Manifest of a build (`manifest.json`): every file, every physical piece and every check.

The same classes write the file and read it back, so a tool that opens it (the proof does) knows
what it finds.  All lengths are millimetres.  A face's `x` and `y` are the lower left corner of its
trim box, counted from the lower left corner of the page, as PDF counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from generator.base.formats.manifest_json import (
    ClosedEntry,
    Entries,
    check_inside,
    listed,
    read_listed,
)
from generator.base.schema import adapter_of
from generator.press.imposition.duplex import Axis
from generator.press.imposition.sheet import Side
from generator.press.request import OptionValue

MAX_LENGTH = 5080
"""Millimetres of the longest side that a page of a PDF can have: 14,400 points."""

Length: TypeAlias = Annotated[float, Field(ge=1.1, le=MAX_LENGTH)]
"""Length of a side in a PDF, in millimetres, 3 points or more."""
Distance: TypeAlias = Annotated[float, Field(ge=0, le=MAX_LENGTH)]
"""Distance in millimetres, such as a margin; 0 where there is none."""
Coordinate: TypeAlias = Annotated[float, Field(ge=-MAX_LENGTH, le=MAX_LENGTH)]
"""Position on an axis, in millimetres; what is larger than a page begins before it."""
Turn: TypeAlias = Annotated[int, Field(ge=0, lt=360, multiple_of=90)]
"""Clockwise rotation in degrees."""
Count: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
Ordinal: TypeAlias = Annotated[int, Field(ge=1, le=1_000_000)]


@dataclass(frozen=True, slots=True)
class BookPageEntry(ClosedEntry):
    """A page of the rulebook, counted from 1, where it lies on a face of a booklet's sheet."""

    number: Ordinal
    x: Coordinate
    y: Coordinate
    width: Length
    height: Length
    rotation: Turn


@dataclass(frozen=True, slots=True)
class SpreadEntry(ClosedEntry):
    """One face of a sheet of a booklet: on which page of the file it is, and what is on it.

    All count from 1; `part` is the booklet, if there is more than one.
    """

    page: Ordinal
    part: Ordinal
    sheet: Ordinal
    side: Side
    pages: Entries[BookPageEntry]


@dataclass(frozen=True, slots=True)
class BookletEntry(ClosedEntry):
    """A file of sheets to fold, with the first `pages` (0: all) of the file `of` the rulebook."""

    file: str
    of: str
    spreads: Entries[SpreadEntry]
    pages: Count = 0


@dataclass(frozen=True, slots=True)
class BookEntry(ClosedEntry):
    """How the rulebook of a `file` is set: `players` pages, then the referee's appendix, if any.

    `fill` is how full each column of the players' part is, from 0 to 1, or null for the last of a
    chapter; `stranded` are headings at the foot of one; `least_type` is the smallest type in its
    figures, in points.
    """

    file: str
    players: Count
    fill: Entries[float | None]
    stranded: Entries[str]
    least_type: Distance | None


Box: TypeAlias = tuple[Coordinate, Coordinate, Distance, Distance]
"""The x, y, width and height of a box."""


@dataclass(frozen=True, slots=True)
class TileEntry(ClosedEntry):
    """The tile of a large piece that a page shows: its row and column, from 1, and of how many.

    `x`, `y` (downward), `width` and `height` are what it shows of the face as one looks at it, from the
    upper left corner of its trim. `overlap` is how much of that its neighbours show too. `arrows` are
    the boxes (x, y, width, height) of those that point at its seams.
    """

    name: str
    row: Ordinal
    column: Ordinal
    rows: Ordinal
    columns: Ordinal
    x: Coordinate
    y: Coordinate
    width: Length
    height: Length
    overlap: Distance
    arrows: Entries[Box] = ()


@dataclass(frozen=True, slots=True)
class SeamEntry(ClosedEntry):
    """A line along which the tiles of a piece meet: axis "x" is the vertical one at x = `at`.

    `words` are those that it cuts; `arrows` counts the places where two arrows meet on it.
    """

    axis: Axis
    at: Coordinate
    words: Entries[str] = ()
    arrows: Count = 0


@dataclass(frozen=True, slots=True)
class CutPage(ClosedEntry):
    """A page that a machine cuts."""

    file: str
    page: Ordinal


@dataclass(frozen=True, slots=True)
class CutEntry(ClosedEntry):
    """A way to cut sheets: its files (SVG, DXF), their pages, and the registration marks on those.

    `marks` are boxes: x, y (the lower left corner), width and height; `clear` stays white around each.
    """

    number: Ordinal
    paths: Entries[str]
    pages: Entries[CutPage]
    marks: Entries[tuple[Coordinate, Coordinate, Length, Length]]
    clear: Distance


@dataclass(frozen=True, slots=True)
class PrecutEntry(ClosedEntry):
    """A file for precut sheets: where the places are.

    `size` is that of a place, `at` the lower left corner of the one in the upper left, `pitch` the distance
    from one to the next.  A sheet that is printed on one side has a place for each face.
    """

    file: str
    sheet: str
    size: tuple[Length, Length]
    columns: Ordinal
    rows: Ordinal
    at: tuple[Distance, Distance]
    pitch: tuple[Length, Length]
    round: bool = False
    one_sided: bool = False


@dataclass(frozen=True, slots=True)
class FileEntry(ClosedEntry):
    """A finished file; `path` is relative to the manifest, `page_size` that of every page.

    Pages cut off a roll differ in length: they have their `lengths`, and the longest `page_size`.  A
    file that `repeats` holds pieces that another one has, too.  `efficiency` is the share of the paper
    that is pieces, of what a home printer reaches, `band_efficiency` that of the bands across the sheets
    that they stand in; `blank_sides` have nothing but a caption on them.
    """

    path: str
    bytes: int
    sha256: str
    pages: Count
    page_size: tuple[Distance, Distance]
    lengths: Entries[Length] = ()
    repeats: bool = False
    efficiency: float | None = None
    blank_sides: Count = 0
    band_efficiency: float | None = None

    def size_of(self, page: int) -> tuple[float, float]:
        """The size of a page, counted from 1."""
        width, height = self.page_size
        return width, self.lengths[page - 1] if page <= len(self.lengths) else height


@dataclass(frozen=True, slots=True)
class FoldEntry(ClosedEntry):
    """The line a page is folded along: axis "x" is the upright one at x = `at`, "y" the level one."""

    axis: Axis
    at: Coordinate


@dataclass(frozen=True, slots=True)
class FaceEntry(ClosedEntry):
    """One face of one copy: its file, its page (from 1) and the place of its trim box.

    `rotation` is the face's clockwise turn in degrees.  A piece too large for a page has an entry
    for each `tile` of a face, which then lies at `x` and `y`.  A front and a back on one page meet
    once that is folded along its `fold`.
    """

    face: Side
    copy: Ordinal
    file: str
    page: Ordinal
    x: Coordinate
    y: Coordinate
    rotation: Turn
    tile: TileEntry | None = None
    fold: FoldEntry | None = None


@dataclass(frozen=True, slots=True)
class PieceEntry(ClosedEntry):
    """A physical piece and its printed faces.

    `size` is its trim, upright; `bleed` how far art may reach beyond, `safe` how far inside text must stay
    (negative if decorative text begins beyond the cut); `faces_needed` is what every copy must have
    printed. `outline` is SVG path data of the cut, from the upper left corner, if the piece is not a
    rectangle. `version` is the kit's when it was printed, `looks` has a checksum of the picture of each of
    its faces, front first, which is the same on every paper; `label` tells it from others of its
    component, in the words it is printed in; `seams` are those of a piece in tiles. Manifests of older
    builds have none of these.
    """

    id: str
    component: str
    title: str
    part: str
    copies: Count
    size: tuple[Length, Length]
    bleed: Distance
    safe: Coordinate
    faces_needed: Entries[Side]
    outline: str | None
    faces: Entries[FaceEntry]
    version: str = ""
    looks: Entries[str] = ()
    label: str = ""
    seams: Entries[SeamEntry] = ()

    @property
    def display_name(self) -> str:
        """Its name in lists: `Cards: Sea Gull`, or the title alone where there is just one."""
        label = self.label or self.id.partition("/")[2].replace("-", " ")
        return f"{self.title}: {label}" if label else self.title


@dataclass(frozen=True, slots=True)
class CheckEntry(ClosedEntry):
    """A check that was run: what it demands, and whether the kit met it."""

    slug: str
    says: str
    passed: bool


@dataclass(frozen=True, slots=True)
class PaperEntry(ClosedEntry):
    """The paper the sheets are made for; for a `roll`, `height` is that of the longest page."""

    name: str
    width: Length
    height: Length
    margin: Distance
    roll: bool = False


@dataclass(frozen=True, slots=True)
class OtherEntry(ClosedEntry):
    """A finished file in the same folder that an earlier build made, for another paper."""

    path: str
    paper: str


@dataclass(frozen=True, slots=True)
class Manifest(ClosedEntry):
    """The content of `manifest.json`; `origin` is the corner of a page that faces are placed from."""

    kit: str
    version: str
    options: Mapping[str, OptionValue]
    paper: PaperEntry
    origin: Literal["lower left"]
    files: Entries[FileEntry]
    pieces: Entries[PieceEntry]
    checks: Entries[CheckEntry]
    booklet: BookletEntry | None = None
    others: Entries[OtherEntry] = ()
    books: Entries[BookEntry] = ()
    cuts: Entries[CutEntry] = ()
    precut: Entries[PrecutEntry] = ()

    @property
    def label_files(self) -> frozenset[str]:
        """The files in which each face of a piece lies in a place of its own."""
        return frozenset(entry.file for entry in self.precut if entry.one_sided)

    def as_json(self) -> str:
        """The text of the file, readable: one line for each file, piece and check."""
        return listed({field.name: getattr(self, field.name) for field in fields(self)})


def read_manifest(path: Path) -> Manifest:
    """Read a manifest; raises KitError for any other file, and for paths that lead out of its folder."""
    long = {"pieces": PieceEntry}
    manifest = read_listed(path, Manifest, "a manifest", "build the kit first", long)
    named = [entry.path for entry in manifest.files] + [each.path for each in manifest.others]
    named += [path for cut in manifest.cuts for path in cut.paths]
    named += [each.file for each in manifest.precut]
    named += [manifest.booklet.file, manifest.booklet.of] if manifest.booklet else []
    check_inside(path, named)
    return manifest


def prepare_to_read() -> None:
    """Build the validators of a manifest, which takes longer than to read a short one."""
    adapter_of(Manifest)
    adapter_of(PieceEntry)
