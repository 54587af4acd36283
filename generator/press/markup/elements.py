"""The scene markup's vocabulary as data: every element, its attributes, and what it may contain.

Markup is checked against these tables, layout reads its defaults from them and the reference page
is generated from them, so the three cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from generator.press.markup.attributes import (
    BOX,
    DECOR,
    EFFECTS,
    ENDS,
    FLOW,
    HOLE,
    INK,
    LINE,
    ROOT,
    SHAPE,
    Attribute,
    Element,
)
from generator.press.markup.grid_elements import GRIDS, MAPS
from generator.press.scene.qr_code import LEVELS


def _face(bleed: str, safe: str) -> dict[str, Attribute]:
    return ROOT | {
        "bleed": Attribute("extent", "how far the art extends beyond the cut", bleed),
        "safe": Attribute("extent", "minimum distance of texts and symbols from the cut", safe),
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
        "A board or mat: like a card, but text may be closer to the cut.",
        _face("3mm", "2mm"),
        holds="drawing",
        root=True,
        example='<board width="60mm" height="30mm" fill="grass"><text inset="4mm" size="9">'
        "A board</text></board>",
    ),
    Element(
        "sheet",
        "A whole sheet of paper, which is not cut: no bleed.",
        _face("0", "0"),
        holds="drawing",
        root=True,
        example='<sheet width="60mm" height="30mm"><text inset="8mm" size="9">A sheet</text></sheet>',
    ),
    Element(
        "drawing",
        "A drawing for other templates to `use`: no bleed, no safe zone, not cut.",
        _face("0", "0"),
        holds="drawing",
        root=True,
        example='<drawing width="20mm" height="20mm"><ellipse fill="sun"/></drawing>',
    ),
    Element(
        "group",
        "A group of elements in one box, which can be rotated, scaled, clipped, or have its own coordinates.",
        BOX
        | {
            "scale": Attribute("factor", "scales the contents about the centre of the group", "1"),
            "mirror": Attribute("flag", "`yes`: mirrored, left to right", "no"),
            "view": Attribute(
                "view", "width and height of the coordinate system inside, fitted into the box"
            ),
            "clip": Attribute(
                "text",
                "clips the contents to its box, or to an ellipse in it",
                "no",
                choices=("no", "box", "ellipse"),
            ),
            "radius": Attribute("extent", "rounded corners of the clipping box", "0"),
            "clip-path": Attribute("outline", "clips the contents to this outline"),
            "symbol": Attribute(
                "text", "name of the symbol it draws, if that must stay in the safe zone", ""
            ),
        },
        holds="drawing",
        example='<group x="5mm" width="20mm" height="20mm" turn="20" view="100 100" clip="ellipse">'
        '<rect fill="sky"/><rect y="60" fill="grass"/></group>',
    ),
    Element(
        "rect",
        "A rectangle.",
        BOX | {"radius": Attribute("extent", "radius of rounded corners", "0")} | INK | HOLE,
        example='<rect width="30mm" height="15mm" radius="3mm" fill="sun" stroke="ink"/>',
    ),
    Element(
        "ellipse",
        "An ellipse that fills its box; or, with `r`, a circle around the point (cx, cy).",
        BOX
        | {
            "cx": Attribute("length", "centre of the circle, from the left"),
            "cy": Attribute("length", "centre of the circle, from the top"),
            "r": Attribute("extent", "radius of the circle"),
            "ry": Attribute("extent", "vertical radius, for an ellipse around (cx, cy)"),
        }
        | INK
        | HOLE,
        example='<ellipse cx="10mm" cy="10mm" r="8mm" fill="red"/>'
        '<ellipse x="22mm" width="25mm" height="12mm" stroke="ink"/>',
    ),
    Element(
        "line",
        "A straight line from (x1, y1) to (x2, y2).",
        ENDS | LINE,
        example='<line x1="0" y1="5" x2="40" y2="5" stroke="ink" line="1mm" dash="3mm 1mm"/>',
    ),
    Element(
        "fold",
        "A fold from (x1, y1) to (x2, y2): a dashed line with a small “fold” beside it, toward the "
        "centre of its box. It may extend to the cut.",
        ENDS
        | {
            "color": Attribute("color", "colour of the line and the word", "#767676"),
            "word": Attribute(
                "flag", "`no`: the line alone, where another fold beside it has the word", "yes"
            ),
        },
        example='<rect x="8mm" width="30mm" height="20mm" stroke="ink"/>'
        '<fold x1="8mm" y1="12mm" x2="38mm" y2="12mm"/>',
    ),
    Element(
        "path",
        "A shape made of lines and curves.",
        {
            "d": Attribute("outline", "what to draw", required=True),
            "rule": Attribute(
                "text", "which loops are holes", "nonzero", choices=("nonzero", "evenodd")
            ),
        }
        | SHAPE
        | INK,
        example='<path d="M0 15 C10 0 20 0 30 15 Z" fill="grass" stroke="ink"/>',
    ),
    Element(
        "polygon",
        'A shape with straight sides; `open="yes"` leaves out the last side.',
        {
            "points": Attribute("points", "its corners", required=True),
            "open": Attribute("flag", "`yes`: an open line instead of a closed shape", "no"),
        }
        | SHAPE
        | INK,
        example='<polygon points="0,15 10,0 20,15" fill="sun" stroke="ink" join="round"/>',
    ),
    Element(
        "image",
        "A picture from the kit's data folder: PNG, JPEG, WebP, TIFF or GIF (the first picture of "
        "several), or SVG (drawn as paths).  It is rotated as its camera recorded, converted to "
        "sRGB and downsampled to 300 dots per inch (`--dpi`).",
        BOX
        | {
            "src": Attribute("text", "file, from the kit's data folder", required=True),
            "fit": Attribute(
                "text", "how it fills its box", "contain", choices=("contain", "cover", "stretch")
            ),
            "clip": Attribute(
                "text", "`ellipse`: clips it to an ellipse", "box", choices=("box", "ellipse")
            ),
            "radius": Attribute("extent", "rounded corners", "0"),
            "recolor": Attribute(
                "color", "colour for an SVG in one colour, whose plain background is removed"
            ),
        },
        example='<image src="art/glass.png" width="30mm" height="20mm" fit="cover" radius="3mm"/>',
    ),
    Element(
        "icon",
        "An icon of the kit or a shared one, in one colour.",
        BOX
        | {
            "name": Attribute("text", "file name of the icon without .svg", required=True),
            "fill": Attribute("color", "its colour; default: that of the text"),
            "recolor": Attribute(
                "flag", "`yes`: replaces its own colour, too, and removes its background", "no"
            ),
        }
        | DECOR,
        example='<icon name="star" width="10mm" height="10mm" fill="sun"/>'
        '<icon name="skull" x="14mm" width="10mm" height="10mm"/>',
    ),
    Element(
        "qr",
        "A QR code, which a phone reads: the largest square in its box, with the empty edge that "
        "scanners need. One that is too fine or too pale to be scanned is an error.",
        BOX
        | {
            "text": Attribute("text", "what it says: an address or other text", required=True),
            "level": Attribute(
                "text",
                "how much of it may be damaged: 7, 15, 25 or 30 % (more if there is room)",
                "M",
                choices=LEVELS,
            ),
            "fill": Attribute("color", "colour of the dark modules", "#000000"),
            "background": Attribute("color", "colour behind them, edge included", "#ffffff"),
        },
        example='<qr text="https://example.org/rules" width="20mm" height="20mm"/>',
    ),
    Element(
        "text",
        "Text in a box: `*bold*`, `_italic_`, `:icon:`; a line break starts a paragraph. "
        "`[words]{red underline 120%}` gives words a colour, a line (`underline`, `strike`), small "
        "capitals (`caps`) and a size; `:icon:{red}` gives an icon its colour. "
        "The text takes the largest size at which it fits; if none does, that is an error.",
        BOX
        | {
            "height": Attribute("height", "height; `auto`: as much as the text needs"),
            "font": Attribute("text", "a font role of the kit (`title`, `body`) or a font family"),
            "bold": Attribute("flag", "`yes`: all bold", "no"),
            "size": Attribute("sizes", "font size in points, or largest and smallest", "9"),
            "align": Attribute(
                "text",
                "horizontal alignment",
                "left",
                choices=("left", "center", "right", "justify"),
            ),
            "valign": Attribute(
                "text", "vertical alignment", "top", choices=("top", "middle", "bottom")
            ),
            "leading": Attribute("factor", "line spacing, in font sizes", "1.25"),
            "paragraph": Attribute(
                "number", "extra space between paragraphs, in font sizes", "0.4"
            ),
            "color": Attribute("color", "colour of the text"),
            "rim": Attribute("rim", "an outline around the letters: width and colour"),
            "arc": Attribute(
                "number",
                "bends one line of text into an arc: its angle in degrees, negative to bend downward",
            ),
            "plain": Attribute("flag", "`yes`: marks such as * and : are literal", "no"),
            "alike": Attribute(
                "text", "a name: all texts with this name get the size of the smallest"
            ),
        }
        | DECOR,
        text=True,
        example='<text width="40mm" height="14mm" size="12..7">Gain 2 :heart: and *draw* a card. '
        "_Not_ on your first turn.</text>",
    ),
    Element(
        "row",
        "Places its contents side by side; those without a width share the remaining space.",
        BOX | FLOW,
        holds="drawing",
        example='<row width="45mm" height="8mm" gap="2mm"><rect width="8mm" fill="red"/>'
        '<rect fill="sky"/><rect grow="2" fill="grass"/></row>',
    ),
    Element(
        "column",
        "Places its contents one below the other; those without a height share the remaining space.",
        BOX | FLOW,
        holds="drawing",
        example='<column width="45mm" height="18mm" gap="1mm"><text height="auto" size="10">A line'
        '</text><rect fill="sky"/></column>',
    ),
    Element(
        "grid",
        "Places its contents in columns, row by row, in cells of equal height.",
        BOX
        | FLOW
        | {
            "columns": Attribute("integer", "number of columns", required=True),
            "rows": Attribute("integer", "number of rows; default: as many as needed"),
            "tracks": Attribute("tracks", "relative widths of the columns; default: equal"),
        },
        holds="drawing",
        example='<grid width="45mm" height="18mm" columns="3" gap="1mm"><rect fill="red"/>'
        '<rect fill="sun"/><rect fill="sky"/><rect fill="grass"/></grid>',
    ),
    *GRIDS,
    Element(
        "use",
        "Draws another template, or a face of a piece of the kit, cut to its outline. "
        "An attribute `arg-name` becomes the template's variable `arg.name`.",
        BOX
        | {
            "template": Attribute("text", "a template of the kit or a shared one"),
            "component": Attribute("text", "instead of a template: a component of the kit"),
            "id": Attribute("text", "id of the row, if the component has several pieces"),
            "face": Attribute("text", "the face to draw", "front", choices=("front", "back")),
        },
        extra="arg-",
        example='<use template="badge.xml" width="12mm" height="12mm" arg-letter="A"/>',
    ),
    Element(
        "link",
        "Makes its box a link to an address or to an anchor in the same file.",
        BOX | {"to": Attribute("target", "address or anchor", required=True)},
        holds="drawing",
        example='<link to="https://example.org/" width="20mm" height="5mm">'
        '<text size="9">Rules</text></link>',
    ),
    Element(
        "anchor",
        "A target of links; with a title, also a bookmark.",
        {
            "name": Attribute("text", "its name in links", required=True),
            "title": Attribute("text", "title of the bookmark", ""),
        },
        example='<anchor name="rules" title="The rules"/><text size="9">The rules start here.</text>',
    ),
]

_CELLS = frozenset(element.name for element in GRIDS if element.name not in MAPS)
_PLAIN = (*_CELLS, "anchor")
"""Elements without a picture of their own, so effects make no sense on them."""

ELEMENTS: Mapping[str, Element] = {
    element.name: element
    if element.root or element.name in _PLAIN
    else replace(element, attributes={**element.attributes, **EFFECTS})
    for element in _ALL
}
"""Every element by its name, in the order of the reference page."""

HOLDS: Mapping[str, frozenset[str]] = {
    "": frozenset(),
    "cells": _CELLS,
    "drawing": frozenset(element.name for element in _ALL if not element.root) - _CELLS,
}
"""Which elements an element may contain, by the name in its `holds`."""
