"""Digest of a scene: a checksum of its picture, independent of its name and of where it is printed.

Two scenes with the same digest look the same in print: lengths count to a hundredth of a point,
pictures by the contents of their files, text by its letters, font and place.  Manifest, upgrades,
comparisons and the watcher all use this digest, which is calculated once for each scene.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import lru_cache

from generator.base.text_files import open_plain
from generator.base.units import Matrix
from generator.press.scene.items import (
    Anchor,
    GlyphRun,
    Group,
    Image,
    Item,
    Link,
    Outline,
    Path,
    Scene,
    Use,
    memoize_by_identity,
    memoize_with_scene,
    seen_before,
)

_DECIMALS = 2
"""Number of decimals of a length in points that count."""


@memoize_with_scene
def scene_digest(scene: Scene) -> str:
    """A checksum (hexadecimal) of everything that a scene draws, and of its cut."""
    size = _numbers((scene.width, scene.height, scene.bleed))
    trim = _outline(scene.trim) if scene.trim else ""
    lines = "".join(_lines(scene.items))
    return hashlib.sha256(f"{size} {trim}\n{lines}".encode()).hexdigest()


def _lines(items: Iterable[Item], use_cache: bool = True) -> Iterator[str]:
    """What is drawn, one line each; the lines of repeated items are cached."""
    for item in items:
        match item:
            case Path():
                yield _path(item)
            case GlyphRun():
                fonts = " ".join([word.font.name for word in item.words])
                place = _numbers((item.x, item.y, item.size, item.gap))
                yield f"text {place} {item.color} {fonts} {item.text}\n"
            case Use():
                yield f"use {_matrix(item.matrix)} {scene_digest(item.scene)}\n"
            case Group() if use_cache and _seen_before(item):
                yield _group(item)
            case Group():
                yield from _group_lines(item, use_cache)
            case Image():
                yield _image(item)
            case Link() | Anchor():
                pass  # prints nothing


@memoize_by_identity
def _group(item: Group) -> str:
    return "".join(_group_lines(item, use_cache=False))


_seen_before = seen_before()


def _group_lines(item: Group, use_cache: bool) -> Iterator[str]:
    clip = _outline(item.clip) if item.clip is not None else ""
    yield f"group {_matrix(item.matrix)} {clip}\n"
    if item.is_composited:
        yield f"composited {item.opacity:g} {item.blend}\n"
        yield from _lines(item.mask, use_cache)
    yield from _lines(item.items, use_cache)
    yield "end\n"


@memoize_by_identity
def _path(item: Path) -> str:
    pen = item.stroke
    line = f"{pen.color} {_numbers((pen.width, *pen.dash))} {pen.cap} {pen.join}" if pen else ""
    return f"path {item.fill} {line} {item.even_odd} {_outline(item.outline)}\n"


@memoize_by_identity
def _image(item: Image) -> str:
    with open_plain(item.file) as file:
        picture = hashlib.file_digest(file, "sha256").hexdigest()
    return f"image {_numbers(item.box)} {picture}\n"


def _outline(outline: Outline) -> str:
    return " ".join(f"{kind}{_numbers(values)}" for kind, *values in outline)


def _numbers(values: Iterable[float]) -> str:
    return " ".join(map(_number, values))


@lru_cache(maxsize=4_096)  # the cards of a deck share most of their coordinates
def _number(value: float) -> str:
    return f"{round(value, _DECIMALS) + 0.0:g}"


def _matrix(matrix: Matrix) -> str:
    """A matrix as text, with finer coefficients than lengths, since they multiply lengths."""
    return " ".join([f"{round(value, 5) + 0.0:g}" for value in matrix])
