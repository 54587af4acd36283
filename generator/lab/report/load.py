"""Loading of a report: reads stores of games into versions, each with the runs of one data state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from generator.base.errors import KitError, Place, did_you_mean
from generator.base.text_files import shown_name
from generator.engine.game import Game
from generator.engine.kept_ladders import KeptLadder, load_ladders
from generator.engine.of_kit import game_of
from generator.engine.simulation.run import Plan
from generator.kit.load import Kit, load_kit
from generator.kit.locate import KitSearchPath
from generator.lab.provenance import data_fingerprint
from generator.lab.report.ablation import ablations
from generator.lab.report.component_supply import (
    Supply,
    component_names,
    most_of_all,
    printed_copies,
)
from generator.lab.report.results import ResultsCollector, RunResults, by_bot
from generator.lab.store import Run, Store

Progress = Callable[[int, int], None]
"""Called with the number of games read so far and of all games."""


@dataclass(frozen=True)
class Version:
    """Version: the runs with one state of the data and of the program."""

    file: str
    fingerprint: str
    program: str
    data: Mapping[str, Any]
    """Snapshot of the data that the games were played with."""
    runs: Sequence[RunResults]
    pieces: Mapping[str, int] = field(default_factory=dict)
    """Copies of each kind of piece that the current game counts."""
    ladders: Sequence[KeptLadder] = ()
    """Ladders saved for the kit: how well its bots play."""
    is_current: bool = True
    """Whether the kit's data are unchanged since the games."""

    @property
    def games(self) -> int:
        return sum(run.games for run in self.runs)

    @property
    def played(self) -> Sequence[RunResults]:
        """The runs with games."""
        return [run for run in self.runs if run.games]

    @property
    def free(self) -> Sequence[RunResults]:
        """The runs without bans, which are artificial; all runs if there are none."""
        return [run for run in self.runs if not run.plan.bans] or self.runs

    @property
    def played_free(self) -> Sequence[RunResults]:
        """The runs with games and without bans; all runs with games if there are none."""
        return [run for run in self.free if run.games] or self.played

    @property
    def supplies(self) -> list[tuple[int, Supply]]:
        """The most of each component that any run without bans needed, with the run's number."""
        return most_of_all((run.number, run.supplies) for run in self.free)


@dataclass(frozen=True)
class Collection:
    """Subject of a report: the current kit, and the versions that were played."""

    kit: Kit
    versions: Sequence[Version]
    """Versions, the oldest first."""


_StoredRun = tuple[Store, Run]
"""A run to read, and its store."""


def collect(
    paths: Sequence[Path],
    roots: KitSearchPath,
    kit: str = "",
    numbers: Sequence[int] = (),
    progress: Progress = lambda done, of: None,
    seeds: range | None = None,
) -> Collection:
    """Read the games of one kit from these stores, only runs with these `numbers` if there are any.

    With `seeds`, only games with those seeds.

    Raises KitError if a store cannot be read or has no games, or if there are games of several kits
    and `kit` names none.
    """
    stores = [Store.open(path) for path in paths]
    try:
        runs = _select(stores, kit, numbers)
        folders = roots.find(runs[0][1].kit)
        loaded = load_kit(folders)
        return Collection(loaded, _read(runs, loaded, game_of(folders), progress, seeds))
    finally:
        for store in stores:
            store.close()


def _select(stores: Sequence[Store], kit: str, numbers: Sequence[int]) -> list[_StoredRun]:
    """The runs to read.  Raises KitError if there are none, or not the ones named."""
    selected: list[_StoredRun] = []
    for store in stores:
        place = Place(shown_name(store.path))
        runs = [run for run in store.runs() if store.count(run)]
        kits = list(dict.fromkeys(run.kit for run in runs))
        if not runs:
            hint = "`grimoire simulate KIT --store FILE` plays some"
            raise KitError(
                "no games are in it yet", place=place, hint=hint, check="no-recorded-games"
            )
        if kit and kit not in kits:
            hint = did_you_mean(kit, kits) or f"it has games of {', '.join(kits)}"
            raise KitError(
                f'there are no games of "{kit}" in it',
                place=place,
                hint=hint,
                check="no-recorded-games",
            )
        selected += [(store, run) for run in runs if run.kit == (kit or run.kit)]
    kits = list(dict.fromkeys(run.kit for _, run in selected))
    if len(kits) > 1:
        hint = f"name one: --kit {kits[0]}"
        message = f"there are games of {' and '.join(kits)}, but a report is on one kit"
        raise KitError(message, hint=hint, check="option-value")
    known = {run.number for _, run in selected}
    for number in numbers:
        if number not in known:
            hint = f"there are {', '.join(map(str, sorted(known)))}"
            raise KitError(f"there is no run {number}", hint=hint, check="no-recorded-games")
    return [(store, run) for store, run in selected if not numbers or run.number in numbers]


def _read(
    runs: Sequence[_StoredRun], kit: Kit, game: Game[Any], progress: Progress, seeds: range | None
) -> list[Version]:
    """The versions with their runs; every game is read once."""
    printed, names = printed_copies(kit), component_names(kit)
    ladders = load_ladders(kit.folders.data)
    total, done = sum(store.count(run) for store, run in runs), 0
    groups: dict[tuple[Path, str, str], list[RunResults]] = {}
    data: dict[str, Mapping[str, Any]] = {}
    for store, run in runs:
        if run.fingerprint not in data:
            data[run.fingerprint] = _in_order(store.data(run.fingerprint), game)
        collector = ResultsCollector(_plan(store, run, game))
        for record in store.records(run, seeds):
            collector.add(record)
            done += 1
            if done % 64 == 0:
                progress(done, total)
        rules = data[run.fingerprint]["rules"]
        found = collector.results(run.number, run.version, run.fingerprint, rules, printed, names)
        groups.setdefault((store.path, run.fingerprint, run.program), []).append(found)
    progress(total, total)
    pieces, today = Counter(game.printed_pieces()), data_fingerprint(game)
    families = sum(_families(found) for found in groups.values()) + 2 * (len(groups) > 1)
    versions = []
    for (path, mark, program), results in groups.items():
        played = [each.with_families(max(1, families)) for each in results]
        file, current = shown_name(path), mark == today
        version = Version(file, mark, program, data[mark], played, pieces, ladders, current)
        versions.append(version)
    return versions


def _families(runs: Sequence[RunResults]) -> int:
    """The families of tests on one version: seats, components, effects, bots and bans."""
    free = [run for run in runs if not run.plan.bans and run.games]
    return (
        sum(bool(run.seat_tests) for run in free)
        + sum(any(usage.compared for usage in run.usages) for run in free)
        + sum(run.cooperative and bool(run.effects) for run in free)
        + (by_bot(free) is not None)
        + bool(ablations(runs))
    )


def _in_order(data: Mapping[str, Any], game: Game[Any]) -> Mapping[str, Any]:
    """A snapshot with its rules in the order of the current rulebook, deleted rules last."""
    rules = data["rules"]
    ordered = [*(slug for slug in game.rules if slug in rules), *sorted(rules.keys() - game.rules)]
    return {**data, "rules": {slug: rules[slug] for slug in ordered}}


def _plan(store: Store, run: Run, game: Game[Any]) -> Plan:
    """The run's plan, with only the options that differ from their defaults.

    Raises KitError if the game no longer supports the plan.
    """
    try:
        plan = run.plan_of(game)
        defaults = game.read_options({})
        options = {name: value for name, value in plan.options.items() if value != defaults[name]}
        return replace(plan, options=options)
    except (KitError, LookupError) as error:
        message = f"run {run.number} was played with a game that no longer exists: {error}"
        hint = "name the data it was played with: --data FOLDER"
        place = Place(shown_name(store.path))
        raise KitError(message, place=place, hint=hint, check="recorded-games-differ") from None


def shortages(collection: Collection) -> list[str]:
    """Phrases about the components that the kit does not print enough of."""
    found = {
        supply.kind: supply
        for version in collection.versions
        for _, supply in version.supplies
        if supply.short
    }
    return [
        f"not enough of {supply.name}: {supply.most} were in use at one time (seed "
        f"{supply.seed}), but only {supply.printed} are printed"
        for supply in found.values()
    ]
