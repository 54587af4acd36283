"""Verification of PDFs for a press: boxes, faces, fonts, one colour space, nothing translucent, cut contours.

A contour is where a piece is cut, closed, in an overprinting spot colour, on a layer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pikepdf

from generator.base.errors import Fault, Place
from generator.base.units import MM, Matrix, Rect, mm
from generator.press.paint.pdf.print_boxes import CUT_CONTOUR
from generator.press.preflight.content_stream import instructions
from generator.press.preflight.files import font_faults, open_pdf
from generator.press.scene.items import Outline, Segment
from generator.press.scene.path_data import path_data
from generator.press.scene.paths import transformed
from generator.publish.images import thumbnail_difference, thumbnails
from generator.publish.manifest import ExportedFile, ExportedPiece, Role
from generator.publish.verify.finished import FinishedExport

_KEY = f"/{CUT_CONTOUR}"
_OPERATORS = frozenset(["BDC", "EMC", "gs", "CS", "SCN", "m", "l", "c", "h", "S", "cm"])
_TOLERANCE = 0.03 * MM
"""Points by which a contour may be off, as numbers are rounded."""
_BOX_TOLERANCE = 0.05
"""Tolerance of a page's boxes in points."""
_THUMBNAIL_TOLERANCE = 0.5
"""Tolerance between thumbnails of the same face in two files, in grey levels of 256."""


def pdf_faults(
    export: FinishedExport,
    roles: Sequence[Role],
    find: Callable[[ExportedFile, pikepdf.Pdf, Place], Iterator[Fault]],
) -> Iterator[Fault]:
    """The faults found in each PDF with one of these roles, and those that cannot be opened."""
    for entry in export.of_role(*roles):
        where = export.place(entry.path)
        try:
            with open_pdf(export.folder / entry.path) as pdf:
                yield from find(entry, pdf, where)
        except (OSError, pikepdf.PdfError):
            yield Fault("is not a PDF that can be opened", where, check="export-file")


def printed_faults(export: FinishedExport) -> Iterator[Fault]:
    """Faults for pieces with another number of pages than copies, or than one."""
    leaves = [leaf for entry in export.of_role("deck") for leaf in entry.leaves]
    printed = Counter(leaf.piece for leaf in leaves if leaf.side == "front")
    books = {entry.path for entry in export.of_role("book")}
    for piece in export.manifest.pieces:
        if piece.front in books:
            continue
        expected = 1 if export.manifest.options.get("once") else piece.copies
        if printed[piece.id] != expected:
            message = f"is printed {printed[piece.id]} times, not {expected}"
            yield Fault(message, export.place(piece.front), piece.item, check="export-copies")


def boxes_around(
    trim: tuple[float, float], edge: float, bleed: float
) -> dict[str, tuple[float, ...]]:
    """The boxes of a page whose trim box is `edge` inside it, by their names in PDF."""
    cut = Rect(edge, edge, *trim)
    return {
        f"/{name}Box": (box.x, box.y, box.right, box.bottom)
        for name, box in (("Media", cut.grown(edge)), ("Bleed", cut.grown(bleed)), ("Trim", cut))
    }


def box_faults(
    page: pikepdf.Page, number: int, boxes: Mapping[str, Sequence[float]], name: str, where: Place
) -> Iterator[Fault]:
    """Faults for boxes of a page that are missing or are not as expected."""
    for key, expected in boxes.items():
        box = [float(each) for each in page.get(key, [])]
        if (
            len(box) != 4
            or max(abs(a - b) for a, b in zip(box, expected, strict=True)) > _BOX_TOLERANCE
        ):
            size = f"{mm(expected[2] - expected[0]):g} × {mm(expected[3] - expected[1]):g} mm"
            message = f"page {number}: its {key[1:]} is not the {size} of {name}"
            yield Fault(message, where, check="export-page")


def look_faults(export: FinishedExport, entry: ExportedFile) -> Iterator[Fault]:
    """Faults for pages that do not show the expected face."""
    where = export.place(entry.path)
    rendered = thumbnails(export.read(entry.path))
    for number, (look, leaf) in enumerate(zip(rendered, entry.leaves, strict=False), start=1):
        if thumbnail_difference(look, leaf.look) > _THUMBNAIL_TOLERANCE:
            message = f"page {number} does not show the {leaf.side} of this piece"
            yield Fault(message, where, f'piece "{leaf.piece}"', check="export-order")


def embedding_faults(pdf: pikepdf.Pdf, where: Place) -> Iterator[Fault]:
    """Faults for fonts that are not in the file, which no press takes."""
    for fault in font_faults(pdf.pages, where):
        yield Fault(fault.message, where, check="export-standard")


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
        height = piece.trim.height + 2 * edge
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


_COLORS = {
    "rg": "RGB", "RG": "RGB", "k": "CMYK", "K": "CMYK", "g": "grey", "G": "grey",
    "cs": "another space", "CS": "another space", "BI": "a picture within the page",
}  # fmt: skip


def color_faults(pdf: pikepdf.Pdf, mode: str, where: Place) -> Iterator[Fault]:
    """Faults for colours in another space than the file's, "RGB" or "CMYK"; cut contours apart."""
    other: dict[str, None] = {}
    for stream in contents(pdf):
        for operator, operands in instructions(stream, frozenset(_COLORS)):
            space = _COLORS[operator]
            if space != mode and operands != [f"/{CUT_CONTOUR}"]:
                other[space] = None
    for each in pdf.objects:
        if not isinstance(each, pikepdf.Dictionary | pikepdf.Stream):
            continue
        is_picture = each.get("/Subtype") == "/Image" and not each.get("/ImageMask", False)
        if (is_picture or "/ShadingType" in each) and each.get("/ColorSpace") != f"/Device{mode}":
            space = str(each.get("/ColorSpace")).removeprefix("/")
            other[f"{'a picture' if is_picture else 'a gradient'} in {space}"] = None
    for name in other:
        yield Fault(f"has colours that are not {mode}: {name}", where, check="export-ink")


def transparency_faults(pdf: pikepdf.Pdf, where: Place) -> Iterator[Fault]:
    """Faults for what is translucent or blended: shops flatten that in ways of their own."""
    found: dict[str, None] = {}
    for each in pdf.objects:
        if not isinstance(each, pikepdf.Dictionary | pikepdf.Stream):
            continue
        for value in _states(each):
            if min(float(value.get("/ca", 1)), float(value.get("/CA", 1))) < 1:
                found["an opacity"] = None
            if value.get("/BM", "/Normal") not in ("/Normal", "/Compatible"):
                found["a blend mode"] = None
            if value.get("/SMask", "/None") != "/None":
                found["a soft mask"] = None
        if isinstance(each, pikepdf.Stream) and "/SMask" in each:
            found["a picture with soft edges"] = None
        if each.get("/Group", pikepdf.Dictionary()).get("/S") == "/Transparency":
            found["a transparency group"] = None
    for name in found:
        yield Fault(f"has transparency: {name}", where, check="export-transparency")


def _states(holder: Any) -> Iterator[Any]:
    """The graphics states of an object: its own if it is one, or those among its resources."""
    if holder.get("/Type") == "/ExtGState":
        yield holder
    states = holder.get("/Resources", pikepdf.Dictionary()).get("/ExtGState", pikepdf.Dictionary())
    yield from (state for _, state in states.items())


def contents(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """The contents of all pages and forms."""
    yield from (page.obj["/Contents"] for page in pdf.pages if "/Contents" in page.obj)
    yield from streams(pdf, "/Form")


def streams(pdf: pikepdf.Pdf, kind: str) -> Iterator[pikepdf.Stream]:
    """Yield every form or image of a PDF once; `kind` is "/Form" or "/Image"."""
    for each in pdf.objects:
        if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == kind:
            yield each
