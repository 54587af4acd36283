"""Sections on the games as a whole: the runs, their length, their measures, and the rules that fired."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.base.errors import counted
from generator.engine.statistics.intervals import Share
from generator.engine.text.event_text import capitalized
from generator.engine.text.rule_texts import in_short
from generator.lab.report.document import (
    Block,
    CodeCell,
    Remark,
    ReportHeading,
    ReportTable,
    ReportText,
    number_column,
    text_column,
)
from generator.lab.report.load import Version
from generator.lab.report.output.charts import ChartRow, columns, dots
from generator.lab.report.phrases import (
    conditions,
    count,
    game_cell,
    percent,
    replay_command,
    run_column,
    seed_column,
)
from generator.lab.report.results import RuleFrequency, RunResults

LISTED_FAILED_GAMES = 10
"""Most failed games that are listed."""
RUNS_WITH_HISTOGRAM = 3
"""Most runs for which each gets a histogram of lengths; for more, only quartiles are drawn."""


def run_blocks(version: Version) -> Iterator[Block]:
    """The runs, and the games that failed."""
    runs = version.runs
    yield ReportTable.of(
        "The runs, how each was played, and its games",
        number_column("run", (run.number for run in runs)),
        text_column("how", map(conditions, runs)),
        number_column("games", (count(run.games) for run in runs)),
        text_column("seeds", (f"{run.seeds[0]}\u00a0to\u00a0{run.seeds[1]}" for run in runs)),
        text_column("to see a game", (CodeCell(replay_command(run, "SEED")) for run in runs)),
    )
    yield ReportText(
        "With the same seed, players and bots the same game is played again: every game that "
        "is named below can be viewed move by move. Of the bots, random makes any legal move, "
        "greedy the one after which its position looks best, and mcts and search look ahead. "
        f"Played with data {version.fingerprint[:12]} and program {version.program}."
    )
    if not version.is_current:
        yield Remark(
            "The kit's data have changed since these games were played: names, and how many pieces "
            "are printed, are those of today."
        )
    failed = [(run, record) for run in runs for record in run.failed]
    if failed:
        listed = failed[:LISTED_FAILED_GAMES]
        yield Remark(f"{counted(len(failed), 'game')} could not be played to the end.")
        yield ReportTable.of(
            "Games that failed",
            text_column("game", (game_cell(run, each.seed) for run, each in listed)),
            text_column("error", (each.error for _, each in listed)),
        )


def length_blocks(version: Version) -> Iterator[Block]:
    """How many turns the games took."""
    found = [(run, run.length) for run in version.played_free if run.length]
    if not found:
        return
    if len(found) <= RUNS_WITH_HISTOGRAM:
        for run, length in found:
            of = f" of run {run.number} ({conditions(run)})" if len(found) > 1 else ""
            yield columns(length.games, f"How many turns the games{of} took", length.bounded[1])
    else:
        rows = [
            ChartRow(f"run {run.number}: {conditions(run)}", middle, low, high, length.texts[1])
            for run, length in found
            for low, middle, high in [length.bounded]
        ]
        most = max(length.bounded[2] for _, length in found)
        caption = "Turns of a game: the median, and the half of all games around it"
        yield from dots(rows, (0.0, most), caption)
    quartiles = [length.texts for _, length in found]
    longest = (game_cell(run, length.longest[1]) for run, length in found)
    yield ReportTable.of(
        "Turns of a game",
        *run_column((run for run, _ in found), len(found) > 1),
        number_column("mean", (f"{length.mean:.1f}" for _, length in found)),
        number_column("quarter", (low for low, _, _ in quartiles)),
        number_column("median", (middle for _, middle, _ in quartiles)),
        number_column("three quarters", (high for _, _, high in quartiles)),
        number_column("longest", (length.longest[0] for _, length in found)),
        text_column("the longest game", longest),
    )
    for run, length in found:
        if length.caps:
            of = f"Run {run.number}: " if len(found) > 1 else ""
            yield ReportText(
                f"{of}{length.caps}. That counts as longer than this many turns (Kaplan and Meier), the true "
                "mean is above the one given, and the longest game is the longest that ended."
            )


def measure_blocks(version: Version) -> Iterator[Block]:
    """What the games measured themselves."""
    runs = version.played_free
    found = [(run, each) for run in runs for each in run.measures]
    if found:
        ranges = (f"{each.range[0]:.2f}\u00a0to\u00a0{each.range[1]:.2f}" for _, each in found)
        yield ReportTable.of(
            "Measures that the games report",
            *run_column((run for run, _ in found), len(runs) > 1, text_column),
            text_column("", (capitalized(each.name) for _, each in found)),
            number_column("mean", (f"{each.mean:.2f}" for _, each in found)),
            number_column("95 %", ranges),
            number_column("median", (f"{each.median:g}" for _, each in found)),
            number_column("most", (f"{each.most:g}" for _, each in found)),
            seed_column(((run, each.seed) for run, each in found), "seed of the most"),
        )


RULE_OF_THREE = 3
"""An event not seen in n games has a probability below 3/n, with 95 % confidence."""
TEXT_LENGTH = 56
"""Most letters of a rule's text in a row of numbers."""
MIN_SHARE = 0.001
"""Smallest share of games given as a share; below it, their number is given."""


def rule_blocks(version: Version) -> Iterator[Block]:
    """The rules that fired, and those that never did."""
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
        run, first = min(pairs, key=lambda it: (bool(it[0].plan.bans), it[1].seed, it[0].number))
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
