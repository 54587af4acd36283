"""Books in the manifest of a build: how a rulebook is set, and where the pages of a booklet lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from pydantic import ConfigDict, Field

from generator.base.formats.manifest_json import Entries
from generator.press.imposition.sheet import Side

MAX_LENGTH = 5080
"""Millimetres of the longest side that a page of a PDF can have: 14,400 points."""

Length: TypeAlias = Annotated[float, Field(ge=1.1, le=MAX_LENGTH)]
"""Length of a side in a PDF, in millimetres, 3 points or more."""
Distance: TypeAlias = Annotated[float, Field(ge=0, le=MAX_LENGTH)]
"""Distance in millimetres, such as a margin; 0 where there is none."""
Coordinate: TypeAlias = Annotated[float, Field(ge=-MAX_LENGTH, le=MAX_LENGTH)]
"""Position on an axis, in millimetres; what is larger than a page begins before it."""
Turn: TypeAlias = Annotated[int, Field(ge=0, lt=360, multiple_of=90)]
"""Clockwise rotation in degrees."""
Count: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
Ordinal: TypeAlias = Annotated[int, Field(ge=1, le=1_000_000)]


class Strict:
    """Base of entries in which unknown fields are errors when a manifest is read."""

    __pydantic_config__ = ConfigDict(extra="forbid")


@dataclass(frozen=True, slots=True)
class BookPageEntry(Strict):
    """A page of the rulebook, counted from 1, where it lies on a face of a booklet's sheet."""

    number: Ordinal
    x: Coordinate
    y: Coordinate
    width: Length
    height: Length
    rotation: Turn


@dataclass(frozen=True, slots=True)
class SpreadEntry(Strict):
    """One face of a sheet of a booklet: on which page of the file it is, and what is on it.

    All count from 1; `part` is the booklet, if there is more than one.
    """

    page: Ordinal
    part: Ordinal
    sheet: Ordinal
    side: Side
    pages: Entries[BookPageEntry]


@dataclass(frozen=True, slots=True)
class BookletEntry(Strict):
    """A file of sheets to fold, with the first `pages` (0: all) of the file `of` the rulebook."""

    file: str
    of: str
    spreads: Entries[SpreadEntry]
    pages: Count = 0


@dataclass(frozen=True, slots=True)
class BookEntry(Strict):
    """How the rulebook of a `file` is set: `players` pages, then the referee's appendix, if any.

    `fill` is how full each column of the players' part is, from 0 to 1, or null for the last of a
    chapter; `stranded` are headings at the foot of one; `least_type` is the smallest type in its
    figures, in points.
    """

    file: str
    players: Count
    fill: Entries[float | None]
    stranded: Entries[str]
    least_type: Distance | None
