"""Tests of finding and replacing a text in all tables and files of a kit."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.base.atomic_output import write_whole
from generator.base.errors import KitError
from generator.studio.edit import journal
from generator.studio.edit.replacing import Search, find_hits, replace_hits
from generator.studio.open_kit import OpenKit
from tests.kit.sheet_files import xlsx
from tests.studio.edit.drawn_elements import MakeKit

STAR = '<text x="5mm" y="5mm" size="9pt" width="40mm" height="20mm">A Star of stars</text>'


@pytest.fixture
def kit(make: MakeKit) -> OpenKit:
    return make(STAR)


def titles(kit: OpenKit, search: Search) -> list[str]:
    return [hit.title for hit in find_hits(kit, search)]


def contents(kit: OpenKit) -> dict[str, str]:
    return {name: kit.read(name) for name in kit.files()}


def test_cells_come_before_lines_and_drawings_are_left_out(kit: OpenKit) -> None:
    (kit.folders.data / "star.svg").write_text("<svg><!-- the star --></svg>")
    found = titles(kit, Search("star", match_case=True, whole_words=True))
    cells = ("falling-star: kind", "lucky-star: kind", "lucky-star: text", "north-star: kind")
    assert found[:4] == [f"cards: {cell}" for cell in cells]
    assert all(re.fullmatch(r"[a-z/]+[a-z0-9.-]+:\d+", title) for title in found[4:])
    assert not any(".svg" in title or "cards.csv" in title for title in found)
    assert titles(kit, Search("")) == []


@pytest.mark.parametrize(
    ("search", "text"),
    [
        (Search("star", "sun"), "A Sun of suns"),
        (Search("star", "sun", match_case=True), "A Star of suns"),
        (Search("star", "sun", whole_words=True), "A Sun of stars"),
        (Search("Star", "big Sun"), "A big Sun of big Suns"),
        (Search(" of ", r" \1 & "), r"A Star \1 & stars"),
        (Search("star", ""), "A  of s"),
    ],
)
def test_capitals_stay_unless_they_are_looked_for(search: Search, text: str) -> None:
    assert search.replaced("A Star of stars") == text


def test_words_in_capitals_stay_in_capitals() -> None:
    assert Search("star", "sun").replaced("STARS, Stars") == "SUNS, Suns"


def test_everything_is_replaced_and_undone_as_one_edit(kit: OpenKit) -> None:
    before = contents(kit)
    search = Search("Star", "Sun", match_case=True)
    replace_hits(kit, search, find_hits(kit, search))
    assert "Falling Sun" in kit.read("data/cards.csv")
    assert kit.faults == ()
    changed = {name for name, text in contents(kit).items() if text != before[name]}
    assert len(changed) > 1
    assert not find_hits(kit, search)
    edit = kit.undo()
    assert edit
    assert edit.says == 'replace "Star" by "Sun"'
    assert contents(kit) == before
    assert kit.journal.undoable is None
    kit.redo()
    assert {name for name, text in contents(kit).items() if text != before[name]} == changed
    assert kit.journal.redoable is None


def test_only_chosen_places_are_replaced_and_line_ends_stay(kit: OpenKit) -> None:
    path = kit.path("templates/card.xml")
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    search = Search("star", "sun")
    chosen = [hit for hit in find_hits(kit, search) if hit.file == "templates/card.xml"]
    replace_hits(kit, search, chosen)
    assert b"A Sun of suns</text>\r\n" in path.read_bytes()
    assert "star" in kit.read("data/cards.csv")
    search = Search("Falling Star", "Star, fallen")
    replace_hits(kit, search, find_hits(kit, search)[:1])
    assert '\nfalling-star,"Star, fallen",star,' in kit.read("data/cards.csv")


@pytest.mark.parametrize("file", ["data/cards.csv", "templates/card.xml"])
def test_nothing_is_replaced_if_a_place_has_changed(kit: OpenKit, file: str) -> None:
    search = Search("star", "sun")
    hits = find_hits(kit, search)
    path = kit.path(file)
    path.write_text(path.read_text().replace("Star", "Moon"))
    before = contents(kit)
    with pytest.raises(KitError, match=rf"{path.name}:\d+: has changed since it was searched"):
        replace_hits(kit, search, hits)
    assert contents(kit) == before
    assert kit.journal.undoable is None


def test_a_file_that_cannot_be_written_takes_back_the_others(
    kit: OpenKit, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(kit)

    def fail(path: Path, content: bytes) -> None:
        if path.name == "card.xml":
            raise KitError("the disk is full")
        write_whole(path, content)

    monkeypatch.setattr(journal, "write_whole", fail)
    search = Search("star", "sun")
    with pytest.raises(KitError, match="the disk is full"):
        replace_hits(kit, search, find_hits(kit, search))
    assert contents(kit) == before
    assert kit.journal.undoable is None


def test_two_sheets_of_one_spreadsheet_are_replaced_together(kit: OpenKit) -> None:
    book = kit.folders.data / "names.xlsx"
    sheets = {name: [["id", "name"], ["a", f"{name} star"]] for name in ("one", "two")}
    book.write_bytes(xlsx(sheets))
    fields = "{id: {type: id}, name: {type: text}}"
    tables = "".join(
        f"  {name}: {{file: names.xlsx, sheet: {name}, fields: {fields}}}\n" for name in sheets
    )
    manifest = kit.path("data/game.yaml")
    manifest.write_text(manifest.read_text().replace("tables:\n", f"tables:\n{tables}", 1))
    kit.draw((manifest,))
    assert kit.faults == ()
    search = Search("star", "sun")
    replace_hits(kit, search, [hit for hit in find_hits(kit, search) if hit.file in sheets])
    assert [kit.table(name).rows[0].cells["name"] for name in sheets] == ["one sun", "two sun"]
