"""Fixtures: the game of Gruff, positions of it, and changed copies of its data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import pytest

from generator.base.document import Mark
from generator.games.gruff.game import GruffGame
from generator.games.gruff.state import GruffState
from generator.kit.manifest.load import load_kitfile
from generator.kit.tables.load import load_tables
from generator.kit.tables.records import Record, Table, Tables, freeze
from tests.games.gruff.reading import DATA
from tests.shipped import shipped_game

Content = dict[str, Any]
"""The tables of the kit by name, as plain data."""


@cache
def shipped() -> Tables:
    return load_tables(load_kitfile(DATA / "game.yaml").tables, DATA)


@pytest.fixture(scope="session")
def game() -> GruffGame:
    made = shipped_game("gruff")
    assert isinstance(made, GruffGame)
    return made


def position(game: GruffGame, **data: Any) -> GruffState:
    """A game in progress with these given parts."""
    return game.load(data)


def changed(change: Callable[[Content], object]) -> Tables:
    """The tables of the kit after a change of their content; lines are those of the shipped files."""
    content = {name: thawed(table) for name, table in shipped().items()}
    change(content)
    tables: dict[str, Table | Record] = {}
    for name, table in shipped().items():
        if isinstance(table, Record):
            tables[name] = freeze(content[name], table.place.file, Mark(1))
        else:
            marks = [row.place.line or 1 for row in table]
            rows = zip(content[name], marks, strict=False)
            frozen = [freeze(row, table.place.file, Mark(line)) for row, line in rows]
            tables[name] = Table(name, tuple(frozen), table.place, table.one)
    return tables


def thawed(value: Any) -> Any:
    """Records and tables as mutable plain data."""
    if isinstance(value, Mapping):
        return {key: thawed(part) for key, part in value.items()}
    if isinstance(value, (tuple, Table)):
        return [thawed(part) for part in value]
    return value
