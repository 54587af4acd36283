"""Font conversion: variable fonts to one instance, and cubic outlines (CFF) to TrueType's.

It takes a second for a few thousand glyphs, but most fonts need none.
"""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO
from typing import Any

from fontTools.misc.roundTools import otRound
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.varLib import instancer

from generator.base.errors import KitError, did_you_mean

MAX_GLYPHS = 20_000
"""Maximum number of glyphs of a font that is converted."""
_MAX_ERROR = 0.001
"""Maximum error of a converted curve, in em: less than a pixel at any printed size."""
_UNUSED_LIMITS = (
    *("maxTwilightPoints", "maxStorage", "maxFunctionDefs", "maxInstructionDefs"),
    *("maxStackElements", "maxSizeOfInstructions", "maxComponentElements", "maxComponentDepth"),
    *("maxPoints", "maxContours", "maxCompositePoints", "maxCompositeContours"),
)
"""Fields that the table "maxp" of TrueType must have: there are no instructions or composites, and
the rest is counted when the font is saved."""


@lru_cache(maxsize=32)
def converted(data: bytes, axes: str, style: str) -> bytes:
    """The font as plain TrueType: the instance at these axes, or the one for its style."""
    font = TTFont(BytesIO(data), recalcTimestamp=False)
    if font["maxp"].numGlyphs > MAX_GLYPHS:
        message = f"has more than {MAX_GLYPHS:,} glyphs, too many to convert"
        hint = "use its .ttf file, or a font with fewer glyphs"
        raise KitError(message, hint=hint, check="font-file")
    if "fvar" in font:
        values = _axis_values(font, axes, style)
        font = instancer.instantiateVariableFont(font, values, inplace=True)
    if "CFF " in font or "CFF2" in font:
        _to_truetype(font)
    elif font.sfntVersion == "OTTO":
        raise ValueError("no outlines of the kind it states")
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def _axis_values(font: Any, axes: str, style: str) -> dict[str, float]:
    """The position of the instance on each axis of a variable font."""
    axes_by_tag = {axis.axisTag: axis for axis in font["fvar"].axes}
    if axes and not axes_by_tag:
        message = "is not a variable font: it has no axes"
        raise KitError(message, hint=f'leave out "#{axes}"', check="font-file")
    values = {tag: axis.defaultValue for tag, axis in axes_by_tag.items()}
    style_values = {"wght": 700.0} if style.startswith("bold") else {}
    if style.endswith("italic"):
        style_values |= {"ital": 1.0, "slnt": -12.0}
    values |= {tag: value for tag, value in style_values.items() if tag in axes_by_tag}
    for part in filter(None, axes.split(",")):
        tag, _, value = part.partition("=")
        if tag not in axes_by_tag:
            message = f'has no axis "{tag}"'
            hint = did_you_mean(tag, axes_by_tag) or f"it has: {', '.join(axes_by_tag)}"
            raise KitError(message, hint=hint, check="font-file")
        values[tag] = float(value)
    return {
        tag: min(max(value, axes_by_tag[tag].minValue), axes_by_tag[tag].maxValue)
        for tag, value in values.items()
    }


def _to_truetype(font: Any) -> None:
    """Replace cubic outlines with quadratic ones, in place."""
    glyph_set = font.getGlyphSet()
    max_error = _MAX_ERROR * font["head"].unitsPerEm
    order = font.getGlyphOrder()
    glyphs = {}
    for name in order:
        pen = TTGlyphPen(None)
        glyph_set[name].draw(Cu2QuPen(pen, max_error, reverse_direction=True))
        glyphs[name] = pen.glyph()
    font["loca"] = newTable("loca")
    font["glyf"] = outlines = newTable("glyf")
    outlines.glyphOrder, outlines.glyphs = order, glyphs
    metrics = font["hmtx"]
    for name, glyph in glyphs.items():
        glyph.recalcBounds(outlines)
        metrics[name] = otRound(metrics[name][0]), getattr(glyph, "xMin", 0)
    maxp = font["maxp"]
    maxp.tableVersion = 0x00010000
    maxp.maxZones = 1
    for limit in _UNUSED_LIMITS:
        setattr(maxp, limit, 0)
    post = font["post"]
    post.formatType, post.extraNames, post.mapping = 2.0, [], {}
    post.glyphOrder = order
    for unwanted in ("CFF ", "CFF2", "VORG"):
        if unwanted in font:
            del font[unwanted]
    font.sfntVersion = "\000\001\000\000"
