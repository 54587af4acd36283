"""Tests of file changes: those in a kit's folders are seen, and no others."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from generator.kit.locate import KitFolders
from generator.tools.watch.file_changes import Files


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    for name in ("data/art", "data/out", "templates", "shared"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "data/cards.csv").write_text("id\na\n")
    return tmp_path


def watched(kit: Path) -> Files:
    folders = KitFolders("kit", kit / "data", (kit / "templates",), (kit / "shared",))
    return Files(folders, kit / "data" / "out")


def seen(files: Files, kit: Path) -> list[str]:
    return [path.relative_to(kit).as_posix() for path in files.changed()]


def test_a_spreadsheet_is_reported_once_however_often_it_is_touched(kit: Path) -> None:
    sheet = kit / "data/deck.xlsx"
    sheet.write_bytes(b"one")
    files = watched(kit)
    (kit / "data/3F00A1B2").write_bytes(b"two")  # as Excel saves: to a temporary file, then renamed
    (kit / "data/3F00A1B2").replace(sheet)
    assert seen(files, kit) == ["data/deck.xlsx"]
    os.utime(sheet, ns=(1, 1))
    assert seen(files, kit) == []
    sheet.write_bytes(b"two")
    assert seen(files, kit) == []
    sheet.write_bytes(b"three")
    assert seen(files, kit) == ["data/deck.xlsx"]
    sheet.unlink()
    assert seen(files, kit) == ["data/deck.xlsx"]


def test_new_changed_and_deleted_files_are_reported_once(kit: Path) -> None:
    files = watched(kit)
    assert seen(files, kit) == []
    (kit / "data/art/a.png").write_bytes(b"x")
    (kit / "data/cards.csv").write_text("id\na\nb\n")
    assert seen(files, kit) == ["data/art/a.png", "data/cards.csv"]
    assert seen(files, kit) == []
    (kit / "data/art/a.png").unlink()
    assert seen(files, kit) == ["data/art/a.png"]


def test_a_replaced_file_of_the_same_size_and_time_is_a_change(kit: Path) -> None:
    files = watched(kit)
    cards = kit / "data/cards.csv"
    aside = kit / "data/.cards"
    aside.write_text("id\nb\n")
    time = cards.stat().st_mtime_ns
    os.utime(aside, ns=(time, time))
    os.replace(aside, cards)
    assert seen(files, kit) == ["data/cards.csv"]


@pytest.mark.skipif(sys.platform == "win32", reason="has no time of such changes")
@pytest.mark.parametrize("how", ["written", "closed"])
def test_a_change_that_leaves_size_and_time_is_one(kit: Path, how: str) -> None:
    """The clock was set back, or the file was closed to everybody and is open again."""
    files = watched(kit)
    cards = kit / "data/cards.csv"
    time = cards.stat().st_mtime_ns
    if how == "written":
        cards.write_text("id\nb\n")
        os.utime(cards, ns=(time, time))
    else:
        cards.chmod(0o600)
    assert seen(files, kit) == ["data/cards.csv"]
    assert seen(files, kit) == []


def test_output_files_and_hidden_files_are_ignored(kit: Path) -> None:
    files = watched(kit)
    for name in ("data/out/a.pdf", "data/.git", "templates/a.xml~", "shared/.#a", "data/b.bak"):
        (kit / name).write_text("x")
    assert seen(files, kit) == []


def test_a_deleted_folder_reports_its_files_as_deleted(kit: Path) -> None:
    files = watched(kit)
    (kit / "data").rename(kit / "gone")
    assert seen(files, kit) == ["data/cards.csv"]
    (kit / "gone").rename(kit / "data")
    assert seen(files, kit) == ["data/cards.csv"]


def test_a_file_is_named_by_its_path_in_the_kit(kit: Path) -> None:
    files = watched(kit)
    assert files.short(kit / "data/art/a.png") == "art/a.png"
    assert files.short(kit / "templates/card.xml") == "card.xml"


def test_the_rules_of_the_game_are_watched_and_those_of_others_are_not(kit: Path) -> None:
    for name in ("kit", "other"):
        (kit / "games" / name).mkdir(parents=True)
    folders = KitFolders("kit", kit / "data", (), (), games=kit / "games")
    files = Files(folders, kit / "data" / "out")
    for name in ("kit", "other"):
        (kit / "games" / name / "__init__.py").write_text("GAME = None\n", encoding="utf-8")
    assert seen(files, kit) == ["games/kit/__init__.py"]
