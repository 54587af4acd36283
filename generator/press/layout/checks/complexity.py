"""Turns a scene into a number: how much there is to draw, that of other scenes it uses included.

Ten templates that each use the next one ten times draw ten thousand million things.  What looks at
all of a scene (painters, the checks of texts and of pictures) would never end, so such a scene is
refused when it is made.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from generator.base.errors import KitError
from generator.base.units import Matrix, Rect
from generator.press.cache.memoize import once_a_scene
from generator.press.scene import paths
from generator.press.scene.items import GlyphRun, Group, Image, Item, Path, Scene, Use

MOST_ITEMS = 150_000
"""In one scene; a long outline counts as several.  The heaviest face of the five kits has 4,000."""
MOST_RUNS = 6_000
"""Lines and words of text in one scene, each of which is compared with its neighbours; the five kits
have 500 at most."""
SEGMENTS = 6
"""Of an outline, that are as much as one item."""
LENGTH = 30.0
"""Points that the line of an outline crosses, which are a step of work for whoever looks at dots."""
AREA = 8_000.0
"""Square points that it covers, likewise: a playing card has twelve thousand."""
A_RUN = 10
"""How many items a line of text is as much work as."""
LETTERS = 500
"""Of markup, that take as long to read as one item."""
MOST_IN_ALL = 200_000
"""In all scenes of a kit, and beyond `EACH` of them; those of Gruff, with their texts, come to
200,000."""
EACH = 1_000
"""For each scene, so that a large kit has more than a small one."""
MOST_EVER = 600_000
"""However many scenes there are: some fifteen seconds' work."""
MOST_SEEN = 200_000
"""How much work all faces of a kit are for whoever looks at their dots, and beyond `EACH_SEEN` of
them; those of Grudge come to 145,000."""
EACH_SEEN = 300


class DrawingBudget:
    """How much all scenes of a kit together may draw: a hundred heavy cards are too much, too."""

    def __init__(self) -> None:
        self.left = MOST_IN_ALL
        self.more = MOST_EVER - MOST_IN_ALL
        self.taken: Counter[str] = Counter()
        """How much has been drawn with each template, by its name."""

    def read(self, template: str, markup: str) -> None:
        """Count markup that is about to be read.  Raises KitError when nothing is left."""
        if self.left >= 0:
            more = min(EACH, self.more)
            self.left, self.more = self.left + more, self.more - more
        self._spend(template, markup.count("<") + len(markup) // LETTERS)

    def draw(self, template: str, scene: Scene) -> None:
        """Count a scene that has been laid out.  Raises KitError when nothing is left."""
        weight = _weight(scene)
        self._spend(template, weight.items + A_RUN * weight.runs)

    def _spend(self, template: str, weight: int) -> None:
        if self.left >= 0:
            self.taken[template] += weight
            self.left -= weight
        if self.left < 0:
            raise KitError(
                "the templates of this kit draw too much together, this one the most of it",
                hint="look for a loop that repeats too often, or use a picture",
                check="drawing-too-complex",
            )

    @property
    def greediest(self) -> str:
        """The template that has drawn the most."""
        return self.taken.most_common(1)[0][0]


def prove_bounded(scene: Scene) -> int:
    """The scene's weight.  Raises KitError for one with too much in it."""
    weight = _weight(scene)
    if weight.items > MOST_ITEMS:
        raise KitError(
            f"draws more than {MOST_ITEMS:,} things, counting those of the templates it uses",
            hint="look for a loop that repeats too often, or use a picture",
            check="drawing-too-complex",
        )
    if weight.runs > MOST_RUNS:
        raise KitError(
            f"holds more than {MOST_RUNS:,} lines of text",
            hint="look for a loop that repeats too often",
            check="drawing-too-complex",
        )
    return weight.items


def prove_looked_at(faces: Mapping[Scene, str]) -> None:
    """Raise KitError for faces that take too long to be turned into dots; each goes with its name."""
    work = {scene: _weight(scene).seen for scene in faces}
    if sum(work.values()) > MOST_SEEN + EACH_SEEN * len(faces):
        raise KitError(
            "the faces of this kit take too long to be looked at, this one the longest",
            item=faces[max(work, key=work.__getitem__)],
            hint="draw fewer long lines and large fields, or use a picture",
            check="drawing-too-complex",
        )


@dataclass(slots=True)
class _Weight:
    """How much there is in a scene."""

    items: int = 0
    runs: int = 0
    length: float = 0.0
    """Points that the lines of all outlines cross, about."""
    area: float = 0.0
    """Square points that all outlines and pictures cover, about."""

    @property
    def seen(self) -> float:
        """How much work it is to look at its dots."""
        return self.length / LENGTH + self.area / AREA

    @property
    def is_too_much(self) -> bool:
        return self.items > MOST_ITEMS or self.runs > MOST_RUNS


@once_a_scene
def _weight(scene: Scene) -> _Weight:
    found = _Weight()
    _add(scene.items, 1.0, found)
    return found


def _add(items: Iterable[Item], scale: float, found: _Weight) -> None:
    """Count the items, drawn so many times as large, until it is too much."""
    for item in items:
        if found.is_too_much:
            return
        found.items += 1
        match item:
            case Group():
                if item.clip:
                    _add_box(paths.bounds(item.clip), scale, found)
                _add(item.items, scale * _scale(item.matrix), found)
            case Use():
                inner, inner_scale = _weight(item.scene), scale * _scale(item.matrix)
                found.items += inner.items
                found.runs += inner.runs
                found.length += inner.length * inner_scale
                found.area += inner.area * inner_scale**2
            case Path():
                found.items += len(item.outline) // SEGMENTS
                box = paths.bounds(item.outline)
                found.length += scale * len(item.outline) * (box.width + box.height) / 4
                _add_box(box, scale, found)
            case Image():
                _add_box(item.box, scale, found)
            case GlyphRun():
                found.runs += 1


def _add_box(box: Rect, scale: float, found: _Weight) -> None:
    found.area += box.width * box.height * scale**2


def _scale(matrix: Matrix) -> float:
    """By how much a matrix makes things larger."""
    return math.sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))
