"""Turns the records of many games into statistics, each of which names a game to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from statistics import mean, median

from generator.rules.coverage import never_fired
from generator.rules.events import Plain
from generator.rules.simulate import GameRecord, Plan
from generator.rules.statistics import wilson

FEW = 5
"""How many seeds are named where there may be many."""


class Tally:
    """The statistics of the games added so far."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games = 0
        self.failed: list[GameRecord] = []
        self.results: Counter[str] = Counter()
        self.wins: Counter[int] = Counter()
        self.turns: list[tuple[int, int]] = []
        """(turns, seed) of every game."""
        self.rules: Counter[str] = Counter()
        self.happened: Counter[str] = Counter()
        self.shown: dict[str, int] = {}
        """The first seed with each result, rule and kind of event: `result red`, `rule push`."""
        self.unfinished: list[int] = []

    def add(self, record: GameRecord) -> None:
        """Counts one game in."""
        if record.error:
            self.failed.append(record)
            return
        self.games += 1
        self.results[record.result] += 1
        self.wins.update(record.winners)
        self.turns.append((record.turns, record.seed))
        self.rules.update(record.rules)
        self.happened.update(record.happened)
        if record.result == "unfinished":
            self.unfinished.append(record.seed)
        seen = [f"result {record.result}", *(f"seat {seat}" for seat in record.winners)]
        seen += [f"rule {rule}" for rule in record.rules]
        seen += [f"event {kind}" for kind in record.happened]
        for what in seen:
            self.shown.setdefault(what, record.seed)

    def never(self) -> list[str]:
        """The rules that should show in events and did in no game."""
        return never_fired(self.plan.game.rules, self.rules)

    def as_data(self) -> dict[str, Plain]:
        """All statistics as plain data."""
        data: dict[str, Plain] = {
            "kit": self.plan.game.name,
            "players": self.plan.players,
            "bots": list(self.plan.bots),
            "options": {name: str(value) for name, value in self.plan.options.items()},
            "games": self.games,
            "failed": [record.as_data() for record in self.failed],
        }
        if not self.games:
            return data
        names = self.plan.game.seat_names(self.plan.players)
        data["seats"] = {
            name: self._share(self.wins[seat], f"seat {seat}") for seat, name in enumerate(names)
        }
        data["results"] = {
            result: self._share(count, f"result {result}")
            for result, count in sorted(self.results.items())
        }
        data["turns"] = self._lengths()
        data["rules"] = self._counts(self.rules, "rule")
        data["happened"] = self._counts(self.happened, "event")
        data["never"] = self.never()
        data["unfinished"] = self.unfinished[:FEW]
        return data

    def _share(self, count: int, what: str) -> dict[str, Plain]:
        low, high = wilson(count, self.games)
        share = {"games": count, "share": round(count / self.games, 4)}
        return {**share, "95%": [round(low, 4), round(high, 4)], "seed": self.shown.get(what)}

    def _lengths(self) -> dict[str, Plain]:
        (least, short), (most, long) = min(self.turns), max(self.turns)
        turns = [turns for turns, _ in self.turns]
        return {
            "mean": round(mean(turns), 2),
            "median": median(turns),
            "shortest": {"turns": least, "seed": short},
            "longest": {"turns": most, "seed": long},
        }

    def _counts(self, counts: Mapping[str, int], what: str) -> dict[str, Plain]:
        return {
            name: {"times": counts[name], "seed": self.shown[f"{what} {name}"]}
            for name in sorted(counts)
        }

    def text(self) -> str:
        """All statistics as lines to read."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        bots = " against ".join(self.plan.bots)
        yield f"{self.games} games of {self.plan.game.name}, {bots}"
        if self.games:
            names = self.plan.game.seat_names(self.plan.players)
            for seat, name in enumerate(names):
                yield self._share_line(f"{name} wins", self.wins[seat], f"seat {seat}")
            for result, count in sorted(self.results.items()):
                yield self._share_line(f"result {result}", count, f"result {result}")
            (least, short), (most, long) = min(self.turns), max(self.turns)
            turns = [turns for turns, _ in self.turns]
            yield f"turns: {mean(turns):.1f} on average, median {median(turns):g}"
            yield f"    shortest {least} (seed {short}), longest {most} (seed {long})"
            yield "rules, how often they fired and where to see it:"
            for rule in sorted(self.rules, key=lambda rule: (-self.rules[rule], rule)):
                yield f"    {rule:24}{self.rules[rule]:>10}  seed {self.shown[f'rule {rule}']}"
            yield "rules that never fired: " + (", ".join(self.never()) or "none")
        for record in self.failed:
            yield f"seed {record.seed} failed: {record.error}"

    def _share_line(self, says: str, count: int, what: str) -> str:
        low, high = wilson(count, self.games)
        share = f"{says:24}{count:>8}  {count / self.games:6.1%}  ({low:.1%} to {high:.1%})"
        return f"{share}  seed {self.shown[what]}" if what in self.shown else share
