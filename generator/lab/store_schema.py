"""Schema of a store: its tables, and the validation of a file's tables and rows.

A store may come from a stranger.  A view would run the stranger's query, and a row may contain
anything in place of numbers.
"""

from __future__ import annotations

import json
import math
import sqlite3
from collections.abc import Mapping
from typing import Any

from generator.engine.simulation.run import GameRecord
from generator.kit.manifest.spec import MAX_PLAYERS

TABLES = """
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    kit TEXT NOT NULL,
    version TEXT NOT NULL,      -- of the kit, when the run was begun
    data TEXT NOT NULL,         -- fingerprint: the row of `data` with what the game was played by
    program TEXT NOT NULL,      -- version and mark of the Grimoire that played it
    plan TEXT NOT NULL,         -- JSON: players, bots, options
    UNIQUE (kit, data, program, plan)
);
CREATE TABLE data (
    fingerprint TEXT PRIMARY KEY,
    content TEXT NOT NULL       -- JSON: tables, rules, options, numbers of players
) WITHOUT ROWID;
CREATE TABLE games (
    run INTEGER NOT NULL REFERENCES runs (id),
    seed INTEGER NOT NULL,
    result TEXT NOT NULL,       -- empty if the game failed
    rule TEXT NOT NULL,
    turns INTEGER NOT NULL,
    decisions INTEGER NOT NULL,
    winners TEXT NOT NULL,      -- seats from 1, with commas between
    record TEXT NOT NULL,       -- JSON: all of it
    PRIMARY KEY (run, seed)
) WITHOUT ROWID;
"""

MAX_VALUE_BYTES = 16 * 1024 * 1024
"""Most bytes of one value."""
_STEPS_PER_BYTE = 100
"""Most steps of SQLite's virtual machine per byte of the file; our queries take a handful."""
_MIN_STEPS = 50_000_000
_STEPS_PER_CHECK = 10_000
"""Steps of the virtual machine between two calls of the progress handler."""


def limit_time(connection: sqlite3.Connection, size: int) -> None:
    """Interrupt queries that run much longer than a file of `size` bytes can take."""
    remaining = (_MIN_STEPS + _STEPS_PER_BYTE * size) // _STEPS_PER_CHECK

    def is_over() -> bool:
        nonlocal remaining
        remaining -= 1
        return remaining < 0

    connection.set_progress_handler(is_over, _STEPS_PER_CHECK)


def harden(connection: sqlite3.Connection) -> None:
    """Forbid unsafe functions in the schema, attached files, and values that would fill the memory."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    connection.execute("PRAGMA trusted_schema = OFF")


class DamageError(ValueError):
    """The error for a store whose content is not a store's, in words for a person."""


def damaged_row(what: str) -> DamageError:
    """The error for a row in which something is not as Grimoire writes it."""
    return DamageError(f"a row holds no game: {what}")


def check_schema(connection: sqlite3.Connection) -> None:
    """Raise DamageError unless the file has our tables and no views or triggers."""
    found = connection.execute("SELECT type, name, sql FROM sqlite_schema").fetchall()
    expected = {_normalized(sql) for sql in TABLES.split(";")[:-1]}
    tables = {_normalized(sql) for kind, _, sql in found if kind == "table" and sql}
    forbidden = sorted(str(name) for kind, name, _ in found if kind in ("view", "trigger"))
    if forbidden or not expected <= tables:
        raise DamageError(
            f"its tables are not those of a store{': ' + forbidden[0] if forbidden else ''}"
        )


def _normalized(sql: str) -> str:
    return " ".join(sql.split())


def read_plan(text: str) -> Mapping[str, Any]:
    """Parse the plan of a run.  Raises LookupError, TypeError or ValueError if it is invalid."""
    plan = _read_object(text)
    players, bots, options = plan["players"], plan["bots"], plan["options"]
    bans = plan.get("bars", [])
    if type(players) is not int or not 1 <= players <= MAX_PLAYERS:
        raise damaged_row("the number of players")
    for names in (bots, bans):
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise damaged_row("the names of bots and banned moves")
    if not bots or len(bots) > players or not isinstance(options, dict):
        raise damaged_row("the bots and options")
    return plan


def read_record(text: str, players: int, seed: int) -> GameRecord:
    """Parse the record of a game.  Raises LookupError, TypeError or ValueError if it is invalid."""
    record = GameRecord.from_data(_read_object(text))
    if record.seed != seed:
        raise damaged_row("the game of another seed")
    counts = [record.rules, record.happened, record.most]
    numbers = [record.seed, record.turns, record.decisions, record.held, record.forced]
    numbers += [number for each in counts for number in each.values()]
    if not all(type(number) is int for number in numbers):
        raise damaged_row("a number that counts something")
    if record.error:
        if not isinstance(record.error, str):
            raise damaged_row("an error without words")
        return record
    texts = [record.result, record.rule, *record.used]
    if not all(isinstance(text, str) for text in texts) or not 1 <= len(record.worth) <= players:
        raise damaged_row("the outcome")
    seats = [each for had in record.parts.values() for seats in had.values() for each in seats]
    if not all(type(seat) is int and 0 <= seat < players for seat in seats):
        raise damaged_row("a seat")
    for number in (*record.worth, *record.measures.values()):
        if type(number) not in (int, float):
            raise damaged_row("a measure")
    return record


def _read_object(text: str) -> dict[str, Any]:
    """Parse a JSON object.  Raises ValueError for another value and for NaN or infinity."""
    value = json.loads(text, parse_float=_finite, parse_constant=_finite)
    if not isinstance(value, dict):
        raise damaged_row("no object")
    return value


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise damaged_row(f"the number {text}")
    return number
