"""The command `schema`: tells editors what a kit's data files may hold."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.base.errors import KitError
from generator.base.load_document import shown_name
from generator.cli.command import command
from generator.cli.options import Json, KitLocation, Kits
from generator.cli.output import print_json
from generator.tools.editor_schemas import FOLDER, describe, write_schemas


@command(
    "grimoire schema mygame",
    "grimoire schema gruff -o schemas",
    notes="Put the line that it tells for a file at the head of that file.",
)
def schema(
    *,
    kits: Kits = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--out",
            metavar="FOLDER",
            help=f"Folder for the schemas; {FOLDER}/ beside the data if left out.",
        ),
    ] = None,
    where: KitLocation,
    as_json: Json = False,
) -> None:
    """Write JSON Schema for data files, so that editors complete them and mark mistakes."""
    roots = where.search_path()
    told = []
    names = kits or roots.names()
    if out and len(names) > 1:
        raise KitError("several kits cannot share a folder", hint="name one kit, or drop -o")
    for name in names:
        folders = roots.find(name)
        described = describe(folders, out)
        target = out or folders.data / FOLDER
        written = write_schemas(described, target)
        told.append((name, target, written, described))
    if as_json:
        print_json(
            {
                "kits": [
                    {
                        "kit": name,
                        "folder": str(target),
                        "schemas": list(written),
                        "files": [
                            {"file": shown_name(each.file), "line": each.line, "named": each.named}
                            for each in described
                        ],
                    }
                    for name, target, written, described in told
                ]
            }
        )
        return
    for name, target, written, described in told:
        print(f"{name}: {len(written)} schemas in {shown_name(target)}")
        for each in described:
            if not each.named:
                print(f"{shown_name(each.file)}: begin it with this line: {each.line}")
