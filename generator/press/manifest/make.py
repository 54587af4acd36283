"""Making of a manifest: the files, pieces, tiles, seams and cuts of a build as entries."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast

from generator.base.text_files import bytes_of
from generator.base.units import mm
from generator.press.imposition.duplex import DUPLEX, Axis
from generator.press.imposition.paper_use import PrintedSide, blank_sides, share_of_paper
from generator.press.imposition.sheet import Placement
from generator.press.imposition.tiles.seams import words_at
from generator.press.imposition.tiles.tiling import OVERLAP, Tile
from generator.press.layout.checks.safe_zone import text_margin
from generator.press.manifest import (
    BookletEntry,
    BookPageEntry,
    Box,
    CheckEntry,
    CutEntry,
    CutPage,
    FaceEntry,
    FileEntry,
    FoldEntry,
    Manifest,
    OtherEntry,
    PaperEntry,
    PieceEntry,
    PrecutEntry,
    SeamEntry,
    SpreadEntry,
    TileEntry,
)
from generator.press.marks.cut_lines import CutLines
from generator.press.paper import Paper
from generator.press.pieces.piece import Piece
from generator.press.request import OptionValue, OutputFile
from generator.press.scene.digest import scene_digest
from generator.press.scene.items import Outline
from generator.press.scene.paths import bounds, mm_path_data


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
        precut=tuple(precut_entries(files, duplex=options.get("backs") in DUPLEX)),
    )


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
                fold = placement.fold
                entry = FaceEntry(
                    placement.face,
                    placement.copy,
                    output.path,
                    page,
                    mm(placement.rect.x),
                    mm(height - placement.rect.bottom),
                    placement.rotation,
                    tile_entry(placement.tile) if placement.tile else None,
                    FoldEntry(fold.axis, mm(fold.at if fold.axis == "x" else height - fold.at))
                    if fold
                    else None,
                )
                faces.setdefault(placement.piece, []).append(entry)
    return faces


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


def tiled_pieces(files: Sequence[OutputFile]) -> dict[str, list[Placement]]:
    """The places of tiles, by the id of their piece; files that repeat others are left out."""
    tiled: dict[str, list[Placement]] = {}
    for made in files:
        for sheet in () if made.repeats else made.sheets:
            for placement in sheet.placements:
                if placement.tile:
                    tiled.setdefault(placement.piece, []).append(placement)
    return tiled


def tile_entry(tile: Tile) -> TileEntry:
    """A tile as an entry of the manifest."""
    x, y, width, height = map(mm, tile.shown)
    at = tile.name, tile.row + 1, tile.column + 1
    arrows = tuple(cast("Box", tuple(map(mm, bounds(arrow)))) for arrow in tile.arrows)
    return TileEntry(*at, tile.rows, tile.columns, x, y, width, height, mm(OVERLAP), arrows)


def seam_entries(piece: Piece, placed: Sequence[Placement]) -> Iterator[SeamEntry]:
    """The seams of a piece, as the tiles of its first copy have them."""
    tiles = [one.tile for one in placed if one.tile and (one.face, one.copy) == ("front", 1)]
    tips = [{_tip(arrow) for arrow in tile.arrows} for tile in tiles]
    met = Counter(tip for own in tips for tip in own)
    for axis, places in (
        ("x", {tile.shown.x for tile in tiles if tile.column}),
        ("y", {tile.shown.y for tile in tiles if tile.row}),
    ):
        for place in sorted(places):
            words = words_at(piece, place, across=axis == "x")
            pairs = sum(n > 1 and tip["xy".index(axis)] == mm(place) for tip, n in met.items())
            yield SeamEntry(cast("Axis", axis), mm(place), words, pairs)


def _tip(arrow: Outline) -> tuple[float, float]:
    """The point of an arrow."""
    _, x, y = cast("tuple[str, float, float]", arrow[0])
    return mm(x), mm(y)


def cut_entries(files: Sequence[OutputFile], paper: Paper) -> Iterator[CutEntry]:
    """The ways to cut sheets of some files with a machine."""
    pages: dict[int, list[CutPage]] = {}
    for output in files:
        for number, sheet in enumerate(output.sheets, start=1):
            if sheet.cut_file:
                pages.setdefault(sheet.cut_file, []).append(CutPage(output.path, number))
    paths: dict[CutLines, list[str]] = {}
    for output in files:
        if output.cut_lines:
            paths.setdefault(output.cut_lines, []).append(output.path)
    for number, (lines, written) in enumerate(paths.items(), start=1):
        boxes = tuple(
            (mm(x), mm(lines.paper.height - y - high), mm(wide), mm(high))
            for x, y, wide, high in (mark.box for mark in lines.marks)
        )
        clear = mm(paper.cutter.clear) if paper.cutter else 0.0
        yield CutEntry(number, tuple(written), tuple(pages[number]), boxes, clear)


def precut_entries(files: Sequence[OutputFile], *, duplex: bool) -> Iterator[PrecutEntry]:
    """The files for precut sheets, with their places; `duplex`: a printer turns the paper over."""
    for output in files:
        if sheet := output.precut:
            yield PrecutEntry(
                output.path,
                sheet.name,
                (mm(sheet.size.width), mm(sheet.size.height)),
                sheet.columns,
                sheet.rows,
                (mm(sheet.x), mm(output.page_size.height - sheet.y - sheet.size.height)),
                (mm(sheet.pitch.width), mm(sheet.pitch.height)),
                sheet.round,
                sheet.one_sided or not duplex,
            )
