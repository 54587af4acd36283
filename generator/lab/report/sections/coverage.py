"""Turns how often each rule fired into a section, with a game to look at for every one of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.engine.rule_texts import in_short
from generator.engine.statistics.intervals import Share
from generator.lab.report.document import Block, Heading, Table, Words
from generator.lab.report.load import Version
from generator.lab.report.phrases import count, counted, percent, replay
from generator.lab.report.results import Findings, Fired

RULE_OF_THREE = 3
"""What was not seen in n games happens in less than 3/n of them, with 95 % confidence."""
ROOM = 56
"""Letters of a rule's text beside its figures."""
LEAST = 0.001
"""Rarer rules tell in how many games they fired."""


def coverage(version: Version) -> Iterator[Block]:
    """Every rule that fired, and those that never did."""
    games = version.games
    if not games:
        return
    rules = version.data["rules"]
    yield Heading("Rules")
    never = never_fired(version)
    fired = fired_in(version)
    several = len(version.runs) > 1
    yield Words(
        f"{counted(len(fired), 'rule')} showed in what happened. To see one at work, play the game "
        f"with the seed that stands beside it again: {_pattern(version)}"
    )
    if never:
        rare = percent(min(1.0, RULE_OF_THREE / games), 2)
        yield Heading("Rules that never fired", 3)
        yield Words(
            f"In {counted(games, 'game')} {counted(len(never), 'rule')} never fired. A rule that is "
            f"not seen in so many games fires in less than {rare} of such games, with 95 % "
            "confidence: by other players, or with other options, it may well."
        )
        yield Table(
            ("rule", "what it says"),
            [(_name(slug), str(told["text"])) for slug, told in never.items()],
            "Rules that never fired",
        )
    yield Heading("Rules that fired", 3)
    yield Table(
        ("rule", "what it says", "games", "times", *(("run",) if several else ()), "seed"),
        [
            (
                _name(each.rule),
                in_short(str(rules.get(each.rule, {}).get("text", "")), ROOM),
                _rarely(each.games),
                count(each.times),
                *((str(run.number),) if several else ()),
                str(each.seed),
            )
            for run, each in fired
        ],
        "Rules that fired, in the order of the rulebook, with the share of games in which they did",
        frozenset({2, 3, 4, 5}) if several else frozenset({2, 3, 4}),
    )


def _pattern(version: Version) -> str:
    """The command that plays a game again; of several runs each has its own, told at the start."""
    if len(version.runs) > 1:
        return "each run's command is told under “What was played”."
    return f"{replay(version.runs[0], 'SEED')}."


def _name(slug: str) -> str:
    """A slug that stays on its line."""
    return slug.replace("-", "\u2011")


def _rarely(games: Share) -> str:
    """A share; of the few games that would be 0.0 % the number."""
    return percent(games.value) if games.value >= LEAST else counted(games.games, "game")


def fired_in(version: Version) -> list[tuple[Findings, Fired]]:
    """Every rule over all runs, with the run that shows it by the lowest seed.

    Rules are in the order of the rulebook, and runs without bars come before those with.
    """
    told: dict[str, list[tuple[Findings, Fired]]] = {rule: [] for rule in version.data["rules"]}
    for run in version.runs:
        for each in run.fired:
            told.setdefault(each.rule, []).append((run, each))
    found = []
    for pairs in filter(None, told.values()):
        run, first = min(pairs, key=_shows_best)
        games = sum(each.games.games for _, each in pairs)
        times = sum(each.times for _, each in pairs)
        found.append((run, first._replace(games=Share(games, version.games), times=times)))
    return found


def _shows_best(pair: tuple[Findings, Fired]) -> tuple[bool, int, int]:
    run, fired = pair
    return bool(run.plan.bars), fired.seed, run.number


def never_fired(version: Version) -> Mapping[str, Mapping[str, Any]]:
    """The rules that should show in events and did in none of the runs."""
    rules: Mapping[str, Mapping[str, Any]] = version.data["rules"]
    runs = [run for run in version.runs if run.games]
    return {slug: told for slug, told in rules.items() if all(slug in run.never for run in runs)}
