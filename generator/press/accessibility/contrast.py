"""Contrast of the text on a sample of faces, for the warning of a build; a check examines all of them.

Faces of one component drawn with the same colours and pictures are similar enough for one of them
to represent the others, and a few to represent the component.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence

from generator.press.accessibility.legibility import contrast_faults
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.piece import Part, Piece, pieces_of
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

MAX_SHOWN = 3
"""Most lines of templates that a warning names."""
MAX_LOOKS = 3
"""Number of different faces of a component that are examined on each side."""


def contrast_warning(faces: FaceSet, parts: Sequence[Part]) -> str:
    """A warning about text with little contrast; "" if there is none."""
    known = {component.id for component in faces.kit.file.components}
    looks: defaultdict[tuple[str, str], dict[Hashable, tuple[Scene, Piece]]] = defaultdict(dict)
    for piece in (each for each in pieces_of(parts) if each.component in known):
        for side, scene in (("front", piece.front), ("back", piece.back)):
            seen = looks[piece.component, side]
            if scene and len(seen) < MAX_LOOKS:
                seen.setdefault(_palette_key(scene), (scene, piece))
    shown = {
        scene: (piece, side) for (_, side), seen in looks.items() for scene, piece in seen.values()
    }
    faults = contrast_faults(
        {each: piece.name for each, (piece, _) in shown.items()}, faces.place_of
    )
    if not faults:
        return ""
    if not all(fault.place for fault in faults):  # some faces are from the cache
        pale = {fault.item for fault in faults}
        redrawn = {
            faces.redrawn(piece, side): piece.name
            for piece, side in shown.values()
            if piece.name in pale
        }
        faults = contrast_faults(redrawn, faces.place_of)
    rest = len(faults) - MAX_SHOWN
    more = f"; and {rest} more, which `grimoire check` lists" if rest > 0 else ""
    return f"warning: {'; '.join(map(str, faults[:MAX_SHOWN]))}{more}"


@memoize_per_scene
def _palette_key(scene: Scene) -> frozenset[Hashable]:
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
                yield from _palette_key(item.scene)
