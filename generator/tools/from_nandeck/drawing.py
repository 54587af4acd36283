"""Directives of nanDECK: turns each into an element of the design, with values per card."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

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
    merged_elements,
)
from generator.tools.from_deck.fonts import FontChoice
from generator.tools.from_deck.markup import italicized
from generator.tools.from_deck.pictures import ScriptPictures
from generator.tools.from_deck.templates import mm, points
from generator.tools.from_nandeck.arithmetic import number
from generator.tools.from_nandeck.script import Directive, Script

MAX_ICONS = 100
"""Most icons that one directive draws on a card."""
MAX_RUNS = 30_000
"""Most runs of directives for cards: 15 directives for each of 2,000 cards."""
_UNITS = {"MM": 1.0, "CM": 10.0, "INCH": 25.4}
_IGNORED = frozenset({
    "PAGE", "MARGINS", "DPI", "VISUAL", "PRINT", "SAVE", "DISPLAY", "GAP", "OVERSAMPLE", "IMAGEFILTER",
    "ZOOM", "LINKSEP", "LINKENC", "LINKTRIM", "PDF", "SAVEPDF", "GRID", "EDGE", "SORT", "DUPLEX", "FOLD",
    "CANVAS", "CHROMAKEY", "HEADER", "FOOTER", "CROPMARK", "CASESENS", "LINKUNI", "LINKNEW", "LINKTAB",
    "LINKSTYLES", "LINKFONT", "NEXT", "END", "ENDIF", "ELSE", "BASERANGE", "EXPRESSION", "LINEBREAK",
})  # fmt: skip
"""Directives for pages, printers or the program itself, which do not affect cards."""
_ALIGN = {"LEFT": "left", "CENTER": "center", "RIGHT": "right", "FULL": "justify"}
_VALIGN = {"TOP": "top", "CENTER": "middle", "BOTTOM": "bottom"}
_FREE_SHARE = {"LEFT": 0.0, "TOP": 0.0, "CENTER": 0.5, "RIGHT": 1.0, "BOTTOM": 1.0}
"""Part of the free space that lies left of or above what is aligned."""
_COLOR = re.compile(r"#?([0-9a-fA-F]{6})")
_NAMES = {"BLACK": "#000000", "WHITE": "#ffffff", "RED": "#ff0000", "GREEN": "#008000", "BLUE": "#0000ff",
          "YELLOW": "#ffff00", "GRAY": "#808080", "GREY": "#808080", "ORANGE": "#ffa500"}  # fmt: skip


@dataclass(slots=True)
class CardArguments:
    """Parameters of a directive on one card."""

    drawing: Drawing
    parameters: list[str]
    place: Place

    def words(self, index: int, default: str = "") -> str:
        return (self.parameters[index].strip() if index < len(self.parameters) else "") or default

    def length(self, index: int, along: str, default: float = 0.0) -> float:
        """A length in mm; percentages are of the card's width (`along` "x") or height ("y")."""
        unit = self.drawing.unit
        whole = self.drawing.deck.width if along == "x" else self.drawing.deck.height
        found = number(self.words(index), whole / unit)
        return default if found is None else found * unit

    def number(self, index: int, default: float = 0.0) -> float:
        found = number(self.words(index))
        return default if found is None else found

    def box(self, first: int) -> dict[str, str]:
        """The box of four parameters."""
        x, y = self.length(first, "x"), self.length(first + 1, "y")
        width = self.length(first + 2, "x", self.drawing.deck.width)
        height = self.length(first + 3, "y", self.drawing.deck.height)
        x, y = min(x, x + width), min(y, y + height)
        return {"x": mm(x), "y": mm(y), "width": mm(abs(width)), "height": mm(abs(height))}

    def color(self, index: int, default: str = "none") -> str:
        """A colour or gradient as scene markup."""
        words = self.words(index).upper()
        found = _COLOR.findall(words)
        if len(found) > 1:
            angle = re.search(r"@(\d+)", words)
            turn = (360 - int(angle[1])) % 360 if angle else 90
            stops = ", ".join(f"#{each.lower()}" for each in found[:8])
            return (
                f"radial({stops})" if angle and int(angle[1]) >= 360 else f"linear({turn}, {stops})"
            )
        if found:
            return f"#{found[0].lower()}"
        return _NAMES.get(words, "none" if words in ("EMPTY", "NONE") else default)

    def pen(self, index: int) -> dict[str, str]:
        """Stroke, fill and line width; the default fill is the colour of the stroke."""
        stroke = self.color(index, "#000000").partition("(")
        line = "none" if stroke[1] else stroke[0]
        fill = self.color(index + 1, self.color(index, "#000000"))
        thick = self.length(index + 2, "x", 0.1)
        shown = {"fill": fill, "stroke": line if thick > 0 else "none"}
        return shown | ({"line": mm(max(thick, 0.02))} if shown["stroke"] != "none" else {})


@dataclass(slots=True)
class Drawing:
    """Drawing: what a script draws, directive by directive."""

    design: Design
    deck: DesignDeck
    fonts: FontChoice
    pictures: ScriptPictures
    unit: float = 10.0
    font: list[str] = field(default_factory=lambda: ["Arial", "12", "", "#000000"])
    icons: dict[str, str] = field(default_factory=dict)
    """Pictures of icons, by key."""
    cards: int = 0
    """Number of cards from the directive `CARDS`; 0 without it."""
    kept: list[tuple[Place, list[tuple[int, Drawn]]]] = field(default_factory=list)
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
            self.font = [each or self.font[n] if n < 4 else each for n, each in enumerate(first)]
            self.font += ["Arial", "12", "", "#000000"][len(self.font) :]
        elif name == "BORDER":
            if first and first[0].upper() not in ("NONE", ""):
                self.design.note(place, "BORDER: Grimoire prints marks to cut along")
        elif name == "ICON" and len(first) > 2:
            self.icons[first[1]] = first[2]
        elif name in DRAWING_DIRECTIVES:
            self._draw(directive, script)
        elif name not in _IGNORED:
            self.design.note(place, f"{name} has no counterpart")

    def _draw(self, directive: Directive, script: Script) -> None:
        parameters = directive.parameters
        if self.runs > MAX_RUNS or len(self.kept) >= MAX_ELEMENTS:
            message = "the script draws too much; the rest of it is left out"
            self.design.note(directive.place, message)
            return
        cards = self._range(script, parameters[0] if parameters else "", directive.place)
        self.runs += len(cards)
        handler = DRAWING_DIRECTIVES[directive.name]
        drawn: list[tuple[int, Drawn]] = []
        rows = script.rows_of_copies()
        if len(rows) != len(cards):
            rows = [*range(len(cards))]
        for row, index in zip(rows, cards, strict=True):
            words = [script.words(each, row) for each in parameters[1:]]
            card = CardArguments(self, words, directive.place)
            drawn += [(index, one) for one in handler(self, card)]
        self.kept.append((directive.place, drawn))

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
        most = max((index + 1 for _, drawn in self.kept for index, _ in drawn), default=0)
        self.deck.cards = max(most, self.cards, 1)
        self._merge_copies(script.rows_of_copies(), rows)
        for place, drawn in self.kept:
            self.deck.front += merged_elements(drawn, self.deck.cards, place)
        if rows == self.deck.cards:
            self.deck.columns = dict(script.columns)
            same = [each for each in script.columns if each.lower() == script.copies.lower()]
            self.deck.copies = same[0] if same else ""

    def _merge_copies(self, row_of: list[int], rows: int) -> None:
        """Make one card of the copies of each row, if the script numbers and draws them all alike."""
        if len(row_of) != self.deck.cards or {*row_of} != {*range(rows)}:
            return
        merged: list[tuple[Place, list[tuple[int, Drawn]]]] = []
        for place, drawn in self.kept:
            cards: list[list[Drawn]] = [[] for _ in row_of]
            for index, one in drawn:
                cards[index].append(one)
            firsts = [cards[row_of.index(row)] for row in range(rows)]
            if any(cards[index] != firsts[row] for index, row in enumerate(row_of)):
                return
            merged.append((place, [(row, one) for row in range(rows) for one in firsts[row]]))
        self.kept, self.deck.cards = merged, rows

    def text(self, card: CardArguments, font: list[str]) -> list[Drawn]:
        """The element for text in a box."""
        words = card.words(0)
        words = unescape(re.sub(r"<br\s*/?>|\\13\\|\\n", "\n", words, flags=re.I))
        words = self.fonts.shown(re.sub(r"<[^<>]+>", "", words))
        size = max(number(font[1]) or 12, MIN_TYPE_SIZE)
        role, bold = self.fonts.role(font[0]), "B" in font[2].upper()
        valign = card.words(6, "CENTER").upper().removeprefix("WW").removeprefix("CW")
        if "(" in (color := CardArguments(self, font, card.place).color(3, "#000000")):
            color = "#000000"
        box = card.box(1)
        if box["width"] == "0mm" or box["height"] == "0mm" or color == "none":
            return []
        attributes = {
            **box, **_turn(card, 7), "font": role, "size": f"{size:g}",
            **({"bold": "yes"} if bold and self.fonts.has(role, "bold") else {}),
            "align": _ALIGN.get(card.words(5, "CENTER").upper(), "center"),
            "valign": _VALIGN.get(valign, "middle"), "color": color,
        }  # fmt: skip
        if "I" in font[2].upper() and self.fonts.has(role, "bold-italic" if bold else "italic"):
            words = italicized(escape(words))
        else:
            attributes["plain"] = "yes"
        return [Drawn("text", attributes | ({"paragraph": "0"} if "\n" in words else {}), words)]

    def image(
        self, card: CardArguments, name: str, box: dict[str, str], flags: str, turn: dict[str, str]
    ) -> list[Drawn]:
        """The element for a picture in a box; the flag P keeps its proportions."""
        src = self.pictures.add(name, card.place)
        if not src or box["width"] == "0mm" or box["height"] == "0mm":
            return []
        fit = "contain" if "P" in flags.upper() else "stretch"
        return [Drawn("image", {"src": src, **box, **turn, "fit": fit})]


def _ends(part: str) -> tuple[str, str]:
    """The first and last card of `2-5` or `7`; a suffix with `#` is for the printer and ignored."""
    if re.search(r"#\d+\s*$", part):
        part = part.rpartition("#")[0]
    part = part.strip()
    low, _, high = part[1:].partition("-")
    return (part[:1] + low, high) if high.strip() else (part, part)


def _turn(card: CardArguments, index: int) -> dict[str, str]:
    """The attribute for a rotation, which is anticlockwise in a script."""
    angle = card.number(index) % 360
    return {"turn": f"{(360 - angle) % 360:g}"} if angle else {}


def _text(drawing: Drawing, card: CardArguments) -> list[Drawn]:
    return drawing.text(card, drawing.font)


def _textfont(drawing: Drawing, card: CardArguments) -> list[Drawn]:
    font = [card.words(9 + n) or drawing.font[n] for n in range(4)]
    return drawing.text(card, font)


def _image(drawing: Drawing, card: CardArguments) -> list[Drawn]:
    return drawing.image(card, card.words(0), card.box(1), card.words(6), _turn(card, 5))


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
            drawn += drawing.image(card, drawing.icons[key], box, card.words(8), {})
        y += height
    return drawn


def _icon_alignment(card: CardArguments) -> tuple[float, float]:
    """The shares of the free space left of a row and above the rows, by the words after the flags."""
    words = [word for each in card.parameters[9:] if (word := each.strip().upper()) in _FREE_SHARE]
    if words and words[0] in ("TOP", "BOTTOM"):
        words.insert(0, "LEFT")
    across, down, *_ = [*(_FREE_SHARE[word] for word in words), 0.0, 0.0]
    return across, down


def _rectangle(drawing: Drawing, card: CardArguments) -> list[Drawn]:
    return [Drawn("rect", {**card.box(0), **card.pen(4)})]


def _roundrect(drawing: Drawing, card: CardArguments) -> list[Drawn]:
    return [Drawn("rect", {**card.box(0), "radius": "3mm", **card.pen(4)})]


def _ellipse(drawing: Drawing, card: CardArguments) -> list[Drawn]:
    return [Drawn("ellipse", {**card.box(0), **card.pen(4)})]


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


DRAWING_DIRECTIVES: Mapping[str, Callable[[Drawing, CardArguments], list[Drawn]]] = {
    "TEXT": _text, "TEXTFONT": _textfont, "HTMLTEXT": _text, "IMAGE": _image, "ICONS": _icons,
    "RECTANGLE": _rectangle, "ROUNDRECT": _roundrect, "ELLIPSE": _ellipse, "CIRCLE": _ellipse,
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
    script = Script(folder, lambda name: pictures.find(name.replace("\\", "/")), design.note)
    drawing = Drawing(design, DesignDeck(source.stem, 1, 60.0, 90.0), fonts, pictures)
    for directive in script.directives(source):
        drawing.execute(directive, script)
    drawing.finish(script)
    if not drawing.deck.front:
        what = "; ".join(f"{note.place}: {note.message}" for note in [*design.notes][:2])
        message = "draws nothing that Grimoire understands"
        raise KitError(message, place=Place(shown_name(source)), hint=what, check="file-empty")
    design.decks.append(drawing.deck)
    return design, fonts
