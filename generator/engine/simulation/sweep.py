"""Sweep: a plan varied along some parameters, and the statistics of every combination."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from generator.base.errors import Fault
from generator.engine.events import JsonValue
from generator.engine.simulation.parameters import PLAYERS, Axis, ParameterValue, combinations
from generator.engine.simulation.run import GameRecord, Plan
from generator.engine.statistics.summary import Tally


class Sweep:
    """A plan varied along some axes, with a tally for each combination.

    Without axes there is one combination, which is the plan itself.
    """

    def __init__(self, plan: Plan, axes: Sequence[Axis], sequential: bool = False) -> None:
        """With `sequential`, the games may end as soon as the share won is known (see `Tally`)."""
        self.plan = plan
        self.axes = tuple(axes)
        self.points = combinations(self.axes)
        """The values of each combination, by name."""
        self.plans = [_varied(plan, point) for point in self.points]
        self.tallies = [Tally(plan, sequential) for plan in self.plans]

    @cached_property
    def numbers(self) -> list[int]:
        """The combinations that the game allows: some options may allow fewer players.

        If it allows none, all are kept, so that the game itself refuses when it is played.
        """
        every = range(len(self.plans))
        return [number for number in every if _allowed(self.plans[number])] or list(every)

    def check(self, seed: int) -> None:
        """Raise KitError if a combination cannot be played."""
        for number in self.numbers:
            self.plans[number].check(seed)

    def add(self, number: int, record: GameRecord) -> None:
        """Count in a game of the combination with this number."""
        self.tallies[number].add(record)

    def at(self, number: int) -> str:
        """A combination in words: `players 3, mode rookie`."""
        return ", ".join(f"{name} {value}" for name, value in self.points[number].items())

    @property
    def games(self) -> int:
        """Number of games counted in."""
        return sum(tally.games for tally in self.tallies)

    @property
    def counted(self) -> str:
        """What is compared: `the players win`, or for the first seat `Red wins`."""
        played = [tally for tally in self.tallies if tally.games]
        apart = [tally for tally in played if not tally.cooperative]
        return (apart or played or self.tallies)[0].counted

    def as_data(self) -> dict[str, JsonValue]:
        """The axes, and all statistics of each combination, as plain data."""
        return {
            "kit": self.plan.game.name,
            "each": {axis.name: list(axis.values) for axis in self.axes},
            "counted": self.counted,
            "at": [
                {
                    "values": dict(self.points[number]),
                    "share": self.tallies[number].won.as_data(),
                    **self.tallies[number].as_data(),
                }
                for number in self.numbers
            ],
        }

    def text(self) -> str:
        """The table in lines of text."""
        names = [axis.name for axis in self.axes]
        rows = [[*names, "games", self.counted, "(95 %)", "turns", "how else it ends"]]
        for number in self.numbers:
            point = self.points[number]
            rows.append([*(str(point[name]) for name in names), *_cells(self.tallies[number])])
        *middle, _ = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [f"{self.plan.game.title}, {' against '.join(self.plan.bots)}"]
        for row in rows:
            cells = [f"{cell:{width}}" for cell, width in zip(row, [*middle, 0], strict=True)]
            lines.append("  ".join(cells).rstrip())
        return "\n".join(lines)

    def faults(self) -> list[Fault]:
        """Faults for bans that held nothing back, and for games that failed."""
        bitten = any(tally.held for tally in self.tallies)
        idle = [] if bitten or not self.games else list(map(str, self.plan.bans))
        faults = [
            Fault(
                f'"{ban}" held back no move',
                hint="write words of a move, as `grimoire play` shows it",
                check="option-value",
            )
            for ban in idle
        ]
        return faults + [
            Fault(
                record.error,
                item=", ".join(filter(None, [at, _failing(record.seed, more)])),
                check="game-package",
            )
            for at, tally in zip(map(self.at, range(len(self.points))), self.tallies, strict=True)
            for record, more in tally.failures()
        ]


def _failing(seed: int, more: int) -> str:
    return f"game with seed {seed}" + (f" and {more} more" if more else "")


def _allowed(plan: Plan) -> bool:
    """Whether the plan's number of players is possible with its options."""
    return plan.players in plan.game.seats_with(plan.game.read_options(plan.options))


def _varied(plan: Plan, point: Mapping[str, ParameterValue]) -> Plan:
    """The plan with some values replaced."""
    players = int(point.get(PLAYERS, plan.players))
    options = {name: value for name, value in point.items() if name != PLAYERS}
    return Plan(plan.game, plan.bots, players, {**plan.options, **options}, plan.bans)


def _cells(tally: Tally) -> list[str]:
    """The cells of one combination's row."""
    if not tally.games:
        return ["0", "", "", "", ""]
    low, high = tally.won.range
    ends = [
        f"{result} ({rule}) {count / tally.games:.1%}"
        for (result, rule), count in sorted(
            tally.not_won.items(), key=lambda each: (-each[1], each[0])
        )
        if count
    ]
    return [
        str(tally.games),
        f"{tally.won.value:6.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{tally.mean_turns:.1f}",
        ", ".join(ends),
    ]
