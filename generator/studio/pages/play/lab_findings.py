"""Findings of the lab as tables and a histogram, each figure with a game to look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from nicegui import ui

from generator.base.errors import counted
from generator.engine.text.rule_texts import Rule
from generator.studio.lab.experiment import Count, Estimate, Findings
from generator.studio.pages.components import text, text_button

ShowGame: TypeAlias = Callable[[int], object]
"""Shows the game with a seed."""


def show_findings(found: Findings, rules: Mapping[str, Rule], show_game: ShowGame) -> None:
    """Add who wins, how games end, how long they take, and the rules that were applied."""
    if not found.games:
        return
    text("h2", "Who wins")
    _add_shares(found.wins, rules, show_game, found.fair)
    if found.fair is not None:
        text(
            "p",
            f"The line is at {100 * found.fair:.1f} %, where all would win equally often.",
            "quiet",
        )
    text("h2", "How games end")
    _add_shares(found.endings, rules, show_game)
    text("h2", "How long games take")
    text("p", found.length)
    _add_histogram(found.lengths, show_game)
    with ui.expansion(f"{counted(len(found.rules), 'rule')} applied").classes("lab-rules"):
        for each in found.rules:
            with ui.element("p"):
                words = text("span", f"{each.title}: {counted(each.number, 'time')} ")
                if each.title in rules:
                    words.tooltip(rules[each.title].text)
                _add_link(each.seed, show_game)


def _add_shares(
    shares: Sequence[Estimate],
    rules: Mapping[str, Rule],
    show_game: ShowGame,
    mark: float | None = None,
) -> None:
    with ui.element("table").classes("estimates"):
        for each in shares:
            with ui.element("tr"):
                with ui.element("th"):
                    text("span", each.title)
                    if each.rule:
                        known = rules.get(each.rule)
                        text("p", known.text if known else each.rule, "quiet").tooltip(each.rule)
                text("td", f"{100 * each.share:.1f} %")
                interval_cells(each.low, each.high, mark=mark)
                with ui.element("td"):
                    _add_link(each.seed, show_game)


def _add_histogram(lengths: Sequence[Count], show_game: ShowGame) -> None:
    """A bar for each length, which shows a game of that length."""
    most = max(each.number for each in lengths)
    with ui.element("div").classes("histogram"):
        for each in lengths:
            words = f"{each.title} turns: {counted(each.number, 'game')}"
            height = f"height: {100 * each.number / most:.2f}%"
            if each.seed is None:
                bar = ui.element("span")
            else:
                bar = text_button("", partial(show_game, each.seed))
                bar.props["aria-label"] = words
            bar.props["title"] = words
            with bar:
                ui.element("i").style(height)
    with ui.element("div").classes("histogram-ends"):
        text("span", lengths[0].title)
        text("span", f"{lengths[-1].title} turns")


def interval_cells(
    low: float, high: float, aim: tuple[float, float] | None = None, mark: float | None = None
) -> None:
    """Two cells of a table: a bar between the limits of a share, and the limits in numbers.

    The bar lies on a pale one from limit to limit of the `aim`, and a line is at the `mark`.
    """
    bars = [("aim", aim), ("", (low, high)), ("mark", (mark, mark) if mark is not None else None)]
    with ui.element("td").classes("interval"):
        for classes, limits in bars:
            if limits:
                left, right = (100 * limit for limit in limits)
                bar = ui.element("span").classes(classes)
                bar.style(f"left: {left:.2f}%; width: {right - left:.2f}%")
    text("td", f"{100 * low:.1f} – {100 * high:.1f} %", "quiet")


def _add_link(seed: int | None, show_game: ShowGame) -> None:
    """A link to a game, if there is one."""
    if seed is not None:
        text_button(f"game {seed}", partial(show_game, seed), "rule")
