"""Card design of a table: places each of its columns on the card."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from xml.sax.saxutils import escape as xml_escape

from generator.base.units import MM, Size
from generator.kit.tables.columns import slug_of
from generator.kit.tables.guess import FEW, LABELS, NAMES, FieldGuess, Role, cut_words, guess_field
from generator.press.text.inline import escape as plain_marks
from generator.tools.from_table.asides import Translation, is_note, is_web_pictures, translations
from generator.tools.from_table.sheets import SheetCells
from generator.tools.looks import HUES, CardLimits

_CORNER = (
    "cost", "price", "mana", "energy", "value", "worth", "level", "rank", "number", "points",
    "kosten", "preis", "energie", "wert", "stufe", "rang", "zahl", "punkte",
    "cout", "prix", "valeur", "niveau", "numero",
    "coste", "costo", "precio", "energia", "valor", "nivel", "rango", "puntos",
)  # fmt: skip
"""Headings of what is in the corner: English, German, French, Spanish."""
_KIND = (
    "type", "kind", "class", "suit", "category", "faction", "element", "color", "colour", "deck",
    "rarity", "group", "set", "team", "clan", "nation", "side", "season", "phase",
    "typ", "klasse", "farbe", "kategorie", "fraktion", "sorte", "gruppe", "seltenheit", "volk",
    "genre", "classe", "couleur", "categorie", "rarete", "groupe", "equipe", "famille",
    "tipo", "clase", "palo", "categoria", "faccion", "elemento", "rareza", "grupo", "equipo",
)  # fmt: skip
_CODES = ("id", "code", "no", "nr", "key", "sku")
_FLAVOR = re.compile("flavou?r|quote|lore|story")
_BACK = re.compile(r"\bback")
_ON_BACK = re.compile(
    r"(?:back|reverse)[\s:_/.-]+(?P<rest>.+)|(?P<own>.+?)\s*\((?:back|reverse)\)", re.I
)
"""A heading of what is on the back of two-sided cards: `Back Title`, `Text (back)`."""
_SIMPLE = re.compile(r"[^\W_][\w '&-]*")
MAX_NAME_LETTERS = 60
"""Most characters of a name at the head of a card."""
_STARTER_WIDTH = 63.5 * MM
"""Width in points of the card for which the starter's lengths are designed."""
_SHORT = 6
"""Most characters of a value in a badge."""
_RANK = 2
"""Most characters of a word in the corner."""


@dataclass(frozen=True, slots=True)
class CardColumn:
    """A column on the card: its label, and the expression for its value."""

    label: str
    """Label for a template, escaped for scene markup and Jinja."""
    name: str
    """The field as an expression of a template: `row.card_text`."""
    guess: FieldGuess
    plain: bool = False
    """Whether inline marks in its texts are printed literally."""
    only: str = ""
    """The condition for the rows whose value is in this place; "" for all."""

    @property
    def value(self) -> str:
        """The markup that prints the value."""
        if self.guess.role == "flag":
            return f'{{{{ _("yes") if {self.name} else _("no") }}}}'
        return f"{{{{ {self.name}{' | plain' if self.plain else ''} }}}}"

    @property
    def flavor(self) -> bool:
        """Whether it is flavour text."""
        return bool(_FLAVOR.search(self.guess.name))

    @property
    def given(self) -> str:
        """The condition for a row with a value; "" if every row has one."""
        there = f"{self.name} is not none" if self.guess.settings.get("optional") else ""
        return " and ".join(filter(None, (there, self.only)))


@dataclass(slots=True)
class CardDesign:
    """Card design of one table, with the variables of the starter's templates."""

    sheet: SheetCells
    fields: list[FieldGuess]
    title: CardColumn
    corner: CardColumn | None = None
    kind: CardColumn | None = None
    picture: CardColumn | None = None
    back: CardColumn | None = None
    color: CardColumn | None = None
    behind: list[CardColumn] = field(default_factory=list)
    """What is on the back of two-sided cards, the name first."""
    texts: list[CardColumn] = field(default_factory=list)
    lines: list[CardColumn] = field(default_factory=list)
    badges: list[CardColumn] = field(default_factory=list)
    foot: list[CardColumn] = field(default_factory=list)
    plain: Collection[str] = ()
    """The headings of columns whose inline marks are printed literally."""
    cut: CardColumn | None = None
    """The column by which rows are left out, which is not on the card."""
    cut_words: Sequence[str] = ()
    """What it says of these rows."""
    translations: Sequence[Translation] = ()
    """The columns that translate others, which are not on the card either."""
    notes: Sequence[str] = ()
    """The headings of what is nowhere in print: notes of the designer, pictures on the web."""
    web_pictures: Sequence[str] = ()
    """The headings among them of pictures on the web."""
    tints: dict[str, int] = field(default_factory=dict)
    """The number of the colour of each kind, which is a template expression: `_("Fire")`."""

    @property
    def headline(self) -> CardColumn | None:
        """The name at the head of the card; None if rows have a long text instead of a name."""
        return self.title if self.title not in self.texts else None

    @property
    def has_id(self) -> bool:
        return any(guess.role == "id" for guess in self.fields)

    @property
    def copies(self) -> str:
        """The field with the number of copies; "" if there is none."""
        return next((guess.name for guess in self.fields if guess.role == "copies"), "")

    @property
    def icon_headings(self) -> list[str]:
        """The headings of the columns whose icons are printed."""
        without = {*self.plain, *self.notes, self.cut.guess.heading if self.cut else None}
        return [each for each in self.sheet.headings if each not in without]

    def where(self, row: str) -> str:
        """The condition for a row, called `row` or `it`, that is printed; "" if all are."""
        if not self.cut:
            return ""
        words = [f'"{word}"' for word in self.cut_words]
        test = f"!= {words[0]}" if len(words) == 1 else f"not in [{', '.join(words)}]"
        return f"{self.cut.name.replace('row', row, 1)} {test}"

    @property
    def printed_row(self) -> str:
        """The condition for a row that is printed at least once; "" if all are."""
        copies = f"row.{self.copies.replace('-', '_')}" if self.copies else ""
        return " and ".join(filter(None, (self.where("row"), copies)))

    @property
    def printed(self) -> list[dict[str, str]]:
        """The rows that are not left out."""
        rows: list[dict[str, str]] = self.sheet.document.data
        if not self.cut:
            return rows
        return [row for row in rows if row[self.cut.guess.heading] not in self.cut_words]

    @property
    def pieces(self) -> int:
        """The number of cards, copies included."""
        heading = next((guess.heading for guess in self.fields if guess.role == "copies"), None)
        if heading is None:
            return len(self.printed)
        return sum(int(row[heading] or 1) for row in self.printed)

    @property
    def texts_given(self) -> str:
        """The condition for a row with a long text; "" if every row has one."""
        return _any_given(self.texts)

    @property
    def behind_given(self) -> str:
        """The condition for a row with a back of its own; "" if every row has one."""
        return _any_given(self.behind)

    @property
    def back_headline(self) -> CardColumn | None:
        """The name at the head of the back."""
        names = [cell for cell in self.behind if cell.guess.role in ("name", "words")]
        return next((cell for cell in names if cell.guess.longest <= MAX_NAME_LETTERS), None)

    def badge_columns(self, width: float) -> int:
        """The number of badges that fit side by side on a card of this width in millimetres."""
        letters = max((len(cell.label) for cell in self.badges), default=1)
        return max(1, min(len(self.badges), 4, int((width - 10) / (1.5 * letters))))

    def share(self, cell: CardColumn) -> float:
        """The weight of a long text in the division of the remaining space."""
        return round(min(max(cell.guess.longest / 45, 1), 8), 1)


def design_card(
    sheet: SheetCells,
    plain: Collection[str] = (),
    loose: Collection[str] = (),
    language: str = "en",
) -> CardDesign:
    """Design a card that shows every column of a sheet, except asides.

    Columns in other languages than `language` are translations.  In the columns `plain` inline marks
    are printed literally; in the columns `loose` some are unbalanced.
    """
    guesses: list[FieldGuess] = []
    for heading in sheet.headings:
        taken = ["id", *(guess.name for guess in guesses)]
        guess = guess_field(heading, sheet.column(heading), taken[1:])
        if guess.name == "id" and guess.role != "id":
            guess = guess_field(heading, sheet.column(heading), taken)
        if heading in loose and guess.settings["type"] == "text":
            guess = replace(guess, settings={**guess.settings, "markup": "loose"})
        if guess.settings["type"] == "text" and cut_words(heading, sheet.column(heading)):
            guess = replace(guess, settings={**guess.settings, "translate": False})
        guesses.append(guess)
    translated = translations(guesses, language)
    web = [each for each in sheet.headings if is_web_pictures(each, sheet.column(each))]
    notes = [each for each in sheet.headings if is_note(each) or each in web]
    guesses = [_aside(each, translated, notes) for each in _with_label(guesses)]
    asides = {*notes, *(each.heading for each in translated)}
    cells = [
        CardColumn(_label(g.heading), f"row.{g.name.replace('-', '_')}", g, g.heading in plain)
        for g in guesses
        if g.heading not in asides
    ]
    title = _title(cells)
    design = CardDesign(
        sheet, guesses, title, plain=plain, translations=translated, notes=notes, web_pictures=web
    )
    for cell in cells:
        if cell is title:
            _place_names(design, cell)
        elif words := cut_words(cell.guess.heading, sheet.column(cell.guess.heading)):
            design.cut, design.cut_words = cell, words
        elif cell.guess.different:
            _place(design, cell)
    _finish_design(design)
    return design


def card_variables(
    card: CardDesign, size: Size, limits: CardLimits, number: int = 0
) -> dict[str, Any]:
    """The variables with which the templates of a deck's cards are made; `number` tells decks apart."""
    columns = card.badge_columns(size.width / MM)
    shown = columns * limits.badge_lines
    badges, others = card.badges[:shown], card.badges[shown:]
    scale = round(min(size.width / _STARTER_WIDTH, 1.25), 2)
    return {
        "card": card, "s": scale, "art": limits.art, "small": limits.small,
        "wide": size.width / MM, "high": size.height / MM,
        "tint": 1 + number % len(HUES), "hues": HUES, "badges": badges, "badge_columns": columns,
        "badge_high": max(8.5 * scale, 7.5) * -(-len(badges) // columns),
        "lines": [*card.lines, *others],
    }  # fmt: skip


def _aside(
    guess: FieldGuess, translated: Sequence[Translation], notes: Sequence[str]
) -> FieldGuess:
    """The guess with the reason why its column is not on the card, if it is not."""
    why = "not printed" if guess.heading in notes else ""
    for each in translated:
        if each.heading == guess.heading:
            why = f"copied into languages/{each.language}.po, which is printed"
    if not why or guess.settings["type"] != "text":
        return guess
    return replace(
        guess, why=why, settings={**guess.settings, "translate": False, "optional": True}
    )


def _any_given(cells: Sequence[CardColumn]) -> str:
    """The condition for a row with a value in one of some columns; "" if every row has one."""
    given = [cell.given for cell in cells]
    return " or ".join(given) if all(given) else ""


def _with_label(guesses: Sequence[FieldGuess]) -> list[FieldGuess]:
    """The guesses, with "Card Name" as the field `name`, where nothing else is the row's name."""
    names = {slug_of(guess.heading): guess for guess in guesses if guess.role == "name"}
    found = next((names[slug] for slug in NAMES if slug in names), None)
    if found is None or any(guess.name in LABELS for guess in guesses):
        return [*guesses]
    return [replace(guess, name=LABELS[0]) if guess is found else guess for guess in guesses]


def _title(cells: Sequence[CardColumn]) -> CardColumn:
    """The column with the names of the cards."""
    filled = [cell for cell in cells if cell.guess.different] or list(cells)
    for name in NAMES:
        for cell in filled:
            if slug_of(cell.guess.heading) == name and cell.guess.role != "picture":
                return cell
    words = [
        cell
        for cell in filled
        if cell.guess.role in ("name", "words") and slug_of(cell.guess.heading) not in _CODES
    ]
    return max(words or filled, key=lambda cell: cell.guess.different)


def _place_names(design: CardDesign, title: CardColumn) -> None:
    """Place names too long for the head of a card among its texts: all if most are, else these alone."""
    letters = [len(name) for name in design.sheet.column(title.guess.heading) if name]
    long = sum(number > MAX_NAME_LETTERS for number in letters)
    if long > len(letters) / 2:
        design.texts.append(title)
    elif long:
        length = f"{title.name} | length"
        design.title = replace(title, only=f"{length} <= {MAX_NAME_LETTERS}")
        design.texts.append(replace(title, only=f"{length} > {MAX_NAME_LETTERS}"))


def _place(design: CardDesign, cell: CardColumn) -> None:
    """Place a column on the card by its role, its heading and the places still free."""
    slug, role = slug_of(cell.guess.heading), cell.guess.role
    on_back = _ON_BACK.fullmatch(cell.guess.heading.strip())
    places: dict[Role, list[CardColumn]] = {
        "long": design.texts,
        "copies": design.foot,
        "id": design.foot,
    }
    if role == "picture" and _BACK.search(slug) and design.back is None:
        design.back = cell
    elif on_back and role not in ("picture", "copies", "color", "id"):
        design.behind.append(replace(cell, label=_label(on_back["rest"] or on_back["own"])))
    elif role == "picture" and design.picture is None:
        design.picture = cell
    elif role == "color" and design.color is None:
        design.color = cell
    elif slug in _CORNER and design.corner is None and _fits_corner(cell):
        design.corner = cell
    elif slug in _KIND and role in ("word", "words") and design.kind is None:
        design.kind = cell
    elif role in places:
        places[role].append(cell)
    elif role in ("whole", "number", "flag") and cell.guess.longest <= _SHORT:
        design.badges.append(cell)
    else:
        design.lines.append(cell)


def _fits_corner(cell: CardColumn) -> bool:
    """Whether a column is short enough for the disc in the corner: numbers, or ranks such as K and 10."""
    if cell.guess.role in ("whole", "number"):
        return True
    return cell.guess.role in ("word", "words") and cell.guess.longest <= _RANK


def _finish_design(design: CardDesign) -> None:
    """Choose a kind if no heading names one, and assign colours to the kinds."""
    words = [cell for cell in design.lines if cell.guess.role == "word"]
    if design.kind is None and words:
        design.kind = words[0]
        design.lines.remove(words[0])
    kind = design.kind
    if kind and not design.color and kind.guess.different <= FEW:
        different = list(dict.fromkeys(filter(None, design.sheet.column(kind.guess.heading))))
        if all(map(_SIMPLE.fullmatch, different)):
            design.tints = {
                _as_printed(word, kind.guess): 1 + number % len(HUES)
                for number, word in enumerate(different)
            }


def _as_printed(word: str, guess: FieldGuess) -> str:
    """A word of a column as a template compares with it: translated, where the column is."""
    quoted = json.dumps(word, ensure_ascii=False)
    is_translated = guess.settings["type"] == "text" and guess.settings.get("translate", True)
    return f"_({quoted})" if is_translated else quoted


def _label(heading: str) -> str:
    """A heading as a label that a template prints literally."""
    words = " ".join(re.sub(r"[{}#%]", " ", heading).split())
    return xml_escape(plain_marks(words[:1].upper() + words[1:])) or "?"
