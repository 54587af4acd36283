"""Tally of simulated games: their statistics, each with the seed of a game that shows it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from textwrap import fill, indent

from generator.base.errors import counted
from generator.engine.events import JsonValue
from generator.engine.simulation.run import GameRecord, Plan
from generator.engine.statistics.component_win_rates import ComponentCounter
from generator.engine.statistics.intervals import Share
from generator.engine.statistics.lengths import UNFINISHED, Lengths
from generator.engine.statistics.measures import MeasureCounter
from generator.engine.statistics.power import detectable_difference
from generator.engine.statistics.printed_effects import EffectCounter, effect_lines, effects_as_data
from generator.engine.statistics.sequential import SequentialShare
from generator.engine.testing.coverage import uncited_rules
from generator.engine.text.rule_texts import in_short

ROOM = 60
"""Most letters of a rule's text in a table row."""
FEW = 5
"""Most seeds listed."""
_NUMBERS = re.compile(r"\d+")


class Tally:
    """The statistics of the games added so far."""

    def __init__(self, plan: Plan, sequential: bool = False) -> None:
        """`sequential`: the share won decides when the games end, so its interval allows for that."""
        self.plan = plan
        self.sequential = sequential
        self.games = 0
        self.failed: list[GameRecord] = []
        self.results: Counter[str] = Counter()
        self.endings: Counter[tuple[str, str]] = Counter()
        """The number of games by (result, rule that ended it)."""
        self.not_won: Counter[tuple[str, str]] = Counter()
        """The endings of games that the first seat did not win."""
        self.wins: Counter[int] = Counter()
        """The number of games that each seat won, alone or with others."""
        self.winners: Counter[int] = Counter()
        """The number of games by how many seats won."""
        self.lengths = Lengths()
        self.rules: Counter[str] = Counter()
        self.happened: Counter[str] = Counter()
        self.uses = EffectCounter(plan.effects.promises)
        self.parts = ComponentCounter(plan.game.component_names(), plan.game.component_conditions)
        self.measures = MeasureCounter()
        self.shown: dict[str, int] = {}
        """The first seed with each result, rule and kind of event: `result red`, `rule push`."""
        self.unfinished: list[int] = []
        self.held = 0
        """Number of games in which bans held moves back."""
        self.forced = 0
        """Number of games in which some decision had only banned moves."""
        self._level = True
        self._decided = False

    def __repr__(self) -> str:
        played = f"{counted(self.games, 'game')} of {self.plan.game.title}"
        return f"<Tally of {', '.join([played, *self.plan.words()])}>"

    def add(self, record: GameRecord) -> None:
        """Count one game in."""
        if record.error:
            self.failed.append(record)
            return
        ending, winners = (record.result, record.rule), record.winners
        self.games += 1
        self.results[record.result] += 1
        self.endings[ending] += 1
        self.not_won[ending] += 0 not in winners
        self.wins.update(winners)
        self.winners[len(winners)] += 1
        self.lengths.add(record)
        self.rules.update(record.rules)
        self.happened.update(record.happened)
        self.uses.add(record)
        self.parts.add(record)
        self.measures.add(record)
        self.held += record.held + record.forced > 0
        self.forced += record.forced > 0
        self._level &= record.level
        self._decided |= record.worth[0] in (0, 1)
        if record.result == UNFINISHED:
            self.unfinished.append(record.seed)
        shown = [f"result {record.result}", *(f"seat {seat}" for seat in winners)]
        shown += [f"ending {ending}"]
        shown += [f"rule {rule}" for rule in record.rules]
        shown += [f"event {kind}" for kind in record.happened]
        for what in shown:
            self.shown.setdefault(what, record.seed)

    @property
    def cooperative(self) -> bool:
        """Whether all seats won or lost together in these games, and not all were drawn."""
        return self._level and self._decided

    @property
    def counted(self) -> str:
        """What the share `won` counts: `the players win`, or for the first seat `Red wins`."""
        if self.cooperative:
            return "the players win" if self.plan.players > 1 else "the player wins"
        return f"{self._names()[0]} wins"

    @property
    def won(self) -> Share:
        """The share of games that the players, or the first seat, won."""
        return Share(self.wins[0], self.games)

    @property
    def fair_share(self) -> float:
        """Each seat's share if all won equally often, from 0 to 1; needs at least one game."""
        return self.wins.total() / self.games / self.plan.players

    @property
    def shared(self) -> float:
        """The share of games with several winners, each of whom is counted; needs at least one game."""
        return sum(games for won, games in self.winners.items() if won > 1) / self.games

    @property
    def mean_turns(self) -> float:
        """The mean length of a game in turns; needs at least one game."""
        return self.lengths.mean

    def never(self) -> list[str]:
        """The rules that events of such games can show but never did."""
        return uncited_rules(self.plan.rules(), self.rules)

    def left_out(self) -> list[str]:
        """The rules that events can show, but not with these options and players."""
        within = self.plan.rules()
        return [
            slug
            for slug, rule in self.plan.game.rules.items()
            if rule.happens and slug not in within
        ]

    def as_data(self) -> dict[str, JsonValue]:
        """All statistics as plain data."""
        data: dict[str, JsonValue] = {
            "kit": self.plan.game.name,
            "players": self.plan.players,
            "bots": list(self.plan.bots),
            "options": {name: str(value) for name, value in self.plan.options.items()},
            "games": self.games,
            "failed": [record.as_data() for record in self.failed],
        }
        if self.plan.bans:
            data["bars"] = [str(ban) for ban in self.plan.bans]
            data["held-back"], data["forced"] = self.held, self.forced
        if not self.games:
            return data
        if self.cooperative:
            data["won"] = self._share_data(self.wins[0], "seat 0")
        else:
            data["seats"] = {
                name: self._share_data(self.wins[seat], f"seat {seat}")
                for seat, name in enumerate(self._names())
            }
            data["fair-share"] = round(self.fair_share, 4)
            if self.plan.game.seats_differ:
                data["seats-differ"] = self.plan.game.seats_differ
        data["results"] = {
            result: self._share_data(count, f"result {result}")
            for result, count in sorted(self.results.items())
        }
        data["endings"] = [
            {"result": result, "rule": rule, **self._share_data(count, f"ending {(result, rule)}")}
            for (result, rule), count in self.endings_in_order()
        ]
        data["turns"] = self.lengths.as_data()
        data["rules"] = self._counts(self.rules, "rule")
        data["happened"] = self._counts(self.happened, "event")
        data["printed"] = effects_as_data(self.uses, self.cooperative)
        data["parts"] = self.parts.as_data()
        data["measures"] = self.measures.as_data()
        data["never"], data["left-out"] = self.never(), self.left_out()
        data["unfinished"] = self.unfinished[:FEW]
        if self.sequential:
            low, high = SequentialShare(self.won).range
            data["until"] = {
                "share": round(self.won.value, 4),
                "95%": [round(low, 4), round(high, 4)],
            }
        return data

    def endings_in_order(self) -> list[tuple[tuple[str, str], int]]:
        """The endings, the most frequent first."""
        return sorted(self.endings.items(), key=lambda each: (-each[1], each[0]))

    def _names(self) -> tuple[str, ...]:
        return self.plan.game.seat_names(self.plan.players)

    def _share_data(self, count: int, what: str) -> dict[str, JsonValue]:
        return {**Share(count, self.games).as_data(), "seed": self.shown.get(what)}

    def _counts(self, counts: Mapping[str, int], what: str) -> dict[str, JsonValue]:
        return {
            name: {"times": counts[name], "seed": self.shown[f"{what} {name}"]}
            for name in sorted(counts)
        }

    def text(self) -> str:
        """All statistics as lines of text."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        title, how = self.plan.game.title, ", ".join(self.plan.words())
        yield f"{self.games} game{'s' * (self.games != 1)} of {title}, {how}"
        if self.games:
            yield "(95 % intervals in brackets; to see a game: grimoire play, with its --seed)"
            seen = 100 * detectable_difference(self.games, self.won.value)
            yield f"two runs of this size show a difference of {seen:.1f} points or more"
            yield from self._win_lines()
            if self.sequential:
                low, high = SequentialShare(self.won).range
                games = counted(self.games, "game")
                yield f"stopped after {games}: {self.counted} {low:.1%} to {high:.1%}, an"
                yield "    interval that holds whenever the counting stops"
            if self.plan.bans:
                yield (
                    f"the bar held back moves in {counted(self.held, 'game')}; in "
                    f"{self.forced} of these"
                )
                yield "    there was at times no other move"
            yield "how they ended, and under which rule:"
            for (result, rule), count in self.endings_in_order():
                label = f"    {result} ({rule})"
                yield self._share_line(label, count, f"ending {(result, rule)}")
            yield from self._length_lines()
            yield from self.measures.lines()
            yield from self.parts.lines(self.plan.game.component_title)
            yield from effect_lines(self.uses, self.cooperative)
            yield from self._rule_lines()
        for record, more in self.failures():
            like = f" (and {counted(more, 'more game')} like it)" if more else ""
            yield f"seed {record.seed} failed{like}: {record.error}"

    def failures(self) -> list[tuple[GameRecord, int]]:
        """The first game that failed for each reason, and how many others failed for the same.

        The reason is the error without its numbers: in each game the same mistake meets another row.
        """
        reasons: dict[str, list[GameRecord]] = {}
        for record in self.failed:
            reasons.setdefault(_NUMBERS.sub("", record.error), []).append(record)
        return [(first, len(others)) for first, *others in reasons.values()]

    def _win_lines(self) -> Iterator[str]:
        if self.cooperative:
            yield self._share_line(self.counted, self.wins[0], "seat 0")
            return
        for seat, name in enumerate(self._names()):
            yield self._share_line(f"{name} wins", self.wins[seat], f"seat {seat}")
        if self.plan.players > 1:
            yield f"{'    a fair share for each seat':40}  {self.fair_share:6.1%}"
        if self.shared:
            yield f"{'    shared, and counted for each winner':40}  {self.shared:6.1%}"
        if self.plan.game.seats_differ:
            yield f"    {self.plan.game.seats_differ}"

    def _rule_lines(self) -> Iterator[str]:
        yield "rules, how often they fired, where to see it, and what they say:"
        for rule in sorted(self.rules, key=lambda rule: (-self.rules[rule], rule)):
            seed = f"seed {self.shown[f'rule {rule}']}"
            yield f"    {rule:28}{self.rules[rule]:>8}  {seed:10} {self._rule_text(rule)}".rstrip()
        yield "rules that never fired:" + " none" * (not self.never())
        for rule in self.never():
            yield f"    {rule:28}{'':20} {self._rule_text(rule)}"
        if left_out := self.left_out():
            yield "rules that need other options or players:"
            yield indent(fill(", ".join(left_out), 96, break_on_hyphens=False), " " * 4)

    def _length_lines(self) -> Iterator[str]:
        lengths = self.lengths
        median = lengths.texts[1]
        if lengths.caps:
            yield f"turns: median {median}; {lengths.caps}, counted as longer"
        else:
            yield f"turns: {lengths.mean:.1f} on average, median {median}"
        yield f"    {', '.join(filter(None, lengths.extremes)) or 'no game ended'}"

    def _rule_text(self, rule: str) -> str:
        rules = self.plan.game.rules
        return in_short(rules[rule].text, ROOM) if rule in rules else ""

    def _share_line(self, label: str, count: int, what: str) -> str:
        share = f"{label:32}{count:>8}  {Share(count, self.games)}"
        return f"{share}  seed {self.shown[what]}" if what in self.shown else share
