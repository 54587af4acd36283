"""Turns a game into all that it is played by, as plain data, and that into a mark to know it by.

The snapshot holds what the kit's files say, not where they say it: a comment or a moved line makes
no other game.  It tells what an edit has changed long after the edit.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from hashlib import sha256
from typing import Any

from generator.engine.game import Game

LETTERS = 16
"""So much of a fingerprint tells one state of a kit from another."""


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
        **({"besides": game.extra_definition} if game.extra_definition is not None else {}),
    }


def as_text(data: object) -> str:
    """Plain data as JSON, the same text for equal data."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def fingerprint(text: str) -> str:
    """The SHA-256 of a text, as 64 hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def mark(game: Game[Any]) -> str:
    """The beginning of the fingerprint of all that a game is played by."""
    return fingerprint(as_text(snapshot(game)))[:LETTERS]


def _plain(value: Any) -> Any:
    """A record, or a table of them, as JSON has it."""
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [_plain(part) for part in value]
    return value
