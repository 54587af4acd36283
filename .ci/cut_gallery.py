"""Cut gallery: draws a sheet as it is printed beside what a machine cuts on it.

    python .ci/cut_gallery.py KIT PICTURE

`KIT` is the folder of a kit that was built with --cutter; the sheet is the one with the most kinds of lines.
"""

import json
import re
import sys
from io import BytesIO
from pathlib import Path

import pypdfium2
import resvg_py
from PIL import Image

WIDTH, GAP = 480, 12
BETWEEN_PAGES = "#d0d0d0"
LINE = 'stroke-width="0.5"'
"""Lines as wide as a small picture needs them; in the file they are hair-thin."""


def layers(svg: str) -> int:
    return len(re.findall('<g [^>]*id="', svg))


def main(kit: Path, picture: Path) -> None:
    """Draw the picture."""
    cuts = json.loads((kit / "manifest.json").read_text(encoding="utf-8"))["cuts"]
    svgs = [(kit / cut["paths"][0]).read_text(encoding="utf-8") for cut in cuts]
    cut, svg = max(zip(cuts, svgs, strict=True), key=lambda each: layers(each[1]))
    page = cut["pages"][0]
    printed = pypdfium2.PdfDocument(kit / page["file"])[page["page"] - 1]
    sheet = printed.render(scale=WIDTH / printed.get_width()).to_pil().convert("RGB")
    wide = re.sub(r'stroke-width="[\d.]+"', LINE, svg)
    drawn = resvg_py.svg_to_bytes(svg_string=wide, width=WIDTH, dpi=96, background="white")
    lines = Image.open(BytesIO(bytes(drawn))).convert("RGB").resize(sheet.size)
    both = Image.new("RGB", (2 * WIDTH + 3 * GAP, sheet.height + 2 * GAP), BETWEEN_PAGES)
    both.paste(sheet, (GAP, GAP))
    both.paste(lines, (WIDTH + 2 * GAP, GAP))
    both.quantize(128, Image.Quantize.FASTOCTREE).save(picture, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
