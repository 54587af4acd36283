"""Shop limits: the schema of `data/shared/shops/<shop>.yaml`, what a shop takes and by which source."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import BeforeValidator, Field, PlainSerializer
from pydantic import Strict as StrictMode

from generator.base.errors import KitError
from generator.base.load_document import load_form
from generator.base.schema import ClosedModel, Slug, Words, validation_error
from generator.base.units import length, mm


def _points(value: object) -> object:
    try:
        return length(str(value))
    except (KitError, TypeError, ValueError):
        raise validation_error(
            f'must be a length such as "0.125in" or "3mm", but is {value}', check="wrong-type"
        ) from None


def _as_millimetres(points: float) -> str:
    return f"{mm(points):g}mm"


Length = Annotated[
    float,
    BeforeValidator(_points),
    Field(gt=0),
    PlainSerializer(_as_millimetres, when_used="json"),
]
"""A length in points, written with its unit."""
Count = Annotated[int, Field(ge=1)]
Number = Annotated[float, StrictMode(False), Field(gt=0)]
Pair = Annotated[tuple[Length, Length], StrictMode(False)]
Pixels = Annotated[tuple[Count, Count], StrictMode(False)]
Units = Annotated[tuple[Number, Number], StrictMode(False)]
Shape = Literal["rectangle", "circle", "hex"]


class Limits(ClosedModel):
    """What the limits of every shop have: source, date and resolution."""

    source: Words
    date: Words
    dpi: Count = 300


class PngLimits(Limits):
    """Loose images: the least and most dots to the inch, and the most pixels."""

    least: Count
    most: Count
    pixels: Count


class ScreenLimits(Limits):
    """Tables on screen that take pictures: the least and most dots to the inch, the largest side."""

    least: Count
    most: Count
    side: Count = 4096


class CgsLimits(ScreenLimits):
    """Card Game Simulator."""


class PcioLimits(ScreenLimits):
    """PlayingCards.io; its measures are explained in the file."""

    bytes: Count
    widgets: Count
    table: Pixels
    card: Count
    poker: Length
    most_across: Count
    gap: Count


class WebLimits(Limits):
    """Pages on the web: the most bytes of one file, and of all."""

    file: Count
    all: Count


class Printed(ClosedModel):
    """Something a shop prints: its size, and the pixels of the picture of each side."""

    name: Words
    trim: Pair
    pixels: Pixels


class Product(Printed):
    """A piece that a shop cuts; `folded` is its size in the box, if it is folded for it."""

    family: Slug
    shape: Shape
    sides: Literal[1, 2]
    folded: Pair | None = None


class TuckBox(Printed):
    """A box for this many cards; its trim is that of the cards."""

    cards: Count


class TgcLimits(Limits):
    """The Game Crafter; what is no product of its own is explained in the file."""

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
        """Everything that has pictures, by its slug."""
        return {
            **self.products, **self.punchouts, **self.booklets, **self.tuck_boxes, **self.game_boxes,
            **self.dice,
        }  # fmt: skip


class CardSize(ClosedModel):
    """A size of cards that a shop prints."""

    name: Words
    trim: Pair


class DriveThruLimits(Limits):
    """DriveThruCards; `ink` is the most of all four inks together, in per cent."""

    bleed: Length
    safe: Length
    ink: Count
    pdf: Words
    tolerance: Length
    extend: Length
    cards: dict[Slug, CardSize]


class CardSizeRange(ClosedModel):
    """Rectangles with sides from..to these lengths are cards."""

    shorter: Pair
    longer: Pair


class TtsLimits(Limits):
    """Tabletop Simulator; its units are explained in the file."""

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
        """The points of a real piece that are one unit of the table."""
        return self.poker / self.card


LimitsT = TypeVar("LimitsT", bound=Limits)


def load_limits(shared: tuple[Path, ...], shop: str, kind: type[LimitsT]) -> LimitsT:
    """The limits of a shop; a user's own file of that name comes before Grimoire's.

    Raises KitError with the lines that are wrong.
    """
    return load_form(shared, f"shops/{shop}.yaml", kind)
