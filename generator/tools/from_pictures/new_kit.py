"""A new kit from pictures of cards: writes a table, templates and a copy of each picture."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image as Pillow

from generator.base import locations
from generator.base.errors import KitError, counted, short, some_of
from generator.kit.tables.columns import slug_of
from generator.press.layout.checks.resolution import MIN_ALLOWED_DPI
from generator.tools.from_pictures.card_pictures import (
    SHOWN,
    CardPicture,
    Grid,
    PictureDeck,
    in_words,
    read_picture_decks,
    unpacked,
)
from generator.tools.from_pictures.card_size import CardSize, card_size
from generator.tools.from_table.pictures import ART
from generator.tools.scaffold import (
    CreatedKit,
    check_drawn,
    read_name,
    size_attributes,
    table_name,
    title_of,
    write_kit,
)
from generator.tools.starter_files import filled_in, starter_environment

STARTER = "starter-pictures"
_QUALITY = 95
"""Quality of a JPEG that is turned."""


@dataclass(frozen=True, slots=True)
class _WrittenDeck:
    """A deck with its names in the kit."""

    deck: PictureDeck
    component: str
    title: str
    size: CardSize

    @property
    def table(self) -> str:
        return table_name(self.component)

    @property
    def size_attributes(self) -> str:
        """The attributes of a card of this size."""
        if not self.size.is_wide:
            return size_attributes(self.size.name)
        width, height = self.size.trim_in_mm
        return f'width="{width:g}mm" height="{height:g}mm"'

    @property
    def has_own_backs(self) -> bool:
        return bool(self.deck.own_backs)

    @property
    def back(self) -> str:
        """The file of the common back; empty if there is none."""
        return self.file_of(self.deck.back, "back") if self.deck.back else ""

    def file_of(self, picture: CardPicture, name: str) -> str:
        """The path of a picture in the data folder, of which `name` says whose it is."""
        return f"{ART}/{self.component}/{slug_of(name, 'card')}{picture.suffix}"

    def cards(self) -> Iterator[_WrittenCard]:
        """Yield the cards, with files that no other card has."""
        files: set[str] = set()
        backs: dict[CardPicture, str] = {}
        for number, front in enumerate(self.deck.fronts):
            name = front.name
            while self.file_of(front, name) in files:
                name += " 2"
            files.add(file := self.file_of(front, name))
            behind = ""
            if self.has_own_backs:
                back = self.deck.own_backs[number]
                behind = backs.setdefault(back, self.file_of(back, f"{name} back"))
            yield _WrittenCard(front, file, behind)


class _WrittenCard(NamedTuple):
    """A card with the files of its pictures in the kit."""

    front: CardPicture
    file: str
    back: str
    """That of a back of its own."""


def new_from_pictures(
    name: str,
    source: Path,
    folder: Path,
    *,
    title: str = "",
    players: tuple[int, int] = (2, 4),
    size: str = "",
    grid: Grid | None = None,
) -> CreatedKit:
    """Write a kit to `folder` whose cards are the pictures of a folder, or the pages of a PDF file.

    Without a `size` it follows from the files.  With a `grid`, each picture is a sheet of cards.  The
    pictures are copied as they are; pages and cards of sheets become PNG files.  Every face is drawn
    before anything is written.  Raises KitError if a picture cannot be read, and the errors of
    `create_kit`.
    """
    read_name(name, folder)
    decks, left_out = read_picture_decks(source, grid)
    written: list[_WrittenDeck] = []
    for deck in decks:
        component = slug_of(deck.name, "cards") if deck.name else "cards"
        taken = {each.component for each in written}
        while component in taken:
            component += "-2"
        its_size = card_size(deck.fronts, size)
        deck_title = in_words(deck.name) or title_of(component)
        written.append(_WrittenDeck(deck, component, deck_title, its_size))
    coarse = [
        picture.name
        for each in written
        for picture in each.deck.pictures
        if each.size.dpi(picture) < MIN_ALLOWED_DPI
    ]
    created = write_kit(
        name,
        folder,
        _files(name, title or title_of(name), players, written, bool(coarse)),
        check_drawn,
    )
    messages = [message for each in written for message in _messages(each)]
    if coarse:
        messages.append(f"too few pixels to be sharp: {some_of(coarse, SHOWN)}")
    if left_out:
        messages.append(f"not pictures of cards, and left out: {some_of(left_out, SHOWN)}")
    return CreatedKit(created.name, created.roots, created.files, tuple(messages))


def read_grid(text: str) -> Grid:
    """Parse the cards on a sheet: "10x7" -> 10 across and 7 down.  Raises KitError if that is none."""
    match = re.fullmatch(r" *([0-9]{1,2}) *[x×] *([0-9]{1,2}) *", text)
    if match and int(match[1]) and int(match[2]):
        return Grid(int(match[1]), int(match[2]))
    message = f'"{short(text)}" is not a number of cards across and down'
    raise KitError(message, hint='such as "10x7"', check="option-value")


def _messages(written: _WrittenDeck) -> Iterator[str]:
    """What the designer should know of a deck, and may have to correct."""
    deck, size = written.deck, written.size
    cards = sum(front.copies for front in deck.fronts)
    why = "; guessed from their proportions, see game.yaml" if size.is_guess else ""
    yield f"{written.title}: {counted(cards, 'card')}, {size.in_words}{why}"
    if not deck.back and not deck.own_backs:
        yield f"{written.title}: without backs, since no picture is called back"
    if odd := [*dict.fromkeys(p.name for p in deck.pictures if not size.fits(p))]:
        yield f"{written.title}: of other proportions, and trimmed: {some_of(odd, SHOWN)}"


def _files(
    name: str, title: str, players: tuple[int, int], decks: Sequence[_WrittenDeck], coarse: bool
) -> Iterator[tuple[str, bytes]]:
    """Yield every file of the kit: its path in the folder, and its content."""
    environment = starter_environment(locations.data_root() / "shared" / STARTER)
    variables = {"title": title, "players": list(players), "decks": decks, "coarse": coarse}
    manifest = filled_in(environment, "data/game.yaml", variables)
    yield f"data/{name}/game.yaml", manifest.encode()
    for deck in decks:
        fields = ["name", "picture", "copies", *(["back"] if deck.has_own_backs else [])]
        table = [fields]
        pictures = {deck.back: deck.deck.back} if deck.deck.back else {}
        for number, card in enumerate(deck.cards()):
            cells = [card.front.name, card.file, str(card.front.copies), card.back]
            table.append(cells[: len(fields)])
            pictures[card.file] = card.front
            if deck.has_own_backs:
                pictures[card.back] = deck.deck.own_backs[number]
        for file, picture in pictures.items():
            yield f"data/{name}/{file}", _content(picture, deck.size)
        text = StringIO()
        csv.writer(text, lineterminator="\n").writerows(table)
        yield f"data/{name}/{deck.component}.csv", text.getvalue().encode()
        for side in ("front", "back"):
            if side == "front" or deck.back or deck.has_own_backs:
                template = filled_in(environment, f"templates/{side}.xml", {"deck": deck})
                end = "" if side == "front" else "-back"
                yield f"templates/{name}/{deck.component}{end}.xml", template.encode()


def _content(picture: CardPicture, size: CardSize) -> bytes:
    """The file of a picture, turned if it does not lie like the others of its deck."""
    content = picture.read()
    width, height = picture.pixels
    if width == height or (width > height) == size.is_wide:
        return content
    form, image = unpacked(content)
    file = BytesIO()
    turned = image.transpose(Pillow.Transpose.ROTATE_90)
    turned.save(file, form, quality=_QUALITY, icc_profile=image.info.get("icc_profile"))
    return file.getvalue()
