"""Tests of typed characters: half a character, or one that nobody can see, is refused in one line."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from generator.base.errors import KitError
from generator.kit.edit.tables import TableFile
from generator.studio.edit.column_edits import ColumnKind, add_column, change_column
from generator.studio.edit.replacing import Search, find_hits, replace_hits
from generator.studio.edit.row_edits import paste_block
from generator.studio.open_kit import OpenKit
from generator.tools.scaffold import ScaffoldOptions, create_kit
from tests.studio.test_open_kit import open_kit

TABLES = ("csv", "yaml")


@pytest.fixture(scope="module", params=TABLES)
def kit(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> OpenKit:
    """A kit that stays as it is: all that is tried here is refused."""
    folder = tmp_path_factory.mktemp("kit")
    create_kit(ScaffoldOptions("mygame", "Mygame", table=request.param), folder)
    return open_kit(folder)


def cards(kit: OpenKit) -> TableFile:
    return kit.table("cards")


def type_cell(kit: OpenKit, text: str) -> None:
    kit.set_cell("cards", 1, "lucky-star", "name", "Lucky Star", text)


def type_id(kit: OpenKit, text: str) -> None:
    kit.set_cell("cards", 1, "lucky-star", "id", "lucky-star", text)


def replace(kit: OpenKit, text: str) -> None:
    search = Search("Lucky", text)
    replace_hits(kit, search, find_hits(kit, search))


def paste(kit: OpenKit, text: str) -> None:
    paste_block(cards(kit), [1], ["name"], text)


def paste_row(kit: OpenKit, text: str) -> None:
    paste_block(cards(kit), [0], ["name"], f"x\n{text}")


def add_named_column(kit: OpenKit, text: str) -> None:
    add_column(kit.folders, cards(kit), text, ColumnKind())


def add_filled_column(kit: OpenKit, text: str) -> None:
    add_column(kit.folders, cards(kit), "more", ColumnKind(), text)


def choose_words(kit: OpenKit, text: str) -> None:
    change_column(kit.folders, cards(kit), "name", ColumnKind("choice", ("a", text)))


WAYS = (
    *(type_cell, type_id, replace, paste, paste_row),
    *(add_named_column, add_filled_column, choose_words),
)


@pytest.mark.parametrize("code", ["D800", "0000", "001B"])
@pytest.mark.parametrize("way", WAYS)
def test_what_nobody_can_see_is_not_written(
    kit: OpenKit, way: Callable[[OpenKit, str], None], code: str
) -> None:
    before = cards(kit).content
    with pytest.raises(KitError, match=rf"cards\.\w+(:\d+)?: .* character U\+{code}; delete it"):
        way(kit, f"a{chr(int(code, 16))}b")
    assert cards(kit).content == before
    assert kit.journal.undoable is None


def test_half_a_character_in_a_file_is_told_with_its_line(kit: OpenKit) -> None:
    name = f"data/{cards(kit).path.name}"
    text = kit.read(name)
    new = text.replace("Lucky Star", "Lucky \ud800")
    line = text[: text.index("Lucky Star")].count("\n") + 1
    with pytest.raises(KitError, match=rf":{line}: contains the invisible character U\+D800"):
        kit.save(name, text, new)
    assert kit.read(name) == text
