"""Tests of the store of games: nothing finished is lost or counted twice, however the program ended."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.base.locations import data_root
from generator.base.option import Option
from generator.engine.registry import game_names, load_game
from generator.engine.save_file import as_text, fingerprint, snapshot
from generator.engine.simulation.run import GameRecord, Plan, simulate
from generator.engine.statistics.summary import Tally
from generator.lab.provenance import program
from generator.lab.store import Store
from tests.engine.toy import ToyGame
from tests.shipped import shipped_game


def plan_of(game: ToyGame, **options: object) -> Plan:
    return Plan(game, ("random",), 2, options)


@pytest.fixture
def toy() -> ToyGame:
    return ToyGame.new()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


# Contents


@pytest.mark.parametrize("name", game_names())
def test_a_record_is_read_as_it_was_written(name: str, path: Path) -> None:
    game = shipped_game(name)
    plan = Plan(game, ("random",), game.seats[-1], {})
    try:
        plan.check()
    except KitError:  # as many need other options
        plan = Plan(game, ("random",), game.seats[0], {})
    records = list(simulate(plan, games=2, seed=3))
    with Store.open(path, write=True) as store:
        kept = store.run(plan)
        store.add(kept, records)
    with Store.open(path) as store:
        assert store.runs() == [kept]
        assert list(store.records(kept)) == records
        assert kept.plan_of(game).as_data() == plan.as_data()


def test_a_failed_game_is_stored_too(toy: ToyGame, path: Path) -> None:
    failed = GameRecord(5, error="ZeroDivisionError: ")
    with Store.open(path, write=True) as store:
        kept = store.run(plan_of(toy))
        store.add(kept, [failed])
        assert list(store.records(kept)) == [failed]
        assert store.missing(kept, range(4, 7)) == [4, 6]


def test_the_tally_of_the_store_is_that_of_the_games(toy: ToyGame, path: Path) -> None:
    plan = plan_of(toy)
    records = list(simulate(plan, games=30))
    tally = Tally(Plan(toy, ("random",), 2, toy.read_options({})))
    for record in records:
        tally.add(record)
    with Store.open(path, write=True) as store:
        kept = store.run(plan)
        store.add(kept, records[20:])
        store.add(kept, records[:20])
        assert store.tally(kept, toy).as_data() == tally.as_data()


def test_games_are_read_in_pages_and_in_order(
    toy: ToyGame, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.lab.store.PAGE_SIZE", 4)
    records = list(simulate(plan_of(toy), games=12, seed=-3))
    with Store.open(path, write=True) as store:
        kept = store.run(plan_of(toy))
        store.add(kept, reversed(records))
        assert list(store.records(kept)) == records
        assert [record.seed for record in store.records(kept, range(-1, 5))] == [-1, 0, 1, 2, 3, 4]


def test_a_game_is_stored_once(toy: ToyGame, path: Path) -> None:
    records = list(simulate(plan_of(toy), games=3))
    with Store.open(path, write=True) as store:
        kept = store.run(plan_of(toy))
        store.add(kept, records)
        store.add(kept, records[1:])
        assert store.count(kept) == 3


# Identity of runs


def test_equivalent_requests_are_the_same_run(toy: ToyGame, path: Path) -> None:
    with Store.open(path, write=True) as store:
        kept = store.run(plan_of(toy))
        default = toy.read_options({})["rounds"]
        assert store.run(plan_of(toy, rounds=str(default))) == kept
        assert kept.options == {"rounds": default}
        assert store.run(plan_of(toy, rounds=1)) != kept


def test_other_data_or_another_program_are_another_run(
    toy: ToyGame, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edited = ToyGame(toy.records._replace(options={"rounds": Option(default=1, says="edited")}))
    with Store.open(path, write=True) as store:
        before, after = store.run(plan_of(toy, rounds=1)), store.run(plan_of(edited, rounds=1))
        monkeypatch.setattr("generator.lab.store.program_of", lambda game: "9.9+later")
        later = store.run(plan_of(toy, rounds=1))
        assert (before.plan, before.program) == (after.plan, after.program)
        assert before.fingerprint != after.fingerprint
        assert (later.fingerprint, later.program) == (before.fingerprint, "9.9+later")
        assert [run.number for run in store.runs()] == [1, 2, 3]
        assert store.data(after.fingerprint) == json.loads(as_text(snapshot(edited)))


def test_a_snapshot_has_the_content_of_files_and_not_their_paths(tmp_path: Path) -> None:
    folder = data_root() / "grumbles"
    copy = tmp_path / "grumbles"
    copy.mkdir()
    for file in folder.iterdir():
        if file.is_file():
            text = file.read_text(encoding="utf-8")
            comment = "# moved by a line\n" if file.suffix == ".yaml" else ""
            (copy / file.name).write_text(comment + text, encoding="utf-8")
    (copy / "maps").symlink_to(folder / "maps") if (folder / "maps").exists() else None
    one, other = (snapshot(load_game("grumbles", where)) for where in (folder, copy))
    assert as_text(one) == as_text(other)
    rows = one["tables"]["goofs"]
    rows[0][next(key for key in rows[0] if key != "id")] = "edited"
    assert fingerprint(as_text(one)) != fingerprint(as_text(other))


def test_the_program_is_identified_by_a_digest_of_its_code() -> None:
    version, _, mark = program().partition("+")
    assert version
    assert len(mark) == 8
    assert int(mark, 16) >= 0


# Unusable files


def store_with_games(path: Path, toy: ToyGame) -> None:
    with Store.open(path, write=True) as store:
        store.add(store.run(plan_of(toy)), simulate(plan_of(toy), games=400))


def cut_short(path: Path, toy: ToyGame) -> None:
    store_with_games(path, toy)
    os.truncate(path, path.stat().st_size // 2)


def scribbled_over(path: Path, toy: ToyGame) -> None:
    store_with_games(path, toy)
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    path.write_bytes(content)


def of_something_else(path: Path, toy: ToyGame) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.commit()
    connection.close()


def from_the_future(path: Path, toy: ToyGame) -> None:
    store_with_games(path, toy)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.commit()
    connection.close()


def text(path: Path, toy: ToyGame) -> None:
    path.write_text("seed,result\n1,red\n" * 50)


def a_folder(path: Path, toy: ToyGame) -> None:
    path.mkdir()


@pytest.mark.parametrize("write", [False, True])
@pytest.mark.parametrize(
    ("make", "message"),
    [
        (cut_short, "is damaged"),
        (scribbled_over, "is damaged"),
        (of_something_else, "is a database of something else, not a store of games"),
        (from_the_future, "was written by another version of Grimoire"),
        (text, "is not a store of games; name another file"),
        (lambda path, toy: path.write_text("7"), "is not a store of games; name another file"),
        (a_folder, "file"),
    ],
)
def test_a_file_that_is_not_a_store_is_refused_and_unchanged(
    make: Callable[[Path, ToyGame], None], message: str, write: bool, path: Path, toy: ToyGame
) -> None:
    make(path, toy)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(KitError) as caught:
        Store.open(path, write=write)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")
    assert len(caught.value.faults) == 1
    assert (path.read_bytes() if path.is_file() else b"") == before


def test_a_name_too_long_for_a_journal_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KitError, match="journal's; choose a shorter one"):
        Store.open(tmp_path / ("ü" * 125), write=True)
    assert [*tmp_path.iterdir()] == []


def test_an_invalid_row_is_reported(path: Path, toy: ToyGame) -> None:
    store_with_games(path, toy)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE games SET record = '{\"seed\": 7}' WHERE seed = 7")
    connection.commit()
    connection.close()
    with Store.open(path) as store, pytest.raises(KitError, match="damaged: a row holds no game"):
        list(store.records(store.runs()[0]))


VIEW = "CREATE VIEW games AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
COLUMNS = "i AS run, i AS seed, '' result, '' rule, 0 turns, 0 decisions, '' winners, '' record"
HOSTILE = {
    "endless view": ["DROP TABLE games", f"{VIEW} SELECT {COLUMNS} FROM n"],
    "self-join": [
        "ALTER TABLE games RENAME TO g",
        "CREATE VIEW games AS SELECT a.* FROM g a, g b, g c, g d",
    ],
    "trigger": ["CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END"],
    "other table": ["DROP TABLE data", "CREATE TABLE data (fingerprint)"],
    **{
        f"plan {plan}"[:40]: [f"UPDATE runs SET plan = '{plan}'"]
        for plan in (
            "[]", "null", "7", "{}", '{"players": 0, "bots": ["random"], "options": {}}',
            '{"players": 999999999, "bots": ["random"], "options": {}}',
            '{"players": 2.5, "bots": ["random"], "options": {}}',
            '{"players": 2, "bots": [], "options": {}}',
            '{"players": 2, "bots": "random", "options": {}}',
            '{"players": 2, "bots": ["random"], "options": []}', "[" * 100_000,
        )
    },
    **{
        f"record {record}"[:40]: [f"UPDATE games SET record = '{record}' WHERE seed = 7"]
        for record in ("null", "[]", "1e999", "{}", "[" * 100_000, '{"seed": "x", "error": 3}')
    },
    **{
        f"{key} {value}": [f"UPDATE games SET record = json_set(record, '$.{key}', {value}) WHERE seed = 7"]
        for key, value in (
            ("worth[0]", "1e999"), ("worth", "json('[]')"), ("seed", "'x'"), ("seed", "8"), ("turns", "1.5"),
            ("outcome", "null"), ("rules", "'all'"), ("used", "json('[1]')"),
            ("measures", "json('{\"a\": \"b\"}')"),
        )
    },
}  # fmt: skip


@pytest.mark.parametrize("harm", HOSTILE)
def test_a_malicious_store_is_reported_in_one_line(harm: str, path: Path, toy: ToyGame) -> None:
    store_with_games(path, toy)
    connection = sqlite3.connect(path)
    for statement in HOSTILE[harm]:
        connection.execute(statement)
    connection.commit()
    connection.close()

    def read() -> None:
        with Store.open(path) as store:
            for run in store.runs():
                store.count(run)
                store.tally(run, toy)

    damaged = r"is damaged(: [\w ,]+)*; keep a copy .* \(not-a-store\)$"
    with pytest.raises(KitError, match=damaged) as caught:
        read()
    assert len(caught.value.faults) == 1
    assert "\n" not in str(caught.value)


def test_a_query_has_a_time_limit(path: Path, toy: ToyGame) -> None:
    store_with_games(path, toy)
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
    with (
        Store.open(path) as store,
        pytest.raises(KitError, match="takes too long to read"),
        store._bounded(),
    ):
        store._connection.execute(endless).fetchone()


@pytest.mark.parametrize("write", [False, True])
@pytest.mark.parametrize("there", [False, True])
def test_a_link_out_of_the_folder_is_not_followed(path: Path, write: bool, there: bool) -> None:
    outside = path.parent / "elsewhere" / "games.sqlite"
    outside.parent.mkdir()
    if there:
        Store.open(outside, write=True).close()
    path.symlink_to(outside)
    with pytest.raises(KitError, match="is a link that leads out of its folder; name the file"):
        Store.open(path, write=write)
    assert outside.exists() == there
    path.unlink()
    path.symlink_to("near.sqlite")
    Store.open(path, write=True).close()
    Store.open(path).close()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_pipe_is_refused_as_a_store(path: Path) -> None:
    os.mkfifo(path)
    with pytest.raises(KitError, match="cannot be used as a store of games; name another file"):
        Store.open(path, write=True)


def test_a_missing_store_is_reported(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    with pytest.raises(KitError, match=r"there are no games in it yet; .* \(no-recorded-games\)$"):
        Store.open(tmp_path / "empty")
    with pytest.raises(KitError, match=r"there is no such file; .* \(file-not-found\)$"):
        Store.open(tmp_path / "nowhere")
    with pytest.raises(KitError, match=r"cannot be opened for writing; .* \(file-not-writable\)$"):
        Store.open(tmp_path / "nowhere" / "games", write=True)
    Store.open(tmp_path / "empty", write=True).close()
    with Store.open(tmp_path / "empty") as store:
        assert store.runs() == []


KILLED_WHILE_WRITING = """
import os, signal, sqlite3, sys
store = sqlite3.connect(sys.argv[1], isolation_level=None)
store.execute("PRAGMA cache_size = 5")
store.execute("BEGIN IMMEDIATE")
store.execute("UPDATE games SET record = 'half written' || record")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_partially_written_batch_is_rolled_back(path: Path, toy: ToyGame) -> None:
    store_with_games(path, toy)
    before = path.read_bytes()
    subprocess.run([sys.executable, "-c", KILLED_WHILE_WRITING, path], check=False)
    assert path.read_bytes() != before
    with Store.open(path) as store:
        (kept,) = store.runs()
        assert list(store.records(kept)) == list(simulate(plan_of(toy), games=400))
    assert path.read_bytes() == before


def test_a_seed_too_large_for_the_file_is_reported(path: Path, toy: ToyGame) -> None:
    with Store.open(path, write=True) as store:
        kept = store.run(plan_of(toy))
        assert store.missing(kept, range(-(2**63), 2 - 2**63)) == [-(2**63), 1 - 2**63]
        with pytest.raises(KitError, match="cannot keep seeds this large; choose a smaller --seed"):
            store.missing(kept, range(2**63 - 1, 2**63 + 1))


def test_a_reader_does_not_write(path: Path, toy: ToyGame) -> None:
    store_with_games(path, toy)
    with Store.open(path) as store, pytest.raises(KitError, match="cannot be opened for writing"):
        store.run(plan_of(toy, rounds=1))
    path.chmod(0o444)
    with Store.open(path) as store:
        assert len(store.runs()) == 1


def test_a_store_can_be_read_while_it_is_written(path: Path, toy: ToyGame) -> None:
    records = list(simulate(plan_of(toy), games=4))
    with Store.open(path, write=True) as writer:
        kept = writer.run(plan_of(toy))
        writer.add(kept, records[:2])
        with pytest.raises(KitError, match="another program is writing to it"):
            Store.open(path, write=True)
        with Store.open(path) as reader:
            reading = reader.records(kept)
            assert next(reading) == records[0]
            writer.add(kept, records[2:])
            assert reader.count(kept) == 4
    with Store.open(path, write=True) as writer:
        assert writer.run(plan_of(toy)) == kept
