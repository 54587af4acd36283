"""The command that compares two versions of a kit: `diff`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from generator.base.load_document import shown_name
from generator.cli.command import command
from generator.cli.options import Json, Printing, Sheets, cache_folder
from generator.cli.output import print_json
from generator.cli.progress import progress
from generator.press.cache.store import Store
from generator.press.request import BuildRequest, Edition, Ink, KitRef, Target


@command(
    "grimoire diff old/mygame output/mygame",
    "grimoire diff ../mygame-1.0 . --kit mygame -o changes.pdf",
    notes="A version is a folder that `grimoire build` has filled, whose files are compared "
    "as they are, or one with the folders data and templates: `git worktree add "
    "../mygame-1.0 v1.0` makes one from an older state.",
    options="""
    old OLD: The folder of the older version.
    new NEW: The folder of the newer version.
    kit KIT: Which kit, if a folder holds several.
    out -o FILE: The PDF to write.
    """,
)
def diff(
    old: Annotated[Path, typer.Argument()],
    new: Annotated[Path, typer.Argument()],
    kit: str = "",
    out: Path = Path("diff.pdf"),
    paper: str = Sheets.paper,
    ink: Ink = Printing.ink,
    cache: bool = Printing.cache,
    as_json: Json = False,
) -> None:
    """Show what has changed between two versions of a kit: a PDF, before and after."""
    with progress() as bar:
        from generator.tools.compare.report import diff as diff_kits  # slow to import

        task = bar.add_task("diff", total=None, step="")

        def watch(step: str, done: int, of: int) -> None:
            bar.update(task, completed=done, total=of, step=step)

        like = BuildRequest(KitRef(kit), edition=Edition(ink), target=Target(paper))
        result = diff_kits(
            old, new, out, like, watch, Store(cache_folder(cache)) if cache else None
        )
    if as_json:
        print_json({**result.as_data(), "file": str(out) if result else None})
        return
    print(f"{result.title}: {result.summary}")
    for title, why in result.lines:
        print(f"  {title}: {why}")
    if result:
        print(shown_name(out))
