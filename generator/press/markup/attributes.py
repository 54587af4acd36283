"""Schema of the vocabulary: the forms of an element and an attribute, and shared attributes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute: the kind of its value (see `kinds`), its default and what it means.

    `default` is markup text, or None where leaving the attribute out has its own meaning.
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


BOX = {
    "x": Attribute("length", "left edge, from the left of the surrounding box", "0"),
    "y": Attribute("length", "top edge, from the top of the surrounding box", "0"),
    "width": Attribute("length", "width; default: to the edge of the surrounding box"),
    "height": Attribute("length", "height; default: to the edge of the surrounding box"),
    "right": Attribute(
        "length", "right edge, from the right of the surrounding box: instead of x or width"
    ),
    "bottom": Attribute(
        "length", "bottom edge, from the bottom of that box: instead of y or height"
    ),
    "inset": Attribute("length", "moves all four edges inward (outward when negative)", "0"),
    "turn": Attribute("number", "clockwise rotation in degrees about the centre of the box", "0"),
    "grow": Attribute("factor", "in a row or column: share of the remaining space"),
}
EFFECTS = {
    "opacity": Attribute("share", "opacity of the whole element: `0.5` or `50%`"),
    "blend": Attribute(
        "text",
        "how its colours mix with those behind it",
        choices=("normal", "multiply", "screen", "overlay"),
    ),
    "mask": Attribute(
        "text",
        "shows it only where the mask is white, or opaque: a gradient such as "
        "`linear(0, #fff, #fff0)`, or a picture that fills its box",
    ),
    "shadow": Attribute(
        "shadow", "a shadow of its shapes: offset to the right and down, softness, colour"
    ),
    "glow": Attribute("glow", "a glow around its shapes: width and colour"),
    "role": Attribute(
        "text",
        "on a page to be read, such as a `sheet`: its role for screen readers. The letters in a "
        "`Figure` are drawn as shapes",
        choices=("H1", "H2", "P", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD", "Figure"),
    ),
    "alt": Attribute("text", "alternative text of a `Figure`"),
}
INK = {
    "fill": Attribute("paint", "colour of the inside, or a gradient", "none"),
    "stroke": Attribute("color", "colour of the line", "none"),
    "line": Attribute("thickness", "width of the line", "0.3mm"),
    "dash": Attribute("dash", "lengths of dashes and gaps; default: a solid line"),
    "cap": Attribute("text", "ends of the line", "butt", choices=("butt", "round", "square")),
    "join": Attribute("text", "corners of the line", "miter", choices=("miter", "round", "bevel")),
}
LINE = {
    "line": INK["line"],
    "dash": INK["dash"],
    "cap": INK["cap"],
    "stroke": Attribute("color", "colour of the line", required=True),
}
DECOR = {
    "decor": Attribute(
        "flag", "`yes`: mere decoration, exempt from the checks of safe zone and legibility", "no"
    )
}
HOLE = {
    "hole": Attribute(
        "flag", "`yes`: it is cut out of the piece, and a machine (`--cutter`) cuts it", "no"
    )
}
SHAPE = {
    "turn": Attribute("number", "clockwise rotation in degrees about the centre of the shape", "0")
}
ENDS = {
    "x1": Attribute("length", "start, from the left", "0"),
    "y1": Attribute("length", "start, from the top", "0"),
    "x2": Attribute("length", "end, from the left", "0"),
    "y2": Attribute("length", "end, from the top", "0"),
}
FLOW = {
    "gap": Attribute("length", "distance between neighbours", "0"),
    "padding": Attribute("length", "space inside the edges", "0"),
}
ROOT = {
    "size": Attribute("text", "a named size such as `poker`, or `paper` for the whole sheet"),
    "width": Attribute("length", "width of the cut piece, without a named size"),
    "height": Attribute("length", "height of the cut piece, without a named size"),
    "turned": Attribute("flag", "`yes`: the named size in landscape format", "no"),
    "scale-to": Attribute(
        "text",
        "a named size that everything is scaled to, without distorted type and with the same bleed",
    ),
    "shape": Attribute(
        "text", "outline of the cut", "rect", choices=("rect", "round", "hex", "hex-flat")
    ),
    "corners": Attribute("extent", "of a rectangle: radius of rounded corners of the cut", "0"),
    "outline": Attribute(
        "outline", "instead of a shape: the cut, as one closed line within the box"
    ),
    "fill": Attribute("paint", "colour of the background, bleed included, or a gradient", "none"),
    "font": Attribute("text", "default font of the texts inside", "body"),
    "color": Attribute("color", "default colour of the texts inside", "#000000"),
}
