"""Tests of confinement: links out of a kit, devices and pipes are refused before they are read."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.base import confinement
from generator.base.confinement import check_confined
from generator.base.text_files import open_plain
from tests.kit.making import error_lines
from tests.press.running import Workshop

JUNK = "data/tidewrack/junk"
SECRET = "hunter2"
COMMANDS = (["check", "tidewrack"], ["build", "tidewrack", "-o", "out"], ["schema", "tidewrack"])


def pipe(path: Path) -> None:
    os.mkfifo(path)


def link(target: str) -> Callable[[Path], None]:
    return lambda path: os.symlink(target, path)


def holes(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(confinement.MAX_BYTES + 1)


def unix_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        here = Path.cwd()
        os.chdir(path.parent)  # the length of a socket's address is limited
        server.bind(path.name)
        os.chdir(here)


HARMS: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "device": (link("/dev/zero"), JUNK, "is a link that points outside the kit's folders"),
    "circle": (link("junk"), JUNK, "is a link that points outside the kit's folders"),
    "private": (
        link("../../private"),
        "data/tidewrack/turns.yaml",
        "is a link that points outside",
    ),
    "above": (link("../.."), "templates/tidewrack/up", "is a link that points outside"),
    "schema": (link("../../other"), "data/tidewrack/.schema", "is a link that points outside"),
    "shared": (link("../../private"), "data/shared/papers.yaml", "is a link that points outside"),
    "pipe": (pipe, "data/tidewrack/languages/fr.po", "is not a regular file"),
    "socket": (unix_socket, JUNK, "is not a regular file"),
    "holes": (holes, JUNK, "the kit has more than 100,000 files, or more than 2 GB"),
}


@pytest.mark.parametrize("harm", HARMS)
def test_links_out_and_endless_files_are_refused_by_every_command(
    harm: str, tmp_path: Path
) -> None:
    make, file, says = HARMS[harm]
    workshop = Workshop(tmp_path)
    workshop.write("private", SECRET)
    workshop.path("other").mkdir()
    workshop.write("other/finds.json", "mine")
    workshop.path(file).parent.mkdir(parents=True, exist_ok=True)
    workshop.path(file).unlink(missing_ok=True)
    make(workshop.path(file))
    for words in COMMANDS:
        ran = workshop.run(*words)
        assert (ran.code, ran.out, len(ran.faults)) == (2, "", 1)
        assert ran.err.startswith(f"{file}: {says}")
        assert SECRET not in ran.err
    assert workshop.path("other/finds.json").read_text() == "mine"
    assert os.listdir(workshop.path("other")) == ["finds.json"]
    assert not workshop.out.exists()


def test_links_within_a_kit_are_followed(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    text = workshop.path("data/tidewrack/finds.csv").read_text()
    workshop.write("data/tidewrack/real.csv", text)
    workshop.path("data/tidewrack/finds.csv").unlink()
    os.symlink("real.csv", workshop.path("data/tidewrack/finds.csv"))
    assert workshop.run("check", "tidewrack").code == 0


@pytest.mark.parametrize("folder", ["data", "templates"])
def test_a_kit_folder_that_links_elsewhere_is_refused(folder: str, tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.path(f"{folder}/tidewrack").rename(tmp_path / "elsewhere")
    os.symlink(tmp_path / "elsewhere", workshop.path(f"{folder}/tidewrack"))
    ran = workshop.run("check", "tidewrack")
    assert ran.code == 2
    assert "points outside the folder" in ran.err


def test_a_kit_with_too_many_files_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confinement, "MAX_FILES", 2)
    for name in "abc":
        (tmp_path / name).touch()
    assert "the kit has more than 2 files" in error_lines(lambda: check_confined([tmp_path]))[0]


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="is not a regular file"):
        open_plain(tmp_path / "pipe")


def test_a_name_with_a_nul_character_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="is not a valid file name"):
        open_plain(tmp_path / "a\0b")


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(b"12345")
    with pytest.raises(OSError, match="is larger than 0 MB"):
        open_plain(tmp_path / "large", 4)
