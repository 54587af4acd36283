"""Directives of nanDECK: turns each into an element of the design, with values per card."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from html import unescape
from pathlib import Path
from typing import TypeAlias

from generator.base.errors import KitError, Place
from generator.base.text_files import shown_name
from generator.press.text.inline import escape
from generator.tools.from_deck.design import (
    MAX_CARDS,
    MAX_ELEMENTS,
    MIN_TYPE_SIZE,
    Design,
    DesignDeck,
    Drawn,
    DrawnOn,
    Kind,
    merged_elements,
)
from generator.tools.from_deck.fonts import FontChoice
from generator.tools.from_deck.markup import convert_marks, italicized
from generator.tools.from_deck.pictures import ScriptPictures
from generator.tools.from_deck.templates import mm, points
from generator.tools.from_nandeck.arguments import CardArguments, read_color
from generator.tools.from_nandeck.arithmetic import number
from generator.tools.from_nandeck.script import Directive, Script

MAX_ICONS = 100
"""Most icons that one directive draws on a card."""
MAX_RUNS = 30_000
"""Most runs of directives for cards: 15 directives for each of 2,000 cards."""
TOO_MUCH = "the script draws too much; the rest of it is left out"
_UNITS = {"MM": 1.0, "CM": 10.0, "INCH": 25.4}
_IGNORED = frozenset({
    "PAGE", "MARGINS", "DPI", "VISUAL", "PRINT", "SAVE", "DISPLAY", "GAP", "OVERSAMPLE", "IMAGEFILTER",
    "ZOOM", "LINKSEP", "LINKENC", "LINKTRIM", "PDF", "SAVEPDF", "GRID", "EDGE", "SORT", "DUPLEX", "FOLD",
    "CANVAS", "CHROMAKEY", "HEADER", "FOOTER", "CROPMARK", "CASESENS", "LINKUNI", "LINKNEW", "LINKTAB",
    "LINKSTYLES", "LINKFONT", "NEXT", "END", "ENDIF", "ELSE", "ENDVISUAL", "BASERANGE", "EXPRESSION",
    "LINEBREAK", "SAVETTS",
})  # fmt: skip
"""Directives for pages, printers or the program itself, which do not affect cards."""
_DEFAULT_FONT = ("Arial", "12", "", "#000000")
_HTML_ALIGN = re.compile(r"align\s*=\s*['\"]?(\w+)|text-align\s*:\s*(\w+)|<(center)>", re.I)
_HTML_FRAME = re.compile(r"</?(?:p|div|center|html|body)\b[^<>]*>", re.I)
_ALIGN = {"LEFT": "left", "CENTER": "center", "RIGHT": "right", "FULL": "justify"}
_VALIGN = {"TOP": "top", "CENTER": "middle", "BOTTOM": "bottom"}
_FREE_SHARE = {"LEFT": 0.0, "TOP": 0.0, "CENTER": 0.5, "RIGHT": 1.0, "BOTTOM": 1.0}
"""Part of the free space that lies left of or above what is aligned."""


@dataclass(slots=True)
class Drawing:
    """Drawing: what a script draws, directive by directive."""

    design: Design
    deck: DesignDeck
    fonts: FontChoice
    pictures: ScriptPictures
    unit: float = 10.0
    font: list[str] = field(default_factory=lambda: [*_DEFAULT_FONT])
    """Name, size in points, flags and colour, on the card that is drawn."""
    row_fonts: list[list[str]] = field(default_factory=lambda: [[*_DEFAULT_FONT]])
    """The font for each row; a single one if it is alike for all."""
    styles: dict[str, list[str]] = field(default_factory=dict)
    """Fonts of the directive `HTMLFONT`, by name."""
    icons: dict[str, str] = field(default_factory=dict)
    """Pictures of icons, by key."""
    cards: int = 0
    """Number of cards from the directive `CARDS`; 0 without it."""
    kept: list[DrawnOn] = field(default_factory=list)
    runs: int = 0
    """Number of runs of directives for cards."""

    def execute(self, directive: Directive, script: Script) -> None:
        """Run a directive; what it draws is kept until all cards are counted."""
        name, parameters, place = directive.name, directive.parameters, directive.place
        first = [script.words(each, 0) for each in parameters]
        if name == "UNIT" and first:
            self.unit = _UNITS.get(first[0].upper(), self.unit)
        elif name == "CARDSIZE" and len(first) > 1:
            width, height = number(first[0]), number(first[1])
            if width and height and 5 < width * self.unit < 500 and 5 < height * self.unit < 500:
                self.deck.width, self.deck.height = width * self.unit, height * self.unit
        elif name == "CARDS" and first:
            self.cards = min(int(number(first[0]) or 0), MAX_CARDS)
        elif name == "FONT":
            self._set_font(directive, script)
        elif name == "HTMLFONT" and first:
            self.styles[first[0].lower()] = _with_defaults(first[1:5])
        elif name == "BORDER":
            if first and first[0].upper() not in ("NONE", ""):
                self.design.note(place, "BORDER: Grimoire prints marks to cut along")
        elif name == "ICON" and len(first) > 2:
            self.icons[first[1]] = first[2]
        elif name in DRAWING_DIRECTIVES:
            self._draw(directive, script)
        elif name not in _IGNORED:
            self.design.note(place, f"{name} has no counterpart")

    def _set_font(self, directive: Directive, script: Script) -> None:
        """Set the font for the rows on which the directive is run."""
        before = self.row_fonts
        rows = range(max(map(len, directive.only), default=1))
        if directive.only and len(before) > 1:
            rows = range(max(len(rows), len(before)))
        self.runs += len(rows)
        self.row_fonts = [
            _with_defaults([script.words(each, row) for each in directive.parameters], font)
            if directive.is_on(row)
            else font
            for row in rows
            for font in [before[row % len(before)]]
        ]

    def _draw(self, directive: Directive, script: Script) -> None:
        parameters = directive.parameters
        if self.runs > MAX_RUNS:
            self.design.note(directive.place, TOO_MUCH)
            return
        cards = self._range(script, parameters[0] if parameters else "", directive.place)
        self.runs += len(cards)
        handler = DRAWING_DIRECTIVES[directive.name]
        copied = script.rows_of_copies()
        of_table, rows = (
            (copied, copied) if len(copied) == len(cards) else (cards, range(len(cards)))
        )
        for row, table_row, index in zip(rows, of_table, cards, strict=True):
            if not directive.is_on(table_row):
                continue
            self.font = self.row_fonts[table_row % len(self.row_fonts)]
            words = [script.words(each, row) for each in parameters[1:]]
            card = CardArguments(
                words, directive.place, self.unit, self.deck.width, self.deck.height
            )
            self.kept += [(directive.place, index, one) for one in handler(self, card)]

    def _range(self, script: Script, words: str, place: Place) -> list[int]:
        """The indices of the cards in a range such as `1-3,7`; all cards if it is empty."""
        rows = max(map(len, script.columns.values()), default=0)
        words = script.words(words, 0).strip('" ')
        if not words:
            return list(range(self.cards or rows or 1))
        found: list[int] = []
        free = bytearray(b"x" * MAX_CARDS)
        for part in words.split(","):
            low, high = map(number, _ends(part))
            if low is None or high is None:
                self.design.note(place, f"the range {words[:60]!r} is not understood")
                return []
            last = min(max(int(high), 0), MAX_CARDS)
            card = free.find(b"x", min(max(int(low) - 1, 0), last), last)
            while card >= 0:
                found.append(card)
                free[card] = 0
                card = free.find(b"x", card, last)
        return found

    def finish(self, script: Script) -> None:
        """Assemble the deck after all its cards are counted."""
        rows = max(map(len, script.columns.values()), default=0)
        most = max((index + 1 for _, index, _ in self.kept), default=0)
        self.deck.cards = max(most, self.cards, 1)
        self._merge_copies(script.rows_of_copies(), rows)
        self.deck.front = merged_elements(self.kept, self.deck.cards)
        if left_out := self.deck.front[MAX_ELEMENTS:]:
            self.design.note(left_out[0].place, TOO_MUCH)
            self.deck.front = self.deck.front[:MAX_ELEMENTS]
        if rows == self.deck.cards:
            self.deck.columns = dict(script.columns)
            same = [each for each in script.columns if each.lower() == script.copies.lower()]
            self.deck.copies = same[0] if same else ""

    def _merge_copies(self, row_of: list[int], rows: int) -> None:
        """Make one card of the copies of each row, if the script numbers and draws them all alike."""
        if len(row_of) != self.deck.cards or {*row_of} != {*range(rows)}:
            return
        cards: list[list[tuple[Place, Drawn]]] = [[] for _ in row_of]
        for place, index, one in self.kept:
            cards[index].append((place, one))
        firsts = [cards[row_of.index(row)] for row in range(rows)]
        if all(cards[index] == firsts[row] for index, row in enumerate(row_of)):
            self.kept = [(place, row, one) for row in range(rows) for place, one in firsts[row]]
            self.deck.cards = rows

    def text(self, card: CardArguments, font: list[str]) -> list[Drawn]:
        """The element for text in a box."""
        words = unescape(re.sub(r"<[^<>]+>", "", _with_breaks(card.words(0))))
        valign = card.words(6, "CENTER").upper().removeprefix("WW").removeprefix("CW")
        align = {
            "align": _ALIGN.get(card.words(5, "CENTER").upper(), "center"),
            "valign": _VALIGN.get(valign, "middle"),
        }
        return self._set_text(card, self.fonts.shown(words), font, card.placed(1, 7), align)

    def html_text(self, card: CardArguments) -> list[Drawn]:
        """The elements for text with tags in a box: its background, and the text."""
        words = self.fonts.shown(_with_breaks(card.words(0)).replace("</p>", "\n").strip())
        align = _HTML_ALIGN.search(words)
        words = _HTML_FRAME.sub("", words).strip()
        font = self.styles.get(card.words(9, "default").lower(), [*_DEFAULT_FONT])
        black = partial(read_color, default="#000000")
        words, lost = convert_marks(words, {}, markup=True, color=black)
        for each in lost:
            self.design.note(card.place, f"HTMLTEXT: {each} has no counterpart, its words stay")
        found = (align[1] or align[2] or align[3]).upper() if align else "LEFT"
        alignment = {"align": _ALIGN.get(found, "left"), "valign": "top"}
        ground = card.color(5)
        drawn = [Drawn("rect", {**card.box(1), "fill": ground, "stroke": "none"})]
        plain = ground in ("none", "#ffffff") or "T" in card.words(7).upper()
        text = self._set_text(card, words, font, card.placed(1, 6), alignment, marked=True)
        return text if plain else drawn + text

    def _set_text(self, card: CardArguments, words: str, font: list[str], box: dict[str, str],
                  align: dict[str, str], marked: bool = False) -> list[Drawn]:  # fmt: skip
        """The element for words in a box; `marked` words have inline marks."""
        size = max(number(font[1]) or 12, MIN_TYPE_SIZE)
        role, bold = self.fonts.role(font[0]), "B" in font[2].upper()
        if "(" in (color := read_color(font[3], "#000000")):
            color = "#000000"
        if box["width"] == "0mm" or box["height"] == "0mm" or color == "none":
            return []
        attributes = {
            **box, "font": role, "size": f"{size:g}",
            **({"bold": "yes"} if bold and self.fonts.has(role, "bold") else {}), **align, "color": color,
        }  # fmt: skip
        if "I" in font[2].upper() and self.fonts.has(role, "bold-italic" if bold else "italic"):
            words = italicized(words if marked else escape(words))
        elif not marked:
            attributes["plain"] = "yes"
        return [Drawn("text", attributes | ({"paragraph": "0"} if "\n" in words else {}), words)]

    def image(self, card: CardArguments, name: str, box: dict[str, str], flags: str) -> list[Drawn]:
        """The element for a picture in a box; the flag P keeps its proportions."""
        src = self.pictures.add(name, card.place)
        if not src or box["width"] == "0mm" or box["height"] == "0mm":
            return []
        fit = "contain" if "P" in flags.upper() else "stretch"
        return [Drawn("image", {"src": src, **box, "fit": fit})]


DrawingFunction: TypeAlias = Callable[[Drawing, CardArguments], list[Drawn]]


def _ends(part: str) -> tuple[str, str]:
    """The first and last card of `2-5` or `7`; a suffix with `#` is for the printer and ignored."""
    if re.search(r"#\d+\s*$", part):
        part = part.rpartition("#")[0]
    part = part.strip()
    low, _, high = part[1:].partition("-")
    return (part[:1] + low, high) if high.strip() else (part, part)


def _with_defaults(words: list[str], before: Sequence[str] = _DEFAULT_FONT) -> list[str]:
    """The parameters of a font, with those of the font before for empty ones."""
    return [each or before[n] for n, each in enumerate([*words, "", "", "", ""][:4])]


def _with_breaks(words: str) -> str:
    return re.sub(r"<br\s*/?>|\\13\\|\\n", "\n", words, flags=re.I)


def _text(drawing: Drawing, card: CardArguments) -> list[Drawn]:
    return drawing.text(card, drawing.font)


def _textfont(drawing: Drawing, card: CardArguments) -> list[Drawn]:
    return drawing.text(card, [card.words(9 + n) or drawing.font[n] for n in range(4)])


def _image(drawing: Drawing, card: CardArguments) -> list[Drawn]:
    flags = card.words(6)
    return drawing.image(card, card.words(0), card.placed(1, 5, flags), flags)


def _icons(drawing: Drawing, card: CardArguments) -> list[Drawn]:
    """The icons for the keys in a text, in rows that are aligned in a box."""
    longest_first = sorted(filter(None, drawing.icons), key=len, reverse=True)
    known = "|".join(map(re.escape, longest_first))
    keys = re.findall(known, card.words(0))[:MAX_ICONS] if known else []
    left, top, wide, high = (card.length(n, "xyxy"[n - 1]) for n in range(1, 5))
    width, height = card.length(5, "x") or 5.0, card.length(6, "y") or 5.0
    most = max(1, int((wide + 0.01) / width))
    rows = [keys[n : n + most] for n in range(0, len(keys), most)]
    across, down = _icon_alignment(card)
    y = top + down * (high - len(rows) * height)
    drawn = []
    for row in rows:
        x = left + across * (wide - len(row) * width)
        for n, key in enumerate(row):
            box = {"x": mm(x + n * width), "y": mm(y), "width": mm(width), "height": mm(height)}
            drawn += drawing.image(card, drawing.icons[key], box, card.words(8))
        y += height
    return drawn


def _icon_alignment(card: CardArguments) -> tuple[float, float]:
    """The shares of the free space left of a row and above the rows, by the words after the flags."""
    words = [word for each in card.parameters[9:] if (word := each.strip().upper()) in _FREE_SHARE]
    if words and words[0] in ("TOP", "BOTTOM"):
        words.insert(0, "LEFT")
    across, down, *_ = [*(_FREE_SHARE[word] for word in words), 0.0, 0.0]
    return across, down


def _shape(kind: Kind, **attributes: str) -> DrawingFunction:
    """A function that draws a shape in a box."""
    return lambda drawing, card: [Drawn(kind, {**card.box(0), **attributes, **card.pen(4)})]


def _line(drawing: Drawing, card: CardArguments) -> list[Drawn]:
    keys = zip(("x1", "y1", "x2", "y2"), "xyxy", strict=True)
    ends = {key: mm(card.length(n, along)) for n, (key, along) in enumerate(keys)}
    line = mm(max(card.length(5, "x", 0.1), 0.02))
    return [Drawn("line", {**ends, "stroke": card.color(4, "#000000"), "line": line})]


def _triangle(drawing: Drawing, card: CardArguments) -> list[Drawn]:
    corners = [complex(card.length(n, "x"), card.length(n + 1, "y")) for n in (0, 2, 4)]
    return [Drawn("polygon", {"points": points(corners), **card.pen(6)})]


def _polygon(drawing: Drawing, card: CardArguments) -> list[Drawn]:
    """A regular polygon in a box."""
    count = min(max(int(card.number(4, 5)), 3), 100)
    x, y, width, height = (card.length(n, "xyxy"[n]) for n in range(4))
    corners = []
    for n in range(count):
        turn = 2 * math.pi * n / count - math.pi / 2 - math.radians(card.number(5))
        across, down = width / 2 * (1 + math.cos(turn)), height / 2 * (1 + math.sin(turn))
        corners.append(complex(x + across, y + down))
    return [Drawn("polygon", {"points": points(corners), **card.pen(6)})]


DRAWING_DIRECTIVES: Mapping[str, DrawingFunction] = {
    "TEXT": _text, "TEXTFONT": _textfont, "HTMLTEXT": Drawing.html_text, "IMAGE": _image, "ICONS": _icons,
    "RECTANGLE": _shape("rect"), "ROUNDRECT": _shape("rect", radius="3mm"),
    "ELLIPSE": _shape("ellipse"), "CIRCLE": _shape("ellipse"),
    "LINE": _line, "TRIANGLE": _triangle, "POLYGON": _polygon,
}  # fmt: skip
"""Drawing functions, by the directive's name."""


def read_script(source: Path) -> tuple[Design, FontChoice]:
    """Read the design of a nanDECK script.  Raises KitError if it draws nothing."""
    if not source.is_file():
        hint = "name the script's file"
        message = "there is no such file"
        raise KitError(message, place=Place(shown_name(source)), hint=hint, check="file-not-found")
    folder = source.resolve().parent
    design, fonts = Design(folder), FontChoice(folder)
    pictures = ScriptPictures(design, [folder])
    script = Script(folder, pictures.find, design.note)
    drawing = Drawing(design, DesignDeck(source.stem, 1, 60.0, 90.0), fonts, pictures)
    try:
        for directive in script.directives(source):
            drawing.execute(directive, script)
    except RecursionError:  # a label that stands for itself
        design.note(Place(shown_name(source)), TOO_MUCH)
    drawing.finish(script)
    if not drawing.deck.front:
        what = "; ".join(f"{note.place}: {note.message}" for note in [*design.notes][:2])
        message = "draws nothing that Grimoire understands"
        raise KitError(message, place=Place(shown_name(source)), hint=what, check="file-empty")
    design.decks.append(drawing.deck)
    return design, fonts
