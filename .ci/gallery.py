"""Turns finished kits into the small pictures that the README shows: one of each PDF.

    python .ci/gallery.py OUTPUT GALLERY

Every `OUTPUT/<kit>/*.pdf` becomes `GALLERY/<name of the PDF>.png`: its first pages side by side,
without those that stay empty.
"""

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pypdfium2
from PIL import Image

PAGES, COLUMNS = 8, 4
PAGE_WIDTH, GAP = 240, 8
BETWEEN_PAGES = "#d0d0d0"
EMPTY = 0.005
"""A page with less of it inked shows nothing but its caption."""


def drawn_pages(pdf: Path) -> Iterator[Image.Image]:
    """The pages of a PDF that show something, small."""
    for page in pypdfium2.PdfDocument(pdf):
        image = page.render(scale=3 * PAGE_WIDTH / page.get_width()).to_pil()
        white = image.convert("L").histogram()[255]
        if 1 - white / (image.width * image.height) >= EMPTY:
            height = round(image.height * PAGE_WIDTH / image.width)
            yield image.resize((PAGE_WIDTH, height), Image.Resampling.LANCZOS)


def contact_sheet(pdf: Path) -> Image.Image:
    """The first pages of a PDF, in rows, in few colours so that the file stays small."""
    pages = list(islice(drawn_pages(pdf), PAGES))
    columns = min(COLUMNS, len(pages))
    step = GAP + max(page.height for page in pages)
    size = (GAP + columns * (PAGE_WIDTH + GAP), GAP + -(-len(pages) // columns) * step)
    sheet = Image.new("RGB", size, BETWEEN_PAGES)
    for index, page in enumerate(pages):
        row, column = divmod(index, columns)
        sheet.paste(page, (GAP + column * (PAGE_WIDTH + GAP), GAP + row * step))
    return sheet.quantize(128)


def main(output: Path, gallery: Path) -> None:
    """Draw the pictures of every kit that has been built."""
    gallery.mkdir(exist_ok=True)
    for pdf in sorted(output.glob("*/*.pdf")):
        contact_sheet(pdf).save(gallery / f"{pdf.stem}.png", optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
