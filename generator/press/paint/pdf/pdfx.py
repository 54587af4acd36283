"""PDF/X-1a:2003 for print shops: device CMYK, no transparency, an output intent.

What a print shop can rely on: every colour and every pixel is CMYK, fonts are embedded, each page
has its TrimBox and BleedBox, nothing is transparent, and there are no links and no bookmarks.

What it cannot: colours are converted by formula, not through an ICC profile.  The common part
of cyan, magenta and yellow is printed as black alone (full grey component replacement), so black
text is black ink only, greys stay grey, and no colour takes more than `MAX_INK` per cent of ink
(the formula makes 200 at most).  The file is declared for the printing condition CGATS TR 001
(SWOP), which is registered, so no profile needs to be embedded; strong blues print more violet,
and strong greens darker, than a screen shows them.  An image's soft edge becomes a hard one, since
PDF/X-1a has no partial transparency; where a template asks for transparency, what lies below becomes
a picture (see `flatten`).  A picture that is or contains a JPEG is compressed as a JPEG of quality 90.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO

import pikepdf
from PIL import Image as Pillow
from PIL import ImageChops

from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.flatten import Flattener
from generator.press.paint.pdf.opaque import OpaquePainter
from generator.press.paint.pdf.operators import ColorSpace, format_number
from generator.press.scene.items import Color, Scene, channels

SMALL, DARK, NEUTRAL = 14.0, 0x40, 0x20
"""Maximum values of type that becomes black: its size in points, its brightest channel, and the spread
of its channels (both of 255)."""
MAX_INK = 240
"""Maximum ink at any point of a page, the sum of all four inks, in per cent."""
VERSION = "PDF/X-1a:2003"
CONDITION = "CGATS TR 001"
"""The printing condition the file is declared for, by its name in the ICC's registry."""
_REGISTRY = "http://www.color.org"


def paint_pdf_x(
    pages: Sequence[Scene], info: DocumentInfo, flattener: Flattener | None = None
) -> bytes:
    """The bytes of a PDF/X-1a:2003 with a page for each scene, always the same for the same scenes.

    A page is as large as the scene with its bleed; TrimBox and BleedBox say where it is cut.  Files
    with the same scenes may share a flattener, which draws what is translucent once.
    """
    flattener = flattener or Flattener()
    flat_pages = [flattener.flatten(page) for page in pages]
    painter = CmykPainter(info, flat_pages)
    painter.flat = flattener.pictures
    for page in flat_pages:
        painter.page(page)
    return _declare_pdfx(painter.finish())


@lru_cache(maxsize=1024)
def cmyk(color: Color) -> tuple[float, float, float, float]:
    """The inks, each from 0 to 1, for "#rrggbb": black is what the other three have in common."""
    inks = [1 - level / 255 for level in channels(color)]
    black = min(inks)
    cyan, magenta, yellow = (ink - black for ink in inks)
    return cyan, magenta, yellow, black


def _components(color: Color) -> str:
    return " ".join(format_number(ink) for ink in cmyk(color))


def solid_black(color: Color, size: float) -> Color:
    """Black for small type that is nearly black: four inks slightly out of register leave fringes."""
    darkest, _, lightest = sorted(channels(color))
    is_nearly_black = lightest <= DARK and lightest - darkest <= NEUTRAL
    return "#000000" if size <= SMALL and is_nearly_black else color


def to_cmyk(image: Pillow.Image) -> Pillow.Image:
    """An RGB image in CMYK, by the same formula as all colours."""
    inks = [ImageChops.invert(channel) for channel in image.split()]
    black = ImageChops.darker(ImageChops.darker(inks[0], inks[1]), inks[2])
    return Pillow.merge("CMYK", [*(ImageChops.subtract(ink, black) for ink in inks), black])


class CmykPainter(OpaquePainter):
    """Painter that writes only what PDF/X-1a allows."""

    colors = ColorSpace("DeviceCMYK", _components, "k", "K", solid_black)
    convert = staticmethod(to_cmyk)


def _declare_pdfx(content: bytes) -> bytes:
    """Declare the file as PDF/X, in PDF 1.4, for its printing condition."""
    with pikepdf.open(BytesIO(content)) as pdf:
        pdf.Root["/OutputIntents"] = pikepdf.Array([
            pdf.make_indirect(pikepdf.Dictionary(
                Type=pikepdf.Name("/OutputIntent"),
                S=pikepdf.Name("/GTS_PDFX"),
                OutputConditionIdentifier=pikepdf.String(CONDITION),
                OutputCondition=pikepdf.String("SWOP (coated), web offset"),
                RegistryName=pikepdf.String(_REGISTRY),
                Info=pikepdf.String("SWOP (coated), web offset"),
            ))
        ])  # fmt: skip
        pdf.docinfo["/GTS_PDFXVersion"] = pikepdf.String(VERSION)
        pdf.docinfo["/Trapped"] = pikepdf.Name("/False")
        for unwanted in ("/PageMode", "/Outlines"):
            if unwanted in pdf.Root:
                del pdf.Root[unwanted]
        out = BytesIO()
        pdf.save(
            out,
            force_version="1.4",
            object_stream_mode=pikepdf.ObjectStreamMode.disable,
            deterministic_id=True,
        )
    return out.getvalue()
