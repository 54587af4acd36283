"""Card size: the size and the bleed of cards, by the pixels of their pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import log

from generator.base.units import MM, Size, mm
from generator.tools.from_pictures.card_pictures import CardPicture
from generator.tools.from_pictures.pdf_pages import MOST_BLEED
from generator.tools.scaffold import CARD_SIDES, card_sizes, measured

BLEEDS = (0.0, 3.0, 3.175)
"""Bleeds that pictures of cards have, in millimetres: none, and those that print shops ask for."""
_TRADING_CARD = "63mmx88mm"
"""A usual size that only its measures tell from poker, not its proportions."""
_SAME_SHAPE = 0.012
"""Most that the logarithms of two proportions differ for the same shape."""
_TRIMMED = 0.03
"""The same for a picture of which nothing worth a word is cut off."""
_SAME_SIZE = 0.8
"""Most that two sizes differ, in millimetres."""
_SAME_NAME = 0.1
"""Most that a size differs from a known one to be called so, in millimetres."""
_HEIGHT = 88.9
"""Height in millimetres of cards whose proportions are none of the known."""


@dataclass(frozen=True, slots=True)
class CardSize:
    """The size to which cards are cut, and the bleed that their pictures have."""

    name: str
    """As `read_size` gives it: "poker", or "63mmx88mm", upright."""
    bleed: float
    """In millimetres."""
    is_wide: bool
    """Whether most pictures are wider than high."""
    is_guess: bool = True
    """Whether no file and no option states the size."""

    @property
    def trim(self) -> Size:
        """The size to which the cards are cut, in points."""
        upright = measured(self.name)
        return Size(upright.height, upright.width) if self.is_wide else upright

    @property
    def trim_in_mm(self) -> tuple[float, float]:
        """The same in millimetres."""
        return mm(self.trim.width), mm(self.trim.height)

    @property
    def in_words(self) -> str:
        """For a message: "63.5 x 88.9 mm with 3 mm of bleed"."""
        width, height = self.trim_in_mm
        bleed = f"with {self.bleed:g} mm of bleed" if self.bleed else "without bleed"
        return f"{width:g} x {height:g} mm {bleed}"

    def dpi(self, picture: CardPicture) -> float:
        """The dots per inch at which a picture is printed."""
        width, height = sorted(side + 2 * self.bleed * MM for side in self.trim)
        across, down = sorted(picture.pixels)
        return min(across / width, down / height) * 72

    def fits(self, picture: CardPicture) -> bool:
        """Whether a picture has these proportions, upright or turned."""
        return abs(_shape(picture.pixels) - _shape(_with_bleed(self.trim, self.bleed))) < _TRIMMED


def card_size(pictures: Sequence[CardPicture], wanted: str = "") -> CardSize:
    """Find the size and the bleed of cards: as `wanted`, as their files state, or by their proportions.

    Of the known sizes the most usual counts if several fit.
    """
    pixels = Counter(picture.pixels for picture in pictures).most_common(1)[0][0]
    first = next(picture for picture in pictures if picture.pixels == pixels)
    is_wide = pixels[0] > pixels[1]
    if first.bleed is not None and first.printed and not wanted:
        trim = _upright(first.printed, -first.bleed / MM)
        return CardSize(_named(trim), round(first.bleed / MM, 2), is_wide, is_guess=False)
    known = [wanted] if wanted else card_sizes()
    options = [*product(known, BLEEDS)]
    if first.printed:
        printed = _upright(first.printed)
        if wanted and (bleed := _bleed_between(_upright(measured(wanted)), printed)) is not None:
            return CardSize(wanted, bleed, is_wide, is_guess=False)
        sizes = known if wanted else [*known, _TRADING_CARD]
        near = [
            (_apart(_upright(measured(size), bleed), printed), size, bleed)
            for size, bleed in product(sizes, BLEEDS)
        ]
        apart, size, bleed = min(near, key=lambda each: each[0])
        if apart <= _SAME_SIZE:
            return CardSize(size, bleed, is_wide, is_guess=False)
    shapes = [
        (round(abs(_shape(pixels) - _shape(_with_bleed(measured(size), bleed))), 3), size, bleed)
        for size, bleed in options
    ]
    apart, size, bleed = min(shapes, key=lambda each: each[0])
    if apart <= _SAME_SHAPE:
        return CardSize(size, bleed, is_wide, is_guess=not wanted)
    if wanted:
        return CardSize(wanted, 0, is_wide, is_guess=False)
    if first.printed and CARD_SIDES.hold(first.printed):
        return CardSize(_named(_upright(first.printed)), 0, is_wide, is_guess=False)
    least, greatest = CARD_SIDES
    width = min(max(_HEIGHT * min(pixels) / max(pixels), least), greatest)
    return CardSize(_named((width, _HEIGHT)), 0, is_wide)


def _upright(size: Size, bleed: float = 0) -> tuple[float, float]:
    """A size in millimetres, upright, with so much more on each side."""
    width, height = sorted(mm(side) + 2 * bleed for side in size)
    return width, height


def _bleed_between(trim: tuple[float, float], printed: tuple[float, float]) -> float | None:
    """The bleed that a printed size has beyond a trim, in millimetres; None if it is no even one."""
    across, down = ((whole - cut) / 2 for whole, cut in zip(printed, trim, strict=True))
    even = abs(across - down) <= _SAME_SIZE / 2 and -_SAME_SIZE / 2 <= across <= MOST_BLEED
    return round(max((across + down) / 2, 0), 1) if even else None


def _apart(size: tuple[float, float], other: tuple[float, float]) -> float:
    """The greatest difference between the sides of two sizes."""
    return max(abs(a - b) for a, b in zip(size, other, strict=True))


def _with_bleed(size: Size, bleed: float) -> Size:
    return Size(size.width + 2 * bleed * MM, size.height + 2 * bleed * MM)


def _shape(size: tuple[float, float]) -> float:
    """The proportions of a size, however it is turned: the logarithm of its short side by its long one."""
    return log(min(size) / max(size))


def _named(size: tuple[float, float]) -> str:
    """The name of a known size in millimetres, or its measures."""
    for name in card_sizes():
        if _apart(_upright(measured(name)), size) < _SAME_NAME:
            return name
    return "x".join(f"{round(side, 1):g}mm" for side in size)
