"""The command that finds errors in kits: `check`."""

from __future__ import annotations

from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import typer

from generator.base.errors import Fault, KitError, outcome_of
from generator.base.side_by_side import cores, job_limit, side_by_side
from generator.base.text_files import shown_name
from generator.cli.command import command
from generator.cli.commands.making.check_deep import DeepOptions, deep_check
from generator.cli.options import Json, KitLocation, Kits, Printing
from generator.cli.output import print_errors, print_json
from generator.kit.locate import KitSearchPath
from generator.press.request import Ink


@command(
    "grimoire check mygame",
    "grimoire check  # all kits",
    "grimoire check grumbles --language de",
    "grimoire check mygame --language en-XA",
    "grimoire check gruff --deck my-deck.yaml",
    "grimoire check grumbles --deep --games 300 --jobs 2 -o gaps",
    notes="Each fault is one line: its place, what is wrong, and what to do.",
    options="""
    deep: Search for gaps in rules, examples and checks instead.
    games NUMBER: With --deep: how many games of each kit.
    seed NUMBER: With --deep: the same seed finds the same gaps.
    jobs NUMBER: Number of processes; if left out, one per core, or one with --deep.
    out -o FOLDER: With --deep: the folder for an example file of each gap.
    deck FILE: Check only the deck in this file.
    """,
)
def check(
    *,
    kits: Kits = None,
    ink: Ink = Printing.ink,
    language: str = Printing.language,
    deck: list[Path] | None = None,
    deep: DeepOptions,
    where: KitLocation,
    as_json: Json = False,
) -> None:
    """Check kits: data, arithmetic, and that every face can be drawn and read."""
    roots = where.search_path()
    deep.check_used()
    if deep.deep:
        deep_check(kits or [], roots, deep, as_json)
    if deck:
        _check_decks(deck, kits or [], roots, as_json)

    from generator.pipeline.check import check as check_kit  # slow to import

    names = kits or roots.names()
    with job_limit(deep.jobs or cores()):
        tasks = [partial(outcome_of, check_kit, name, roots, ink, language) for name in names]
        outcomes = side_by_side(tasks, sendable=True)
    results: list[dict[str, Any]] = []
    code = 0
    all_faults: list[Fault] = []
    for name, outcome in zip(names, outcomes, strict=True):
        entries, faults = ((), outcome.faults) if isinstance(outcome, KitError) else (outcome, ())
        checks = [
            {"check": entry.slug, "says": entry.says, "passed": entry.passed} for entry in entries
        ]
        code = max(code, outcome.exit_code if isinstance(outcome, KitError) else 0)
        results.append(
            {"kit": name, "checks": checks, "faults": [fault.as_data() for fault in faults]}
        )
        print_errors(faults)
        all_faults += faults
        if not as_json and not faults:
            print(f"{name}: {len(checks)} checks passed")
        elif not as_json and isinstance(outcome, KitError) and outcome.left_out:
            print(f"{name}: {outcome.left_out} left out until these faults are corrected")
    if as_json:
        print_json({"kits": results}, all_faults)
    raise typer.Exit(code)


def _check_decks(files: list[Path], names: list[str], roots: KitSearchPath, as_json: bool) -> None:
    """Check decks that users have built, and exit."""
    if len(names) != 1:
        hint = "name the kit: grimoire check gruff --deck FILE"
        raise KitError("a deck belongs to one kit", hint=hint, check="conflicting-options")
    from generator.engine.of_kit import game_of  # slow to import

    game = game_of(roots.find(names[0]))
    found = {shown_name(file): game.check_deck(file) for file in files}
    for file, faults in found.items():
        print_errors(faults)
        if not as_json and not faults:
            print(f"{file}: a legal deck")
    if as_json:
        decks = [
            {"deck": file, "faults": [fault.as_data() for fault in faults]}
            for file, faults in found.items()
        ]
        print_json({"kit": names[0], "decks": decks}, chain(*found.values()))
    raise typer.Exit(1 if any(found.values()) else 0)
