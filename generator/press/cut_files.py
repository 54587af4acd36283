"""Cut files: what a machine cuts on a sheet, as SVG and as DXF, in millimetres.

Both have the layers `page`, `marks`, `fold`, `hole` and `cut`.  SVG keeps curves and has its origin
in the upper left corner of the sheet.  DXF (release 12, which every program reads) has only
straight lines, and its origin in the lower left corner.
"""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from typing import TypeAlias

import svgwrite
from ezdxf.addons.r12writer import R12FastStreamWriter
from svgwrite.extensions import Inkscape

from generator.base.units import MM, Matrix, Rect, mm
from generator.press.marks.cut_lines import CutLines, mark_outline
from generator.press.scene.items import Outline
from generator.press.scene.paths import mm_path_data, rectangle, transformed
from generator.press.scene.polygons import polygon_of

LAYERS: Mapping[str, tuple[str, int]] = {
    "page": ("#a0a0a0", 8),
    "marks": ("#000000", 7),
    "fold": ("#0000ff", 5),
    "hole": ("#ff00ff", 6),
    "cut": ("#ff0000", 1),
}
"""The layers, each with its colour in SVG and in DXF, by which programs tell cutting from scoring.

Folds and holes come before cuts: both are made while the sheet is whole."""
_HAIR = 0.1
"""Width of the lines in millimetres; machines follow the centre line."""
_Layers: TypeAlias = Mapping[str, list[Outline]]


def svg_cut_file(lines: CutLines, title: str) -> bytes:
    """The SVG file, with layers as Inkscape marks them."""
    width, height = (round(mm(length), 3) for length in lines.paper)
    drawing = svgwrite.Drawing(
        size=(f"{width:g}mm", f"{height:g}mm"), viewBox=f"0 0 {width:g} {height:g}", debug=False
    )
    drawing.set_desc(title=title)
    inkscape = Inkscape(drawing)
    for name, outlines in _layers(lines).items():
        color, _ = LAYERS[name]
        layer = inkscape.layer(
            label=name, id=name, fill="none", stroke=color, stroke_width=_HAIR, debug=False
        )
        for outline in outlines:
            layer.add(drawing.path(mm_path_data(outline)))
        drawing.add(layer)
    text: str = drawing.tostring()
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()


def dxf_cut_file(lines: CutLines, title: str) -> bytes:
    """The DXF file: polylines, closed except for folds.  The title is ignored: DXF has no room for it."""
    to_mm = Matrix(1, 0, 0, -1, 0, lines.paper.height).then(Matrix.scale(1 / MM))
    stream = StringIO()
    writer = R12FastStreamWriter(stream)
    for name, outlines in _layers(lines).items():
        _, color = LAYERS[name]
        for outline in outlines:
            points = [
                (round(x, 4), round(y, 4)) for x, y in polygon_of(transformed(outline, to_mm))
            ]
            closed = outline[-1][0] == "Z"
            writer.add_polyline_2d(points, closed=closed, layer=name, color=color)
    writer.close()
    return stream.getvalue().encode()


CUT_FORMATS = {".svg": svg_cut_file, ".dxf": dxf_cut_file}
"""The function that writes each cut-file format, by file extension."""


def _layers(lines: CutLines) -> _Layers:
    """The outlines of each layer that has any."""
    layers = {
        "page": [rectangle(Rect(0.0, 0.0, *lines.paper))],
        "marks": [mark_outline(mark) for mark in lines.marks],
        "fold": list(lines.folds),
        "hole": list(lines.holes),
        "cut": list(lines.outlines),
    }
    return {name: outlines for name, outlines in layers.items() if outlines}
