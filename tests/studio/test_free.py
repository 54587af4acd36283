"""Tests of the free table: piles, hands that only their owners see, and saved tables."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import KitError
from generator.base.formats.yaml import parse_yaml
from generator.engine.of_kit import game_of
from generator.engine.testing.example_run import run_example
from generator.engine.testing.examples import examples_in
from generator.kit.locate import KitSearchPath
from generator.studio.play.free import FreeTable, Snap
from generator.studio.play.free_layout import Token, set_up
from generator.studio.play.free_room import FreeRoom
from generator.tools.scaffold import ScaffoldOptions, create_kit
from tests.readme_steps import ROOT
from tests.studio.conftest import KITS

PIECES = [
    ("board", "", 1, True, False),
    ("board-2", "", 1, True, False),
    ("card", "gull", 3, False, True),
    ("card", "crab", 3, False, True),
    ("pawn", "red", 2, False, False),
]


def size_of(token: Token) -> tuple[float, float]:
    if token.component not in {"board", "card", "pawn"}:
        raise KeyError(token.component)
    return {"board": (200.0, 100.0), "card": (60.0, 90.0), "pawn": (20.0, 20.0)}[token.component]


def face_of(token: Token) -> str:
    """All cards look the same from the back."""
    return f"{token.component}-{token.row}" if token.front else f"{token.component}-back"


def name_of(token: Token) -> str:
    return token.row if token.front else f"{token.component}, face down"


@pytest.fixture
def table() -> FreeTable:
    result = FreeTable(set_up(PIECES, 2, size_of), size_of, face_of, name_of)
    result.seed(4)
    return result


def pile(table: FreeTable, top: str, seat: int | None = None) -> Mapping[str, Any]:
    """The pile with this top card."""
    found: Mapping[str, Any]
    (found,) = (each for each in table.view(seat)["piles"] if each["top"] == top)
    return found


def test_the_set_up_comes_from_the_kit(table: FreeTable) -> None:
    shown = [(each["top"], each["count"], each["board"]) for each in table.view(0)["piles"]]
    assert shown == [("board-", 1, True), ("card-back", 6, False), ("pawn-red", 2, False)]
    places = [(each["x"], each["y"]) for each in table.view(0)["piles"][1:]]
    assert places == [(220, 10), (286, 10)]


def test_a_table_is_wide_enough_for_each_of_its_pieces() -> None:
    wide = {"board": (200.0, 100.0), "mat": (250.0, 80.0)}
    layout = set_up(
        [("board", "", 1, True, False), ("mat", "", 2, False, False)],
        2,
        lambda token: wide[token.component],
    )
    (mat,) = (pile for pile in layout.piles if not pile.board)
    assert (mat.x, layout.wide) == (220, 480)


def test_a_table_of_many_pieces_is_wide_instead_of_high() -> None:
    """All of it is in sight above a hand; rows go on below a board."""
    sizes = {"board": (200.0, 80.0), "card": (63.0, 88.0)}
    pieces = [("board", "", 1, True, False)]
    pieces += [("card", str(number), 1, False, False) for number in range(16)]
    layout = set_up(pieces, 2, lambda token: sizes[token.component])
    assert layout.high <= 0.4 * layout.wide
    corners = [(pile.x, pile.y, *sizes[pile.tokens[0].component]) for pile in layout.piles]
    assert all(x + w <= layout.wide and y + h <= layout.high for x, y, w, h in corners)
    assert min(x for x, *_ in corners[1:]) == 10
    for number, (x, y, w, h) in enumerate(corners):
        assert not any(
            x < x2 + w2 and x2 < x + w and y < y2 + h2 and y2 < y + h
            for x2, y2, w2, h2 in corners[number + 1 :]
        )


def test_a_hand_is_visible_only_to_its_owner(table: FreeTable) -> None:
    deck = pile(table, "card-back")["id"]
    table.shuffle(deck)
    table.deal(deck, 2)
    table.draw(deck, 0)
    mine, other, public = table.view(0), table.view(1), table.view(None)
    assert [len(mine["hand"]), len(other["hand"]), public["hand"]] == [3, 2, []]
    assert mine["hands"] == other["hands"] == [3, 2]
    assert {("card-gull", "gull"), ("card-crab", "crab")} >= {*mine["hand"]}
    for seen in (other, public):
        assert not {"card-gull", "card-crab"} & {each["top"] for each in seen["piles"]}
    assert not {"gull", "crab"} & set(re.findall(r"\w+", json.dumps({**public})))


def test_every_action_can_be_undone(table: FreeTable) -> None:
    before = table.saved()
    deck = pile(table, "card-back")["id"]
    table.take(deck)
    table.flip(table.layout.piles[-1].id)
    table.turn(table.layout.piles[-1].id, 90)
    assert pile(table, "card-crab")["turn"] == 90
    table.roll(3, 6)
    assert len(table.view(0)["rolled"]) == 3
    table.count("life", 5)
    table.count("life", -2)
    assert table.view(0)["counters"] == [{"name": "life", "value": 3}]
    for _ in range(6):
        assert table.undo()
    assert table.saved() == before
    assert not table.undo()


def test_piles_are_put_on_piles_of_their_size_and_on_the_grid(table: FreeTable) -> None:
    deck, pawns = pile(table, "card-back"), pile(table, "pawn-red")["id"]
    table.take(deck["id"], 2)
    taken = table.layout.piles[-1].id
    table.put(taken, deck["x"] + 5, deck["y"] - 4)
    assert pile(table, "card-back")["count"] == 6
    table.snap = Snap("squares", 30)
    table.put(pawns, 100, 47)
    assert (pile(table, "pawn-red")["x"], pile(table, "pawn-red")["y"]) == (90, 60)
    table.snap = Snap("hexes", 20)
    table.put(pawns, 52, 18)
    assert pile(table, "pawn-red")["x"] == 50
    assert pile(table, "pawn-red")["y"] == pytest.approx(17.32, abs=0.01)


def test_a_table_is_saved_and_loaded(table: FreeTable) -> None:
    table.deal(pile(table, "card-back")["id"], 1)
    saved = table.saved()
    other = FreeTable(set_up(PIECES, 2, size_of), size_of, face_of, name_of)
    other.load(saved)
    assert other.saved() == saved
    example = other.as_example()
    assert "# at 220, 10 mm" in example
    assert '["red", "red"]' in example


def test_a_free_table_becomes_a_position_of_the_rules() -> None:
    """With as many players as it may have; otherwise it is stated in comments, with the reason."""
    path = KitSearchPath(KITS / "data", KITS / "templates")
    room = FreeRoom(path, "tidewrack")
    assert len(room.table.layout.hands) == 4  # the most players of the game
    room.begin(2)
    finds = max(room.table.layout.piles, key=lambda pile: len(pile.tokens) * (not pile.board))
    room.table.shuffle(finds.id)
    for seat, count in ((0, 2), (1, 1)):
        room.table.draw(finds.id, seat, count)
    (example,) = examples_in(parse_yaml(room.as_example(), "table"))
    position = example.position or {}
    rest = next(pile for pile in room.table.layout.piles if pile.id == finds.id)
    assert position["deck"] == [token.row for token in rest.tokens] != []
    assert [len(bag) for bag in position["bag"]] == [2, 1]
    game = game_of(path.find("tidewrack"))
    before = run_example(game, example).before
    assert before
    assert before.to_data()["bag"] == position["bag"]
    assert before.to_data()["deck"] == position["deck"]
    room.begin(9)
    assert room.as_example().startswith("# Not a position of the game: the game is for")


def changed(**values: object) -> str:
    """A saved table of one pile of two pieces and an empty hand, with some other values."""
    token = {"component": "card", "row": "gull", "front": True}
    pile = {"id": 1, "x": 1.0, "y": 1.0, "tokens": [token, token]}
    layout = {"piles": [pile], "hands": [[]], "next": 2, "wide": 500.0, "high": 300.0}
    for name, value in values.items():
        (pile if name in ("id", "x", "tokens") else layout)[name] = value
    return json.dumps(layout)


NO_TABLES = [
    "", "[]", "{}", '{"piles": 3}', "[" * 100_000, '{"piles": ' + "[" * 100_000, "\ud800",
    changed(wide=1e300), changed(wide=float("nan")), changed(wide=0), changed(high=float("inf")),
    changed(next=float("inf")), changed(next=1), changed(next=10**400), changed(x="left"),
    changed(x=float("nan")), changed(id=10**400), changed(tokens=[]), changed(hands=[[]] * 13),
    changed(tokens=[{"component": ["card"], "row": "gull"}]), changed(rolled=["six"]),
    changed(tokens=[{"component": "card", "row": "gull"}] * 5001),
    changed(counters=[{"name": "gold", "value": "much"}]), changed(hands=[[{"row": "gull"}]]),
    changed(piles=[{"id": 1, "x": 1, "y": 1, "tokens": [{"component": "card", "row": "gull"}]}] * 2),
]  # fmt: skip


def test_the_unchanged_layout_is_valid(table: FreeTable) -> None:
    table.load(changed())
    assert pile(table, "card-gull")["count"] == 2


@pytest.mark.parametrize("number", range(len(NO_TABLES)))
def test_an_invalid_table_is_refused(table: FreeTable, number: int) -> None:
    before, text = table.saved(), NO_TABLES[number]
    with pytest.raises(KitError, match="not a saved table"):
        table.load(text)
    with pytest.raises(KitError, match="not a saved table"):
        table.load(before.replace('"component": "pawn"', '"component": "../etc"'))
    assert table.saved() == before


def test_nan_coordinates_stay_on_the_table(table: FreeTable) -> None:
    pawns = pile(table, "pawn-red")["id"]
    table.put(pawns, float("nan"), float("-inf"))
    assert (pile(table, "pawn-red")["x"], pile(table, "pawn-red")["y"]) == (0, 0)


@pytest.mark.parametrize(
    ("turn", "to", "place"),
    [
        (0, (1e6, 1e6), (360, 78)),  # the table is 420 mm wide and 168 mm high
        (0, (-50, 70), (0, 70)),
        (90, (1e6, 1e6), (345, 93)),  # turned about its middle
        (90, (-50, -50), (15, -15)),
    ],
)
def test_the_whole_of_a_piece_stays_on_the_table(
    table: FreeTable, turn: float, to: tuple[float, float], place: tuple[float, float]
) -> None:
    deck = pile(table, "card-back")["id"]
    table.turn(deck, turn)
    table.put(deck, *to)
    there = pile(table, "card-back")
    assert (there["x"], there["y"]) == pytest.approx(place)


def test_what_is_taken_at_the_edge_stays_on_the_table(table: FreeTable) -> None:
    deck = pile(table, "card-back")["id"]
    table.put(deck, 420, 50)
    table.take(deck)
    assert [each.x for each in table.layout.piles[-2:]] == [360, 360]


def test_pieces_without_bleed_have_pictures_and_nets_stay_in_the_box(tmp_path: Path) -> None:
    made = create_kit(ScaffoldOptions("sheets", "Sheets", like="roll-and-write"), tmp_path)
    piles = FreeRoom(made.roots, "sheets").table.view(0)["piles"]
    assert [each["name"] for each in piles] == ["Score sheets"]  # and no dice to fold
    folded = FreeRoom(KitSearchPath(ROOT / "data", ROOT / "templates"), "gruff").table.view(0)
    assert "Sliders" in {
        each["name"] for each in folded["piles"]
    }  # once folded, over a card's edge
    assert re.fullmatch(r"/picture/sheets/piece/\w{32}\?bleed=false", piles[0]["top"])


def test_impossible_actions_change_nothing(table: FreeTable) -> None:
    before = table.saved()
    wrongs: tuple[Callable[[], object], ...] = (
        lambda: table.flip(99),
        lambda: table.flip(table.layout.piles[0].id),
        lambda: table.deal(table.layout.piles[1].id, 4),
        lambda: table.take(table.layout.piles[1].id, 6),
        lambda: table.play(0, "card-gull", 1, 1),
    )
    for wrong in wrongs:
        with pytest.raises(KitError):
            wrong()
        assert table.saved() == before
    assert not table.undo()


def test_a_piece_pressed_twice_is_played_once(table: FreeTable) -> None:
    """The second press does not play the piece that has taken its place in the hand."""
    table.deal(pile(table, "card-back")["id"], 3)
    ((face, _), *rest) = table.view(0)["hand"]
    others = [each for each in rest if each[0] != face]
    for _ in range(1 + len(rest) - len(others)):
        table.play(0, face, 1, 1)
    with pytest.raises(KitError, match="no such piece"):
        table.play(0, face, 1, 1)
    assert table.view(0)["hand"] == others != []


def test_a_pile_too_small_to_take_from_says_how_many_pieces_it_has(table: FreeTable) -> None:
    deck = pile(table, "card-back")["id"]
    (tokens,) = (each.tokens for each in table.layout.piles if each.id == deck)
    table.draw(deck, 0, len(tokens) - 1)
    with pytest.raises(KitError, match=r"the pile has only 1 piece \("):
        table.take(deck)


def test_a_board_stays_where_it_is(table: FreeTable) -> None:
    before, id = table.view(0), pile(table, "board-")["id"]
    changes: tuple[Callable[[], object], ...] = (
        lambda: table.put(id, 50, 50),
        lambda: table.flip(id),
        lambda: table.shuffle(id),
        lambda: table.draw(id, 0),
    )
    for change in changes:
        with pytest.raises(KitError, match="a board stays where it is, face up"):
            change()
    assert table.view(0) == before
