"""Tests of undo in files that other programs change, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.studio.edit.journal import Journal
from tests.studio.edit.test_journal import write


@pytest.mark.parametrize("restarted", [False, True], ids=["same studio", "after a restart"])
def test_older_edits_are_undone_after_one_that_cannot_be(tmp_path: Path, restarted: bool) -> None:
    cards, other, notes = tmp_path / "cards.csv", tmp_path / "other", tmp_path / "notes"
    cards.write_text("id,name\na,Anna\nb,Bo\n")
    other.write_text("old")
    journal = Journal(notes)
    write(journal, other, "new")
    write(journal, cards, "id,name\na,Anna\nb,Bob\n")
    write(journal, cards, "id,name\na,Anne\nb,Bob\n")
    cards.write_text("id,name\na,Anke\nb,Bob\n")
    with pytest.raises(KitError, match="another program has changed the file") as caught:
        journal.undo()
    (fault,) = caught.value.faults
    assert "the next Undo is of \"write 'id,name\\na,Anna\\nb,Bob\\n'\"" in fault.hint
    for content in ("id,name\na,Anke\nb,Bo\n", "id,name\na,Anke\nb,Bo\n"):
        journal = Journal(notes) if restarted else journal
        journal.undo()
        assert cards.read_text() == content
    assert other.read_text() == "old"
    with pytest.raises(KitError, match="another program has changed the file") as caught:
        journal.undo()
    assert caught.value.faults[0].hint == "change it by hand"
    cards.write_text("id,name\na,Anne\nb,Bo\n")  # as if the other program took its change back
    journal.undo()
    assert (cards.read_text(), journal.undoable) == ("id,name\na,Anna\nb,Bo\n", None)
    for _ in range(3):
        journal.redo()
    assert (cards.read_text(), other.read_text()) == ("id,name\na,Anne\nb,Bob\n", "new")


@pytest.mark.parametrize(
    ("rows", "others", "undone"),
    [
        ("132", "n\n1\n2\n4\n", "n\n1\n3\n4\n"),
        ("132", "n\n1\n2\n4\n5\n", "n\n1\n3\n4\n5\n"),
        ("123", "n\n0\n2\n2\n", "n\n0\n2\n3\n"),
        ("123", "m\n0\n2\n2\n", ""),
        ("132", "n\n1\n3\n2\n", ""),
        ("132", "n\n2\n1\n4\n2\n5\n", ""),
        ("132", "n\n1\n22\n4\n", ""),
    ],
)
def test_an_edit_is_found_again_only_where_it_is_certain(
    rows: str, others: str, undone: str, tmp_path: Path
) -> None:
    """In the rows, the 3 became a 2, which stands there twice then."""
    path = tmp_path / "n.csv"
    lines = "".join(f"{row}\n" for row in f"n{rows}")
    path.write_text(lines)
    journal = Journal(tmp_path / "notes")
    write(journal, path, lines.replace("3", "2"))
    path.write_text(others)
    if undone:
        journal.undo()
    else:
        with pytest.raises(KitError, match="another program"):
            journal.undo()
    assert path.read_text() == (undone or others)


def test_an_edit_of_several_files_is_set_aside_whole(tmp_path: Path) -> None:
    paths = [tmp_path / name for name in "abc"]
    for path in paths:
        path.write_text("old")
    journal = Journal(tmp_path / "notes")
    write(journal, paths[2], "new")
    journal.write("both", dict.fromkeys(paths[:2], (b"old", b"new")))
    paths[0].write_text("theirs")
    with pytest.raises(KitError, match="another program"):
        journal.undo()
    journal.undo()
    assert [path.read_text() for path in paths] == ["theirs", "new", "old"]
    paths[0].write_text("new")
    journal.undo()
    assert [path.read_text() for path in paths] == ["old"] * 3
