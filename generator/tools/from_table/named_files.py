"""Named files: the pictures and icons that the cells of a table name, found or replaced."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.base import locations
from generator.base.errors import counted, some_of
from generator.base.schema import filename_problem
from generator.base.text_files import bytes_of, shown_name
from generator.press.text import inline
from generator.tools.from_table.card_design import CardDesign
from generator.tools.from_table.pictures import PictureFinder, picture_bytes

ART, ICONS = "art", "icons"
_SIDES = (4, 6, 3, 5, 8, 12)
"""Numbers of sides of the shapes that stand in for icons, so that a few can be told apart."""


@dataclass(frozen=True, slots=True)
class NamedFiles:
    """The pictures and icons that a table names, each with its file; None if it is not found."""

    pictures: Mapping[str, Path | None]
    icons: Mapping[str, Path | None]

    def contents(self) -> Iterator[tuple[str, bytes]]:
        """Yield the files of the kit: the path in its data folder, and the content.  Raises OSError."""
        for name, found in self.pictures.items():
            yield f"{ART}/{name}", picture_bytes(name, found)
        for number, (name, found) in enumerate(self.icons.items()):
            yield f"{ICONS}/{name}", bytes_of(found) if found else _plain_icon(number)

    def notes(self, kit: str, source: Path) -> Iterator[str]:
        """Say which files were not found, and where others stand in for them."""
        for kind, look, folder, files in (
            ("picture", "grey", ART, self.pictures),
            ("icon", "plain", ICONS, self.icons),
        ):
            missing = [name for name, found in files.items() if found is None]
            were, stand, place = (
                ("was", f"a {look} one takes its place", "its place")
                if len(missing) == 1
                else ("were", f"{look} ones take their places", "their places")
            )
            if missing:
                yield (
                    f"{counted(len(missing), kind)} {were} not found beside {shown_name(source)}; "
                    f"{stand} in data/{kit}/{folder}: put yours in {place} ({some_of(missing, 60)})"
                )


def find_files(cards: Sequence[CardDesign], source: Path) -> NamedFiles:
    """Find the files that tables name: next to their own file, or below its folder."""
    finder = PictureFinder([source.resolve().parent])
    shared = locations.data_root() / "shared" / ICONS
    pictures = [
        cell
        for card in cards
        for guess in card.fields
        if guess.role == "picture"
        for cell in card.sheet.column(guess.heading)
        if cell
    ]
    icons = [
        file
        for card in cards
        for heading in card.icon_headings
        for cell in card.sheet.column(heading)
        for file in _icon_files(cell)
        if not (filename_problem(file) or (shared / file).is_file())
    ]
    return NamedFiles(
        *({name: finder.find(name) for name in dict.fromkeys(names)} for names in (pictures, icons))
    )


def has_impossible_icon(cell: str) -> bool:
    """Whether a cell names an icon whose file not every computer could hold."""
    return any(map(filename_problem, _icon_files(cell)))


def _icon_files(cell: str) -> list[str]:
    """The files of the icons in a cell: "Gain :coin:" -> ["coin.svg"]."""
    marks = [mark for line in inline.parse(inline.escape_broken(cell)[0]) for mark in line]
    return [f"{mark.name}.svg" for mark in marks if isinstance(mark, inline.Icon)]


def _plain_icon(number: int) -> bytes:
    """A regular polygon that stands in for an icon."""
    sides = _SIDES[number % len(_SIDES)]
    turns = [2 * math.pi * (corner + 0.5) / sides for corner in range(sides)]
    points = " ".join(
        f"{12 + 11 * math.sin(turn):.1f},{12 + 11 * math.cos(turn):.1f}" for turn in turns
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="currentColor">'
        f'<polygon points="{points}"/></svg>\n'
    ).encode()
