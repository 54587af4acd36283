"""The scene markup's vocabulary as data: every element, its attributes, and what it may contain.

Markup is checked against these tables, layout reads its defaults from them and the reference page
is generated from them, so the three cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from generator.press.markup.attributes import (
    BOX,
    EFFECTS,
    FLOW,
    HOLE,
    INK,
    ROOT,
    SHAPE,
    Attribute,
    Element,
    attribute,
)
from generator.press.markup.grid_elements import GRIDS, MAPS
from generator.press.scene.qr_code import LEVELS


def _face(bleed: str, safe: str) -> dict[str, Attribute]:
    return ROOT | {
        "bleed": attribute("extent", "how far the art extends beyond the cut", bleed),
        "safe": attribute("extent", "minimum distance of texts and symbols from the cut", safe),
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
            "scale": attribute("factor", "scales the contents about the centre of the group", "1"),
            "mirror": attribute("flag", "`yes`: mirrored, left to right", "no"),
            "view": attribute(
                "view", "width and height of the coordinate system inside, fitted into the box"
            ),
            "clip": attribute(
                "text",
                "clips the contents to its box, or to an ellipse in it",
                "no",
                choices=("no", "box", "ellipse"),
            ),
            "radius": attribute("extent", "rounded corners of the clipping box", "0"),
            "clip-path": attribute("outline", "clips the contents to this outline"),
            "symbol": attribute(
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
        BOX | {"radius": attribute("extent", "radius of rounded corners", "0")} | INK | HOLE,
        example='<rect width="30mm" height="15mm" radius="3mm" fill="sun" stroke="ink"/>',
    ),
    Element(
        "ellipse",
        "An ellipse that fills its box; or, with `r`, a circle around the point (cx, cy).",
        BOX
        | {
            "cx": attribute("length", "centre of the circle, from the left"),
            "cy": attribute("length", "centre of the circle, from the top"),
            "r": attribute("extent", "radius of the circle"),
            "ry": attribute("extent", "vertical radius, for an ellipse around (cx, cy)"),
        }
        | INK
        | HOLE,
        example='<ellipse cx="10mm" cy="10mm" r="8mm" fill="red"/>'
        '<ellipse x="22mm" width="25mm" height="12mm" stroke="ink"/>',
    ),
    Element(
        "line",
        "A straight line from (x1, y1) to (x2, y2).",
        {
            "x1": attribute("length", "start, from the left", "0"),
            "y1": attribute("length", "start, from the top", "0"),
            "x2": attribute("length", "end, from the left", "0"),
            "y2": attribute("length", "end, from the top", "0"),
        }
        | {name: INK[name] for name in ("line", "dash", "cap")}
        | {"stroke": attribute("color", "colour of the line", required=True)},
        example='<line x1="0" y1="5" x2="40" y2="5" stroke="ink" line="1mm" dash="3mm 1mm"/>',
    ),
    Element(
        "fold",
        "A fold from (x1, y1) to (x2, y2): a dashed line with a small “fold” beside it, toward the "
        "centre of its box. It may extend to the cut.",
        {
            "x1": attribute("length", "start, from the left", "0"),
            "y1": attribute("length", "start, from the top", "0"),
            "x2": attribute("length", "end, from the left", "0"),
            "y2": attribute("length", "end, from the top", "0"),
            "color": attribute("color", "colour of the line and the word", "#767676"),
            "word": attribute(
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
            "d": attribute("outline", "what to draw", required=True),
            "rule": attribute(
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
            "points": attribute("points", "its corners", required=True),
            "open": attribute("flag", "`yes`: an open line instead of a closed shape", "no"),
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
            "src": attribute("text", "file, from the kit's data folder", required=True),
            "fit": attribute(
                "text", "how it fills its box", "contain", choices=("contain", "cover", "stretch")
            ),
            "clip": attribute(
                "text", "`ellipse`: clips it to an ellipse", "box", choices=("box", "ellipse")
            ),
            "radius": attribute("extent", "rounded corners", "0"),
            "recolor": attribute(
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
            "name": attribute("text", "file name of the icon without .svg", required=True),
            "fill": attribute("color", "its colour; default: that of the text"),
            "recolor": attribute(
                "flag", "`yes`: replaces its own colour, too, and removes its background", "no"
            ),
            "decor": attribute(
                "flag",
                "`yes`: mere decoration, exempt from the checks of safe zone and legibility",
                "no",
            ),
        },
        example='<icon name="star" width="10mm" height="10mm" fill="sun"/>'
        '<icon name="skull" x="14mm" width="10mm" height="10mm"/>',
    ),
    Element(
        "qr",
        "A QR code, which a phone reads: the largest square in its box, with the empty edge that "
        "scanners need. One that is too fine or too pale to be scanned is an error.",
        BOX
        | {
            "text": attribute("text", "what it says: an address or other text", required=True),
            "level": attribute(
                "text",
                "how much of it may be damaged: 7, 15, 25 or 30 % (more if there is room)",
                "M",
                choices=LEVELS,
            ),
            "fill": attribute("color", "colour of the dark modules", "#000000"),
            "background": attribute("color", "colour behind them, edge included", "#ffffff"),
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
            "height": attribute("height", "height; `auto`: as much as the text needs"),
            "font": attribute("text", "a font role of the kit (`title`, `body`) or a font family"),
            "bold": attribute("flag", "`yes`: all bold", "no"),
            "size": attribute("sizes", "font size in points, or largest and smallest", "9"),
            "align": attribute(
                "text",
                "horizontal alignment",
                "left",
                choices=("left", "center", "right", "justify"),
            ),
            "valign": attribute(
                "text", "vertical alignment", "top", choices=("top", "middle", "bottom")
            ),
            "leading": attribute("factor", "line spacing, in font sizes", "1.25"),
            "paragraph": attribute(
                "number", "extra space between paragraphs, in font sizes", "0.4"
            ),
            "color": attribute("color", "colour of the text"),
            "rim": attribute("rim", "an outline around the letters: width and colour"),
            "arc": attribute(
                "number",
                "bends one line of text into an arc: its angle in degrees, negative to bend downward",
            ),
            "plain": attribute("flag", "`yes`: marks such as * and : are literal", "no"),
            "alike": attribute(
                "text", "a name: all texts with this name get the size of the smallest"
            ),
            "decor": attribute(
                "flag",
                "`yes`: mere decoration, exempt from the checks of safe zone and legibility",
                "no",
            ),
        },
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
            "columns": attribute("integer", "number of columns", required=True),
            "rows": attribute("integer", "number of rows; default: as many as needed"),
            "tracks": attribute("tracks", "relative widths of the columns; default: equal"),
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
            "template": attribute("text", "a template of the kit or a shared one"),
            "component": attribute("text", "instead of a template: a component of the kit"),
            "id": attribute("text", "id of the row, if the component has several pieces"),
            "face": attribute("text", "the face to draw", "front", choices=("front", "back")),
        },
        extra="arg-",
        example='<use template="badge.xml" width="12mm" height="12mm" arg-letter="A"/>',
    ),
    Element(
        "link",
        "Makes its box a link to an address or to an anchor in the same file.",
        BOX | {"to": attribute("target", "address or anchor", required=True)},
        holds="drawing",
        example='<link to="https://example.org/" width="20mm" height="5mm">'
        '<text size="9">Rules</text></link>',
    ),
    Element(
        "anchor",
        "A target of links; with a title, also a bookmark.",
        {
            "name": attribute("text", "its name in links", required=True),
            "title": attribute("text", "title of the bookmark", ""),
        },
        example='<anchor name="rules" title="The rules"/><text size="9">The rules start here.</text>',
    ),
]

_PLAIN = (*(element.name for element in GRIDS if element.name not in MAPS), "anchor")
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
    "cells": frozenset(element.name for element in GRIDS if element.name not in MAPS),
    "drawing": frozenset(ELEMENTS)
    - {element.name for element in _ALL if element.root}
    - {element.name for element in GRIDS if element.name not in MAPS},
}
"""Which elements an element may contain, by the name in its `holds`."""
