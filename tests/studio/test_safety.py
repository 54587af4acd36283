"""Tests of the studio's safety: a kill or a full disk loses nothing and is reported."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import KitError
from generator.studio.open_kit import OpenKit
from tests.studio.test_open_kit import cards, created, kit, open_kit

__all__ = ["created", "kit"]

CATALOGUE = (
    b"# Deutsch \xe2\x80\x93 von Hand\r\n"
    b'msgid ""\r\nmsgstr "Language: de\\n"\r\n\r\n'
    b"#: data/mygame/cards.csv:2\r\n#, fuzzy\r\n"
    b'msgid "Falling Star"\r\nmsgstr "Stern"\r\n'
)


MISSING = """
import sys
sys.modules["nicegui"] = None
sys.argv = ["grimoire", "studio", "--no-browser"]
from generator.cli import main
main()
"""


def test_missing_libraries_are_reported_with_the_remedy() -> None:
    words = [sys.executable, "-c", MISSING]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    assert result.returncode != 0
    assert result.stderr == (
        'the studio is not installed; install it: pip install "grimoire[studio]" (not-installed)\n'
    )


def test_an_edit_changes_only_its_line_of_a_catalogue(kit: OpenKit) -> None:
    (kit.folders.data / "i18n").mkdir()
    path = kit.folders.data / "i18n/de.po"
    path.write_bytes(CATALOGUE)
    text = kit.read("data/i18n/de.po")
    kit.save("data/i18n/de.po", text, text.replace('"Stern"', '"Sternschnuppe"'))
    assert path.read_bytes() == CATALOGUE.replace(b'"Stern"', b'"Sternschnuppe"')
    kit.undo()
    assert path.read_bytes() == CATALOGUE


def test_a_full_disk_leaves_the_file_the_pictures_and_the_journal(
    kit: OpenKit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, faces = cards(kit).read_bytes(), dict(kit.faces)
    names = {path.name for path in kit.folders.data.iterdir()}
    with monkeypatch.context() as patched:

        def full(*given: Any, **named: Any) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        patched.setattr(os, "replace", full)
        with pytest.raises(KitError, match="No space left on device; free some space"):
            kit.set_cell("cards", 1, "lucky-star", "name", "Lucky Star", "Luckier Star")
    assert cards(kit).read_bytes() == before
    assert kit.faces == faces
    assert kit.journal.undoable is None
    assert {path.name for path in kit.folders.data.iterdir()} == names
    kit.set_cell("cards", 1, "lucky-star", "name", "Lucky Star", "Luckier Star")
    again = open_kit(tmp_path)
    assert again.journal.undoable
    assert again.journal.undoable.says == "cards: lucky-star: name"


KILLED = """
import os, sys
from pathlib import Path
from generator.studio.edit import journal
from tests.studio.test_open_kit import open_kit

write = journal.write_whole
def die(path, content):
    if int(sys.argv[2]):
        write(path, content)
    os._exit(9)
kit = open_kit(Path(sys.argv[1]))
journal.write_whole = die
kit.set_cell("cards", 1, "lucky-star", "name", "Lucky Star", "Luckier Star")
"""


@pytest.mark.parametrize("written", [False, True])
def test_a_killed_studio_leaves_a_whole_edit_or_none(
    kit: OpenKit, tmp_path: Path, written: bool
) -> None:
    before = cards(kit).read_bytes()
    words = [sys.executable, "-c", KILLED, str(tmp_path), str(int(written))]
    assert subprocess.run(words, check=False).returncode == 9
    again = open_kit(tmp_path)
    after = before.replace(b"Lucky Star", b"Luckier Star")
    assert cards(again).read_bytes() == (after if written else before)
    undone = again.undo()
    assert (undone is not None) == written
    assert cards(again).read_bytes() == before
    assert again.faults == ()
    assert not re.search("Luckier", again.read("data/cards.csv"))
