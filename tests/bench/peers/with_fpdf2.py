"""The benchmark's deck printed with fpdf2: a dry run breaks lines, and icons are drawn into gaps."""

import csv
import re
import sys
from pathlib import Path

from font_source_sans_pro import font_files_ttf
from fpdf import FPDF
from fpdf.enums import Align, MethodReturnValue

CARD_WIDTH, CARD_HEIGHT = 63.5, 88.9
LEFT, TOP = 9.75, 15.15
POINT = 25.4 / 72
GAP = "\N{NO-BREAK SPACE}" * 5
"""As wide as an icon."""


def corner(index, *, mirrored):
    """The upper left corner of a card's slot on the page, in mm."""
    row, column = divmod(index, 3)
    if mirrored:
        column = 2 - column
    return LEFT + column * CARD_WIDTH, TOP + row * CARD_HEIGHT


def draw_text(pdf, text, deck, x, y, width, height):
    """Draw the text in the largest type that fits, and its icons over the gaps."""
    icons = iter(re.findall(":(coin|sword):", text))
    words = re.sub(":(?:coin|sword):", GAP, text)
    size = 9.0
    while True:
        pdf.set_font("Sans", "", size)
        leading = size * 1.2 * POINT
        lines = pdf.multi_cell(
            width, leading, words, align=Align.L, dry_run=True, output=MethodReturnValue.LINES
        )
        if len(lines) * leading <= height or size <= 4:
            break
        size -= 0.25
    side = size * POINT
    for number, line in enumerate(lines):
        baseline = y + number * leading + side
        pdf.text(x, baseline, line)
        for gap in re.finditer(" {5,}", line):  # fpdf2 returns no-break spaces as plain ones
            start = gap.start() + (gap.start() > 0)
            left = x + pdf.get_string_width(line[:start])
            pdf.image(f"{deck}/icons/{next(icons)}.png", left, baseline - 0.8 * side, side, side)


def draw_front(pdf, card, deck, x, y):
    pdf.set_draw_color(0x33, 0x33, 0x44)
    pdf.set_fill_color(0xF4, 0xF0, 0xE4)
    pdf.set_line_width(0.5)
    pdf.rect(x + 1.7, y + 1.7, 60, 85.5, style="DF", round_corners=True, corner_radius=2.5)
    pdf.set_text_color(0)
    pdf.set_font("Sans", "B", 11)
    pdf.text(x + 4, y + 8.2, card["title"])
    pdf.set_fill_color(0xAA, 0x33, 0x33)
    pdf.circle(x + 55.8, y + 7.6, 3.8, style="F")
    pdf.set_text_color(255)
    pdf.text(x + 55.8 - pdf.get_string_width(card["cost"]) / 2, y + 8.9, card["cost"])
    pdf.image(f"{deck}/{card['art']}", x + 3.8, y + 12.7, 55.9, 37.2)
    pdf.set_text_color(0)
    draw_text(pdf, card["text"], deck, x + 4.2, y + 52.5, 55, 28)
    pdf.set_font("Sans", "", 7)
    pdf.text(x + 31.75 - pdf.get_string_width(card["type"]) / 2, y + 83.9, card["type"])


def draw_back(pdf, x, y):
    pdf.set_fill_color(0x33, 0x33, 0x44)
    pdf.rect(x, y, CARD_WIDTH, CARD_HEIGHT, style="F")
    pdf.set_text_color(255)
    pdf.set_font("Sans", "B", 24)
    pdf.text(x + 31.75 - pdf.get_string_width("BACK") / 2, y + 46.9, "BACK")


def main(deck, target):
    with Path(deck, "cards.csv").open(newline="", encoding="utf-8") as file:
        cards = list(csv.DictReader(file))
    pdf = FPDF(format="A4")
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    pdf.c_margin = 0
    pdf.add_font("Sans", "", font_files_ttf["SourceSansPro"])
    pdf.add_font("Sans", "B", font_files_ttf["SourceSansProBold"])
    for start in range(0, len(cards), 9):
        page = cards[start : start + 9]
        pdf.add_page()
        for index, card in enumerate(page):
            draw_front(pdf, card, deck, *corner(index, mirrored=False))
        pdf.add_page()
        for index in range(len(page)):
            draw_back(pdf, *corner(index, mirrored=True))
    pdf.output(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
