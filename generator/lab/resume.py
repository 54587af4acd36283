"""Resumable runs: the records of a sweep, read from a store where it has them, else played.

The records and their order (sweep point by sweep point, seed by seed) are the same with and without
a store; a store only saves playing the same games again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from generator.base.errors import Fault, KitError, Place, counted
from generator.base.text_files import shown_name
from generator.engine.simulation.run import GameRecord, play_all
from generator.engine.simulation.sweep import Sweep
from generator.engine.simulation.workers import Workers
from generator.lab.store import Store


class ResumableRun:
    """Resumable run: all games of a sweep with some seeds, some of them perhaps already stored."""

    def __init__(
        self, sweep: Sweep, seeds: range, workers: Workers, store: Store | None = None
    ) -> None:
        """`store` is open for writing."""
        self._sweep, self._seeds, self._workers, self._store = sweep, seeds, workers, store
        self._plans = [sweep.plans[number] for number in sweep.numbers]
        self._runs = [store.run(plan) for plan in self._plans] if store else []
        self._missing: Sequence[Sequence[int]] = (
            [store.missing(run, seeds) for run in self._runs]
            if store
            else [seeds] * len(self._plans)
        )
        self.games = len(seeds) * len(self._plans)
        """Number of games at all points together."""
        self.kept = self.games - sum(map(len, self._missing))
        """Number of these games in the store, those played since included."""

    def notes(self) -> list[Fault]:
        """Notes for the user before the first game: which games in the store are not used, and why."""
        if self._store is None or self.kept:
            return []
        here = {run.number for run in self._runs}
        plans = [run.plan for run in self._runs]
        others = [
            run
            for run in self._store.runs()
            if run.plan in plans and run.kit == self._runs[0].kit and run.number not in here
        ]
        games = sum(map(self._store.count, others))
        if not games:
            return []
        message = (
            f"has {counted(games, 'game')} that were played with other data or another Grimoire"
        )
        place = Place(shown_name(self._store.path))
        return [
            Fault(
                message,
                place,
                hint="they stay as they are; new games are kept in a separate run",
                check="recorded-games-differ",
            )
        ]

    def records(
        self, finished: Callable[[int, int], None] = lambda number, games: None
    ) -> Iterator[tuple[int, GameRecord]]:
        """Yield the number of a sweep point and the record of a game, the arguments of `Sweep.add`.

        `finished` is called with the point and the number of games as soon as games are finished
        and stored.  Raises KitError when no more games can be played or stored.
        """
        numbers = self._sweep.numbers

        def keep(index: int, records: Sequence[GameRecord]) -> None:
            if self._store:
                self._store.add(self._runs[index], records)
                self.kept += len(records)
            finished(numbers[index], len(records))

        old = self._stored()
        new = play_all(self._plans, self._missing, self._workers, keep)
        return ((numbers[index], record) for index, record in self._merged(old, new))

    def _merged(
        self, old: Iterator[tuple[int, GameRecord]], new: Iterator[tuple[int, GameRecord]]
    ) -> Iterator[tuple[int, GameRecord]]:
        """Merge both in the order of their seeds; after an interrupt, yield the remaining stored ones."""
        try:
            for missing in map(set, self._missing):
                for seed in self._seeds:
                    yield next(new if seed in missing else old)
        except (KeyboardInterrupt, KitError):
            yield from old
            raise

    def _stored(self) -> Iterator[tuple[int, GameRecord]]:
        """Yield the games that were in the store from the start."""
        if self._store:
            for index, run in enumerate(self._runs):
                new = set(self._missing[index])
                for record in self._store.records(run, self._seeds):
                    if record.seed not in new:
                        yield index, record
