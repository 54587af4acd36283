"""The benchmark's deck printed with reportlab: placed by hand, with a loop that fits the text."""

import csv
import sys
from functools import cache
from pathlib import Path
from xml.sax.saxutils import escape

from font_source_sans_pro import font_files_ttf
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

PAGE_WIDTH, PAGE_HEIGHT = 210 * mm, 297 * mm
CARD_WIDTH, CARD_HEIGHT = 63.5 * mm, 88.9 * mm
LEFT, TOP = 9.75 * mm, 15.15 * mm


@cache
def style(size):
    return ParagraphStyle("text", fontName="Sans", fontSize=size, leading=size * 1.2)


def fitted(text, width, height):
    """The text as a paragraph in the largest type that fits, and its height."""
    size = 9
    while True:
        paragraph = Paragraph(text, style(size))
        _, needed = paragraph.wrap(width, height)
        if needed <= height or size <= 4:
            return paragraph, needed
        size -= 0.25


def corner(index, *, mirrored):
    """The lower left corner of a card's slot on the page."""
    row, column = divmod(index, 3)
    if mirrored:
        column = 2 - column
    return LEFT + column * CARD_WIDTH, PAGE_HEIGHT - TOP - (row + 1) * CARD_HEIGHT


def draw_front(canvas, card, deck):
    canvas.setStrokeColor("#333344")
    canvas.setFillColor("#f4f0e4")
    canvas.setLineWidth(0.5 * mm)
    canvas.roundRect(1.7 * mm, 1.7 * mm, 60 * mm, 85.5 * mm, 2.5 * mm, stroke=1, fill=1)
    canvas.setFillColor("#000000")
    canvas.setFont("Sans-Bold", 11)
    canvas.drawString(4 * mm, 80.7 * mm, card["title"])
    canvas.setFillColor("#aa3333")
    canvas.circle(55.8 * mm, 81.3 * mm, 3.8 * mm, stroke=0, fill=1)
    canvas.setFillColor("#ffffff")
    canvas.drawCentredString(55.8 * mm, 80 * mm, card["cost"])
    canvas.drawImage(f"{deck}/{card['art']}", 3.8 * mm, 39 * mm, 55.9 * mm, 37.2 * mm)
    text = escape(card["text"])
    for icon in ("coin", "sword"):
        image = f'<img src="{deck}/icons/{icon}.png" width="8.5" height="8.5" valign="-1.5"/>'
        text = text.replace(f":{icon}:", image)
    paragraph, height = fitted(text, 55 * mm, 28 * mm)
    paragraph.drawOn(canvas, 4.2 * mm, 36.4 * mm - height)
    canvas.setFillColor("#000000")
    canvas.setFont("Sans", 7)
    canvas.drawCentredString(31.75 * mm, 5 * mm, card["type"])


def draw_back(canvas):
    canvas.setFillColor("#333344")
    canvas.rect(0, 0, CARD_WIDTH, CARD_HEIGHT, stroke=0, fill=1)
    canvas.setFillColor("#ffffff")
    canvas.setFont("Sans-Bold", 24)
    canvas.drawCentredString(31.75 * mm, 42 * mm, "BACK")


def main(deck, target):
    pdfmetrics.registerFont(TTFont("Sans", font_files_ttf["SourceSansPro"]))
    pdfmetrics.registerFont(TTFont("Sans-Bold", font_files_ttf["SourceSansProBold"]))
    with Path(deck, "cards.csv").open(newline="", encoding="utf-8") as file:
        cards = list(csv.DictReader(file))
    canvas = Canvas(target, pagesize=(PAGE_WIDTH, PAGE_HEIGHT))
    for start in range(0, len(cards), 9):
        page = cards[start : start + 9]
        for index, card in enumerate(page):
            canvas.saveState()
            canvas.translate(*corner(index, mirrored=False))
            draw_front(canvas, card, deck)
            canvas.restoreState()
        canvas.showPage()
        for index in range(len(page)):
            canvas.saveState()
            canvas.translate(*corner(index, mirrored=True))
            draw_back(canvas)
            canvas.restoreState()
        canvas.showPage()
    canvas.save()


if __name__ == "__main__":
    main(*sys.argv[1:])
