"""Expected views: what should be visible of each face, and from which side of the paper.

A back is seen through the paper: its page is turned as the printer turns it, which mirrors it in
the centre line of the page.  There it must show its face, mirrored, at the place of its front's
trim.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.base.units import IDENTITY, Matrix
from generator.press.manifest import Manifest
from generator.press.preflight.duplex import without_offset
from generator.press.preflight.placement_model import PlacedFace, page_size, placed_faces


@dataclass(frozen=True, slots=True)
class ExpectedView:
    """A face that should be seen on a page as if it were `placed`.

    `stated` is its entry in the manifest, `page` the size of its page.  `turn` moves that page before
    it is viewed, and `to_page` maps the face to it; both are in millimetres from the upper left, y
    down.
    """

    stated: PlacedFace
    placed: PlacedFace
    turn: Matrix
    to_page: Matrix
    page: tuple[float, float]

    @property
    def is_back(self) -> bool:
        """Whether it is expected behind its front instead of in its stated place."""
        return self.stated is not self.placed


def expected_views(manifest: Manifest, file: str) -> Iterator[ExpectedView]:
    """All faces of a file."""
    placed = list(placed_faces(manifest))
    fronts = {face.key: face for face in placed if face.entry.face == "front"}
    for face in placed:
        if face.entry.file != file:
            continue
        page = page_size(face, manifest)
        y_down = mirror_in("y", page[1] / 2)
        front = fronts.get(face.key)
        turn = turn_matrix(face, manifest, page)
        if turn is None or front is None:
            yield ExpectedView(face, face, IDENTITY, face.matrix.then(y_down), page)
        else:
            mirror = Matrix(-1, 0, 0, 1, face.piece.size[0], 0)
            yield ExpectedView(face, front, turn, mirror.then(front.matrix).then(y_down), page)


def turn_matrix(face: PlacedFace, manifest: Manifest, page: tuple[float, float]) -> Matrix | None:
    """The matrix that turns the page of a back behind its front; None for other faces, such as labels.

    The printer's offset is undone first.
    """
    if face.entry.face == "front" or face.entry.file in manifest.label_files:
        return None
    if fold := face.entry.fold:
        return mirror_in(fold.axis, fold.at if fold.axis == "x" else page[1] - fold.at)
    printed, unshifted = face.rect, without_offset(face, manifest)
    back = Matrix.move(unshifted.x - printed.x, printed.y - unshifted.y)
    match manifest.options.get("backs"):
        case "long-edge":
            return back.then(mirror_in("x", page[0] / 2))
        case "short-edge":
            return back.then(mirror_in("y", page[1] / 2))
    return None


def mirror_in(axis: str, at: float) -> Matrix:
    """The mirror in the vertical line x = `at` (axis "x") or the horizontal one y = `at` (axis "y")."""
    return Matrix(-1, 0, 0, 1, 2 * at, 0) if axis == "x" else Matrix(1, 0, 0, -1, 0, 2 * at)
