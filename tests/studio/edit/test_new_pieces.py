"""Tests of new pieces in the studio: one edit of several files, which is undone as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.studio.open_kit import OpenKit
from generator.tools.new_pieces import NewPieces, files_with
from tests.new_kits import NewKits
from tests.studio.test_open_kit import open_kit


@pytest.fixture
def kit(new_kits: NewKits, tmp_path: Path) -> OpenKit:
    new_kits.copy(tmp_path)
    return open_kit(tmp_path)


def files(kit: OpenKit) -> dict[str, bytes]:
    return {name: kit.path(name).read_bytes() for name in kit.files()}


def test_new_pieces_are_drawn_and_undone_at_once(kit: OpenKit) -> None:
    before = files(kit)
    kit.write_all_if_sound("add coins", files_with(kit.folders, NewPieces("tokens", "coins")))
    assert ("coins/star", "back") in kit.faces
    assert {*files(kit)} - {*before} == {"data/coins.csv", "templates/coins.xml"}
    kit.undo()
    assert (files(kit), kit.faults) == (before, ())
    assert ("coins/star", "back") not in kit.faces
    kit.redo()
    assert ("coins/star", "back") in kit.faces


def test_pieces_that_cannot_be_drawn_leave_no_file_behind(kit: OpenKit) -> None:
    before = files(kit)
    pieces = NewPieces("cards", "events", title="日本")
    with pytest.raises(KitError, match="missing-glyph"):
        kit.write_all_if_sound("add events", files_with(kit.folders, pieces))
    assert (files(kit), kit.faults, kit.journal.undoable) == (before, (), None)
