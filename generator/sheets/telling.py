"""Turns a placed face and a sheet into words: for readers who hear a page, and for bookmarks."""

from __future__ import annotations

from collections.abc import Sequence

from generator.scene.items import Scene, Tag
from generator.scene.spoken import spoken
from generator.sheets.pieces import Piece

_MOST_NAMES = 3
"""How many kinds of pieces a bookmark names before it says how many more there are."""


def picture_of(piece: Piece, face: Scene, side: str) -> Tag:
    """The words for one face of a piece: what it is called, its side, and what is written on it."""
    row = piece.id.partition("/")[2]
    name = f"{piece.title} {row}" if row else piece.title
    words = spoken(face)
    side = ", back" if side == "back" else ""
    return Tag("Figure", f"{name}{side}: {words}" if words else f"{name}{side}")


def sheet_title(pieces: Sequence[Piece], side: str) -> str:
    """What a bookmark calls a sheet: the kinds of pieces on it, and which side of it this is."""
    titles = list(dict.fromkeys(piece.title for piece in pieces))
    names = ", ".join(titles[:_MOST_NAMES])
    if len(titles) > _MOST_NAMES:
        names += f" and {len(titles) - _MOST_NAMES} more"
    names = names or "empty"
    return f"{names} (back)" if side == "back" else names
