"""Gallery: draws the small pictures that the README shows, one of each PDF.

    python .ci/gallery.py OUTPUT GALLERY

Every file of sheets, rulebook and A4 leaflet in `OUTPUT/<kit>/` becomes `GALLERY/<name of the PDF>.png`
with up to eight pages: one of each component for a file of pieces, pages at even distances for a rulebook.
"""

import json
import sys
from pathlib import Path

import pypdfium2
from PIL import Image

PAGES, COLUMNS, OF_A_PART = 8, 4, 3
PAGE_WIDTH, GAP = 240, 8
BETWEEN_PAGES = "#d0d0d0"
EMPTY = 0.005
"""A page with a smaller share of ink has nothing but its caption."""


def representative_pages(pdf: Path) -> list[int]:
    """The pages, counted from 0, that show what is in a PDF.

    That is the page with the first piece of each component, a few of each part at most; a rulebook
    and a leaflet have no pieces, so all of their pages.
    """
    manifest = pdf.parent / "manifest.json"
    pieces = json.loads(manifest.read_text(encoding="utf-8"))["pieces"] if manifest.exists() else []
    firsts: dict[str, dict[str, int]] = {}
    for piece in pieces:
        part = firsts.setdefault(piece["part"], {})
        for face in piece["faces"]:
            if face["file"] == pdf.name and len(part) < OF_A_PART:
                part.setdefault(piece["component"], face["page"] - 1)
    pages = dict.fromkeys(page for part in firsts.values() for page in part.values())
    return list(pages) or list(range(len(pypdfium2.PdfDocument(pdf))))


def evenly(things: list[int], most: int) -> list[int]:
    """At most `most` of them, from first to last at even distances."""
    count = min(most, len(things))
    return [
        things[round(number * (len(things) - 1) / max(count - 1, 1))] for number in range(count)
    ]


def small(page: pypdfium2.PdfPage) -> Image.Image | None:
    """A page as a small picture; None if it is empty."""
    image: Image.Image = page.render(scale=3 * PAGE_WIDTH / page.get_width()).to_pil()
    white = image.convert("L").histogram()[255]
    if 1 - white / (image.width * image.height) < EMPTY:
        return None
    height = round(image.height * PAGE_WIDTH / image.width)
    return image.resize((PAGE_WIDTH, height), Image.Resampling.LANCZOS)


def contact_sheet(pdf: Path) -> Image.Image:
    """Pages of a PDF in rows, with few colours to keep the file small."""
    document = pypdfium2.PdfDocument(pdf)
    chosen = (small(document[number]) for number in evenly(representative_pages(pdf), PAGES))
    pages = [page for page in chosen if page]
    columns = len(pages) if len(pages) <= COLUMNS + 1 else COLUMNS  # a row of one looks forgotten
    step = GAP + max(page.height for page in pages)
    size = (GAP + columns * (PAGE_WIDTH + GAP), GAP + -(-len(pages) // columns) * step)
    sheet = Image.new("RGB", size, BETWEEN_PAGES)
    for index, page in enumerate(pages):
        row, column = divmod(index, columns)
        sheet.paste(page, (GAP + column * (PAGE_WIDTH + GAP), GAP + row * step))
    # an octree keeps rare colours, such as the yellow of small stars
    return sheet.quantize(256, Image.Quantize.FASTOCTREE)


def main(output: Path, gallery: Path) -> None:
    """Draw the pictures of every kit that has been built."""
    gallery.mkdir(exist_ok=True)
    for what in ("print-*", "rulebook-*", "sell-sheet-a4", "feedback-a4"):
        for pdf in sorted(output.glob(f"*/*-{what}.pdf")):
            contact_sheet(pdf).save(gallery / f"{pdf.stem}.png", optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
