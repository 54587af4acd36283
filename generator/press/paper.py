"""Paper sizes: the table of papers (millimetres, as data) and the limits of binding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from generator.base.errors import KitError, did_you_mean
from generator.base.units import Rect, Size, mm
from generator.kit.words import UNTRANSLATED, Message, Translator

if TYPE_CHECKING:
    from generator.press.cutter import Cutter
    from generator.press.precut import PrecutSheet

ROLL = "Roll, {width} mm"
MESSAGES = (Message(ROLL),)
"""The titles of papers, for the catalogue of translations; the others are names."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper in portrait orientation, in points; printers may not reach the `margin`.

    `book` names the size of a rulebook's pages that goes with it.  A `roll` is printed on one side
    only, and cut off where a page ends: its `height` is that of the longest page.  Text to read is
    set on a `leaf`, since lines would be too long on a large sheet.  Pieces are cut out by a
    `cutter`, or by hand.  Those that fit one of the `precut` sheets, which have the same size, are
    printed on it.
    """

    name: str
    width: float
    height: float
    margin: float
    book: str
    roll: bool = False
    leaf_size: Size | None = None
    cutter: Cutter | None = None
    precut: tuple[PrecutSheet, ...] = ()

    @property
    def title(self) -> str:
        """The name as people write it: "A4", "Letter", "Roll, 610 mm"."""
        return self.title_in(UNTRANSLATED)

    def title_in(self, words: Translator) -> str:
        """The title in the language of `words`."""
        if not self.roll:
            return self.name.capitalize()
        return words.text(ROLL, width=words.figure(f"{mm(self.width):g}"))

    @property
    def leaf(self) -> Size:
        """The size in which a page of text is set: the paper's own unless that is large."""
        return self.leaf_size or Size(self.width, self.height)

    @property
    def box(self) -> Rect:
        """The whole sheet."""
        return Rect(0.0, 0.0, self.width, self.height)

    @property
    def usable(self) -> Rect:
        """The part of the sheet that every home printer reaches."""
        return self.box.grown(-self.margin)

    @property
    def gap(self) -> float:
        """The minimum gap that a cutting machine needs between pieces; 0 without one."""
        return self.cutter.gap if self.cutter else 0.0

    @property
    def by_hand(self) -> Paper:
        """The same paper for pieces that no machine cuts."""
        return replace(self, cutter=None) if self.cutter else self

    def cut(self, length: float) -> Paper:
        """A piece of roll with `length` between its margins; a sheet is returned unchanged."""
        if not self.roll:
            return self
        return replace(self, height=min(length + 2 * self.margin, self.height))


@dataclass(frozen=True, slots=True)
class Binding:
    """Limits of binding: the thickness of a sheet (points), and how many sheets a stapler takes."""

    thickness: float
    sheets: int


def paper_named(name: str, papers: Mapping[str, Paper]) -> Paper:
    """The paper of that name, in lower or upper case; raises KitError that names the nearest."""
    found = papers.get(name) or papers.get(name.lower())
    if found is None:
        message = f'there is no paper "{name}"'
        raise KitError(message, hint=did_you_mean(name, papers), check="unknown-paper")
    return found
