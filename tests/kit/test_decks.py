"""Tests of deck expansion: which rows of a table become pieces, and in how many copies."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.kit import decks
from generator.kit.decks import count_pieces, deal
from tests.kit.making import GAME, GOATS, error_lines, load


def test_each_row_is_dealt_in_its_stated_number_of_copies(tmp_path: Path) -> None:
    kit, tables = load(tmp_path)
    dealt = deal(kit.components[0], tables)
    assert [(each.row and each.row.id, each.copies) for each in dealt] == [("nan", 2), ("bo", 1)]


def test_a_component_without_a_table_is_dealt_without_a_row(tmp_path: Path) -> None:
    kit, tables = load(tmp_path, game=GAME.replace("front: meadow", "copies: 3\n    front: meadow"))
    assert deal(kit.components[1], tables) == ((None, 3),)


def test_where_picks_rows(tmp_path: Path) -> None:
    game = GAME.replace("copies: copies", "where: row.fat > meadow.columns - 4")
    kit, tables = load(tmp_path, game=game)
    assert [each.row and each.row.id for each in deal(kit.components[0], tables)] == ["nan"]


def test_a_row_with_no_copies_is_left_out(tmp_path: Path) -> None:
    kit, tables = load(tmp_path, goats=GOATS.replace("copies: 1", "copies: 0"))
    assert [each.row and each.row.id for each in deal(kit.components[0], tables)] == ["nan"]
    assert count_pieces(kit, tables) == {"goat": 2, "meadow": 1}


def test_the_limit_of_pieces_grows_with_the_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decks, "MAX_PIECES", 5)
    few = load(tmp_path, goats=GOATS.replace("copies: 1", "copies: 10"))
    with pytest.raises(KitError, match="the kit has more than 8 pieces"):
        count_pieces(*few)
    monkeypatch.setattr(decks, "COPIES_PER_ROW", 6)
    assert count_pieces(*few) == {"goat": 12, "meadow": 1}


def test_an_invalid_where_is_reported_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    kit, tables = load(tmp_path, game=GAME.replace("copies: copies", "where: row.fatt > 3"))
    [line] = error_lines(lambda: deal(kit.components[0], tables))
    assert line == (
        "game.yaml:34: the expression `row.fatt > 3` cannot be evaluated: "
        'there is no "fatt" in goats.yaml:1; did you mean "fat"? (expression-fails)'
    )
