"""Turns a placed face and a sheet into words: for readers who hear a page, and for bookmarks."""

from __future__ import annotations

from collections.abc import Sequence

from generator.kit.words import UNTRANSLATED, Translator
from generator.press.pieces.piece import Piece
from generator.press.scene.alt_text import spoken
from generator.press.scene.items import Scene, Tag

BACK_OF, BACK_SHEET = "{piece}, back", "{names} (back)"
AND_MORE, EMPTY = "{names} and {more} more", "empty"
_MOST_NAMES = 3
"""How many kinds of pieces a bookmark names before it says how many more there are."""


def picture_of(piece: Piece, face: Scene, side: str, words: Translator = UNTRANSLATED) -> Tag:
    """The words for one face of a piece: what it is called, its side, and what is written on it."""
    name = words.text(BACK_OF, piece=piece.called) if side == "back" else piece.called
    written = spoken(face)
    return Tag("Figure", f"{name}. {written}" if written else name)


def sheet_title(pieces: Sequence[Piece], side: str, words: Translator = UNTRANSLATED) -> str:
    """What a bookmark calls a sheet: the kinds of pieces on it, and which side of it this is."""
    titles = list(dict.fromkeys(piece.title for piece in pieces))
    names = ", ".join(titles[:_MOST_NAMES])
    if len(titles) > _MOST_NAMES:
        names = words.text(AND_MORE, names=names, more=len(titles) - _MOST_NAMES)
    names = names or words.text(EMPTY)
    return words.text(BACK_SHEET, names=names) if side == "back" else names
