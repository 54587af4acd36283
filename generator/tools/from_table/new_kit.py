"""A new kit from a table: turns columns into fields and rows into cards, ready to build."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from generator.base import locations
from generator.base.errors import Fault, KitError, Place, counted, raise_faults, some_of
from generator.base.load_document import shown_name
from generator.base.schema import filename_problem
from generator.i18n import screen_words
from generator.i18n.write_catalogue import po_file, write_word_list
from generator.kit.load import load_kit
from generator.kit.tables.columns import slug_of
from generator.kit.tables.guess import meant_copies
from generator.kit.words import CATALOGUES
from generator.press.accessibility.legibility import MIN_ON_PIECES
from generator.press.text import inline
from generator.tools.from_table.asides import catalogs_of
from generator.tools.from_table.card_design import CardDesign, card_variables, design_card
from generator.tools.from_table.card_fonts import fallbacks_for
from generator.tools.from_table.notes import deck_notes, web_notes
from generator.tools.from_table.pictures import NamedFiles, find_files, has_impossible_icon
from generator.tools.from_table.sheets import SheetCells, check_headings, kit_bytes, read_sheets
from generator.tools.looks import DEFAULT_LOOK, CardLimits, look_folders, sound_look
from generator.tools.scaffold import (
    NO_ROOM,
    CreatedKit,
    ScaffoldOptions,
    check_drawn,
    check_starter,
    measured,
    read_name,
    size_attributes,
    table_name,
    title_of,
    write_kit,
)
from generator.tools.starter_files import DAMAGED, filled_in, starter_environment, without_gaps

STARTER = "starter-cards"
LIMITS = (
    CardLimits(9, 7, 3),
    CardLimits(6, MIN_ON_PIECES, 3),
    CardLimits(4, MIN_ON_PIECES, 3),
    CardLimits(2.5, MIN_ON_PIECES, 2),
    CardLimits(1.5, MIN_ON_PIECES, 2),
    CardLimits(0.7, MIN_ON_PIECES, 1),
    CardLimits(0, MIN_ON_PIECES, 0),
)
"""What is tried in turn, until the texts fit."""
SMALLER = (CardLimits(1.5, 6, 2), CardLimits(0.7, 5, 1), CardLimits(0, 4.5, 0))
"""What is tried on the largest cards after that: `grimoire check` reports the small type."""
CROWDED = NO_ROOM | {"texts-apart", "safe-zone"}
"""Checks that fail if long texts leave too little room for what is beside them."""
MAX_COLUMNS = 200
"""Most columns of a table; the largest card has room for about a hundred words."""
SIZES = ("poker", "a6", "a5")
"""Card sizes tried in turn, if none is given, until the texts fit."""


@dataclass(frozen=True, slots=True)
class SheetDeck:
    """A sheet as a deck: its names in the kit, and its card design."""

    number: int
    sheet: str
    table: str
    component: str
    title: str
    card: CardDesign
    front: str
    back: str

    @property
    def part(self) -> str:
        return "cards" if self.component == "card" else self.component

    @property
    def copies(self) -> str:
        return self.card.copies

    @property
    def says(self) -> str:
        """What the check of its size ensures: "the deck has 54 cards"."""
        name = f"the deck {self.title}" if self.sheet and self.component != "card" else "the deck"
        return f"{name} has {counted(self.card.pieces, 'card')}"

    @property
    def fields(self) -> Iterator[tuple[str, str]]:
        """Yield the lines under `fields`, each with the reason for the guess."""
        if not self.card.has_id:
            yield f"id: {{type: id, from-field: {self._named_after}}}", "made from the names"
        for guess in self.card.fields:
            yield guess.line, guess.why

    @property
    def _named_after(self) -> str:
        """The field that names a card; with its kind if cards share it, such as a rank in each suit."""
        title, kind = self.card.title.guess, self.card.kind
        names = self.card.sheet.column(title.heading)
        if kind is None or len(set(names)) == len(names):
            return title.name
        both = {*zip(self.card.sheet.column(kind.guess.heading), names, strict=True)}
        return f"[{kind.guess.name}, {title.name}]" if len(both) == len(names) else title.name


def new_from_table(
    name: str,
    source: Path,
    folder: Path,
    *,
    title: str = "",
    players: tuple[int, int] = (2, 4),
    size: str = "",
    look: str = DEFAULT_LOOK,
    language: str = "en",
) -> CreatedKit:
    """Write a kit to `folder` whose cards are the rows of a spreadsheet or CSV file.

    Without a `size` the cards are poker cards, or larger if their texts do not fit.  The rulebook begins
    in the `language` of the cards, if Grimoire has it, and in English otherwise.

    The table is copied to the kit unchanged, a CSV file in UTF-8, with the pictures that it names and
    that are next to it.  Every face is drawn before anything is written.  Raises KitError if the file
    cannot be read or the cards cannot be drawn, and the errors of `create_kit`.
    """
    read_name(name, folder)
    chosen_look = sound_look(look)
    title = title or title_of(name)
    sheets, messages = read_sheets(source)
    words = screen_words(language, [locations.data_root() / "shared"])
    decks = _decks(sheets, language, words.text("Cards"))
    named = find_files([deck.card for deck in decks], source)
    messages += [*named.notes(name, source), *web_notes([deck.card for deck in decks], source)]
    messages += [*(note for deck in decks for note in deck_notes(deck.card, deck.title))]
    # Rows that are cut are translated, too: their texts are in the catalogue until they are deleted.
    shown = [
        ([*deck.card.printed, *deck.card.sheet.document.data], deck.card.translations)
        for deck in decks
    ]
    catalogs, doubts = catalogs_of(title, shown)
    messages += doubts
    context = {
        "name": name,
        "title": title,
        "language": language,
        "_": words.text,
        "players": list(players),
        "file": _file_name(source),
        "decks": decks,
        "catalogs": catalogs,
        "look": look,
        "font": chosen_look.title_font(title + _letters(decks)),
        "body": chosen_look.body,
        "fallbacks": fallbacks_for(
            title + _words(decks), chosen_look.body, partial(_place_of, decks, source)
        ),
    }
    sizes = [size] if size else SIZES
    created, chosen, crowded = _write_largest(folder, sizes, context, source, named)
    messages += _complete_catalogues(created, catalogs)
    if chosen not in (size, SIZES[0]):
        larger = f"their text does not fit on {SIZES[0]} cards"
        messages.append(f"the cards are {chosen.upper()}: {larger}")
    if crowded:
        messages.append(
            f"{some_of(crowded, 100)}: the text only fits in type below {MIN_ON_PIECES} pt, which "
            f"`grimoire check {name}` refuses; shorten it, or name a larger --size"
        )
    return replace(created, messages=tuple(messages))


def _write_largest(
    folder: Path, sizes: Sequence[str], context: dict[str, Any], source: Path, named: NamedFiles
) -> tuple[CreatedKit, str, Sequence[str]]:
    """Write the kit with the first size of cards, and the largest type on them, that has room.

    Returns the kit, the size, and the cards that need type below the minimum, as people call them.
    Raises KitError, with places in the user's file.
    """
    name = context["name"]
    crowded: Sequence[str] = ()
    for size, limits in (*product(sizes, LIMITS), *product(sizes[-1:], SMALLER)):
        try:
            files = _files(size, context, source, named, limits)
            created = write_kit(name, folder, files, check_drawn)
            return created, size, crowded if limits.small < MIN_ON_PIECES else ()
        except KitError as error:
            copy = folder / "data" / name / context["file"]
            faults = [_in_source(fault, copy, source) for fault in error.faults]
        overflowing = [fault for fault in faults if fault.check in CROWDED]
        if not overflowing:
            check_starter(ScaffoldOptions(name, "", look=context["look"]))
            raise KitError(faults)
        if limits.small >= MIN_ON_PIECES:
            crowded = list(dict.fromkeys(fault.item for fault in overflowing))
    message = f"the text of {counted(len(overflowing), 'card')} does not fit on {size} cards"
    message += " even in the smallest type"
    place, item = Place(shown_name(source)), overflowing[0].item
    hint = "shorten it, leave out columns, or name a larger --size"
    raise KitError(message, place=place, item=item, hint=hint, check="text-does-not-fit")


def _decks(sheets: Sequence[SheetCells], language: str, title: str) -> list[SheetDeck]:
    """A deck for each sheet; that of a single sheet has the `title`."""
    decks = []
    taken: set[str] = set()
    for number, sheet in enumerate(sheets):
        slug = "card"
        if len(sheets) > 1:
            slug = stem = slug_of(sheet.name, "cards")
            while slug in taken:
                slug = f"{stem}-{len(taken) + 1}"
        taken.add(slug)
        table = table_name(slug)
        decks.append(
            SheetDeck(
                number, sheet.name, "cards" if slug == "card" else table, slug,
                sheet.name if len(sheets) > 1 else title,
                _card(sheet, language), f"{slug}.xml", f"{slug}-back.xml",
            )
        )  # fmt: skip
    return decks


def _card(sheet: SheetCells, language: str) -> CardDesign:
    if (columns := len(sheet.headings)) > MAX_COLUMNS:
        message = f"has {columns:,} columns, but a card has room for at most {MAX_COLUMNS}"
        hint = "leave out those that are not for the cards"
        raise KitError(message, place=sheet.document.place(), hint=hint, check="table-shape")
    check_headings(sheet)
    _check_copies(sheet)
    plain = _columns_with(sheet, has_impossible_icon)
    return design_card(sheet, plain, _columns_with(sheet, _is_broken) - plain, language)


def _check_copies(sheet: SheetCells) -> None:
    """Raise KitError for numbers of copies that nobody would count, such as "3x"."""
    faults = [
        Fault(
            f'{heading} must be a whole number, but is "{sheet.column(heading)[row]}"',
            sheet.document.place(row, heading),
            hint=f"write {int(number)}",
            check="wrong-type",
        )
        for heading in sheet.headings
        for row, number in meant_copies(heading, sheet.column(heading)).items()
    ]
    raise_faults(faults)


def _columns_with(sheet: SheetCells, test: Callable[[str], bool]) -> set[str]:
    """The headings of columns with a cell that passes a test."""
    return {heading for heading in sheet.headings if any(map(test, sheet.column(heading)))}


def _is_broken(cell: str) -> bool:
    """Whether a mark in a cell is not closed."""
    return bool(inline.escape_broken(cell)[1])


def _words(decks: Sequence[SheetDeck]) -> str:
    """All printed text of the tables."""
    tables = (deck.card.sheet for deck in decks)
    cells = (
        words
        for sheet in tables
        for heading in sheet.headings
        for words in (heading, *sheet.column(heading))
    )
    return "".join([*(deck.title for deck in decks), *cells])


def _place_of(decks: Sequence[SheetDeck], source: Path, letter: str) -> Place | None:
    """The first cell with a letter; the file if only a heading or its name has it; None: the title has."""
    for sheet in (deck.card.sheet for deck in decks):
        for row, cells in enumerate(sheet.document.data):
            for heading, cell in cells.items():
                if letter in cell:
                    return sheet.document.place(row, heading)
    return Place(shown_name(source)) if letter in _words(decks) else None


def _letters(decks: Sequence[SheetDeck]) -> str:
    """The letters that are printed in the title font."""
    cells = [
        cell
        for deck in decks
        for place in (deck.card.title, deck.card.corner, *deck.card.badges)
        if place
        for cell in deck.card.sheet.column(place.guess.heading)
    ]
    words = "".join(cells)
    return "".join(sorted({each for each in words + words.upper() if each.isprintable()}))


def _files(
    size: str, context: dict[str, Any], source: Path, named: NamedFiles, limits: CardLimits
) -> Iterator[tuple[str, bytes]]:
    """Yield every file of the kit: its path in the folder, and its content."""
    name = context["name"]
    starter = locations.data_root() / "shared" / STARTER
    environment = starter_environment(*look_folders(context["look"], starter))

    def rendered(file: str, **more: object) -> bytes:
        variables = {"size": size_attributes(size), **context, **more}
        return without_gaps(filled_in(environment, file, variables)).encode()

    yield f"data/{name}/game.yaml", rendered("data/game.yaml")
    for file in ("cover.xml", "rulebook.md.j2"):
        yield f"templates/{name}/{file}", rendered(f"templates/{file}")
    for language, catalog in context["catalogs"].items():
        yield f"data/{name}/{CATALOGUES}/{language}.po", po_file(catalog)
    yield f"data/{name}/{context['file']}", kit_bytes(source)
    for path, content in named.contents():
        yield f"data/{name}/{path}", content
    for deck in context["decks"]:
        more = card_variables(deck.card, measured(size), limits, deck.number)
        yield f"templates/{name}/{deck.front}", rendered("templates/card.xml", **more)
        yield f"templates/{name}/{deck.back}", rendered("templates/card-back.xml", **more)


def _complete_catalogues(created: CreatedKit, languages: Iterable[str]) -> list[str]:
    """Add all other texts of the kit to its catalogues; a message for each."""
    messages = []
    for language in languages:
        words = write_word_list(load_kit(created.roots.find(created.name)), language)
        done = words.messages - words.missing - words.fuzzy
        messages.append(
            f"{shown_name(words.path)}: {done} of {words.messages} texts are translated, by columns of "
            "the table; from now on they are changed there"
        )
    return messages


def _file_name(source: Path) -> str:
    """The name of the table's file in the kit: its own if it is portable, else a slug."""
    name = source.name
    if filename_problem(name) or not re.fullmatch(r"[\w][\w .()-]*", name):
        name = slug_of(source.stem, "cards") + source.suffix
    return re.sub(r"\.\w+$", lambda suffix: suffix[0].lower(), name)


def _in_source(fault: Fault, copy: Path, source: Path) -> Fault:
    """Move a fault's place from the copy in the kit, or a template, to the user's file."""
    if fault.check in ("file-not-writable", "disk-full", DAMAGED):
        return fault
    here, there = shown_name(copy), shown_name(source)
    fault = replace(fault, item=fault.item.replace(here, there))
    if fault.place and fault.place.file == here:
        return replace(fault, place=replace(fault.place, file=there))
    return replace(fault, place=Place(there))
