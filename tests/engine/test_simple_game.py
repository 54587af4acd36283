"""Tests of simple games: their default texts, and what is said about moves that are none."""

from __future__ import annotations

from typing import Any

import pytest

from generator.base.errors import KitError
from generator.engine.bots.baselines import random
from generator.engine.events import Event
from generator.engine.game import Outcome
from generator.engine.playthrough import play
from generator.engine.simple_game import Position
from generator.engine.text.default_text import position_text
from tests.engine.console.driver import SessionDriver
from tests.engine.trick import Trick

ITSELF: list[Any] = []
ITSELF.append(ITSELF)
UNFIT: Any = {1}  # no plain data


@pytest.fixture
def game() -> Trick:
    return Trick.new()


@pytest.mark.parametrize(
    ("kind", "seat", "facts", "sentence"),
    [
        ("set up", None, {"players": 2}, "2 players sit down."),
        ("set up", None, {"players": 1}, "1 player sits down."),
        ("end", None, {"result": "draw"}, "The game is over: draw."),
        ("bid", 0, {"bid": 2}, "Player 1: bid 2."),
        ("play", 1, {"card": "c6"}, "Player 2: play Six of Clubs."),
        ("play", 1, {"card": ["c6", "d6"]}, "Player 2: play Six of Clubs, Six of Diamonds."),
        ("play", 1, {"card": ["c6", "x"]}, "Player 2: play card c6, x."),
        ("swap", 0, {"for": "c6", "with": "c7"}, "Player 1: swap for Six of Clubs, with Seven of Clubs."),
        ("find", None, {"what": "d6"}, "Find what d6."),
        ("score", 0, {"points": 3, "leader": 1}, "Player 1: score points 3, leader Player 2."),
        ("deal", None, {"hands": [["c6"], []]}, "Deal hands c6, nothing."),
        ("pass", 0, {}, "Player 1: pass."),
    ],
)  # fmt: skip
def test_an_event_is_told_by_names(
    game: Trick, kind: str, seat: int | None, facts: dict[str, Any], sentence: str
) -> None:
    """The name of a fact is left out if it says nothing; d6 is the id of two rows."""
    assert game.describe(Event(kind, "bid", seat, facts)) == sentence


def test_a_position_says_whose_each_thing_is(game: Trick) -> None:
    state, _ = game.start()
    assert state.text().splitlines() == [
        "seat: Player 1",
        "turn: 1",
        "leader: Player 2",
        "bids: nothing",
        "hands: Player 1 Six of Clubs, Big Seven; Player 2 Seven of Clubs, d6",
        "trick: nothing",
    ]


def test_a_seat_reads_its_own_cards_by_their_titles() -> None:
    class Secret(Trick):
        def view(self, position: Position, seat: int | None) -> Position:
            hands = [hand if seat == at else len(hand) for at, hand in enumerate(position["hands"])]
            return {**position, "hands": hands}

    state, _ = Secret.new().start()
    assert state.text_for(0).splitlines()[-3:] == [
        "trick: nothing",
        "    Known to you alone:",
        "        hands 1: Six of Clubs, Big Seven",
    ]


FORMS = 'seen so far are "bid NUMBER", "play CARD"'


@pytest.mark.parametrize("text", ["foo", "play", "play zz", "play d6 d7", "bid c6"])
def test_what_no_move_looks_like_is_not_explained_by_the_game(game: Trick, text: str) -> None:
    state, _ = game.start()
    with pytest.raises(
        KitError, match=f'"{text}" is not written like the moves of this game; {FORMS}'
    ):
        game.read_typed(state, text)
    driver = SessionDriver(game, (0, 1))
    for typed in (text, f"why {text}"):
        said = " ".join(driver.type(typed).split())
        assert FORMS in said
        assert "follow" not in said
        assert "did you mean" not in said


def test_an_illegal_move_is_explained_by_the_game(game: Trick) -> None:
    assert "“bid 7” is not legal: you must follow suit" in SessionDriver(game, (0, 1)).type("bid 7")


@pytest.mark.parametrize(
    ("method", "given", "says"),
    [
        ("set_up", {"seat": 0}, '`set_up` must give a dictionary with "seat" and "turn"'),
        ("moves", None, "`moves` must give a list of texts, but gives nothing"),
        ("moves", ["bid 1", 1], "`moves` must give a list of texts"),
        ("moves", [], "nobody has a legal move, but the game is not over"),
        ("apply", None, "`apply` must give events, each with a kind, a rule, a seat of the game"),
        ("apply", ["bid"], "but gives a value of the kind str"),
        ("apply", [Event("bid", "bid", 2, {})], "but gives a value of the kind Event"),
        ("apply", [Event("bid", "bid", 0, {"bid": UNFIT})], "and facts that are plain data, but"),
        (
            "apply",
            [Event("bid", "bid", 0, {"bid": [float("nan")]})],
            "and facts that are plain data",
        ),
        ("apply", [Event("bid", "bid", 0, {"bid": ITSELF})], "and facts that are plain data"),
        ("view", None, "`view` must give a dictionary"),
        ("view", {"trick": ITSELF}, "`view` must give a dictionary of plain data"),
        ("outcome", "won", "`outcome` must give an Outcome or None"),
        ("outcome", Outcome("won", "bid", (1.0,), {}), "a number for each player, and plain data"),
        ("outcome", Outcome("won", "bid", (1.0, float("nan")), {}), "a number for each player"),
        ("value", (1.0,), "`value` must give a number for each player, or None"),
        ("value", (float("nan"), 1.0), "`value` must give a number for each player, or None"),
        ("value", (10**400, 1), "`value` must give a number for each player, or None"),
        (
            "set_up",
            {"seat": 2, "turn": 1, "trick": []},
            "`set_up` leaves the position with the seat 2",
        ),
        (
            "set_up",
            {"seat": 0, "turn": None, "trick": []},
            "`set_up` leaves the position with the turn None",
        ),
        (
            "set_up",
            {"seat": 0, "turn": 1, "trick": ITSELF},
            "`set_up` or `apply` makes a position that contains itself",
        ),
        ("pieces", None, "`pieces` must give a list of texts"),
        ("metrics", {"rounds": "three"}, "`metrics` must give a number for each name"),
        (
            "components_by_seat",
            {"played": {"c6": [2]}},
            "must give a dictionary of dictionaries of",
        ),
        ("describe_event", None, "`describe_event` must give a text"),
    ],
)
def test_a_method_that_gives_the_wrong_thing_is_named_with_its_line(
    game: Trick, monkeypatch: pytest.MonkeyPatch, method: str, given: object, says: str
) -> None:
    def wrong(*arguments: object) -> object:
        return given

    wrong.__name__ = method
    monkeypatch.setattr(Trick, method, wrong)
    with pytest.raises(KitError) as caught:
        play_two_turns(game)
    (fault,) = caught.value.faults
    assert says in fault.message
    assert fault.check == "game-package"
    assert given == [] or (fault.place and fault.place.line == wrong.__code__.co_firstlineno)


def play_two_turns(game: Trick) -> None:
    """Call every method of the game that bots and transcripts need."""
    for step in play(game, [random], seed=1, players=2, options={}, turns=2):
        step.state.view(0)
        step.state.evaluate()
        step.state.pieces()
        step.state.metrics()
        step.state.components_by_seat()
        for event in step.events:
            game.describe(event)


def test_an_example_cannot_give_the_turn_to_a_seat_that_is_not_there(game: Trick) -> None:
    with pytest.raises(KitError, match='"seat" must be from 0 to 1, but is 2'):
        game.load({"seat": 2})


def test_a_field_of_several_words_is_told_in_words() -> None:
    text = position_text({"at_hand": 2, "draw-pile": ["c6"]}, ["Red"], {"c6": "Six of Clubs"})
    assert text.splitlines() == ["at hand: 2", "draw pile: Six of Clubs"]
