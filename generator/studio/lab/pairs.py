"""Paired games of two versions of a kit: the same seeds for both, and the games that end differently."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from generator.base.errors import KitError, counted
from generator.engine.save_file import short_fingerprint
from generator.engine.simulation.sweep import Sweep
from generator.engine.text.event_text import capitalized, listed
from generator.lab.report import assemble
from generator.lab.report.compare import RunComparison
from generator.lab.report.load import collect
from generator.lab.report.phrases import percent, points, points_interval, signed
from generator.lab.report.results import GameResult, RunResults
from generator.lab.resume import ResumableRun
from generator.lab.store import Store
from generator.press.request import Progress
from generator.studio.lab.experiment import Experiment, page_of, run_of, workers_of
from generator.studio.lab.versions import KitVersion, lay_out, path_in
from generator.tools.jobs import JobResult

PARTS = 10
"""Number of alternating parts in which both versions are played, so that both have some games if it
is stopped."""
MAX_GAMES = 40
"""Most games with different results that are listed."""


class VersionPair(NamedTuple):
    """The two versions of a kit that play, and the places of their files."""

    before: Experiment
    after: Experiment

    @classmethod
    def below(cls, root: Path, experiment: Experiment) -> VersionPair:
        """Both versions, laid out in folders below `root`.  Raises KitError."""
        path, kit = experiment.path, experiment.kit
        paths = (path_in(root / name, path, kit) for name in cls._fields)
        return cls(*(replace(experiment, path=each) for each in paths))


class ChangedGame(NamedTuple):
    """A game with a different result in the other version."""

    seed: int
    before: str
    after: str


class Compared(NamedTuple):
    """Findings from the pairs of games so far."""

    games: int
    """The number of pairs."""
    lines: tuple[str, ...]
    """How much more each seat wins, and how much longer the game takes, with intervals of 95 %."""
    differ: int
    """How many of them have other winners, or another length."""
    otherwise: tuple[ChangedGame, ...]
    page: bytes
    """The whole report, if requested."""


def play(
    report: Progress,
    experiment: Experiment,
    versions: tuple[KitVersion, KitVersion],
    root: Path,
    store: Path,
) -> JobResult:
    """Lay out both versions below `root`, and play them with the same seeds into a store.

    For a process of its own: only one comparison at a time may lay out its versions there.  Raises
    KitError.
    """
    for version, name in zip(versions, VersionPair._fields, strict=True):
        lay_out(version, experiment.path, experiment.kit, root / name)
    sweeps = [Sweep(each.plan(), ()) for each in VersionPair.below(root, experiment)]
    if len({short_fingerprint(sweep.plans[0].game) for sweep in sweeps}) < len(sweeps):
        hint = "change a cell of one of them"
        raise KitError("both versions are the same game", hint=hint, check="option-value")
    size = max(1, -(-experiment.games // PARTS))
    done = 0
    with workers_of(experiment) as workers, Store.open(store, write=True) as opened:
        for seed in range(experiment.seed, experiment.seed + experiment.games, size):
            for sweep in sweeps:
                seeds = range(seed, min(seed + size, experiment.seed + experiment.games))
                for number, record in ResumableRun(sweep, seeds, workers, opened).records():
                    sweep.add(number, record)
                done += len(seeds)
                report("games", done, 2 * experiment.games)
    faults = [str(fault) for sweep in sweeps for fault in sweep.faults()]
    return JobResult((f"{experiment.games} pairs of games", *faults), store.parent, ())


def compared(pair: VersionPair, store: Path, *, whole: bool) -> Compared | None:
    """Findings from these pairs of games in the store; None if it has none.  Raises KitError.

    The report, which takes longest to make, only with `whole`.
    """
    if not store.is_file():
        return None
    plans = [each.plan() for each in pair]
    seeds = range(pair.before.seed, pair.before.seed + pair.before.games)
    with Store.open(store) as opened:
        runs = [run for plan in plans if (run := run_of(opened, plan))]
        missing = {seed for run in runs for seed in opened.missing(run, seeds)}
    complete = next((number for number, seed in enumerate(seeds) if seed in missing), len(seeds))
    if len(runs) < len(plans) or not complete:
        return None
    numbers = [run.number for run in runs]
    found = collect([store], pair.before.path, pair.before.kit, numbers, seeds=seeds[:complete])
    versions = {version.fingerprint: version for version in found.versions}
    found = replace(found, versions=[versions[run.fingerprint] for run in runs])
    document, comparison = assemble.difference(found)
    (one,) = comparison.compared
    otherwise = list(_changed_games(one))
    return Compared(
        len(one.before.by_seed),
        tuple(_lines(one)),
        len(otherwise),
        tuple(otherwise[:MAX_GAMES]),
        page_of(document, found.kit) if whole else b"",
    )


def _lines(one: RunComparison) -> Iterator[str]:
    for shift in one.results:
        yield (
            f"{capitalized(shift.name)}: {percent(shift.before.value)} and {percent(shift.after.value)}, "
            f"{points(shift.difference.value)} points ({points_interval(shift.difference)})"
        )
    if one.turns:
        low, high = signed(one.turns.low, 2), signed(one.turns.high, 2)
        yield f"Turns of a game: {signed(one.turns.value, 2)} ({low} to {high})"


def _changed_games(one: RunComparison) -> Iterator[ChangedGame]:
    """The games with other winners first, then those with another length."""
    pairs = [
        (seed, game, one.after.by_seed[seed])
        for seed, game in one.before.by_seed.items()
        if game != one.after.by_seed.get(seed, game)
    ]
    for seed, game, other in sorted(pairs, key=lambda each: each[1].winners == each[2].winners):
        yield ChangedGame(seed, _ending(one.before, game), _ending(one.after, other))


def _ending(run: RunResults, game: GameResult) -> str:
    names = [won.name for won in run.won]
    if len(names) == 1:  # they win or lose together
        who = "won" if game.winners else "lost"
    else:
        who = (
            f"{listed([names[seat] for seat in game.winners])} won"
            if game.winners
            else "nobody won"
        )
    return f"{who} after {counted(game.turns, 'turn')}"
