"""Commands that write: what each changes, and what is compared after it was killed."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.ground import CATALOGUE, COMMANDS, KIT, SAVED, STORE
from tests.fuzz.worker import EDIT, PUBLISH, PULL

State = Mapping[str, str]


def _files(*names: str) -> Callable[[Path], State]:
    """A reader of some files, and of folders with all their content."""

    def read(folder: Path) -> State:
        return {
            path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for name in names
            for path in sorted([folder / name, *(folder / name).rglob("*")])
            if path.is_file() and ".unfinished-" not in str(path)
        }

    return read


def _games(folder: Path) -> State:
    """Every game of the store; raises sqlite3.Error if the store is damaged."""
    connection = sqlite3.connect(folder / STORE)
    rows = connection.execute("SELECT run, seed, record FROM games").fetchall()
    (sound,) = connection.execute("PRAGMA integrity_check").fetchone()
    connection.close()
    assert sound == "ok"
    assert len({row[:2] for row in rows}) == len(rows)
    return {f"{run}/{seed}": record for run, seed, record in rows}


def _added(folder: Path) -> State:
    """The files of the new pieces "extra", and whether the manifest has them."""
    files = _files(f"{KIT}/extra.csv", "templates/tidewrack/extra.xml")(folder)
    manifest = (folder / KIT / "game.yaml").read_text(encoding="utf-8")
    return {**files, "manifest": str("id: extra" in manifest)}


@dataclass(frozen=True)
class Killed:
    """A command to be killed: the state before, its changes, and what is compared afterwards."""

    words: Sequence[str]
    watched: Callable[[Path], State]
    before: Sequence[Sequence[str]] = ()
    again: Sequence[Sequence[str]] = ()
    """Commands that remove unfinished files, where this one would do more, or is refused."""
    grows: bool = False
    """Whether any state between the old and the new is right, as in a store."""
    kit: str = ""
    """One of Grimoire's own kits that it works on, besides those of the ground."""


_WHERE = ("--data", "data", "--templates", "templates")
_GAMES = ("simulate", "tidewrack", "--data", "data", "--jobs", "1", "--games")
_STORED = (*_GAMES, "20", "--store", STORE)
_EDITED = (EDIT, "home/journal", f"{KIT}/finds.csv", "Whelk", "Dog Whelk")
_FEWER = (*_GAMES, "8", "--store", STORE)
_LADDER = (
    *("ladder", "tidewrack", "--data", "data", "--bots", "random,greedy", "--games", "1"),
    *("--jobs", "1", "--keep"),
)
_REPORT = ("report", STORE, "--data", "data", "-o")
_TUNED = (
    *("tune", "tidewrack", "--data", "data", "--what", "weather.calm.tide", "--values", "9"),
    *("--games", "600", "--toward", "66%", "--within", "10pt"),  # so many show that 9 is better
    *("--jobs", "1", "--bot", "random", "--apply"),
)
_KEPT = (
    "maps",
    "ggt",
    *_WHERE,
    "-o",
    "out",
    "--jobs",
    "1",
    "--seed",
    "3",
    "--keep",
    "foggy-hollow",
)
_NEW = _files("data/other", "templates/other")


def _export(target: str, *more: str) -> Killed:
    words = ("export", "tidewrack", *_WHERE, "-o", "out", "--for", target, "--jobs", "1", *more)
    return Killed(words, _files("out"), [words])


def _part(*words: str) -> Killed:
    return Killed((*words, *_WHERE, "-o", "out", "--jobs", "1"), _files("out"), [COMMANDS["build"]])


KILLED: Mapping[str, Killed] = {
    "build": Killed(COMMANDS["build"], _files("out"), [COMMANDS["build"]]),
    "upgrade": Killed(COMMANDS["since"], _files("out"), [COMMANDS["build"]]),
    "variants": Killed((*COMMANDS["build"], "--split", "--booklet", "--for-screen"), _files("out")),
    "maps": _part("maps", "tidewrack"),
    "rulebook": _part("rulebook", "tidewrack"),
    "keep": Killed(
        _KEPT,
        _files("data/ggt/game.yaml", "data/ggt/maps.yaml"),
        again=[_KEPT[:-2], ("schema", "ggt", *_WHERE)],
        kit="ggt",
    ),
    "calibrate": Killed(("calibrate", "-o", "out"), _files("out")),
    "new": Killed(("new", "other"), _NEW, again=[("new", "another")]),
    "new-from": Killed(
        ("new", "other", "--from", f"{KIT}/finds.csv"), _NEW, again=[("new", "another")]
    ),
    "new-turns": Killed(
        ("new", "other", "--turns"),
        _files("data/other/turns.yaml"),
        [("new", "other")],
        again=[("schema", "other", *_WHERE)],
    ),
    "add": Killed(
        ("add", "tidewrack", "tokens", "extra", *_WHERE),
        _added,
        again=[("add", "tidewrack", "tokens", "more", *_WHERE)],
    ),
    "words": Killed(COMMANDS["words"], _files(CATALOGUE)),
    "schema": Killed(COMMANDS["schema"], _files(f"{KIT}/.schema"), [COMMANDS["schema"]]),
    "export": Killed(COMMANDS["export"], _files("out"), [COMMANDS["export"]]),
    "cgs": _export("cgs", "--dpi", "72"),
    "tts": _export("tts", "--dpi", "72"),
    "web": _export("web"),
    "tgc": _export("tgc"),
    "print-shop": _export("print-shop"),
    "drivethru": _export("drivethru"),
    "mpc": _export("mpc"),
    "diff": Killed(
        ("diff", "built/tidewrack", ".", "--kit", "tidewrack", "-o", "d.pdf"), _files("d.pdf")
    ),
    "save": Killed((*COMMANDS["play"], "--seed", "5", "--save", SAVED), _files(SAVED)),
    "store": Killed(_STORED, _games, grows=True),
    "resume": Killed(_STORED, _games, [_FEWER], grows=True),
    "chart": Killed((*_GAMES, "4", "--chart", "c.svg"), _files("c.svg")),
    "report": Killed((*_REPORT, "r.pdf"), _files("r.pdf")),
    "report-html": Killed((*_REPORT, "r.html"), _files("r.html")),
    "reference": Killed(("reference", "rulebook", "-o", "p.html"), _files("p.html")),
    "tune": Killed(_TUNED, _files(f"{KIT}/weather.yaml"), again=[_TUNED[:-1], COMMANDS["schema"]]),
    "ladder": Killed(
        _LADDER, _files(f"{KIT}/ladder.yaml"), again=[_LADDER[:-1], COMMANDS["schema"]]
    ),
    "pull": Killed(
        (PULL, KIT),
        _files(f"{KIT}/finds.csv", f"{KIT}/more.csv"),
        [(PUBLISH, KIT)],
        again=[COMMANDS["schema"]],
    ),
    "edit": Killed(_EDITED, _files(f"{KIT}/finds.csv")),
}
"""Commands that write, by name; `watch` builds, and the free table of the studio saves, like these."""
