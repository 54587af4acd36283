"""Turns strips into pages: each page takes as many as fit, and what belongs together stays so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from generator.errors import Fault, KitError
from generator.rulebook.strips import Strip, gap
from generator.units import mm

MOST_BEFORE_CHAPTER = 0.5
"""How much of a page may be filled for a chapter to begin on it."""
MOST_LEFT_EMPTY = 0.3
"""How much of a page may stay empty so that a box need not be parted."""
_TOLERANCE = 0.01


class Placed(NamedTuple):
    """A strip, and how far below the top of its page's column it stands."""

    strip: Strip
    y: float


Page: TypeAlias = list[Placed]


def flow(strips: Sequence[Strip], height: float) -> list[Page]:
    """Strips -> pages whose column is `height` points high.

    Strips that are to be kept together move to the next page together; those that would not even
    fit there are parted where the page ends; a table that goes on has its header again.  A box moves
    on as a whole if that leaves little of the page empty.  Raises KitError for every strip
    higher than a page.
    """
    too_high = [strip for strip in strips if strip.height > height + _TOLERANCE]
    if too_high:
        raise KitError([_fault(strip, height) for strip in too_high])
    pages: list[Page] = []
    chunks = _chunks(strips)
    for number, chunk in enumerate(chunks):
        if (
            not pages
            or _turns(chunk[0], pages[-1], height)
            or not _fits(chunk, pages[-1], height)
            or _moves_on(_with_box(chunks, number), pages[-1], height)
        ):
            pages.append([])
        for strip in chunk:
            y = _next(pages[-1], strip)
            if y + strip.height > height + _TOLERANCE:
                pages.append([])
                y = 0.0
            if strip.again and not pages[-1]:
                pages[-1].append(Placed(replace(strip.again, panels=strip.panels), 0.0))
                y = strip.again.height
            pages[-1].append(Placed(strip, y))
    return pages


def has_back_cover(pages: Sequence[Page]) -> bool:
    """Whether the last page was put on a page of its own: it is the back of a booklet."""
    return len(pages) > 1 and pages[-1][0].strip.new_page


def _chunks(strips: Sequence[Strip]) -> list[list[Strip]]:
    """The strips, in runs that are to be kept on one page."""
    chunks: list[list[Strip]] = []
    for number, strip in enumerate(strips):
        if number and strips[number - 1].keep and not (strip.new_page or strip.chapter):
            chunks[-1].append(strip)
        else:
            chunks.append([strip])
    return chunks


def _with_box(chunks: Sequence[list[Strip]], first: int) -> list[Strip]:
    """The chunk of that number, and all that follows it in the box that it begins (or ends with)."""
    run = list(chunks[first])
    for number in range(first + 1, len(chunks)):
        if not _same_box(run[-1], chunks[number][0]):
            break
        run += chunks[number]
    return run


def _same_box(upper: Strip, lower: Strip) -> bool:
    """Whether two strips stand in one box, whatever boxes are in that."""
    return upper.panels[:1] == lower.panels[:1] != ()


def _moves_on(run: Sequence[Strip], page: Page, height: float) -> bool:
    """Whether a box that begins here is better begun on the next page, where it stays whole."""
    last = page[-1]
    empty = height - last.y - last.strip.height
    return (
        not _same_box(last.strip, run[0])
        and empty <= MOST_LEFT_EMPTY * height
        and not _fits(run, page, height)
        and _fits(run, [], height)
    )


def _turns(strip: Strip, page: Page, height: float) -> bool:
    """Whether a strip begins a page of its own accord, for all the room there is."""
    return strip.new_page or (strip.chapter and _next(page, strip) > MOST_BEFORE_CHAPTER * height)


def _next(page: Page, strip: Strip) -> float:
    """Where a strip comes to stand under what a page already has."""
    if not page:
        return 0.0
    last = page[-1]
    return last.y + last.strip.height + gap(last.strip, strip)


def _fits(chunk: Sequence[Strip], page: Page, height: float) -> bool:
    y = _next(page, chunk[0])
    gaps = sum(gap(upper, lower) for upper, lower in pairwise(chunk))
    return y + gaps + sum(strip.height for strip in chunk) <= height + _TOLERANCE


def _fault(strip: Strip, height: float) -> Fault:
    return Fault(
        f"this is {mm(strip.height):.0f} mm high, but a page has only {mm(height):.0f} mm",
        strip.place, hint="make it smaller, or part it",
    )  # fmt: skip
