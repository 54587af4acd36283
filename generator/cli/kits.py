"""The command that lists what kits there are: `kits`."""

from __future__ import annotations

import typer

from generator.cli.telling import faults_as_json, print_json
from generator.cli.words import Data, Json, Templates
from generator.press.finding import Roots
from generator.press.loading import load_manual

app = typer.Typer()


@app.command(epilog="Examples: `grimoire kits`, `grimoire kits --json`.")
def kits(data: Data = None, templates: Templates = None, as_json: Json = False) -> None:
    """List the kits there are."""
    roots = Roots.at_hand(data, templates)
    with faults_as_json(as_json):
        found = [roots.find(name) for name in roots.names()]
        files = [load_manual(folders) for folders in found]
    told = [
        {
            "kit": folders.name,
            "title": file.title,
            "version": file.version,
            "players": list(file.players),
            "summary": file.summary,
            "languages": [file.language, *folders.languages],
        }
        for folders, file in zip(found, files, strict=True)
    ]
    if as_json:
        print_json({"kits": told})
        return
    for folders, file in zip(found, files, strict=True):
        fewest, most = file.players
        players = f"{fewest} to {most}" if fewest < most else f"{most}"
        says = f"{file.title}, {players} {'players' if most > 1 else 'player'}."
        also = f" Also in: {', '.join(folders.languages)}." * bool(folders.languages)
        print(f"{folders.name:12} {says} {file.summary}{also}")
