"""Tests of counters that hold a player: shown by name, and never beyond the last player."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError
from tests.engine.scripted.small import after, event_texts, small

HEAD = """\
counters:
  leader: {shared: true, seat: true}
  rival: {seat: true}
winner: nobody
"""
TURN = 'turn: [{set: leader, to: seat % players + 1}, {set: rival, to: "0"}]\nend: [{turns: 9}]\n'


def test_a_player_is_shown_by_name_and_nobody_as_such(tmp_path: Path) -> None:
    game = small(tmp_path, TURN, HEAD)
    state, _ = game.start(1, 2, game.read_options({}))
    assert "    leader: nobody" in state.text().splitlines()
    events = state.apply("turn")
    assert event_texts(game, events) == [
        "The game: leader set to Player 2.", "Player 1: rival set to nobody.",
    ]  # fmt: skip
    lines = state.text().splitlines()
    assert "    leader: Player 2" in lines
    assert "    Player 1: rival nobody" in lines
    assert state.to_data()["leader"] == 2  # a number in positions and expressions


@pytest.mark.parametrize(("leader", "fits"), [(0, True), (2, True), (3, False), (-1, False)])
def test_a_position_names_no_player_who_is_not_there(
    leader: int, fits: bool, tmp_path: Path
) -> None:
    game = small(tmp_path, TURN, HEAD)
    position = game.start(1, 2, game.read_options({}))[0].to_data() | {"leader": leader}
    if fits:
        assert game.load(position).to_data()["leader"] == leader
    else:
        with pytest.raises(KitError, match='"leader" must be the number of a player, or 0'):
            game.load(position)


def test_a_counter_of_players_has_no_other_limits(tmp_path: Path) -> None:
    head = HEAD.replace("rival: {", "rival: {from: 0, to: 3, ")
    with pytest.raises(KitError, match="holds a player, but has limits of its own"):
        small(tmp_path, TURN, head)


def test_a_step_beyond_the_last_player_is_shown_as_nobody(tmp_path: Path) -> None:
    turns = "turn: [{set: leader, to: players + 1}]\nend: [{turns: 9}]\n"
    state, events = after(small(tmp_path, turns, HEAD), "turn", leader=1, rival=[0, 0])
    assert [event.facts["now"] for event in events if event.kind == "set"] == ["nobody"]
    assert [*state.game.invariants(state)] != []


@pytest.mark.parametrize(
    ("key", "step"),
    [
        ("gain", "{gain: leader, by: 1}"),
        ("lose", "{lose: rival, by: 1, who: all}"),
        ("take", "{take: rival, by: 1, who: next}"),
        ("give", "{give: rival, by: 1, who: next}"),
        ("bid", "{bid: rival, to: players}"),
    ],
)
def test_nothing_is_added_to_a_player(key: str, step: str, tmp_path: Path) -> None:
    with pytest.raises(KitError) as caught:
        small(tmp_path, f"turn:\n  - {step}\nend: [{{turns: 9}}]\n", HEAD)
    (fault,) = caught.value.faults
    name = "leader" if key == "gain" else "rival"
    assert fault.message == f'"{name}" holds a player, which is no number to go up and down'
    assert fault.hint.startswith(f"write {{set: {name}, to: …}}")
    assert fault.place
    lines = (tmp_path / "turns.yaml").read_text(encoding="utf-8").splitlines()
    assert f"{{{key}: " in lines[(fault.place.line or 0) - 1]


def test_players_can_be_exchanged_but_not_counted_to_win(tmp_path: Path) -> None:
    small(tmp_path, "turn: [{swap: rival, who: next}]\nend: [{turns: 9}]\n", HEAD)
    with pytest.raises(KitError, match="of whom nobody has most or least"):
        small(tmp_path, TURN, HEAD.replace("nobody", "{most: rival}"))
