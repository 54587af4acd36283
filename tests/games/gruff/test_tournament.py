"""Tests of the tournament: draft, schedule, standings and ties, and each player's values."""

from __future__ import annotations

import pytest

from generator.base.errors import KitError
from generator.engine.bots import bot_named
from generator.engine.playthrough import play
from generator.games.gruff.game import GruffGame
from generator.games.gruff.history import Result
from generator.games.gruff.rules.setup import picks
from generator.games.gruff.rules.tournament import SCHEDULE, ranking, record
from generator.games.gruff.state import GruffState

FAST = {"tournament": True, "draft": "random", "decks": "random"}


def results(*worths: float) -> list[Result]:
    """The six games in schedule order, by the value of each to the first of the pair."""
    pairs = zip(SCHEDULE, worths, strict=True)
    return [Result(one, other, worth, "life") for (one, other), worth in pairs]


def test_each_pair_plays_once() -> None:
    assert sorted(SCHEDULE) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    for number in (0, 2, 4):
        assert sorted(SCHEDULE[number] + SCHEDULE[number + 1]) == [0, 1, 2, 3]


def test_the_snake_drafts() -> None:
    duel = [f"{seat + 1}{what[0].upper()}" for seat, what in picks(range(2))]
    assert " ".join(duel) == "1S 2S 2G 1G 1G 2G 2G 1G"
    four = [f"{seat + 1}{what[0].upper()}" for seat, what in picks(range(4))]
    assert " ".join(four) == "1S 2S 3S 4S 4G 3G 2G 1G 1G 2G 3G 4G 4G 3G 2G 1G"


@pytest.mark.parametrize(
    ("worths", "points", "groups"),
    [
        # 0 wins all; 1 beats 2 and 3; 2 beats 3
        ((1, 1, 1, 1, 1, 1), [6, 4, 2, 0], [[0], [1], [2], [3]]),
        # 0, 1 and 3 beat one another in a ring, and all beat 2
        ((1, 1, 1, 0.0, 0.0, 0.0), [4, 4, 0, 4], [[0, 1, 3], [2]]),
        # 0 and 3 are level at 5, and their game was a draw
        ((0.5, 1, 1, 0.0, 1, 0.0), [5, 2, 0, 5], [[0, 3], [1], [2]]),
        # 0 and 1 have 4 each, and 1 has beaten 0
        ((1, 1, 1, 0.0, 0.0, 1), [4, 4, 2, 2], [[1], [0], [2], [3]]),
        # all games drawn
        ((0.5,) * 6, [3, 3, 3, 3], [[0, 1, 2, 3]]),
    ],
)
def test_ties_are_broken_by_the_games_among_those_tied(
    game: GruffGame, worths: tuple[float, ...], points: list[int], groups: list[list[int]]
) -> None:
    figures = game.content.figures
    assert list(record(results(*worths), range(4), figures).values()) == points
    assert ranking(results(*worths), range(4), figures) == groups


def test_a_tournament_has_six_games_with_the_same_decks(game: GruffGame) -> None:
    first: dict[int, tuple[int, ...]] = {}
    last = None
    for step in play(game, [bot_named("random")], 3, None, FAST):
        assert isinstance(step.state, GruffState)
        last = step.state
        first = first or dict(enumerate(last.packs))
    assert last is not None
    assert last.outcome is not None
    assert dict(enumerate(last.packs)) == first
    pairs = {tuple(sorted(result[:2])) for result in last.results}
    assert len(last.results) == len(pairs) == 6
    points = last.outcome.facts["points"]
    assert isinstance(points, dict)
    assert sum(points.values()) == 12
    assert sum(last.outcome.worth) == pytest.approx(1)


def test_a_tournament_is_for_four_and_a_duel_for_two(game: GruffGame) -> None:
    assert game.start(1, None, FAST)[0].config.players == 4
    assert game.start(1)[0].config.players == 2
    for players, options in ((3, {}), (4, {}), (2, FAST), (3, FAST)):
        with pytest.raises(KitError) as refusal:
            game.start(1, players, options)
        assert refusal.value.faults[0].check == "draft-games"


def test_a_tournament_uses_all_twelve_gruffs(game: GruffGame) -> None:
    state, _ = game.start(1, None, FAST)
    assert isinstance(state, GruffState)
    gruffs = [gruff for team in state.teams for gruff in team]
    assert sorted(gruffs) == list(range(12))
    assert len(set(state.shepherds)) == 4
    assert sum(len(pack) for pack in state.packs) == 96
    assert len({card for pack in state.packs for card in pack}) == 96
