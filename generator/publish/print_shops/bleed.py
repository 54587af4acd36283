"""Bleed of a print shop: the art of a face, continued where it ends short of the shop's bleed."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.units import Matrix, Rect
from generator.press.scene.items import Group, Scene, Use
from generator.press.scene.paths import rectangle


def with_extended_art(face: Scene, bleed: float, place: Matrix) -> Iterator[Group]:
    """The face at its own size up to its bleed, and slightly enlarged in a rim up to `bleed`, so
    that art at the edge continues.

    The rim is four strips that overlap nothing: transparency is flattened in each strip and in the
    face separately, and the words on the face stay text.
    """
    art = face.box.grown(min(face.bleed, bleed))
    if face.bleed < bleed:
        wide = face.box.grown(bleed)
        scale = Matrix.scale(wide.width / art.width, wide.height / art.height)
        larger = (
            Matrix.move(-face.width / 2, -face.height / 2)
            .then(scale)
            .then(Matrix.move(face.width / 2, face.height / 2))
        )
        for strip in _strips(wide, art):
            yield Group((Use(face, larger),), place, rectangle(strip), decor=True)
    yield Group((Use(face),), place, rectangle(art))


def _strips(outer: Rect, inner: Rect) -> Iterator[Rect]:
    """The region between two boxes as four strips: above, below, left, right."""
    rim_height, rim_width = inner.y - outer.y, inner.x - outer.x
    yield Rect(outer.x, outer.y, outer.width, rim_height)
    yield Rect(outer.x, inner.bottom, outer.width, outer.bottom - inner.bottom)
    yield Rect(outer.x, inner.y, rim_width, inner.height)
    yield Rect(inner.right, inner.y, outer.right - inner.right, inner.height)
