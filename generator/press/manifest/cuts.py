"""Cut entries of the manifest: what a machine cuts, and the places of precut sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.base.formats.manifest_json import Entries
from generator.base.units import mm
from generator.press.manifest.books import Coordinate, Distance, Length, Ordinal, Strict
from generator.press.marks.cut_lines import CutLines
from generator.press.paper import Paper
from generator.press.precut import PrecutSheet
from generator.press.request import OutputFile


@dataclass(frozen=True, slots=True)
class CutPage(Strict):
    """A page that a machine cuts."""

    file: str
    page: Ordinal


@dataclass(frozen=True, slots=True)
class CutEntry(Strict):
    """A way to cut sheets: its files (SVG, DXF), their pages, and the registration marks on those.

    `marks` are boxes: x, y (the lower left corner), width and height; `clear` stays white around each.
    """

    number: Ordinal
    paths: Entries[str]
    pages: Entries[CutPage]
    marks: Entries[tuple[Coordinate, Coordinate, Length, Length]]
    clear: Distance


@dataclass(frozen=True, slots=True)
class PrecutEntry(Strict):
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


def precut_entries(files: Sequence[OutputFile], *, duplex: bool) -> tuple[PrecutEntry, ...]:
    """The files for precut sheets, with their places; `duplex`: a printer turns the paper over."""
    return tuple(_precut_entry(each, each.precut, duplex) for each in files if each.precut)


def _precut_entry(output: OutputFile, sheet: PrecutSheet, duplex: bool) -> PrecutEntry:
    return PrecutEntry(
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
