"""Manifest of a build (`manifest.json`): every file, every physical piece and every check.

The same classes write the file and read it back, so a tool that opens it (the proof does) knows
what it finds.  All lengths are millimetres.  A face's `x` and `y` are the lower left corner of its
trim box, counted from the lower left corner of the page, as PDF counts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import TypeAdapter

from generator.base.formats.manifest_json import Entries, check_inside, listed, read_listed
from generator.base.text_files import bytes_of
from generator.base.units import mm
from generator.press.imposition.duplex import DUPLEX, Axis, Fold
from generator.press.imposition.paper_use import PrintedSide, blank_sides, share_of_paper
from generator.press.imposition.sheet import Placement, Side
from generator.press.layout.checks.safe_zone import text_margin
from generator.press.manifest.books import BookEntry as BookEntry
from generator.press.manifest.books import BookletEntry as BookletEntry
from generator.press.manifest.books import BookPageEntry as BookPageEntry
from generator.press.manifest.books import (
    Coordinate,
    Count,
    Distance,
    Length,
    Ordinal,
    Strict,
    Turn,
)
from generator.press.manifest.books import SpreadEntry as SpreadEntry
from generator.press.manifest.cuts import CutEntry as CutEntry
from generator.press.manifest.cuts import CutPage as CutPage
from generator.press.manifest.cuts import PrecutEntry as PrecutEntry
from generator.press.manifest.cuts import cut_entries, precut_entries
from generator.press.manifest.tiles import SeamEntry as SeamEntry
from generator.press.manifest.tiles import TileEntry as TileEntry
from generator.press.manifest.tiles import seam_entries, tile_entry, tiled_pieces
from generator.press.paper import Paper
from generator.press.pieces.piece import Piece
from generator.press.request import OptionValue, OutputFile
from generator.press.scene.digest import scene_digest
from generator.press.scene.paths import mm_path_data


@dataclass(frozen=True, slots=True)
class FileEntry(Strict):
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
class FoldEntry(Strict):
    """The line a page is folded along: axis "x" is the upright one at x = `at`, "y" the level one."""

    axis: Axis
    at: Coordinate


@dataclass(frozen=True, slots=True)
class FaceEntry(Strict):
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
class PieceEntry(Strict):
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
class CheckEntry(Strict):
    """A check that was run: what it demands, and whether the kit met it."""

    slug: str
    says: str
    passed: bool


@dataclass(frozen=True, slots=True)
class PaperEntry(Strict):
    """The paper the sheets are made for; for a `roll`, `height` is that of the longest page."""

    name: str
    width: Length
    height: Length
    margin: Distance
    roll: bool = False


@dataclass(frozen=True, slots=True)
class OtherEntry(Strict):
    """A finished file in the same folder that an earlier build made, for another paper."""

    path: str
    paper: str


@dataclass(frozen=True, slots=True)
class Manifest(Strict):
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


def face_digests(piece: Piece) -> tuple[str, ...]:
    """The checksums of the pictures of a piece's faces."""
    return tuple(map(scene_digest, piece.faces))


def make_manifest(
    folder: Path,
    *,
    kit: str,
    version: str,
    options: Mapping[str, OptionValue],
    paper: Paper,
    files: Sequence[OutputFile],
    pieces: Sequence[Piece],
    checks: Sequence[CheckEntry] = (),
    others: Sequence[OtherEntry] = (),
) -> Manifest:
    """The manifest of the files in `folder`, which are read to sum them up.

    `options["backs"]` decides which faces must be printed: the second one always, and without
    backs only where both faces are played.
    """
    faces, backs = _faces(files), options.get("backs") != "none"
    tiled = tiled_pieces(files)
    return Manifest(
        kit=kit,
        version=version,
        options=dict(options),
        paper=PaperEntry(
            paper.name, mm(paper.width), mm(paper.height), mm(paper.margin), paper.roll
        ),
        origin="lower left",
        files=tuple(_file_entry(folder, output, paper, pieces) for output in files),
        pieces=tuple(
            _piece_entry(
                piece,
                backs,
                faces.get(piece.id, ()),
                version,
                face_digests(piece),
                tiled.get(piece.id, ()),
            )
            for piece in pieces
        ),
        checks=tuple(checks),
        booklet=next((_booklet_entry(output) for output in files if output.spreads), None),
        others=tuple(others),
        books=tuple(output.book for output in files if output.book),
        cuts=tuple(cut_entries(files, paper)),
        precut=precut_entries(files, duplex=options.get("backs") in DUPLEX),
    )


def read_manifest(path: Path) -> Manifest:
    """Read a manifest; raises KitError for any other file, and for paths that lead out of its folder."""
    long = {"pieces": _piece_adapter()}
    manifest = read_listed(path, _adapter(), "a manifest", "build the kit first", long)
    named = [entry.path for entry in manifest.files] + [each.path for each in manifest.others]
    named += [path for cut in manifest.cuts for path in cut.paths]
    named += [each.file for each in manifest.precut]
    named += [manifest.booklet.file, manifest.booklet.of] if manifest.booklet else []
    check_inside(path, named)
    return manifest


def prepare_to_read() -> None:
    """Build the validators of a manifest, which takes longer than to read a short one."""
    _adapter()
    _piece_adapter()


@cache
def _adapter() -> TypeAdapter[Manifest]:
    return TypeAdapter(Manifest)


@cache
def _piece_adapter() -> TypeAdapter[PieceEntry]:
    return TypeAdapter(PieceEntry)


def _file_entry(
    folder: Path, output: OutputFile, paper: Paper, pieces: Sequence[Piece]
) -> FileEntry:
    content = bytes_of(folder / output.path)
    lengths = tuple(mm(sheet.scene.height) for sheet in output.sheets if paper.roll)
    size = mm(output.page_size.width), max(lengths, default=mm(output.page_size.height))
    sides = [PrintedSide(sheet.side, sheet.scene.size, sheet.placements) for sheet in output.sheets]
    share = share_of_paper(sides, pieces, paper.margin) if sides else None
    return FileEntry(
        output.path,
        len(content),
        hashlib.sha256(content).hexdigest(),
        output.pages,
        size,
        lengths,
        output.repeats,
        None if share is None else round(share.paper, 3),
        blank_sides(sheet.placements for sheet in output.sheets),
        None if share is None else round(share.bands, 3),
    )


def _faces(files: Sequence[OutputFile]) -> dict[str, list[FaceEntry]]:
    """The printed faces of every piece, by its id, in print order."""
    faces: dict[str, list[FaceEntry]] = {}
    for output in files:
        for page, sheet in enumerate(output.sheets, start=1):
            height = sheet.scene.height
            for placement in sheet.placements:
                entry = FaceEntry(
                    placement.face,
                    placement.copy,
                    output.path,
                    page,
                    mm(placement.rect.x),
                    mm(height - placement.rect.bottom),
                    placement.rotation,
                    tile_entry(placement.tile) if placement.tile else None,
                    _fold_entry(placement.fold, height) if placement.fold else None,
                )
                faces.setdefault(placement.piece, []).append(entry)
    return faces


def _fold_entry(fold: Fold, height: float) -> FoldEntry:
    return FoldEntry(fold.axis, mm(fold.at if fold.axis == "x" else height - fold.at))


def _booklet_entry(output: OutputFile) -> BookletEntry:
    pages = max(page.number for spread in output.spreads for page in spread.pages)
    return BookletEntry(output.path, output.of, tuple(_spread_entries(output)), pages)


def _spread_entries(output: OutputFile) -> Iterator[SpreadEntry]:
    for page, spread in enumerate(output.spreads, start=1):
        height = spread.scene.height
        pages = tuple(
            BookPageEntry(
                one.number, mm(one.rect.x), mm(height - one.rect.bottom),
                mm(one.rect.width), mm(one.rect.height), one.rotation,
            )
            for one in spread.pages
        )  # fmt: skip
        yield SpreadEntry(page, spread.part, spread.sheet, spread.side, pages)


def _piece_entry(
    piece: Piece,
    backs: bool,
    faces: Sequence[FaceEntry],
    version: str,
    looks: tuple[str, ...],
    placed: Sequence[Placement],
) -> PieceEntry:
    second = piece.back is not None and (backs or piece.two_sided)
    return PieceEntry(
        id=piece.id,
        component=piece.component,
        title=piece.title,
        part=piece.part,
        copies=piece.copies,
        size=(mm(piece.size.width), mm(piece.size.height)),
        bleed=mm(piece.bleed),
        safe=mm(text_margin(piece.faces, piece.front.safe)),
        faces_needed=("front", "back") if second else ("front",),
        outline=mm_path_data(piece.front.trim) if piece.front.trim else None,
        faces=tuple(faces),
        version=version,
        looks=looks,
        label=piece.label,
        seams=tuple(seam_entries(piece, placed)),
    )
