"""Page boxes and cut contours of a PDF for a print shop.

A page may be larger than its bleed, which leaves room for crop marks.  A cut contour is a line for
the cutter, not for the press: in a spot colour of its own, which no ink is set up for, printing over
the art instead of knocking it out, and on a layer that can be hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO

import pikepdf

from generator.base.units import Matrix, Rect
from generator.press.paint.pdf.operators import format_number, outline
from generator.press.scene.items import Outline
from generator.press.scene.paths import transformed

CUT_CONTOUR = "CutContour"
"""The name of the spot colour and of the layer, which cutters look for."""
_WIDTH = 0.25
"""Width of the line in points."""
_MAGENTA = (0, 1, 0, 0)
"""How the spot colour looks where it is not separated, in inks."""


@dataclass(frozen=True, slots=True)
class PrintBoxes:
    """Trim box of a page, from its upper left corner in points, its bleed and its cut contour."""

    trim: Rect
    bleed: float
    cut: Outline | None = None


def with_print_boxes(content: bytes, pages: Sequence[PrintBoxes]) -> bytes:
    """A PDF with the boxes and cut contours of its pages."""
    with pikepdf.open(BytesIO(content)) as pdf:
        layer = _add_layer(pdf) if any(page.cut for page in pages) else None
        spot = _spot_color(pdf) if layer else None
        for page, boxes in zip(pdf.pages, pages, strict=True):
            height = float(page.MediaBox[3])
            page.obj["/BleedBox"] = _box(boxes.trim.grown(boxes.bleed), height)
            page.obj["/TrimBox"] = _box(boxes.trim, height)
            if boxes.cut:
                _add_contour(page, boxes.cut, height, {"/Properties": layer, "/ColorSpace": spot})
        out = BytesIO()
        pdf.save(out, deterministic_id=True)
    return out.getvalue()


def _box(rect: Rect, height: float) -> pikepdf.Array:
    return pikepdf.Array(
        [round(each, 4) for each in (rect.x, height - rect.bottom, rect.right, height - rect.y)]
    )


def _add_layer(pdf: pikepdf.Pdf) -> pikepdf.Object:
    """A layer of the file (an optional content group), which is shown and printed."""
    layer = pdf.make_indirect(
        pikepdf.Dictionary(Type=pikepdf.Name("/OCG"), Name=pikepdf.String(CUT_CONTOUR))
    )
    shown = pikepdf.Dictionary(
        Name=pikepdf.String("Layers"), Order=pikepdf.Array([layer]), ON=pikepdf.Array([layer])
    )
    pdf.Root["/OCProperties"] = pikepdf.Dictionary(OCGs=pikepdf.Array([layer]), D=shown)
    return layer


def _spot_color(pdf: pikepdf.Pdf) -> pikepdf.Object:
    """The spot colour as a colour space (a Separation), which looks magenta on screen."""
    tint = pikepdf.Dictionary(
        FunctionType=2, Domain=[0, 1], N=1, C0=[0, 0, 0, 0], C1=list(_MAGENTA)
    )
    names = (pikepdf.Name(f"/{each}") for each in ("Separation", CUT_CONTOUR, "DeviceCMYK"))
    return pdf.make_indirect(pikepdf.Array([*names, tint]))


def _add_contour(
    page: pikepdf.Page, cut: Outline, height: float, used: dict[str, pikepdf.Object | None]
) -> None:
    resources = page.obj["/Resources"]
    used = {**used, "/ExtGState": pikepdf.Dictionary(OP=True, op=True, OPM=1)}
    for kind, value in used.items():
        if kind not in resources:
            resources[kind] = pikepdf.Dictionary()
        resources[kind][f"/{CUT_CONTOUR}"] = value
    line = outline(transformed(cut, Matrix(1, 0, 0, -1, 0, height)))
    page.contents_add(b"q\n", prepend=True)
    page.contents_add("\n".join(_operators(line)).encode())


def _operators(line: str) -> Iterable[str]:
    """The operators that draw a line, after those of the art."""
    yield f"\nQ q /OC /{CUT_CONTOUR} BDC"
    yield f"/{CUT_CONTOUR} gs /{CUT_CONTOUR} CS 1 SCN {format_number(_WIDTH)} w"
    yield f"{line} S EMC Q"
