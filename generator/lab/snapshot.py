"""Turns the records that a game is played by into plain data, and those into a fingerprint.

The snapshot holds what the kit's files say, not where they say it: a comment or a moved line makes
no other game.  It tells what an edit has changed long after the edit.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import generator
from generator import __version__
from generator.rules.core import Game

_PACKAGE = Path(generator.__file__).parent
_PLAYED_BY = ("model", "rules", "games")
"""The parts of Grimoire that decide how a game goes on."""


def snapshot(game: Game[Any]) -> dict[str, Any]:
    """Everything that a game is played by: its tables, rules, options and numbers of players."""
    records = game.records
    return {
        "tables": {name: _plain(table) for name, table in records.tables.items()},
        "rules": {
            slug: {"section": rule.section, "text": rule.text, "happens": rule.happens}
            for slug, rule in records.rules.items()
        },
        "options": {name: asdict(option) for name, option in records.options.items()},
        "players": [records.seats[0], records.seats[-1]],
        **({"besides": game.besides} if game.besides is not None else {}),
    }


def as_text(data: object) -> str:
    """Plain data as JSON, the same text for equal data."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def fingerprint(text: str) -> str:
    """The SHA-256 of a text, as 64 hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


@cache
def program() -> str:
    """The version of Grimoire that plays, and a mark of the code it plays by: `0.1.0+5f3a09bc`.

    Two checkouts of one version may play differently; their marks do not agree.
    """
    return f"{__version__}+{_mark(_PACKAGE, [_PACKAGE / part for part in _PLAYED_BY])}"


def played_by(game: Game[Any]) -> str:
    """The program, and for a game of somebody's own a mark of its code as well."""
    module = type(game).__module__
    if module.startswith(f"{generator.__name__}."):
        return program()
    package = Path(sys.modules[module].__file__ or "").parent
    return f"{program()}+{_mark(package, [package])}"


def _mark(base: Path, folders: Iterable[Path]) -> str:
    """The first digits of the checksum of all code in these folders."""
    found = sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            found.update(path.relative_to(base).as_posix().encode() + b"\0")
            found.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return found.hexdigest()[:8]


def _plain(value: Any) -> Any:
    """A record, or a table of them, as JSON has it."""
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [_plain(part) for part in value]
    return value
