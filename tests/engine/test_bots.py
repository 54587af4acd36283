"""Tests of bots: they know no game, see nothing hidden, and play better with a larger budget."""

from __future__ import annotations

import gc
from typing import Any, Self

import pytest

from generator.base.errors import KitError
from generator.base.locations import data_root
from generator.engine.bots import BOTS, Bot, Observation, bot_named, bots_named, choose_move, search
from generator.engine.bots.lookahead import Lookahead
from generator.engine.bots.mcts import SHARED, Mcts
from generator.engine.bots.search import Search, is_settled
from generator.engine.events import Event
from generator.engine.game import Game, State
from generator.engine.outcome import SearchLimits, Weights
from generator.engine.pending import Step
from generator.engine.playthrough import play
from generator.engine.rng import Rng
from generator.engine.simulation.run import Plan, simulate
from generator.engine.statistics.intervals import wilson
from generator.engine.testing.example_run import begin_example
from generator.engine.testing.examples import read_examples
from tests.engine.toy import ToyGame
from tests.lab.fuzz.broken import END, Walk, WalkGame
from tests.shipped import shipped_game

MCTS = Mcts(simulations=300)
SEARCH = Search(simulations=2000)


def wins(game: Game[Any], one: Bot, other: Bot, games: int) -> tuple[int, int]:
    """How many games each of two bots wins, with the seats swapped after each game."""
    count = [0, 0]
    for seed in range(games):
        bots = [one, other] if seed % 2 else [other, one]
        for step in play(game, bots, seed, options={"turn-cap": 120}):
            state = step.state
        assert state.outcome
        for seat, worth in enumerate(state.outcome.worth):
            count[0 if bots[seat] is one else 1] += worth == 1
    return count[0], count[1]


@pytest.mark.parametrize(
    "bot", [*BOTS.values(), MCTS, SEARCH], ids=[*BOTS, "mcts:300", "search:300"]
)
@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_bot_plays_any_game_with_any_number_of_players(
    toy: ToyGame, bot: Bot, players: int
) -> None:
    *_, last = play(toy, [bot], 1, players)
    assert last.state.outcome is not None


def test_a_bot_gets_nothing_but_an_observation(toy: ToyGame) -> None:
    state, _ = toy.start(players=2)
    observation = Observation(state)
    public = {name for name in dir(observation) if not name.startswith("_")}
    assert public == {
        "game",
        "seat",
        "determinizations",
        "tries",
        "legal_moves",
        "view",
        "determinize",
    }
    assert observation.view() == state.view(0)


@pytest.mark.parametrize("bot", [BOTS["greedy"], MCTS, SEARCH], ids=["greedy", "mcts", "search"])
def test_hidden_information_does_not_influence_a_bot(grumbles: Game[Any], bot: Bot) -> None:
    *_, step = play(grumbles, [BOTS["random"]], 3, turns=12)
    seat = step.state.to_act
    assert seat is not None
    worlds = [step.state.determinize(seat, Rng(number)) for number in range(4)]
    assert len({tuple(world.pile) for world in worlds}) > 1  # type: ignore[attr-defined]
    assert len({bot(Observation(world), Rng(5)) for world in worlds}) == 1


@pytest.mark.parametrize("name", ["ggt", "grizzled", "grudge", "gruff"])
def test_future_chance_does_not_influence_search(name: str) -> None:
    """All these states look the same to the seat; what is hidden in them, and all future chance, differs."""
    *_, step = play(shipped_game(name), [BOTS["random"]], 3, turns=1)
    seat = step.state.to_act
    assert seat is not None
    worlds = [step.state.determinize(seat, Rng(number)) for number in range(3)]
    assert len({world.rng.state for world in worlds}) == 3
    assert len({Search(simulations=60)(Observation(world), Rng(5)) for world in worlds}) == 1


class Lottery(Walk):
    """A walk on which a draw is worth 2 squares on average, and one step in four times 11."""

    def compute_legal_moves(self) -> list[str]:
        return ["draw", "walk"]

    def apply_decision(self, step: Step, move: str, events: list[Event]) -> None:
        self.turn += 1
        self.at[0] += 3 if move == "walk" else 11 if not self.rng.below(4) else -1
        self.pending = (Step("walk", 0),)

    def evaluate(self) -> tuple[float, ...]:
        return (0.3 + self.at[0] / 100,)


@pytest.mark.parametrize("simulations", [8, 3200], ids=["in one lookahead", "in many"])
def test_search_does_not_mistake_luck_for_a_good_move(simulations: int) -> None:
    """Any one determinized state shows whether a draw wins, and how many draws to make before it does."""
    state, _ = WalkGame.new(Lottery).start(1, 1)
    lucky, fair = Search(draws=1), Search(simulations, draws=400)
    assert "draw" in {lucky(Observation(state), Rng(seed)) for seed in range(8)}
    assert {fair(Observation(state), Rng(seed)) for seed in range(4)} == {"walk"}


class CostlyMoves(Walk):
    """Ten moves, each a little better than the one before; a cost follows any of them."""

    def compute_legal_moves(self) -> list[str]:
        return ["go on"] if self.turn else [f"way {number}" for number in range(10)]

    def apply_decision(self, step: Step, move: str, events: list[Event]) -> None:
        self.turn += 1
        self.at[0] += -30 if self.turn == 2 else int(move[-1]) if self.turn == 1 else 0
        self.pending = (Step("walk", 0),)

    def evaluate(self) -> tuple[float, ...]:
        return (0.5 + self.at[0] / 100,)


def test_search_does_not_prefer_unexplored_moves() -> None:
    """The budget is enough to look at what follows only a few of the moves."""
    state, _ = WalkGame.new(CostlyMoves).start(1, 1)
    bot = Search(simulations=100)
    assert {bot(Observation(state), Rng(seed)) for seed in range(4)} == {"way 9"}


class LateCost(CostlyMoves):
    """Two moves, of which the better one costs much three decisions later."""

    def compute_legal_moves(self) -> list[str]:
        return ["go on"] if self.turn else ["way 1", "way 2"]

    def apply_decision(self, step: Step, move: str, events: list[Event]) -> None:
        self.turn += 1
        if self.turn == 1:
            self.at[0] += int(move[-1])
        elif self.turn == 4 and self.at[0] == 2:
            self.at[0] -= 30
        self.pending = (Step("walk", 0),)


@pytest.mark.parametrize(("depth", "choice"), [(2, "way 2"), (3, "way 1")])
def test_a_game_says_how_far_search_looks(depth: int, choice: str) -> None:
    class Limited(WalkGame):
        search_limits = SearchLimits(depth=depth)

    game = Limited.new(LateCost)
    state, _ = game.start(1, 1)
    state.game = game
    assert Search(simulations=100)(Observation(state), Rng(1)) == choice


def test_greedy_beats_random(grumbles: Game[Any]) -> None:
    greedy, random = wins(grumbles, BOTS["greedy"], BOTS["random"], 10)
    assert wilson(greedy, greedy + random)[0] > 0.5


@pytest.mark.parametrize("bot", [MCTS, SEARCH], ids=["mcts", "search"])
@pytest.mark.parametrize("seed", [1, 2])
def test_search_finds_a_win_that_takes_two_grumbles(
    grumbles: Game[Any], seed: int, bot: Bot
) -> None:
    """Shove moves the last Goof next to Swing, and Swing brings it home."""
    state = grumbles.load(
        {
            "turn": 20,
            "red": {"shove": "a2", "swing": "d2", "push": "f4"},
            "green": {"yank": "a7", "pull": "b7", "throw": "g7"},
            "goofs": {"b2": "doom"},
            "pile": [],
            "captured": {
                "red": ["starter", "super", "regular"],
                "green": ["starter", "starter", "starter", "starter", "regular", "regular"],
            },
        }
    )
    rng = Rng(seed)
    while state.turn == 20 and state.outcome is None:
        state.apply(bot(Observation(state), rng))
    assert state.outcome is not None
    assert state.outcome.result == "red"


@pytest.mark.parametrize(
    ("kit", "file", "id", "open"),
    [
        ("grizzled", "ends", "peace", False),
        ("grizzled", "ends", "saved-by-support", True),
        ("grudge", "ends", "troll-falls", False),
        ("gruff", "damage", "both-reasons", False),
    ],
)
def test_search_finds_the_win_of_an_example(kit: str, file: str, id: str, open: bool) -> None:
    """It needs no more moves than the example, all of which are one seat's.  Where unseen tiles
    decide, and three times in four against it, it may see them.
    """
    examples = read_examples(data_root() / kit / "examples" / f"{file}.yaml")
    (example,) = (each for each in examples if each.id == id)
    state = begin_example(shipped_game(kit), example)[0]
    for _ in example.moves:
        if state.outcome is None:
            state.apply(SEARCH(Observation(state, open), Rng(1)))
    assert state.outcome is not None
    assert max(state.outcome.worth) == 1


def test_search_takes_a_win_now_rather_than_later() -> None:
    """Resting first would also win within this many decisions."""
    game = WalkGame.new()
    state, _ = game.start(1, 1)
    while state.outcome is None:
        state.apply(Search(simulations=500, depth=6)(Observation(state), Rng(1)))
    assert state.turn == END


@pytest.mark.parametrize(("name", "depth", "draws"), [("grizzled", 3, 10), ("grumbles", 3, 6)])
def test_search_looks_as_far_as_the_game_says(
    name: str, depth: int, draws: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Grumbles looks two decisions ahead, and one more because its players are rivals."""
    looked = []

    class Recorder(Lookahead):
        def values(self, tries: int) -> list[float]:
            looked.append((self.depth, self.redraws))
            return super().values(tries)

    monkeypatch.setattr(search, "Lookahead", Recorder)
    state, _ = shipped_game(name).start(seed=3)
    choose_move(Search(simulations=1), state, Rng(1))
    assert {*looked} == {(depth, draws)}


def test_search_stops_when_the_best_move_is_clear() -> None:
    better = [0.5, 0.4]
    assert not is_settled([better] * 2)
    assert is_settled([better] * 3)
    assert is_settled([[0.5, 0.5]] * 3), "it makes no difference which"
    even = [[0.5, 0.4], [0.4, 0.5], [0.5, 0.4], [0.4, 0.5]]
    assert not is_settled(even)
    assert not is_settled([[0.51, 0.4], [0.4, 0.5], [0.5, 0.4]])
    assert not is_settled([[*row, 0.1] for row in even])
    assert is_settled([[*row, 0.9] for row in even])


class Swayed(Walk):
    """A walk whose weight says how good it is to be further on."""

    def judge(self, weights: Weights) -> tuple[float, ...]:
        return (0.5 + weights["further"] * self.at[0] / 20,)

    def evaluate(self) -> tuple[float, ...]:
        return self.judge({"further": 1})


def swayed(further: float) -> Observation:
    """The beginning of a walk by this trained weight."""
    game = WalkGame.new(Swayed)
    game.trained = {"further": further}
    state, _ = game.start(1, 1)
    state.game = game
    return Observation(state)


@pytest.mark.parametrize("bot", [MCTS, SEARCH], ids=["mcts", "search"])
def test_bots_that_look_ahead_judge_by_trained_weights(bot: Bot) -> None:
    assert bot(swayed(1), Rng(1)) == "right"
    assert bot(swayed(-1), Rng(1)) == "rest"


class Blurred(Walk):
    """A walk on which something hidden is worth up to 40 times as much as a step."""

    def determinize(self, seat: int, rng: Rng) -> Self:
        other = super().determinize(seat, rng)
        other.pool = 1000 * rng.below(5)
        return other

    def evaluate(self) -> tuple[float, ...]:
        return (0.3 + self.at[0] / 100 + self.pool / 10000,)


def test_mcts_does_not_mistake_a_lucky_draw_for_a_good_move() -> None:
    state, _ = WalkGame.new(Blurred).start(1, 1)
    bot = Mcts(simulations=50)
    assert {bot(Observation(state), Rng(seed)) for seed in range(20)} == {"right"}


def test_a_few_simulations_share_a_determinized_state(toy: ToyGame) -> None:
    state, _ = toy.start(3, 2)
    drawn: list[State[Any]] = []
    chance = set()

    class Counting(Observation):
        def determinize(self, rng: Rng) -> State[Any]:
            drawn.append(super().determinize(rng))
            return drawn[-1]

    class Noting(Mcts):
        def simulate(self, root: Any, state: State[Any], rng: Rng, before: Any) -> None:
            assert state.view(0) == drawn[-1].view(0)
            chance.add(state.rng.state)
            super().simulate(root, state, rng, before)

    Noting(simulations=2 * SHARED + 1)(Counting(state), Rng(1))
    assert len(drawn) == 3
    assert len(chance) == 2 * SHARED + 1, "chance is not shared"


def test_mcts_stops_when_its_choice_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    simulate = Mcts.simulate

    def count(bot: Mcts, *args: Any) -> None:
        made.append(bot)
        simulate(bot, *args)

    monkeypatch.setattr(Mcts, "simulate", count)
    assert MCTS(swayed(1), Rng(1)) == "right"
    assert len(made) < 0.8 * MCTS.simulations
    made.clear()
    MCTS(swayed(0), Rng(1))
    assert len(made) == MCTS.simulations, "no move is better"


def test_no_garbage_is_collected_while_a_bot_decides(toy: ToyGame) -> None:
    state, _ = toy.start(1, 2)
    seen = []

    def bot(observation: Observation, rng: Rng) -> Any:
        seen.append(gc.isenabled())
        raise KitError("no idea")

    for collects in (True, False):
        (gc.enable if collects else gc.disable)()
        with pytest.raises(KitError):
            choose_move(bot, state, Rng(1))
        assert gc.isenabled() is collects
    gc.enable()
    assert seen == [False, False]


def test_search_beats_random(grumbles: Game[Any]) -> None:
    search, random = wins(grumbles, Mcts(simulations=60), BOTS["random"], 12)
    assert wilson(search, search + random)[0] > 0.5


def test_the_interval_of_a_win_rate() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.49, 0.943)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 50)[0] == pytest.approx(0)
    assert wilson(50, 50)[1] == pytest.approx(1)


def test_an_unknown_bot_is_refused_with_a_hint() -> None:
    with pytest.raises(KitError, match='no bot "gready"; did you mean "greedy"'):
        bot_named("gready")


def last_move(observation: Observation, rng: Rng) -> Any:
    return observation.legal_moves()[-1]


def test_a_game_has_bots_of_its_own(toy: ToyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    own = {"last": last_move, "greedy": last_move}
    assert bot_named("last", own) is last_move
    assert bot_named("greedy", own) is BOTS["greedy"]
    assert bots_named([last_move, "last", "random"], 3, own) == [
        last_move,
        last_move,
        BOTS["random"],
    ]
    with pytest.raises(KitError, match='no bot "lost"; did you mean "last"'):
        bot_named("lost", own)
    with pytest.raises(KitError, match='the bot "last" takes no budget'):
        bot_named("last:5", own)
    with pytest.raises(KitError, match='no bot "last"; known: greedy, mcts, random, search'):
        Plan(toy, ("last",), 2, {}).check()
    monkeypatch.setattr(ToyGame, "bots", own)
    Plan(toy, ("last",), 2, {}).check()
    assert all(record.result for record in simulate(Plan(toy, ("last",), 2, {}), 2))
