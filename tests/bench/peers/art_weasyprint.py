"""The art deck printed with WeasyPrint: a page for each card, without outlined letters."""

import csv
import sys
from html import escape
from pathlib import Path

from weasyprint import HTML

PAGE = """<style>
@page {{ size: 69.5mm 94.9mm; margin: 0 }}
body {{ margin: 0; font-family: sans-serif; font-size: 10pt }}
section {{ position: relative; width: 69.5mm; height: 94.9mm; overflow: hidden; break-after: page }}
section > * {{ position: absolute }}
img {{ width: 69.5mm; height: 94.9mm; object-fit: cover }}
h1 {{ top: 6mm; left: 8mm; width: 53.5mm; text-align: center; color: white; font-size: 20pt }}
p {{ top: 58mm; left: 7mm; width: 49.5mm; height: 23.9mm; margin: 0; padding: 3mm;
  border-radius: 2mm; background: rgba(255, 255, 255, 0.75) }}
.back {{ background: linear-gradient(150deg, #1d2b33, #f2b134) }}
</style>{}"""
CARD = '<section><img src="{}"><p>{}</p><h1>{}</h1></section><section class="back"></section>'


def main(deck, target):
    with Path(deck, "cards.csv").open(newline="", encoding="utf-8") as file:
        cards = [
            CARD.format(row["art"], escape(row["text"]), escape(row["title"]))
            for row in csv.DictReader(file)
        ]
    page = HTML(string=PAGE.format("".join(cards)), base_url=str(Path(deck).resolve()) + "/")
    page.write_pdf(target, dpi=300, optimize_images=True, jpeg_quality=92)


if __name__ == "__main__":
    main(*sys.argv[1:])
