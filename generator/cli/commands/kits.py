"""The command that lists what kits there are: `kits`."""

from __future__ import annotations

from typing import Annotated

import typer

from generator.cli.option_groups import KitLocation, grouped
from generator.cli.options import Json
from generator.cli.output import print_json
from generator.kit.load import load_manual

app = typer.Typer()


@app.command(
    epilog="Examples: `grimoire kits`, `grimoire kits --folders` (where each can be read), `grimoire "
    "kits --json`."
)
@grouped
def kits(
    *,
    folders: Annotated[
        bool,
        typer.Option(
            "--folders",
            help="Tell where each has its data and its templates, those of Grimoire, too.",
        ),
    ] = False,
    where: KitLocation,
    as_json: Json = False,
) -> None:
    """List the kits there are."""
    roots = where.roots()
    more = roots.others.names() if folders and roots.others else []
    found = [roots.find(name) for name in dict.fromkeys([*roots.names(), *more])]
    files = [load_manual(each) for each in found]
    told = [
        {
            "kit": each.name,
            "title": file.title,
            "version": file.version,
            "players": list(file.players),
            "summary": file.summary,
            "languages": [file.language, *each.languages],
            "data": str(each.data),
            "templates": str(each.templates[0]),
        }
        for each, file in zip(found, files, strict=True)
    ]
    if as_json:
        print_json({"kits": told})
        return
    for each, file in zip(found, files, strict=True):
        if folders:
            print(f"{each.name:12} {each.data}  {each.templates[0]}")
            continue
        fewest, most = file.players
        players = f"{fewest} to {most}" if fewest < most else f"{most}"
        says = f"{file.title}, {players} {'players' if most > 1 else 'player'}."
        also = f" Also in: {', '.join(each.languages)}." * bool(each.languages)
        print(f"{each.name:12} {says} {file.summary}{also}")
