"""Ground of the fuzzer: Tidewrack with every feature of a kit, built, saved, played and translated.

It has a font, a spreadsheet as a table, a catalogue, a build in `built`, a saved game and a store.
The worker makes it once, and every case works on a copy.
"""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from unittest import mock

import openpyxl
from fontTools import subset
from fontTools.ttLib import TTFont

from tests.press.running import COUNTER, COUNTERS, GAME, KITS, CommandResult, Workshop, run

KIT = "data/tidewrack"
FONT = f"{KIT}/small.ttf"
SHEET = f"{KIT}/counters.xlsx"
CATALOGUE = f"{KIT}/languages/fr.po"
STORE = "games.sqlite"
SAVED = "saved.json"
STARTER = "data/mygame"
_WHERE = ("--data", "data", "--templates", "templates")
_RULES = ("--data", "data")
_BUILD = ("build", "tidewrack", *_WHERE, "-o", "out", "--jobs", "1")
_CHECK = ("check", "tidewrack", *_WHERE, "--jobs", "1")
_FRENCH = ("--language", "fr")
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "build": _BUILD,
    "check": _CHECK,
    "check-french": (*_CHECK, *_FRENCH),
    "french": (*_BUILD, *_FRENCH, "--draft"),
    "words": ("words", "tidewrack", *_WHERE, *_FRENCH),
    "schema": ("schema", "tidewrack", *_WHERE),
    "export": (
        "export",
        "tidewrack",
        *_WHERE,
        "-o",
        "out",
        "--for",
        "png",
        "--dpi",
        "60",
        "--jobs",
        "1",
    ),
    "since": (*_BUILD, "--since", "built/tidewrack/manifest.json"),
    "diff": ("diff", "built/tidewrack", "built", "-o", "out/diff.pdf"),
    "proof": ("proof", "built/tidewrack", "--jobs", "1"),
    "simulate": ("simulate", "tidewrack", *_RULES, "--games", "2"),
    "more-games": ("simulate", "tidewrack", *_RULES, "--games", "10", "--store", STORE),
    "report": ("report", STORE, *_RULES),
    "play": ("play", "tidewrack", *_RULES, "--turns", "3"),
    "replay": ("play", "tidewrack", *_RULES, "--replay", SAVED),
    "continue": ("play", "tidewrack", *_RULES, "-i", "--load", SAVED),
    "example": ("example", f"{KIT}/examples/turns.yaml", *_RULES),
}
"""Commands that are run on it."""
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;-'!?*/()_"


class Ground:
    """The folder from which every case begins."""

    def __init__(self) -> None:
        self._home = tempfile.TemporaryDirectory(prefix="fuzz-ground-")
        self.folder = Path(self._home.name) / "ground"

    def close(self) -> None:
        """Remove the folder."""
        self._home.cleanup()

    def copy(self, folder: Path) -> None:
        """Make a copy."""
        shutil.copytree(self.folder, folder, symlinks=True)

    def read(self, name: str) -> bytes:
        """The content of one of its files."""
        return (self.folder / name).read_bytes()

    def text(self, name: str) -> str:
        """The text of one of its files."""
        return self.read(name).decode()

    def files(self) -> list[str]:
        """All files of its kits."""
        return sorted(
            path.relative_to(self.folder).as_posix()
            for top in ("data", "templates")
            for path in (self.folder / top).rglob("*")
            if path.is_file()
        )


def make_ground(folder: Path) -> None:
    """Make the folder, and run each command there once, so that this process has loaded what it needs."""
    homes = {name: str(folder.parent) for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME")}
    with mock.patch.dict(os.environ, {"GRIMOIRE_CACHE": "off", **homes}):
        _make(Workshop(folder, KITS))
        tried = folder.with_name("tried")
        shutil.copytree(folder, tried, symlinks=True)
        with contextlib.chdir(tried), mock.patch.object(sys, "stdin", io.StringIO()):
            for words in COMMANDS.values():
                run(*words)
    shutil.rmtree(tried)


def _make(workshop: Workshop) -> None:
    with contextlib.chdir(workshop.folder):
        _well(run("new", "mygame"))
    workshop.write(FONT, _small_font())
    workshop.write(SHEET, _as_sheet(workshop.path(COUNTERS)))
    game = "font-files: {Small: {regular: small.ttf}}\npalette:\n"
    workshop.edit(GAME, "palette:\n", game)
    workshop.edit(GAME, "body: Source Sans Pro}", "body: Source Sans Pro, small: Small}")
    workshop.edit(GAME, "file: counters.yaml", "file: counters.xlsx")
    workshop.edit(COUNTER, 'font="title" bold="yes"', 'font="small"')
    _well(workshop.run("words", "tidewrack", "--language", "fr"))
    _well(workshop.run("build", "tidewrack", "-o", "built", "--jobs", "1"))
    played = ["tidewrack", "--data", workshop.path("data")]
    _well(run("play", *played, "--turns", "6", "--save", workshop.path(SAVED)))
    _well(run("simulate", *played, "--games", "8", "--store", workshop.path(STORE)))


def _well(ran: CommandResult) -> None:
    assert ran.code == 0, ran.err


def _small_font() -> bytes:
    """A font of a few kilobytes that contains every character of the kit."""
    from importlib import resources

    found = resources.files("font_source_sans_pro") / "files" / "SourceSansPro-Regular.ttf"
    with resources.as_file(found) as path:
        font = TTFont(path)
    options = subset.Options(hinting=False, layout_features=[], name_IDs=[1, 2, 6])
    cutter = subset.Subsetter(options)
    cutter.populate(text=_LETTERS)
    cutter.subset(font)
    buffer = io.BytesIO()
    font.save(buffer)
    return buffer.getvalue()


def _as_sheet(table: Path) -> bytes:
    """The rows of a small YAML table as a workbook."""
    import yaml

    rows = yaml.safe_load(table.read_text(encoding="utf-8"))
    book = openpyxl.Workbook()
    names = list(rows[0])
    book.active.append(names)
    for row in rows:
        book.active.append([row.get(name) for name in names])
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()
