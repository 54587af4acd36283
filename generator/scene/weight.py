"""Turns a scene into a number: how much there is to draw, that of other scenes it uses included.

Ten templates that each use the next one ten times draw ten thousand million things.  What looks at
all of a scene (painters, the checks of texts and of pictures) would never end, so such a scene is
refused when it is made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from generator.errors import KitError
from generator.scene.items import GlyphRun, Group, Item, Path, Scene, Use

MOST_ITEMS = 150_000
"""In one scene; a long outline counts as several.  The heaviest face of the five kits has 4,000."""
MOST_RUNS = 6_000
"""Lines and words of text in one scene, each of which is compared with its neighbours; the five kits
have 500 at most."""
SEGMENTS = 20
"""Of an outline, that are as much as one item."""


def prove_bounded(scene: Scene) -> int:
    """The scene's weight.  Raises KitError for one with too much in it."""
    items, runs = _weight(scene)
    if items > MOST_ITEMS:
        raise KitError(
            f"draws more than {MOST_ITEMS:,} things, counting those of the templates it uses",
            hint="look for a loop that repeats too often, or use a picture",
        )
    if runs > MOST_RUNS:
        raise KitError(
            f"holds more than {MOST_RUNS:,} lines of text",
            hint="look for a loop that repeats too often",
        )
    return items


@cache
def _weight(scene: Scene) -> tuple[int, int]:
    items = runs = 0
    for weight, text in _weights(scene.items):
        items += weight
        runs += text
        if items > MOST_ITEMS or runs > MOST_RUNS:
            break
    return items, runs


def _weights(items: Iterable[Item]) -> Iterator[tuple[int, int]]:
    for item in items:
        match item:
            case Group():
                yield 1, 0
                yield from _weights(item.items)
            case Use():
                yield _weight(item.scene)
            case Path():
                yield 1 + len(item.outline) // SEGMENTS, 0
            case GlyphRun():
                yield 1, 1
            case _:
                yield 1, 0
