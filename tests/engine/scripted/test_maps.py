"""Tests of maps in scripted games: piles on the places of a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError
from tests.engine.scripted.small import GAME, TURNS, after, event_texts, small

MAP = "id,name,terrain,cost\nmap-0101,Ford,river,3\nmap-0102,Hill,hill,2\nmap-0201,Mill,clear,1\n"
TABLE = """\
tables:
  map:
    file: map.csv
    fields:
      id: {type: id}
      name: {type: text}
      terrain: {type: text}
      cost: {type: integer}
"""
HEAD = TURNS.replace("winner:", "rows: {stacks: {number: map}}\nwinner:")
MARCH = """\
turn:
  - {pick: stacks, as: cell, where: 'it.cost < 3 and not stacks[it.id]'}
  - {draw: deck, into: stacks, at: cell}
  - {gain: score, by: cell.cost}
"""


@pytest.fixture
def mapped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for a small game with a map."""
    monkeypatch.setattr("tests.engine.scripted.small.GAME", GAME.replace("tables:\n", TABLE))
    (tmp_path / "map.csv").write_text(MAP, encoding="utf-8")
    return tmp_path


def test_piles_lie_on_the_places_of_a_table(mapped: Path) -> None:
    game = small(mapped, MARCH, HEAD)
    state, events = after(game, "map-0102", deck=["crab", "gull"], stacks=[[], [], []])
    assert state.to_data()["stacks"] == [[], ["gull"], []]
    assert state.legal_moves() == ["map-0201"]
    assert state.position["score"] == [2, 0]
    assert event_texts(game, events)[0] == "Player 1 picks Hill."
    assert game.move_sentence(state, "map-0102") == "Hill"
    assert "stacks Hill: Gull" in state.text()
    assert "stacks Ford" not in state.text()


@pytest.mark.parametrize("at", ["cell", "cell.id", "2", '"map-0102"'])
def test_a_place_is_named_in_any_way(mapped: Path, at: str) -> None:
    turns = f"turn: [{{pick: stacks, as: cell}}, {{draw: deck, into: stacks, at: '{at}'}}]\n"
    state, _ = after(small(mapped, turns, HEAD), "map-0102", deck=["gull"])
    assert state.to_data()["stacks"] == [[], ["gull"], []]


@pytest.mark.parametrize(("at", "value"), [('"map-0303"', "map-0303"), ("4", "4"), ("0", "0")])
def test_a_place_that_is_not_there_is_reported(mapped: Path, at: str, value: str) -> None:
    turns = f"turn: [{{draw: deck, into: stacks, at: '{at}'}}]\n"
    with pytest.raises(KitError, match=f'turns.yaml:11: "stacks" has no space "?{value}'):
        after(small(mapped, turns, HEAD), "turn", deck=["gull"])


@pytest.mark.parametrize(
    ("number", "fault"),
    [
        ("mop", r'there is no table "mop"; did you mean "map"\?'),
        ("[north, north]", "two spaces have the same name"),
        ("{}", "must be a number from 2 to 1,000, a list of names, or a table"),
    ],
)
def test_places_that_cannot_be_are_reported(mapped: Path, number: str, fault: str) -> None:
    with pytest.raises(KitError, match=rf"turns\.yaml:9: .*{fault}"):
        small(mapped, MARCH, HEAD.replace("number: map", f"number: {number}"))


def test_a_map_has_a_thousand_places_at_most(mapped: Path) -> None:
    rows = "".join(f"map-{number},Field,clear,1\n" for number in range(1001))
    (mapped / "map.csv").write_text(f"id,name,terrain,cost\n{rows}", encoding="utf-8")
    with pytest.raises(KitError, match='"stacks" has more than 1,000 piles'):
        small(mapped, MARCH, HEAD)


def test_piles_can_have_names(tmp_path: Path) -> None:
    head = HEAD.replace("number: map", "number: [north, south], deal: 1, from: deck")
    game = small(
        tmp_path, "turn: [{pick: stacks, as: side}, {draw: stacks, at: side, into: hand}]\n", head
    )
    state, _ = after(game, "south", stacks=[["gull"], ["crab"]])
    assert state.to_data()["stacks"] == [["gull"], []]
