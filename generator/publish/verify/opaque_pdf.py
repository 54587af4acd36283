"""Verification of a PDF's colours and transparency: one colour space, and nothing translucent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pikepdf

from generator.base.errors import Fault, Place
from generator.press.paint.pdf.print_boxes import CUT_CONTOUR
from generator.press.preflight.content_stream import instructions

_OPERATORS = {
    "rg": "RGB", "RG": "RGB", "k": "CMYK", "K": "CMYK", "g": "grey", "G": "grey",
    "cs": "another space", "CS": "another space",
}  # fmt: skip


def color_faults(pdf: pikepdf.Pdf, mode: str, where: Place) -> Iterator[Fault]:
    """Faults for colours in another space than the file's, "RGB" or "CMYK"; cut contours apart."""
    other: dict[str, None] = {}
    for stream in _contents(pdf):
        for operator, operands in instructions(stream, frozenset(_OPERATORS)):
            space = _OPERATORS[operator]
            if space != mode and operands != [f"/{CUT_CONTOUR}"]:
                other[space] = None
    for each in pdf.objects:
        if not isinstance(each, pikepdf.Dictionary | pikepdf.Stream):
            continue
        is_picture = each.get("/Subtype") == "/Image" and not each.get("/ImageMask", False)
        if (is_picture or "/ShadingType" in each) and each.get("/ColorSpace") != f"/Device{mode}":
            other["a picture" if is_picture else "a gradient"] = None
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


def _contents(pdf: pikepdf.Pdf) -> Iterator[pikepdf.Object]:
    """The contents of all pages and forms."""
    yield from (page.obj["/Contents"] for page in pdf.pages if "/Contents" in page.obj)
    yield from streams(pdf, "/Form")


def streams(pdf: pikepdf.Pdf, kind: str) -> Iterator[pikepdf.Stream]:
    """Yield every form or image of a PDF once; `kind` is "/Form" or "/Image"."""
    for each in pdf.objects:
        if isinstance(each, pikepdf.Stream) and each.get("/Subtype") == kind:
            yield each
