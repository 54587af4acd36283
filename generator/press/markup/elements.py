"""The scene markup's vocabulary as data: every element, its attributes, what may stand in it.

Markup is checked against these tables, layout reads its defaults from them and the reference page
is printed from them, so that none of the three can disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute: the kind of its value (see `kinds`), its default and what it means.

    `default` is markup text, or None where leaving the attribute out means something of its own.
    """

    kind: str
    description: str
    default: str | None = None
    required: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Element:
    """One element: what it does, its attributes, which elements it may hold, and an example.

    `holds` names a set of elements: "drawing" (all that draw), "cells", "" (none).
    `extra` is the prefix of attributes that may have any name, such as `arg-`.
    """

    name: str
    description: str
    attributes: Mapping[str, Attribute]
    holds: str = ""
    text: bool = False
    root: bool = False
    extra: str = ""
    example: str = field(default="", repr=False)


def _a(kind: str, description: str, default: str | None = None, **more: object) -> Attribute:
    return Attribute(kind, description, default, **more)  # type: ignore[arg-type]


_BOX = {
    "x": _a("length", "left edge, from the left of the surrounding box", "0"),
    "y": _a("length", "top edge, from the top of the surrounding box", "0"),
    "width": _a("length", "width; left out: as far as the surrounding box reaches"),
    "height": _a("length", "height; left out: as far as the surrounding box reaches"),
    "inset": _a("length", "moves all four edges inward (outward when negative)", "0"),
    "turn": _a("number", "clockwise turn in degrees about the middle of the box", "0"),
    "grow": _a("factor", "in a row or column: share of the room that is left over"),
}
_INK = {
    "fill": _a("color", "colour of the inside", "none"),
    "stroke": _a("color", "colour of the line", "none"),
    "line": _a("thickness", "width of the line", "0.3mm"),
    "dash": _a("dash", "lengths of dashes and gaps; left out: a solid line"),
    "cap": _a("text", "ends of the line", "butt", choices=("butt", "round", "square")),
    "join": _a("text", "corners of the line", "miter", choices=("miter", "round", "bevel")),
}
_SHAPE = {
    "turn": _a("number", "clockwise turn in degrees about the middle of the shape", "0"),
}
_FLOW = {
    "gap": _a("length", "distance between neighbours", "0"),
    "padding": _a("length", "free room inside the edges", "0"),
}
_ROOT = {
    "size": _a("text", "a named size such as `poker`, or `paper` for the whole sheet"),
    "width": _a("length", "width of the cut piece, where no size is named"),
    "height": _a("length", "height of the cut piece, where no size is named"),
    "turned": _a("flag", "`yes`: the named size lies on its side", "no"),
    "shape": _a("text", "outline of the cut", "rect", choices=("rect", "round", "hex", "hex-flat")),
    "outline": _a("outline", "instead of a shape: the cut as one closed line within the box"),
    "fill": _a("color", "colour of the background, bleed included", "none"),
    "font": _a("text", "font of the texts inside, unless they say otherwise", "body"),
    "color": _a("color", "colour of the texts inside, unless they say otherwise", "#000000"),
}


def _face(bleed: str, safe: str) -> dict[str, Attribute]:
    return _ROOT | {
        "bleed": _a("extent", "how far the art reaches beyond the cut", bleed),
        "safe": _a("extent", "how far inside the cut texts and symbols stay", safe),
    }


_ALL = [
    Element(
        "card",
        "A face of a card, tile or token: the root of a template.",
        _face("3mm", "3mm"),
        holds="drawing",
        root=True,
        example='<card size="mini" fill="sky"><text inset="4mm" size="14" align="center" '
        'valign="middle">A card</text></card>',
    ),
    Element(
        "board",
        "A board or mat: like a card, but text may come nearer to its edge.",
        _face("3mm", "2mm"),
        holds="drawing",
        root=True,
        example='<board width="60mm" height="30mm" fill="grass"><text inset="4mm" size="9">'
        "A board</text></board>",
    ),
    Element(
        "sheet",
        "A whole sheet of paper with a text or picture, not cut: no bleed.",
        _face("0", "0"),
        holds="drawing",
        root=True,
        example='<sheet width="60mm" height="30mm"><text inset="8mm" size="9">A sheet</text></sheet>',
    ),
    Element(
        "drawing",
        "A picture to be used by other templates (`use`): no bleed, no safe zone, not cut.",
        _face("0", "0"),
        holds="drawing",
        root=True,
        example='<drawing width="20mm" height="20mm"><ellipse fill="sun"/></drawing>',
    ),
    Element(
        "group",
        "Holds other elements: a box of its own, turned, scaled, clipped, or with its own coordinates.",
        _BOX
        | {
            "scale": _a("factor", "enlarges the contents about the group's middle", "1"),
            "mirror": _a("flag", "`yes`: left and right are exchanged", "no"),
            "view": _a("view", "width and height of the coordinates inside, fitted into the box"),
            "clip": _a("text", "cuts off what is outside", "no", choices=("no", "box", "ellipse")),
            "radius": _a("extent", "rounded corners of the clipping box", "0"),
            "clip-path": _a("outline", "cuts off what is outside this outline"),
            "symbol": _a(
                "text", "what the sign it draws is called, if that must stay in the safe zone", ""
            ),
        },
        holds="drawing",
        example='<group x="5mm" width="20mm" height="20mm" turn="20" view="100 100" clip="ellipse">'
        '<rect fill="sky"/><rect y="60" fill="grass"/></group>',
    ),
    Element(
        "rect",
        "A rectangle.",
        _BOX | {"radius": _a("extent", "radius of rounded corners", "0")} | _INK,
        example='<rect width="30mm" height="15mm" radius="3mm" fill="sun" stroke="ink"/>',
    ),
    Element(
        "ellipse",
        "An ellipse that fills its box; or, with `r`, a circle about the point (cx, cy).",
        _BOX
        | {
            "cx": _a("length", "middle of the circle, from the left"),
            "cy": _a("length", "middle of the circle, from the top"),
            "r": _a("extent", "radius of the circle"),
            "ry": _a("extent", "second radius, when it is an ellipse about (cx, cy)"),
        }
        | _INK,
        example='<ellipse cx="10mm" cy="10mm" r="8mm" fill="red"/>'
        '<ellipse x="22mm" width="25mm" height="12mm" stroke="ink"/>',
    ),
    Element(
        "line",
        "A straight line from (x1, y1) to (x2, y2).",
        {
            "x1": _a("length", "start, from the left", "0"),
            "y1": _a("length", "start, from the top", "0"),
            "x2": _a("length", "end, from the left", "0"),
            "y2": _a("length", "end, from the top", "0"),
        }
        | {name: _INK[name] for name in ("line", "dash", "cap")}
        | {"stroke": _a("color", "colour of the line", required=True)},
        example='<line x1="0" y1="5" x2="40" y2="5" stroke="ink" line="1mm" dash="3mm 1mm"/>',
    ),
    Element(
        "fold",
        "A fold from (x1, y1) to (x2, y2): a dashed line with a small “fold” beside it, on the side "
        "of the middle of its box. It may reach the cut.",
        {
            "x1": _a("length", "start, from the left", "0"),
            "y1": _a("length", "start, from the top", "0"),
            "x2": _a("length", "end, from the left", "0"),
            "y2": _a("length", "end, from the top", "0"),
            "color": _a("color", "colour of the line and the word", "#767676"),
            "word": _a("flag", "`no`: the line alone, where another beside it says so", "yes"),
        },
        example='<rect x="8mm" width="30mm" height="20mm" stroke="ink"/>'
        '<fold x1="8mm" y1="12mm" x2="38mm" y2="12mm"/>',
    ),
    Element(
        "path",
        "A shape of lines and curves.",
        {
            "d": _a("outline", "what to draw", required=True),
            "rule": _a("text", "which loops are holes", "nonzero", choices=("nonzero", "evenodd")),
        }
        | _SHAPE
        | _INK,
        example='<path d="M0 15 C10 0 20 0 30 15 Z" fill="grass" stroke="ink"/>',
    ),
    Element(
        "polygon",
        'A shape with straight sides; `open="yes"` leaves the last side out.',
        {
            "points": _a("points", "its corners", required=True),
            "open": _a("flag", "`yes`: a bent line instead of a closed shape", "no"),
        }
        | _SHAPE
        | _INK,
        example='<polygon points="0,15 10,0 20,15" fill="sun" stroke="ink" join="round"/>',
    ),
    Element(
        "image",
        "A picture from the kit's data folder: PNG, JPEG, WebP, TIFF or GIF (the first picture of "
        "several), or SVG (drawn as paths).  It is turned upright as its camera says, converted to "
        "sRGB and sampled down to 300 dots to the inch (`--dpi`).",
        _BOX
        | {
            "src": _a("text", "file, from the kit's data folder", required=True),
            "fit": _a(
                "text", "how it fills its box", "contain", choices=("contain", "cover", "stretch")
            ),
        },
        example='<image src="art/glass.png" width="30mm" height="20mm" fit="cover"/>',
    ),
    Element(
        "icon",
        "A sign from the kit's icons or the shared ones, in one colour.",
        _BOX
        | {
            "name": _a("text", "file name of the icon without .svg", required=True),
            "fill": _a("color", "its colour; left out: that of the texts"),
            "decor": _a(
                "flag",
                "`yes`: mere decoration, which need not be read nor be safe",
                "no",
            ),
        },
        example='<icon name="star" width="10mm" height="10mm" fill="sun"/>'
        '<icon name="skull" x="14mm" width="10mm" height="10mm"/>',
    ),
    Element(
        "text",
        "Words in a box: `*bold*`, `_italic_`, `:icon:`; a line break starts a paragraph. "
        "The largest size is taken at which all of it fits; if none does, that is an error.",
        _BOX
        | {
            "height": _a("height", "height; `auto`: as much as the text needs"),
            "font": _a("text", "a role of the kit (`title`, `body`) or a family"),
            "bold": _a("flag", "`yes`: all of it bold", "no"),
            "size": _a("sizes", "font size in points, or largest and smallest", "9"),
            "align": _a(
                "text", "lines lie", "left", choices=("left", "center", "right", "justify")
            ),
            "valign": _a("text", "the text lies", "top", choices=("top", "middle", "bottom")),
            "leading": _a("factor", "distance of lines, in font sizes", "1.25"),
            "paragraph": _a("number", "extra distance of paragraphs, in font sizes", "0.4"),
            "color": _a("color", "colour of the words"),
            "plain": _a("flag", "`yes`: marks such as * and : mean themselves", "no"),
            "decor": _a(
                "flag",
                "`yes`: mere decoration, which need not be read nor be safe",
                "no",
            ),
        },
        text=True,
        example='<text width="40mm" height="14mm" size="12..7">Gain 2 :heart: and *draw* a card. '
        "_Not_ on your first turn.</text>",
    ),
    Element(
        "row",
        "Places what it holds side by side; those without a width share the room that is left.",
        _BOX | _FLOW,
        holds="drawing",
        example='<row width="45mm" height="8mm" gap="2mm"><rect width="8mm" fill="red"/>'
        '<rect fill="sky"/><rect grow="2" fill="grass"/></row>',
    ),
    Element(
        "column",
        "Places what it holds one below the other; those without a height share what is left.",
        _BOX | _FLOW,
        holds="drawing",
        example='<column width="45mm" height="18mm" gap="1mm"><text height="auto" size="10">A line'
        '</text><rect fill="sky"/></column>',
    ),
    Element(
        "grid",
        "Places what it holds in columns, row after row, in cells of equal height.",
        _BOX
        | _FLOW
        | {
            "columns": _a("integer", "number of columns", required=True),
            "rows": _a("integer", "number of rows; left out: as many as are needed"),
            "tracks": _a("tracks", "how wide the columns are; left out: all alike"),
        },
        holds="drawing",
        example='<grid width="45mm" height="18mm" columns="3" gap="1mm"><rect fill="red"/>'
        '<rect fill="sun"/><rect fill="sky"/><rect fill="grass"/></grid>',
    ),
    Element(
        "squaregrid",
        "A map of square cells, named a1, b1, ... with a1 at the lower left.",
        {name: _BOX[name] for name in ("x", "y")}
        | {
            "cell": _a("thickness", "side of a cell", required=True),
            "columns": _a("integer", "number of columns", required=True),
            "rows": _a("integer", "number of rows", required=True),
        },
        holds="cells",
        example='<squaregrid cell="8mm" columns="4" rows="2"><cell at="a1" fill="sky"/>'
        '<cell at="d2" fill="sun" stroke="ink"><icon name="star" inset="1mm"/></cell></squaregrid>',
    ),
    Element(
        "hexgrid",
        "A map of hexagonal cells, named by axial coordinates q,r (q to the right, r down and right).",
        {
            "x": _a("length", "middle of the cell 0,0, from the left", "0"),
            "y": _a("length", "middle of the cell 0,0, from the top", "0"),
            "cell": _a("thickness", "distance of opposite sides", required=True),
            "flat": _a("flag", "`yes`: cells have a side on top, not a corner", "no"),
        },
        holds="cells",
        example='<hexgrid x="12mm" y="6mm" cell="9mm"><cell at="0,0" fill="sky" stroke="ink"/>'
        '<cell at="1,0" fill="grass" stroke="ink"/><cell at="0,1" fill="sun" stroke="ink"/></hexgrid>',
    ),
    Element(
        "cell",
        "A cell of a map; what it holds is placed in the cell's own box.",
        {"at": _a("text", "the cell's name or coordinates", required=True)} | _INK,
        holds="drawing",
        example='<squaregrid cell="12mm" columns="1" rows="1"><cell at="a1" fill="grass">'
        '<text size="6.5" inset="1mm">a1</text></cell></squaregrid>',
    ),
    Element(
        "use",
        "Draws another template, or a face of a piece of the kit as it is cut out. "
        "Attributes `arg-name` become the template's variable `arg.name`.",
        _BOX
        | {
            "template": _a("text", "a template of the kit or a shared one"),
            "component": _a("text", "instead of a template: a component of the kit"),
            "id": _a("text", "which row's piece, where the component has several"),
            "face": _a("text", "which side", "front", choices=("front", "back")),
        },
        extra="arg-",
        example='<use template="badge.xml" width="12mm" height="12mm" arg-letter="A"/>',
    ),
    Element(
        "link",
        "Makes a box lead to an address or to an anchor in the same file.",
        _BOX | {"to": _a("target", "address or anchor", required=True)},
        holds="drawing",
        example='<link to="https://example.org/" width="20mm" height="5mm">'
        '<text size="9">Rules</text></link>',
    ),
    Element(
        "anchor",
        "A place that links lead to; with a title, also a bookmark.",
        {
            "name": _a("text", "what links call it", required=True),
            "title": _a("text", "title of the bookmark", ""),
        },
        example='<anchor name="rules" title="The rules"/><text size="9">The rules start here.</text>',
    ),
]

ELEMENTS: Mapping[str, Element] = {element.name: element for element in _ALL}
"""Every element by its name, in the order of the reference page."""

HOLDS: Mapping[str, frozenset[str]] = {
    "": frozenset(),
    "cells": frozenset({"cell"}),
    "drawing": frozenset(ELEMENTS) - {e.name for e in _ALL if e.root} - {"cell"},
}
"""Which elements may stand in an element, by the name its `holds` gives."""
