"""Turns the pieces of a kit into faults: those that only colour tells apart.

Who sees no red, or prints without colours, must still know one piece from the other: a shape, a
letter or a pattern has to go with the colour.  Compared are the faces of one component that are of
one size and shape, and those of components that `game.yaml` names under `tell-apart`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy

from generator.errors import CheckFailed, Fault
from generator.paint.views import View, dots_of, views
from generator.press.faces import Faces
from generator.press.legible import illegible_faults
from generator.press.loading import Kit
from generator.press.sight import VISIONS, Dots, lab, strips
from generator.scene.items import Scene
from generator.sheets.pieces import Part, Piece, same_size
from generator.units import Size

DPI = 50
MOST_DOTS = 12_000_000
"""In the views of all faces of a kit together; where they have more, all are seen more coarsely.
Those of Grunt, Growl, and Tear have eight million."""
CLEAR = 20.0
"""Difference in CIELAB from which two fields are told apart without laying them side by side."""
LEAST = 2.0
"""Square millimetres that must differ so much: a letter of 8 pt has about three."""


@dataclass(frozen=True)
class _Face:
    """A face and whose it is."""

    scene: Scene
    name: str
    view: View

    @cached_property
    def plain(self) -> Dots:
        return lab(self.view)

    @cached_property
    def light(self) -> Dots:
        """How light each dot is, 0 to 100."""
        return lab(self.view, "in greyscale")[..., :1].copy()

    @cached_property
    def dot(self) -> float:
        """Square millimetres of a dot."""
        inch = (self.scene.width + 2 * self.scene.bleed) / 72
        return float((25.4 * inch / self.view.shape[1]) ** 2)


def prove_for_eyes(kit: Kit, faces: Faces, parts: Sequence[Part]) -> None:
    """Raise CheckFailed for pieces that only colour tells apart, and words that are hard to read."""
    pieces = [piece for part in parts for piece in part.pieces]
    named = {scene: piece.name for piece in pieces for scene in (piece.front, piece.back) if scene}
    faults = [
        *alike_faults(pieces, kit.file.tell_apart),
        *illegible_faults(named, faces.renderer.place_of),
    ]
    if faults:
        raise CheckFailed(faults)


def alike_faults(pieces: Sequence[Piece], groups: Iterable[Sequence[str]] = ()) -> Iterator[Fault]:
    """Pieces that some eyes cannot tell apart; `groups` are components to compare with each other."""
    components = dict.fromkeys((piece.component,) for piece in pieces)
    told: set[frozenset[Scene]] = set()
    shown = dict.fromkeys(s for piece in pieces for s in (piece.front, piece.back) if s)
    dots = sum(dots_of(scene, DPI) for scene in shown)
    dpi = DPI * min(1.0, math.sqrt(MOST_DOTS / max(dots, 1.0)))
    pictures = dict(zip(shown, views(list(shown), dpi), strict=True))
    for group in (*components, *map(tuple, groups)):
        here = [piece for piece in pieces if piece.component in group]
        for side in ("front", "back"):
            faces: dict[Scene, _Face] = {}
            for piece in here:
                scene = piece.front if side == "front" else piece.back
                if scene:
                    faces.setdefault(scene, _Face(scene, piece.name, pictures[scene]))
            for one, other in combinations(faces.values(), 2):
                pair = frozenset((one.scene, other.scene))
                if pair in told or not _of_one_shape(one.scene, other.scene):
                    continue
                if vision := confusing(one, other):
                    told.add(pair)
                    yield Fault(
                        f"its {side} differs from that of {other.name} by colour alone, "
                        f"which is lost {vision}",
                        item=one.name,
                        hint="let a shape, a letter or a pattern go with the colour",
                        check="eyes-apart",
                    )


def confusing(one: _Face, other: _Face) -> str:
    """With what eyes two faces that differ look the same; "" if with none.

    Faces of which ten times the least area differs in lightness are told apart by anybody.
    """
    light = one.dot * _differing(one.light, other.light)
    if light >= 10 * LEAST or one.dot * _differing(one.plain, other.plain) < LEAST:
        return ""
    if light < LEAST:
        return "in greyscale"
    for vision in VISIONS:
        if one.dot * _differing(lab(one.view, vision), lab(other.view, vision)) < LEAST:
            return vision
    return ""


def _differing(one: Dots, other: Dots) -> int:
    """In how many dots two faces clearly differ."""
    found = 0
    for rows in strips(one):
        away = numpy.square(one[rows] - other[rows]).sum(axis=-1)
        found += int(numpy.count_nonzero(away >= CLEAR**2))
    return found


def _of_one_shape(one: Scene, other: Scene) -> bool:
    sizes = (Size(scene.width, scene.height) for scene in (one, other))
    return same_size(*sizes) and one.bleed == other.bleed and one.trim == other.trim
