"""Tests of the journal: every edit can be undone, also after a restart."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.studio.edit import journal as journals
from generator.studio.edit.journal import Journal
from tests.base.killing import STATE, Forker


def write(journal: Journal, path: Path, text: str) -> None:
    before = path.read_bytes() if path.exists() else None
    journal.write(f"write {text!r}", {path: (before, text.encode())})


def test_edits_are_undone_and_redone_across_a_restart(tmp_path: Path) -> None:
    path, notes = tmp_path / "a.csv", tmp_path / "state" / "a.jsonl"
    journal = Journal(notes)
    for text in ("one", "two", "three"):
        write(journal, path, text)
    journal.undo()
    again = Journal(notes)
    assert path.read_text() == "two"
    again.undo()
    assert path.read_text() == "one"
    again.undo()
    assert not path.exists()
    assert again.undo() is None
    for _ in range(3):
        again = Journal(notes)
        again.redo()
    assert path.read_text() == "three"
    assert again.redo() is None
    again.undo()
    write(again, path, "other")
    assert Journal(notes).redoable is None


def test_two_studios_of_one_kit_share_their_history(tmp_path: Path) -> None:
    one_file, other_file = tmp_path / "a", tmp_path / "b"
    for path in (one_file, other_file):
        path.write_text("old")
    one, other = Journal(tmp_path / "notes"), Journal(tmp_path / "notes")
    write(one, one_file, "one")
    write(other, other_file, "other")
    assert one.undo() == other.redoable
    assert (one_file.read_text(), other_file.read_text()) == ("one", "old")
    other.undo()
    assert (one_file.read_text(), one.undoable) == ("old", None)
    write(one, one_file, "newer")
    assert (other.redoable, Journal(tmp_path / "notes").undoable) == (None, other.undoable)
    other.undo()
    assert (one_file.read_text(), len(other.done)) == ("old", 0)


def test_what_another_studio_has_written_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    paths = [tmp_path / "a", tmp_path / "b"]
    for path in paths:
        path.write_text("old")
    one, other = Journal(tmp_path / "notes"), Journal(tmp_path / "notes")
    write(other, paths[1], "theirs")
    with pytest.raises(KitError, match="b: has been changed by another program in the meantime"):
        one.write("ours", dict.fromkeys(paths, (b"old", b"ours")))
    assert [path.read_text() for path in paths] == ["old", "theirs"]
    assert one.undoable == other.undoable


def test_an_edit_that_is_taken_back_leaves_no_trace(tmp_path: Path) -> None:
    path, other = tmp_path / "a", tmp_path / "b"
    path.write_text("zero")
    journal = Journal(tmp_path / "notes")
    for text in ("one", "two"):
        write(journal, path, text)
    journal.undo()
    write(journal, path, "three")
    edit = journal.undoable
    assert edit
    journal.take_back(edit)
    for each in (journal, Journal(tmp_path / "notes")):
        assert path.read_text() == "one"
        edits = each.undoable, each.redoable
        assert [edit and edit.new for edit in edits] == [b"one", b"two"]
    write(journal, other, "theirs")
    with pytest.raises(KitError, match="cannot be undone"):
        journal.take_back(edit)
    assert other.read_text() == "theirs"


def test_changes_by_others_stay_when_an_edit_is_undone(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("id,name\na,Anna\nb,Bo\n")
    journal = Journal(tmp_path / "notes")
    write(journal, path, "id,name\na,Anne\nb,Bo\n")
    path.write_text("id,name,fat\na,Anne\nb,Bo\n")
    with pytest.raises(KitError, match="another program has changed the file"):
        journal.undo()
    assert path.read_text() == "id,name,fat\na,Anne\nb,Bo\n"
    path.write_text("# new\nid,name\na,Anne\nb,Bo\n")
    journal.undo()
    assert path.read_text() == "# new\nid,name\na,Anna\nb,Bo\n"


def test_an_entry_whose_file_was_not_written_is_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, notes = tmp_path / "a", tmp_path / "notes"
    path.write_text("old")
    journal = Journal(notes)
    write(journal, path, "new")
    killed = KeyboardInterrupt

    def die(path: Path, content: bytes) -> None:
        raise killed

    monkeypatch.setattr(journals, "write_whole", die)
    with pytest.raises(killed):
        write(journal, path, "newer")
    notes.write_bytes(notes.read_bytes() + b'{"edit": {"fi')
    undo_button = Journal(notes).undoable
    assert path.read_text() == "new"
    assert undo_button is not None
    assert undo_button.says == "write 'new'"
    monkeypatch.undo()
    write(Journal(notes), path, "newest")
    again = Journal(notes)
    assert [again.undo(), again.undo(), again.undo()].count(None) == 1
    assert path.read_text() == "old"


def test_an_unwritable_file_leaves_nothing_to_undo(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "notes")
    with pytest.raises(KitError, match="cannot be written"):
        journal.write("write", {tmp_path / "no" / "a": (None, b"new")})
    assert Journal(tmp_path / "notes").undoable is None


@pytest.mark.parametrize("again", [False, True], ids=["undo", "redo"])
@pytest.mark.parametrize("restarted", [False, True], ids=["same studio", "after a restart"])
@pytest.mark.parametrize("full", [False, True], ids=["unwritable", "no room to say so"])
def test_what_could_not_be_undone_or_redone_can_be_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, again: bool, restarted: bool, full: bool
) -> None:
    path, notes = tmp_path / "a", tmp_path / "notes"
    path.write_text("one")
    journal = Journal(notes)
    for text in ("two", "three"):
        write(journal, path, text)
    if again:
        journal.undo()
    kept = path.read_text()

    def refuse(*given: object) -> None:
        if full:
            monkeypatch.setattr(os, "fsync", fail)
        raise KitError("no space", check="disk-full")

    def fail(file: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as now:
        now.setattr(journals, "write_whole", refuse)
        with pytest.raises(KitError, match="no space"):
            journal.redo() if again else journal.undo()
        monkeypatch.undo()
    if full:  # the entry that says so was not written
        notes.write_bytes(b"".join(notes.read_bytes().splitlines(keepends=True)[:-1]))
    if restarted:
        journal = Journal(notes)
    assert path.read_text() == kept
    journal.redo() if again else journal.undo()
    assert path.read_text() == ("three" if again else "two")
    assert Journal(notes).undoable


@pytest.mark.parametrize("again", [False, True], ids=["undo", "redo"])
def test_an_edit_of_several_files_is_undone_and_redone_in_all_or_none(
    tmp_path: Path, again: bool
) -> None:
    paths = [tmp_path / name for name in "abc"]
    for path in paths:
        path.write_text("one")
    journal = Journal(tmp_path / "notes")
    journal.write("replace", dict.fromkeys(paths, (b"one", b"two")))
    if again:
        journal.undo()
    paths[1].write_text("of another program")
    before = [path.read_text() for path in paths]
    possible = journal.undoable, journal.redoable
    with pytest.raises(KitError, match="another program has changed the file"):
        journal.redo() if again else journal.undo()
    assert [path.read_text() for path in paths] == before
    assert (journal.undoable, journal.redoable) == possible


@pytest.fixture(scope="module")
def forker() -> Iterator[Forker]:
    with closing(Forker()) as forker:
        yield forker


def change(step: str, notes: Path, paths: list[Path]) -> None:
    journal = Journal(notes)
    if step == "write":
        journal.write("replace", {paths[0]: (b"one", b"two"), paths[1]: (None, b"two"),
                                  paths[2]: (b"one", b"two")})  # fmt: skip
    else:
        assert journal.undo() if step == "undo" else journal.redo()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="work is killed in a fork")
@pytest.mark.parametrize("step", ["write", "undo", "redo"])
def test_a_killed_edit_of_several_files_is_in_all_or_in_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forker: Forker, step: str
) -> None:
    monkeypatch.setenv(STATE, str(tmp_path / "state"))
    paths, notes = [tmp_path / name for name in "abc"], tmp_path / "notes"
    before = ["one", "", "one"]
    after = ["two"] * 3
    ends = set()

    def now() -> list[str]:
        return [path.read_text() if path.exists() else "" for path in paths]

    def set_up() -> None:
        notes.unlink(missing_ok=True)
        for path, text in zip(paths, before, strict=True):
            path.unlink(missing_ok=True)
            if text:
                path.write_text(text)
        for earlier in ("write", "undo")[: ("write", "undo", "redo").index(step)]:
            change(earlier, notes, paths)

    set_up()
    for _ in forker.kills(partial(change, step, notes, paths)):
        journal = Journal(notes)
        found = now()
        assert found in (before, after)
        assert (journal.undoable is not None) == (found == after)
        ends.add(found == after)
        if found == after:
            journal.undo()
            assert now() == before
        elif step != "write":
            journal.redo()
            assert now() == after
        set_up()
    assert ends == {True, False}
    assert now() == (before if step == "undo" else after)


def test_a_file_that_others_set_back_does_not_take_back_the_rest(tmp_path: Path) -> None:
    paths, notes = [tmp_path / name for name in "abc"], tmp_path / "notes"
    for path in (paths[0], paths[2]):
        path.write_text("one")
    change("write", notes, paths)
    paths[0].write_text("one")  # by another program, after the edit was whole
    assert Journal(notes).undoable
    assert [path.read_text() for path in paths] == ["one", "two", "two"]
    paths[0].write_text("two")
    change("undo", notes, paths)
    paths[0].write_text("two")
    assert Journal(notes).redoable
    assert [path.exists() and path.read_text() for path in paths] == ["two", False, "one"]


def test_a_journal_of_an_earlier_version_takes_back_no_file(tmp_path: Path) -> None:
    paths, notes = [tmp_path / name for name in "abc"], tmp_path / "notes"
    for path in (paths[0], paths[2]):
        path.write_text("one")
    change("write", notes, paths)
    made = json.loads(notes.read_text().splitlines()[0])["edits"]
    notes.write_text("".join(f"{json.dumps({'edit': each})}\n" for each in made))
    paths[2].write_text("one")  # as if it had not been written, or by another program
    journal = Journal(notes)
    assert [path.read_text() for path in paths] == ["two", "two", "one"]
    assert journal.undo()
    assert [path.exists() and path.read_text() for path in paths] == ["one", False, "one"]


def test_a_new_file_that_cannot_be_deleted_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    journal = Journal(tmp_path / "notes")
    write(journal, path, "one")

    def refuse(path: Path, missing_ok: bool) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as now:
        now.setattr(Path, "unlink", refuse)
        with pytest.raises(KitError, match="Permission denied"):
            journal.undo()
    assert journal.undo()
    assert not path.exists()


def test_an_entry_after_one_that_was_written_in_part_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, notes = tmp_path / "a", tmp_path / "notes"
    path.write_text("one")
    journal = Journal(notes)

    def fail(file: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as now:
        now.setattr(os, "fsync", fail)
        with pytest.raises(KitError, match="No space left"):
            write(journal, path, "two")
    notes.write_bytes(notes.read_bytes()[:30])
    write(journal, path, "three")
    assert Journal(notes).undo()
    assert path.read_text() == "one"


def test_a_long_journal_keeps_its_latest_edits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, notes = tmp_path / "a", tmp_path / "notes"
    journal = Journal(notes)
    for number in range(9):
        write(journal, path, str(number))
    monkeypatch.setattr(journals, "MAX_BYTES", 10)
    monkeypatch.setattr(journals, "MAX_EDITS", 3)
    short = Journal(notes)
    while short.undo():
        pass
    assert path.read_text() == "5"
    assert len(notes.read_text().splitlines()) == 6


@pytest.mark.parametrize(
    "line",
    [
        b'{"undo": -5}', b'{"redo": -9}', b'{"undo": 1e999}', b'{"undo": 1, "sums": 5}', b'{"later": 1}',
        b"[" * 100_000, b'"start": "0"', b'"start": -1', b'"file": 5', b'"joined": "x"',
    ],
)  # fmt: skip
def test_what_is_damaged_in_a_journal_is_passed_over(line: bytes, tmp_path: Path) -> None:
    path, notes = tmp_path / "a", tmp_path / "notes"
    write(journal := Journal(notes), path, "one")
    write(journal, path, "two")
    if line.startswith(b'"'):
        edit = json.loads(notes.read_bytes().splitlines()[-1])["edits"][0]
        line = json.dumps({"edits": [{**edit, **json.loads(b"{%s}" % line)}]}).encode()
    notes.write_bytes(notes.read_bytes() + line + b"\n")
    again = Journal(notes)
    assert again.undo() is not None
    assert path.read_text() == "one"
    again.redo()
    assert path.read_text() == "two"
