"""Drawing complexity: how much a scene draws, nested scenes included, and how much it may draw.

Ten templates that each use the next one ten times draw ten thousand million things.  Code that
visits a whole scene (painters, the checks of texts and images) would never end, so such a scene is
refused as soon as it is made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from generator.base.errors import KitError
from generator.base.units import Rect
from generator.press.scene import paths
from generator.press.scene.items import (
    GlyphRun,
    Group,
    Image,
    Item,
    Path,
    Scene,
    Use,
    memoize_by_identity,
    memoize_per_scene,
    memoize_with_scene,
)

MAX_ITEMS = 150_000
"""Maximum number of items in one scene; a long outline counts as several.  The heaviest face of the
five kits has 4,000."""
MAX_RUNS = 6_000
"""Maximum number of text runs in one scene, each of which is compared with its neighbours; the five
kits have at most 500."""
SEGMENTS_PER_ITEM = 6
"""Segments of an outline that count as one item."""
LENGTH_PER_STEP = 30.0
"""Length of outline, in points, that costs one step when it is rasterised."""
AREA_PER_STEP = 8_000.0
"""Area of outline, in square points, that costs one step; a playing card has twelve thousand."""
ITEMS_PER_RUN = 10
"""Number of items that one line of text counts as."""
ITEMS_PER_BLEND = 500
"""Number of items that a blend mode counts as: everything behind it is drawn once more."""
CHARACTERS_PER_ITEM = 500
"""Number of characters of markup that take as long to read as one item takes to draw."""
MAX_TOTAL = 200_000
"""Maximum number of items in all scenes of a kit, beyond `ALLOWED_PER_SCENE` for each; those of
Gruff, with their texts, come to 200,000."""
ALLOWED_PER_SCENE = 1_000
"""Number of items allowed for each scene, so that a large kit may have more than a small one."""
MAX_ANY_KIT = 600_000
"""Maximum number of items for any number of scenes: some fifteen seconds of work.  Only a kit whose
data has so many pieces that `ALLOWED_PER_SCENE` for each face exceeds this may have more."""
MAX_RASTER_COST = 200_000
"""Maximum cost of rasterising all faces of a kit, beyond `RASTER_COST_PER_FACE` for each; those of
Grudge cost 145,000."""
RASTER_COST_PER_FACE = 300
MAX_PAINTED = 8_000
"""Maximum number of steps for the area of all faces painted at print resolution, beyond
`PAINTED_PER_FACE` for each: those of Gruff, with a board, need 54 per face."""
PAINTED_PER_FACE = 100


class DrawingBudget:
    """Budget for all scenes of a kit together, since a hundred heavy cards are too much as well."""

    def __init__(self, faces: int = 0) -> None:
        """`faces` is the number of faces that the kit's data states; templates cannot raise it."""
        self.remaining = MAX_TOTAL
        self.reserve = max(MAX_ANY_KIT, ALLOWED_PER_SCENE * faces) - MAX_TOTAL
        self.by_template: Counter[str] = Counter()
        """The cost of what each template has drawn, by its name."""

    def read(self, template: str, markup: str) -> None:
        """Count markup that is about to be read.  Raises KitError when the budget is exhausted."""
        if self.remaining >= 0:
            granted = min(ALLOWED_PER_SCENE, self.reserve)
            self.remaining, self.reserve = self.remaining + granted, self.reserve - granted
        self._spend(template, markup.count("<") + len(markup) // CHARACTERS_PER_ITEM)

    def draw(self, template: str, scene: Scene) -> None:
        """Count a scene that has been laid out.  Raises KitError when the budget is exhausted."""
        weight = complexity_of(scene)
        self._spend(template, weight.items + ITEMS_PER_RUN * weight.runs)

    def _spend(self, template: str, weight: int) -> None:
        if self.remaining >= 0:
            self.by_template[template] += weight
            self.remaining -= weight
        if self.remaining < 0:
            message = "the templates of this kit together draw too much, this one the most"
            hint = "look for a loop that repeats too often, or use a picture"
            raise KitError(message, hint=hint, check="drawing-too-complex")

    @property
    def greediest(self) -> str:
        """The template that has used the largest share of the budget."""
        return self.by_template.most_common(1)[0][0]


def check_complexity(scene: Scene) -> int:
    """The number of items in the scene.  Raises KitError if there are too many."""
    weight = complexity_of(scene)
    if weight.items > MAX_ITEMS:
        message = f"draws more than {MAX_ITEMS:,} items, including those of the templates it uses"
        hint = "look for a loop that repeats too often, or use a picture"
        raise KitError(message, hint=hint, check="drawing-too-complex")
    if weight.runs > MAX_RUNS:
        message = f"has more than {MAX_RUNS:,} lines of text"
        hint = "look for a loop that repeats too often"
        raise KitError(message, hint=hint, check="drawing-too-complex")
    return weight.items


def check_raster_cost(faces: Mapping[Scene, str]) -> None:
    """Raise KitError for faces that take too long to rasterise; `faces` maps them to names."""
    work = {scene: complexity_of(scene).raster_cost for scene in faces}
    if sum(work.values()) > MAX_RASTER_COST + RASTER_COST_PER_FACE * len(faces):
        raise _slow("analyse", faces[max(work, key=work.__getitem__)])


def check_painted_area(faces: Collection[Scene]) -> None:
    """Raise KitError for faces that take too long to paint at print resolution."""
    work = {scene: complexity_of(scene).area / AREA_PER_STEP for scene in faces}
    if sum(work.values()) > MAX_PAINTED + PAINTED_PER_FACE * len(work):
        raise _slow("paint", max(work, key=work.__getitem__).name)


def _slow(what: str, name: str) -> KitError:
    message = f"the faces of this kit take too long to {what}, this one the longest"
    hint = "draw fewer long lines and large areas, or use a picture"
    return KitError(message, item=name, hint=hint, check="drawing-too-complex")


@dataclass(slots=True)
class Complexity:
    """Counts of what a scene contains."""

    items: int = 0
    runs: int = 0
    length: float = 0.0
    """Approximate total length of all outlines, in points."""
    area: float = 0.0
    """Approximate total area of all outlines and pictures, in square points."""

    @property
    def raster_cost(self) -> float:
        """Steps of work to rasterise the scene."""
        return self.length / LENGTH_PER_STEP + self.area / AREA_PER_STEP

    @property
    def is_too_much(self) -> bool:
        return self.items > MAX_ITEMS or self.runs > MAX_RUNS


@memoize_per_scene
def complexity_of(scene: Scene) -> Complexity:
    """The complexity of a scene, nested scenes included."""
    return Complexity(*_counted(scene))


@memoize_with_scene
def _counted(scene: Scene) -> tuple[int, int, float, float]:
    totals = Complexity()
    _add(scene.items, 1.0, totals)
    return totals.items, totals.runs, totals.length, totals.area


def _add(items: Iterable[Item], scale: float, totals: Complexity) -> None:
    """Count the items, drawn at `scale`, until there are too many."""
    for item in items:
        if totals.is_too_much:
            return
        totals.items += 1
        match item:
            case Group():
                if item.blend != "normal":
                    totals.items += ITEMS_PER_BLEND
                if item.clip:
                    _add_box(_bounds(item.clip), scale, totals)
                _add((*item.mask, *item.items), scale * item.matrix.growth, totals)
            case Use():
                inner, inner_scale = complexity_of(item.scene), scale * item.matrix.growth
                totals.items += inner.items
                totals.runs += inner.runs
                totals.length += inner.length * inner_scale
                totals.area += inner.area * inner_scale**2
            case Path():
                totals.items += len(item.outline) // SEGMENTS_PER_ITEM
                box = _bounds(item.outline)
                totals.length += scale * len(item.outline) * (box.width + box.height) / 4
                _add_box(box, scale, totals)
            case Image():
                _add_box(item.box, scale, totals)
            case GlyphRun():
                totals.runs += 1


_bounds = memoize_by_identity(paths.bounds)


def _add_box(box: Rect, scale: float, totals: Complexity) -> None:
    totals.area += box.width * box.height * scale**2
