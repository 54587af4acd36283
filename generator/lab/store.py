"""Game store: records of games in an SQLite file.

A store contains runs, and a run contains games.  A **run** is all games of one plan (players, bots,
options) played with the same data and program: more such games continue the run, and edited data
start a new run, so one file can contain the games before and after an edit.  A **game** is a row
with its seed, written once, whole or not at all.

The file is plain SQLite.  Every batch of games is one transaction, so a crash (a full disk, a power
cut) loses no earlier batch.  One program can write at a time; any number can read.

    with Store.open(path, write=True) as store:
        run = store.run(plan)
        store.add(run, records)
    with Store.open(path) as store:
        for run in store.runs():
            tally = store.tally(run, game)
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os import W_OK, access, fsencode
from os.path import dirname, realpath
from pathlib import Path
from typing import Any, Self

from generator.base.errors import KitError, Place
from generator.base.text_files import LONGEST_NAME, shown_name
from generator.engine.game import Game
from generator.engine.options import Value
from generator.engine.save_file import as_text, fingerprint
from generator.engine.simulation.run import GameRecord, Plan
from generator.engine.statistics.summary import Tally
from generator.lab.provenance import game_data, program_of
from generator.lab.store_schema import (
    TABLES,
    DamageError,
    check_schema,
    damaged_row,
    harden,
    limit_time,
    read_plan,
    read_record,
)

APPLICATION_ID = 0x6772696D
"""SQLite's `application_id` of a store: the letters "grim"."""
SCHEMA_VERSION = 1
"""Version of the schema, SQLite's `user_version`."""
BUSY_TIMEOUT = 30.0
"""Seconds to wait for another program to finish a transaction, or to stop reading."""
PAGE_SIZE = 500
"""Games read at once: the file cannot be written while it is read."""

KEEP_A_COPY = "keep a copy of the file, and start a new one"
_SEEDS = range(-(2**63), 2**63)


@dataclass(frozen=True)
class Run:
    """A run: all games of one plan played with the same data and program."""

    number: int
    """Id in the store; runs are numbered in the order of their start."""
    kit: str
    version: str
    """The kit's version when the run was started."""
    fingerprint: str
    """SHA-256 of the data that the games were played with; `Store.data` returns the data."""
    program: str
    """The Grimoire that played: `0.1.0+5f3a09bc`."""
    plan: Mapping[str, Any]
    """The plan as plain data, from `Plan.as_data`."""

    @property
    def players(self) -> int:
        return int(self.plan["players"])

    @property
    def bots(self) -> tuple[str, ...]:
        return tuple(self.plan["bots"])

    @property
    def options(self) -> Mapping[str, Value]:
        """Every option of the game with its value."""
        return dict(self.plan["options"])

    def plan_of(self, game: Game[Any]) -> Plan:
        """The plan for a loaded game."""
        return Plan.from_data(game, self.plan)


class Store:
    """Game store: an open file of runs and their games; see the module."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        """Use `open`."""
        self.path = path
        self._connection = connection

    @classmethod
    def open(cls, path: Path, *, write: bool = False) -> Self:
        """Open the store in a file; with `write`, create it if it is missing, and lock it.

        Raises KitError if the file is missing, damaged or not a store, or if another program is
        writing to it.
        """
        if path.is_symlink() and dirname(realpath(path)) != realpath(path.parent):
            raise _error(
                path, "is a link that leads out of its folder", "name the file itself", "file-name"
            )
        if not write and not path.is_file():
            raise _error(
                path,
                "there is no such file",
                "`grimoire simulate --store` makes one",
                "file-not-found",
            )
        if path.exists() and not path.is_file():
            raise _error(path, "cannot be used as a store of games", "name another file")
        if path.exists() and path.stat().st_size == 1:  # which SQLite takes for an empty file
            raise _error(path, "is not a store of games", "name another file")
        if len(fsencode(f"{path.name}-journal")) > LONGEST_NAME:
            message = "its name leaves no room for its journal's"
            raise _error(path, message, "choose a shorter one", "file-name")
        with _sqlite_errors(path):
            # Readers open the file for writing, too: a killed program can leave a half-written batch,
            # which SQLite rolls back when the file is next opened.
            mode = "rwc" if write else "rw" if access(path, W_OK) else "ro"
            address = f"{path.absolute().as_uri()}?mode={mode}"
            connection = sqlite3.connect(
                address, timeout=BUSY_TIMEOUT, isolation_level=None, uri=True
            )
            try:
                store = cls(path, connection)
                harden(connection)
                with store._bounded():
                    store._begin(write)
            except BaseException:
                connection.close()
                raise
        return store

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # Runs

    def run(self, plan: Plan) -> Run:
        """Return the run of this plan with the current data, and start it if there is none.

        Raises KitError if the file cannot be written.
        """
        content = game_data(plan.game)
        kit, digest = plan.game.name, fingerprint(content)
        version = plan.game.records.version
        row = kit, version, digest, program_of(plan.game), as_text(plan.as_data())
        with self._transaction():
            self._connection.execute("INSERT OR IGNORE INTO data VALUES (?, ?)", (digest, content))
            self._connection.execute(
                "INSERT OR IGNORE INTO runs (kit, version, data, program, plan)"
                " VALUES (?, ?, ?, ?, ?)",
                row,
            )
        condition = "kit = ? AND data = ? AND program = ? AND plan = ?"
        (run,) = self._runs(f"WHERE {condition}", (kit, *row[2:]))
        return run

    def runs(self) -> list[Run]:
        """Every run, the oldest first."""
        return self._runs("ORDER BY id", ())

    def data(self, fingerprint: str) -> dict[str, Any]:
        """The data with this fingerprint, as `game_data` returned them."""
        with self._bounded():
            row = self._connection.execute(
                "SELECT content FROM data WHERE fingerprint = ?", (fingerprint,)
            ).fetchone()
            return dict(json.loads(row[0]))

    # Games

    def add(self, run: Run, records: Iterable[GameRecord]) -> None:
        """Add games to a run, all or none; existing games are not changed.

        Raises KitError if the file cannot be written; its earlier content is then intact.
        """
        rows = [(run.number, *_game_row(record)) for record in records]
        with self._transaction():
            self._connection.executemany(
                "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows
            )

    def missing(self, run: Run, seeds: range) -> list[int]:
        """The seeds without a game in the run, in order.

        Raises KitError for seeds that are too large for the file.
        """
        if seeds and not (seeds[0] in _SEEDS and seeds[-1] in _SEEDS):
            raise _error(
                self.path, "cannot keep seeds this large", "choose a smaller --seed", "option-value"
            )
        with self._bounded():
            rows = self._connection.execute(
                "SELECT seed FROM games WHERE run = ? AND seed BETWEEN ? AND ?",
                (run.number, seeds.start, seeds.stop - 1),
            )
            known = {seed for (seed,) in rows}
        return [seed for seed in seeds if seed not in known]

    def count(self, run: Run) -> int:
        """The number of games of a run."""
        with self._bounded():
            counted = "SELECT count(*) FROM games WHERE run = ?"
            (count,) = self._connection.execute(counted, (run.number,)).fetchone()
            return int(count)

    def records(self, run: Run, seeds: range | None = None) -> Iterator[GameRecord]:
        """Yield the games of a run in the order of their seeds: all, or those with these seeds.

        They are read lazily, `PAGE_SIZE` at a time.
        """
        seeds = _SEEDS if seeds is None else seeds
        low, high = seeds.start, seeds.stop - 1
        while low <= high:
            with self._bounded():
                page: Sequence[tuple[int, str]] = self._connection.execute(
                    "SELECT seed, record FROM games WHERE run = ? AND seed BETWEEN ? AND ?"
                    " ORDER BY seed LIMIT ?",
                    (run.number, low, high, PAGE_SIZE),
                ).fetchall()
                records = [read_record(text, run.players, seed) for seed, text in page]
            yield from records
            if len(page) < PAGE_SIZE:
                return
            low = page[-1][0] + 1

    def tally(self, run: Run, game: Game[Any]) -> Tally:
        """The statistics of all games of a run; `game` is the game of its kit."""
        tally = Tally(run.plan_of(game))
        for record in self.records(run):
            tally.add(record)
        return tally

    # The file

    def _begin(self, write: bool) -> None:
        """Check the file, create its tables if it is new, and lock it for writing."""
        execute = self._connection.execute
        if write:
            execute("PRAGMA synchronous = FULL")
            execute("PRAGMA foreign_keys = ON")
            self._lock(timeout=0)
        else:
            execute("PRAGMA query_only = ON")
        ((application_id,),) = execute("PRAGMA application_id")
        ((version,),) = execute("PRAGMA user_version")
        ((tables,),) = execute("SELECT count(*) FROM sqlite_schema")
        if tables == 0 and application_id == 0:
            if not write:
                message = "there are no games in it yet"
                raise _error(
                    self.path,
                    message,
                    "`grimoire simulate --store` puts some there",
                    "no-recorded-games",
                )
            for statement in TABLES.split(";")[:-1]:
                execute(statement)
            execute(f"PRAGMA application_id = {APPLICATION_ID}")
            execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            execute("COMMIT")
            self._lock()
        elif application_id != APPLICATION_ID:
            message = "is a database of something else, not a store of games"
            raise _error(self.path, message, "name another file")
        elif version != SCHEMA_VERSION:
            message = "was written by another version of Grimoire"
            raise _error(self.path, message, "use that version, or start a new file")
        else:
            check_schema(self._connection)
            (check,) = execute("PRAGMA quick_check(1)").fetchone()
            if check != "ok":
                raise sqlite3.DatabaseError(check)

    @contextmanager
    def _bounded(self) -> Iterator[None]:
        """Limit the time of the queries in the block, and raise SQLite's errors as KitErrors."""
        with _sqlite_errors(self.path):
            limit_time(self._connection, self.path.stat().st_size)
            yield

    def _lock(self, timeout: float = BUSY_TIMEOUT) -> None:
        """Begin the transaction that keeps other programs from writing; they can still read.

        A store that is open for writing always has one.
        """
        self._connection.execute(f"PRAGMA busy_timeout = {int(timeout * 1000)}")
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.execute(f"PRAGMA busy_timeout = {int(BUSY_TIMEOUT * 1000)}")

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Commit the changes of the block, or roll them back after an error."""
        with self._bounded():
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                self._lock()
                raise
            self._lock()

    def _runs(self, where: str, values: Sequence[object]) -> list[Run]:
        query = f"SELECT id, kit, version, data, program, plan FROM runs {where}"
        with self._bounded():
            rows = self._connection.execute(query, values).fetchall()
            if not all(isinstance(word, str) for row in rows for word in row[1:]):
                raise damaged_row("the words of a run")
            return [
                Run(number, kit, version, digest, program, read_plan(plan))
                for number, kit, version, digest, program, plan in rows
            ]


def _game_row(record: GameRecord) -> tuple[object, ...]:
    """The columns of a game's row, except its run."""
    winners = "" if record.error else ",".join(str(seat + 1) for seat in record.winners)
    return (
        record.seed,
        record.result,
        record.rule,
        record.turns,
        record.decisions,
        winners,
        json.dumps(record.as_data(), separators=(",", ":"), ensure_ascii=False),
    )


def _error(path: Path, message: str, hint: str, check: str = "not-a-store") -> KitError:
    return KitError(message, place=Place(shown_name(path)), hint=hint, check=check)


@contextmanager
def _sqlite_errors(path: Path) -> Iterator[None]:
    """Raise SQLite's errors as KitErrors."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")  # "": raised by Python's module itself
        raise _explanation(path, name) from error
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError) as error:
        words = str(error) if isinstance(error, DamageError) else "a row holds no game"
        raise _error(path, f"is damaged: {words}", KEEP_A_COPY) from error


_MESSAGES = (
    ("SQLITE_NOTADB", "is not a store of games", "name another file", "not-a-store"),
    (
        ("SQLITE_BUSY", "SQLITE_LOCKED"),
        "another program is writing to it, or has been reading it for a long time",
        "wait for that program to end, or name another file",
        "store-busy",
    ),
    (
        ("SQLITE_FULL", "SQLITE_IOERR"),
        "cannot be written: the disk is full, or reports an error",
        "free some disk space and continue; finished games are kept",
        "disk-full",
    ),
    (
        ("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM"),
        "cannot be opened for writing",
        "name a file in a folder you may write to",
        "file-not-writable",
    ),
    ("SQLITE_INTERRUPT", "takes too long to read", "name another file", "not-a-store"),
    ("", "is damaged", KEEP_A_COPY, "not-a-store"),
)
"""The prefixes of the names of SQLite's errors, each with message, hint and check."""


def _explanation(path: Path, name: str) -> KitError:
    message, hint, check = next(rest for begin, *rest in _MESSAGES if name.startswith(begin))
    return _error(path, message, hint, check)
