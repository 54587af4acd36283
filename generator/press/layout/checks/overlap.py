"""Overlap check: no two texts of a scene may be printed over one another.

It compares ink: the box of the letters of one run, turned and scaled as it is drawn.  Boxes that
only touch, as tight lines do, are allowed; so is a text hidden by something drawn between the two
(a counter on its board) or over both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from generator.base.errors import Fault, KitError, Place, raise_faults
from generator.press.scene.items import GlyphRun, Scene
from generator.press.scene.polygons import Point, area, turn
from generator.press.scene.text_extraction import Corners, Occluder, PlacedText, extract_text

_MAX_REPORTED = 50
"""Maximum number of overlaps reported for one scene: a runaway loop makes millions."""
MAX_COMPARISONS = 100_000
"""Maximum number of pairs of texts whose boxes meet, in one scene; each of many occluders adds to
the cost of a pair."""
_MIN_DEPTH = 0.25
"""Minimum depth by which texts must overlap, as a share of the smaller type size."""


def check(scene: Scene, place_of: Callable[[GlyphRun], Place | None]) -> None:
    """Raise KitError for texts that are printed over one another."""
    words, occluders = extract_text(scene)
    hint = 'move or shrink one, or add decor="yes" to one that nobody needs to read'
    messages = (
        f'the texts "{one.run.text}" and "{other.run.text}" overlap'
        for one, other in islice(overlapping_texts(words, occluders), _MAX_REPORTED)
    )
    faults = [Fault(message, hint=hint, check="texts-apart") for message in messages]
    raise_faults(dict.fromkeys(faults))


def overlapping_texts(
    words: Iterable[PlacedText], occluders: Sequence[Occluder]
) -> Iterator[tuple[PlacedText, PlacedText]]:
    """Pairs of texts that make each other unreadable."""
    compared = 0
    seen = (each for each in words if not each.is_cut_off)
    by_left = sorted(((one.box, one) for one in seen), key=lambda pair: pair[0].x)
    for index, (box, one) in enumerate(by_left):
        for other_box, other in by_left[index + 1 :]:
            if other_box.x >= box.right:
                break
            if other_box.y >= box.bottom or other_box.bottom <= box.y:
                continue
            compared += 1 + len(occluders) // 20
            if compared > MAX_COMPARISONS:
                message = "too many texts overlap"
                hint = "look for a loop or a <use> that repeats too often"
                raise KitError(message, hint=hint, check="drawing-too-complex")
            shared = _intersection(one.corners, other.corners)
            min_area = (_MIN_DEPTH * min(one.size, other.size)) ** 2
            if len(shared) < 3 or abs(area(shared)) < min_area or _is_thin(shared, one, other):
                continue
            first, second = sorted((one, other), key=lambda each: each.order)
            middle = (
                sum(x for x, _ in shared) / len(shared),
                sum(y for _, y in shared) / len(shared),
            )
            if not any(cover.order > first.order and cover.hides(middle) for cover in occluders):
                yield first, second


def _is_thin(shared: list[Point], one: PlacedText, other: PlacedText) -> bool:
    """Whether two texts share only a thin strip along their edges."""
    xs, ys = [x for x, _ in shared], [y for _, y in shared]
    return min(max(xs) - min(xs), max(ys) - min(ys)) < _MIN_DEPTH * min(one.size, other.size)


def _intersection(one: Corners, other: Corners) -> list[Point]:
    """The intersection of two convex quadrilaterals (Sutherland and Hodgman, 1974)."""
    points: list[Point] = list(one)
    sense = 1.0 if area(other) >= 0 else -1.0
    for start, end in zip(other, (*other[1:], other[0]), strict=True):
        sides = [sense * turn(start, end, point) for point in points]
        clipped: list[Point] = []
        for index, point in enumerate(points):
            before, last = sides[index - 1], points[index - 1]
            if (sides[index] >= 0) != (before >= 0):
                share = before / (before - sides[index])
                clipped.append(
                    (last[0] + share * (point[0] - last[0]), last[1] + share * (point[1] - last[1]))
                )
            if sides[index] >= 0:
                clipped.append(point)
        points = clipped
        if not points:
            break
    return points
