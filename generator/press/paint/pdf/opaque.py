"""PDF painter without transparency: translucent parts are pictures, and soft edges become hard ones.

Print shops flatten transparency in different ways; a file without any looks the same everywhere.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image as Pillow

from generator.base.units import Matrix
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.flatten import Flat, Flattener
from generator.press.paint.pdf.images import ImageObject, is_photograph, photograph_object
from generator.press.paint.pdf.painter import Painter, painted
from generator.press.pictures.sampling import eight_bits, sampled
from generator.press.scene.items import Scene

_SPACES = {"RGB": "DeviceRGB", "CMYK": "DeviceCMYK"}


def paint_opaque(pages: Sequence[Scene], info: DocumentInfo, flattener: Flattener) -> bytes:
    """The bytes of a PDF in RGB with nothing translucent; otherwise like `paint_pdf`.

    Files with the same scenes may share a flattener.
    """
    flat_pages = [flattener.flatten(page) for page in pages]
    painter = OpaquePainter(info, flat_pages)
    painter.flat = flattener.pictures
    return painted(painter, flat_pages, info)


class OpaquePainter(Painter):
    """Painter that writes nothing translucent, and nothing for screens."""

    flat: Mapping[Path, Flat] = {}
    """The results of flattening."""
    convert: Callable[[Pillow.Image], Pillow.Image] = staticmethod(lambda image: image)
    """The function that converts an RGB image."""

    def annotate(self, scene: Scene, flip: Matrix) -> None:
        """Add nothing: links and bookmarks are for screens."""

    def image(self, file: Path) -> ImageObject:
        """The image in the file's colours; a mask of one bit hides it where it is more than half
        transparent.
        """
        if file in self.flat:
            picture, photograph = self.flat[file]
            return self._converted(picture, photograph)
        data = sampled(file, self.needed[file])
        with Pillow.open(BytesIO(data)) as opened:
            image = eight_bits(opened)
            masks: dict[str, ImageObject] = {}
            if "A" in image.getbands():
                image = image.convert("RGBA")
                alpha = image.getchannel("A")
                hidden = alpha.point([255 if value < 128 else 0 for value in range(256)])
                bits = _deflate(hidden.convert("1", dither=Pillow.Dither.NONE))
                stencil: dict[str, Any] = {"ImageMask": "true", "BitsPerComponent": 1}
                masks["Mask"] = ImageObject(image.size, "", bits, **stencil)
                ground = Pillow.new("RGBA", image.size, "white")
                image = Pillow.alpha_composite(ground, image)
            result = self._converted(image.convert("RGB"), is_photograph(data))
        result.masks = masks
        return result

    def _converted(self, picture: Pillow.Image, photograph: bool) -> ImageObject:
        """A picture in the file's colours, with lossy compression if it had it before, like a JPEG."""
        converted = self.convert(picture)
        if photograph:
            return photograph_object(converted)
        return ImageObject(converted.size, _SPACES[converted.mode], _deflate(converted))


def _deflate(image: Pillow.Image) -> bytes:
    return zlib.compress(image.tobytes(), 6)
