"""Tests of the gap search: each kind of gap is found and shrunk to the shortest game; others are clean."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.engine.events import Event
from generator.engine.simulation.workers import local
from generator.engine.testing.example_run import run_example
from generator.engine.testing.examples import read_examples
from generator.engine.testing.laws import Trial
from generator.lab.fuzz.example import example_text
from generator.lab.fuzz.finding import LineOfPlay
from generator.lab.fuzz.monitored_game import MonitoredGame, find_return, is_closed_loop
from generator.lab.fuzz.search import Gap, GapSearch, fuzz_one
from generator.lab.fuzz.shrink import WORK, Shrinker
from tests.lab.fuzz.broken import (
    RULES,
    Citing,
    Crashing,
    Endless,
    Forgetful,
    Losing,
    Stuck,
    Torn,
    Trapped,
    Walk,
    WalkGame,
)

UNANSWERED = {slug: rule._replace(answers=()) for slug, rule in RULES.items()}


def hunted(game: WalkGame, games: int = 12) -> GapSearch:
    hunt = GapSearch(game)
    for _ in hunt.play(games, 1, local(1)):
        pass
    return hunt


def gaps(game: WalkGame, games: int = 12) -> dict[tuple[str, str], Gap]:
    return {gap.finding.key: gap for gap in hunted(game, games).gaps()}


def replayed(gap: Gap, game: WalkGame, tmp_path: Path) -> None:
    """Whether the example file of a gap plays to the end as it expects."""
    file = tmp_path / "gap.yaml"
    file.write_text(example_text(gap.finding, gap.line), encoding="utf-8")
    (example,) = read_examples(file)
    run_example(game, example)
    assert example.says == gap.finding.question


def test_a_game_without_gaps_lists_the_rules_that_close_them() -> None:
    hunt = hunted(WalkGame.new())
    assert list(hunt.gaps()) == []
    assert hunt.answered == {"empty pool": "goal", "loop": "stop"}
    assert hunt.games == 12
    assert hunt.decisions > 100


@pytest.mark.parametrize(
    ("state", "key", "moves"),
    [
        (Stuck, ("stuck", "walk"), ["right"] * 3),
        (Crashing, ("crash", "ZeroDivisionError in apply_decision"), ["right", "right", "left"]),
        (Torn, ("refused", "edge"), ["right", "right"]),
        (Citing, ("cited", "naps"), ["right", "rest"]),
        (Citing, ("cited", "edge"), ["right", "right", "rest"]),
        (Losing, ("law", "pieces"), ["right", "right"]),
        (Trapped, ("forced loop", "loop"), ["right", "rest", "rest"]),
    ],
)
def test_a_gap_is_found_and_shrunk_to_the_shortest_game(
    state: type[Walk], key: tuple[str, str], moves: list[str], tmp_path: Path
) -> None:
    game = WalkGame.new(state)
    gap = gaps(game)[key]
    assert (gap.line.trial.players, gap.line.changed_options, gap.line.seed) == (1, {}, 1)
    assert list(gap.line.moves) == moves
    assert gap.finding.question
    assert str(gap.line) in str(gap.fault())
    replayed(gap, game, tmp_path)


def test_an_empty_pile_is_a_gap_unless_a_rule_covers_it(tmp_path: Path) -> None:
    game = WalkGame.new(rules=UNANSWERED)
    gap = gaps(game)["empty", "pool"]
    assert len(gap.line.moves) == 4
    assert "rest" not in gap.line.moves
    assert "answers: [empty pool]" in example_text(gap.finding, gap.line)
    replayed(gap, game, tmp_path)


def test_a_loop_is_a_gap_unless_a_rule_ends_it(tmp_path: Path) -> None:
    game = WalkGame.new(rules=UNANSWERED)
    gap = gaps(game)["loop", "loop"]
    assert gap.line.moves == ("rest",)
    replayed(gap, game, tmp_path)


def test_a_forced_loop_is_a_gap_even_if_a_rule_ends_other_loops() -> None:
    assert ("loop", "loop") not in gaps(WalkGame.new(Trapped, UNANSWERED), 4)
    assert "loop" in RULES["stop"].answers
    assert ("forced loop", "loop") in gaps(WalkGame.new(Trapped), 4)


def test_a_game_longer_than_its_limit_is_a_gap() -> None:
    game = WalkGame.new(Endless)
    path = MonitoredGame(Trial(game, 1, {"pool": 4}), 1)
    found = [each.key for _ in range(201) for each in path.make("rest", thorough=False)]
    assert ("too long", "game") in found
    assert ("loop", "loop") in found


def test_an_error_during_set_up_is_a_gap() -> None:
    class Broken(Walk):
        def __init__(self, rng: object, players: int, pool: int) -> None:
            raise KeyError("pawn")

    (gap,) = gaps(WalkGame.new(Broken), 2).values()
    assert gap.finding.kind == "crash"
    assert gap.line.moves == ()


def test_an_error_in_a_script_is_one_gap_and_breaks_no_law() -> None:
    class Refused(Walk):
        def apply_decision(self, step: object, move: object, events: list[Event]) -> None:
            raise KitError("a turn takes too many steps")

    (gap,) = gaps(WalkGame.new(Refused), 4).values()
    assert gap.finding.kind == "crash"
    assert len(gap.line.moves) == 1


def test_gaps_share_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.lab.fuzz.search.EFFORT", 0)
    hunt = hunted(WalkGame.new(Stuck))
    assert [gap.line for gap in hunt.gaps()] == [line for _, line in hunt.unanswered]


def test_work_of_the_game_counts_against_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    game = WalkGame.new(Stuck)
    monkeypatch.setattr(WalkGame, "work", property(lambda game: next(steps)))
    steps = itertools.count(0, 5 * WORK)
    ((finding, line),) = hunted(game).unanswered
    shrinker = Shrinker(finding, 100)
    shrinker.charge(MonitoredGame(line.trial, line.seed))
    shrinker.charge(MonitoredGame(line.trial, line.seed))
    assert shrinker.effort <= 100 - 6
    assert shrinker.used == 100 - shrinker.effort


def test_a_move_that_the_saved_position_forbids_is_a_contradiction() -> None:
    gap = gaps(WalkGame.new(Forgetful))["refused", "edge"]
    assert gap.line.moves == ()
    assert "is legal, and forbidden by the rule edge" in gap.finding.message


def test_the_set_up_is_simplified_only_if_the_gap_remains() -> None:
    class Pair(Stuck):
        def compute_legal_moves(self) -> list[str]:
            return (
                super().compute_legal_moves()
                if len(self.at) == 2
                else Walk.compute_legal_moves(self)
            )

    gap = gaps(WalkGame.new(Pair))["stuck", "walk"]
    assert gap.line.trial.players == 2
    assert len(gap.line.moves) == 6


def test_removing_moves_alone_shrinks_a_game() -> None:
    game = WalkGame.new(Stuck)
    trial = Trial(game, 1, {"pool": 4})
    moves = ("rest", "right", "rest", "left", "right", "rest", "right", "left", "right", "right")
    path = MonitoredGame(trial, 1, ["stuck"])
    for move in moves:
        path.make(move)
    (finding,) = path.found
    shrinker = Shrinker(finding)
    assert shrinker.remove_moves(LineOfPlay(trial, 1, moves)).moves == ("right", "right", "right")


def test_without_budget_a_game_is_not_shrunk() -> None:
    hunt = hunted(WalkGame.new(Stuck))
    ((finding, line),) = hunt.unanswered
    assert len(Shrinker(finding, 0).smallest(line).moves) == len(line.moves)


def test_a_closed_loop_has_no_exit() -> None:
    state, _ = WalkGame.new(Trapped).start()
    assert not is_closed_loop(state, ["turn"])
    state.apply("right")
    state.apply("rest")
    assert is_closed_loop(state, ["turn"])


def test_the_shortest_loop_is_found() -> None:
    state, _ = WalkGame.new().start(options={"pool": 3})
    for move in ("right", "right", "left"):
        state.apply(move)
    assert list(find_return(state, ["turn"])) == ["rest"]
    assert find_return(state, []) == ()


def test_the_same_seed_finds_the_same_gaps() -> None:
    game = WalkGame.new(Crashing)
    assert fuzz_one(game, 5).decisions == fuzz_one(game, 5).decisions
    one, other = (gaps(game, 8) for _ in range(2))
    assert [gap.as_data() for gap in one.values()] == [gap.as_data() for gap in other.values()]
