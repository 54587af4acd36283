"""Turns the table of papers (millimetres, as data) into `Paper` values in points."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from generator.errors import Fault, KitError, did_you_mean
from generator.units import MM, Rect

_LENGTHS = ("width", "height", "margin")
_FIELDS = (*_LENGTHS, "book")


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper standing upright, in points; no printer is trusted within `margin`.

    `book` names the size of a rulebook's pages that goes with it.
    """

    name: str
    width: float
    height: float
    margin: float
    book: str

    @property
    def title(self) -> str:
        """The name as one writes it: "A4", "Letter"."""
        return self.name.capitalize()

    @property
    def box(self) -> Rect:
        """The whole sheet."""
        return Rect(0.0, 0.0, self.width, self.height)

    @property
    def usable(self) -> Rect:
        """The part of the sheet that every home printer reaches."""
        return self.box.grown(-self.margin)


def read_papers(table: Mapping[str, object]) -> dict[str, Paper]:
    """The parsed paper table, name -> {width, height, margin} in mm, as papers.

    Raises KitError, for all papers at once, for a field that is missing, unknown or not a
    positive number, for a sheet that lies on its side, and for margins that leave no room.
    """
    papers: dict[str, Paper] = {}
    faults: list[Fault] = []
    for name, fields in table.items():
        wrong = _wrong(fields)
        if wrong:
            faults.append(Fault(wrong, item=f'paper "{name}"', hint="lengths are millimetres"))
        else:
            assert isinstance(fields, Mapping)
            width, height, margin = (float(fields[field]) * MM for field in _LENGTHS)
            papers[name] = Paper(name, width, height, margin, str(fields["book"]))
    if faults:
        raise KitError(faults)
    return papers


def paper_named(name: str, papers: Mapping[str, Paper]) -> Paper:
    """The paper of that name; raises KitError that names the nearest one."""
    if name not in papers:
        raise KitError(f'there is no paper "{name}"', hint=did_you_mean(name, papers))
    return papers[name]


def _wrong(fields: object) -> str:
    """What is wrong with one row of the table; empty if it is sound."""
    if not isinstance(fields, Mapping) or set(fields) != set(_FIELDS):
        return f"needs exactly these fields: {', '.join(_FIELDS)}"
    for field in _LENGTHS:
        value = fields[field]
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not math.isfinite(value) or value <= 0:
            return f"{field} must be a positive number, but is {value!r}"
    if fields["width"] > fields["height"]:
        return "stands upright here, but is wider than high"
    if fields["width"] <= 2 * fields["margin"]:
        return "has margins that leave nothing to print on"
    return ""
