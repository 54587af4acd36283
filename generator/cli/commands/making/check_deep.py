"""The part of `check` that searches for gaps in the rules: `check --deep`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from generator.base.atomic_output import check_can_write, make_folder, write_whole
from generator.base.errors import Fault, KitError, Place, counted
from generator.base.text_files import shown_name
from generator.cli.options import Number
from generator.cli.output import print_errors, print_json
from generator.kit.locate import KitSearchPath

if TYPE_CHECKING:
    from generator.cli.progress import Bar
    from generator.kit.checks.mutation import Score
    from generator.kit.load import Kit
    from generator.lab.fuzz.search import Gap, GapSearch


MAX_CHANGES = 400
"""Most changes of the data that each check is tried with."""
UNPROVED = {
    "uncited": "rules that no example names and cites",
    "stated": "rules that only their `structure` vouches for",
    "unread": "numbers that no check, template, text or example reads",
}
"""What a kit says and nothing shows."""


@dataclass(frozen=True)
class DeepOptions:
    """Option group: how deep to search, and where to write what is found."""

    deep: bool = False
    games: Number = None
    seed: int | None = None
    jobs: Number = None
    out: Path | None = None

    def check_used(self) -> None:
        """Raise KitError for options that were given without --deep."""
        given = [each.name for each in fields(self) if getattr(self, each.name) is not None]
        names = [name for name in given if name != "jobs"]
        if not self.deep and names != ["deep"]:
            raise KitError(
                Fault(f"--{name} needs --deep", hint="add --deep", check="conflicting-options")
                for name in names[1:]
            )


def deep_check(
    kits: Sequence[str], roots: KitSearchPath, options: DeepOptions, as_json: bool
) -> NoReturn:
    """Search for gaps in the rules of kits, write each as an example file, and exit.

    Also reports examples that assert nothing, rules and numbers that nothing shows, and how many
    changes of the data each check finds.
    """
    from generator.cli.progress import progress  # all of these are slow to import
    from generator.engine.of_kit import example_gaps, game_of
    from generator.engine.registry import has_rules
    from generator.engine.simulation.workers import local
    from generator.kit.load import load_kit
    from generator.lab.fuzz.search import GapSearch
    from generator.pipeline.unread import unread_numbers

    names = kits or [name for name in roots.names() if has_rules(roots.find(name))]
    if not names:
        hint = "name another folder with --data"
        raise KitError("no kit here has rules to play by", hint=hint, check="unknown-game")
    games = [game_of(roots.find(name)) for name in names]
    count, folder = options.games or 60, options.out or Path("gaps")
    seed = 1 if options.seed is None else options.seed
    if folder.exists() and not folder.is_dir():
        message = "is not a folder"
        hint = "name another"
        raise KitError(message, place=Place(shown_name(folder)), hint=hint, check="file-not-found")
    reports: list[dict[str, Any]] = []
    found: list[Fault] = []
    for game in games:
        search = GapSearch(game)
        with progress() as bar:
            task = bar.add_task(game.name, total=count, step="games")
            for number in search.play(count, seed, local(options.jobs or 1)):
                bar.update(task, completed=number)
            task = bar.add_task(game.name, total=len(search.unanswered), step="shortening games")
            gaps = []
            for gap in search.gaps():
                gaps.append((gap, _write_example(gap, folder)))
                bar.update(task, advance=1)
            kit = load_kit(roots.find(game.name))
            check_scores = _scores(kit, bar)
        faults = [gap.fault(Place(shown_name(file))) for gap, file in gaps]
        idle_examples, uncited = example_gaps(kit)
        unproved = {
            "uncited": [fault.check for fault in uncited],
            "stated": [slug for slug, rule in game.rules.items() if rule.structure],
            "unread": unread_numbers(kit),
        }
        faults += idle_examples
        print_errors(faults)
        found += faults
        reports.append(
            {
                "kit": game.name,
                "games": search.games,
                "decisions": search.decisions,
                "gaps": [{**gap.as_data(), "file": shown_name(file)} for gap, file in gaps],
                "answered": dict(search.answered),
                **unproved,
                "checks": [score.as_data() for score in check_scores],
            }
        )
        if not as_json:
            print(_summary(search, len(gaps)))
            for what, slugs in unproved.items():
                if slugs:
                    print(f"  {UNPROVED[what]}: {', '.join(slugs)}")
            for score in check_scores:
                print(f"  {score}")
                for change in (*score.escaped, *score.alarms):
                    print(f"    {change}")
    if as_json:
        print_json({"kits": reports}, found)
    raise typer.Exit(1 if found else 0)


def _scores(kit: Kit, bar: Bar) -> list[Score]:
    """The score of each check of a kit, in the order of its checks."""
    from generator.kit.checks.mutation import scores
    from generator.pipeline.check import written_checks

    written = written_checks(kit)
    slugs = [*kit.file.checks, *(each.slug for each in written)]
    task = bar.add_task(kit.name, total=len(slugs), step="changing the data")
    found: dict[str, Score] = {}
    for score in scores(kit.file, kit.tables, written, MAX_CHANGES):
        found[score.slug] = score
        bar.update(task, completed=len(found))
    return [found[slug] for slug in slugs]


def _write_example(gap: Gap, folder: Path) -> Path:
    """Write the example file of a gap."""
    from generator.lab.fuzz.example import example_id, example_text  # as slow as the search

    make_folder(folder)
    file = folder / f"{gap.line.trial.game.name}-{example_id(gap.finding)}.yaml"
    check_can_write(file)
    write_whole(file, example_text(gap.finding, gap.line).encode())
    return file


def _summary(search: GapSearch, count: int) -> str:
    gaps = counted(count, "gap") if count else "no gaps"
    games, decisions = counted(search.games, "game"), counted(search.decisions, "decision")
    line = f"{search.game.title}: {gaps} in {games} with {decisions}"
    answers = [f"{topic} (rule {slug})" for topic, slug in search.answered.items()]
    return f"{line}; settled by a rule: {', '.join(answers)}" if answers else line
