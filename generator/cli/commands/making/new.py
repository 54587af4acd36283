"""The command that begins a new kit: `new`."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from generator.base.errors import KitError
from generator.base.load_document import shown_name
from generator.cli.command import command
from generator.cli.options import Json
from generator.cli.output import print_json
from generator.kit.locate import KitSearchPath
from generator.tools.looks import DEFAULT_LOOK, look_names
from generator.tools.scaffold import (
    STARTERS,
    CreatedKit,
    ScaffoldOptions,
    Starter,
    TableFile,
    card_sizes,
    create_kit,
    look_for,
    read_name,
    read_players,
    read_size,
    read_title,
    title_of,
)

T = TypeVar("T")
PLAYERS, SIZE = "2-4", "poker"
LOOKS = look_names()
MOST_LISTED = 12
"""Most files of one folder that are listed one by one."""


def _complete_look(incomplete: str) -> list[str]:
    """Names of looks with this prefix, for a shell that completes words."""
    return [name for name in LOOKS if name.startswith(incomplete)]


@command(
    "grimoire new mygame",
    "grimoire build mygame",
    "grimoire new star-fish --title 'Star Fish' --players 1-5 --size tarot --table yaml",
    "grimoire new mygame --turns",
    "grimoire new mygame --like trick-taking",
    "grimoire new mygame --like roll-and-write",
    "grimoire new mygame --like hex-map",
    "grimoire new mygame --like deck-building",
    "grimoire new mygame --from my-deck.xlsx",
    "grimoire new mygame --look storybook",
    "grimoire new mygame --from my-deck.xlsx --look modern",
    "grimoire new mygame --from my-deck.xlsx --language es",
    "grimoire new mygruff --from-kit gruff",
    "grimoire new mygame --from-squib my-deck",
    "grimoire new mygame --from-nandeck my-deck.nde",
    "grimoire new mygame --from-pictures my-cards",
    "grimoire new mygame --from-pictures my-sheets --grid 10x7 --size tarot",
    notes="Without --title, --players and --size, it asks for them in a terminal, and uses "
    "the defaults elsewhere and with --from, --from-pictures or --like. --from-kit copies a whole kit, "
    "which keeps its rules: change what you like, and it is a variant of your own. --from-squib and "
    "--from-nandeck read a script without running it, and list in IMPORT.md what could not be carried over. "
    "Existing files are never overwritten. --turns writes the first turns of a new kit or of one that "
    "exists, so that it can be played, and `grimoire new mygame --rules my-games` the first Python class "
    "of one that exists.",
    options=f"""
    name NAME: Name of the kit: lower-case letters, digits, hyphens.
    title WORDS: Title of the game; if left out, the name with capitals.
    players RANGE: Number of players; {PLAYERS} if left out.
    size SIZE: Size of the cards: poker (the default; larger with --from where the text needs it),
        mini, ..., or measures such as 63x88mm.
    table: Format of the cards: a table of cells (csv), or YAML.
    like: A game of cards (the default), a trick-taking game (four suits, and its turns), a
        roll-and-write (dice, a score sheet, and its turns), a skirmish for two on a hex-map (a
        board, counters, a combat table, and its turns), or a deck-building game (a deck for each
        player, cards to buy, and its turns).
    look LOOK: How the cards are drawn: {", ".join(LOOKS)}.
    source --from FILE: Make the cards from a spreadsheet (.xlsx, .ods) or a .csv file.
    language CODE: With --from: the language of the cards: de, es, fr, ...; en if left out. What Grimoire
        adds is in it, too.
    squib --from-squib FOLDER: Import a Squib game: its folder, or one of its Ruby scripts.
    nandeck --from-nandeck FILE: Import a nanDECK script.
    pictures --from-pictures FOLDER: Make the cards from a folder of pictures, one each, or from a PDF
        file. wolf-back.png is the back of wolf.png, back.png that of all others; wolf x3.png is
        printed three times; a folder in it is a deck of its own.
    grid GRID: With --from-pictures: each picture is a sheet of cards, so many across and down: 10x7.
    kit --from-kit KIT: Copy a kit, to make a variant of its game.
    folder -o --in FOLDER: Folder in which to write data/ and templates/.
    turns: Also write a first turns.yaml, for a kit that exists, too: a game to play at once, and to
        change.
    rules FOLDER: Write a first Python class for the existing kit NAME, from its turns.yaml, into
        this folder of games.
    """,
)
def new(
    name: Annotated[str, typer.Argument()],
    title: str | None = None,
    players: str | None = None,
    size: str | None = None,
    table: TableFile | None = None,
    like: Starter | None = None,
    look: Annotated[str | None, typer.Option(autocompletion=_complete_look)] = None,
    source: Path | None = None,
    language: str | None = None,
    squib: Path | None = None,
    nandeck: Path | None = None,
    pictures: Path | None = None,
    grid: str | None = None,
    kit: str | None = None,
    folder: Path = Path(),
    turns: bool = False,
    rules: Path | None = None,
    as_json: Json = False,
) -> None:
    """Start a kit of your own: a small game, ready to build and to change."""
    sources = {
        "--from": source, "--from-squib": squib, "--from-nandeck": nandeck,
        "--from-pictures": pictures, "--from-kit": kit,
    }  # fmt: skip
    given = {option: Path(value) for option, value in sources.items() if value}
    if rules is not None or (turns and (folder / "data" / name).exists()):
        others = bool(
            title or players or size or table or like or look or language or grid or given
        )
        if others or (turns and rules is not None):
            message = f"{'--turns' if turns else '--rules'} cannot be combined with other options"
            hint = "name only the kit and, with --in, its folder"
            raise KitError(message, hint=hint, check="conflicting-options")
        _first_rules(name, folder, rules, as_json)
        return
    _check_together([*given], table, size, players, turns, like, look, language, grid)
    read_name(name, folder)
    look_for(like or "cards", look or DEFAULT_LOOK)
    plain = title is players is size is like is language is None and not given
    interactive = plain and not as_json and sys.stdin.isatty() and sys.stderr.isatty()
    answer = _ask if interactive else _take_default
    options = ScaffoldOptions(
        name,
        answer("Title", title or title_of(name), read_title),
        answer("Players", players or PLAYERS, read_players),
        answer(
            f"Size of the cards: {', '.join(card_sizes())}, or 63x88mm", size or SIZE, read_size
        ),
        table or "csv",
        like or "cards",
        look or DEFAULT_LOOK,
    )
    created = _create(
        options, folder, given, language or "en", grid, has_title=bool(title), has_size=bool(size)
    )
    if turns:
        from generator.tools.first_rules import write_first_turns  # slow to import

        written = write_first_turns(KitSearchPath(folder / "data", folder / "templates").find(name))
        created = replace(created, files=(*created.files, written))
    _print_created(created, folder, has_notes=bool(given), has_turns=turns, as_json=as_json)


def _print_created(
    created: CreatedKit, folder: Path, *, has_notes: bool, has_turns: bool, as_json: bool
) -> None:
    """Print the new files, what is to be said of them, and what comes next."""
    command = _build_command(created)
    if as_json:
        files = [str(file) for file in created.files]
        notes = {"says": list(created.messages)} if has_notes else {}
        print_json({"kit": created.name, "files": files, **notes, "next": command})
        return
    for line in (*_listed(created.files), *created.messages):
        print(line)
    print(f"now build it: {command}")
    if has_turns:
        print(f"or play it: {_play_command(created.name, folder)}")


def _listed(files: Sequence[Path]) -> Iterator[str]:
    """The names of files, of which those of a folder with many are only counted."""
    for folder, its in groupby(files, key=lambda file: file.parent):
        names = [shown_name(file) for file in its]
        yield from (
            names if len(names) <= MOST_LISTED else [f"{shown_name(folder)} ({len(names)} files)"]
        )


def _check_together(
    sources: Sequence[str],
    table: str | None,
    size: str | None,
    players: str | None,
    turns: bool,
    like: Starter | None,
    look: str | None,
    language: str | None,
    grid: str | None,
) -> None:
    """Raise KitError for options that do not go together; `look_for` knows those of a look and a game."""
    first = sources[0] if sources else ""
    begun = STARTERS[like] if like else None
    conflicts = (
        (len(sources) > 1, f"{' and '.join(sources)} cannot be combined",
         "choose one of them"),
        (like and first, f"--like cannot be combined with {first}",
         f"leave out --like: {first} gives the pieces"),
        (begun and not begun.has_cards and (size or table),
         f"{'--size' if size else '--table'} cannot be combined with --like {like}",
         f"leave out {'--size' if size else '--table'}: its pieces have sizes and tables of their own"),
        (begun and not begun.has_cards and turns, f"--turns cannot be combined with --like {like}",
         "leave out --turns: this game has its turns"),
        (begun and begun.players and players, f"--players cannot be combined with --like {like}",
         "leave out --players: this game has its number of players"),
        (table and first, f"--table cannot be combined with {first}",
         "leave out --table: the cards keep their format"),
        (language and first != "--from", "--language is for the cards of a spreadsheet",
         "name it with --from, or write `language` in the game.yaml of the new kit"),
        (grid and first != "--from-pictures", "--grid is for sheets of pictures",
         "name their folder with --from-pictures"),
        (look and first not in ("", "--from"), f"--look cannot be combined with {first}",
         "leave out --look: the pieces keep theirs"),
        (size and first not in ("", "--from", "--from-pictures"), f"--size cannot be combined with {first}",
         "leave out --size: the cards keep their size"),
        (players and first == "--from-kit", "--players cannot be combined with --from-kit",
         "leave out --players, and change them in the game.yaml of the new kit"),
        (turns and first == "--from-kit", "--turns cannot be combined with --from-kit",
         "leave out --turns: the copy keeps the rules of its game"),
    )  # fmt: skip
    for found, message, hint in conflicts:
        if found:
            raise KitError(message, hint=hint, check="conflicting-options")


def _first_rules(name: str, folder: Path, games: Path | None, as_json: bool) -> None:
    """Write the first Python class of an existing kit, or without a folder of games its first turns."""
    from generator.tools.first_rules import (
        write_first_class,  # slow to import
        write_first_turns,
    )

    folders = KitSearchPath(folder / "data", folder / "templates").find(name)
    written = (write_first_turns(folders),) if games is None else write_first_class(folders, games)
    rules = "" if games is None else f" --rules {shlex.quote(shown_name(games))}"
    command = f"{_play_command(name, folder)}{rules}"
    if as_json:
        print_json({"kit": name, "files": [str(file) for file in written], "next": command})
        return
    for file in written:
        print(shown_name(file))
    print(f"now play it: {command}")


def _create(
    options: ScaffoldOptions,
    folder: Path,
    given: Mapping[str, Path],
    language: str,
    grid: str | None,
    *,
    has_title: bool,
    has_size: bool,
) -> CreatedKit:
    """The new kit: a starter, or made from what is `given`, by its option, at most one thing."""
    name, title, players = options.name, options.title, options.players
    if not given:
        return create_kit(options, folder)
    [(option, path)] = given.items()
    # each of these is slow to import
    if option == "--from":
        from generator.tools.from_table.new_kit import new_from_table

        return new_from_table(
            name, path, folder, title=title, players=players,
            size=options.size if has_size else "", look=options.look,
            language=language,
        )  # fmt: skip
    if option == "--from-pictures":
        from generator.tools.from_pictures.new_kit import new_from_pictures, read_grid

        return new_from_pictures(
            name, path, folder, title=title, players=players,
            size=options.size if has_size else "", grid=read_grid(grid) if grid else None,
        )  # fmt: skip
    if option == "--from-kit":
        from generator.tools.copy_kit import copy_kit

        copied = KitSearchPath.from_cwd().find(str(path))
        return copy_kit(name, copied, folder, title if has_title else None)
    if option == "--from-squib":
        from generator.tools.from_squib.project import read_project as read
    else:
        from generator.tools.from_nandeck.drawing import read_script as read
    from generator.tools.from_deck.new_kit import new_from_design

    design, fonts = read(path)
    return new_from_design(name, design, fonts, folder, title=title, players=players)


def _take_default(question: str, answer: str, read: Callable[[str], T]) -> T:
    return read(answer)


def _ask(question: str, answer: str, read: Callable[[str], T]) -> T:
    """Ask until the answer is valid; Enter alone takes the default."""
    while True:
        try:
            return read(typer.prompt(question, default=answer, value_proc=str, err=True))
        except KitError as error:
            print(error, file=sys.stderr)


def _play_command(name: str, folder: Path) -> str:
    where = f" --data {shlex.quote(shown_name(folder / 'data'))}" if folder != Path() else ""
    return f"grimoire play {name}{where}"


def _build_command(created: CreatedKit) -> str:
    roots = created.roots
    words = ["grimoire", "build", created.name]
    if roots.data != Path("data"):
        words += ["--data", str(roots.data), "--templates", str(roots.templates)]
    return shlex.join(words)
