"""Notes on a table: what is told of a new kit besides its files, such as columns taken otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.base.errors import counted, short, some_of
from generator.base.text_files import shown_name
from generator.kit.tables.columns import slug_of
from generator.kit.tables.guess import COPIES, NAMES, names_file_elsewhere
from generator.tools.from_table.card_design import CardDesign


def deck_notes(card: CardDesign, title: str) -> Iterator[str]:
    """What is told of a deck: doubts about its columns, and how many cards it has."""
    yield from _doubts(card)
    yield from _nameless(card)
    yield _count(card, title)


def web_notes(designs: Sequence[CardDesign], source: Path) -> Iterator[str]:
    """Say of each column of pictures on the web what to do about them."""
    for heading in dict.fromkeys(each for card in designs for each in card.web_pictures):
        yield (
            f"{heading}: pictures on the web are not fetched; save them beside {shown_name(source)}, "
            "write the names of their files in the cells, and begin again"
        )


def _count(card: CardDesign, title: str) -> str:
    """How many cards a deck has, and which rows are none."""
    cut, cards = card.cut, len(card.printed)
    words = f"{title}: {counted(cards, 'card')}"
    if card.notes:
        words += f"; not printed: {', '.join(card.notes)}"
    if not cut:
        return words
    out = len(card.sheet.document.data) - cards
    states = " or ".join(card.cut_words)
    rows = f"{counted(out, 'row')} with {cut.guess.heading} {states}"
    return f"{words}; {rows} {'is' if out == 1 else 'are'} left out"


def _nameless(card: CardDesign) -> Iterator[str]:
    """Say which rows have no name, if others have one."""
    heading = card.title.guess.heading
    places = [
        card.sheet.document.place(row).in_file
        for row, cells in enumerate(card.sheet.document.data)
        if not cells[heading] and cells in card.printed
    ]
    if card.headline and places:
        rows = f"{counted(len(places), 'card')} without {heading}"
        yield f"{rows} ({some_of(places, 60)}): nothing is printed at the head"


def _doubts(card: CardDesign) -> Iterator[str]:
    """Say of each column what its heading or most of its cells promise, and it is not."""
    for guess in card.fields:
        cells = card.sheet.column(guess.heading)
        odd = [cell for cell in cells if names_file_elsewhere(cell)]
        if guess.role == "copies" or guess.heading in card.notes:
            continue
        wrong = [cell for cell in cells if cell and not cell.isdecimal()]
        if wrong and slug_of(guess.heading) in {*COPIES} - {*NAMES} and not card.copies:
            yield (
                f'{guess.heading} is not taken as the number of copies: "{short(wrong[0])}" is no whole '
                "number; each card is printed once"
            )
        elif odd:
            yield (
                f'{guess.heading} is printed as text, not as pictures: "{short(odd[0])}" is not below '
                "the folder of the table; write only the names of files, and begin again"
            )
