"""The command that reports: `report`."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated

import typer

from generator.base.errors import Fault, KitError
from generator.cli.command import command
from generator.cli.options import Json, KitFolder
from generator.cli.output import print_errors, print_json
from generator.cli.progress import progress
from generator.kit.locate import KitSearchPath


@command(
    "grimoire report games.sqlite -o report.pdf -o report.html",
    'grimoire report games.sqlite --of "drawn: fox"',
    "grimoire report --compare before.sqlite after.sqlite",
    "grimoire report games.sqlite --json",
    options="""
    files FILE: Stores that `grimoire simulate --store` filled.
    out -o FILE: A .pdf or .html; give it twice for both.
    compare: Compare the first version with the last, to see what edits did.
    of COMPONENT: Answer first what goes with this component, such as `drawn: fox`.
    kit KIT: The kit to report on, if a store has several.
    run NUMBER: Report only on this run; repeatable.
    """,
)
def report(
    files: Annotated[list[Path], typer.Argument()],
    out: list[Path] | None = None,
    compare: bool = False,
    of: str = "",
    kit: str = "",
    run: list[int] | None = None,
    paper: str = "a4",
    data: KitFolder = None,
    rules: KitFolder = None,
    templates: KitFolder = None,
    as_json: Json = False,
) -> None:
    """Report on many games: who wins, how long they take, what each component and rule does."""
    from generator.lab.report import assemble  # slow to import, and rarely needed
    from generator.lab.report.load import collect, shortages
    from generator.lab.report.output import to_json  # slow to import, and rarely needed
    from generator.lab.report.sections.named_component import named_results
    from generator.lab.report.write import check_writable, write_report

    check_writable(out or [])
    if len(files) > 1 and not compare:
        message = "several stores need --compare"
        hint = "add --compare, or name one store"
        raise KitError(message, hint=hint, check="conflicting-options")
    if len(files) > 2:
        message = f"{len(files)} stores are named, but only two can be compared"
        raise KitError(message, check="conflicting-options")
    with progress() as bar:
        task = bar.add_task("report", total=None, step="games")
        found = collect(
            files, KitSearchPath.from_cwd(data, templates, rules), kit, run or (),
            lambda done, of: bar.update(task, completed=done, total=of),
        )  # fmt: skip
        bar.update(task, step="text and pages")
        named = named_results(found.versions, of) if of else []
        if compare:
            document, comparison = assemble.difference(found, named)
            result = to_json.comparison_as_data(comparison, document, named)
        else:
            document = assemble.report(found, named)
            result = to_json.report_as_data(found, document, named)
        write_report(document, out or [], found.kit, paper)
    if as_json:
        print_json(result)
    else:
        print(document.text(get_terminal_size().columns if sys.stdout.isatty() else 0))
    print_errors(Fault(message, check="component-shortage") for message in shortages(found))
