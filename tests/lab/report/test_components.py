"""Tests of the section on components: which rows its charts and tables show."""

from __future__ import annotations

from pathlib import Path

from generator.engine.simulation.run import GameRecord
from generator.lab.report.assemble import report
from generator.lab.report.document import ReportChart, ReportTable, ReportText
from tests.lab.report.simulated import duel, plan, read_stores, store_games


def test_the_surest_components_are_shown_not_the_largest_differences(tmp_path: Path) -> None:
    """The axe wins about two of three of 60 games; forty things are in one each, won or lost."""

    def axes(seed: int) -> GameRecord:
        record = duel(seed)
        winner = int(record.worth[0] < 1)
        axe = winner if seed % 3 else 1 - winner
        rare = {f"thing {seed}": (winner if seed % 2 else 1 - winner,)} if seed < 40 else {}
        return duel(seed, parts={"in the team": {"axe": (axe,)} | rare})

    store = store_games(tmp_path / "games.sqlite", plan(), axes, range(60))
    blocks = report(read_stores(store)).blocks
    (table,) = [
        block
        for block in blocks
        if isinstance(block, ReportTable) and block.caption.startswith("In the team: use and wins")
    ]
    assert table.caption.endswith("(the 24 surest of 41)")
    (axe,) = [row for row in table.rows if row[0] == "axe"]
    assert axe[1:4] == ("60\u00a0(50.0\u00a0%)", "66.6\u00a0% of\u00a060", "33.4\u00a0% of\u00a060")
    values = [float(str(row[4]).replace("\N{MINUS SIGN}", "-")) for row in table.rows]
    assert values == sorted(values, reverse=True)
    (chart,) = [
        block
        for block in blocks
        if isinstance(block, ReportChart) and block.caption.startswith("In the team: what was won")
    ]
    assert "axe" in [row["label"] for row in chart.arg["rows"]]
    assert any(
        isinstance(block, ReportText) and block.text.startswith("And 17 others, whose differences")
        for block in blocks
    )
