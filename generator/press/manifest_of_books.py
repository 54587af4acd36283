"""Books in the manifest of a build: how a rulebook is set, and where the pages of a booklet lie."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import ConfigDict

from generator.base.formats.json_lines import Entries
from generator.press.imposition.sheet import Side


class Strict:
    """Base of entries in which unknown fields are errors when a manifest is read."""

    __pydantic_config__ = ConfigDict(extra="forbid")


@dataclass(frozen=True, slots=True)
class BookPageEntry(Strict):
    """A page of the rulebook, counted from 1, where it lies on a face of a booklet's sheet."""

    number: int
    x: float
    y: float
    width: float
    height: float
    rotation: int


@dataclass(frozen=True, slots=True)
class SpreadEntry(Strict):
    """One face of a sheet of a booklet: on which page of the file it is, and what is on it.

    All count from 1; `part` is the booklet, if there is more than one.
    """

    page: int
    part: int
    sheet: int
    side: Side
    pages: Entries[BookPageEntry]


@dataclass(frozen=True, slots=True)
class BookletEntry(Strict):
    """A file of sheets to fold, with the first `pages` (0: all) of the file `of` the rulebook."""

    file: str
    of: str
    spreads: Entries[SpreadEntry]
    pages: int = 0


@dataclass(frozen=True, slots=True)
class BookEntry(Strict):
    """How the rulebook of a `file` is set: `players` pages, then the referee's appendix, if any.

    `fill` is how full each column of the players' part is, from 0 to 1, or null for the last of a
    chapter; `stranded` are headings at the foot of one; `least_type` is the smallest type in its
    figures, in points.
    """

    file: str
    players: int
    fill: Entries[float | None]
    stranded: Entries[str]
    least_type: float | None
