"""Folders for small scripted games on a map."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.scripted.maps import MAP, TABLE
from tests.engine.scripted.small import GAME


@pytest.fixture
def mapped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for a small game with a map."""
    monkeypatch.setattr("tests.engine.scripted.small.GAME", GAME.replace("tables:\n", TABLE))
    (tmp_path / "map.csv").write_text(MAP, encoding="utf-8")
    return tmp_path


@pytest.fixture
def with_cells(mapped: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for a small game whose map has a column for cells."""
    old = "      terrain: {type: text}\n      cost: {type: integer}\n"
    table = TABLE.replace(old, "      cell: {type: text, optional: true}\n")
    monkeypatch.setattr("tests.engine.scripted.small.GAME", GAME.replace("tables:\n", table))
    return mapped
