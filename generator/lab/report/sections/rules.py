"""Section on rule coverage: how often each rule fired, and a game that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.base.errors import counted
from generator.engine.statistics.intervals import Share
from generator.engine.text.rule_texts import in_short
from generator.lab.report.document import (
    Block,
    ReportHeading,
    ReportSection,
    ReportTable,
    ReportText,
    number_column,
    text_column,
)
from generator.lab.report.load import Version
from generator.lab.report.phrases import count, percent, replay_command, run_column, seed_column
from generator.lab.report.results import RuleFrequency, RunResults

RULE_OF_THREE = 3
"""An event not seen in n games has a probability below 3/n, with 95 % confidence."""
TEXT_LENGTH = 56
"""Most letters of a rule's text in a row of numbers."""
MIN_SHARE = 0.001
"""Smallest share of games given as a share; below it, their number is given."""


def _rules(version: Version) -> Iterator[Block]:
    games, rules = version.games, version.data["rules"]
    if not games:
        return
    never, fired = never_fired(version), fired_in(version)
    yield ReportText(
        f"{counted(len(fired), 'rule')} showed in what happened. To see one at work, play the game "
        f"with the seed in its row again: {_command(version)}"
    )
    if never:
        rare = percent(min(1.0, RULE_OF_THREE / games), 2)
        yield ReportHeading("Rules that never fired", 3)
        yield ReportText(
            f"In {counted(games, 'game')} {counted(len(never), 'rule')} never fired. A rule "
            f"that is not seen in that many games fires in less than {rare} of such games, "
            "with 95 % confidence; with other players or options it may well fire more often."
        )
        yield ReportTable.of(
            "Rules that never fired",
            text_column("rule", map(_unbreakable, never)),
            text_column("what it says", (str(rule["text"]) for rule in never.values())),
        )
    texts = (str(rules.get(each.rule, {}).get("text", "")) for _, each in fired)
    yield ReportHeading("Rules that fired", 3)
    yield ReportTable.of(
        "Rules that fired, in the order of the rulebook, with the share of games in which they did",
        text_column("rule", (_unbreakable(each.rule) for _, each in fired)),
        text_column("what it says", (in_short(text, TEXT_LENGTH) for text in texts)),
        number_column("games", (_share_or_number(each.games) for _, each in fired)),
        number_column("times", (count(each.times) for _, each in fired)),
        *run_column((run for run, _ in fired), len(version.runs) > 1),
        seed_column((run, each.seed) for run, each in fired),
    )


def _command(version: Version) -> str:
    """The command that replays a game; for several runs, a reference to the section that lists them."""
    if len(version.runs) > 1:
        return "each run's command is under “What was played”."
    return f"{replay_command(version.runs[0], 'SEED')}."


def _unbreakable(slug: str) -> str:
    """A slug with non-breaking hyphens."""
    return slug.replace("-", "\u2011")


def _share_or_number(games: Share) -> str:
    return percent(games.value) if games.value >= MIN_SHARE else counted(games.games, "game")


def fired_in(version: Version) -> list[tuple[RunResults, RuleFrequency]]:
    """Every rule that fired in any run, with the run whose seed to show it is lowest.

    Rules are in the order of the rulebook; runs without bans are preferred.
    """
    by_rule: dict[str, list[tuple[RunResults, RuleFrequency]]] = {
        rule: [] for rule in version.data["rules"]
    }
    for run in version.runs:
        for each in run.fired:
            by_rule.setdefault(each.rule, []).append((run, each))
    found = []
    for pairs in filter(None, by_rule.values()):
        run, first = min(
            pairs, key=lambda pair: (bool(pair[0].plan.bars), pair[1].seed, pair[0].number)
        )
        games = sum(each.games.games for _, each in pairs)
        times = sum(each.times for _, each in pairs)
        found.append((run, first._replace(games=Share(games, version.games), times=times)))
    return found


def never_fired(version: Version) -> Mapping[str, Mapping[str, Any]]:
    """The rules that events should cite and none did, though some run had the options for them."""
    rules: Mapping[str, Mapping[str, Any]] = version.data["rules"]
    missed = {slug for run in version.played for slug in run.never}
    missed -= {each.rule for run in version.played for each in run.fired}
    return {slug: rule for slug, rule in rules.items() if slug in missed}


RULES = ReportSection("Rules", _rules)
