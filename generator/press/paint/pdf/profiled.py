"""PDF painter for a colour profile: colours and pictures in the space of a named printer profile.

littleCMS converts, by relative colorimetry with black point compensation; black in sRGB stays the
printer's black.  In CMYK small dark type is black ink alone, so that it has no fringes, and
transparent parts become a picture, since inks do not blend as light does.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pikepdf
from PIL import Image as Pillow

from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.flatten import Flattener
from generator.press.paint.pdf.images import ImageObject, is_photograph, photograph_object
from generator.press.paint.pdf.opaque import OpaquePainter
from generator.press.paint.pdf.operators import ColorSpace, format_number
from generator.press.paint.pdf.painter import Painter, painted
from generator.press.paint.pdf.pdfx import solid_black
from generator.press.pictures.color_profiles import PrinterProfile
from generator.press.pictures.sampling import eight_bits, sampled
from generator.press.scene.items import Color, Scene, channels

_SPACES = {"RGB": ("DeviceRGB", "rg", "RG", 3), "CMYK": ("DeviceCMYK", "k", "K", 4)}
_BLACK_INK: Color = "black ink alone"


def paint_profiled(
    pages: Sequence[Scene],
    info: DocumentInfo,
    dpi: float,
    profile: PrinterProfile,
    *,
    opaque: bool = False,
) -> bytes:
    """The bytes of a PDF in the colours of a profile, which it embeds; otherwise like `paint_pdf`.

    An `opaque` one has nothing translucent, even in RGB, and no links or bookmarks.
    """
    if profile.space == "RGB" and not opaque:
        return _declare_profile(
            painted(_RgbPainter(info, pages, dpi, profile), pages, info), profile
        )
    flattener = Flattener()
    flat_pages = [flattener.flatten(page) for page in pages]
    kind = _OpaquePainter if opaque else _InkPainter
    painter = kind(info, flat_pages, dpi, profile)
    painter.flat = flattener.pictures
    return _declare_profile(painted(painter, flat_pages, info), profile)


def _space(profile: PrinterProfile) -> ColorSpace:
    """The colour space of a file, with every colour converted."""
    name, fills, strokes, _ = _SPACES[profile.space]

    @lru_cache(maxsize=1024)
    def components(color: Color) -> str:
        if color == _BLACK_INK:
            return "0 0 0 1"
        inks = profile.convert(Pillow.new("RGB", (1, 1), channels(color))).tobytes()
        return " ".join(format_number(ink / 255) for ink in inks)

    def for_text(color: Color, size: float) -> Color:
        black = solid_black(color, size) == "#000000"
        return _BLACK_INK if black and profile.space == "CMYK" else color

    return ColorSpace(name, components, fills, strokes, for_text)


class _RgbPainter(Painter):
    """Painter of a file for a printer that takes RGB."""

    def __init__(
        self, info: DocumentInfo, pages: Sequence[Scene], dpi: float, profile: PrinterProfile
    ) -> None:
        self.colors, self._profile = _space(profile), profile
        super().__init__(info, pages, dpi)

    def image(self, file: Path) -> ImageObject:
        data = sampled(file, self.needed[file])
        with Pillow.open(BytesIO(data)) as opened:
            image = eight_bits(opened).convert("RGBA")
        converted = self._profile.convert(image.convert("RGB"))
        if is_photograph(data):
            return photograph_object(converted)
        rgb = ImageObject(image.size, "DeviceRGB", zlib.compress(converted.tobytes(), 6))
        alpha = image.getchannel("A")
        if alpha.getextrema() != (255, 255):
            entries: dict[str, Any] = {"Decode": "[0 1]"}
            mask = ImageObject(
                image.size, "DeviceGray", zlib.compress(alpha.tobytes(), 6), **entries
            )
            rgb.masks["SMask"] = mask
        return rgb


class _OpaquePainter(OpaquePainter):
    """Painter of a file without transparency, in the colours of a profile."""

    def __init__(
        self, info: DocumentInfo, pages: Sequence[Scene], dpi: float, profile: PrinterProfile
    ) -> None:
        self.colors, self.convert = _space(profile), profile.convert
        super().__init__(info, pages, dpi)


class _InkPainter(_OpaquePainter):
    """Painter of a file for a CMYK press; links and bookmarks stay."""

    annotate = Painter.annotate


def _declare_profile(content: bytes, profile: PrinterProfile) -> bytes:
    """The file with its profile: as its output intent and, for RGB, as the colour space of each page."""
    with pikepdf.open(BytesIO(content)) as pdf:
        stream = pdf.make_stream(profile.data, N=_SPACES[profile.space][3])
        kind = "/GTS_PDFX" if profile.space == "CMYK" else "/GTS_PDFA1"
        intent = pikepdf.Dictionary(
            Type=pikepdf.Name("/OutputIntent"),
            S=pikepdf.Name(kind),
            OutputConditionIdentifier=pikepdf.String("Custom"),
            Info=pikepdf.String(profile.title),
            DestOutputProfile=stream,
        )
        pdf.Root["/OutputIntents"] = pikepdf.Array([pdf.make_indirect(intent)])
        if profile.space == "RGB":
            space = pdf.make_indirect(pikepdf.Array([pikepdf.Name("/ICCBased"), stream]))
            for each in pdf.objects:
                if isinstance(each, pikepdf.Dictionary | pikepdf.Stream) and "/Resources" in each:
                    each["/Resources"]["/ColorSpace"] = pikepdf.Dictionary(DefaultRGB=space)
        out = BytesIO()
        pdf.save(out, deterministic_id=True)
    return out.getvalue()
