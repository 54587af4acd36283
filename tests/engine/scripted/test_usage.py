"""Usage: what seats of a scripted game had, picked and chose, as statistics count it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from generator.engine.events import Event
from generator.engine.rng import Rng
from generator.engine.scripted.game import ScriptedGame
from generator.engine.scripted.script.schema import load_script
from generator.engine.scripted.usage import USED
from generator.engine.simulation.run import Plan, simulate_all
from tests.engine.scripted.small import TURNS, after, small

PLAY = "turn: [{pick: hand, as: card}, {discard: card, into: heap}, {draw: deck, into: hand}]\n"
THREE = "gull,Gull,2,4\ncrab,Crab,1,3\nsole,Gull,1,2\n"


def test_cards_are_had_when_dealt_and_drawn_and_picked_from_the_hand(tmp_path: Path) -> None:
    game = small(tmp_path, PLAY)
    state, _ = game.start(1, 2, game.read_options({}))
    dealt = [hand[0] for hand in state.to_data()["hand"]]
    assert state.components_by_seat() == {
        "in hand": {card: [s for s in (0, 1) if dealt[s] == card] for card in sorted({*dealt})}
    }
    drawn = state.to_data()["deck"][-1]
    state.apply(dealt[0])
    found = state.components_by_seat()
    assert found["picked from hand"] == {dealt[0]: [0]}
    assert {dealt[0], drawn} == {card for card, seats in found["in hand"].items() if 0 in seats}


def test_rows_and_options_are_counted_and_spaces_and_players_are_not(tmp_path: Path) -> None:
    turns = """\
turn:
- choose: {sail: {do: [{pick: weather, as: way}]}, walk: {do: [{pick: path, as: step}]}}
- {pick: players, as: whom}
- {pick-number: "[1, 2]", as: number}
"""
    game = small(tmp_path, turns)
    state, _ = game.start(1, 2, game.read_options({}))
    for move in ("sail", "storm", "player-2", "2", "walk", "3", "player-1", "1"):
        state.apply(move)
    found = state.components_by_seat()
    assert {usage: found[usage] for usage in found if usage != "in hand"} == {
        "chosen": {"sail": [0], "walk": [1]},
        "picked from weather": {"storm": [0]},
    }
    assert game.component_names() == {
        "in hand": ["gull", "crab"],
        "picked from weather": ["calm", "storm"],
        "chosen": ["sail", "walk"],
    }


def test_a_card_is_had_by_whoever_gets_it(tmp_path: Path) -> None:
    def had(step: str, hands: list[list[str]]) -> Any:
        turns = f"turn: [{step}]\nend: [{{turns: 9}}]\n"
        game = small(tmp_path, turns)
        state, _ = after(game, hand=hands, deck=["gull"], heap=["crab"])
        state.used = frozenset()
        state.apply("turn")
        return state.components_by_seat().get("in hand", {})

    hands = [["gull"], ["crab"]]
    assert had("{take: hand, who: next, into: hand}", hands) == {"crab": [0]}
    assert had("{give: hand, who: next, into: hand}", hands) == {"gull": [1]}
    assert had("{swap: hand, who: next}", hands) == {"crab": [0], "gull": [1]}
    assert had("{discard: heap, into: hand}", hands) == {"crab": [0]}
    assert had("{discard: hand, into: heap}", hands) == {}


def test_every_card_in_a_hand_is_had_after_a_step_in_python(tmp_path: Path) -> None:
    class Stormy(ScriptedGame):
        name = "tiny"
        seats_rule = "players"

        def do_storm(self, position: dict[str, Any], rng: Rng) -> Iterator[Event]:
            position["hand"][1].append(position["deck"].pop())
            yield Event("storm", "turn", None, {})

    records = small(tmp_path, PLAY).records
    turns = tmp_path / "turns.yaml"
    turns.write_text(f"{TURNS}turn: [{{call: storm}}]\nend: [{{turns: 9}}]\n", encoding="utf-8")
    game = Stormy(records, load_script(turns).document)
    state, _ = after(game, "turn", hand=[["gull"], ["gull"]], deck=["gull", "crab"])
    assert 1 in state.components_by_seat()["in hand"]["crab"]
    assert game.component_names() == {"in hand": ["gull", "crab"], "in lawn": ["gull", "crab"]}


def test_the_names_are_those_that_the_steps_can_move_there(tmp_path: Path) -> None:
    turns = "turn: [{pick: hand, as: card}, {pick: lawn, who: seat % players + 1, as: other}]\n"
    head = """\
piles:
  deck: {of: cards, copies: copies, where: row.id != "crab"}
  rest: {of: cards, where: row.id == "crab"}
hands: {hand: {deal: 1, from: deck}, lawn: {open: true}}
winner: nobody
"""
    game = small(tmp_path, turns + "set-up: [{draw: rest, into: lawn}]\n", head, cards=THREE)
    assert game.component_names() == {
        "in hand": ["gull", "sole"],
        "in lawn": ["crab"],
        "picked from hand": ["gull", "sole"],
        "picked from lawn": ["crab"],
    }
    assert game.component_conditions("picked from hand", "gull") == [("in hand", "gull")]
    assert game.component_conditions("picked from lawn", "crab") == []  # others pick there
    assert game.component_conditions("in hand", "gull") == []
    titles = [game.component_title(card) for card in ("gull", "crab", "sole", "walk")]
    assert titles == ["Gull (gull)", "Crab", "Gull (sole)", "walk"]


def test_a_stack_of_a_row_is_picked_and_not_the_cards_in_it(tmp_path: Path) -> None:
    turns = "set-up: [{draw: deck, into: sky, at: 1}]\nturn: [{pick: sky, as: way}]\n"
    head = "piles: {deck: {of: cards}}\nrows: {sky: {number: weather}}\nwinner: nobody\n"
    game = small(tmp_path, turns, head)
    state, _ = game.start(1, 2, game.read_options({}))
    state.apply("storm")
    assert state.components_by_seat() == {"picked from sky": {"storm": [0]}}
    assert game.component_names() == {"picked from sky": ["calm", "storm"]}


def test_what_was_used_is_in_no_position_and_no_view(tmp_path: Path) -> None:
    state, _ = after(small(tmp_path, PLAY), "gull", hand=[["gull"], ["crab"]])
    for data in (state.to_data(), state.view(0), state.view(None), state.position):
        assert USED not in data
        assert "used" not in data
    copy = state.copy()
    copy.apply("crab")
    assert copy.components_by_seat() != state.components_by_seat()


def test_games_count_their_cards_and_options(tmp_path: Path) -> None:
    game = small(tmp_path, PLAY + "end: [{turns: 6}]\n")
    records = [record for _, record in simulate_all([Plan(game, ("random",), 2, {})], 20)]
    assert len(records) == 20
    assert all({"in hand", "picked from hand"} == record.parts.keys() for record in records)
