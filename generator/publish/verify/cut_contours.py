"""Verification of cut contours: where a piece is cut, closed, in an overprinting spot colour, on a layer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pikepdf

from generator.base.errors import Fault
from generator.base.units import MM, Matrix
from generator.press.paint.pdf.print_boxes import CUT_CONTOUR
from generator.press.preflight.content_stream import instructions
from generator.press.scene.items import Outline, Segment
from generator.press.scene.path_data import path_data
from generator.press.scene.paths import transformed
from generator.publish.manifest import ExportedFile, ExportedPiece
from generator.publish.verify.finished import FinishedExport

_KEY = f"/{CUT_CONTOUR}"
_OPERATORS = frozenset(["BDC", "EMC", "gs", "CS", "SCN", "m", "l", "c", "h", "S", "cm"])
_TOLERANCE = 0.03 * MM
"""Points by which a contour may be off, as numbers are rounded."""


def contour_faults(
    export: FinishedExport, pdf: pikepdf.Pdf, entry: ExportedFile, edge: float, *, with_cut: bool
) -> Iterator[Fault]:
    """Faults for cut contours that are missing or misplaced, or that would be printed."""
    where = export.place(entry.path)
    for number, (page, leaf) in enumerate(zip(pdf.pages, entry.leaves, strict=True), start=1):
        piece = export.pieces[leaf.piece]
        expected = piece.cut if with_cut and leaf.side == "front" else ""
        for message in _Contour(page).faults(pdf, piece, expected, edge):
            yield Fault(f"page {number}: {message}", where, piece.item, check="export-cut")


class _Contour:
    """The cut contour of a page, as its content draws it."""

    def __init__(self, page: pikepdf.Page) -> None:
        self.outline: list[Segment] = []
        self.is_overprinted = self.is_on_layer = self.is_moved = False
        self._resources: Any = page.obj.get("/Resources", pikepdf.Dictionary())
        contents = page.obj.get("/Contents", pikepdf.Array())
        inside = current = False
        state = ""
        pending: list[Segment] = []
        for operator, operands in instructions(contents, _OPERATORS):
            match operator, operands:
                case "BDC", ["/OC", name]:
                    inside = name == _KEY
                case "EMC", _:
                    inside = False
                case "gs", [name]:
                    state = str(name)
                case "CS", [name]:
                    current = name == _KEY
                case "cm", _:
                    self.is_moved = self.is_moved or inside
                case (("m" | "l" | "c"), _) if current:
                    pending.append((operator.upper(), *operands))
                case "h", _ if current:
                    pending.append(("Z",))
                case "S", _ if current:
                    self.outline += pending
                    pending = []
                    self.is_on_layer, self.is_overprinted = inside, self._overprints(state)

    def faults(
        self, pdf: pikepdf.Pdf, piece: ExportedPiece, expected: str, edge: float
    ) -> Iterator[str]:
        """What is wrong with it, if this outline is expected ("" is none)."""
        if not expected or not self.outline:
            if expected or self.outline:
                yield "has no cut contour" if expected else "has a cut contour that nobody wants"
            return
        height = piece.size[1] * MM + 2 * edge
        place = Matrix.move(edge, edge).then(Matrix(1, 0, 0, -1, 0, height))
        if self.is_moved or not _is_same(self.outline, transformed(path_data(expected), place)):
            yield "its cut contour is not where the piece is cut"
        if not self.is_overprinted:
            yield "its cut contour knocks out the art below it"
        if not self._is_spot():
            yield f"its cut contour is not in a spot colour {CUT_CONTOUR}"
        if not self.is_on_layer or not _has_layer(pdf, self._resource("/Properties")):
            yield "its cut contour is not on a layer of its own"

    def _resource(self, kind: str) -> Any:
        return self._resources.get(kind, pikepdf.Dictionary()).get(_KEY)

    def _overprints(self, state: str) -> bool:
        states = self._resources.get("/ExtGState", pikepdf.Dictionary())
        return bool(states.get(state, pikepdf.Dictionary()).get("/OP", False)) if state else False

    def _is_spot(self) -> bool:
        space = self._resource("/ColorSpace")
        return isinstance(space, pikepdf.Array) and list(map(str, space[:2])) == [
            "/Separation", _KEY
        ]  # fmt: skip


def _is_same(drawn: Sequence[Segment], expected: Outline) -> bool:
    if len(expected) == len(drawn) + 1:  # parsed path data ends where it began
        expected = (*expected[:-2], expected[-1])
    return [segment[0] for segment in drawn] == [segment[0] for segment in expected] and all(
        abs(float(a) - float(b)) <= _TOLERANCE
        for one, other in zip(drawn, expected, strict=True)
        for a, b in zip(one[1:], other[1:], strict=True)
    )


def _has_layer(pdf: pikepdf.Pdf, layer: Any) -> bool:
    """Whether the file lists this layer, under the name of the contour."""
    if not isinstance(layer, pikepdf.Dictionary) or str(layer.get("/Name")) != CUT_CONTOUR:
        return False
    listed = pdf.Root.get("/OCProperties", pikepdf.Dictionary()).get("/OCGs", pikepdf.Array())
    return any(each.objgen == layer.objgen for each in listed)
