"""Clip paths of an SVG: the outline to which a shape or a group is clipped.

A clip is one outline, as in all formats that are printed.  Several shapes in a clip path are joined
to one if they are apart; where they overlap, or have holes by the even-odd rule, the file is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from itertools import combinations
from typing import Any, TypeAlias

import svgelements as svg
from lxml import etree

from generator.base.errors import KitError
from generator.base.units import Matrix, Rect
from generator.press.scene.items import Outline
from generator.press.scene.paths import bounds, overlap
from generator.press.svg.gradients import REFERENCE
from generator.press.svg.outlines import matrix_of, outline_of

Parse: TypeAlias = Callable[[etree._Element], Any]
"""Parses a clean tree into the elements of svgelements."""
MAX_SEGMENTS = 200_000
"""Maximum number of segments of all clips of a file, each counted wherever it is used."""

NO_EFFECT = re.compile(r"\s*(none|normal|true|false|[\d.]*)\s*")
"""Values of an effect that mean "none"; drawing programs write numbers, which every viewer ignores."""


class ClipPaths:
    """The clip paths that a file defines."""

    def __init__(self, root: etree._Element, viewport: Matrix, parse: Parse) -> None:
        """Find the clip paths in a clean tree, in which each is a group with `clipPathUnits`."""
        self._by_id = {
            str(group.get("id")): group for group in root.iter("g") if group.get("clipPathUnits")
        }
        self._parse, self._viewport = parse, viewport
        self._shapes: dict[str, list[Any]] = {}
        self._segments = 0

    def outline(self, reference: str, matrix: Matrix) -> Outline | None:
        """The clip of an element with this `clip-path` and transformation, in points; None: none.

        Raises KitError for a clip that cannot be printed.
        """
        if NO_EFFECT.fullmatch(reference):
            return None
        found = REFERENCE.fullmatch(reference.strip())
        name = found[1] if found else ""
        if name not in self._by_id:
            raise _refused("one that is not in the drawing")
        if name not in self._shapes:
            self._shapes[name] = _shapes_of(self._by_id[name], self._parse)
        to_points = matrix.then(self._viewport)
        outlines = [
            tuple(outline_of(shape.segments(False), matrix_of(shape.transform).then(to_points)))
            for shape in self._shapes[name]
        ]
        joined = tuple(segment for outline in outlines for segment in outline)
        self._segments += len(joined)
        if self._segments > MAX_SEGMENTS:
            raise _refused("so many outlines", check="svg-too-large")
        boxes = [bounds(outline) for outline in outlines]
        if (
            any(_is_solid(overlap(*pair)) for pair in combinations(boxes[:100], 2))
            or len(boxes) > 100
        ):
            raise _refused("several shapes that overlap")
        return joined or (("M", 0.0, 0.0), ("Z",))


def _shapes_of(group: etree._Element, parse: Parse) -> list[Any]:
    """The shapes of a clip path.  Raises KitError."""
    if group.get("clipPathUnits") != "userSpaceOnUse":
        raise _refused("one that stretches to the size of what it clips")
    if any("clip-path" in f"{each.attrib}" for each in group.iter()):
        raise _refused("one that is clipped itself")
    alone = etree.Element("svg")
    alone.append(deepcopy(group))
    shapes = [each for each in parse(alone).elements() if isinstance(each, svg.Shape)]
    for shape in shapes:
        holes = sum(isinstance(segment, svg.Move) for segment in shape.segments(False)) > 1
        if holes and shape.values.get("clip-rule") == "evenodd":
            raise _refused("one with holes")
    return shapes


def _is_solid(box: Rect) -> bool:
    return box.width > 0 and box.height > 0


def _refused(what: str, check: str = "svg-feature") -> KitError:
    message = f"clip-path cannot be printed with {what}"
    return KitError(message, hint="flatten it in your drawing program", check=check)
