"""Write the generated reference pages of the repository, and a picture of each markup example.

    python .ci/reference.py output/gallery/markup

Pages written by hand are left alone.
"""

import sys
from pathlib import Path

from PIL import Image

from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.paint.raster import rasterize_page
from generator.tools.reference.html import pictures
from generator.tools.reference.topics import GENERATED, pages

ROOT = Path(__file__).resolve().parent.parent
DPI = 110


def main(folder: Path) -> None:
    """Write the pages that are made from code, and the pictures."""
    for page in pages():
        if page.topic in GENERATED:
            (ROOT / page.file).write_text(page.text, encoding="utf-8")
    folder.mkdir(parents=True, exist_ok=True)
    for name, scene in pictures():
        picture = rasterize_page(paint_pdf([scene], DocumentInfo(name)), dpi=DPI)
        small = picture.quantize(64, dither=Image.Dither.NONE)
        small.save(folder / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
