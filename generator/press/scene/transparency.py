"""Transparency: which parts of a scene are translucent, and the paper that colours blend with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from generator.press.scene.items import (
    GlyphRun,
    Group,
    Item,
    Path,
    Scene,
    Use,
    is_opaque,
    memoize_per_scene,
)
from generator.press.scene.paths import rectangle

PAPER = "#ffffff"


@memoize_per_scene
def has_transparency(scene: Scene) -> bool:
    """Whether anything in a scene is translucent or blended; pixels of pictures do not count."""
    return any_transparent(scene.items)


def any_transparent(items: Iterable[Item]) -> bool:
    """Whether any of the items is translucent or blended; pixels of pictures do not count."""
    for item in items:
        match item:
            case Path(fill=fill, stroke=stroke):
                if fill is not None and not is_opaque(fill):
                    return True
                if stroke and not is_opaque(stroke.color):
                    return True
            case GlyphRun(color=color):
                if not is_opaque(color):
                    return True
            case Group():
                if item.is_composited or any_transparent(item.items):
                    return True
            case Use(scene=scene):
                if has_transparency(scene):
                    return True
    return False


@memoize_per_scene
def _blends(scene: Scene) -> bool:
    return _any_blends(scene.items)


def _any_blends(items: Iterable[Item]) -> bool:
    for item in items:
        if isinstance(item, Group) and (item.blend != "normal" or _any_blends(item.items)):
            return True
        if isinstance(item, Use) and _blends(item.scene):
            return True
    return False


def on_paper(page: Scene) -> Scene:
    """A page with its white paper drawn, if something on it blends with what is behind it.

    Otherwise one PDF reader would blend it with white, another with nothing.
    """
    if not _blends(page):
        return page
    return replace(page, items=(Path(rectangle(page.bleed_box), PAPER), *page.items))
