"""The part of `check` that looks for gaps in the rules: `check --deep`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from generator.base.atomic_output import prove_writable, write_whole
from generator.base.errors import Fault, KitError, Place
from generator.base.text_files import shown_name
from generator.cli.output import complain, print_json, progress
from generator.engine.of_kit import game_of, has_rules
from generator.engine.simulation.workers import local
from generator.kit.locate import KitSearchPath
from generator.lab.fuzz.example import example_id, example_text
from generator.lab.fuzz.search import Gap, GapSearch

Deep = Annotated[
    bool,
    typer.Option("--deep", help="Look for gaps in the rules instead, by playing many odd games."),
]
Games = Annotated[
    int | None,
    typer.Option(min=1, metavar="NUMBER", help="With --deep: how many games of each kit."),
]
Seed = Annotated[
    int | None, typer.Option(metavar="NUMBER", help="With --deep: the same seed finds the same.")
]
Jobs = Annotated[
    int | None,
    typer.Option(min=1, metavar="NUMBER", help="With --deep: processes that play side by side."),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "-o", "--out", metavar="FOLDER", help="With --deep: gets an example file of each gap."
    ),
]


@dataclass(frozen=True)
class Wishes:
    """How deep to look, and where to keep what is found."""

    games: int = 60
    seed: int = 1
    jobs: int = 1
    out: Path = Path("gaps")

    @classmethod
    def of(cls, deep: bool, **given: Any) -> Wishes:
        """What was wished for, the rest as usual.  Raises KitError for wishes without --deep."""
        named = {name: value for name, value in given.items() if value is not None}
        if named and not deep:
            raise KitError(Fault(f"--{name} is for --deep", hint="add --deep") for name in named)
        return cls(**named)


def deep_check(
    kits: Sequence[str], roots: KitSearchPath, wishes: Wishes, as_json: bool
) -> NoReturn:
    """Look for gaps in the rules of kits, keep each as an example file, and exit."""
    names = kits or [name for name in roots.names() if has_rules(roots.find(name))]
    if not names:
        raise KitError("there is no kit with rules to play by", hint="name another --data")
    games = [game_of(roots.find(name)) for name in names]
    if wishes.out.exists() and not wishes.out.is_dir():
        raise KitError("is no folder", place=Place(shown_name(wishes.out)), hint="name another")
    told: list[dict[str, Any]] = []
    found: list[Fault] = []
    for game in games:
        hunt = GapSearch(game)
        with progress() as bar:
            task = bar.add_task(game.name, total=wishes.games, step="games")
            for number in hunt.play(wishes.games, wishes.seed, local(wishes.jobs)):
                bar.update(task, completed=number)
            task = bar.add_task(game.name, total=len(hunt.open), step="making games smaller")
            gaps = []
            for gap in hunt.gaps():
                gaps.append(gap)
                bar.update(task, advance=1)
        files = [_keep(gap, wishes.out) for gap in gaps]
        faults = [gap.fault(Place(shown_name(file))) for gap, file in zip(gaps, files, strict=True)]
        complain(faults)
        found += faults
        told.append(
            {
                **{"kit": game.name, "games": hunt.games, "decisions": hunt.decisions},
                "gaps": [
                    {**gap.as_data(), "file": shown_name(file)}
                    for gap, file in zip(gaps, files, strict=True)
                ],
                "answered": dict(hunt.answered),
            }
        )
        if not as_json:
            print(_line(hunt, gaps))
    if as_json:
        print_json({"kits": told}, found)
    raise typer.Exit(1 if found else 0)


def _keep(gap: Gap, folder: Path) -> Path:
    """Write the example file of a gap."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{gap.line.trial.game.name}-{example_id(gap.finding)}.yaml"
    prove_writable(file)
    write_whole(file, example_text(gap.finding, gap.line).encode())
    return file


def _line(hunt: GapSearch, gaps: Sequence[Gap]) -> str:
    number = f"{len(gaps)} gap{'s' * (len(gaps) != 1)}" if gaps else "no gaps"
    line = f"{hunt.game.title}: {number} in {hunt.games} games with {hunt.decisions:,} decisions"
    answers = [f"{topic} (rule {slug})" for topic, slug in hunt.answered.items()]
    return f"{line}; what came up and a rule settles: {', '.join(answers)}" if answers else line
