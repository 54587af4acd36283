"""Scaffold: writes a new kit, small but complete, so that it builds at once.

The templates of its files are in a folder of `data/shared` for each kind of game (`starter_files`).
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from generator.base import locations
from generator.base.atomic_output import Staging, scratch, staging, write_whole
from generator.base.document import Document
from generator.base.errors import Fault, KitError, Place, nearest, short
from generator.base.load_document import load_csv
from generator.base.schema import filename_problem, is_reserved
from generator.base.text_files import INVISIBLE, shown_name
from generator.base.units import Size, length, mm
from generator.engine.registry import game_names
from generator.kit.load import load_kit
from generator.kit.locate import KIT_MANIFEST, KitFolders, KitSearchPath
from generator.kit.tables.columns import slug_of
from generator.press.library import papers, sizes
from generator.press.pieces.faces import FaceSet
from generator.press.rulebook.of_kit import compose_book, rulebook_context
from generator.press.templates.style import style_of
from generator.tools.editor_schemas import FOLDER, describe, schema_files
from generator.tools.looks import DEFAULT_LOOK, CardLimits, Look, look_folders, sound_look
from generator.tools.starter_files import (
    damaged,
    filled_in,
    starter_environment,
    starter_file,
    without_gaps,
)

TableFile: TypeAlias = Literal["csv", "yaml"]
Starter: TypeAlias = Literal["cards", "trick-taking", "roll-and-write", "hex-map", "deck-building"]


class StarterFacts(NamedTuple):
    """What there is to know of a kind of game to begin with."""

    folder: str
    has_cards: bool = False
    """Whether it has cards whose size and format can be chosen, and no turns yet."""
    players: tuple[int, int] | None = None
    """The only numbers of players that it is for."""


STARTERS: Mapping[Starter, StarterFacts] = {
    "cards": StarterFacts("starter", has_cards=True),
    "trick-taking": StarterFacts("starter-trick-taking", players=(3, 5)),
    "roll-and-write": StarterFacts("starter-roll-and-write"),
    "hex-map": StarterFacts("starter-hex-map", players=(2, 2)),
    "deck-building": StarterFacts("starter-deck-building", players=(2, 4)),
}
"""The kinds of games to begin with."""
CARDS = "data/cards"


class SideLimits(NamedTuple):
    """The least and the greatest length of a piece's sides, in millimetres."""

    least: float
    greatest: float

    def hold(self, size: Size) -> bool:
        """Whether both sides are between them."""
        return all(self.least <= round(mm(side), 3) <= self.greatest for side in size)


CARD_SIDES = SideLimits(44, 125)
"""The limits within which the starter's drawing of a card works."""
CARD_LIMITS = CardLimits(art=5, small=6.5, badge_lines=0)
"""How the cards of the starter divide their room, in a look that does not draw them itself."""
NO_ROOM = frozenset({"text-does-not-fit", "no-room"})
"""Checks that smaller type or a larger card may pass."""
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MEASURES = re.compile(
    r"(?P<width>[0-9]{1,4}(?:\.[0-9]{1,4})?) ?(?P<first>mm|cm|in)?"
    r"(?: ?[x×] ?(?P<height>[0-9]{1,4}(?:\.[0-9]{1,4})?) ?(?P<unit>mm|cm|in)?)?"
)
_PLAYERS = re.compile(r"\s*([0-9]{1,3})\s*(?:(?:-|–|to|,)\s*([0-9]{1,3})\s*)?")


@dataclass(frozen=True, slots=True)
class ScaffoldOptions:
    """Options of a new kit."""

    name: str
    title: str
    players: tuple[int, int] = (2, 4)
    size: str = "poker"
    table: TableFile = "csv"
    like: Starter = "cards"
    look: str = DEFAULT_LOOK


@dataclass(frozen=True, slots=True)
class CreatedKit:
    """A newly written kit: its two folders, and all its files except those for editors."""

    name: str
    roots: KitSearchPath
    files: tuple[Path, ...]
    messages: tuple[str, ...] = ()
    """What an import says of it."""


def read_name(name: str, folder: Path) -> str:
    """Check the name of a new kit.

    Raises KitError if the name is malformed, that of a shipped game, or its folders exist.
    """
    read_slug(name, "a kit", "my-game", "kit-name")
    if name == "shared" or name in game_names():
        hint = "choose another name"
        raise KitError(f'Grimoire already uses the name "{name}"', hint=hint, check="kit-name")
    for existing in _kit_folders(name, folder):
        if existing.exists() or existing.is_symlink():
            place = Place(shown_name(existing))
            hint = "choose another name, or another folder with --in"
            message = "exists already, and nothing is overwritten"
            raise KitError(message, place=place, hint=hint, check="file-exists")
    return name


def read_slug(name: str, what: str, such_as: str, check: str) -> str:
    """Check a name that files and templates can have.  Raises KitError, of that check, if none can."""
    message = f'{what} cannot be named "{short(name)}": '
    if not _SLUG.fullmatch(name):
        message += "a name has lower-case letters, digits and hyphens"
        suggestion = slug_of(name)
        hint = f'did you mean "{suggestion}"?' if suggestion else f'such as "{such_as}"'
        raise KitError(message, hint=hint, check=check)
    if problem := filename_problem(name):
        raise KitError(f"{message}that {problem}", hint="choose another", check=check)
    return name


def title_of(name: str) -> str:
    """The default title of a kit: "star-fish" -> "Star Fish"."""
    return " ".join(word.capitalize() for word in name.split("-"))


def read_title(text: str) -> str:
    """Normalize a title to one line.  Raises KitError if it has no visible words."""
    title = " ".join(text.split())
    if not title or INVISIBLE.search(title):
        raise KitError("a title needs visible text", hint='such as "My Game"', check="option-value")
    return title


def read_players(text: str) -> tuple[int, int]:
    """Parse a range of players: "2-4" -> (2, 4), "3" -> (3, 3).  Raises KitError if it is invalid."""
    match = _PLAYERS.fullmatch(text)
    if match:
        fewest, most = int(match[1]), int(match[2] or match[1])
        if 1 <= fewest <= most:
            return fewest, most
    message = f'"{short(text)}" is not a number of players'
    raise KitError(message, hint='write "2-4", or "3"', check="option-value")


def card_sizes() -> list[str]:
    """The names of the sizes that cards of a new kit can have."""
    return _sizes_between(CARD_SIDES)


def read_size(
    text: str, sides: SideLimits = CARD_SIDES, what: str = "the cards of a new kit"
) -> str:
    """Parse a named size, or measures: "2.5 x 3.5 in" -> "2.5inx3.5in", "20 mm" -> "20mmx20mm".

    Raises KitError unless each side is within the limits.
    """
    size = text.strip().lower()
    known = _sizes_between(sides)
    if size in known:
        return size
    if match := _MEASURES.fullmatch(size):
        unit = match["unit"] or match["first"] or "mm"
        width = f"{match['width']}{match['first'] or unit}"
        size = f"{width}x{match['height']}{unit}" if match["height"] else f"{width}x{width}"
        if sides.hold(measured(size)):
            return size
        message = f'"{short(text)}" is no size for {what}'
        hint = f"each side must be from {sides.least:g} to {sides.greatest:g} mm"
        raise KitError(message, hint=hint, check="unknown-size")
    named = [f"{name} ({_in_words(measured(name))})" for name in known]
    hint = nearest(size, known) or f"known: {', '.join(named)}; or write measures: 63x88mm"
    raise KitError(f'there is no size "{short(text)}" for {what}', hint=hint, check="unknown-size")


def measured(size: str) -> Size:
    """The width and height of a named size, or of measures as `read_size` returns them."""
    named = _named_sizes()
    return named[size] if size in named else Size(*map(length, size.split("x")))


def size_attributes(size: str) -> str:
    """The attributes of a card with such a size: `size="poker"`, or `width="63mm" height="88mm"`."""
    if size in _named_sizes():
        return f'size="{size}"'
    width, height = size.split("x")
    return f'width="{width}" height="{height}"'


def _named_sizes() -> dict[str, Size]:
    return sizes((locations.data_root() / "shared",))


def _sizes_between(sides: SideLimits) -> list[str]:
    return [name for name, size in _named_sizes().items() if sides.hold(size)]


def _in_words(size: Size) -> str:
    return f"{mm(size.width):g} x {mm(size.height):g} mm"


def create_kit(options: ScaffoldOptions, folder: Path) -> CreatedKit:
    """Write the kit to `data/` and `templates/` of the folder, completely or not at all.

    Raises KitError if the options are invalid or the folder cannot be written.
    """
    files = ((name, text.encode()) for name, text in rendered_files(options))
    return write_kit(options.name, folder, files, partial(_check_starter_drawn, options))


def write_kit(
    name: str,
    folder: Path,
    files: Iterable[tuple[str, bytes]],
    check: Callable[[KitFolders], object],
) -> CreatedKit:
    """Write the files of a new kit, with schemas for editors, after the kit has been checked.

    `check` is called with the kit's folders in the staging area, and raises KitError for faults.
    """
    read_name(name, folder)
    data, templates = _kit_folders(name, folder)
    with staging(folder) as stage:
        for file, content in files:
            stage.write(file, content)
        files_aside = [path for path in stage.aside.rglob("*") if path.is_file()]
        written = sorted(path.relative_to(stage.aside) for path in files_aside)
        folders = KitSearchPath(stage.aside / "data", stage.aside / "templates").find(name)
        try:
            check(folders)
        except KitError as error:
            raise type(error)(_with_final_item(fault, stage) for fault in error.faults) from None
        for file, content in schema_files(describe(folders)).items():
            stage.write(f"data/{name}/{FOLDER}/{file}", content)
        with _rolled_back_on_error(data, templates):
            stage.finish(f"data/{name}/{KIT_MANIFEST}")
    roots = KitSearchPath(data.parent, templates.parent)
    return CreatedKit(name, roots, tuple(folder / file for file in written))


def _with_final_item(fault: Fault, stage: Staging) -> Fault:
    """A fault that names a staged file as its item, with the file's final path."""
    aside, final = (f"{shown_name(each)}/" for each in (stage.aside, stage.folder))
    return replace(fault, item=fault.item.replace(aside, final.removeprefix("./")))


def _kit_folders(name: str, folder: Path) -> tuple[Path, Path]:
    return folder / "data" / name, folder / "templates" / name


@contextmanager
def _rolled_back_on_error(*folders: Path) -> Iterator[None]:
    """Remove the kit's new folders if the block fails."""
    parents = [folder.parent for folder in folders if not folder.parent.exists()]
    try:
        yield
    except BaseException:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
        for parent in parents:
            with suppress(OSError):  # removes only empty folders
                parent.rmdir()
        raise


def rendered_files(options: ScaffoldOptions) -> Iterator[tuple[str, str]]:
    """Yield every file of the kit: its path in the folder, and its text."""
    from generator.tools.from_table.card_fonts import title_fallbacks  # slow to import

    look = look_for(options.like, options.look)
    *_, starter = folders = _starter_folders(options)
    environment = starter_environment(*folders)
    variables: dict[str, Any] = {
        "name": options.name,
        "title": options.title,
        "players": list(options.players),
        "size": size_attributes(options.size),
        "table": options.table,
        "font": look.title_font(options.title),
        "body": look.body,
        "edge": look.edge,
        "fallbacks": title_fallbacks(options.title, look),
    }
    if STARTERS[options.like].has_cards:
        cards = load_csv(starter / f"{CARDS}.csv")
        variables |= {"cards": cards.data, **_card_variables(cards, options.size)}
    for path in sorted(path for path in starter.rglob("*/*") if path.is_file()):
        name = path.relative_to(starter)
        if name.with_suffix("").as_posix() == CARDS and path.suffix != f".{options.table}":
            continue
        text = filled_in(environment, name.as_posix(), variables)
        if STARTERS[options.like].has_cards:
            text = without_gaps(text)  # which looks leave
        root, *inner = name.parts
        yield "/".join([root, options.name, *inner]), text


def look_for(like: Starter, name: str) -> Look:
    """The look of a new game.  Raises KitError if there is none, it is damaged, or not for such games."""
    if name != DEFAULT_LOOK and not STARTERS[like].has_cards:
        hint = "leave out --look: its pieces have a look of their own"
        message = f"--look cannot be combined with --like {like}"
        raise KitError(message, hint=hint, check="conflicting-options")
    return sound_look(name)


def _starter_folders(options: ScaffoldOptions) -> tuple[Path, ...]:
    starter = locations.data_root() / "shared" / STARTERS[options.like].folder
    return look_folders(options.look, starter)


def _card_variables(cards: Document, size: str) -> dict[str, Any]:
    from generator.tools.from_table.card_design import card_variables, design_card  # slow to import
    from generator.tools.from_table.sheets import SheetCells

    return card_variables(design_card(SheetCells("", cards)), measured(size), CARD_LIMITS)


def table_name(slug: str) -> str:
    """The name of a table: a slug with underscores, which begins with a letter and is no reserved word."""
    name = slug.replace("-", "_")
    return f"t_{name}" if is_reserved(name) or not name[0].isalpha() else name


def check_drawn(folders: KitFolders) -> None:
    """Draw every face and the rulebook, if there is one.  Raises KitError with the faults."""
    kit = load_kit(folders)
    paper = papers(folders.shared)["letter"]  # its book has the narrower page
    faces = FaceSet(kit, style_of(kit, paper=paper))
    parts = faces.parts()
    if kit.file.rulebook:
        compose_book(faces, rulebook_context(faces, parts, paper))


def check_printable(title: str, folders: KitFolders) -> None:
    """Draw a whole kit once, of which only the title is new.

    Raises KitError if that is too long or has marks that are not closed.
    """
    try:
        check_drawn(folders)
    except KitError as error:
        message = f'the title "{short(title)}" cannot be printed: {error.faults[0].message}'
        hint = "choose a shorter or a plainer one"
        raise KitError(message, hint=hint, check="option-value") from None


def _check_starter_drawn(options: ScaffoldOptions, folders: KitFolders) -> None:
    try:
        check_printable(options.title, folders)
    except KitError:
        check_starter(options)  # then the title is not to blame
        raise


def check_starter(options: ScaffoldOptions) -> None:
    """Draw what a new kit begins with, with a title that fits.  Raises KitError, with place, for a fault."""
    plain = replace(options, name="sample", title="My Game")
    with scratch() as folder:
        origins: dict[str, str] = {}
        for file, text in rendered_files(plain):
            write_whole(folder / file, text.encode(), within=folder)
            origins[shown_name(folder / file)] = file.replace(f"/{plain.name}/", "/", 1)
        try:
            check_drawn(KitSearchPath(folder / "data", folder / "templates").find(plain.name))
        except KitError as error:
            fault = error.faults[0]
            file = origins.get(fault.place.file if fault.place else "", f"data/{KIT_MANIFEST}")
            place = Place(shown_name(starter_file(_starter_folders(options), file)))
            raise damaged(replace(fault, place=place)) from None
