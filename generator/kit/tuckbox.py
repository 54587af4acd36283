"""Tuck boxes: computes the inner size of a box from the number, size and thickness of its cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import Field

from generator.base.load_document import load_form
from generator.base.schema import ClosedModel
from generator.base.units import Size, mm

STOCK = "stock.yaml"

Length = Annotated[float, Field(gt=0, le=100)]


class Clearance(ClosedModel):
    """Clearance of a box around its content, in millimetres."""

    width: Length
    height: Length
    depth: Length


class Stock(ClosedModel):
    """Stock: measures of card stock and boxes, in millimetres; the file explains each."""

    card: Length
    room: Clearance
    least_depth: Length


@dataclass(frozen=True, slots=True)
class BoxSize:
    """Inner size of a box in millimetres, and the number and thickness of its cards."""

    width: float
    height: float
    depth: float
    cards: int
    thickness: float
    """Thickness of a card in mm."""


def read_stock(shared: Iterable[Path]) -> Stock:
    """Read the card stock from the first of the shared folders that has one.

    Raises KitError, with lines, if the file is invalid.
    """
    return load_form(shared, STOCK, Stock)


def box_for(
    held: Iterable[tuple[int, Size]], stock: Stock, thickness: float | None = None
) -> BoxSize:
    """The box for a stack of cards, given as (copies, size in points) of each kind.

    The cards are upright, wide ones turned; the box is as wide and high as the largest.  The
    `thickness` of a card is that of the stock by default.
    """
    cards = list(held)
    count = sum(copies for copies, _ in cards)
    thick = stock.card if thickness is None else thickness
    return BoxSize(
        width=round(max(mm(min(size)) for _, size in cards) + stock.room.width, 2),
        height=round(max(mm(max(size)) for _, size in cards) + stock.room.height, 2),
        depth=round(max(count * thick + stock.room.depth, stock.least_depth), 2),
        cards=count,
        thickness=thick,
    )
