"""A new kit from a table: its columns become fields, its rows cards, and it builds at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from generator.base import locations
from generator.base.errors import Fault, KitError, Place, counted, some_of
from generator.base.load_document import shown_name
from generator.base.schema import filename_problem
from generator.base.text_files import read_bytes, read_text
from generator.base.units import MM
from generator.kit.load import load_kit
from generator.kit.locate import KitFolders
from generator.kit.tables.columns import slug_of
from generator.kit.tables.guess import meant_copies, yaml_scalar
from generator.press.library import sizes
from generator.press.pieces.faces import FaceSet
from generator.press.templates.style import style_of
from generator.press.text import inline
from generator.tools.from_table.card_design import TINTS, CardDesign, design_card
from generator.tools.from_table.card_fonts import fallbacks_for
from generator.tools.from_table.pictures import PictureFinder, picture_bytes
from generator.tools.from_table.sheets import SheetCells, read_sheets
from generator.tools.scaffold import (
    CreatedKit,
    read_name,
    starter_environment,
    title_font,
    title_of,
    write_kit,
)

STARTER = "starter-cards"
ART = "art"
ROOMS = ((9, 7, 3), (6, 6.5, 3), (4, 6.5, 3), (2.5, 6.5, 2), (1.5, 6, 2), (0.7, 5, 1), (0, 4.5, 0))
"""What is tried in turn: the share of a picture, the smallest size of type in points, and how many
lines of badges there are at most."""
_NO_ROOM = ("text-does-not-fit", "no-room")
MOST_COLUMNS = 200
"""Columns of a table of cards: on the largest, about a hundred words find room."""
SIZES = ("poker", "a6", "a5")
"""What cards are that nobody gave a size: the first on which their words find room."""
_USUAL = 63.5 * MM
"""The width of a card that the starter's lengths are for."""


@dataclass(frozen=True, slots=True)
class KitFromTable:
    """A kit that has been made from a table, and what should be known of it."""

    created: CreatedKit
    says: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetDeck:
    """One sheet as a deck: its names in the kit, and its card."""

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
    def fields(self) -> Iterator[tuple[str, str]]:
        """The lines under `fields`, each with what it was guessed from."""
        if not self.card.has_id:
            name = self.card.title.guess.name
            yield f"id: {{type: id, from-field: {name}}}", "made from the names"
        for guess in self.card.fields:
            yield guess.line, guess.why


def new_from_table(
    name: str,
    source: Path,
    folder: Path,
    *,
    title: str = "",
    players: tuple[int, int] = (2, 4),
    size: str = "",
) -> KitFromTable:
    """Write a kit whose cards are the rows of a spreadsheet or CSV file, into `folder`.

    Without a `size` they are poker cards, or larger if their words find no room on those.

    The table is copied into the kit as it is, and so are the pictures that it names and that lie
    beside it.  Every face is drawn before anything is written.  Raises KitError for a file that
    cannot be read, cards that cannot be drawn, and as `create_kit` does.
    """
    read_name(name, folder)
    sheets, says = read_sheets(source)
    decks = _decks(sheets)
    pictures = _pictures(decks, source)
    missing = [each for each, found in pictures.items() if found is None]
    if missing:
        says.append(_missing_pictures(missing, name, source))
    says += [
        f"{deck.title}: {counted(len(deck.card.sheet.document.data), 'card')}" for deck in decks
    ]
    file = _file_name(source)
    context = {
        "name": name,
        "title": title or title_of(name),
        "players": list(players),
        "file": file,
        "decks": decks,
        "font": title_font((title or title_of(name)) + _letters(decks)),
        "fallbacks": fallbacks_for(_words(decks), source),
    }
    tries = [(each, room) for each in ([size] if size else SIZES) for room in ROOMS]
    for chosen, room in tries:
        files = _files(name, context | {"size": chosen}, decks, source, pictures, room)
        try:
            created = write_kit(name, folder, files, prove_drawn)
        except KitError as error:
            copy = folder / "data" / name / file
            faults = [_placed(fault, copy, source) for fault in error.faults]
        else:
            larger = f"the cards are {chosen.upper()}: their words find no room on {SIZES[0]} cards"
            return KitFromTable(created, (*says, *([] if chosen in (size, SIZES[0]) else [larger])))
        full = [fault for fault in faults if fault.check in _NO_ROOM]
        if not full:
            raise KitError(faults)
    raise KitError([_too_full(full, chosen, source)])


def _decks(sheets: Sequence[SheetCells]) -> list[SheetDeck]:
    decks = []
    taken: set[str] = set()
    for number, sheet in enumerate(sheets):
        slug = "card"
        if len(sheets) > 1:
            slug = stem = slug_of(sheet.name, "cards")
            while slug in taken:
                slug = f"{stem}-{len(taken) + 1}"
        taken.add(slug)
        table = re.sub("^([^a-z])", r"t_\1", slug.replace("-", "_"))
        decks.append(
            SheetDeck(
                number, sheet.name, "cards" if slug == "card" else table, slug,
                sheet.name if len(sheets) > 1 else "Cards",
                _card(sheet), f"{slug}.xml", f"{slug}-back.xml",
            )
        )  # fmt: skip
    return decks


def _card(sheet: SheetCells) -> CardDesign:
    if (many := len(sheet.headings)) > MOST_COLUMNS:
        message = f"has {many:,} columns, and no card has room for more than {MOST_COLUMNS}"
        hint = "leave out those that are not for the cards"
        raise KitError(message, place=sheet.document.place(), hint=hint, check="table-shape")
    _check_copies(sheet)
    plain = _columns_with(sheet, _names_no_icon)
    return design_card(sheet, plain, _columns_with(sheet, _is_broken) - plain)


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
    if faults:
        raise KitError(faults)


def _columns_with(sheet: SheetCells, test: Callable[[str], bool]) -> set[str]:
    """The headings of columns with a cell of which something is true."""
    return {heading for heading in sheet.headings if any(map(test, sheet.column(heading)))}


def _names_no_icon(cell: str) -> bool:
    """Whether a cell has what looks like an icon, and is none of those that every kit has."""
    known = locations.data_root() / "shared" / "icons"
    marks = [mark for line in inline.parse(inline.loosened(cell)[0]) for mark in line]
    names = [mark.name for mark in marks if isinstance(mark, inline.Icon)]
    return any(not (known / f"{name}.svg").is_file() for name in names)


def _is_broken(cell: str) -> bool:
    """Whether a mark in a cell is not closed."""
    return bool(inline.loosened(cell)[1])


def _pictures(decks: Sequence[SheetDeck], source: Path) -> dict[str, Path | None]:
    """Every picture that the tables name, and where it lies."""
    names = [
        cell
        for deck in decks
        for guess in deck.card.fields
        if guess.role == "picture"
        for cell in deck.card.sheet.column(guess.heading)
        if cell
    ]
    finder = PictureFinder([source.resolve().parent])
    return {name: finder.find(name) for name in dict.fromkeys(names)}


def _missing_pictures(missing: Sequence[str], name: str, source: Path) -> str:
    one = len(missing) == 1
    pictures, stand, place = (
        ("1 picture was", "a grey one takes its place", "its place")
        if one
        else (f"{len(missing)} pictures were", "grey ones take their places", "their places")
    )
    return (
        f"{pictures} not found beside {shown_name(source)}; {stand} in data/{name}/{ART}: "
        f"put yours in {place} ({some_of(missing, 60)})"
    )


def _words(decks: Sequence[SheetDeck]) -> str:
    """All that is printed of the tables."""
    tables = (deck.card.sheet for deck in decks)
    return "".join(
        words
        for sheet in tables
        for heading in sheet.headings
        for words in (heading, *sheet.column(heading))
    )


def _letters(decks: Sequence[SheetDeck]) -> str:
    """Every letter that is set in the font of titles."""
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
    name: str,
    context: dict[str, Any],
    decks: Sequence[SheetDeck],
    source: Path,
    pictures: dict[str, Path | None],
    room: tuple[float, float, int],
) -> Iterator[tuple[str, bytes]]:
    """Every file of the kit, with its name in the folder."""
    starter = locations.data_root() / "shared" / STARTER
    environment = starter_environment()
    environment.filters |= {"scalar": yaml_scalar, "mm": _millimetres, "type": _type_sizes}
    card_size = sizes((locations.data_root() / "shared",))[context["size"]]
    scale = round(min(card_size.width / _USUAL, 1.25), 2)

    def rendered(file: str, **more: object) -> bytes:
        path = starter / file
        template = environment.from_string(read_text(path, shown_name(path)))
        return without_gaps(template.render(**context, **more)).encode()

    yield f"data/{name}/game.yaml", rendered("data/game.yaml")
    yield f"data/{name}/{context['file']}", read_bytes(source, shown_name(source))
    for picture, found in pictures.items():
        yield f"data/{name}/{ART}/{picture}", picture_bytes(picture, found)
    art, small, most = room
    for deck in decks:
        columns = deck.card.badge_columns(card_size.width / MM)
        badges, others = deck.card.badges[: columns * most], deck.card.badges[columns * most :]
        more = {
            "card": deck.card, "s": scale, "art": art, "small": small,
            "tint": 1 + deck.number % TINTS, "badges": badges, "badge_columns": columns,
            "badge_high": max(8.5 * scale, 7.5) * -(-len(badges) // columns),
            "lines": [*deck.card.lines, *others],
        }  # fmt: skip
        yield f"templates/{name}/{deck.front}", rendered("templates/card.xml", **more)
        yield f"templates/{name}/{deck.back}", rendered("templates/card-back.xml", **more)


def without_gaps(text: str) -> str:
    """Lines without the empty ones that come before an indented one."""
    kept: list[str] = []
    for line in reversed(text.split("\n")):
        if line.strip() or not kept or not kept[-1].startswith(" "):
            kept.append(line)
    return "\n".join(reversed(kept))


def _millimetres(value: float) -> str:
    return f"{round(value, 1):g}mm"


def _type_sizes(largest: float, smallest: float) -> str:
    """The sizes of type that a text may have: "9..6.5"."""
    return f"{round(max(largest, smallest), 1):g}..{smallest:g}"


def _file_name(source: Path) -> str:
    """The name of the table in the kit: its own, where every system can have it."""
    name = source.name
    if filename_problem(name) or not re.fullmatch(r"[\w][\w .()-]*", name):
        name = slug_of(source.stem, "cards") + source.suffix
    return re.sub(r"\.\w+$", lambda suffix: suffix[0].lower(), name)


def prove_drawn(folders: KitFolders) -> None:
    """Draw every face.  Raises KitError with what is wrong."""
    kit = load_kit(folders)
    FaceSet(kit, style_of(kit)).parts()


def _placed(fault: Fault, copy: Path, source: Path) -> Fault:
    """A fault of the copy in the kit or of a template, in the file that somebody has."""
    if fault.check in ("file-not-writable", "disk-full"):
        return fault
    here, there = shown_name(copy), shown_name(source)
    fault = replace(fault, item=fault.item.replace(here, there))
    if fault.place and fault.place.file == here:
        return replace(fault, place=replace(fault.place, file=there))
    return replace(fault, place=Place(there))


def _too_full(faults: Sequence[Fault], size: str, source: Path) -> Fault:
    """One fault for all cards whose words find no room."""
    return Fault(
        f"the words of {counted(len(faults), 'card')} find no room on {size} cards in the smallest type",
        Place(shown_name(source)),
        faults[0].item,
        "shorten them, leave columns out, or name a larger --size",
        "text-does-not-fit",
    )
