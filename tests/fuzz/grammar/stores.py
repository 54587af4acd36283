"""Grammar of game stores: tables that are views, games that were never played, broken SQLite pages."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from pathlib import Path

from hypothesis import strategies as st

from tests.fuzz.grammar.binary import any_bytes
from tests.fuzz.grammar.trees import changed, values

_VIEW = (
    "CREATE VIEW games AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT {}"
)
_TURNED = (
    _VIEW.format("1 AS run, x AS seed, '' AS result, '' AS rule, 1 AS turns, 1 AS decisions, '' AS winners, "
                 "'{}' AS record FROM n"),
    "CREATE VIEW games AS SELECT a.* FROM old AS a, old AS b, old AS c, old AS d",
    "CREATE TABLE games (run, seed, result, rule, turns, decisions, winners, record)",
    "CREATE TABLE games (run INTEGER)",
)  # fmt: skip
_EXTRA = (
    "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END",
    "CREATE INDEX i ON games (seed)",
    "CREATE TABLE more (a)",
    "CREATE VIEW v AS SELECT 1",
    "PRAGMA user_version = 99",
    "DELETE FROM runs",
    "DELETE FROM data",
    "DELETE FROM games WHERE seed % 2",
    "INSERT INTO games SELECT run + 5, seed, result, rule, turns, decisions, winners, record FROM games",
    "UPDATE data SET content = 'null'",
    "UPDATE data SET content = '" + "[" * 5000 + "'",
    "UPDATE runs SET data = 'x'",
)
_COLUMNS = {
    "games": ("result", "rule", "turns", "decisions", "winners", "seed"),
    "runs": ("kit", "version", "program"),
}


@st.composite
def stores(draw: st.DrawFn, data: bytes) -> bytes:
    """A store as another program, or a disk error, may have left it."""
    if not draw(st.integers(0, 5)):
        return draw(any_bytes(data))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "store"
        path.write_bytes(data)
        connection = sqlite3.connect(path)
        for _ in range(draw(st.integers(1, 3))):
            try:
                _change(draw, connection)
            except (sqlite3.Error, OverflowError, ValueError, TypeError):
                continue  # not all changes can be combined
        connection.commit()
        connection.close()
        return path.read_bytes()


def _change(draw: st.DrawFn, connection: sqlite3.Connection) -> None:
    how = draw(
        st.sampled_from(("record", "record", "plan", "cell", "cell", "turned", "extra", "long"))
    )
    if how in ("record", "plan"):
        table, column = ("games", "record") if how == "record" else ("runs", "plan")
        (text,) = connection.execute(f"SELECT {column} FROM {table} LIMIT 1").fetchone()
        try:
            new = json.dumps(draw(changed(json.loads(text))))
        except (RecursionError, ValueError):  # an earlier change may have left invalid JSON
            return
        connection.execute(f"UPDATE {table} SET {column} = ?", [new])
    elif how == "cell":
        table = draw(st.sampled_from(sorted(_COLUMNS)))
        column = draw(st.sampled_from(_COLUMNS[table]))
        value = draw(values)
        if isinstance(value, (list, dict)):
            value = json.dumps(value).encode()
        only = draw(
            st.sampled_from(("", " WHERE rowid = 1" if table == "runs" else " WHERE seed = 1"))
        )
        connection.execute(f"UPDATE {table} SET {column} = ?{only}", [value])
    elif how == "turned":
        connection.execute("ALTER TABLE games RENAME TO old")
        connection.execute(draw(st.sampled_from(_TURNED)))
    elif how == "long":
        connection.execute(
            "UPDATE games SET record = ? WHERE seed = 1",
            ["[" * draw(st.sampled_from((99, 500_000)))],
        )
    else:
        connection.execute(draw(st.sampled_from(_EXTRA)))
