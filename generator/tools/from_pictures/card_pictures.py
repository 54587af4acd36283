"""Card pictures: what a folder or a PDF file holds, by its names: fronts, backs and copies."""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image as Pillow
from PIL import ImageOps

from generator.base.errors import KitError, counted, short, some_of
from generator.base.text_files import bytes_of, shown_name
from generator.base.units import Size
from generator.press.pictures.picture_file import KINDS, SUFFIXES, open_picture, picture_size
from generator.tools.from_pictures.pdf_pages import pdf_pages
from generator.tools.from_table.pictures import lies_in

MAX_FILES = 3_000
"""Most files of one folder, and most cards of one file."""
SHOWN = 80
"""Letters of names that a message lists."""
_FRONTS = ("front", "fronts", "face", "faces")
_BACKS = ("back", "backs", "double_sided", "double-sided")
"""Names of folders that hold one side of a deck."""
_BACK = re.compile(r"(?:(?P<front>.+?)[ _-]+)?\(?backs?\)?", re.IGNORECASE)
_COPIES = (
    re.compile(r"(?P<n>[0-9]{1,3})[x×][ _-]+(?P<name>.+)", re.IGNORECASE),
    re.compile(r"(?P<name>.+?)[ _-]+\(?[x×](?P<n>[0-9]{1,3})\)?", re.IGNORECASE),
    re.compile(r"(?P<name>.+?)[ _-]+\(?(?P<n>[0-9]{1,3})[x×]\)?", re.IGNORECASE),
)
"""How a file name states the number of copies: `3x wolf.png`, `wolf x3.png`, `wolf (3x).png`."""
_INDEX = re.compile(r"[0-9]+[ _.-]+(?=.*[^\W\d])")
"""A number at the beginning of a name, which only sorts the files."""
_SMALL_DPI = 100
"""Resolution that a file must state at least to be believed: many say 72 or 96 of any picture."""
_PNG_MODES = ("L", "LA", "RGB", "RGBA", "P")
_LEAST_CELL = 20
"""Least side of a card on a sheet, in pixels."""
_BLANK = 6
"""Most that the levels of an empty cell of a sheet differ."""


class Grid(NamedTuple):
    """The cards on each sheet: how many across and down."""

    columns: int
    rows: int


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A picture of one side of a card."""

    name: str
    """What it is called, without the number of copies."""
    file: Path
    suffix: str
    pixels: tuple[int, int]
    """Width and height as seen."""
    read: Callable[[], bytes]
    copies: int = 1
    printed: Size | None = None
    """Its size in points, if the file states one."""
    bleed: float | None = None
    """Its bleed in points, if the file states it."""

    @property
    def key(self) -> str:
        """What a back of its own is called after: its file, without the number of copies."""
        return _key(self.file.stem)


@dataclass(frozen=True, slots=True)
class PictureDeck:
    """The cards of one folder or file: their fronts, and the back of each or of all."""

    name: str
    """Name of its folder; empty for the folder that was named."""
    fronts: tuple[CardPicture, ...]
    back: CardPicture | None = None
    """The common back."""
    own_backs: tuple[CardPicture, ...] = ()
    """A back for each front, if they do not have a common one."""

    @property
    def pictures(self) -> tuple[CardPicture, ...]:
        """All pictures, fronts first."""
        return (*self.fronts, *([self.back] if self.back else []), *self.own_backs)


def read_picture_decks(
    source: Path, grid: Grid | None = None
) -> tuple[list[PictureDeck], list[str]]:
    """Read the decks of a folder, or of a picture or PDF file; also say what has been left out.

    Each folder below it is a deck.  With a `grid`, each picture is a sheet of so many cards.
    Raises KitError if there is no picture, one cannot be read, or a back fits no front.
    """
    shown = shown_name(source)
    if not source.exists():
        message, hint = f"there is no {shown}", "name a folder of pictures, or a PDF file"
        raise KitError(message, hint=hint, check="file-not-found")
    left_out: list[str] = []
    if source.is_file():
        decks = [_deck(source.stem, [source], [], grid, left_out)]
    else:
        within = [path for path in _entries(source) if path.is_dir()]
        decks = [_deck("", *_sides_of(source), grid, left_out)]
        decks += [
            _deck(folder.name, *_sides_of(folder), grid, left_out)
            for folder in within
            if folder.name.lower() not in (*_FRONTS, *_BACKS)
        ]
    found = [deck for deck in decks if deck.fronts]
    if not found:
        message = f"{shown} holds no picture of a card"
        hint = f"cards are files such as wolf.png, of these kinds: {' '.join((*SUFFIXES, '.pdf'))}"
        raise KitError(message, hint=hint, check="no-pictures")
    return found, left_out


def _sides_of(folder: Path) -> tuple[list[Path], list[Path]]:
    """The files of a deck: those of its folder and of its fronts, and those of its backs."""
    fronts, backs = [], []
    for path in _entries(folder):
        if path.is_file():
            fronts.append(path)
        elif path.name.lower() in _FRONTS:
            fronts += [each for each in _entries(path) if each.is_file()]
        elif path.name.lower() in _BACKS:
            backs += [each for each in _entries(path) if each.is_file()]
    return fronts, backs


def _entries(folder: Path) -> list[Path]:
    """What a folder holds and is not hidden, with 2 before 10.  Raises KitError if it holds too much."""
    found = [path for path in folder.iterdir() if not path.name.startswith((".", "~"))]
    if len(found) > MAX_FILES:
        message = f"{shown_name(folder)} holds {counted(len(found), 'file')}"
        hint = f"{MAX_FILES:,} are allowed: name a folder with the cards of one game"
        raise KitError(message, hint=hint, check="picture-too-large")
    return sorted((path for path in found if lies_in(folder, path) or path.is_dir()), key=_natural)


def _natural(path: Path) -> list[tuple[int, str]]:
    words = re.split(r"([0-9]+)", path.name.casefold())
    return [(int(word), "") if word.isdecimal() else (0, word) for word in words]


def _deck(
    name: str, files: Sequence[Path], backs: Sequence[Path], grid: Grid | None, left_out: list[str]
) -> PictureDeck:
    """The deck of these files; notes those that are no pictures."""
    fronts: list[CardPicture] = []
    common: list[CardPicture] = []
    own: dict[str, list[CardPicture]] = {}
    for path in files:
        match = _BACK.fullmatch(path.stem)
        pictures = [*_pictures(path, left_out)]
        if not match:
            fronts += pictures
        elif match["front"]:
            own[_key(match["front"])] = pictures
        else:
            common += pictures
    names = {front.key for front in fronts}
    for path in backs:
        pictures = [*_pictures(path, left_out)]
        if _key(path.stem) in names:
            own[_key(path.stem)] = pictures
        else:
            common += pictures
    if grid:
        sheets = {front.pixels for front in fronts}

        def cut(pictures: Sequence[CardPicture]) -> list[CardPicture]:
            return [
                cell
                for picture in pictures
                for cell in (_cells(picture, grid) if picture.pixels in sheets else [picture])
            ]

        fronts, common = cut(fronts), cut(common)
        own = {key: cut(pictures) for key, pictures in own.items()}
    return _with_backs(PictureDeck(name, tuple(_renamed(fronts))), common, own)


def _with_backs(
    deck: PictureDeck, common: Sequence[CardPicture], own: dict[str, list[CardPicture]]
) -> PictureDeck:
    """The deck with its backs.  Raises KitError if they fit no front, or do not suffice."""
    if not deck.fronts:
        return deck
    counts = Counter(front.key for front in deck.fronts)
    if unknown := [its[0].file.name for key, its in own.items() if its and key not in counts]:
        message = f"{some_of(unknown, SHOWN)}: no front is called so"
        hint = "wolf-back.png is the back of wolf.png, and back.png that of all others"
        raise KitError(message, hint=hint, check="no-back")
    for key, its in own.items():
        if len(its) not in (1, counts[key]):
            raise _other_number(its, counts[key])
    if len(common) > 1:
        if own or len(common) != len(deck.fronts):
            raise _other_number(common, len(deck.fronts))
        return replace(deck, own_backs=tuple(common))
    back = common[0] if common else None
    if not own:
        return replace(deck, back=back)
    left = {key: [*its] if len(its) > 1 else its * counts[key] for key, its in own.items()}
    backs = [left[each.key].pop(0) if each.key in left else back for each in deck.fronts]
    if missing := [front.name for front, its in zip(deck.fronts, backs, strict=True) if not its]:
        message = f"{counted(len(missing), 'card')} without a back: {some_of(missing, SHOWN)}"
        hint = "back.png is the back of all that have none of their own"
        raise KitError(message, hint=hint, check="no-back")
    if len({*backs}) == 1:
        return replace(deck, back=backs[0])
    return replace(deck, own_backs=tuple(filter(None, backs)))


def _other_number(backs: Sequence[CardPicture], cards: int) -> KitError:
    """The error for backs that are neither one for all nor one for each card."""
    message = f"{counted(len(backs), 'back')} for {counted(cards, 'card')}"
    names = some_of([*dict.fromkeys(short(each.file.name) for each in backs)], SHOWN)
    hint = "name each like its front, or keep one, back.png, for all"
    return KitError(f"{message}: {names}", hint=hint, check="no-back")


def _pictures(path: Path, left_out: list[str]) -> Iterator[CardPicture]:
    """The pictures of a file: one, or a PDF's pages.  Raises KitError if it cannot be read."""
    suffix = path.suffix.lower()
    name, copies = _name_and_copies(path.stem)
    if suffix == ".pdf":
        pages = pdf_pages(path, MAX_FILES)
        for number, page in enumerate(pages, 1):
            called = f"{name} {number}" if len(pages) > 1 else name
            yield CardPicture(
                called, path, ".png", page.pixels, page.png, copies, page.size, page.bleed
            )
        return
    if suffix not in SUFFIXES:
        left_out.append(path.name)
        return
    pixels = picture_size(path, path.name, lambda width, height: None)
    yield CardPicture(name, path, suffix, pixels, partial(bytes_of, path), copies, _printed(path))


def _printed(path: Path) -> Size | None:
    """The size in points at which a picture file is to be printed, if it states a resolution."""
    with open_picture(path) as image:
        dpi = [float(each) for each in image.info.get("dpi", ())]
        if len(dpi) == 2 and min(dpi) >= _SMALL_DPI:
            return Size(image.width * 72 / dpi[0], image.height * 72 / dpi[1])
    return None


def _name_and_copies(stem: str) -> tuple[str, int]:
    """The name of a card and its copies: "wolf x3" -> ("wolf", 3)."""
    for pattern in _COPIES:
        if (match := pattern.fullmatch(stem)) and int(match["n"]):
            return match["name"], int(match["n"])
    return stem, 1


def _key(stem: str) -> str:
    return _name_and_copies(stem)[0].casefold()


def _renamed(pictures: Sequence[CardPicture]) -> Iterator[CardPicture]:
    """The pictures with names for people: "02_grey-wolf" -> "Grey Wolf", each only once."""
    bare = [_INDEX.sub("", each.name, count=1) for each in pictures]
    names = bare if len({*map(str.casefold, bare)}) == len(bare) else [p.name for p in pictures]
    seen: set[str] = set()
    for picture, name in zip(pictures, names, strict=True):
        title = called = in_words(name) or "Card"
        number = 1
        while called.casefold() in seen:
            number += 1
            called = f"{title} {number}"
        seen.add(called.casefold())
        yield replace(picture, name=called)


def in_words(name: str) -> str:
    """The name of a file for people: "grey-wolf" -> "Grey Wolf"; no markup, no expression."""
    words = re.split(r"[\s_{}*-]+", "".join(filter(str.isprintable, name)).strip(" _{}*-"))
    return " ".join(word.capitalize() if word.islower() else word for word in words)


def _cells(sheet: CardPicture, grid: Grid) -> Iterator[CardPicture]:
    """The cards of a sheet, row by row, up to the last that is not empty."""
    image = _sheet_image(sheet)
    width, height = image.width / grid.columns, image.height / grid.rows
    if min(width, height) < _LEAST_CELL:
        message = f"{sheet.file.name} is too small for {grid.columns} x {grid.rows} cards"
        hint = f"it has {image.width} x {image.height} pixels: name fewer cards with --grid"
        raise KitError(message, hint=hint, check="option-value")
    boxes = [
        (round(x * width), round(y * height), round((x + 1) * width), round((y + 1) * height))
        for y in range(grid.rows)
        for x in range(grid.columns)
    ]
    while boxes and _is_blank(image.crop(boxes[-1])):
        boxes.pop()
    printed = sheet.printed and Size(
        sheet.printed.width / grid.columns, sheet.printed.height / grid.rows
    )
    for number, box in enumerate(boxes, 1):
        yield replace(
            sheet, name=f"{sheet.name} {number}", suffix=".png", printed=printed, bleed=None,
            pixels=(box[2] - box[0], box[3] - box[1]), read=partial(_cropped, sheet, box),
        )  # fmt: skip


def _is_blank(cell: Pillow.Image) -> bool:
    extrema = cell.convert("RGB").getextrema()
    return all(int(most) - int(least) <= _BLANK for least, most in extrema)  # type: ignore[misc]


def _cropped(sheet: CardPicture, box: tuple[int, int, int, int]) -> bytes:
    file = BytesIO()
    image = _sheet_image(sheet)
    cell = image.crop(box)
    cell = cell if cell.mode in _PNG_MODES else cell.convert("RGB")
    cell.save(file, "PNG", icc_profile=image.info.get("icc_profile"))
    return file.getvalue()


@lru_cache(maxsize=1)
def _sheet_image(sheet: CardPicture) -> Pillow.Image:
    """A sheet, unpacked once for all its cards."""
    return unpacked(sheet.read())[1]


def unpacked(content: bytes) -> tuple[str | None, Pillow.Image]:
    """The format of a picture file, whose size is known, and its picture as seen."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about many pixels
        with Pillow.open(BytesIO(content), formats=KINDS) as image:
            return image.format, ImageOps.exif_transpose(image)
