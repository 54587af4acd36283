"""Alternative text: what a screen reader says of a scene, and whether the scene has its own structure."""

from __future__ import annotations

from collections.abc import Iterator

from generator.kit.words import Translator
from generator.press.scene.items import Anchor, GlyphRun, Group, Item, Scene, Use, memoize_per_scene

ICON = "icon"
"""The context of the message that names an icon (gettext msgctxt)."""
_MAX_LENGTH = 400
"""Maximum number of characters; a longer description is tiring to listen to."""


def alt_text(scene: Scene) -> str:
    """All words and icons of a scene, in drawing order; if too long, cut after a sentence or a word."""
    words = all_words(scene)
    if len(words) <= _MAX_LENGTH:
        return words
    cut = words[:_MAX_LENGTH]
    end = max(cut.rfind(f"{mark} ", _MAX_LENGTH // 2) for mark in ".?!")
    return (cut[: end + 1] if end > 0 else cut.rpartition(" ")[0]) + " …"


def all_words(scene: Scene) -> str:
    """All words and icons of a scene, in drawing order."""
    return " ".join(words_of(scene))


def words_of(scene: Scene) -> list[str]:
    """Each line of words and each icon of a scene, in drawing order."""
    return list(_words(scene.items))


def all_text(scene: Scene) -> str:
    """All text of a scene: printed (decor included) and read out only."""
    return " ".join(filter(None, _printed(scene.items)))


def icon_alt_text(name: str, words: Translator) -> str:
    """The alternative text of an icon: the name of its file, translated."""
    return words.text(name.replace("-", " "), ICON)


def _words(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        match item:
            case GlyphRun():
                yield item.text.strip()  # a space that forbids a break belongs to its word
            case Group(decor=True):
                pass
            case Group(symbol=symbol) if symbol:
                yield symbol
            case Group():
                yield from _words(item.items)
            case Use():
                yield from _words(item.scene.items)


def _printed(items: tuple[Item, ...]) -> Iterator[str]:
    for item in items:
        match item:
            case GlyphRun():
                yield item.text
            case Anchor(title=title) if title:
                yield title
            case Group():
                yield "" if item.decor else item.symbol
                yield from (tag.alt for tag in item.tags)
                yield from _printed(item.items)
            case Use():
                yield from _printed(item.scene.items)


def has_tags(items: tuple[Item, ...], *, deep: bool = False) -> bool:
    """Whether any group among the items has a tag; used scenes are searched if `deep`."""
    for item in items:
        match item:
            case Group():
                if item.tags or (not item.is_composited and has_tags(item.items, deep=deep)):
                    return True
            case Use(scene=scene):
                if deep and is_structured(scene):
                    return True
    return False


@memoize_per_scene
def is_structured(scene: Scene) -> bool:
    """Whether there are tags in a scene, or in one that it uses."""
    return has_tags(scene.items, deep=True)
