"""Label gallery: draws a sheet of labels as it is printed, and as it comes off its backing.

    python .ci/label_gallery.py KIT PICTURE

`KIT` is the folder of a kit that was built with --precut.
"""

import json
import sys
from itertools import product
from pathlib import Path

import pypdfium2
from PIL import Image, ImageDraw

WIDTH, GAP = 480, 12
SHOWN = 0.5
"""How much of the height is shown: the rest is empty."""
BETWEEN_PAGES, BACKING, EDGE = "#d0d0d0", "#c3d0d8", "#93a4ae"
FINER = 3
"""How much finer edges are drawn before the picture is made small."""


def main(kit: Path, picture: Path) -> None:
    """Draw the picture."""
    entry = json.loads((kit / "manifest.json").read_text(encoding="utf-8"))["precut"][0]
    page = pypdfium2.PdfDocument(kit / entry["file"])[0]
    printed = page.render(scale=FINER * WIDTH / page.get_width()).to_pil().convert("RGB")
    dots = printed.width / (page.get_width() * 25.4 / 72)
    places = Image.new("L", printed.size, 0)
    edges = Image.new("RGB", printed.size, BACKING)
    for column, row in product(range(entry["columns"]), range(entry["rows"])):
        x = (entry["at"][0] + column * entry["pitch"][0]) * dots
        lower = printed.height - (entry["at"][1] - row * entry["pitch"][1]) * dots
        box = (x, lower - entry["size"][1] * dots, x + entry["size"][0] * dots, lower)
        ImageDraw.Draw(places).ellipse(box, fill=255)
        ImageDraw.Draw(edges).ellipse(box, outline=EDGE, width=2 * FINER)
    peeled = Image.composite(printed, edges, places)
    both = Image.new(
        "RGB", (2 * WIDTH + 3 * GAP, round(SHOWN * printed.height / FINER) + GAP), BETWEEN_PAGES
    )
    for number, sheet in enumerate((printed, peeled)):
        small = sheet.resize((WIDTH, printed.height // FINER), Image.Resampling.LANCZOS)
        both.paste(small, (GAP + number * (WIDTH + GAP), GAP))
    both.quantize(128, Image.Quantize.FASTOCTREE).save(picture, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
