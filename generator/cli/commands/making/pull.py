"""The command that fetches the published sheets of a kit: `pull`."""

from __future__ import annotations

from generator.base.load_document import shown_name
from generator.cli.command import command
from generator.cli.options import Json, KitData, OneKit
from generator.cli.output import print_json

MAX_LINES = 40
"""Most changes of a table that are shown; `--json` has them all."""


@command(
    "grimoire pull my-deck",
    notes="A table in game.yaml names the address of a sheet published as CSV: source: "
    "https://… (or http://localhost…). Nothing else is ever fetched, and no other "
    "command fetches anything. If a sheet cannot be fetched or read, no file changes.",
)
def pull(*, name: OneKit, where: KitData, as_json: Json = False) -> None:
    """Fetch the published sheets that a kit names, and show what has changed."""
    from generator.tools.pull.pull import pull_kit  # slow to import

    pulled = pull_kit(where.search_path().find(name))
    if as_json:
        tables = [
            {
                "table": each.table,
                "file": shown_name(each.file),
                "source": each.url,
                "changes": [line.strip() for line in each.changes],
            }
            for each in pulled
        ]
        print_json({"kit": name, "tables": tables})
        return
    for each in pulled:
        print(f"{shown_name(each.file)}{'' if each.changes else ': nothing has changed'}")
        for line in each.changes[:MAX_LINES]:
            print(f"  {line}")
        if len(each.changes) > MAX_LINES:
            print(f"  … and {len(each.changes) - MAX_LINES} more changes")
