"""Tests of atomic output: files appear complete or not at all, even after a kill or on a full disk."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from typing import Any
from unittest import mock

import pytest

from generator.base.atomic_output import check_can_write, scratch, staging, write_whole
from generator.base.errors import KitError
from generator.base.put_in_place import ASIDE
from generator.base.side_by_side import CAN_FORK
from tests.press.running import BOARD, Workshop

PROCESSES: Any = get_context("fork" if CAN_FORK else "spawn")
ROOT = Path(__file__).parents[2]
SURROUNDINGS = {**os.environ, "PYTHONPATH": str(ROOT)}


def digests(folder: Path) -> dict[str, str]:
    """The SHA-256 digest of every file that the user sees."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ASIDE not in str(path)
    }


def manifest_digests(folder: Path) -> dict[str, str]:
    """The files of a kit and their digests according to its manifest."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return {entry["path"]: entry["sha256"] for entry in manifest["files"]}


class Rebuilt:
    """A kit that was built and then changed, so that another build gives different files.

    `new` has the digests of those files, which are built in `folder / "new"`.
    """

    def __init__(self, workshop: Workshop) -> None:
        self.workshop = workshop
        self.folder = workshop.out / "tidewrack"
        self.old = digests(self.folder)
        self.new = digests(workshop.folder / "new" / "tidewrack")
        assert self.old["maps/shore.svg"] != self.new["maps/shore.svg"]

    def assert_sound(self) -> None:
        """All files are from one build, the old or the new, and the manifest matches them."""
        now = digests(self.folder)
        assert now in (self.old, self.new)
        for name, digest in manifest_digests(self.folder).items():
            assert now[name] == digest, name

    def start(self, out: str) -> BaseProcess:
        """Start another build with two jobs, in a process that can be killed."""
        words = ("build", "tidewrack", "-o", out, "--jobs", "2")
        build: BaseProcess = PROCESSES.Process(target=self.workshop.run, args=words)
        build.start()
        return build


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with Tidewrack and its output; tests work on copies of it."""
    workshop = Workshop(tmp_path_factory.mktemp("built"))
    assert workshop.build().code == 0
    return workshop.folder


@pytest.fixture
def workshop(built: Path, tmp_path: Path) -> Workshop:
    """A workshop whose kit has been built."""
    return Workshop(tmp_path, built)


@pytest.fixture(scope="module")
def built_twice(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both builds of `Rebuilt`."""
    workshop = Workshop(tmp_path_factory.mktemp("built-twice"), built)
    workshop.edit(BOARD, 'fill="sky"', 'fill="sun"')
    assert workshop.run("build", "tidewrack", "-o", "new").code == 0
    return workshop.folder


@pytest.fixture
def rebuilt(built_twice: Path, tmp_path: Path) -> Rebuilt:
    return Rebuilt(Workshop(tmp_path, built_twice))


def test_a_kill_at_any_moment_leaves_one_complete_build(rebuilt: Rebuilt) -> None:
    began = time.monotonic()
    complete = rebuilt.start("elsewhere")
    complete.join()
    lasts = time.monotonic() - began
    assert digests(rebuilt.workshop.folder / "elsewhere" / "tidewrack") == rebuilt.new
    for tenth in range(3, 11):
        build = rebuilt.start("out")
        time.sleep(lasts * tenth / 10)
        build.kill()
        build.join()
        rebuilt.assert_sound()
    assert rebuilt.workshop.build().code == 0
    assert digests(rebuilt.folder) == rebuilt.new


def test_an_interrupt_is_reported_and_leaves_nothing(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    with mock.patch("generator.pipeline.prove.preflight", side_effect=KeyboardInterrupt):
        ran = workshop.build()
    assert (ran.code, ran.out) == (130, "")
    assert ran.faults == ["grimoire: stopped; no unfinished files were left behind (interrupted)"]
    assert not workshop.out.exists()


def test_an_interrupt_while_cleaning_up_leaves_nothing(tmp_path: Path) -> None:
    remove, calls = shutil.rmtree, 0

    def interrupted(path: Path, **given: Any) -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise KeyboardInterrupt
        remove(path, **given)

    with (
        mock.patch.object(shutil, "rmtree", interrupted),
        pytest.raises(KeyboardInterrupt),
        staging(tmp_path / "out") as stage,
    ):
        stage.write("a", b"a")
    assert not [*tmp_path.iterdir()]


def test_an_endless_template_is_stopped(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    loops = "{% for a in range(9999) %}" * 4 + "{% endfor %}" * 4
    workshop.write(BOARD, f'<board width="9" height="9">{loops}</board>')
    ran = workshop.build()
    assert (ran.code, ran.out, len(ran.faults)) == (2, "", 1)
    assert ran.err.startswith(f"{BOARD}:1: ")
    assert not workshop.out.exists()


def test_a_full_disk_is_reported_in_one_line_and_keeps_the_last_output(rebuilt: Rebuilt) -> None:
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with mock.patch("generator.base.put_in_place.os.fsync", side_effect=full):
        ran = rebuilt.workshop.build()
    assert ran.code == 2
    assert ran.faults == [
        "out/tidewrack: cannot be written: No space left on device; "
        "free some space, or choose another folder with -o (disk-full)"
    ]
    assert digests(rebuilt.folder) == rebuilt.old
    assert not list(rebuilt.workshop.out.rglob(f"{ASIDE}*"))


@pytest.mark.skipif(
    not Path("/dev/shm").is_mount() or os.getuid() != 0, reason="needs a mount of its own"
)
def test_a_disk_without_enough_room_is_reported(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.out.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=32k", "tmpfs", str(workshop.out)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("may not mount")
    try:
        ran = workshop.build()
        left = os.listdir(workshop.out)
    finally:
        subprocess.run(["umount", str(workshop.out)], check=True)
    assert ran.code == 2
    assert ran.faults[0].startswith("out/tidewrack: cannot be written: No space left on device;")
    assert left == []


@pytest.mark.parametrize("way", ["file", "file-above", "proc"])
def test_a_folder_that_cannot_be_made_is_named(way: str, tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "tidewrack").write_text("in the way")
    out = {"file": "out", "file-above": "file/a/b", "proc": "/proc/none"}[way]
    ran = workshop.run("build", "tidewrack", "-o", out)
    (line,) = ran.faults
    assert ran.code == 2
    assert line.startswith(out)
    assert ": cannot be written: " in line
    assert line.endswith("; choose another folder with -o (file-not-writable)")
    assert (tmp_path / "file").read_text() == "in the way"
    assert (tmp_path / "out" / "tidewrack").read_text() == "in the way"


def test_a_folder_in_place_of_an_output_file_is_harmless(rebuilt: Rebuilt) -> None:
    (rebuilt.folder / "maps" / "shore.svg").unlink()
    (rebuilt.folder / "maps" / "shore.svg").mkdir()
    before = digests(rebuilt.folder)
    ran = rebuilt.workshop.build()
    assert ran.code == 2
    assert ran.err.startswith(
        "out/tidewrack/maps/shore.svg: cannot be written: a folder of that name is in the way"
    )
    assert digests(rebuilt.folder) == before


def test_obsolete_outputs_are_removed_and_other_files_kept(workshop: Workshop) -> None:
    (workshop.out / "tidewrack" / "mine.txt").write_text("kept")
    workshop.edit("data/tidewrack/game.yaml", "    map: true\n", "")
    assert workshop.build("--only", "").code == 0
    assert workshop.built == [
        "tidewrack/manifest.json",
        "tidewrack/mine.txt",
        "tidewrack/tidewrack-print-a4.pdf",
        "tidewrack/tidewrack-rulebook-a4.pdf",
    ]
    assert not (workshop.out / "tidewrack" / "maps").exists()


def test_a_manifest_that_lists_files_elsewhere_removes_none(workshop: Workshop) -> None:
    manifest = workshop.out / "tidewrack" / "manifest.json"
    text = manifest.read_text(encoding="utf-8").replace("maps/shore.svg", "../../data/x.svg")
    manifest.write_text(text, encoding="utf-8")
    workshop.write("data/x.svg", "mine")
    ran = workshop.build()
    assert ran.code == 2
    assert "points outside the folder" in ran.err
    assert workshop.path("data/x.svg").read_text() == "mine"


def test_old_leftovers_of_a_killed_build_are_removed(tmp_path: Path) -> None:
    for name, age in (("old", 90_000), ("young", 60)):
        left = tmp_path / f"{ASIDE}{name}"
        left.mkdir()
        os.utime(left, (time.time() - age,) * 2)
    with staging(tmp_path) as stage:
        stage.write("a/b.txt", b"b")
        stage.finish("a/b.txt")
    assert sorted(os.listdir(tmp_path)) == [f"{ASIDE}young", "a"]


def test_old_leftovers_of_a_single_file_are_removed(tmp_path: Path) -> None:
    for name, age in (("old", 90_000), ("young", 60)):
        left = tmp_path / f"{ASIDE}{name}"
        left.write_bytes(b"half")
        os.utime(left, (time.time() - age,) * 2)
    long_name = "x" * 250
    write_whole(tmp_path / long_name, b"whole")
    assert sorted(os.listdir(tmp_path)) == [f"{ASIDE}young", long_name]


@pytest.mark.parametrize(("of_kit", "other"), [(False, ", or choose another file"), (True, "")])
def test_a_full_disk_gives_a_hint(tmp_path: Path, of_kit: bool, other: str) -> None:
    """Another file than that of a kit would not be read."""
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with (
        mock.patch("generator.base.atomic_output.os.replace", side_effect=full),
        pytest.raises(KitError, match=rf"left on device; free some space{other} \(disk-full\)"),
    ):
        write_whole(tmp_path / "game.json", b"x", within=tmp_path if of_kit else None)
    assert os.listdir(tmp_path) == []


def listed(file: Path) -> list[str]:
    return file.read_text().split()


def make(folder: Path, *names: str) -> tuple[str, ...]:
    """Write files, then a list of them."""
    with staging(folder) as stage:
        for name in names:
            stage.write(name, b"x")
        stage.write("list", " ".join(names).encode())
        return stage.finish("list", listed)


@pytest.mark.skipif(sys.platform == "win32", reason="no folder can be claimed there")
def test_two_programs_replace_files_one_after_the_other(tmp_path: Path) -> None:
    from fcntl import LOCK_EX, LOCK_UN, flock

    done: list[str] = []

    def other() -> None:
        make(tmp_path, "a")
        done.append("other")

    number = os.open(tmp_path, os.O_RDONLY)
    flock(number, LOCK_EX)
    try:
        thread = Thread(target=other)
        thread.start()
        thread.join(0.2)
        assert (thread.is_alive(), (tmp_path / "a").exists()) == (True, False)
        flock(number, LOCK_UN)
        thread.join(60)
    finally:
        os.close(number)
    assert done == ["other"]


def test_unused_new_folders_are_removed(tmp_path: Path) -> None:
    def fail() -> None:
        with staging(tmp_path / "a" / "b" / "c") as stage:
            stage.write("x/y.txt", b"y")
            raise KitError("no")

    with pytest.raises(KitError, match="no"):
        fail()
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_a_file_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    script = "\n".join(
        [
            "import resource",
            "from pathlib import Path",
            "from generator.base.atomic_output import write_whole",
            "resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))",
            "write_whole(Path('game.json'), b'x' * 100)",
        ]
    )
    (tmp_path / "game.json").write_text("as it was")
    ran = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=SURROUNDINGS,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "game.json: cannot be written: File too large" in ran.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    assert (tmp_path / "game.json").read_text() == "as it was"


def test_an_invalid_file_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KitError, match="cannot be written: its name is not valid"):
        write_whole(tmp_path / "a\0b", b"x")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_pipe_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(KitError, match="is a device or a pipe, not a file"):
        check_can_write(tmp_path / "pipe")


def test_folders_created_for_a_file_with_a_too_long_name_are_removed(tmp_path: Path) -> None:
    with (
        pytest.raises(KitError, match="cannot be written"),
        staging(tmp_path / "out" / "kit" / ("x" * 300)),
    ):
        pass
    assert not list(tmp_path.iterdir())


def test_the_scratch_folder_of_a_killed_program_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with scratch() as left:
        (left / "file").write_bytes(b"words")
        dead = left.rename(left.with_name(left.name.replace(f"-{os.getpid()}-", "-4194305-")))
        with scratch() as folder:
            assert list(tmp_path.iterdir()) == [folder], (
                "the one left by a program that has ended goes"
            )
            assert not dead.exists()
    assert not list(tmp_path.iterdir())


def test_a_signal_right_after_the_staging_folder_is_created_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mkdir = Path.mkdir

    def interrupted(path: Path, *args: Any, **options: Any) -> None:
        mkdir(path, *args, **options)
        if path.name.startswith(ASIDE):
            raise KeyboardInterrupt

    monkeypatch.setattr(Path, "mkdir", interrupted)
    with pytest.raises(KeyboardInterrupt), staging(tmp_path / "out"):
        pass
    assert not list(tmp_path.iterdir())
