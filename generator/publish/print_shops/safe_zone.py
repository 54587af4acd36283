"""Safe zone of a print shop: how far from the cut all text and symbols must be."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from generator.base.units import IDENTITY, mm
from generator.press.layout.checks.safe_zone import overhang, texts_and_symbols
from generator.press.pieces.piece import Piece
from generator.press.scene.items import Scene, memoize_per_scene
from generator.publish.print_shops.product_match import Fit


def safe_notes(fits: Iterable[tuple[Piece, Fit]], required: float) -> list[str]:
    """A note if text or symbols are closer to the cut than a shop allows."""
    margins = [
        (min(margin(face) for face in (piece.front, piece.back) if face) + min(fit.outside), piece)
        for piece, fit in fits
    ]
    tight = [(margin, piece) for margin, piece in margins if margin < required - 0.01]
    if not tight:
        return []
    least, nearest = min(tight, key=lambda each: each[0])
    return [
        f"the shop requires {mm(required):g} mm between the cut and any text or symbol: {len(tight)} "
        f'of {len(margins)} kinds of pieces have less, "{nearest.id}" the least, {mm(least):.1f} mm'
    ]


@memoize_per_scene
def margin(face: Scene) -> float:
    """The distance from the cut to the nearest text or symbol, in points."""
    bare = replace(face, safe=0.0)
    marks = texts_and_symbols(face.items, IDENTITY)
    return min((-overhang(bare, mark.corners) for mark in marks), default=math.inf)
