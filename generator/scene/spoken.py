"""Turns a scene into the words that say what is on it, for readers who hear a page."""

from __future__ import annotations

from collections.abc import Iterator

from generator.scene.items import GlyphRun, Group, Item, Scene, Use
from generator.scene.once import once_a_scene

_MOST = 400
"""Characters: a longer description tires who must listen to all of it."""


@once_a_scene
def spoken(scene: Scene) -> str:
    """All words and icons of a scene, in the order they are drawn; long ones are cut at a word."""
    words = " ".join(_words(scene.items))
    return words if len(words) <= _MOST else words[:_MOST].rpartition(" ")[0] + " …"


def _words(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        match item:
            case GlyphRun():
                yield item.text
            case Group(symbol=symbol) if symbol:
                yield symbol
            case Group(decor=False):
                yield from _words(item.items)
            case Use():
                yield from _words(item.scene.items)
