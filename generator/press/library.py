"""Shared library: papers, sizes, fonts and colours that every kit may use, read and checked.

A user's own `shared` folder adds to Grimoire's, name by name.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeAlias, TypeVar

from pydantic import Field, model_validator

from generator.base.document import Document
from generator.base.errors import Fault, KitError, Place, did_you_mean, errors_at, raise_faults
from generator.base.load_document import load_yaml
from generator.base.schema import ClosedModel, Slug, adapter_of, validation_error
from generator.base.units import INCH, MM, Size
from generator.base.validation_errors import validated
from generator.kit.manifest.spec import Ink
from generator.press.cutter import Corner, Cutter, Shape, cutter_named
from generator.press.paper import Binding, Paper, paper_named
from generator.press.precut import PrecutSheet, precut_named
from generator.press.request import Target
from generator.press.scene.items import Color
from generator.press.text.fonts import FontBook

T = TypeVar("T")

_MAX_SIZE = 10_000  # mm
_Length: TypeAlias = Annotated[float, Field(gt=0, le=100, allow_inf_nan=False)]
_Side: TypeAlias = Annotated[float, Field(gt=0, le=1_000, allow_inf_nan=False)]
_PaperSide: TypeAlias = Annotated[float, Field(gt=0, le=5_000, allow_inf_nan=False)]
_Pair: TypeAlias = Annotated[list[_Side], Field(min_length=2, max_length=2)]
_Distance: TypeAlias = Annotated[float, Field(ge=0, le=1_000, allow_inf_nan=False)]
_Places: TypeAlias = Annotated[int, Field(ge=1, le=100)]
_ROUNDING = 0.1 * MM
"""How far beyond the paper the measures of a precut sheet may lead."""


class PaperRow(ClosedModel):
    """A paper in `papers.yaml`, upright, in millimetres."""

    width: _PaperSide
    height: _PaperSide
    margin: _PaperSide
    """What home printers leave white along every edge."""
    book: str
    """The named size of a rulebook's page."""
    roll: bool = False
    """It is printed on one side, and cut off where a page ends."""
    leaf: str | None = None
    """Another paper, in whose size text to read is set."""

    @model_validator(mode="after")
    def _check_measures(self) -> Self:
        phrase, hint = "", "give lengths in millimetres"
        if self.width > self.height:
            phrase, hint = "must be upright, but is wider than high", "swap width and height"
        elif self.width <= 2 * self.margin:
            phrase = "has margins that leave no printable area"
        if phrase:
            raise validation_error(phrase, hint, check="paper-definition")
        return self


def papers(shared: tuple[Path, ...]) -> dict[str, Paper]:
    """All papers that may be printed on, by name.

    Raises KitError, for all papers of a file at once, for faulty measures and for names that no
    paper or size has.
    """
    found: dict[str, Paper] = {}
    known = sizes(shared)
    for _, document, rows in _contents(shared, "papers.yaml", dict[str, PaperRow]):
        for name, row in rows.items():
            width, height, margin = (side * MM for side in (row.width, row.height, row.margin))
            found[name] = Paper(name, width, height, margin, row.book, row.roll)
        faults: list[Fault] = []
        for name, row in rows.items():
            faults += _unknown("size", row.book, known, document.place(name, "book"))
            if row.leaf:
                faults += _unknown("paper", row.leaf, found, document.place(name, "leaf"))
                leaf = found.get(row.leaf, found[name])
                found[name] = replace(found[name], leaf_size=leaf.box.size)
        raise_faults(faults)
    return found


def _unknown(kind: str, name: str, known: Iterable[str], place: Place) -> Iterator[Fault]:
    if name not in known:
        message, hint = f'there is no {kind} "{name}"', did_you_mean(name, known)
        yield Fault(message, place=place, hint=hint, check=f"unknown-{kind}")


def paper_of(target: Target, shared: tuple[Path, ...]) -> Paper:
    """The paper of a target, with its cutting machine and its precut sheets.

    Raises KitError if one is unknown, if a machine cannot cut such sheets, and for precut sheets of
    another paper.
    """
    known = papers(shared)
    paper = paper_named(target.paper, known)
    if target.precut:
        sheets = _precut_of(target, paper, known, precut_sheets(shared, known))
        paper = replace(paper, precut=tuple(sheets))
    if not target.cutter:
        return paper
    cutter = cutter_named(target.cutter, cutters(shared))
    fault = ""
    if paper.roll:
        fault = "cuts sheets, but this paper is a roll"
    elif target.backs == "gutterfold":
        fault = "cuts flat sheets, but with gutterfold they are folded and glued first"
    elif not cutter.fits(paper.box):
        fault = f"leaves no room on {paper.title}"
    if fault:
        hint = "leave --cutter out, or choose other --paper or --backs"
        raise KitError(f"--cutter {cutter.name} {fault}", hint=hint, check="cutter-sheet")
    return replace(paper, cutter=cutter)


def _precut_of(
    target: Target, paper: Paper, known: Mapping[str, Paper], sheets: Mapping[str, PrecutSheet]
) -> Iterator[PrecutSheet]:
    """The precut sheets of a target, each with the place to begin at."""
    for name, first in target.precut:
        sheet = precut_named(name, sheets)
        fault = hint = ""
        if sheet.paper != paper.name:
            fault = f"is a sheet of {paper_named(sheet.paper, known).title}, not of {paper.title}"
            hint = f"print on --paper {sheet.paper}"
        elif not 1 <= first <= sheet.capacity:
            fault = f"has {sheet.capacity} places, so there is no place {first} to begin at"
            hint = f"write a number up to {sheet.capacity}, such as {name}=2"
        elif target.split:
            fault = "takes pieces out of their parts, but --split prints whole parts"
            hint = "leave out --precut or --split"
        if fault:
            raise KitError(f"--precut {sheet.name} {fault}", hint=hint, check="precut-sheet")
        yield replace(sheet, first=first)


class CutterRow(ClosedModel):
    """A cutting machine in `cutters.yaml`, in millimetres."""

    title: str
    marks: dict[Corner, Shape] = Field(default_factory=dict)
    """The registration mark in each corner; without any, the machine is aligned by hand."""
    inset: _Length = 10.0
    """From the edges of the paper to the marks."""
    square: _Length = 5.0
    """The side of a square."""
    arm: _Length = 5.0
    """The length of an arm."""
    thickness: _Length = 1.0
    """The width of an arm."""
    clear: _Length = 3.0
    """What stays white around a mark."""
    gap: _Length = 1.25
    """Least distance of pieces."""

    @model_validator(mode="after")
    def _check_arm(self) -> Self:
        if self.thickness > self.arm:
            raise validation_error(
                f"has a thickness of {self.thickness:g}, more than its arm of {self.arm:g}",
                'write the length of the arms under "arm", and their width under "thickness"',
                check="out-of-range",
            )
        return self


def cutters(shared: tuple[Path, ...]) -> dict[str, Cutter]:
    """All cutting machines, by name."""
    found: dict[str, Cutter] = {}
    for _, _, rows in _contents(shared, "cutters.yaml", dict[Slug, CutterRow]):
        for name, row in rows.items():
            lengths = (row.inset, row.square, row.arm, row.thickness, row.clear, row.gap)
            corners = tuple(row.marks.items())
            found[name] = Cutter(name, row.title, corners, *(each * MM for each in lengths))
    return found


class PrecutRow(ClosedModel):
    """A precut sheet in `precut.yaml`."""

    paper: str
    unit: Literal["mm", "in"] = "mm"
    """The unit of all its lengths: millimetres, or inches."""
    size: _Pair
    """Width and height of a place, as the paper stands upright."""
    columns: _Places
    rows: _Places
    pitch: _Pair | None = None
    """From a place to the next, across and down; left out, places touch."""
    left: _Distance | None = None
    """From the left edge of the paper to the first place; left out, the places are in the middle."""
    top: _Distance | None = None
    """The same from its upper edge."""
    round: bool = False
    sides: Literal[1, 2] = 2
    """How many sides can be printed."""
    also: list[Slug] = Field(default_factory=list)
    """Products that have these measures."""


def precut_sheets(
    shared: tuple[Path, ...], known: Mapping[str, Paper] | None = None
) -> dict[str, PrecutSheet]:
    """All precut sheets, by name; `known` are the papers, if they have been read already.

    Raises KitError for one that its paper has no room for.
    """
    found: dict[str, PrecutSheet] = {}
    known = known or papers(shared)
    for _, document, rows in _contents(shared, "precut.yaml", dict[Slug, PrecutRow]):
        for name, row in rows.items():
            with errors_at(document.place(name)):
                found[name] = _precut_sheet(name, row, paper_named(row.paper, known))
    return found


def _precut_sheet(name: str, row: PrecutRow, paper: Paper) -> PrecutSheet:
    inches = row.unit == "in"
    unit = INCH if inches else MM
    size = Size(*(side * unit for side in row.size))
    pitch = Size(*(side * unit for side in row.pitch)) if row.pitch else size
    wide = (row.columns - 1) * pitch.width + size.width
    high = (row.rows - 1) * pitch.height + size.height
    x = (paper.width - wide) / 2 if row.left is None else row.left * unit
    y = (paper.height - high) / 2 if row.top is None else row.top * unit
    fault = ""
    if paper.roll:
        fault = "is a sheet, but its paper is a roll"
    elif pitch.width < size.width or pitch.height < size.height:
        fault = "has places that overlap: its pitch is smaller than its size"
    elif min(x, y, paper.width - x - wide, paper.height - y - high) < -_ROUNDING:
        fault = f"has places that {paper.title} has no room for"
    if fault:
        hint = f"measure a sheet again, in {'inches' if inches else 'millimetres'}"
        raise KitError(f'precut sheet "{name}" {fault}', hint=hint, check="shared-file")
    return PrecutSheet(
        name, tuple(row.also), paper.name, size, row.columns, row.rows, x, y, pitch,
        row.round, row.sides == 1, inches,
    )  # fmt: skip


class BindingRow(ClosedModel):
    """The content of `booklet.yaml`."""

    thickness: _Length | None = None
    """Of a sheet, in millimetres."""
    sheets: _Places | None = None
    """How many of them a stapler takes."""


def binding(shared: tuple[Path, ...]) -> Binding:
    """The limits of folded and stapled sheets."""
    found: dict[str, Any] = {}
    for _, document in _documents(shared, "booklet.yaml"):
        found |= validated(BindingRow.model_validate, document).model_dump(exclude_none=True)
    return Binding(found["thickness"] * MM, found["sheets"])


def sizes(shared: tuple[Path, ...]) -> dict[str, Size]:
    """All named sizes of pieces."""
    return _sizes_in(shared, "sizes.yaml")


def sleeves(shared: tuple[Path, ...]) -> dict[str, Size]:
    """The sizes of the cards for which sleeves are made, by the names of the sleeves."""
    return _sizes_in(shared, "sleeves.yaml")


def _sizes_in(shared: tuple[Path, ...], file: str) -> dict[str, Size]:
    found: dict[str, Size] = {}
    for _, document in _documents(shared, file):
        for name, size in document.data.items():
            if not _is_size(size):
                message = f'the size "{name}" is not a width and a height in millimetres'
                hint = 'write "[63.5, 88.9]"'
                raise KitError(message, place=document.place(name), hint=hint, check="shared-file")
            found[name] = Size(size[0] * MM, size[1] * MM)
    return found


def palette(shared: tuple[Path, ...], ink: Literal["full", "low"]) -> dict[str, Color]:
    """The colours every kit has, by name."""
    found: dict[str, Color] = {}
    for _, _, colors in _contents(shared, "palette.yaml", dict[Slug, Ink]):
        for name, color in colors.items():
            found[name] = color.low if ink == "low" and color.low else color.full
    return found


def fonts(shared: tuple[Path, ...]) -> FontBook:
    """The fonts every kit may use."""
    book = FontBook({})
    for folder, document, families in _contents(shared, "fonts.yaml", dict[str, dict[str, str]]):
        book = FontBook.from_families(families, folder, book, document.place)
    return book


def _documents(shared: tuple[Path, ...], name: str) -> Iterator[tuple[Path, Document]]:
    """The files of that name with their folders, Grimoire's first."""
    for folder in reversed(shared):
        if (folder / name).is_file():
            document = load_yaml(folder / name)
            if not isinstance(document.data, dict):
                hint = 'write "name: value" lines'
                message = "must be a mapping"
                raise KitError(message, place=document.place(), hint=hint, check="shared-file")
            yield folder, document


def _contents(
    shared: tuple[Path, ...], name: str, kind: type[T]
) -> Iterator[tuple[Path, Document, T]]:
    """The same with what is in each file, checked."""
    for folder, document in _documents(shared, name):
        yield folder, document, validated(adapter_of(kind).validate_python, document)


def _is_size(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(side) in (int, float) and math.isfinite(side) for side in value)
        and all(0 < side <= _MAX_SIZE for side in value)
    )
