"""Tests that no bot depends on hidden information, and that a cheating bot is identified as one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from generator.base.errors import KitError
from generator.engine.bots import BOTS, CHEATS, Bot, bot_named, bots_named, choose_move
from generator.engine.bots.lookahead import is_secret
from generator.engine.bots.mcts import Mcts
from generator.engine.bots.search import Search
from generator.engine.game import State
from generator.engine.playthrough import play
from generator.engine.registry import game_names
from generator.engine.rng import Rng
from tests.engine.faulty import Telltale
from tests.engine.toy import ToyGame
from tests.shipped import shipped_game

PLAYERS: dict[str, Bot] = {
    **BOTS,
    "mcts": Mcts(simulations=12),
    "search": Search(simulations=60, depth=1),
}


def positions(name: str, players: int, most: int = 45, every: int = 9) -> Iterator[State[Any]]:
    """Positions of a random game, some way apart."""
    game = ToyGame.new() if name == "toy" else shipped_game(name)
    story = play(game, [BOTS["random"]], 5, players)
    for number, step in zip(range(most), story, strict=False):
        state = step.state
        if (
            (number % every == 0 or name == "toy")
            and state.to_act is not None
            and len(state.legal_moves()) > 1
        ):
            yield state.copy()


def worlds(state: State[Any]) -> list[State[Any]]:
    """The true state, and others that the seat to act cannot distinguish from it."""
    seat = state.to_act
    assert seat is not None
    return [state, *(state.determinize(seat, Rng(number)) for number in (1, 2))]


def ways_to_play() -> list[tuple[str, int]]:
    """Each game with its smallest and its largest number of players."""
    found = [("toy", 3)]
    for name in game_names():
        seats = shipped_game(name)
        usual = seats.seats_with(seats.read_options({}))
        found += [(name, players) for players in sorted({usual[0], usual[-1]})]
    return found


@pytest.mark.parametrize(("name", "players"), ways_to_play())
def test_hidden_information_influences_no_bot(name: str, players: int) -> None:
    seen = 0
    for state in positions(name, players):
        for bot in PLAYERS.values():
            assert len({choose_move(bot, world, Rng(7)) for world in worlds(state)}) == 1
        seen += 1
    assert seen > 1


@pytest.mark.parametrize(("name", "players"), ways_to_play())
def test_determinization_does_not_depend_on_the_true_state(name: str, players: int) -> None:
    for state in positions(name, players, most=90, every=7):
        for seat in range(players):
            true, *others = [
                world.determinize(seat, Rng(3))
                for world in (state, state.determinize(seat, Rng(1)))
            ]
            assert all(other == true for other in others)


@pytest.mark.parametrize("name", ["toy", "ggt"])
def test_a_secret_choice_looks_the_same_to_all_others(name: str) -> None:
    seen = 0
    for state in positions(name, 2, most=3000, every=1):
        if not is_secret(state):
            continue
        after = [state.copy() for _ in state.legal_moves()]
        for copy, move in zip(after, state.legal_moves(), strict=True):
            copy.apply(move)
        rival = after[0].to_act
        assert rival not in (None, state.to_act)
        assert all(copy.to_act == rival for copy in after)
        assert all(copy.view(rival) == after[0].view(rival) for copy in after)
        seen += 1
    assert (seen > 20) is (name == "ggt")


def test_a_bot_that_uses_the_true_order_is_caught() -> None:
    class Game(ToyGame):
        state = Telltale

    state, _ = Game.new().start(3, 2)
    seat = state.to_act
    assert seat is not None
    one, other = (state.determinize(seat, Rng(number)) for number in (1, 2))
    assert one.determinize(seat, Rng(3)) != other.determinize(seat, Rng(3))


def test_a_cheating_bot_sees_the_true_state_but_not_future_chance() -> None:
    state, _ = ToyGame.new().start(3, 2)
    seen: list[State[Any]] = []

    class Curious(Mcts):
        def simulate(self, root: Any, state: State[Any], rng: Rng, before: Any) -> None:
            seen.append(state.copy())
            super().simulate(root, state, rng, before)

    choose_move(Curious(simulations=3, open=True), state, Rng(1))
    assert all(world.view(1) == state.view(1) for world in seen)
    memories = {world.rng.state for world in seen}
    assert len(memories) == 3
    assert state.rng.state not in memories
    assert choose_move(CHEATS["mcts-open"], state, Rng(1)) in state.legal_moves()


def test_a_bot_that_searches_is_named_with_its_budget() -> None:
    assert bot_named("mcts:200") == Mcts(simulations=200)
    assert bot_named("search:200") == Search(simulations=200)
    assert bot_named("mcts-open:50") == Mcts(simulations=50, open=True)
    assert bots_named(["greedy", "mcts:7"], 2) == [BOTS["greedy"], Mcts(simulations=7)]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("greedy:5", 'the bot "greedy" takes no budget; write "greedy" alone'),
        ("mcts:0", "must be a whole number, 1 or more"),
        ("mcts:many", 'the budget of "mcts:many" must be'),
        ("mcts:", "must be a whole number"),
        ("mtcs:5", 'there is no bot "mtcs"; did you mean "mcts"'),
    ],
)
def test_a_wrong_budget_is_refused(name: str, message: str) -> None:
    with pytest.raises(KitError, match=message):
        bot_named(name)
