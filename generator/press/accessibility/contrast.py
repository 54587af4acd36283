"""Contrast of the text on a sample of faces, for the warning of a build; a check examines all of them.

Faces of one component drawn with the same colours and pictures are similar enough for one of them
to represent the others, and a few to represent the component.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence

from generator.press.accessibility.legibility import contrast_faults
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.piece import Part
from generator.press.scene.items import (
    GlyphRun,
    Group,
    Image,
    Item,
    Path,
    Scene,
    Use,
    memoize_per_scene,
)

MOST = 3
"""Most lines of templates that a warning names."""
FEW = 3
"""Number of different faces of a component that are examined on each side."""


def contrast_warning(faces: FaceSet, parts: Sequence[Part]) -> str:
    """A warning about text with little contrast; "" if there is none."""
    own = {component.id for component in faces.kit.file.components}
    few: defaultdict[tuple[str, str], dict[Hashable, tuple[Scene, str]]] = defaultdict(dict)
    for piece in (piece for part in parts for piece in part.pieces if piece.component in own):
        for side, scene in (("front", piece.front), ("back", piece.back)):
            alike = few[piece.component, side]
            if scene and len(alike) < FEW:
                alike.setdefault(_look(scene), (scene, piece.name))
    named = dict(each for alike in few.values() for each in alike.values())
    faults = contrast_faults(named, faces.place_of)
    if not faults:
        return ""
    more = f"; and {len(faults) - MOST} more: see grimoire check" if len(faults) > MOST else ""
    return f"warning: {'; '.join(map(str, faults[:MOST]))}{more}"


@memoize_per_scene
def _look(scene: Scene) -> frozenset[Hashable]:
    """What distinguishes a face from others drawn with other colours or pictures."""
    return frozenset(_paints(scene.items))


def _paints(items: Iterable[Item]) -> Iterator[Hashable]:
    """Colours and picture files that a drawing uses, with their opacity."""
    for item in items:
        match item:
            case GlyphRun():
                yield "text", item.color
            case Path():
                yield item.fill
                yield item.stroke and item.stroke.color
            case Image():
                yield str(item.file)
            case Group():
                yield item.opacity, item.blend
                yield from _paints((*item.items, *item.mask))
            case Use():
                yield from _look(item.scene)
