"""Tests of putting files in place: a folder is all old or all new after a kill at any system call."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from pathlib import Path
from unittest import mock

import pytest

from generator.base import put_in_place
from generator.base.atomic_output import staging, write_together, write_whole
from generator.base.put_in_place import ASIDE, aside_name, finish_begun, is_alive
from tests.base.killing import Forker, Work

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no process can be forked here")

OLD = {"list": "a b", "a": "old a", "b": "old b"}
NEW = {"list": "b c/d", "b": "new b", "c/d": "new d"}
MINE = {"mine/note.txt": "mine"}


@pytest.fixture(scope="module")
def forker() -> Iterator[Forker]:
    with closing(Forker()) as forker:
        yield forker


@pytest.fixture(autouse=True)
def _state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def seen(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file() and ASIDE not in str(path)
    }


def make(folder: Path, files: dict[str, str]) -> None:
    with staging(folder) as stage:
        for name, text in files.items():
            stage.write(name, text.encode())
        stage.finish("list", lambda path: path.read_text().split())


def no_exchange() -> AbstractContextManager[object]:
    return mock.patch.object(put_in_place, "_renameat2", return_value=None)


def without_exchange(work: Work) -> None:
    """Do the work where folders cannot be exchanged."""
    with no_exchange():
        work()


@pytest.mark.parametrize("before", [{}, OLD], ids=["nothing", "old"])
def test_an_output_folder_is_old_or_new_after_every_kill(
    forker: Forker, before: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "out" / "kit"
    points = 0
    for points, _ in enumerate(_each_kill(forker, folder, before), start=1):  # noqa: B007
        assert seen(folder) in (before, NEW)
    assert points > 15
    _assert_made(folder, NEW)


@pytest.mark.parametrize("exchange", [True, False])
def test_other_files_are_kept_and_the_next_command_finishes(
    forker: Forker, exchange: bool, tmp_path: Path
) -> None:
    folder = tmp_path / "out" / "kit"
    with nullcontext() if exchange else no_exchange():
        mixed = 0
        for _ in _each_kill(forker, folder, OLD | MINE, exchange=exchange):
            mixed += seen(folder) not in (OLD | MINE, NEW | MINE)
            finish_begun()
            assert seen(folder) in (OLD | MINE, NEW | MINE)
        assert mixed  # the journal was needed
        _assert_made(folder, NEW | MINE)


def test_a_journal_finishes_where_folders_cannot_be_exchanged(
    forker: Forker, tmp_path: Path
) -> None:
    folder = tmp_path / "out" / "kit"
    with no_exchange():
        for _ in _each_kill(forker, folder, OLD, exchange=False):
            finish_begun()
            assert seen(folder) in (OLD, NEW)
        _assert_made(folder, NEW)


@pytest.mark.parametrize("inside", [True, False])
def test_a_current_working_folder_is_not_exchanged(
    inside: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "kit"
    write(folder, OLD | ({"sub/x": "x"} if inside else {}))
    monkeypatch.chdir(folder / "sub" if inside else folder)
    number = folder.stat().st_ino
    make(folder, NEW)
    assert folder.stat().st_ino == number
    assert Path("x" if inside else "b").read_text() == ("x" if inside else "new b")


def test_one_file_is_old_or_new_after_every_kill(forker: Forker, tmp_path: Path) -> None:
    file = tmp_path / "one"
    for _ in forker.kills(partial(write_whole, file, b"new")):
        assert not file.exists() or file.read_bytes() == b"new"
        file.unlink(missing_ok=True)
    write_whole(file, b"newer")
    assert sorted(os.listdir(tmp_path)) == ["one"]


def another_disk(path: Path, to: Path) -> None:
    """As `os.replace`, where whatever is unfinished lies on another disk than its place."""
    if Path(path).parent.name.startswith(ASIDE):
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
    os.rename(path, to)


def with_replace(replace: Callable[[Path, Path], None], work: Work) -> None:
    """Do the work where files are put in place like this."""
    with mock.patch.object(os, "replace", replace):
        work()


@pytest.mark.parametrize("replace", [os.replace, another_disk])
def test_files_written_together_are_all_old_or_all_new_after_every_kill(
    forker: Forker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    replace: Callable[[Path, Path], None],
) -> None:  # fmt: skip
    monkeypatch.setattr(os, "replace", replace)
    folder = tmp_path / "kit"
    old, new = (
        {name: f"{text} {name}" for name in ("a", "sub/b", "mine")} for text in ("old", "new")
    )
    new["mine"] = old["mine"]
    files = {folder / name: new[name].encode() for name in ("a", "sub/b")}
    write(folder, old)
    mixed = 0
    for _ in forker.kills(partial(with_replace, replace, partial(write_together, files, folder))):
        mixed += seen(folder) not in (old, new)
        finish_begun()
        assert seen(folder) in (old, new)
        shutil.rmtree(folder)
        write(folder, old)
    assert mixed  # the journal was needed
    write_together(files, folder)
    assert seen(folder) == new
    assert not list(tmp_path.rglob(f"{ASIDE}*"))


def test_files_of_two_folders_are_all_old_or_all_new_after_every_kill(
    forker: Forker, tmp_path: Path
) -> None:
    folders = templates, data = tmp_path / "templates", tmp_path / "data"
    files = {folder / name: b"new" for folder in folders for name in ("game", "sub/piece")}
    mixed = 0
    for _ in forker.kills(partial(write_together, files, templates, data)):
        mixed += 0 < sum(path.exists() for path in files) < len(files)
        finish_begun()
        assert len({path.exists() for path in files}) == 1
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
    assert mixed  # the journal was needed
    assert {path.read_bytes() for path in files} == {b"new"}
    assert not list(tmp_path.rglob(f"{ASIDE}*"))


def test_two_programs_finish_the_same_journal_once(forker: Forker, tmp_path: Path) -> None:
    folder = tmp_path / "kit"
    with no_exchange():
        for _ in _each_kill(forker, folder, OLD, exchange=False):
            for _ in forker.kills(partial(without_exchange, finish_begun)):
                pass
            assert seen(folder) in (OLD, NEW)


def test_a_journal_for_a_missing_folder_is_discarded(tmp_path: Path) -> None:
    journals = tmp_path / "state" / "grimoire" / "journals"
    move = put_in_place.Move(str(tmp_path / "no"), str(tmp_path / "nowhere"), ("a",), ("b",))
    child = os.fork()
    if child == 0:
        put_in_place._write_journal([move])
        os._exit(0)
    os.waitpid(child, 0)
    assert len(list(journals.iterdir())) == 1
    (journals / f"{put_in_place._machine()}-{child}-0").write_text("[")
    finish_begun()
    assert not list(journals.iterdir())
    assert not (tmp_path / "nowhere").exists()


def test_only_ended_processes_of_this_machine_count_as_ended() -> None:
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    mine = aside_name("x")
    dead = mine.replace(f"-{os.getpid()}-", f"-{child}-")
    assert is_alive(mine)
    assert not is_alive(dead)
    assert is_alive(dead.replace(put_in_place._machine(), "elsewhere"))
    assert is_alive(f"{ASIDE}anything")


def _each_kill(
    forker: Forker, folder: Path, before: dict[str, str], exchange: bool = True
) -> Iterator[int]:
    """Each kill of a build over a folder, which is as `before` each time."""
    work = partial(make, folder, NEW)
    _make_as(folder, before)
    for after in forker.kills(work if exchange else partial(without_exchange, work)):
        yield after
        _make_as(folder, before)


def _make_as(folder: Path, files: dict[str, str]) -> None:
    """Make a folder hold these files and nothing else."""
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    write(folder, files)


def _assert_made(folder: Path, files: dict[str, str]) -> None:
    """The last build was whole, and left nothing of all that were killed."""
    make(folder, NEW)
    assert seen(folder) == files
    assert not list(folder.parent.rglob(f"{ASIDE}*"))
