"""Turns who won and how the games ended into a section: by seat, by way of playing, by bot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from generator.engine.rule_texts import in_short
from generator.engine.statistics.intervals import Share
from generator.lab.report.charts import differences, shares
from generator.lab.report.document import Block, Code, Heading, Table, Words
from generator.lab.report.phrases import (
    count,
    how,
    percent,
    points,
    reach,
    replay,
    rng,
    sentence,
    span,
)
from generator.lab.report.results import Findings, by_bot

ROOM = 90
"""Letters of the text of a rule that ended games."""


def results(runs: Sequence[Findings], rules: Mapping[str, Mapping[str, Any]]) -> Iterator[Block]:
    """Who won, with intervals; how it ended, and under which of the `rules`."""
    runs = [run for run in runs if run.games]
    yield Heading("Results")
    yield from _by_seat(runs)
    yield from _by_bot(runs)
    yield Heading("How the games ended", 3)
    several = len(runs) > 1
    yield Table(
        (*(("run",) if several else ()), "result", "by the rule", "games", "share", "95 %", "seed"),
        [
            (
                *((str(run.number),) if several else ()),
                sentence(ending.result),
                in_short(str(rules.get(ending.rule, {}).get("text", ending.rule)), ROOM),
                count(ending.share.games),
                percent(ending.share.value),
                span(ending.share),
                str(ending.seed),
            )
            for run in runs
            for ending in run.endings
        ],
        "How the games ended, the rule that ended them, and a game to see it in",
        frozenset({3, 4, 5, 6} if several else {2, 3, 4, 5}),
    )


def _by_seat(runs: Sequence[Findings]) -> Iterator[Block]:
    told = [(run, won.name, won.share, won.seed) for run in runs for won in run.won]
    several = len(runs) > 1
    rows: list[tuple[str, Share]] = []
    for run, name, share, _ in told:
        label = f"{name}, run {run.number}: {how(run)}" if several else name
        rows.append((sentence(label), share))
    fair = {round(run.fair, 4) for run in runs if not run.together and run.plan.players > 1}
    line = fair.pop() if len(fair) == 1 else None
    says = "Games won, with 95 % intervals"
    yield from shares(
        rows, says + ("; dashed: what all seats would win alike" if line else ""), line
    )
    yield Table(
        (*(("run",) if several else ()), "who", "won", "share", "95 %", "a game of it"),
        [
            (
                *((str(run.number),) if several else ()),
                sentence(name).replace(" ", "\u00a0"),
                count(share.games),
                percent(share.value),
                span(share),
                "" if seed is None else Code(replay(run, seed)),
            )
            for run, name, share, seed in told
        ],
        "Games won by each seat",
        frozenset({2, 3, 4} if several else {1, 2, 3}),
    )


def _by_bot(runs: Sequence[Findings]) -> Iterator[Block]:
    way = by_bot(runs)
    if way is None:
        return
    yield Heading("By bot", 3)
    yield Words(
        "Bots that met at one table, a game without a winner counting half for each. A bot that "
        "always had the same seat has that seat's advantage, too: play both orders to tell them "
        "apart."
    )
    found = [(part, part.found.difference) for part in way.parts]
    yield from differences(
        [(part.item, each, part.remains) for part, each in found if each],
        "How much more the seats of a bot won than the others, in points",
    )
    yield Table(
        ("bot", "seats", "won", "others won", "points", "95 %", "chance"),
        [
            (
                part.item,
                count(part.found.having.seats),
                percent(part.found.having.rate),
                percent(part.found.lacking.rate),
                points(each.value) if each else "",
                reach(each) if each else "",
                rng(part.p),
            )
            for part, each in found
        ],
        "What the seats of each bot won",
        frozenset(range(1, 7)),
    )
