"""The command that proves finished files: `proof`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from generator.base.errors import Fault, KitError
from generator.base.load_document import shown_name
from generator.cli.command import command
from generator.cli.options import Json
from generator.cli.output import print_errors, print_json
from generator.cli.progress import progress


@command(
    "grimoire proof output",
    "grimoire proof output/grumbles --json",
    notes="It needs nothing but the folder, so that it proves kits that were built elsewhere, too.",
)
def proof(
    folders: Annotated[
        list[Path],
        typer.Argument(metavar="FOLDER", help="Folder of a built kit, or of several."),
    ],
    as_json: Json = False,
) -> None:
    """Prove finished files: read them back, check every page, fold and turn."""
    from generator.press.preflight.visual.proof import (  # slow to import
        built_folders,
        pages_to_prove,
        prove,
    )

    reports: list[dict[str, object]] = []
    faults: list[Fault] = []
    code = 0
    found = built_folders(folders)
    with progress() as bar:
        for folder in found:
            task = bar.add_task(folder.name, total=None, step="read")

            def watch(done: int, of: int, task: Any = task) -> None:
                bar.update(task, completed=done, total=of, step="look")

            try:
                bar.update(task, total=pages_to_prove(folder))
                proof = prove(folder, watch)
            except KitError as error:
                faults += error.faults
                code = 2
                continue
            faults += proof.faults
            code = max(code, int(bool(proof.faults)))
            reports.append(proof.as_data())
            if not as_json and not proof.faults:
                print(f"{shown_name(folder)}: {proof}")
                for finding in proof.findings:
                    print(f"  finding: {finding}")
    print_errors(faults)
    if as_json:
        print_json({"proved": reports}, faults)
    raise typer.Exit(code)
