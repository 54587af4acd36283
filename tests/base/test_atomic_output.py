"""Files appear whole or not at all, whatever comes in between."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from unittest import mock

import pytest

from generator.base.atomic_output import check_can_write, scratch, staging, write_whole
from generator.base.errors import KitError
from generator.base.put_in_place import ASIDE
from generator.base.side_by_side import CAN_FORK
from tests.press.running import BOARD, Workshop

PROCESSES = get_context("fork" if CAN_FORK else "spawn")
ROOT = Path(__file__).parents[2]
SURROUNDINGS = {**os.environ, "PYTHONPATH": str(ROOT)}


def digests(folder: Path) -> dict[str, str]:
    """Every file that a user sees, with the sum of its bytes."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ASIDE not in str(path)
    }


def promised(folder: Path) -> dict[str, str]:
    """The files of a kit with their sums, as its manifest tells them."""
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return {entry["path"]: entry["sha256"] for entry in manifest["files"]}


class Rebuilt:
    """A workshop whose kit was built and then changed, so that another build gives other files.

    `new` has the sums of those files; they are built in `folder / "new"`.
    """

    def __init__(self, workshop: Workshop) -> None:
        self.workshop = workshop
        self.folder = workshop.out / "tidewrack"
        self.old = digests(self.folder)
        self.new = digests(workshop.folder / "new" / "tidewrack")
        assert self.old["maps/shore.svg"] != self.new["maps/shore.svg"]

    def assert_sound(self) -> None:
        """All files are the old ones or all are the new ones, and the manifest is true."""
        now = digests(self.folder)
        assert now in (self.old, self.new)
        for name, digest in promised(self.folder).items():
            assert now[name] == digest, name

    def start(self, out: str) -> BaseProcess:
        """Begin another build, in a process that can be killed and that works with one more."""
        words = ("build", "tidewrack", "-o", out, "--jobs", "2")
        build = PROCESSES.Process(target=self.workshop.run, args=words)
        build.start()
        return build


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with Tidewrack and its output; tests work in copies of it."""
    workshop = Workshop(tmp_path_factory.mktemp("built"))
    assert workshop.build().code == 0
    return workshop.folder


@pytest.fixture
def workshop(built: Path, tmp_path: Path) -> Workshop:
    """A workshop whose kit was built."""
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


def test_a_kill_at_any_moment_leaves_one_whole_build(rebuilt: Rebuilt) -> None:
    began = time.monotonic()
    whole = rebuilt.start("elsewhere")
    whole.join()
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


def test_an_interrupt_says_so_and_leaves_nothing(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    with mock.patch("generator.pipeline.prove.preflight", side_effect=KeyboardInterrupt):
        ran = workshop.build()
    assert (ran.code, ran.out) == (130, "")
    assert ran.faults == ["grimoire: stopped; nothing half-done was left behind"]
    assert not workshop.out.exists()


def test_a_template_that_would_run_for_ever_ends_by_itself(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    loops = "{% for a in range(9999) %}" * 4 + "{% endfor %}" * 4
    workshop.write(BOARD, f'<board width="9" height="9">{loops}</board>')
    ran = workshop.build()
    assert (ran.code, ran.out, len(ran.faults)) == (2, "", 1)
    assert ran.err.startswith(f"{BOARD}:1: ")
    assert not workshop.out.exists()


def test_a_full_disk_is_told_in_one_line_and_leaves_the_last_output(rebuilt: Rebuilt) -> None:
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with mock.patch("generator.base.put_in_place.os.fsync", side_effect=full):
        ran = rebuilt.workshop.build()
    assert ran.code == 2
    assert ran.faults == [
        "out/tidewrack: cannot be written: No space left on device; "
        "free some room, or choose another folder with -o (disk-full)"
    ]
    assert digests(rebuilt.folder) == rebuilt.old
    assert not list(rebuilt.workshop.out.rglob(f"{ASIDE}*"))


@pytest.mark.skipif(
    not Path("/dev/shm").is_mount() or os.getuid(), reason="needs a mount of its own"
)
def test_a_disk_that_is_really_too_small_is_told_too(tmp_path: Path) -> None:
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


def test_a_folder_that_stands_in_the_place_of_a_file_spoils_nothing(rebuilt: Rebuilt) -> None:
    (rebuilt.folder / "maps" / "shore.svg").unlink()
    (rebuilt.folder / "maps" / "shore.svg").mkdir()
    before = digests(rebuilt.folder)
    ran = rebuilt.workshop.build()
    assert ran.code == 2
    assert ran.err.startswith(
        "out/tidewrack/maps/shore.svg: cannot be written: a folder is in its place"
    )
    assert digests(rebuilt.folder) == before


def test_files_no_longer_made_are_removed_and_others_are_left_alone(workshop: Workshop) -> None:
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


def test_a_manifest_that_speaks_of_files_elsewhere_removes_none(workshop: Workshop) -> None:
    manifest = workshop.out / "tidewrack" / "manifest.json"
    text = manifest.read_text(encoding="utf-8").replace("maps/shore.svg", "../../data/x.svg")
    manifest.write_text(text, encoding="utf-8")
    workshop.write("data/x.svg", "mine")
    ran = workshop.build()
    assert ran.code == 2
    assert "leads out of the folder" in ran.err
    assert workshop.path("data/x.svg").read_text() == "mine"


def test_what_a_killed_build_left_is_swept_away_when_it_is_old(tmp_path: Path) -> None:
    for name, age in (("old", 90_000), ("young", 60)):
        left = tmp_path / f"{ASIDE}{name}"
        left.mkdir()
        os.utime(left, (time.time() - age,) * 2)
    with staging(tmp_path) as stage:
        stage.write("a/b.txt", b"b")
        stage.finish("a/b.txt")
    assert sorted(os.listdir(tmp_path)) == [f"{ASIDE}young", "a"]


def test_what_a_killed_program_left_of_one_file_is_swept_away_too(tmp_path: Path) -> None:
    for name, age in (("old", 90_000), ("young", 60)):
        left = tmp_path / f"{ASIDE}{name}"
        left.write_bytes(b"half")
        os.utime(left, (time.time() - age,) * 2)
    long_name = "x" * 250
    write_whole(tmp_path / long_name, b"whole")
    assert sorted(os.listdir(tmp_path)) == [f"{ASIDE}young", long_name]


def test_a_full_disk_behind_one_file_says_what_to_do(tmp_path: Path) -> None:
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with (
        mock.patch("generator.base.atomic_output.os.replace", side_effect=full),
        pytest.raises(
            KitError, match=r"left on device; free some room, or name another file \(disk-full\)"
        ),
    ):
        write_whole(tmp_path / "game.json", b"x")
    assert os.listdir(tmp_path) == []


def listed(file: Path) -> list[str]:
    return file.read_text().split()


def make(folder: Path, *names: str) -> tuple[str, ...]:
    """Write files, and a list of them as the last."""
    with staging(folder) as stage:
        for name in names:
            stage.write(name, b"x")
        stage.write("list", " ".join(names).encode())
        return stage.finish("list", listed)


@pytest.mark.skipif(sys.platform == "win32", reason="no folder can be claimed there")
def test_two_programs_move_their_files_in_place_one_after_the_other(tmp_path: Path) -> None:
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


def test_folders_made_for_nothing_are_removed_again(tmp_path: Path) -> None:
    def fail() -> None:
        with staging(tmp_path / "a" / "b" / "c") as stage:
            stage.write("x/y.txt", b"y")
            raise KitError("no")

    with pytest.raises(KitError, match="no"):
        fail()
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_one_file_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
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


def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KitError, match="cannot be written: no file can have this name"):
        write_whole(tmp_path / "a\0b", b"x")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_pipe_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(KitError, match="is a device or a pipe; a file is needed here"):
        check_can_write(tmp_path / "pipe")


def test_folders_made_for_a_name_that_is_too_long_go_again(tmp_path: Path) -> None:
    with (
        pytest.raises(KitError, match="cannot be written"),
        staging(tmp_path / "out" / "kit" / ("x" * 300)),
    ):
        pass
    assert not list(tmp_path.iterdir())


def test_scratch_of_a_killed_program_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
