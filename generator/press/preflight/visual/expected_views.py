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

    `own` is its entry in the manifest, `page` the size of its page.  `turn` moves that page before
    it is viewed, and `to_page` maps the face to it; both are in millimetres from the upper left, y
    down.
    """

    own: PlacedFace
    placed: PlacedFace
    turn: Matrix
    to_page: Matrix
    page: tuple[float, float]

    @property
    def is_back(self) -> bool:
        """Whether it is expected behind its front instead of in its stated place."""
        return self.own is not self.placed


def expected_views(manifest: Manifest, file: str) -> Iterator[ExpectedView]:
    """All faces of a file."""
    placed = list(placed_faces(manifest))
    fronts = {one.key: one for one in placed if one.entry.face == "front"}
    for one in placed:
        if one.entry.file != file:
            continue
        page = page_size(one, manifest)
        y_down = mirror_in("y", page[1] / 2)
        front = fronts.get(one.key)
        over = turn_matrix(one, manifest, page)
        if over is None or front is None:
            yield ExpectedView(one, one, IDENTITY, one.matrix.then(y_down), page)
        else:
            mirror = Matrix(-1, 0, 0, 1, one.piece.size[0], 0)
            yield ExpectedView(one, front, over, mirror.then(front.matrix).then(y_down), page)


def turn_matrix(one: PlacedFace, manifest: Manifest, page: tuple[float, float]) -> Matrix | None:
    """The matrix that turns the page of a back behind its front; None for other faces.

    The printer's offset is undone first.
    """
    if one.entry.face == "front":
        return None
    if fold := one.entry.fold:
        return mirror_in(fold.axis, fold.at if fold.axis == "x" else page[1] - fold.at)
    here, there = one.rect, without_offset(one, manifest)
    back = Matrix.move(there.x - here.x, here.y - there.y)
    match manifest.options.get("backs"):
        case "long-edge":
            return back.then(mirror_in("x", page[0] / 2))
        case "short-edge":
            return back.then(mirror_in("y", page[1] / 2))
    return None


def mirror_in(axis: str, at: float) -> Matrix:
    """The mirror in the vertical line x = `at` (axis "x") or the horizontal one y = `at` (axis "y")."""
    return Matrix(-1, 0, 0, 1, 2 * at, 0) if axis == "x" else Matrix(1, 0, 0, -1, 0, 2 * at)
