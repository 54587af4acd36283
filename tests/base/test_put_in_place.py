"""Tests of replacing folders: a kill before any file system call leaves all files old or all new."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

import pytest

from generator.base import put_in_place
from generator.base.atomic_output import staging, write_together, write_whole
from generator.base.put_in_place import ASIDE, aside_name, finish_begun, is_alive

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no process can be forked here")

CALLS = ("os.", "open", "shutil.", "generator.")
OLD = {"list": "a b", "a": "old a", "b": "old b"}
NEW = {"list": "b c/d", "b": "new b", "c/d": "new d"}
MINE = {"mine/note.txt": "mine"}


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


def killed(work: Callable[[], object], after: int) -> bool:
    """Run the work in a process that is killed after this many calls; False if it makes fewer."""
    child = os.fork()
    if child == 0:
        left = after

        def count(event: str, args: object) -> None:
            nonlocal left
            if event.startswith(CALLS):
                left -= 1
                if left == -1:
                    os.kill(os.getpid(), signal.SIGKILL)

        try:
            sys.addaudithook(count)
            work()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def kills(work: Callable[[], object]) -> Iterator[int]:
    """Each number of calls after which the work was killed."""
    after = 0
    while killed(work, after):
        yield after
        after += 1


def no_exchange() -> mock._patch[object]:
    return mock.patch.object(put_in_place, "_renameat2", return_value=None)


@pytest.mark.parametrize("before", [{}, OLD], ids=["nothing", "old"])
def test_an_output_folder_is_old_or_new_after_every_kill(
    before: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "out" / "kit"
    points = 0
    for points, _ in enumerate(_each_kill(folder, before, NEW), start=1):  # noqa: B007
        assert seen(folder) in (before, NEW)
    assert points > 15
    _assert_made(folder, NEW)


@pytest.mark.parametrize("exchange", [True, False])
def test_other_files_are_kept_and_the_next_command_finishes(exchange: bool, tmp_path: Path) -> None:
    folder = tmp_path / "out" / "kit"
    with _as_it_is() if exchange else no_exchange():
        mixed = 0
        for _ in _each_kill(folder, OLD | MINE, NEW):
            mixed += seen(folder) not in (OLD | MINE, NEW | MINE)
            finish_begun()
            assert seen(folder) in (OLD | MINE, NEW | MINE)
        assert mixed  # otherwise the journal was never needed
        _assert_made(folder, NEW | MINE)


def test_a_journal_finishes_where_folders_cannot_be_exchanged(tmp_path: Path) -> None:
    folder = tmp_path / "out" / "kit"
    with no_exchange():
        for _ in _each_kill(folder, OLD, NEW):
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


def test_one_file_is_old_or_new_after_every_kill(tmp_path: Path) -> None:
    file = tmp_path / "one"
    for _ in kills(lambda: write_whole(file, b"new")):
        assert not file.exists() or file.read_bytes() == b"new"
        file.unlink(missing_ok=True)
    write_whole(file, b"newer")
    assert sorted(os.listdir(tmp_path)) == ["one"]


def another_disk(path: Path, to: Path) -> None:
    """Like `os.replace`, but unfinished files are on another disk than their destination."""
    if Path(path).parent.name.startswith(ASIDE):
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
    os.rename(path, to)


@pytest.mark.parametrize("replace", [os.replace, another_disk])
def test_files_written_together_are_all_old_or_all_new_after_every_kill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replace: Callable[[Path, Path], None]
) -> None:
    monkeypatch.setattr(os, "replace", replace)
    folder = tmp_path / "kit"
    old, new = (
        {name: f"{text} {name}" for name in ("a", "sub/b", "mine")} for text in ("old", "new")
    )
    new["mine"] = old["mine"]
    files = {folder / name: new[name].encode() for name in ("a", "sub/b")}
    write(folder, old)
    mixed = 0
    for _ in kills(lambda: write_together(folder, files)):
        mixed += seen(folder) not in (old, new)
        finish_begun()
        assert seen(folder) in (old, new)
        shutil.rmtree(folder)
        write(folder, old)
    assert mixed  # otherwise the journal was never needed
    write_together(folder, files)
    assert seen(folder) == new
    assert not list(tmp_path.rglob(f"{ASIDE}*"))


def test_two_programs_finish_the_same_journal_once(tmp_path: Path) -> None:
    folder = tmp_path / "kit"
    with no_exchange():
        for _ in _each_kill(folder, OLD, NEW):
            for _ in kills(finish_begun):
                pass
            assert seen(folder) in (OLD, NEW)


def test_a_journal_for_a_missing_folder_is_discarded(tmp_path: Path) -> None:
    journals = tmp_path / "state" / "grimoire" / "journals"
    move = put_in_place.Move(str(tmp_path / "no"), str(tmp_path / "nowhere"), ("a",), ("b",))
    child = os.fork()
    if child == 0:
        put_in_place._write_journal(move)
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


@contextmanager
def _as_it_is() -> Iterator[None]:
    yield


def _each_kill(folder: Path, before: dict[str, str], new: dict[str, str]) -> Iterator[int]:
    """Kill a build at each call in turn; the folder starts as `before` each time."""
    after = 0
    while True:
        for path in sorted(folder.rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
        write(folder, before)
        if not killed(lambda: make(folder, new), after):
            return
        yield after
        after += 1


def _assert_made(folder: Path, files: dict[str, str]) -> None:
    """A complete build succeeds and removes what the killed builds left."""
    make(folder, NEW)
    assert seen(folder) == files
    assert not list(folder.parent.rglob(f"{ASIDE}*"))
