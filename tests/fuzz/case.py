"""Cases of the fuzzer: files that are put into a kit, and the commands that have to handle them.

A case is stored as a small YAML file (`corpus/`); long, binary and unusual files are given by
instructions for making them.
"""

from __future__ import annotations

import base64
import os
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.fuzz.ground import COMMANDS

Content = bytes | Mapping[str, Any]
"""The bytes of a file, or how to make it: one of the ways in `_MADE`."""


@dataclass(frozen=True, repr=False)
class Case:
    """Files below the folder of a ground, and the arguments of each command to run there."""

    kind: str
    files: Mapping[str, Content]
    run: Sequence[Sequence[str]]
    says: str = ""
    told: str = ""
    """Text that the first command must print on stderr; "" for any."""
    surroundings: Mapping[str, str] = field(default_factory=dict)

    def put(self, folder: Path) -> None:
        """Write the files over those of a ground."""
        for name, content in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if isinstance(content, bytes):
                _fresh(path).write_bytes(content)
            else:
                ((way, how),) = content.items()
                _MADE[way](path, how)

    def text(self) -> str:
        """The case as a YAML file."""
        data = {
            "says": self.says,
            "files": {name: _as_data(content) for name, content in self.files.items()},
            "run": [list(words) for words in self.run],
            "told": self.told,
            "surroundings": dict(self.surroundings),
        }
        kept = {key: value for key, value in data.items() if value}
        text: str = yaml.safe_dump(kept, sort_keys=False, allow_unicode=True, width=100)
        return text


def read_case(path: Path) -> Case:
    """A case of the corpus; its kind is the folder that it lies in, `run` names some of `COMMANDS`."""
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    files = {
        name: content.encode() if isinstance(content, str) else content
        for name, content in data.pop("files", {}).items()
    }
    run = [COMMANDS[each] if isinstance(each, str) else each for each in data.pop("run")]
    return Case(path.parent.name, files, run, **data)


def _as_data(content: Content) -> object:
    if not isinstance(content, bytes):
        return dict(content)
    try:
        text = content.decode()
    except UnicodeDecodeError:
        text = "\0"
    if text.replace("\n", "").isprintable():
        return text
    return {"base64": base64.b64encode(content).decode()}


def _fresh(path: Path) -> Path:
    path.unlink(missing_ok=True)
    return path


def _repeat(path: Path, parts: Sequence[str | list[Any]]) -> None:
    """Concatenated texts; `[text, times]` is a repeated one, with `%d` for its number."""
    texts = []
    for part in parts:
        text, times = (part, 1) if isinstance(part, str) else part
        texts += [text.replace("%d", str(number)) for number in range(times)]
    _fresh(path).write_bytes("".join(texts).encode())


def _edit(path: Path, changes: Sequence[tuple[str, str | list[Any]]]) -> None:
    """Replace text in the file; `[text, times]` is a repeated text."""
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, f"{old!r} stands nowhere in {path.name}"
        text = text.replace(old, new if isinstance(new, str) else new[0] * new[1])
    path.write_bytes(text.encode())


def _bytes_over(path: Path, changes: Sequence[tuple[int, str]]) -> None:
    """Overwrite bytes, given as hex digits, at a position; a negative one counts from the end."""
    data = bytearray(path.read_bytes())
    for at, digits in changes:
        new = bytes.fromhex(digits)
        at %= len(data)
        data[at : at + len(new)] = new
    path.write_bytes(data)


def _font_table(path: Path, change: tuple[str, str]) -> None:
    """Fill a table of a font with 0xFF ("filled"), or let it begin at the end of the file ("past")."""
    tag, way = change
    data = bytearray(path.read_bytes())
    entry = data.index(tag.encode(), 12)
    at, size = (int.from_bytes(data[entry + skip : entry + skip + 4]) for skip in (8, 12))
    if way == "past":
        data[entry + 8 : entry + 12] = len(data).to_bytes(4)
    else:
        assert way == "filled"
        data[at : at + size] = b"\xff" * size
    path.write_bytes(data)


def _sql(path: Path, statements: Sequence[str]) -> None:
    connection = sqlite3.connect(path)
    connection.executescript(";".join(statements))
    connection.commit()
    connection.close()


def _hole(path: Path, size: int) -> None:
    with _fresh(path).open("wb") as file:
        file.truncate(size)


_MADE: Mapping[str, Any] = {
    "base64": lambda path, text: _fresh(path).write_bytes(base64.b64decode(text)),
    "repeat": _repeat,
    "edit": _edit,
    "bytes": _bytes_over,
    "font-table": _font_table,
    "sql": _sql,
    "hole": _hole,
    "link": lambda path, target: os.symlink(target, _fresh(path)),
    "pipe": lambda path, _: os.mkfifo(_fresh(path)),
}
"""Ways to make a file -> how."""
