"""Tests of the board checks: every fault of an impossible board, with its check and line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.engine.registry import load_game
from generator.kit.checks.registry import registered
from generator.kit.manifest.load import load_kitfile
from generator.kit.tables.load import load_tables
from generator.kit.tables.records import Tables
from tests.games.grumbles.conftest import DATA

BOARDS = {
    "K-squares: the board has 56 squares instead of 49": ("rows: 7", "rows: 8"),
    'K-squares: the home "d9" is not a square of the board': ("green: d7", "green: d9"),
    'K-squares: the star "c9" of saltire is not a square of the board': ("[c3", "[c9"),
    "K-squares: two of the homes and the stars of plus are one square": ("[c4, d3", "[c4, c4"),
    "K-home-edge: the red home has 2 neighbours instead of 3": ("red: d1", "red: a1"),
    "K-home-edge: the red home has 4 neighbours instead of 3": ("red: d1", "red: d2"),
    "K-start-squares: the star d6 of saltire is beside a home": ("e3, e5]", "e3, d6]"),
    "K-start-squares: one square is beside both homes": ("green: d7", "green: f1"),
    "K-start-squares: 5 squares are beside the homes (a2, b1, c7, d6, e7) instead of 6": (
        *("red: d1", "red: a1"),
    ),
    "K-start-squares: the homes are beside each other": ("green: d7", "green: e1"),
    "K-half-turn: a half turn does not take d1 to e7, but to d7": ("green: d7", "green: e7"),
    "K-half-turn: a half turn does not take the stars of plus to themselves, but c4 to e4, e5 to c3": (
        *("d5, e4", "d5, e5"),
    ),
}


def tables_of(folder: Path, old: str, new: str) -> Tables:
    """The kit's tables with a changed board."""
    shutil.copytree(DATA, folder, dirs_exist_ok=True)
    path = folder / "board.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return load_tables(load_kitfile(folder / "game.yaml").tables, folder)


def faults(tables: Tables) -> list[str]:
    return [
        f"{check.slug}: {fault.message}"
        for check in registered("generator.games.grumbles")
        for fault in check.find(tables)
    ]


def test_the_shipped_board_has_no_faults(tmp_path: Path) -> None:
    assert faults(tables_of(tmp_path, "rows: 7", "rows: 7")) == []


@pytest.mark.parametrize("fault", BOARDS)
def test_an_impossible_board_fails_its_check(tmp_path: Path, fault: str) -> None:
    assert fault in faults(tables_of(tmp_path, *BOARDS[fault]))


def test_a_fault_knows_its_line(tmp_path: Path) -> None:
    tables = tables_of(tmp_path, "red: d1", "red: a1")
    (check,) = (
        check for check in registered("generator.games.grumbles") if check.slug == "K-home-edge"
    )
    (fault,) = check.find(tables)
    assert fault.place is not None
    lines = (tmp_path / "board.yaml").read_text().splitlines()
    assert lines[(fault.place.line or 0) - 1].startswith("homes:")


def test_an_unplayable_board_is_refused(tmp_path: Path) -> None:
    tables_of(tmp_path, "green: d7", "green: d9")
    with pytest.raises(KitError, match=r'"d9" is not a square of the board \(K-squares\)'):
        load_game("grumbles", tmp_path)
