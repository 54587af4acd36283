"""Safe zone of a print shop: how far from the cut all text and symbols must be."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from generator.base.units import IDENTITY, mm
from generator.press.layout.checks.safe_zone import overhang, texts_and_symbols
from generator.press.pieces.piece import Piece
from generator.press.scene.items import Scene, memoize_per_scene


def safe_notes(pieces: Iterable[tuple[Piece, float]], required: float) -> list[str]:
    """A note if text or symbols are closer to the cut than a shop allows.

    Each piece comes with how far the shop's cut is outside its own, in points (negative: inside).
    """
    margins = [(margin(piece) + outside, piece) for piece, outside in pieces]
    tight = [(space, piece) for space, piece in margins if space < required - 0.01]
    if not tight:
        return []
    least, nearest = min(tight, key=lambda each: each[0])
    return [
        f"the shop requires {mm(required):g} mm between the cut and any text or symbol: {len(tight)} "
        f'of {len(margins)} kinds of pieces have less, "{nearest.id}" the least, {mm(least):.1f} mm; '
        "move them inward in the template, or ask the shop whether it prints them so"
    ]


def margin(piece: Piece) -> float:
    """The distance from the cut to the nearest text or symbol of a piece, in points."""
    return min(map(_margin, piece.faces))


@memoize_per_scene
def _margin(face: Scene) -> float:
    """The distance from the cut to the nearest text or symbol, in points."""
    bare = replace(face, safe=0.0)
    marks = texts_and_symbols(face.items, IDENTITY)
    return min((-overhang(bare, mark.corners) for mark in marks), default=math.inf)
