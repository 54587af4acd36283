"""The command that proves finished files: `proof`."""

from __future__ import annotations

from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from generator.base.errors import Fault, KitError, outcome_of
from generator.base.side_by_side import Report, cores, job_limit, side_by_side
from generator.base.text_files import shown_name
from generator.cli.command import command
from generator.cli.options import Jobs, Json
from generator.cli.output import print_errors, print_json
from generator.cli.progress import progress


@command(
    "grimoire proof output",
    "grimoire proof output/grumbles --json",
    "grimoire proof output/mygame/export-tgc  # an export",
    notes="It needs only the folder, so it also checks kits that were built elsewhere.",
    options="""
    folders FOLDER: Folder of a built or exported kit, or of several.
    """,
)
def proof(
    folders: Annotated[list[Path], typer.Argument()], jobs: Jobs = None, as_json: Json = False
) -> None:
    """Proof finished files: read them back, and check every page, fold and back."""
    from generator.press.preflight.visual.proof import (  # slow to import
        Proof,
        built_folders,
        folders_with,
        prove,
    )
    from generator.publish.export import ExportProof, prove_export
    from generator.publish.manifest import NAME

    reports: list[dict[str, object]] = []
    faults: list[Fault] = []
    code = 0
    exports = {folder: exported for folder in folders if (exported := folders_with(NAME, folder))}
    found = built_folders(folders, exports)
    with progress() as bar, job_limit(jobs or cores()):
        tasks = [bar.add_task(folder.name, total=None, step="read") for folder in found]

        def watch(number: int, done: int, of: int) -> None:
            bar.update(tasks[number], completed=done, total=of, step="look")

        report = Report(watch)
        works = [
            partial(outcome_of, prove, folder, partial(report, number))
            for number, folder in enumerate(found)
        ]
        outcomes: list[Proof | ExportProof | KitError] = [
            *side_by_side(works, sendable=True, watch=report.pass_on)
        ]
    exported = [*dict.fromkeys(chain.from_iterable(exports.values()))]
    outcomes += [outcome_of(prove_export, folder) for folder in exported]
    for folder, proof in zip([*found, *exported], outcomes, strict=True):
        if isinstance(proof, KitError):
            faults += proof.faults
            code = 2
            continue
        faults += proof.faults
        code = max(code, int(bool(proof.faults)))
        reports.append(proof.as_data())
        if not as_json and not proof.faults:
            print(f"{shown_name(folder)}: {proof}")
            for finding in proof.findings if isinstance(proof, Proof) else ():
                print(f"  finding: {finding}")
    print_errors(faults)
    if as_json:
        print_json({"proved": reports}, faults)
    raise typer.Exit(code)
