"""Turns a scene into a number: how much there is to draw, that of other scenes it uses included.

Ten templates that each use the next one ten times draw ten thousand million things.  What looks at
all of a scene (painters, the checks of texts and of pictures) would never end, so such a scene is
refused when it is made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from generator.errors import KitError
from generator.scene.items import GlyphRun, Group, Item, Path, Scene, Use
from generator.scene.once import once_a_scene

MOST_ITEMS = 150_000
"""In one scene; a long outline counts as several.  The heaviest face of the five kits has 4,000."""
MOST_RUNS = 6_000
"""Lines and words of text in one scene, each of which is compared with its neighbours; the five kits
have 500 at most."""
SEGMENTS = 20
"""Of an outline, that are as much as one item."""
A_RUN = 10
"""How many items a line of text is as much work as."""
LETTERS = 500
"""Of markup, that take as long to read as one item."""
MOST_IN_ALL = 200_000
"""In all scenes of a kit, and beyond `EACH` of them; those of Gruff, with their texts, come to
180,000."""
EACH = 1_000
"""For each scene, so that a large kit has more than a small one."""


class Allowance:
    """How much all scenes of a kit together may draw: a hundred heavy cards are too much, too."""

    def __init__(self) -> None:
        self.left = MOST_IN_ALL
        self.taken: Counter[str] = Counter()
        """How much has been drawn with each template, by its name."""

    def read(self, template: str, markup: str) -> None:
        """Count markup that is about to be read.  Raises KitError when nothing is left."""
        if self.left >= 0:
            self.left += EACH
        self._spend(template, markup.count("<") + len(markup) // LETTERS)

    def draw(self, template: str, scene: Scene) -> None:
        """Count a scene that has been laid out.  Raises KitError when nothing is left."""
        items, runs = _weight(scene)
        self._spend(template, items + A_RUN * runs)

    def _spend(self, template: str, weight: int) -> None:
        if self.left >= 0:
            self.taken[template] += weight
            self.left -= weight
        if self.left < 0:
            raise KitError(
                "the templates of this kit draw too much together, this one the most of it",
                hint="look for a loop that repeats too often, or use a picture",
            )

    @property
    def greediest(self) -> str:
        """The template that has drawn the most."""
        return self.taken.most_common(1)[0][0]


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


@once_a_scene
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
