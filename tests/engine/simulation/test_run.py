"""Tests of simulation runs: independent of the workers, complete despite failures, with example games."""

from __future__ import annotations

from typing import Any

import pytest

from generator.base.errors import KitError
from generator.engine.bots import BOTS
from generator.engine.game import FIRST, TURN_ORDER, Game
from generator.engine.playthrough import play
from generator.engine.simulation.run import GameRecord, Plan, play_one, simulate
from generator.engine.statistics.summary import Tally
from tests.engine.faulty import Crashing, DyingGame
from tests.engine.records import plan_of_heap, won_or_lost
from tests.engine.toy import Toy, ToyGame
from tests.shipped import shipped_game


def plan_of(game: Game[Any], **options: object) -> Plan:
    return Plan(game, ("random",), 2, options)


def test_results_do_not_depend_on_the_number_of_processes(grumbles: Game[Any]) -> None:
    plan = plan_of(grumbles, **{"turn-cap": 60})
    alone = list(simulate(plan, games=12, seed=5, jobs=1))
    assert list(simulate(plan, games=12, seed=5, jobs=2)) == alone
    assert [record.seed for record in alone] == list(range(5, 17))


def test_a_record_is_that_of_the_game_with_its_seed(grumbles: Game[Any]) -> None:
    record = next(simulate(plan_of(grumbles, **{"turn-cap": 60}), games=1, seed=8))
    *_, last = play(grumbles, [BOTS["random"]], 8, options={"turn-cap": 60})
    assert last.state.outcome is not None
    assert record.outcome == last.state.outcome.as_data()
    assert record.turns == last.state.turn


def test_a_failing_game_is_reported_and_the_others_continue(toy: ToyGame) -> None:
    class SometimesCrashing(Crashing):
        def reveal(self, events: list[Any]) -> None:
            if self.numbers == ["one", "one"]:
                super().reveal(events)
            super(Crashing, self).reveal(events)

    toy.state = SometimesCrashing
    plan = plan_of(toy)
    records = list(simulate(plan, games=40))
    failed = [record for record in records if record.error]
    assert len(records) == 40
    assert 0 < len(failed) < 20
    assert failed[0].as_data() == {"seed": failed[0].seed, "error": "ZeroDivisionError: "}
    tally = Tally(plan)
    for record in records:
        tally.add(record)
    assert tally.games == 40 - len(failed)
    like = f"seed {failed[0].seed} failed (and {len(failed) - 1} more games like it)"
    assert tally.text().endswith(f"{like}: ZeroDivisionError: ")


def test_an_early_stop_keeps_the_games_played(grumbles: Game[Any]) -> None:
    records = simulate(plan_of(grumbles, **{"turn-cap": 30}), games=1000, jobs=2)
    first = [next(records) for _ in range(3)]
    records.close()  # type: ignore[attr-defined]
    assert [record.seed for record in first] == [1, 2, 3]


def test_a_killed_process_is_reported(toy: ToyGame) -> None:
    records = simulate(plan_of(DyingGame(toy.records)), games=8, seed=3, jobs=2)
    with pytest.raises(KitError, match="killed while playing the games from seed 3 on"):
        list(records)


@pytest.mark.parametrize(
    ("bots", "players", "options", "message"),
    [
        (("rondom",), 2, {}, 'no bot "rondom"; did you mean "random"'),
        (("random",), 4, {}, "grumbles is for 2 players, not 4"),
        (("random",), 2, {"bord": "plus"}, 'no option "bord"'),
    ],
)
def test_an_impossible_request_is_refused_before_any_game(
    grumbles: Game[Any],
    bots: tuple[str, ...],
    players: int,
    options: dict[str, object],
    message: str,
) -> None:
    with pytest.raises(KitError, match=message):
        simulate(Plan(grumbles, bots, players, options), games=5, jobs=2)


def test_shared_games_are_said_to_count_for_each_winner() -> None:
    tally = Tally(Plan(shipped_game("ggt"), ("random",), 3, {}))
    for seed, worth in enumerate([(0.5, 0.5, 0), (0, 0.5, 0.5), (1, 0, 0), (0, 1, 0), (0, 0, 1)]):
        tally.add(GameRecord(seed, "won", "last-monster", worth, {}, 9, 9))
    lines = tally.text().splitlines()
    fair = lines.index("    a fair share for each seat             46.7%")
    assert lines[fair + 1] == "    shared, and counted for each winner    40.0%"
    tally = Tally(Plan(shipped_game("ggt"), ("random",), 3, {}))
    tally.add(GameRecord(1, "won", "last-monster", (1, 0, 0), {}, 9, 9))
    assert "shared" not in tally.text()


def test_statistics_name_games_to_look_at(grumbles: Game[Any]) -> None:
    plan = plan_of(grumbles)
    tally = Tally(plan)
    yank = 'Grumble "Yank"'
    for seed, result, worth in (
        (1, "red", (1, 0)), (2, "green", (0, 1)), (3, "red", (1, 0)), (4, "draw", (0.5, 0.5)),
    ):  # fmt: skip
        happened, used = {"push": seed}, (yank,) if seed > 2 else ()
        tally.add(
            GameRecord(
                seed, result, "doom-ends", worth, {}, 10 * seed, 9, {"push": seed}, happened, used
            )
        )
    tally.add(GameRecord(5, "unfinished", "turn-cap", (0.5, 0.5), {}, 2000, 9))
    data: dict[str, Any] = tally.as_data()
    assert data["seats"] == {
        "Red": {"games": 2, "share": 0.4, "95%": [0.1176, 0.7693], "seed": 1},
        "Green": {"games": 1, "share": 0.2, "95%": [0.0362, 0.6245], "seed": 2},
    }
    assert data["fair-share"] == 0.3  # three of five games were won by one of two
    assert data["turns"] == {
        **{"mean": 420, "median": 30},
        **{"shortest": {"turns": 10, "seed": 1}, "longest": {"turns": 40, "seed": 4}},
        "stopped": {"2000": 1},
    }
    assert [
        (ending["result"], ending["rule"], ending["games"], ending["seed"])
        for ending in data["endings"]
    ] == [
        ("red", "doom-ends", 2, 1), ("draw", "doom-ends", 1, 4),
        ("green", "doom-ends", 1, 2), ("unfinished", "turn-cap", 1, 5),
    ]  # fmt: skip
    assert data["printed"][yank] == {
        "games": 2, "share": 0.4, "95%": [0.1176, 0.7693], "seed": 3,
    }  # fmt: skip
    assert data["rules"] == {"push": {"times": 10, "seed": 1}}
    assert data["unfinished"] == [5]
    assert "pull" in data["never"]
    assert "push" not in data["never"]
    assert "step-into-empty" not in data["never"]
    text = tally.text()
    assert "Red wins                               2   40.0%  (11.8% to 76.9%)  seed 1" in text
    assert "\n    a fair share for each seat             30.0%\n    Red has the first pick" in text
    assert data["seats-differ"] == "Red has the first pick of Grumbles, and Green the first turn."
    assert "    unfinished (turn-cap)              1   20.0%  (3.6% to 62.4%)  seed 5" in text
    assert "shortest 10 (seed 1), longest that ended 40 (seed 4)" in text


def test_in_cooperative_games_all_players_share_one_line() -> None:
    tally = Tally(plan_of_heap())
    for seed in range(1, 5):
        tally.add(won_or_lost(seed, seed == 3))
    assert tally.cooperative
    text = tally.text()
    assert "the players win                        1   25.0%  (4.6% to 69.9%)  seed 3" in text
    assert "Ann" not in text
    assert "seats" not in tally.as_data()
    assert tally.as_data()["won"] == {
        "games": 1, "share": 0.25, "95%": [0.0456, 0.6994], "seed": 3,
    }  # fmt: skip


@pytest.mark.parametrize("worths", [[(0.5, 0.5)], [(0, 0), (1, 0)]])
def test_draws_and_single_winners_are_not_cooperative_wins(worths: list[tuple[float, ...]]) -> None:
    tally = Tally(plan_of_heap())
    for seed, worth in enumerate(worths):
        tally.add(GameRecord(seed, "end", "most", worth))
    assert not tally.cooperative
    assert "Ben wins" in tally.text()


@pytest.mark.parametrize(
    ("worth", "winners"),
    [((1, 1), (0, 1)), ((0, 0), ()), ((0.5, 0.5), ()), ((0, 1, 0), (1,)), ((0.5, 0.5, 0), (0, 1))],
)
def test_the_winners_are_the_seats_with_the_highest_value(
    worth: tuple[float, ...], winners: tuple[int, ...]
) -> None:
    assert GameRecord(1, "end", "most", worth).winners == winners


def test_a_record_lists_the_printed_things_that_had_an_effect(toy: ToyGame) -> None:
    record = next(simulate(plan_of(toy), games=1))
    assert record.used == ("the cards",)
    assert record.as_data()["used"] == ["the cards"]
    assert record.rule in ("most", "tie")


def test_the_first_turn_is_compared_within_each_seat() -> None:
    """Where any seat may begin, each seat is compared with itself, with an interval."""
    tally = Tally(Plan(shipped_game("ggt"), ("random",), 2, {}))
    assert FIRST in play_one(Plan(shipped_game("ggt"), ("greedy",), 2, {}), 1).parts[TURN_ORDER]
    for seed in range(200):
        first, won = seed % 2, seed % 4 < 3
        worth = (float(won == (first == 0)), float(won == (first == 1)))
        parts = {TURN_ORDER: {FIRST: (first,)}}
        tally.add(GameRecord(seed, "won", "most", worth, parts=parts))
    text = tally.text()
    assert "turn order, of 400 seats; 1 compared:" in text
    assert "first player     200 won  75.0%,     200 won  25.0%   +50.0  (" in text


def test_without_games_there_are_no_statistics(grumbles: Game[Any]) -> None:
    tally = Tally(plan_of(grumbles))
    assert tally.as_data()["games"] == 0
    assert tally.text() == "0 games of Grumbles and Goofs, 2 players, random"


class Counted(Toy):
    """The toy game that also counts the cards in use."""

    def component_usage(self) -> dict[str, int]:
        return {"card": sum(map(bool, self.hands)), "pile": len(self.heap)}


class CountedGame(ToyGame):
    """The toy game with counting states."""

    state = Counted


def test_a_record_keeps_the_peak_number_of_components_in_use() -> None:
    record = play_one(Plan(CountedGame.new(), ("random",), 3, {"rounds": 2}), 1)
    assert record.most == {"card": 3, "pile": 6}
