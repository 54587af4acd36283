"""Tests of counters on a table: columns that change during a game, such as the damage of a card."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.engine.events import Event
from generator.engine.testing.laws import play, trials
from tests.engine.scripted.small import TURNS, after, event_texts, small

DAMAGE = TURNS.replace("score: ,", "score: , damage: {on: cards, from: 0, to: 2, shared: true},")
CROSSED = TURNS.replace("score: ,", "score: , crossed: {on: weather, from: 0, to: 1},")
CROSS = """\
turn:
  - {pick: weather, as: box, where: not it.crossed}
  - {set: crossed, on: box, to: 1}
  - {set: score, to: 'weather | selectattr("crossed") | list | length'}
"""
HIT = """\
turn:
  - {pick: lawn, as: unit, where: it.damage < 2}
  - {gain: damage, on: unit, by: 1}
  - {if: unit.damage == 2, then: [{discard: unit, into: heap}, {set: damage, on: unit, to: 0}]}
"""


def test_each_player_has_numbers_on_the_rows_of_a_table(tmp_path: Path) -> None:
    game = small(tmp_path, CROSS, CROSSED)
    state, events = after(game, "storm")
    assert state.to_data()["crossed"] == [{"storm": 1}, {}]
    assert state.legal_moves() == ["calm", "storm"]  # those of the other player
    state.apply("storm")
    assert state.legal_moves() == ["calm"]
    state.apply("calm")
    assert state.position["score"] == [2, 1]
    assert event_texts(game, events)[1] == "Player 1: crossed of storm set to 1."
    assert "Player 1: " in state.text()
    assert "crossed calm 1, storm 1" in state.text()
    assert "crossed storm 1" in state.text()


def test_counters_start_with_numbers_of_tables(tmp_path: Path) -> None:
    head = TURNS.replace("coins: {start: 2,", "coins: {start: cards.crab.worth + 1,")
    head = head.replace(
        "score: ,", "score: , hits: {on: cards, start: row.worth - 1, shared: true},"
    )
    turns = "turn: [{pick: cards, as: unit}, {lose: hits, on: unit, by: 1}, {set: score, to: 1}]\n"
    game = small(tmp_path, turns, head)
    state, _ = game.start(1, 2)
    assert (state.to_data()["coins"], state.to_data()["hits"]) == ([2, 2], {"gull": 1})
    state.apply("gull")
    assert state.to_data()["hits"] == {}
    state.apply("crab")
    assert state.to_data()["hits"] == {"crab": -1}
    for wrong, fault in (
        ("9", '"coins" starts at 9, which'),
        ("row.worth", 'unknown name "row"'),
        ("cards.gull.worth * 9", '"coins" starts at 18, which is outside 0..4'),
    ):
        with pytest.raises(KitError, match=fault):
            small(tmp_path, turns, TURNS.replace("coins: {start: 2,", f"coins: {{start: {wrong},"))


def test_cards_carry_numbers_that_all_players_share(tmp_path: Path) -> None:
    game = small(tmp_path, HIT, DAMAGE)
    lawn = [["gull"], ["crab"]]
    state, events = after(game, "gull", lawn=lawn)
    assert state.to_data()["damage"] == {"gull": 1}
    assert event_texts(game, events)[1] == "The game: damage of Gull +1, now 1."
    assert "damage: Gull 1" in state.text()
    state.apply("crab")
    state.apply("gull")
    assert state.to_data()["damage"] == {"crab": 1}
    assert state.to_data()["heap"] == ["gull"]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("crossed['storm'] == 1", True),
        ("crossed.values() | sum == 1", True),
        ("everyone.crossed[0]['storm'] == 1", True),
        ("everyone.crossed[1].values() | sum == 0", True),
        ("sun.crossed", False),
        ("sky[1].crossed == 1", True),
        ("weather['storm'].crossed == 1", True),
        ("sun == sky[0] and sun in sky", True),
        ("box == weather['storm']", True),
    ],
)
def test_expressions_read_the_numbers(tmp_path: Path, condition: str, holds: bool) -> None:
    turns = (
        CROSS.rpartition("  - ")[0] + f'  - {{if: "{condition}", then: [{{gain: coins, by: 1}}]}}\n'
    )
    state, _ = after(small(tmp_path, turns, CROSSED), "storm")
    assert state.position["coins"] == [3 if holds else 2, 2]


@pytest.mark.parametrize(("on", "to"), [("'\"storm\"'", '"sky[1]"'), ("storm", "storm")])
def test_a_token_moves_to_a_row_with_numbers(tmp_path: Path, on: str, to: str) -> None:
    turns = f"turn: [{{set: crossed, on: {on}, to: 1}}, {{move: sun, to: {to}}}]\n"
    state, _ = after(small(tmp_path, turns, CROSSED), "turn")
    assert state.position["sun"][0] == 1
    assert state.position["crossed"][0] == {"storm": 1}


def test_numbers_on_rows_pass_between_players(tmp_path: Path) -> None:
    head = CROSSED.replace("from: 0, to: 1", "start: 3, from: 0, to: 5")
    turns = """\
turn:
  - {pick: weather, as: good}
  - {take: crossed, on: good, by: 9, who: next}
  - {give: crossed, on: good, by: 1, who: next}
"""
    game = small(tmp_path, turns, head)
    state, events = after(game, "storm")
    assert state.to_data()["crossed"] == [{"storm": 4}, {"storm": 2}]
    assert event_texts(game, events)[1:3] == [
        "Player 1 takes 2 crossed of storm from Player 2.",
        "Player 1 gives 1 crossed of storm to Player 2.",
    ]


def test_games_with_numbers_on_rows_obey_the_laws(tmp_path: Path) -> None:
    head = DAMAGE.replace("score: ,", "score: , crossed: {on: weather, from: 0, to: 1},")
    head = head.replace(
        "hand: {deal: 1, from: deck}, lawn: {open: true}", "hand: {deal: 1, from: deck}"
    )
    turns = CROSS.replace(
        "turn:\n",
        "turn:\n  - {pick: hand, as: unit}\n  - {gain: damage, on: unit, by: 1}\n"
        "  - {draw: deck, into: hand}\n",
    ).replace("where: not it.crossed", "where: not it.crossed, may-pass: true")
    turns = turns.replace("on: box, to: 1}", "on: '\"calm\"', to: 1}") + "end: [{rounds: 3}]\n"
    game = small(tmp_path, turns, head)
    assert all(play(trial, 2) for trial in trials(game))


@pytest.mark.parametrize(
    ("head", "turns", "fault"),
    [
        (
            DAMAGE.replace("on: cards", "on: cads"),
            HIT,
            r'turns.yaml:8: there is no table "cads"; did',
        ),
        (
            CROSSED.replace("crossed:", "low:"),
            CROSS,
            r'turns.yaml:8: "weather" has a column "low" already',
        ),
        (
            CROSSED,
            "turn: [{set: crossed, to: 1}]\n",
            r'10: changes a number on "weather", but no "on" says',
        ),
        (CROSSED, "turn: [{gain: score, on: 1, by: 1}]\n", 'has "on", but a number on no table'),
        (CROSSED, "turn: [{bid: crossed, to: 1}]\n", 'there is no counter of a player "crossed"'),
        (CROSSED.replace("to: 1}", "to: 1, hidden: true}"), CROSS, "is hidden, but on a table"),
        (CROSSED.replace("most: score", "most: crossed"), CROSS, "has a number on each row"),
    ],
)
def test_wrong_counters_on_rows_are_reported(
    tmp_path: Path, head: str, turns: str, fault: str
) -> None:
    with pytest.raises(KitError, match=fault):
        small(tmp_path, turns, head)


def test_an_unknown_row_is_reported(tmp_path: Path) -> None:
    turns = "turn: [{set: crossed, on: '\"strom\"', to: 1}]\n"
    with pytest.raises(KitError, match=r'turns.yaml:10: "weather" has no row strom'):
        after(small(tmp_path, turns, CROSSED), "turn")


@pytest.mark.parametrize("crossed", [[0, 0], [{"storm": 2}, {}], [{"strom": 1}, {}], [{}], {}, 0])
def test_impossible_numbers_are_reported(tmp_path: Path, crossed: object) -> None:
    with pytest.raises(KitError, match="crossed"):
        after(small(tmp_path, CROSS, CROSSED), crossed=crossed)


def test_a_player_picks_one_of_some_numbers(tmp_path: Path) -> None:
    turns = """\
turn:
  - {roll: d6, as: white}
  - {roll: d6, as: black}
  - pick-number: [white + black, (white - black) | abs, 20]
    as: sum
    where: it != 20
  - {gain: score, by: sum}
"""
    game = small(tmp_path, turns)
    state, events = after(game, "turn")
    white, black = (int(str(event.facts["result"])) for event in events[:2])
    moves = [*dict.fromkeys([white + black, abs(white - black)])]
    assert state.legal_moves() == [str(move) for move in moves]
    assert game.prompt(state.position) == "pick a number"
    told = event_texts(game, state.apply(str(moves[0])))
    assert told[0] == f"Player 1 picks {moves[0]}."
    assert state.position["score"] == [moves[0], 0]


@pytest.mark.parametrize("numbers", ["range(1, 4)", "[1, 2, 3]", "[range(1, 3), 3]"])
def test_numbers_come_from_lists(tmp_path: Path, numbers: str) -> None:
    turns = f"turn: [{{pick-number: {numbers!r}, as: many}}, {{gain: score, by: many}}]\n"
    state, _ = small(tmp_path, turns.replace("'[range(1, 3), 3]'", '["range(1, 3)", 3]')).start(
        1, 2
    )
    assert state.legal_moves() == ["1", "2", "3"]


def test_only_numbers_can_be_picked(tmp_path: Path) -> None:
    turns = 'turn: [{pick-number: "deck", as: many}, {gain: score, by: many}]\n'
    with pytest.raises(KitError, match="not whole numbers, 1,000 at most"):
        small(tmp_path, turns).start(1, 2)[0].legal_moves()


def test_a_position_tells_what_steps_have_named(tmp_path: Path) -> None:
    turns = """\
turn:
  - {roll: d6, as: white}
  - {pick: others, as: friend}
  - {pick: weather, as: omen}
  - {pick: sky, as: goal}
  - {pick: hand, as: card}
"""
    state, events = after(small(tmp_path, turns), "turn", "player-2", "storm", "calm")
    told = f"white {events[0].facts['result']}; friend Player 2; omen storm; goal calm"
    assert f"    {told}" in state.text().splitlines()
    state.apply("gull" if "gull" in state.legal_moves() else "crab")
    assert "friend" not in state.text()


def test_a_sentence_knows_the_names_of_all_players(tmp_path: Path) -> None:
    turns = "turn: [{set: pool, to: 2, says: '{{ names[pool - 1] }} leads.'}]\n"
    _, events = after(small(tmp_path, turns), "turn")
    assert [event.facts["says"] for event in events[:1]] == ["Player 2 leads."]
    head = TURNS.replace("pool: {start: 3", "names: {start: 3")
    game = small(tmp_path, "turn: [{set: names, to: 2, says: 'Now {{ names }}.'}]\n", head)
    assert event_texts(game, after(game, "turn")[1])[0] == "Now 2."


def test_an_event_of_a_kind_of_its_own_is_told_by_its_facts(tmp_path: Path) -> None:
    game = small(tmp_path, CROSS, CROSSED)
    assert game.describe(Event("storm", "turn", 0, {"row": "calm"})) == "Player 1: storm row calm."


def test_steps_are_repeated_for_each_row_of_a_table(tmp_path: Path) -> None:
    turns = """\
turn:
  - {pick-number: [1, 2], as: number}
  - repeat: weather
    as: box
    do:
      - {set: crossed, on: box, to: 1, says: "{{ box.id }}"}
      - {pick: weather, as: box, where: it.crossed, may-pass: true}
      - {say: "{{ box.id if box else 'none' }} of {{ weather | length }}"}
"""
    game = small(tmp_path, turns, CROSSED)
    state, events = after(game, "1")
    assert event_texts(game, events)[-1] == "calm"
    told = [state.apply(move) for move in ("pass", "calm")]
    texts = [event_texts(game, each) for each in told]
    assert texts[0] == ["none of 2", "storm"]  # the pick has taken the name of the loop away
    assert texts[1] == ["Player 1 picks calm.", "calm of 2"]
    assert state.position["turn"] == 2
    game = small(tmp_path, f"{turns}end: [{{rounds: 20}}]\n", CROSSED)
    play(trials(game)[-1], 1)


def test_a_counter_can_be_kept_without_a_word(tmp_path: Path) -> None:
    turns = """\
turn:
  - {gain: score, by: 2}
  - {set: score, to: 5, says: "{{ who }} has {{ now }}."}
  - {lose: score, by: 1}
"""
    head = TURNS.replace("score: ,", "score: {told: false},")
    game = small(tmp_path, turns, head)
    state, events = after(game, "turn")
    assert event_texts(game, events) == ["Player 1 has 5."]
    assert state.position["score"] == [4, 0]
