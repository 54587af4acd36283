"""Tests of `grimoire stats`, which counts what the pieces of a kit have."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.press.running import run


def test_each_printed_table_is_counted_with_bars() -> None:
    result = run("stats", "gruff")
    assert (result.code, result.err) == (0, "")
    assert "cards: 120 pieces of Ability cards, in 120 rows\n" in result.out
    assert re.search(r"\n  Action +48 +40%  █{16}\n", result.out)
    assert "triggers: " not in result.out  # its rows are printed by no component


def test_a_column_splits_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    result = run("stats", "gruff", "--table", "cards", "--by", "type")
    assert result.code == 0
    blocks = dict(block.split("\n", 1) for block in result.out.split("\n\n")[1:])
    pools = blocks["pool"].splitlines()
    assert pools[0].split() == ["Action", "Condition", "Mutation"]  # wide: its words are the lines
    assert pools[1].split() == ["Dingbucket", "4", "3", "3"]
    costs = blocks["cost: 3.9 on average, 462 in all"].splitlines()
    assert costs[0].split() == [*map(str, range(1, 11)), "average"]
    assert [line.split()[0] for line in costs[1:]] == ["Action", "Condition", "Mutation"]


def test_only_tables_with_the_column_are_split() -> None:
    result = run("stats", "gruff", "--by", "lean")
    assert result.code == 0
    assert result.out.startswith("gruffs: ")
    assert "shepherds: " not in result.out


def test_the_same_in_json() -> None:
    result = run("stats", "gruff", "--table", "cards", "--by", "type", "--json")
    data = json.loads(result.out)
    assert (data["kit"], data["faults"]) == ("gruff", [])
    (table,) = data["tables"]
    assert (table["component"], table["pieces"]) == ("ability", 120)
    assert table["groups"] == ["Action", "Condition", "Mutation"]
    cost = next(column for column in table["columns"] if column["column"] == "cost")
    assert (cost["kind"], sum(sum(counts) for counts in cost["counts"].values())) == ("number", 120)
    text = next(column for column in table["columns"] if column["column"] == "text")
    assert text["longest"]["letters"] > 100


def test_a_table_without_rows_has_nothing_to_count(tmp_path: Path) -> None:
    assert run("new", "mygame", "--in", tmp_path).code == 0
    cards = tmp_path / "data" / "mygame" / "cards.csv"
    cards.write_text(cards.read_text(encoding="utf-8").splitlines()[0] + "\n", encoding="utf-8")
    for by in ((), ("--by", "kind")):
        result = run("stats", "mygame", "--data", tmp_path / "data", *by)
        assert (result.code, result.err) == (0, "")
        assert result.out.startswith("cards: 0 rows\n")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--table", "crads"), 'gruff has no table "crads"; did you mean "cards"?'),
        (("--by", "colour"), '"gruffs" has no column of words called "colour"; known: lean'),
    ],
)
def test_what_cannot_be_counted_is_one_line(words: tuple[str, ...], message: str) -> None:
    result = run("stats", "gruff", *words)
    assert (result.code, result.out) == (2, "")
    assert message in result.err
    assert len(result.err.splitlines()) == 1
