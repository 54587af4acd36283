"""Tests of each step of a turn: its effect on a small game, and its events."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.engine.scripted.interpreter import INSTRUCTIONS
from generator.engine.scripted.script.step_schema import STEPS
from tests.engine.scripted.small import TURNS, after, event_texts, small


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("steps", "there", "message"),
    [
        ("{gain: score, by: 2 + 1}", {"score": [3, 0]}, "score +3, now 3."),
        ("{lose: coins, by: 9}", {"coins": [0, 2]}, "coins \N{MINUS SIGN}2, now 0."),
        ("{gain: coins, by: 1, who: others}", {"coins": [2, 3]}, "Player 2: coins +1, now"),
        ("{gain: coins, by: 5, who: all}", {"coins": [4, 4]}, "coins +2, now 4."),
        (
            "{lose: score, by: 1, who: next}",
            {"score": [0, -1]},
            "Player 2: score \N{MINUS SIGN}1, now",
        ),
        ("{gain: coins, by: -1}", {"coins": [1, 2]}, "Player 1: coins \N{MINUS SIGN}1, now 1."),
        ("{gain: coins, by: 3 - 1, who: 3 - seat}", {"coins": [2, 4]}, "Player 2: coins +2, now"),
        ("{set: score, to: coins + 5, who: all}", {"score": [7, 7]}, "Player 2: score set to 7."),
        ("{set: coins, to: 9}", {"coins": [4, 2]}, "Player 1: coins set to 4."),
        ("{set: pool, to: seat}", {"pool": 1}, "The game: pool set to 1."),
        ("{lose: pool, by: pool}", {"pool": 0}, "pool \N{MINUS SIGN}3, now 0."),
        ("{move: pawn, by: 3}", {"pawn": [3, 0]}, "moves the pawn to 4"),
        ("{move: pawn, by: 9}", {"pawn": [4, 0]}, "moves the pawn to 5"),
        ("{move: pawn, to: 2}", {"pawn": [1, 0]}, "moves the pawn to 2"),
        ("{move: boat, by: 2}", {"boat": 0}, "moves the boat to a"),
        ("{move: boat, by: -2}", {"boat": 2}, "moves the boat to c"),
        ("{move: boat, to: \"'c'\"}", {"boat": 2}, "moves the boat to c"),
        ('{move: sun, to: "weather.storm"}', {"sun": [1, 0]}, "moves the sun to storm"),
        ("{if: pawn == 1, then: [{gain: score, by: 1}]}", {"score": [1, 0]}, " +1, now"),
        (
            "{if: boat == 'a', then: [{gain: score, by: 1}], else: [{gain: score, by: 4}]}",
            {"score": [4, 0]},
            " +4, now",
        ),
        (
            "{repeat: 2, do: [{repeat: coins, do: [{gain: score, by: 1}]}, {lose: pool, by: 1}]}",
            {"score": [4, 0], "pool": 1},
            "now 4.",
        ),
        ("{while: pool > 1, do: [{lose: pool, by: 1}]}", {"pool": 1}, "now 1."),
        ("{say: 'Round {{ round }} of {{ who }}.'}", {}, "Round 1 of Player 1."),
        ("{discard: hand, into: heap}", {"hand": [[], ["gull"]], "heap": ["crab"]}, "adds Crab"),
        ("{draw: heap, into: hand}", {"hand": [["crab"], ["gull"]]}, "nothing left to draw"),
        (
            "{look-up: weather, for: 3, among: [low, high], as: now}, {gain: score, by: now.low}",
            {"score": [1, 0]},
            "3 means calm",
        ),
        (
            "{look-up: weather, for: 6, among: rolls, as: now}, {gain: score, by: now.low}",
            {"score": [4, 0]},
            "6 means storm",
        ),
        (
            "{look-up: weather, for: 9, among: [low, high], as: now}, "
            "{if: now, then: [{gain: score, by: 1}]}",
            {"score": [0, 0]},
            "9 means nothing",
        ),
        (
            "{if: true, then: [{gain: pool, by: 1}, {end: turn}]}, {gain: pool, by: 5}",
            {"pool": 4},
            "now 4.",
        ),
    ],
)
def test_a_step_has_its_stated_effect(
    tmp_path: Path, steps: str, there: dict[str, object], message: str
) -> None:
    game = small(tmp_path, f"turn: [{steps}]\n")
    state, events = after(game, "turn", hand=[["crab"], ["gull"]])
    position = state.to_data()
    assert {name: position[name] for name in there} == there
    assert any(message in line for line in event_texts(game, events)), event_texts(game, events)
    assert (position["turn"], position["seat"]) == (2, 1)


def test_the_heap_is_shuffled_when_the_deck_is_empty(tmp_path: Path) -> None:
    game = small(
        tmp_path,
        "turn: [{draw: deck, into: lawn, number: 3, again: heap, as: last, "
        "says: '{{ who }} has {{ card }} ({{ last.worth }}).'}, {gain: score, by: last.worth}]\n",
    )
    state, events = after(game, "turn", deck=["gull"], heap=["crab", "crab"])
    position = state.to_data()
    assert position["lawn"] == [["gull", "crab", "crab"], []]
    assert (position["deck"], position["heap"], position["score"]) == ([], [], [1, 0])
    assert event_texts(game, events) == [
        "Player 1 has Gull (2).",
        "The heap is shuffled.",
        "Player 1 has Crab (1).",
        "Player 1 has Crab (1).",
        "Player 1: score +1, now 1.",
    ]


def test_a_card_drawn_into_a_closed_hand_is_shown_to_its_owner_alone(tmp_path: Path) -> None:
    game = small(tmp_path, "turn: [{draw: deck, into: hand, number: 2}]\n")
    _, events = after(game, "turn", deck=["crab", "gull"])
    assert [(event.kind, event.only) for event in events] == [
        ("take", None),
        ("draw", 0),
        ("draw", 0),
    ]
    assert event_texts(game, events)[0] == "Player 1 draws 2 cards from the deck."


def test_a_named_card_is_followed_to_where_it_goes(tmp_path: Path) -> None:
    game = small(
        tmp_path,
        "turn:\n"
        "  - {pick: hand, as: kept, where: it.worth < 2}\n"
        "  - {draw: deck, into: hand, as: new}\n"
        "  - {discard: kept, into: lawn}\n"
        "  - {discard: new, into: heap}\n"
        "  - {gain: score, by: 10 * kept.worth + new.worth}\n",
    )
    state, _ = after(game, hand=[["gull", "crab"], []], deck=["gull"])
    assert state.legal_moves() == ["crab"]
    state.apply("crab")
    position = state.to_data()
    assert (position["hand"], position["lawn"]) == ([["gull"], []], [["crab"], []])
    assert (position["heap"], position["score"]) == (["gull"], [12, 0])


def test_a_pick_may_be_passed_and_is_no_decision_without_anything_to_pick(tmp_path: Path) -> None:
    game = small(
        tmp_path,
        "turn:\n"
        "  - {gain: pool, by: 1}\n"
        "  - {pick: lawn, as: card, may-pass: true}\n"
        "  - {pick: ring, as: space, where: it != 'b'}\n"
        "  - {move: boat, to: space}\n"
        "  - {if: card, then: [{gain: score, by: 1}]}\n",
    )
    state, _ = after(game, "turn", lawn=[["crab", "crab"], []])
    assert state.legal_moves() == ["crab", "pass"]
    state.apply("pass")
    assert state.legal_moves() == ["a", "c"]
    state.apply("c")
    assert (state.to_data()["boat"], state.to_data()["score"]) == (2, [0, 0])
    assert state.legal_moves() == ["turn"]
    state.apply("turn")
    assert state.legal_moves() == ["a", "c"], "Player 2 has no lawn to pick from"


def test_a_choice_offers_what_its_conditions_allow(tmp_path: Path) -> None:
    game = small(
        tmp_path,
        "turn:\n"
        "  - choose:\n"
        "      buy: {when: coins >= 2, why-not: too-poor, do: [{lose: coins, by: 2}]}\n"
        "      rest: {rule: nap, says: '{{ who }} naps.'}\n",
        rules="".join(
            f"{slug}: {{section: A, text: B.}}\n"
            for slug in ("players", "turn", "end", "too-poor", "nap")
        ),
    )
    state, events = after(game, "buy", "rest")
    assert state.legal_moves() == ["rest"]
    with pytest.raises(KitError, match=r"“Buy” cannot be chosen now \(too-poor\)"):
        state.apply("buy")
    with pytest.raises(KitError, match=r"the legal moves are: Rest \(turn\)"):
        state.apply("sell")
    assert event_texts(game, events)[-1] == "Player 2 naps."
    assert events[-1].rule == "nap"


def test_dice_are_rolled_and_remembered_until_the_turn_ends(tmp_path: Path) -> None:
    game = small(
        tmp_path, "turn: [{roll: 2d6, as: pips}, {choose: {go: {do: [{gain: score, by: pips}]}}}]\n"
    )
    state, events = after(game, "turn", chance=5)
    pips = events[0].facts["result"]
    assert isinstance(pips, int)
    assert 2 <= pips <= 12
    assert state.to_data()["named"] == {"pips": pips}
    state.apply("go")
    assert state.to_data()["score"] == [pips, 0]
    assert state.to_data()["named"] == {}


@pytest.mark.parametrize(
    ("end", "winner", "result", "worth"),
    [
        ("{turns: 3}", "{most: score}", "Player 1", (1.0, 0.0)),
        ("{rounds: 1}", "{most: score}", "shared", (0.5, 0.5)),
        ("{when: turn == 1}", "{least: score}", "Player 2", (0.0, 1.0)),
        ('{when: "everyone.score == [1, 1]"}', "self", "Player 2", (0.0, 1.0)),
        ("{when: pool == 1}", "all", "victory", (1.0, 1.0)),
        ("{when: pool == 1}", "nobody", "defeat", (0.0, 0.0)),
        ("{turns: 9, winner: nobody}, {turns: 2, winner: all}", "self", "victory", (1.0, 1.0)),
    ],
)
def test_the_game_ends_and_somebody_wins(
    tmp_path: Path, end: str, winner: str, result: str, worth: tuple[float, ...]
) -> None:
    head = TURNS.replace("winner: {most: score}", f"winner: {winner}")
    game = small(
        tmp_path, f"turn: [{{gain: score, by: 1}}, {{lose: pool, by: 1}}]\nend: [{end}]\n", head
    )
    state, _ = after(game)
    while not state.outcome:
        state.apply("turn")
    assert (state.outcome.result, state.outcome.worth) == (result, worth)
    assert state.legal_moves() == ()


def test_a_step_may_end_the_game_under_its_own_rule(tmp_path: Path) -> None:
    game = small(tmp_path, "turn: [{end: game, rule: sunk}]\nend: [{turns: 3, rule: late}]\n")
    state, _ = after(game, "turn")
    assert state.outcome is not None
    assert state.outcome.rule == "sunk"


@pytest.mark.parametrize(
    ("winner", "result", "worth"),
    [
        ("self", "Player 2", (0.0, 1.0)),
        ("nobody", "defeat", (0.0, 0.0)),
        ("all", "victory", (1.0, 1.0)),
        ("{most: coins}", "Player 1", (1.0, 0.0)),
    ],
)
def test_a_step_that_ends_the_game_may_say_who_wins(
    tmp_path: Path, winner: str, result: str, worth: tuple[float, ...]
) -> None:
    """Player 2 acts, in the turn of player 1, who has most of what wins otherwise."""
    turn = f"turn: [{{say: Now!}}, {{each: others, do: [{{end: game, winner: {winner}}}]}}]\n"
    state, _ = after(small(tmp_path, turn), "turn", score=[5, 0], coins=[3, 2])
    assert state.outcome is not None
    assert (state.outcome.result, state.outcome.worth) == (result, worth)


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ("{end: turn, winner: self}", "says who wins, but does not end the game; write end: game"),
        ("{end: game, winner: {most: pool}}", 'no player has a counter "pool" of their own'),
        ("{end: game, winner: me}", "must say who wins"),
    ],
)
def test_mistakes_about_who_wins_are_named(tmp_path: Path, step: str, fault: str) -> None:
    with pytest.raises(KitError) as caught:
        small(tmp_path, f"turn: [{step}]\n")
    assert fault in str(caught.value)


def test_what_each_player_does_at_the_end_counts_open_hands(tmp_path: Path) -> None:
    game = small(
        tmp_path,
        "turn: [{end: game}]\n"
        "finish:\n"
        "  - {gain: score, by: \"hand | sum(attribute='worth')\"}\n"
        "  - {if: 'everyone.hand[0] | length == 2', then: [{gain: coins, by: 1}]}\n",
    )
    state, events = after(game, "turn", hand=[["gull", "crab"], ["gull"]])
    assert state.outcome is not None
    assert state.outcome.facts["score"] == [3, 2]
    assert state.outcome.facts["coins"] == [3, 3]
    assert event_texts(game, events)[-1] == "The game is over: Player 1."


def test_a_game_without_an_end_ends_after_many_turns(tmp_path: Path) -> None:
    game = small(tmp_path, "turn: [{gain: score, by: 1}]\n")
    state, _ = after(game, turn=499, seat=0)
    state.apply("turn")
    assert state.outcome is None
    state.apply("turn")
    assert state.outcome is not None
    assert state.outcome.result == "shared"


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        (
            "{while: true, do: [{gain: score, by: 1}]}",
            "a turn takes more than 1,000 steps; make sure",
        ),
        ("{gain: score, by: 1 / 2}", "the expression `1 / 2` gives 0.5, not a whole number"),
        ("{gain: score, by: 10**6 + 1}", "gives 1000001, not a whole number up to 1,000,000"),
        ("{move: boat, to: \"'x'\"}", '"ring" has no space x'),
        ("{gain: score, by: 'hand[9].worth'}", 'there is no "9" in it'),
        ("{say: '{{ card }}'}", 'cannot be made: "card" is not defined'),
        (
            "{gain: score, by: 'deck | sum(attribute=\"worth\")'}",
            'the cards of "deck" are hidden, and each is none: count them as they come and go',
        ),
    ],
)
def test_a_fault_during_play_is_reported_with_its_line(
    tmp_path: Path, step: str, fault: str
) -> None:
    game = small(tmp_path, f"turn: [{step}]\n")
    with pytest.raises(KitError) as caught:
        after(game, "turn")
    line = TURNS.count("\n") + 1
    assert str(caught.value).startswith(f"turns.yaml:{line}: ")
    assert fault in str(caught.value)


def test_a_step_names_the_next_player_once(tmp_path: Path) -> None:
    game = small(tmp_path, "turn: [{if: turn == 1, then: [{next: seat}]}]\n")
    state, events = after(game, "turn", players=3)
    assert "The next turn is Player 1's." in event_texts(game, events)
    seats = [state.to_act]
    for _ in range(2):
        state.apply("turn")
        seats.append(state.to_act)
    assert seats == [0, 1, 2]


@pytest.mark.parametrize("step", ["{next: 3}", "{gain: score, by: 1, who: 0}"])
def test_only_players_can_be_named(tmp_path: Path, step: str) -> None:
    game = small(tmp_path, f"turn: [{step}]\n")
    with pytest.raises(KitError, match="not a player from 1 to 2"):
        after(game, "turn")


def test_every_verb_has_an_instruction() -> None:
    """The compiler writes the other three as jumps and as ends of turns and games."""
    assert {*STEPS} - {*INSTRUCTIONS} == {"if_", "while_", "end"}
