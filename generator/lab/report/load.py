"""Turns stores of games into versions: the runs of one state of the data, each with its findings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from generator.base.errors import KitError, Place, did_you_mean
from generator.base.text_files import shown_name
from generator.engine.game import Game
from generator.engine.of_kit import game_of
from generator.engine.simulation.run import Plan
from generator.engine.snapshot import as_text, fingerprint, snapshot
from generator.kit.load import Kit, load_kit
from generator.kit.locate import KitSearchPath
from generator.lab.report.component_supply import component_names, most_of_all, printed_copies
from generator.lab.report.results import Findings, Gatherer
from generator.lab.store import Run, Store

Watch = Callable[[int, int], None]
"""Told how many games have been read, and of how many."""


@dataclass(frozen=True)
class Version:
    """The runs by one state of the data and one state of the program."""

    file: str
    fingerprint: str
    program: str
    data: Mapping[str, Any]
    """What the games were played by, as a snapshot has it."""
    runs: Sequence[Findings]

    @property
    def games(self) -> int:
        return sum(run.games for run in self.runs)

    @property
    def free(self) -> Sequence[Findings]:
        """The runs without bars; all, if every one has some.  Nobody plays as barred players do."""
        return [run for run in self.runs if not run.plan.bars] or self.runs


@dataclass(frozen=True)
class Collection:
    """All that a report is about: a kit as it is now, its game, and what has been played."""

    kit: Kit
    game: Game[Any]
    versions: Sequence[Version]
    """The oldest first."""
    today: str
    """The fingerprint of the kit's data as they are now."""


@dataclass(frozen=True)
class _Asked:
    """A run to be read, and where it is."""

    store: Store
    run: Run


def collect(
    paths: Sequence[Path],
    roots: KitSearchPath,
    kit: str = "",
    numbers: Sequence[int] = (),
    watch: Watch = lambda done, of: None,
) -> Collection:
    """The games of one kit in these stores; of the first one only the runs with these numbers.

    Raises KitError for stores that cannot be read, hold no games, or those of several kits while
    none is named.
    """
    stores = [Store.open(path) for path in paths]
    try:
        asked = _asked(stores, kit, numbers)
        folders = roots.find(asked[0].run.kit)
        loaded, game = load_kit(folders), game_of(folders)
        today = fingerprint(as_text(snapshot(game)))
        return Collection(loaded, game, _read(asked, loaded, game, watch), today)
    finally:
        for store in stores:
            store.close()


def _asked(stores: Sequence[Store], kit: str, numbers: Sequence[int]) -> list[_Asked]:
    """The runs to be read.  Raises KitError."""
    asked: list[_Asked] = []
    for store in stores:
        place = Place(shown_name(store.path))
        runs = [run for run in store.runs() if store.count(run)]
        kits = list(dict.fromkeys(run.kit for run in runs))
        if not runs:
            hint = "`grimoire simulate KIT --store FILE` plays some"
            raise KitError("no games are in it yet", place=place, hint=hint)
        if kit and kit not in kits:
            hint = did_you_mean(kit, kits) or f"it has games of {', '.join(kits)}"
            raise KitError(f'there are no games of "{kit}" in it', place=place, hint=hint)
        asked += [_Asked(store, run) for run in runs if run.kit == (kit or run.kit)]
    kits = list(dict.fromkeys(each.run.kit for each in asked))
    if len(kits) > 1:
        hint = f"name one: --kit {kits[0]}"
        raise KitError(f"there are games of {' and '.join(kits)}: one at a time", hint=hint)
    if numbers:
        known = [each.run.number for each in asked]
        for number in numbers:
            if number not in known:
                hint = f"there are {', '.join(map(str, sorted(set(known))))}"
                raise KitError(f"there is no run {number} to tell of", hint=hint)
        asked = [each for each in asked if each.run.number in numbers]
    return asked


def _read(asked: Sequence[_Asked], kit: Kit, game: Game[Any], watch: Watch) -> list[Version]:
    """The versions with their runs, every game of them read once."""
    printed, names = printed_copies(kit), component_names(kit)
    counts = [each.store.count(each.run) for each in asked]
    total, done = sum(counts), 0
    groups: dict[tuple[Path, str, str], list[Findings]] = {}
    data: dict[str, Mapping[str, Any]] = {}
    for store, run in ((each.store, each.run) for each in asked):
        if run.fingerprint not in data:
            data[run.fingerprint] = _in_order(store.data(run.fingerprint), game)
        gatherer = Gatherer(_plan(store, run, game))
        for record in store.records(run):
            gatherer.add(record)
            done += 1
            if done % 64 == 0:
                watch(done, total)
        rules = data[run.fingerprint]["rules"]
        found = gatherer.findings(run.number, run.version, run.fingerprint, rules, printed, names)
        groups.setdefault((store.path, run.fingerprint, run.program), []).append(found)
    watch(total, total)
    return [
        Version(shown_name(path), mark, program, data[mark], runs)
        for (path, mark, program), runs in groups.items()
    ]


def _in_order(data: Mapping[str, Any], game: Game[Any]) -> Mapping[str, Any]:
    """A snapshot whose rules stand as in the rulebook of today, those it no longer has at the end."""
    rules = data["rules"]
    ordered = [*(slug for slug in game.rules if slug in rules), *sorted(rules.keys() - game.rules)]
    return {**data, "rules": {slug: rules[slug] for slug in ordered}}


def _plan(store: Store, run: Run, game: Game[Any]) -> Plan:
    """The run's plan, with just the options that are not as usual.

    Raises KitError for a plan that the game no longer has.
    """
    try:
        plan = run.plan_of(game)
        usual = game.read_options({})
        options = {name: value for name, value in plan.options.items() if value != usual[name]}
        return replace(plan, options=options)
    except (KitError, LookupError) as error:
        says = f"run {run.number} was played by a game that is no longer there: {error}"
        hint = "name the data it was played by: --data FOLDER"
        raise KitError(says, place=Place(shown_name(store.path)), hint=hint) from None


def shortages(collection: Collection) -> list[str]:
    """What the kit does not print enough of, in sentences."""
    found = {
        supply.kind: supply
        for version in collection.versions
        for _, supply in most_of_all((run.number, run.supplies) for run in version.free)
        if supply.short
    }
    return [
        f"not enough of {supply.name}: {supply.most} were in use at one time (seed {supply.seed}), "
        f"{supply.printed} are printed"
        for supply in found.values()
    ]
