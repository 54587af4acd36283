"""Colour-only differences: pieces that only colour tells apart (WCAG 2.1, 1.4.1).

People who see no red, or print in black, must still tell one piece from another: colour must not be
the only difference; a shape, a letter or a pattern must go with it.  The check compares faces of
one component with the same size and shape, and those of components listed under `tell-apart` in
`game.yaml`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, groupby, islice

from generator.base.errors import MAX_FAULTS, CheckFailed, Fault, some_of
from generator.kit.load import Kit
from generator.press.accessibility.legibility import (
    legibility_faults,
    uneven_type_faults,
    with_textless_copies,
)
from generator.press.accessibility.similarity import ComparisonBudget, FaceRaster, similar_pairs
from generator.press.layout.checks.complexity import check_raster_cost
from generator.press.paint.raster import Raster, SceneRasters, pixel_count
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.piece import Part, Piece, named_faces, pieces_of, same_size
from generator.press.scene.items import Scene

DPI = 50
MAX_PIXELS = 32_000_000
"""Maximum number of pixels in the rasters of all faces of a kit; larger kits get coarser rasters.
The faces of Grunt, Growl, and Tear have eight million pixels."""
MAX_NAMES = 120
"""Maximum length of the list of names in one fault, in characters."""


def check_accessibility(kit: Kit, faces: FaceSet, parts: Sequence[Part]) -> bool:
    """Raise CheckFailed for pieces that only colour distinguishes, and for illegible or uneven text.

    Returns whether all pairs of pieces were compared: too many similar ones exhaust the budget.
    """
    pieces = pieces_of(parts)
    named = named_faces(parts)
    check_raster_cost(named)
    renderings, budget = with_textless_copies(list(named)), ComparisonBudget()
    hard_to_read = legibility_faults(named, faces.renderer.place_of, renderings=renderings)
    similar = color_only_faults(pieces, kit.file.tell_apart, renderings, budget)
    uneven = uneven_type_faults(named, faces.renderer.sources.get)
    found = [*islice(similar, MAX_FAULTS + 1), *hard_to_read, *uneven]
    if found:
        raise CheckFailed(found)
    return not budget.exhausted


def color_only_faults(
    pieces: Sequence[Piece],
    groups: Iterable[Sequence[str]] = (),
    renderings: SceneRasters | None = None,
    budget: ComparisonBudget | None = None,
) -> Iterator[Fault]:
    """Faults of pieces that only colour distinguishes; `groups` are components to compare.

    A fault names one piece and all that look like it; pairs among those have no faults of their
    own.  `renderings` are rasters of all their faces (and perhaps of others after them), if already
    painted.
    """
    components = dict.fromkeys((piece.component,) for piece in pieces)
    scenes = list(dict.fromkeys(face for piece in pieces for face in piece.faces))
    renderings, budget = renderings or SceneRasters(scenes), budget or ComparisonBudget()
    pixels = sum(pixel_count(scene, DPI) for scene in scenes)
    dpi = DPI * min(1.0, math.sqrt(MAX_PIXELS / max(pixels, 1.0)))
    rasters = {
        scene: FaceRaster(view, _pixel_area(scene, view))
        for scene, view in zip(scenes, renderings.render(dpi, range(len(scenes))), strict=True)
    }
    renderings.forget()
    reported: set[frozenset[Scene]] = set()
    for group in (*components, *map(tuple, groups)):
        group_pieces = [piece for piece in pieces if piece.component in group]
        for side in ("front", "back"):
            named: dict[Scene, str] = {}
            for piece in group_pieces:
                scene = piece.front if side == "front" else piece.back
                if scene:
                    named.setdefault(scene, piece.name)
            pairs = _similar_faces(list(named), rasters, budget)
            for one, alike in groupby(pairs, lambda pair: pair[0]):
                unreported = [
                    (other, vision)
                    for _, other, vision in alike
                    if frozenset((one, other)) not in reported
                ]
                if not unreported:
                    continue
                others, visions = zip(*unreported, strict=True)
                reported.update(map(frozenset, combinations((one, *others), 2)))
                that = "that" if len(others) == 1 else "those"
                yield Fault(
                    f"its {side} differs from {that} of "
                    f"{some_of([named[other] for other in others], MAX_NAMES)} in colour only, "
                    f"a difference lost {' or '.join(dict.fromkeys(visions))}",
                    item=named[one],
                    hint="add a shape, a letter or a pattern",
                    check="eyes-apart",
                )


def _similar_faces(
    scenes: Sequence[Scene], rasters: dict[Scene, FaceRaster], budget: ComparisonBudget
) -> Iterator[tuple[Scene, Scene, str]]:
    """Pairs of scenes of one shape that look alike to some people, and to whom."""
    remaining = list(scenes)
    while remaining:
        same_shape = [scene for scene in remaining if _same_shape(remaining[0], scene, rasters)]
        remaining = [scene for scene in remaining if not _same_shape(remaining[0], scene, rasters)]
        for one, other, vision in similar_pairs([rasters[scene] for scene in same_shape], budget):
            yield same_shape[one], same_shape[other], vision


def _pixel_area(scene: Scene, view: Raster) -> float:
    """Area of one pixel, in square millimetres."""
    return float((25.4 * (scene.bleed_box.width / 72) / view.shape[1]) ** 2)


def _same_shape(one: Scene, other: Scene, rasters: dict[Scene, FaceRaster]) -> bool:
    return (
        same_size(one.size, other.size)
        and one.bleed == other.bleed
        and one.trim == other.trim
        and rasters[one].shape == rasters[other].shape
    )
