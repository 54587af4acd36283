"""Tests of game lengths: plain quantiles, and Kaplan-Meier quantiles for stopped games."""

from __future__ import annotations

from generator.engine.simulation.run import GameRecord
from generator.engine.statistics.lengths import Lengths


def lengths(*games: tuple[int, bool]) -> Lengths:
    """Games by their turns, and whether they were stopped."""
    found = Lengths()
    for seed, (turns, stopped) in enumerate(games, start=1):
        result = "unfinished" if stopped else "red"
        found.add(GameRecord(seed, result, "end", (1.0, 0.0), turns=turns))
    return found


def test_without_stopped_games_the_quartiles_are_plain_ones() -> None:
    found = lengths((5, False), (1, False), (9, False), (3, False), (7, False))
    assert (found.quartiles, found.mean, found.caps) == ((3.0, 5.0, 7.0), 5.0, "")
    assert (found.shortest, found.longest) == ((1, 2), (9, 3))
    assert found.extremes == ("shortest 1 (seed 2)", "longest 9 (seed 3)")


def test_the_quantiles_are_those_of_kaplan_and_meier() -> None:
    found = lengths(
        (10, False), (30, True), (40, False), (55, True),
        (70, False), (90, True), (120, False), (150, True),
    )  # fmt: skip
    # By hand, the share that is longer than each end: 7/8, * 5/6 = 0.73, * 3/4 = 0.55, * 1/2 = 0.27.
    assert found.quartiles == (40.0, 120.0, None)
    assert found.bounded == (40.0, 120.0, 150.0)
    assert found.texts == ("40", "120", "over 150")
    assert found.caps == "4 games were stopped at 30 to 150 turns"
    assert found.longest == (120, 7)
    assert found.extremes == ("shortest 10 (seed 1)", "longest that ended 120 (seed 7)")


def test_games_stopped_at_a_cap_are_longer_than_it() -> None:
    found = lengths(*[(12, False)] * 30, *[(200, True)] * 10)
    assert found.texts == ("12", "12", "12")
    assert (found.caps, found.longest) == ("10 games were stopped at 200 turns", (12, 1))
    data = found.as_data()
    assert data["stopped"] == {"200": 10}
    assert lengths((20, False), (200, True), (200, True)).texts == ("20", "over 200", "over 200")


def test_if_no_game_ended_the_longest_game_is_a_stopped_one() -> None:
    found = lengths((200, True))
    assert (found.longest, found.caps) == ((200, 1), "1 game was stopped at 200 turns")
    assert found.extremes == ("", "")
    assert found.quartiles == (None, None, None)
