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
    INK,
    ROOT,
    SHAPE,
    Attribute,
    Element,
    attribute,
)
from generator.press.markup.grid_elements import GRIDS, MAPS


def _face(bleed: str, safe: str) -> dict[str, Attribute]:
    return ROOT | {
        "bleed": attribute("extent", "how far the art reaches beyond the cut", bleed),
        "safe": attribute("extent", "how far inside the cut texts and symbols stay", safe),
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
        BOX
        | {
            "scale": attribute("factor", "enlarges the contents about the group's middle", "1"),
            "mirror": attribute("flag", "`yes`: left and right are exchanged", "no"),
            "view": attribute(
                "view", "width and height of the coordinates inside, fitted into the box"
            ),
            "clip": attribute(
                "text", "cuts off what is outside", "no", choices=("no", "box", "ellipse")
            ),
            "radius": attribute("extent", "rounded corners of the clipping box", "0"),
            "clip-path": attribute("outline", "cuts off what is outside this outline"),
            "symbol": attribute(
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
        BOX | {"radius": attribute("extent", "radius of rounded corners", "0")} | INK,
        example='<rect width="30mm" height="15mm" radius="3mm" fill="sun" stroke="ink"/>',
    ),
    Element(
        "ellipse",
        "An ellipse that fills its box; or, with `r`, a circle about the point (cx, cy).",
        BOX
        | {
            "cx": attribute("length", "middle of the circle, from the left"),
            "cy": attribute("length", "middle of the circle, from the top"),
            "r": attribute("extent", "radius of the circle"),
            "ry": attribute("extent", "second radius, when it is an ellipse about (cx, cy)"),
        }
        | INK,
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
        "A fold from (x1, y1) to (x2, y2): a dashed line with a small “fold” beside it, on the side "
        "of the middle of its box. It may reach the cut.",
        {
            "x1": attribute("length", "start, from the left", "0"),
            "y1": attribute("length", "start, from the top", "0"),
            "x2": attribute("length", "end, from the left", "0"),
            "y2": attribute("length", "end, from the top", "0"),
            "color": attribute("color", "colour of the line and the word", "#767676"),
            "word": attribute(
                "flag", "`no`: the line alone, where another beside it says so", "yes"
            ),
        },
        example='<rect x="8mm" width="30mm" height="20mm" stroke="ink"/>'
        '<fold x1="8mm" y1="12mm" x2="38mm" y2="12mm"/>',
    ),
    Element(
        "path",
        "A shape of lines and curves.",
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
        'A shape with straight sides; `open="yes"` leaves the last side out.',
        {
            "points": attribute("points", "its corners", required=True),
            "open": attribute("flag", "`yes`: a bent line instead of a closed shape", "no"),
        }
        | SHAPE
        | INK,
        example='<polygon points="0,15 10,0 20,15" fill="sun" stroke="ink" join="round"/>',
    ),
    Element(
        "image",
        "A picture from the kit's data folder: PNG, JPEG, WebP, TIFF or GIF (the first picture of "
        "several), or SVG (drawn as paths).  It is turned upright as its camera says, converted to "
        "sRGB and sampled down to 300 dots to the inch (`--dpi`).",
        BOX
        | {
            "src": attribute("text", "file, from the kit's data folder", required=True),
            "fit": attribute(
                "text", "how it fills its box", "contain", choices=("contain", "cover", "stretch")
            ),
            "clip": attribute(
                "text", "`ellipse`: cuts it round", "box", choices=("box", "ellipse")
            ),
            "radius": attribute("extent", "rounded corners", "0"),
            "recolor": attribute(
                "color", "of an SVG in one colour: takes this one, and loses its plain ground"
            ),
        },
        example='<image src="art/glass.png" width="30mm" height="20mm" fit="cover" radius="3mm"/>',
    ),
    Element(
        "icon",
        "A sign from the kit's icons or the shared ones, in one colour.",
        BOX
        | {
            "name": attribute("text", "file name of the icon without .svg", required=True),
            "fill": attribute("color", "its colour; left out: that of the texts"),
            "recolor": attribute(
                "flag",
                "`yes`: takes it also where it has one of its own, and loses its ground",
                "no",
            ),
            "decor": attribute(
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
        "`[words]{red underline 120%}` gives words a colour, a line (`underline`, `strike`), small "
        "capitals (`caps`) and a size, `:icon:{red}` an icon its colour. "
        "The largest size is taken at which all of it fits; if none does, that is an error.",
        BOX
        | {
            "height": attribute("height", "height; `auto`: as much as the text needs"),
            "font": attribute("text", "a role of the kit (`title`, `body`) or a family"),
            "bold": attribute("flag", "`yes`: all of it bold", "no"),
            "size": attribute("sizes", "font size in points, or largest and smallest", "9"),
            "align": attribute(
                "text", "lines lie", "left", choices=("left", "center", "right", "justify")
            ),
            "valign": attribute(
                "text", "the text lies", "top", choices=("top", "middle", "bottom")
            ),
            "leading": attribute("factor", "distance of lines, in font sizes", "1.25"),
            "paragraph": attribute("number", "extra distance of paragraphs, in font sizes", "0.4"),
            "color": attribute("color", "colour of the words"),
            "rim": attribute("rim", "a line round the letters: its width, and a colour"),
            "arc": attribute(
                "number",
                "bends one line of words: degrees that its box spans, upward; negative: downward",
            ),
            "plain": attribute("flag", "`yes`: marks such as * and : mean themselves", "no"),
            "alike": attribute(
                "text", "a name: all texts of that name are as small as the smallest of them"
            ),
            "decor": attribute(
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
        BOX | FLOW,
        holds="drawing",
        example='<row width="45mm" height="8mm" gap="2mm"><rect width="8mm" fill="red"/>'
        '<rect fill="sky"/><rect grow="2" fill="grass"/></row>',
    ),
    Element(
        "column",
        "Places what it holds one below the other; those without a height share what is left.",
        BOX | FLOW,
        holds="drawing",
        example='<column width="45mm" height="18mm" gap="1mm"><text height="auto" size="10">A line'
        '</text><rect fill="sky"/></column>',
    ),
    Element(
        "grid",
        "Places what it holds in columns, row after row, in cells of equal height.",
        BOX
        | FLOW
        | {
            "columns": attribute("integer", "number of columns", required=True),
            "rows": attribute("integer", "number of rows; left out: as many as are needed"),
            "tracks": attribute("tracks", "how wide the columns are; left out: all alike"),
        },
        holds="drawing",
        example='<grid width="45mm" height="18mm" columns="3" gap="1mm"><rect fill="red"/>'
        '<rect fill="sun"/><rect fill="sky"/><rect fill="grass"/></grid>',
    ),
    *GRIDS,
    Element(
        "use",
        "Draws another template, or a face of a piece of the kit as it is cut out. "
        "Attributes `arg-name` become the template's variable `arg.name`.",
        BOX
        | {
            "template": attribute("text", "a template of the kit or a shared one"),
            "component": attribute("text", "instead of a template: a component of the kit"),
            "id": attribute("text", "which row's piece, where the component has several"),
            "face": attribute("text", "which side", "front", choices=("front", "back")),
        },
        extra="arg-",
        example='<use template="badge.xml" width="12mm" height="12mm" arg-letter="A"/>',
    ),
    Element(
        "link",
        "Makes a box lead to an address or to an anchor in the same file.",
        BOX | {"to": attribute("target", "address or anchor", required=True)},
        holds="drawing",
        example='<link to="https://example.org/" width="20mm" height="5mm">'
        '<text size="9">Rules</text></link>',
    ),
    Element(
        "anchor",
        "A place that links lead to; with a title, also a bookmark.",
        {
            "name": attribute("text", "what links call it", required=True),
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
