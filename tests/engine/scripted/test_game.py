"""Tests of scripted games: they have every feature of a game in Python."""

from __future__ import annotations

import io
import pickle
import sys
from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import KitError
from generator.engine.game import Game
from generator.engine.registry import load_game
from generator.engine.rng import Rng
from generator.engine.simulation.run import Plan, simulate
from generator.engine.testing.consistency import check_consistency
from generator.engine.testing.example_run import run_example
from generator.engine.testing.examples import Example, read_examples
from generator.engine.testing.laws import play, trials
from tests.engine.scripted.small import after, small

KITS = Path(__file__).parents[2] / "kits"
DATA = KITS / "data" / "tidewrack"
EXAMPLES = read_examples(DATA / "examples" / "turns.yaml")
BUSY = """\
turn:
  - choose:
      draw: {do: [{draw: deck, into: hand, number: 2, again: heap, as: new}]}
      swap:
        when: hand and lawn
        do:
          - {pick: hand, as: mine}
          - {pick: lawn, as: ours, may-pass: true}
          - {discard: mine, into: lawn}
          - {discard: ours, into: hand}
      hide: {when: hand, do: [{pick: hand, as: gone}, {discard: gone, into: chest}]}
      show: {when: hand, do: [{pick: hand, as: seen}, {discard: seen, into: lawn}]}
  - while: hand | length > 3
    do: [{pick: hand, as: extra}, {discard: extra, into: heap}]
  - {roll: d6, as: pips}
  - {move: pawn, by: pips - 3}
  - {if: pips == 6, then: [{shuffle: chest}, {gain: coins, by: 1, who: next}]}
  - {choose: {stay: , sail: {do: [{pick: ring, as: port}, {move: boat, to: port}]}}}
  - {gain: score, by: pawn}
finish: [{gain: score, by: hand | length}]
end: [{when: everyone.score | max > 30}, {rounds: 12}]
"""


@pytest.fixture(scope="module")
def tidewrack() -> Game[Any]:
    return load_game("tidewrack", DATA)


@pytest.fixture
def busy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    monkeypatch.chdir(tmp_path)
    from tests.engine.scripted.small import TURNS

    head = TURNS.replace("heap: }", "heap: , chest: {hidden: true}}")
    return small(tmp_path, BUSY, head)


def test_random_games_obey_the_laws(tidewrack: Game[Any]) -> None:
    found = trials(tidewrack)
    assert len(found) == 3
    for trial in found:
        for seed in range(3):
            assert 0 < play(trial, seed, every=3) <= tidewrack.max_decisions(trial.options)


def test_hidden_piles_named_cards_and_loops_obey_the_laws(busy: Game[Any]) -> None:
    for trial in trials(busy):
        if trial.options["goal"] == 5:
            for seed in range(3):
                assert play(trial, seed, every=4) > 20


@pytest.mark.parametrize("example", EXAMPLES, ids=[example.id for example in EXAMPLES])
def test_the_examples_pass(tidewrack: Game[Any], example: Example) -> None:
    shown = run_example(tidewrack, example)
    seen = {event.rule for event in shown.events} | {each.check for each in shown.refused.values()}
    assert set(example.rules) <= seen


def test_every_rule_is_cited(tidewrack: Game[Any]) -> None:
    assert [str(fault) for fault in check_consistency(tidewrack, EXAMPLES)] == []


def test_hidden_cards_are_seen_by_their_owner_alone(tidewrack: Game[Any]) -> None:
    state = tidewrack.load({"bag": [["net"], ["twine", "oar"]], "deck": ["plank", "whelk"]})
    assert state.view(None)["bag"] == [1, 2]
    assert state.view(1)["bag"] == [1, ["twine", "oar"]]
    assert state.view(1)["deck"] == 2
    worlds = [state.determinize(0, Rng(number)).to_data() for number in range(8)]
    assert {tuple(world["bag"][0]) for world in worlds} == {("net",)}
    assert len({tuple(world["bag"][1]) for world in worlds}) > 1
    assert "Player 2: bag 2 cards; comber on pier; worth 0" in state.text()
    assert "Player 2: bag Twine, Half an Oar; comber on pier; worth 0" in state.text_for(1)
    assert "Player 2: bag 2 cards; comber on pier; worth 0" in state.text_for(0)
    named = [state.game.move_sentence(state, move) for move in ("oar", "twine", "pass")]
    assert named == ["Half an Oar", "Twine", "Pass"]
    assert state.prompt() == "choose what to do"


def test_stated_cards_are_taken_from_unstated_piles(tidewrack: Game[Any]) -> None:
    state = tidewrack.load({"bag": [["net"], ["twine"]]})
    deck = state.to_data()["deck"]
    assert isinstance(deck, list)
    assert (len(deck), deck.count("net"), deck.count("twine")) == (14, 0, 1)


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        ({"bag": [["nett"], []]}, '"bag" has the card "nett", which does not exist'),
        ({"bag": [[]]}, '"bag" must be a list with the cards of each of the 2 players'),
        ({"bag": [3, []]}, '"bag" must be a list of cards'),
        ({"jetsam": ["net", "net"]}, 'the card "net" occurs 2 times, but is printed 1 times'),
        ({"comber": [0, 6]}, '"comber" must be on a space from 0 (the first) to 5'),
        ({"comber": [0]}, "with the space of each of the 2 players"),
        ({"worth": [0, -1]}, '"worth" must be 0 or more'),
        ({"worth": [0]}, "with a number for each of the 2 players"),
        ({"tide": 10}, '"tide" must be 0..9'),
        ({"tied": 1}, 'a position has no "tied"; did you mean "tide"?'),
        ({"at": 2}, '"at" must be 0 or the step of a decision, not 2'),
        ({"at": 99}, '"at" must be from 0 to'),
        ({"seat": 2}, '"seat" must be from 0 to 1'),
        ({"turn": 0}, '"turn" must be 1 or more'),
        ({"loops": ["x"]}, '"loops" must be whole numbers'),
        ({"named": {"fund": 1}}, 'no step uses the name "fund"'),
        ({"named": {"found": 1}}, '"found" refers to something that does not exist'),
        ({"named": {"sky": "six"}}, '"sky" refers to something that does not exist'),
        ({"named": {"now": 3}}, '"now" refers to something that does not exist'),
        (
            {"named": {"found": {"place": "bag", "seat": 0, "index": 0}}},
            '"found" refers to something that does not exist',
        ),
        ({"over": {"rule": "all-found"}}, '"over" must have a rule, a result and a list'),
    ],
)
def test_an_impossible_position_is_refused(
    tidewrack: Game[Any], position: dict[str, object], fault: str
) -> None:
    with pytest.raises(KitError) as caught:
        tidewrack.load(position)
    assert fault in str(caught.value)


def test_a_state_survives_pickling(tidewrack: Game[Any]) -> None:
    twin = pickle.loads(pickle.dumps(tidewrack))
    assert (twin.name, twin.seats_rule) == ("tidewrack", "players")
    plan = Plan(tidewrack, ("greedy", "random"), 3, {})
    alone = list(simulate(plan, 8))
    assert alone == list(simulate(plan, 8, jobs=2))
    assert not any(record.error for record in alone)


def test_a_game_is_played_at_a_terminal(
    tidewrack: Game[Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from generator.cli.terminal_session import SessionOptions, play_at_terminal

    monkeypatch.chdir(tmp_path)  # where the unfinished game is kept
    output = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO("stride\nwhy stride\nstep\nquit\n"))
    monkeypatch.setattr(sys, "stdout", output)
    play_at_terminal(tidewrack, SessionOptions("1", ["greedy"], 2, 1, {}, None, None, None, None))
    assert "“Stride” cannot be chosen now" in output.getvalue()
    assert "Player 1 picks up" in output.getvalue()


def test_a_game_in_python_takes_precedence(tmp_path: Path) -> None:
    """Its `turns.yaml`, if any, is ignored."""
    games = tmp_path / "games" / "tidewrack"
    games.mkdir(parents=True)
    (games / "__init__.py").write_text("GAME = 3\n", encoding="utf-8")
    with pytest.raises(KitError, match="does not define GAME"):
        load_game("tidewrack", DATA, tmp_path / "games")


def test_cards_in_a_row_are_told_together(tmp_path: Path) -> None:
    turns = """\
turn:
  - {draw: deck, into: heap, number: 3}
  - {discard: heap, into: lawn}
  - {draw: deck, into: heap, number: 2, says: "{{ who }} finds {{ card }}."}
"""
    game = small(tmp_path, turns)
    _, events = after(game, "turn", deck=["crab", "gull", "gull", "crab", "gull"])
    assert [sentence.text for sentence in game.narrate(events)] == [
        "Player 1 draws Gull x2, Crab.",
        "Player 1 adds Gull x2, Crab to the lawn.",
        "Player 1 finds Gull.",
        "Player 1 finds Crab.",
    ]


def test_moves_that_pick_a_row_are_described_by_its_text(tmp_path: Path) -> None:
    picks = (
        "hand, as: card",
        "weather, as: now",
        "sky, as: later",
        "ring, as: port",
        "others, as: other",
    )
    steps = ", ".join(f"{{pick: {each}}}" for each in picks)
    game = small(tmp_path, f"turn: [{steps}]\n")
    hands = [["crab", "gull"], ["gull"], ["gull"]]
    state, _ = after(game, players=3, hand=hands)
    described = []
    for move in ("crab", "storm", "calm", "a", "player-2"):
        described.append(state.describe_move(move))
        state.apply(move)
    weather = "low 4, rolls 4 and 5 and 6", "low 1, high 3, rolls 1 and 2"
    assert described == ["worth 1", *weather, "", ""]


@pytest.mark.parametrize(
    ("first", "moves"),
    [
        ("repeat: 2, do: [{pick: hand, as: card}]", ["gull"]),
        ("repeat: 2, do: [{repeat: 1, do: [{pick: hand, as: card}]}]", ["gull"]),
        ("while: score < 1, do: [{choose: {rest: }}, {gain: score, by: 1}]", ["rest"]),
        ("repeat: 2, do: [{roll: d6, as: luck}, {pick: hand, as: card}]", ["turn"]),
        ("roll: d6, as: luck", ["turn"]),
    ],
)
def test_a_turn_that_asks_at_once_needs_no_move_to_begin(
    tmp_path: Path, first: str, moves: list[str]
) -> None:
    game = small(tmp_path, f"turn: [{{{first}}}, {{gain: score, by: 1}}]\n")
    state, _ = after(game, hand=[["gull"], ["gull"]])
    assert state.legal_moves() == moves
