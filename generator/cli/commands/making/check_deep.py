"""The part of `check` that searches for gaps in the rules: `check --deep`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from generator.base.atomic_output import check_can_write, make_folder, write_whole
from generator.base.errors import Fault, KitError, Place, counted
from generator.base.text_files import shown_name
from generator.cli.options import Jobs, Number
from generator.cli.output import print_errors, print_json
from generator.kit.locate import KitFolders, KitSearchPath

if TYPE_CHECKING:
    from generator.cli.progress import Bar
    from generator.engine.game import Game
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
    jobs: Jobs = None
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


@dataclass(frozen=True)
class DeepReport:
    """What the deep check of a kit has found."""

    search: GapSearch
    gaps: Sequence[tuple[Gap, Path]]
    """The gaps, each with its example file."""
    idle_examples: Sequence[Fault]
    unproved: Mapping[str, Sequence[str]]
    """What nothing shows, by the keys of `UNPROVED`."""
    scores: Sequence[Score]

    @property
    def faults(self) -> list[Fault]:
        found = [gap.fault(Place(shown_name(file))) for gap, file in self.gaps]
        return [*found, *self.idle_examples]

    def as_data(self) -> dict[str, Any]:
        return {
            "kit": self.search.game.name,
            "games": self.search.games,
            "decisions": self.search.decisions,
            "gaps": [{**gap.as_data(), "file": shown_name(file)} for gap, file in self.gaps],
            "answered": dict(self.search.answered),
            **self.unproved,
            "checks": [score.as_data() for score in self.scores],
        }

    def lines(self) -> Iterator[str]:
        """The report for people."""
        yield _summary(self.search, len(self.gaps))
        for what, slugs in self.unproved.items():
            if slugs:
                yield f"  {UNPROVED[what]}: {', '.join(slugs)}"
        for score in self.scores:
            yield f"  {score}"
            yield from (f"    {change}" for change in (*score.escaped, *score.alarms))


def deep_check(
    kits: Sequence[str], roots: KitSearchPath, options: DeepOptions, as_json: bool
) -> NoReturn:
    """Search for gaps in the rules of kits, write each as an example file, and exit.

    Also reports examples that assert nothing, rules and numbers that nothing shows, and how many
    changes of the data each check finds.
    """
    from generator.engine.of_kit import game_of  # these are slow to import
    from generator.engine.registry import has_rules

    names = kits or [name for name in roots.names() if has_rules(roots.find(name))]
    if not names:
        hint = "name another folder with --data"
        raise KitError("no kit here has rules to play by", hint=hint, check="unknown-game")
    games = [game_of(roots.find(name)) for name in names]
    folder = options.out or Path("gaps")
    if folder.exists() and not folder.is_dir():
        message = "is not a folder"
        hint = "name another"
        raise KitError(message, place=Place(shown_name(folder)), hint=hint, check="file-not-found")
    reports = []
    for game in games:
        report = _search(game, roots.find(game.name), options, folder)
        print_errors(report.faults)
        if not as_json:
            print(*report.lines(), sep="\n")
        reports.append(report)
    found = [fault for report in reports for fault in report.faults]
    if as_json:
        print_json({"kits": [report.as_data() for report in reports]}, found)
    raise typer.Exit(1 if found else 0)


def _search(
    game: Game[Any], kit_folders: KitFolders, options: DeepOptions, folder: Path
) -> DeepReport:
    """Play games of a kit, shorten those with gaps, and try the checks on changed data."""
    from generator.cli.progress import progress  # all of these are slow to import
    from generator.engine.of_kit import example_gaps
    from generator.engine.simulation.workers import local
    from generator.kit.load import load_kit
    from generator.lab.fuzz.search import GapSearch
    from generator.pipeline.unread import unread_numbers

    search, count = GapSearch(game), options.games or 60
    seed = 1 if options.seed is None else options.seed
    with progress() as bar:
        task = bar.add_task(game.name, total=count, step="games")
        for number in search.play(count, seed, local(options.jobs or 1)):
            bar.update(task, completed=number)
        task = bar.add_task(game.name, total=len(search.unanswered), step="shortening games")
        gaps = []
        for gap in search.gaps():
            gaps.append((gap, _write_example(gap, folder)))
            bar.update(task, advance=1)
        kit = load_kit(kit_folders)
        check_scores = _scores(kit, bar)
    idle_examples, uncited = example_gaps(kit)
    unproved = {
        "uncited": [fault.check for fault in uncited],
        "stated": [slug for slug, rule in game.rules.items() if rule.structure],
        "unread": unread_numbers(kit),
    }
    return DeepReport(search, gaps, idle_examples, unproved, check_scores)


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
