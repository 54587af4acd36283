"""Precut preflight: every piece on a sheet that is cut already lies in a place of its own, and fills it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from generator.base.errors import Fault
from generator.base.units import MM, Matrix, Rect
from generator.press.manifest import Manifest, PrecutEntry
from generator.press.precut import OVERLAP
from generator.press.preflight.duplex import without_offset
from generator.press.preflight.pdf_content import PageContent
from generator.press.preflight.placement_model import PlacedFace
from generator.press.scene.paths import covers, transform_rect

_TOLERANCE = 0.02
"""Millimetres by which rounding may move a piece in its place."""


def precut_faults(
    manifest: Manifest, file: str, faces: Sequence[PlacedFace], content: PageContent, to_mm: Matrix
) -> Iterator[Fault]:
    """Pieces of one page that are not in a place, share one, or leave some of it white."""
    entry = next((each for each in manifest.precut if each.file == file), None)
    if entry is None:
        return
    back = not entry.one_sided and any(face.entry.face == "back" for face in faces)
    places = list(_places(entry, manifest, back=back))
    art = [transform_rect(clip, to_mm).grown(_TOLERANCE) for clip in content.clips]
    taken: set[Rect] = set()
    for face in faces:
        rect = without_offset(face, manifest)
        place = next((each for each in places if _is_centred(rect, each)), None)
        if place is None:
            yield _fault("does not lie in a place of the sheet", face)
            continue
        if place in taken:
            yield _fault("lies in the place of another piece", face)
        taken.add(place)
        if not covers(place.grown(OVERLAP / MM / 2 + _TOLERANCE), rect):
            yield _fault("is too large for its place", face)
        shown = place._replace(x=place.x + face.rect.x - rect.x, y=place.y + face.rect.y - rect.y)
        if not any(covers(box, shown) for box in art):
            yield _fault("leaves an edge of its place white", face)


def _places(entry: PrecutEntry, manifest: Manifest, *, back: bool) -> Iterator[Rect]:
    """The places as seen from the printed side, in millimetres from the lower left corner."""
    width, height = entry.size
    over = manifest.options.get("backs")
    for column, row in product(range(entry.columns), range(entry.rows)):
        x = entry.at[0] + column * entry.pitch[0]
        y = entry.at[1] - row * entry.pitch[1]
        if back and over == "short-edge":
            y = manifest.paper.height - y - height
        elif back:
            x = manifest.paper.width - x - width
        yield Rect(x, y, width, height)


def _is_centred(rect: Rect, place: Rect) -> bool:
    return (
        abs(rect.x + rect.width / 2 - place.x - place.width / 2) <= _TOLERANCE
        and abs(rect.y + rect.height / 2 - place.y - place.height / 2) <= _TOLERANCE
    )


def _fault(message: str, face: PlacedFace) -> Fault:
    return Fault(f"copy {face.entry.copy} {message}", item=face.name, check="proof-precut")
