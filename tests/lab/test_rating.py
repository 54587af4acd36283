"""Tests of ratings: mirrored seats, the same seeds, and intervals over seeds."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.bots.observation import Observation
from generator.engine.game import Game
from generator.engine.rng import Rng
from generator.lab.rating import (
    BotPair,
    Ladder,
    MeasureComparison,
    all_pairs,
    budget_pairs,
    compare,
    has_hidden_information,
    open_vs_hidden_pairs,
)
from tests.engine.faulty import Crashing
from tests.engine.toy import ToyGame
from tests.lab.fuzz.broken import WalkGame
from tests.shipped import shipped_game


def eager(observation: Observation, rng: Rng) -> Any:
    """Goes right whenever possible."""
    return observation.legal_moves()[-1]


def lazy(observation: Observation, rng: Rng) -> Any:
    """Always rests."""
    return observation.legal_moves()[0]


@pytest.fixture(autouse=True)
def walkers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "bots", {"eager": eager, "lazy": lazy})


def ladder(game: Game[Any], *pairs: BotPair, players: int = 2, seeds: int = 10) -> Ladder:
    table = Ladder(game, pairs, players, {})
    played = list(table.play(seeds))
    assert len(played) == table.games(seeds)
    return table


def test_the_better_bot_wins_from_either_seat() -> None:
    table = ladder(WalkGame.new(), BotPair("eager", "lazy"))
    (meeting,) = table.meetings()
    share, low, high = meeting.share
    assert (share, high) == (1, 1)
    assert 0.75 < low < 0.95
    assert meeting.better
    assert meeting.seeds == 10
    _, what, line, *described = table.text([meeting]).splitlines()
    assert what.startswith("Of what the two won, what the first won")
    assert line.startswith("  eager over lazy: 100.0%  (")
    assert line.endswith("  better")
    assert described == ["eager: Goes right whenever possible.", "lazy: Always rests."]


def test_equal_bots_share_evenly_though_the_first_seat_wins() -> None:
    (meeting,) = ladder(WalkGame.new(), BotPair("eager", "eager")).meetings()
    share, low, high = meeting.share
    assert share == 0.5
    assert low < 0.5 < high
    assert not meeting.better


def test_the_seed_is_the_unit_of_the_interval() -> None:
    """Forty games of ten seeds, four alike each, are no more evidence than ten games."""
    table = ladder(ToyGame.new(), BotPair("random", "random"), seeds=40)
    (meeting,) = table.meetings()
    share, low, high = meeting.share
    # Mirrored games of one seed and one bot are the same game, and cancel out.
    assert share == pytest.approx(0.5)
    assert high - low < 0.1


def test_in_a_solo_game_each_bot_plays_the_same_seeds() -> None:
    table = ladder(WalkGame.new(), BotPair("eager", "lazy"), BotPair("lazy", "random"), players=1)
    assert table.cooperative
    assert table.games(10) == 30
    first, second = table.meetings()
    assert (first.result.having.rate, first.result.lacking.rate) == (1, 0)
    assert first.better
    assert not second.better
    assert "eager over lazy: 100.0% of the games won against 0.0%, +100.0" in table.text([first])


def test_in_cooperative_games_other_metrics_are_compared_too() -> None:
    class Together(ToyGame):
        cooperative = True

    table = ladder(Together.new(), BotPair("greedy", "random"), players=3, seeds=6)
    (meeting,) = table.meetings()
    assert isinstance(meeting.measures["points of the best"], MeasureComparison)
    data = meeting.as_data()
    assert data["seeds"] == 6
    assert "share" not in data
    assert "points of the best: " in table.text([meeting])


def test_the_interval_of_a_metric_is_that_of_the_differences() -> None:
    figure = compare([(3, 1), (5, 4), (4, 1), (6, 4)])
    assert (figure.one, figure.other) == (4.5, 2.5)
    # Student's quantile for three degrees of freedom is 3.182.
    assert figure.low == pytest.approx(2 - 3.182 * 0.8165 / 2, abs=0.01)
    assert figure.high == pytest.approx(2 + 3.182 * 0.8165 / 2, abs=0.01)


def test_a_failed_game_is_reported_and_its_seed_not_counted() -> None:
    class Broken(ToyGame):
        state = Crashing

    table = ladder(Broken.new(), BotPair("greedy", "random"), seeds=2)
    (meeting,) = table.meetings()
    assert len(table.faults) == 4
    assert "broke off: ZeroDivisionError" in str(table.faults[0])
    assert meeting.seeds == 0
    assert [*meeting.lines()] == ["greedy over random: no game was finished"]
    assert meeting.as_data()["difference"] is None


def test_the_measured_pairs() -> None:
    assert all_pairs(["random", "greedy", "mcts", "greedy"]) == [
        BotPair("greedy", "random"),
        BotPair("mcts", "random"),
        BotPair("mcts", "greedy"),
    ]
    assert budget_pairs(["random", "greedy", "mcts"], [200, 50]) == [
        BotPair("mcts:50", "greedy"),
        BotPair("mcts:200", "greedy"),
        BotPair("mcts:200", "mcts:50"),
    ]
    assert budget_pairs(["greedy", "eager"], [50], {"eager": eager}) == [
        BotPair("mcts:50", "eager")
    ]
    assert budget_pairs(["greedy", "search:9"], [50]) == [BotPair("mcts:50", "greedy")]
    assert open_vs_hidden_pairs() == [BotPair("mcts-open", "mcts")]
    assert open_vs_hidden_pairs([9]) == [BotPair("mcts-open:9", "mcts:9")]


def test_games_with_hidden_information() -> None:
    assert has_hidden_information(ToyGame.new(), 2, {})
    assert not has_hidden_information(WalkGame.new(), 2, {})


def test_cheating_helps_where_choices_are_secret() -> None:
    """In the toy game a bot that knows the others' choices never makes the same one."""
    (meeting,) = ladder(ToyGame.new(), *open_vs_hidden_pairs([60]), seeds=30).meetings()
    assert meeting.share[0] > 0.55


def test_search_improves_with_its_budget() -> None:
    game = shipped_game("ggt")
    (meeting,) = ladder(game, BotPair("mcts:24", "mcts:3"), seeds=4).meetings()
    assert meeting.better
