"""Pictures that a table names: finds them next to it, and makes placeholders for missing ones."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path, PurePosixPath

from PIL import Image, ImageDraw

from generator.base import locations
from generator.base.errors import counted, some_of
from generator.base.schema import filename_problem
from generator.base.text_files import bytes_of, is_inside, shown_name
from generator.press.text import inline
from generator.tools.from_table.card_design import CardDesign

MAX_DEPTH = 4
"""Depth of the folders below the table's own that are searched."""
MAX_FILES = 20_000
"""Most files and folders that are searched."""
_WIDE, _HIGH = 1650, 1120
"""Size of a placeholder in pixels: enough for a page."""
_GREY, _LINE, _OPACITY = (0x8A, 0x92, 0xA8), (0x6A, 0x76, 0x90), 0.33
"""Colours and opacity of a placeholder, which leave text below it legible."""
_FORMS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP", ".gif": "GIF"}
_SVG = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}">'
    f'<g opacity="{_OPACITY}"><rect width="{_WIDE}" height="{_HIGH}" fill="rgb{_GREY}"/>'
    f'<path d="M0 0 L{_WIDE} {_HIGH} M0 {_HIGH} L{_WIDE} 0" stroke="rgb{_LINE}" stroke-width="13"/>'
    "</g></svg>\n"
)


class PictureFinder:
    """Finds the files that a table or a script names."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Search these folders in order, and then the folders below them."""
        self._folders = folders
        self._below: dict[str, Path] | None = None

    def find(self, written: str) -> Path | None:
        """Find a file by its path in one of the folders, or else by its name below them."""
        for folder in self._folders:
            path = folder / written
            if ".." not in PurePosixPath(written).parts and lies_in(folder, path):
                return path
        if self._below is None:
            self._below = {}
            for folder in self._folders:
                for path in files_below(folder):
                    self._below.setdefault(path.name.lower(), path)
        return self._below.get(PurePosixPath(written).name.lower())


def files_below(folder: Path) -> Iterator[Path]:
    """The files in and below a folder that are not hidden, those of each folder before subfolders."""
    return (path for path in _files(folder, MAX_DEPTH, [MAX_FILES]) if lies_in(folder, path))


def lies_in(folder: Path, path: Path) -> bool:
    """Whether a path is a file inside a folder, with links, ".." and absolute paths resolved.

    The table or script that names the path may be a stranger's.
    """
    return is_inside(path, folder.resolve()) and path.is_file()


def _files(folder: Path, depth: int, remaining: list[int]) -> Iterator[Path]:
    try:
        entries = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    except OSError:
        return
    yield from (entry for entry in entries if entry.is_file())
    remaining[0] -= len(entries)
    if depth and remaining[0] > 0:
        for entry in entries:
            if entry.is_dir() and not entry.is_symlink():
                yield from _files(entry, depth - 1, remaining)


def picture_bytes(name: str, found: Path | None) -> bytes:
    """The content of a picture, or of a placeholder for None.  Raises OSError."""
    if found is not None:
        return bytes_of(found)
    suffix = PurePosixPath(name).suffix.lower()
    if suffix == ".svg":
        return _SVG.encode()
    image = Image.new("RGBA", (_WIDE, _HIGH), (*_GREY, round(255 * _OPACITY)))
    draw = ImageDraw.Draw(image)
    for y in (0, _HIGH):
        draw.line((0, y, _WIDE, _HIGH - y), (*_LINE, round(255 * _OPACITY)), 13)
    form = _FORMS.get(suffix, "TIFF")
    if form in ("JPEG", "GIF"):
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image).convert("RGB")
    content = BytesIO()
    image.save(content, form, **({"compression": "tiff_deflate"} if form == "TIFF" else {}))
    return content.getvalue()


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
    """Find the files that tables name: next to their own file, or below its folder.

    An icon that is not there is not missed if all kits share one of its name.
    """
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
        if not filename_problem(file)
    ]
    drawings = {name: finder.find(name) for name in dict.fromkeys(icons)}
    return NamedFiles(
        {name: finder.find(name) for name in dict.fromkeys(pictures)},
        {name: file for name, file in drawings.items() if file or not (shared / name).is_file()},
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
