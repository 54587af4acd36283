"""Shop limits: the schema of `data/shared/shops/<shop>.yaml`, which cites its source."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import BeforeValidator, Field, PlainSerializer
from pydantic import Strict as StrictMode

from generator.base.errors import KitError
from generator.base.load_document import load_form
from generator.base.schema import ClosedModel, Slug, Words, validation_error
from generator.base.units import length, mm


def _parse_length(value: object) -> object:
    try:
        return length(str(value))
    except (KitError, TypeError, ValueError):
        message = f'must be a length such as "0.125in" or "3mm", but is {value}'
        raise validation_error(message, check="wrong-type") from None


def _format_length(points: float) -> str:
    return f"{mm(points):g}mm"


Length = Annotated[
    float,
    BeforeValidator(_parse_length),
    Field(gt=0),
    PlainSerializer(_format_length, when_used="json"),
]
"""A length in points, written with its unit."""
Count = Annotated[int, Field(ge=1)]
Number = Annotated[float, StrictMode(False), Field(gt=0)]
Pair = Annotated[tuple[Length, Length], StrictMode(False)]
Pixels = Annotated[tuple[Count, Count], StrictMode(False)]
Units = Annotated[tuple[Number, Number], StrictMode(False)]
Shape = Literal["rectangle", "circle", "hex"]


class Limits(ClosedModel):
    """Base of all limits: source, date and resolution in dots per inch."""

    source: Words
    date: Words
    dpi: Count = 300


class PictureLimits(Limits):
    """Base of the limits of pictures whose dots per inch are chosen, within a range."""

    least: Count
    most: Count

    def chosen(self, dpi: int | None) -> int:
        """The requested dots per inch, or the usual ones.  Raises KitError outside the limits."""
        dpi = dpi or self.dpi
        if not self.least <= dpi <= self.most:
            message = f"--dpi {dpi} is outside {self.least}..{self.most}"
            raise KitError(message, hint=f"{self.dpi} is usual", check="option-value")
        return dpi


class PngLimits(PictureLimits):
    """Loose images: the most pixels."""

    pixels: Count


class ScreenLimits(PictureLimits):
    """Virtual tables that take pictures: the longest side in pixels."""

    side: Count = 4096


class ShowcaseLimits(PictureLimits):
    """Pictures that show a kit: the most pixels of a side and of all."""

    side: Count
    pixels: Count


class LeafletLimits(Limits):
    """Leaflets: the papers, and the margin left white on them."""

    papers: dict[Slug, Pair]
    margin: Length


class CgsLimits(ScreenLimits):
    """Card Game Simulator."""


class PcioLimits(ScreenLimits):
    """PlayingCards.io; the fields are explained in the data file."""

    bytes: Count
    widgets: Count
    table: Pixels
    card: Count
    poker: Length
    most_across: Count
    gap: Count


class WebLimits(Limits):
    """Sites: the most bytes of one file, and of all files."""

    file: Count
    all: Count


class Printed(ClosedModel):
    """Printed product: its trim size, and the size in pixels of the picture of each side."""

    name: Words
    trim: Pair
    pixels: Pixels


class Product(Printed):
    """Piece that a shop prints and cuts; `folded` is its size in the box, if it is folded."""

    family: Slug
    shape: Shape
    sides: Literal[1, 2]
    folded: Pair | None = None


class TuckBox(Printed):
    """Tuck box for up to this many cards; its trim is the trim of the cards."""

    cards: Count


class TgcLimits(Limits):
    """The Game Crafter; fields that are not products are explained in the data file."""

    safe: Length
    tolerance: Length
    extend: Length
    border: Length
    boards: Length
    bordered: Annotated[tuple[Slug, ...], StrictMode(False)]
    products: dict[Slug, Product]
    punchouts: dict[Slug, Printed] = Field(default_factory=dict)
    margin: Length = 18.0
    gap: Length = 9.0
    booklets: dict[Slug, Printed] = Field(default_factory=dict)
    pages: Count = 40
    tuck_boxes: dict[Slug, TuckBox] = Field(default_factory=dict)
    game_boxes: dict[Slug, Printed] = Field(default_factory=dict)
    dice: dict[Slug, Printed] = Field(default_factory=dict)
    stand: Words = "a stand for a figure of thick card"
    folding: Words = "it is folded from paper: print it at home"

    @property
    def printed(self) -> dict[str, Printed]:
        """All products with pictures, by slug."""
        return {
            **self.products, **self.punchouts, **self.booklets, **self.tuck_boxes, **self.game_boxes,
            **self.dice,
        }  # fmt: skip


class MpcLimits(Limits):
    """MakePlayingCards; the fields are explained in the data file."""

    safe: Length
    tolerance: Length
    extend: Length
    most: Count
    stock: Words
    products: dict[Slug, Printed]

    @property
    def printed(self) -> dict[str, Printed]:
        """All products with pictures, by slug."""
        return {**self.products}


class CardSize(ClosedModel):
    """Card size that a shop prints."""

    name: Words
    trim: Pair


class DriveThruLimits(Limits):
    """DriveThruCards; `ink` is the highest total ink coverage, in per cent."""

    bleed: Length
    safe: Length
    ink: Count
    pdf: Words
    tolerance: Length
    extend: Length
    cards: dict[Slug, CardSize]


class PrintShopLimits(Limits):
    """Any print shop; the fields are explained in the data file."""

    bleed: Length
    least: Length
    most: Length
    safe: Length
    extend: Length
    marks: Length

    def with_bleed(self, bleed: float | None) -> PrintShopLimits:
        """These limits with the requested bleed in points.  Raises KitError outside the range."""
        bleed = self.bleed if bleed is None else bleed
        if not self.least - 0.01 <= bleed <= self.most + 0.01:
            message = f"--bleed is {mm(bleed):g} mm, outside {mm(self.least):g}..{mm(self.most):g}"
            raise KitError(message, hint=f"{mm(self.bleed):g} mm is usual", check="option-value")
        return self.model_copy(update={"bleed": bleed})


class CardSizeRange(ClosedModel):
    """Range of card sizes: the least and greatest length of the shorter and the longer side."""

    shorter: Pair
    longer: Pair


class TtsLimits(PictureLimits):
    """Tabletop Simulator; the fields and units are explained in the data file."""

    side: Count
    columns: Count
    rows: Count
    vertices: Count
    card: Number
    tile: Number
    bag: Number
    book: Units
    poker: Length
    cards: CardSizeRange
    thick: Number
    stands: Number
    laid_out: Count
    width: Number
    gap: Number

    @property
    def unit(self) -> float:
        """Points on a real piece per unit of the table."""
        return self.poker / self.card


LimitsT = TypeVar("LimitsT", bound=Limits)


def load_limits(shared: tuple[Path, ...], shop: str, kind: type[LimitsT]) -> LimitsT:
    """Load the limits of a shop; a user's file of the same name precedes Grimoire's.

    Raises KitError with the faulty lines.
    """
    return load_form(shared, f"shops/{shop}.yaml", kind)
