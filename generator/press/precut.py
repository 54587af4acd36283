"""Precut sheets: labels, perforated cards and the like, whose places are cut before they are printed.

The measures of each sheet are data, in `precut.yaml`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from generator.base.errors import KitError, did_you_mean
from generator.base.units import INCH, MM, Rect, Size, mm
from generator.kit.words import Message, Translator
from generator.press.marks.cut_lines import holes_and_folds
from generator.press.pieces.piece import Piece, is_straight
from generator.press.scene.items import Outline
from generator.press.scene.polygons import polygon_of

OVERLAP = 1 * MM
"""Maximum excess of a piece over its place: the knife takes half of it off each side."""
SLACK = 0.05 * MM
"""Tolerance for rounding when inches are written in millimetres."""
_TITLES = {
    (True, False): "Labels, {size}",
    (True, True): "Round labels, {size}",
    (False, False): "Precut cards, {size}",
    (False, True): "Precut discs, {size}",
}
"""The title of a sheet, by whether it is one-sided and whether its places are round."""
_IN_INCHES = "{inches} in ({mm})"
MESSAGES = tuple(map(Message, (*_TITLES.values(), _IN_INCHES)))
"""The titles and measures, for the catalogue of translations."""
_FINEST = 32
"""The largest denominator of a fraction of an inch."""
_OVAL = 0.02
"""Maximum distance of a round outline's points from an ellipse, as a share of its radius."""


@dataclass(frozen=True, slots=True)
class PrecutSheet:
    """Places of one size in columns and rows on the paper of that name; all lengths are in points.

    `x` and `y` are the corner of the first place; `pitch` is the distance from one place to the
    next.  A `one_sided` sheet, such as a sheet of labels, has no printable back.  Printing begins
    at the `first` place, counted from 1 row by row, if those before it are used up.  `products` are
    names under which it is sold.
    """

    name: str
    products: tuple[str, ...]
    paper: str
    size: Size
    columns: int
    rows: int
    x: float
    y: float
    pitch: Size
    round: bool = False
    one_sided: bool = False
    inches: bool = False
    """Whether its packet gives the measures in inches."""
    first: int = 1

    @property
    def capacity(self) -> int:
        """The number of its places."""
        return self.columns * self.rows

    @property
    def box(self) -> Rect:
        """The box around all places."""
        return Rect(
            self.x,
            self.y,
            self.size.width + (self.columns - 1) * self.pitch.width,
            self.size.height + (self.rows - 1) * self.pitch.height,
        )

    def title(self, words: Translator) -> str:
        """What the sheets are: "Round labels, 20 mm"."""
        return words.text(_TITLES[self.one_sided, self.round], size=self.measure(words))

    def measure(self, words: Translator) -> str:
        """The size of a place as its packet gives it: "20 mm", "7/8 in (22.2 mm)"."""
        width, height = self.size
        sides = (width,) if self.round and width == height else (width, height)
        figures = 1 if self.inches else 3
        metric = words.figure(" × ".join(f"{round(mm(side), figures):g}" for side in sides) + " mm")
        if not self.inches:
            return metric
        return words.text(_IN_INCHES, inches=" × ".join(map(_in_inches, sides)), mm=metric)

    def places(self, bleed: float) -> Iterator[tuple[Rect, Rect]]:
        """Each place, row by row, with the box that art may fill.

        It reaches half the way to a neighbour, and `bleed` beyond the outer edges.
        """
        width, height = self.size
        gap_x, gap_y = (self.pitch.width - width) / 2, (self.pitch.height - height) / 2
        for row, column in product(range(self.rows), range(self.columns)):
            place = Rect(
                self.x + column * self.pitch.width, self.y + row * self.pitch.height, width, height
            )
            left = gap_x if column else bleed
            right = gap_x if column + 1 < self.columns else bleed
            top = gap_y if row else bleed
            bottom = gap_y if row + 1 < self.rows else bleed
            limit = Rect(place.x - left, place.y - top, width + left + right, height + top + bottom)
            yield place, limit

    def fits(self, piece: Piece) -> bool:
        """Whether a piece fits a place, upright or turned."""
        return self.turn_of(piece) is not None

    def turn_of(self, piece: Piece) -> int | None:
        """How a piece lies in a place: 0 upright, 90 turned, None if it does not fit.

        It is round if the place is, its art, with bleed, covers the place, and nothing is left to be cut or
        folded.
        """
        outline = _is_round if self.round else is_straight
        if not outline(piece.front.trim, piece.size) or any(holes_and_folds(piece.front.items)):
            return None
        width, height = piece.size
        for turn, size in ((0, Size(width, height)), (90, Size(height, width))):
            if all(map(self._covers, size, self.size, self.pitch, (piece.bleed,) * 2)):
                return turn
        return None

    @staticmethod
    def _covers(length: float, place: float, pitch: float, bleed: float) -> bool:
        """Whether a piece of that length covers a place, without covering its neighbour."""
        most = min(place + OVERLAP, pitch)
        return length <= most + SLACK and length + 2 * bleed >= place - SLACK


def _in_inches(length: float) -> str:
    """A length in inches, as a mixed number: `3 1/2`."""
    whole, rest = divmod(Fraction(length / INCH).limit_denominator(_FINEST), 1)
    return " ".join(str(each) for each in (whole, rest) if each) or "0"


def _is_round(trim: Outline | None, size: Size) -> bool:
    """Whether an outline is the ellipse in its box."""
    x, y = size.width / 2, size.height / 2
    return trim is not None and all(
        abs(math.hypot(at_x / x - 1, at_y / y - 1) - 1) < _OVAL for at_x, at_y in polygon_of(trim)
    )


def precut_named(name: str, sheets: Mapping[str, PrecutSheet]) -> PrecutSheet:
    """The precut sheet of that name, or that a product is; raises KitError that names the nearest."""
    names = {product: sheet for sheet in sheets.values() for product in sheet.products}
    names |= sheets
    if name not in names:
        message = f'there is no precut sheet "{name}"'
        raise KitError(message, hint=did_you_mean(name, names), check="unknown-precut")
    return names[name]
