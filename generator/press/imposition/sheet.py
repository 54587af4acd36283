"""Sheets: pages to print, with their placements, titles and alternative texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.base.units import Matrix, Rect
from generator.kit.words import UNTRANSLATED, Translator
from generator.press.imposition.duplex import Fold
from generator.press.imposition.tiles.tiling import Tile
from generator.press.pieces.facts import sentence
from generator.press.pieces.piece import Piece
from generator.press.scene.alt_text import alt_text, words_of
from generator.press.scene.items import Scene, Tag

Side: TypeAlias = Literal["front", "back"]


@dataclass(frozen=True, slots=True)
class Placement:
    """One face of one copy of a piece, on a sheet.

    `matrix` maps the face's own coordinates to the sheet, `rect` is its trim there (points from the
    upper left corner), `rotation` its clockwise rotation in degrees.  If the sheet shows only a
    `tile` of the face, `rect` is that part of the trim.  An `outlined` face is cut along a line
    around it, any other along crop marks.  A `fold` has fronts on one side and backs on the other.
    """

    piece: str
    face: Side
    copy: int
    matrix: Matrix
    rect: Rect
    rotation: int
    tile: Tile | None = None
    outlined: bool = False
    fold: Fold | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page to print: what is on it, and which face of which piece lies where.

    `cut_file` is the number of the file with which a machine cuts it; 0 if it is cut by hand.
    """

    scene: Scene
    title: str
    part: str
    side: Side
    placements: tuple[Placement, ...]
    cut_file: int = 0


BACK_OF, BACK_SHEET = "{piece}, back", "{names} (back)"
AND_MORE, EMPTY = "{names} and {more} more", "empty"
_MAX_NAMES = 3
"""Maximum number of kinds of pieces that a bookmark names; the others are counted."""


def picture_of(piece: Piece, face: Scene, side: str, words: Translator = UNTRANSLATED) -> Tag:
    """The alternative text of one face of a piece: its name, its kind, and its text."""
    if piece.label and side == "front":
        spoken = sentence(piece.label, piece.title, piece.facts, words_of(face))
        if spoken:
            return Tag("Figure", spoken)  # a rule text must not be cut short
    name = words.text(BACK_OF, piece=piece.display_name) if side == "back" else piece.display_name
    written = alt_text(face)
    return Tag("Figure", f"{name}. {written}" if written else name)


def sheet_title(pieces: Sequence[Piece], side: str, words: Translator = UNTRANSLATED) -> str:
    """The bookmark title of a sheet: the kinds of pieces on it, and its side."""
    titles = list(dict.fromkeys(piece.title for piece in pieces))
    names = ", ".join(titles[:_MAX_NAMES])
    if len(titles) > _MAX_NAMES:
        names = words.text(AND_MORE, names=names, more=len(titles) - _MAX_NAMES)
    names = names or words.text(EMPTY)
    return words.text(BACK_SHEET, names=names) if side == "back" else names
