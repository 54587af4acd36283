"""Gutterfold imposition: fronts on one side of a fold and backs on the other, printed on one side.

The page is folded along the line with both halves visible, glued, and cut last; so backs meet their
fronts as exactly as the page is folded.  The line runs through the middle of the paper, vertically
or horizontally, whichever fits more pieces.  The caption interrupts the line, so that both halves
have the same size.  Pieces without a back, and those too large for half a page, get ordinary pages;
but a component without backs lies in the fronts' half if that saves a sheet.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from generator.base.errors import Fault, collected, raise_faults
from generator.base.units import MM
from generator.kit.words import UNTRANSLATED, Translator
from generator.press.imposition.duplex import Fold
from generator.press.imposition.pages.grid import best_grid
from generator.press.imposition.pages.lay_pages import lay_pages
from generator.press.imposition.pages.slots import Page, SplitPage, split_page
from generator.press.layout.folds import WORD, fold_line, folds_in
from generator.press.marks.bleed import BACK_BLEED
from generator.press.marks.crop_marks import CAPTION_CLEAR, CROP_INK
from generator.press.paper import Paper
from generator.press.pieces.piece import Part, Piece
from generator.press.scene.items import Item
from generator.press.text.fonts import Fonts

FOLD_ROOM = 5 * MM
"""Minimum distance from a fold to any bleed: paper does not fold along an infinitely thin line."""
_CLEAR = CAPTION_CLEAR
"""Gap between the fold line and a caption that interrupts it."""


def fold_pages(part: Part, paper: Paper) -> list[Page]:
    """The pages of a part, those with a fold first.

    Pieces without a back lie among the others, component by component, where that saves sheets; but
    two layers are too thick for those with folds of their own.  Raises KitError naming all pieces that
    would take too many sheets or whose faces differ in size.
    """
    rooms = tuple(half.area for half in split_at_fold(paper))
    fits = {piece.id: best_grid(piece, rooms) is not None for piece in part.pieces}
    folded = {piece.id for piece in part.pieces if piece.back and fits[piece.id]}
    pages = _lay(part, paper, folded)
    for component in dict.fromkeys(each.component for each in part.pieces) if folded else ():
        pieces = [piece for piece in part.pieces if piece.component == component]
        if all(fits[each.id] and _may_be_doubled(each) for each in pieces):
            more = folded | {piece.id for piece in pieces}
            fewer = _lay(part, paper, more)
            if len(fewer) < len(pages):
                pages, folded = fewer, more
    return pages


def _may_be_doubled(piece: Piece) -> bool:
    """Whether a piece without a back may lie where blank paper is glued behind it."""
    return not piece.back and not any(folds_in(piece.front.items))


def _lay(part: Part, paper: Paper, folded: Container[str]) -> list[Page]:
    """The pages of a part: those of the `folded` pieces, and those of the others."""
    pages: list[Page] = []
    faults: list[Fault] = []
    for split in (split_at_fold, split_page):
        beside_fold = split is split_at_fold
        pieces = tuple(each for each in part.pieces if (each.id in folded) is beside_fold)
        with collected(faults):
            pages += lay_pages(replace(part, pieces=pieces), paper, split)
    raise_faults(faults)
    return pages


def split_at_fold(paper: Paper) -> tuple[SplitPage, ...]:
    """The left half of the page beside a vertical fold, and the upper half beside a horizontal one.

    A roll is folded along its length only: the page is as long as its pieces need.
    """
    below, beside = split_page(paper)
    x, y, _, _ = below.area
    vertical, horizontal = Fold("x", paper.width / 2), Fold("y", paper.height / 2)
    clearance = FOLD_ROOM + BACK_BLEED
    left = below.area._replace(width=vertical.at - clearance - x)
    upper = beside.area._replace(height=horizontal.at - clearance - y)
    splits = SplitPage(below.strip, left, vertical), SplitPage(beside.strip, upper, horizontal)
    return splits[:1] if paper.roll else splits


def fold_marks(page: Page, font: Fonts, words: Translator = UNTRANSLATED) -> Item:
    """The fold line from margin to margin, except for the caption; labelled on the backs' side."""
    assert page.fold
    at, strip, usable = page.fold.at, page.strip, page.paper.usable
    if page.fold.axis == "x":
        ends = (at, usable.y), (at, strip.y - _CLEAR)
    else:
        ends = (strip.right + _CLEAR, at), (usable.right, at)
    return fold_line(*ends, CROP_INK, font, (usable.right, usable.bottom), words.text(WORD))
