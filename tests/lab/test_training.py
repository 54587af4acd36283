"""Tests of training: better weights are found, verified, saved as data, and used by bots."""

from __future__ import annotations

import json
import re
import shutil
from functools import cache
from math import exp
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.base.load_document import load_form
from generator.base.locations import data_root
from generator.engine.bots import Observation, Search
from generator.engine.events import Event
from generator.engine.outcome import Outcome, Weights
from generator.engine.registry import load_game
from generator.engine.rng import Rng
from generator.engine.weights import WEIGHTS, TrainedWeights, load_weights
from generator.lab.fitting import (
    DERIVATIVE_STEP,
    MAX_STEP,
    Sample,
    SeatPicks,
    fit_picks,
    fit_weights,
)
from generator.lab.training import Match, Training, read_weights
from tests.lab.fuzz.broken import Walk, WalkGame
from tests.press.running import run
from tests.shipped import shipped_game

LONGEST = 24
KNOWN = {"right": 0.8, "pool": 1.0, "nothing": 0.0}


class Weighed(Walk):
    """A walk with higher values to the right; each move costs part of the pool, which is worth more."""

    def judge(self, weights: Weights) -> tuple[float, ...]:
        if self.outcome:
            return self.outcome.worth
        return tuple((weights["right"] * at + weights["pool"] * self.pool) / 20 for at in self.at)

    def end_if_over(self, events: list[Event]) -> None:
        """End the game early: random moves get nowhere."""
        super().end_if_over(events)
        if not self.outcome and self.turn == LONGEST * len(self.at):
            self.outcome, self.pending = Outcome("stop", "stop", (0.0,) * len(self.at), {}), ()

    def metrics(self) -> dict[str, float]:
        return {"squares": self.at[0]}


class WeighedGame(WalkGame):
    """The walk, whose author's weights favour staying at the pool."""

    state = Weighed
    weights = KNOWN


def training(game: WalkGame, players: int = 1) -> Training:
    return Training(Match(game, players, {}, budget=1), rounds=3, games=12, proof=10)


@pytest.mark.parametrize("players", [1, 2])
def test_training_finds_weights_that_win(players: int) -> None:
    match = training(WeighedGame.new(Weighed), players)
    *_, last = match.run(KNOWN)
    assert last.weights["right"] > last.weights["pool"] > 0 == last.weights["nothing"]
    result = match.prove(last.weights)
    assert (result.before, result.after) == (0, 1)  # 0: the author's weights only rest
    assert not match.prove(KNOWN).better
    assert result.as_data()["games"] == 3 * 12 + 20 * players


def test_the_same_seed_finds_the_same_weights() -> None:
    one, other = (list(training(WeighedGame.new(Weighed)).run(KNOWN)) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("ranked", [False, True])
def test_weights_are_fitted_to_outcomes(ranked: bool) -> None:
    """The odds by the first weight are doubled; the second is misleading, the third has no effect."""
    samples = []
    for place in range(-40, 41):
        odds, chance = place / (40 if ranked else 20), 1 / (1 + exp(-place / 10))
        changed = (odds * exp(DERIVATIVE_STEP), odds + DERIVATIVE_STEP * place**2 / 800, odds)
        won = round(100 * chance)
        result = [float(place)] * 10 if ranked else [1.0] * won + [0.0] * (100 - won)
        samples += [Sample(one, (odds, *changed)) for one in result]
    if ranked:  # only their order matters, and only against each other
        samples = [Sample(one**3, tuple(each - 3 for each in odds)) for one, odds in samples]
    (right, wrong, idle), loss = fit_weights(samples, ranked)
    assert idle == 0
    assert abs(wrong) < 0.1
    assert right > 0.4
    assert right <= MAX_STEP
    better = [Sample(one, tuple(2 * each for each in odds)) for one, odds in samples]
    assert ranked or loss > fit_weights(better, ranked)[1]


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_the_values_of_picks_are_learnt_from_winners(seats: int) -> None:
    """Seats with "take good" win, those with "take bad" lose; "take dull" makes no difference."""
    games = [
        [
            SeatPicks(
                float(good), ["take good" if good else "take bad", "take dull"][: 2 - seat % 2]
            )
            for seat in range(seats)
            for good in [seat == number % max(2, seats)]
        ]
        for number in range(60)
    ]
    worth = fit_picks(games, ranked=False)
    assert worth["take good"] > 0.3 > abs(worth["take dull"])
    assert worth["take bad"] < -0.3
    assert fit_picks(games[:6], ranked=False)["take good"] < worth["take good"] / 2


def test_picks_are_learnt_from_games_that_pick_at_random() -> None:
    ggt = shipped_game("ggt")
    found = Training(Match(ggt, 2, {}, budget=1), picks=6).train_picks(ggt.weights)
    assert len(found) > 6
    assert all(move.startswith("take ") for move in found)
    with pytest.raises(KitError, match="nothing is picked before walk begins; leave out --picks"):
        Training(Match(WeighedGame.new(Weighed), 1, {}), picks=12)


@pytest.mark.parametrize(
    ("name", "move"),
    [("ggt", "take old-stubble"), ("gruff", "draft pip-ruckus"), ("grudge", "stats 2 4 3")],
)
def test_search_uses_the_values_of_picks(name: str, move: str) -> None:
    """By training alone: the author's heuristic does not rank it first."""
    game = shipped_game(name)
    state, _ = game.start(1)
    bot = Search(60, weights={**game.weights, move: 0.7})
    assert {str(bot(Observation(state), Rng(seed))) for seed in range(4)} == {move}


def test_trained_weights_are_compared_with_the_saved_ones() -> None:
    game = WeighedGame.new(Weighed)
    game.trained = {**KNOWN, "right": 2.0}
    result = training(game).prove({**KNOWN, "right": 3.0})
    assert (result.before, result.after, result.better) == (1, 1, False)


class Onward(Weighed):
    """A walk that never goes left, not even by a random move."""

    def compute_legal_moves(self) -> list[str]:
        return ["rest", "right"]


def test_a_metric_counts_from_the_position_on() -> None:
    match = Match(WeighedGame.new(Onward), 1, {}, budget=1, measure="squares")
    games = [match.samples({**KNOWN, "right": 2.0}, seed) for seed in range(1, 7)]
    for game in games:
        still = [sample.result for sample in game]
        assert still == sorted(still, reverse=True)
    assert any(game[0].result > game[-1].result > 0 for game in games)


def test_a_game_without_weights_cannot_be_trained() -> None:
    with pytest.raises(KitError, match="walk has no weights to train"):
        training(WalkGame.new())


def test_an_unknown_metric_is_refused() -> None:
    match = Match(WeighedGame.new(Weighed), 1, {}, measure="hops")
    with pytest.raises(KitError, match='no figure "hops"; it has squares'):
        match.score({"right": 2.0, "pool": 1.0}, KNOWN, 1)
    with pytest.raises(KitError, match='no figure "hops"; it has squares'):
        match.samples(KNOWN, 1)


@pytest.fixture
def grizzled(tmp_path: Path) -> Path:
    shutil.copytree(data_root() / "grizzled", tmp_path / "data" / "grizzled")
    (tmp_path / "data" / "grizzled" / WEIGHTS).unlink(missing_ok=True)
    return tmp_path / "data"


SMALL = ("--budget", 5, "--rounds", 1, "--games", 3, "--proof", 10)


def test_the_command_reports_weights_and_saves_only_better_ones(grizzled: Path) -> None:
    words = ("train", "grizzled", "--data", grizzled, *SMALL, "--keep")
    data = json.loads(run(*words, "--json").out)
    low, high = data["interval"]
    assert low <= data["after"] - data["before"] <= high
    assert data["written"] == (low > 0) == (grizzled / "grizzled" / WEIGHTS).exists()
    result = run(*words)
    assert result.out.startswith("The Grizzled, 2 players, search:5\nShare of the games won: ")
    assert result.code == 0
    assert ("try more --games" in result.out) == (low <= 0)


def test_a_given_weight_is_the_starting_point_and_is_verified(grizzled: Path) -> None:
    words = ("train", "grizzled", "--data", grizzled, "--budget", 2, "--proof", 10, "--json")
    data = json.loads(run(*words, "--rounds", 0, "--weight", "one knock=0.75").out)
    assert data["given"] == {"one knock": 0.75}
    assert data["weights"] == {**shipped_game("grizzled").weights, "one knock": 0.75}
    assert data["games"] == 20


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("rihgt=2", 'no weight "rihgt"; did you mean "right"'),
        ("right", 'the weight "right" must be a number, 0 or more, not ""; write right=0.8'),
        ("right=far", 'not "far"'),
        ("right=-1", 'not "-1"'),
        ("right=inf", 'not "inf"'),
    ],
)
def test_an_unknown_or_non_numeric_weight_is_refused(word: str, message: str) -> None:
    with pytest.raises(KitError, match=re.escape(message)):
        read_weights([word], KNOWN)


def test_the_game_uses_the_saved_weights(grizzled: Path) -> None:
    file = grizzled / "grizzled" / WEIGHTS
    game = load_game("grizzled", file.parent)
    assert game.trained == game.weights
    found = Training(Match(game, 2, {}, budget=1), proof=2).prove({**game.weights, "calm": 7.0})
    file.write_text(found.file_text(), encoding="utf-8")
    again = load_game("grizzled", file.parent)
    assert again.trained == {**game.weights, "calm": 7.0}
    assert again.weights == game.weights


@cache
def proved_file() -> str:
    """The file with the author's weights of a game after a short proof."""
    game = shipped_game("grizzled")
    return Training(Match(game, 2, {}, budget=1), proof=2).prove(game.weights).file_text()


@pytest.mark.parametrize("calm", ["0", "1e-308"])
def test_weights_by_which_nothing_can_be_judged_are_a_fault(grizzled: Path, calm: str) -> None:
    file = grizzled / "grizzled" / WEIGHTS
    file.write_text(re.sub("calm: .*", f"calm: {calm}", proved_file()), encoding="utf-8")
    result = run("play", "grizzled", "--data", grizzled, "--bot", "search:5", "--turns", 9)
    assert result.code == 2
    assert "grizzled/weights.yaml: no position can be judged by these weights: " in result.err
    assert result.err.endswith("train them again, or delete the file (out-of-range)\n")


@pytest.mark.parametrize("name", [path.parent.name for path in data_root().glob(f"*/{WEIGHTS}")])
def test_shipped_weights_were_verified(name: str) -> None:
    file = data_root() / name / WEIGHTS
    kept = load_form([file.parent], WEIGHTS, TrainedWeights)
    low, high = kept.interval
    assert 0 < low <= kept.after - kept.before <= high
    game = shipped_game(name)
    found = load_weights(file, game.weights, game.picks)
    assert game.trained == {**game.weights, **found} != game.weights


def test_values_of_picks_are_kept_for_removed_components(tmp_path: Path) -> None:
    game, file = shipped_game("ggt"), tmp_path / WEIGHTS
    picks = {"take old-stubble": 0.25, "take nobody": -0.5}
    training = Training(Match(game, 2, {}, budget=1), rounds=0, picks=4, proof=2)
    result = training.prove({**game.weights, **picks})
    assert result.as_data()["games"] == 4 + 8
    file.write_text(result.file_text(), encoding="utf-8")
    assert load_weights(file, game.weights, game.picks) == {**game.weights, **picks}
    with pytest.raises(KitError, match='no pick "take old-stubble"; train it again') as caught:
        load_weights(file, game.weights)
    assert len(caught.value.faults) == len(picks)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (("reserve", "reserves"), 'no weight "reserves"; did you mean "reserve"'),
        (("players: 2", "players: none"), "players must be a whole number"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, edit: tuple[str, str], message: str) -> None:
    game = shipped_game("grizzled")
    file = tmp_path / WEIGHTS
    file.write_text(proved_file().replace(*edit), encoding="utf-8")
    with pytest.raises(KitError, match=message):
        load_weights(file, game.weights)
