"""The benchmark's deck printed with WeasyPrint: a Jinja2 template gives HTML, CSS places the cards.

CSS cannot fit text to its box, so the template chooses the type size by the length of the text.
"""

import csv
import sys
from pathlib import Path

import jinja2
import weasyprint
from font_source_sans_pro import font_files_ttf

PAGE = """
<style>
@page { size: A4; margin: 0 }
@font-face { font-family: Source; src: url("file://{{ regular }}") }
@font-face { font-family: Source; src: url("file://{{ bold }}"); font-weight: bold }
body { margin: 0; font-family: Source }
.page { position: relative; width: 210mm; height: 297mm; break-after: page }
.page:last-child { break-after: auto }
.card { position: absolute; width: 63.5mm; height: 88.9mm }
.card > * { position: absolute; box-sizing: border-box }
.frame { left: 1.7mm; top: 1.7mm; width: 60mm; height: 85.5mm;
         border: .5mm solid #333344; border-radius: 2.5mm; background: #f4f0e4 }
.title { left: 4mm; top: 4.5mm; width: 44mm; font-weight: bold; font-size: 11pt }
.cost { left: 52mm; top: 3.8mm; width: 7.6mm; height: 7.6mm; line-height: 7.6mm; font-size: 11pt;
        border-radius: 50%; background: #aa3333; color: #ffffff; text-align: center;
        font-weight: bold }
.art { left: 3.8mm; top: 12.7mm; width: 55.9mm; height: 37.2mm }
.text { left: 4.2mm; top: 52.5mm; width: 55mm; height: 28mm; line-height: 1.2 }
.text img { height: .95em; vertical-align: -.15em }
.type { left: 4.2mm; top: 81mm; width: 55mm; text-align: center; font-size: 7pt }
.back { background: #333344; color: #ffffff; text-align: center; line-height: 88.9mm;
        font-size: 24pt; font-weight: bold }
</style>
{% for page in cards | batch(9) %}
<div class="page">
  {% for card in page %}
  <div class="card" style="{{ place(loop.index0 % 3, loop.index0 // 3) }}">
    <div class="frame"></div>
    <div class="title">{{ card.title }}</div>
    <div class="cost">{{ card.cost }}</div>
    <img class="art" src="{{ card.art }}">
    <div class="text" style="font-size: {{ 9 if card.text | length < 260 else 7.5 }}pt">
      {{- card.text | e | replace(":coin:", coin) | replace(":sword:", sword) -}}
    </div>
    <div class="type">{{ card.type }}</div>
  </div>
  {% endfor %}
</div>
<div class="page">
  {% for card in page %}
  <div class="card back" style="{{ place(2 - loop.index0 % 3, loop.index0 // 3) }}">BACK</div>
  {% endfor %}
</div>
{% endfor %}
"""


def place(column, row):
    return f"left: {9.75 + 63.5 * column}mm; top: {15.15 + 88.9 * row}mm"


def main(deck, target):
    with Path(deck, "cards.csv").open(newline="", encoding="utf-8") as file:
        cards = list(csv.DictReader(file))
    html = jinja2.Template(PAGE).render(
        cards=cards,
        place=place,
        regular=font_files_ttf["SourceSansPro"],
        bold=font_files_ttf["SourceSansProBold"],
        coin='<img src="icons/coin.svg">',
        sword='<img src="icons/sword.svg">',
    )
    weasyprint.HTML(string=html, base_url=deck).write_pdf(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
