"""The command that adds a component to a kit: `add`."""

from __future__ import annotations

import shlex
from typing import Annotated

import typer

from generator.base.errors import KitError
from generator.base.load_document import shown_name
from generator.base.locations import data_root
from generator.cli.command import command
from generator.cli.options import Json, KitLocation, OneKit
from generator.cli.output import print_json
from generator.kit.locate import KitFolders

KINDS = sorted(folder.name for folder in (data_root() / "shared/pieces").iterdir())


@command(
    "grimoire add mygame tokens coins",
    "grimoire add mygame cards events --title 'Event cards' --size tarot",
    "grimoire add mygame board --size 240x180mm  # named like its kind",
    "grimoire add mygame box deck-box --holds card",
    notes="The new pieces are a beginning, complete and ready to print: a component in game.yaml, and "
    "mostly a table of their own and a template or two. Change the table first. The rest of game.yaml "
    "stays as it is, comments included, and nothing is overwritten. Nothing is written either if the kit "
    "could not be drawn with them.",
    options=f"""
    kind KIND: What to add: {", ".join(KINDS)}.
    id NAME: Name of the component and of its files: lower-case letters, digits, hyphens; if left out,
        the KIND, with a number if that is taken.
    title WORDS: What people call it; if left out, the name with capitals.
    size SIZE: Size of a piece: poker, mini, ..., or measures such as 20mm or 63x88mm.
    holds COMPONENT: For a box: the component whose cards it holds; if left out, the first that is in no
        box.
    """,
)
def add(
    *,
    name: OneKit,
    kind: Annotated[str, typer.Argument()],
    id: Annotated[str | None, typer.Argument()] = None,
    title: str = "",
    size: str = "",
    holds: str = "",
    where: KitLocation,
    as_json: Json = False,
) -> None:
    """Add cards, tokens, tiles, a board, mats, dice and more to a kit of yours."""
    from generator.kit.load import load_manifest
    from generator.tools.new_pieces import NewPieces, add_pieces, free_name  # slow to import

    folders = where.search_path().find(name)
    _check_own(folders, where)
    pieces = NewPieces(kind, id or free_name(load_manifest(folders), kind), title, size, holds)
    files = [shown_name(path) for path in add_pieces(folders, pieces)]
    words = ["grimoire", "build", name, "--only", pieces.name]
    for option, folder in (("--data", where.data), ("--templates", where.templates)):
        words += [option, str(folder)] if folder else []
    if as_json:
        print_json(
            {"kit": name, "component": pieces.name, "files": files, "next": shlex.join(words)}
        )
        return
    for file in files:
        print(file)
    print(f"now build it: {shlex.join(words)}")


def _check_own(folders: KitFolders, where: KitLocation) -> None:
    """Raise KitError for a kit that comes with Grimoire."""
    if folders.is_shipped(where.data):
        message = f'the kit "{folders.name}" comes with Grimoire and stays as it is'
        hint = f"change a copy: grimoire new my-{folders.name} --from-kit {folders.name}"
        raise KitError(message, hint=hint, check="read-only")
