"""Tests of text files: any file gives its text or a one-line error."""

from __future__ import annotations

import tracemalloc
from functools import partial
from pathlib import Path

import pytest

from generator.base import text_files
from generator.base.text_files import bytes_of, inside, read_text, shown_name
from tests.kit.making import error_lines


def test_line_ends_are_normalized_and_a_byte_order_mark_removed(tmp_path: Path) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\rc: 3\n")
    assert read_text(file, "a.yaml") == "a: 1\nb: 2\nc: 3\n"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (
            b"a: 1\nb: caf\xe9\n",
            'a.yaml:2: is not UTF-8 text: the letter after "b: caf" is saved otherwise; '
            'save the file as "UTF-8" (file-encoding)',
        ),
        (
            "a: 1\n".encode("utf-16"),
            'a.yaml:1: is UTF-16 text, not UTF-8; save the file as "UTF-8" (file-encoding)',
        ),
        (
            b"a: 1\nb: \x00\n",
            "a.yaml:2: contains the invisible character U+0000; delete it (file-encoding)",
        ),
        (
            b"a: 1\r\nb: \x07",
            "a.yaml:2: contains the invisible character U+0007; delete it (file-encoding)",
        ),
        (
            "a: b\u2028c".encode(),
            "a.yaml:1: contains the invisible character U+2028; delete it (file-encoding)",
        ),
    ],
)
def test_bytes_that_are_not_text_are_reported_with_their_line(
    tmp_path: Path, content: bytes, line: str
) -> None:
    file = tmp_path / "a.yaml"
    file.write_bytes(content)
    assert error_lines(lambda: read_text(file, "a.yaml")) == [line]


def test_a_missing_file_suggests_the_nearest_one(tmp_path: Path) -> None:
    (tmp_path / "goats.yaml").touch()
    assert error_lines(lambda: read_text(tmp_path / "gaots.yaml", "x/gaots.yaml")) == [
        'x/gaots.yaml: there is no such file; did you mean "goats.yaml"? (file-not-found)'
    ]


def test_a_folder_is_not_a_file(tmp_path: Path) -> None:
    assert error_lines(lambda: read_text(tmp_path, "kit")) == [
        "kit: is a folder, not a file (file-not-readable)"
    ]


def test_a_device_is_not_a_file() -> None:
    device = Path("/dev/zero")
    if device.exists():
        assert error_lines(lambda: read_text(device, "zero")) == [
            "zero: is not a regular file (file-not-readable)"
        ]


def test_a_huge_file_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_files, "MAX_BYTES", 2**20)
    file = tmp_path / "a.yaml"
    file.write_bytes(b" " * (2**20 + 1))
    assert error_lines(lambda: read_text(file, "a.yaml")) == [
        "a.yaml: is larger than 1 MB; split or shorten it (file-too-large)"
    ]


def test_a_small_file_takes_little_memory(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"pebble")
    tracemalloc.start()
    content = bytes_of(tmp_path / "a.txt")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert content == b"pebble"
    assert most < 1024 * 1024


def test_a_path_is_shown_relative_to_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert shown_name(tmp_path / "kit" / "game.yaml") == "kit/game.yaml"
    assert shown_name(Path("kit/../game.yaml")) == "game.yaml"
    assert shown_name(tmp_path.parent / "game.yaml") == str(tmp_path.parent / "game.yaml")


def test_a_path_must_stay_inside_its_folder(tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    kit.mkdir()
    (tmp_path / "secret").touch()
    (kit / "link").symlink_to(tmp_path / "secret")
    assert inside(kit, "a/b.yaml") == kit / "a/b.yaml"
    for name in ("../secret", "/etc/passwd", "link", "a/../../secret"):
        [line] = error_lines(partial(inside, kit, name))
        assert f'"{name}" points outside the folder' in line


def test_a_link_to_itself_is_a_plain_error(tmp_path: Path) -> None:
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    assert len(error_lines(lambda: read_text(inside(tmp_path, "circle"), "circle"))) == 1
