"""Tests of table statistics: the number of pieces with each value of a column."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.kit.load import Kit
from generator.kit.locate import KitFolders
from generator.kit.statistics import (
    ColumnStatistics,
    TableStatistics,
    counted_tables,
    group_columns,
    table_statistics,
)
from generator.kit.tables.records import Table, with_values
from tests.kinds import of_kind
from tests.kit.making import load
from tests.shipped import shipped_kit

GAME = """\
title: Herd
version: "1.0"
players: 2
tables:
  goats:
    file: goats.yaml
    one: goat
    fields:
      id: {type: id}
      name: {type: text}
      color: {type: choice, of: [red, green, blue]}
      horned: {type: boolean, default: false}
      fat: {type: integer, optional: true}
      weight: {type: number}
      copies: {type: integer, from: 0, default: 1}
      home: {type: ref, to: homes}
      likes: {type: list, of: {type: ref, to: homes}, default: []}
      cost: {type: map, keys: {type: choice, of: [hay, salt]}, values: {type: integer}, optional: true}
      stats: {type: record, fields: {speed: {type: integer}, note: {type: text, optional: true}}}
      says: {type: text, optional: true}
      extra: {type: data, optional: true}
  homes:
    file: shepherds.csv
    fields: {id: {type: id}, name: {type: text, optional: true}}
  meadow: {file: meadow.yaml, kind: record, fields: {columns: {type: integer}}}
components:
  - {id: token, title: Tokens, part: cards, each: goats, front: goat.xml}
  - {id: goat, title: Goats, part: cards, each: goats, copies: copies, front: goat.xml}
"""
GOATS = """\
- {id: nan, name: Nan, color: red, copies: 3, weight: 1.5, home: alp, likes: [alp, byre, alp], fat: 1,
   cost: {hay: 2}, stats: {speed: 3}, says: "Pay :hay: or :hay:, or 1:20:30."}
- {id: bo, name: Bo, color: red, horned: true, weight: 2, home: byre, fat: 4, cost: {hay: 1, salt: 1},
   stats: {speed: 3, note: slow}, says: "Gain :salt: :hay:."}
- {id: cy, name: Cy, color: blue, weight: 9.25, copies: 2, home: alp, stats: {speed: 5}}
"""
HOMES = "id,name\nalp,High Alp\nbyre,\nden,Den\n"


@pytest.fixture
def kit(tmp_path: Path) -> Kit:
    file, tables = load(tmp_path, game=GAME, goats=GOATS, shepherds=HOMES, meadow="columns: 7\n")
    return Kit(KitFolders("herd", tmp_path, (), ()), file, tables)


def columns(found: TableStatistics) -> dict[str, ColumnStatistics]:
    return {column.name: column for column in found.columns}


def totals(found: TableStatistics, column: str) -> dict[str, int]:
    return {count.label: count.total for count in columns(found)[column].counts}


def test_pieces_are_counted_with_the_copies_of_the_component_that_prints_most(kit: Kit) -> None:
    found = table_statistics(kit, "goats")
    assert (found.rows, found.pieces, found.title) == (3, 6, "goats: 6 pieces of Goats, in 3 rows")
    assert found.component
    assert found.component.id == "goat"
    assert [*columns(found)] == [
        *("name", "color", "horned", "fat", "weight", "home", "likes", "cost.hay", "cost.salt"),
        *("stats.speed", "stats.note", "says", "symbols in texts"),
    ]


def test_words_that_no_piece_has_are_listed_with_the_others(kit: Kit) -> None:
    found = table_statistics(kit, "goats")
    assert totals(found, "color") == {"red": 4, "green": 0, "blue": 2}
    assert totals(found, "horned") == {"yes": 1, "no": 5}
    assert totals(found, "home") == {"High Alp": 5, "byre": 1, "Den": 0}
    assert totals(found, "likes") == {"High Alp": 3, "byre": 3, "Den": 0, "none": 3}


def test_numbers_have_gaps_a_mean_and_a_sum(kit: Kit) -> None:
    found = table_statistics(kit, "goats")
    assert totals(found, "fat") == {"1": 3, "2": 0, "3": 0, "4": 1, "none": 2}
    fat = columns(found)["fat"]
    assert (fat.means, fat.total) == ((7 / 4, 7 / 4), 7)
    assert fat.title(6) == "fat: 1.8 on average, 7 in all"
    assert totals(found, "weight") == {"1.5": 3, "2": 1, "9.25": 2}
    assert totals(found, "cost.salt") == {"1": 1, "none": 5}
    assert totals(found, "stats.speed") == {"3": 4, "4": 0, "5": 2}


def test_texts_have_the_longest_and_their_symbols_are_counted_once_a_piece(kit: Kit) -> None:
    found = table_statistics(kit, "goats")
    says = columns(found)["says"]
    assert says.title(6) == 'says: on 4 of 6 pieces, up to 31 letters (goat "Nan")'
    assert columns(found)["name"].title(6) == 'name: up to 3 letters (goat "Nan")'
    assert totals(found, "symbols in texts") == {"hay": 4, "salt": 1}


def test_pieces_are_split_by_the_words_of_a_column(kit: Kit) -> None:
    found = table_statistics(kit, "goats", "color")
    assert found.groups == ("red", "green", "blue")
    assert "color" not in columns(found)
    home = {count.label: count.pieces for count in columns(found)["home"].counts}
    assert home == {"High Alp": (3, 0, 2), "byre": (1, 0, 0), "Den": (0, 0, 0)}
    assert columns(found)["stats.speed"].means == (3.0, None, 5.0, 22 / 6)
    likes = table_statistics(kit, "goats", "likes")
    assert likes.groups == ("High Alp", "byre", "Den", "none")
    colors = {count.label: count.pieces for count in columns(likes)["color"].counts}
    assert colors["red"] == (3, 3, 0, 1)
    assert columns(likes)["stats.speed"].means[-1] == 22 / 6


@pytest.mark.parametrize("huge", [False, True])
def test_many_numbers_are_counted_in_round_ranges(huge: bool, tmp_path: Path) -> None:
    rows = "".join(f"- {{id: g-{number}, fat: {number * 7}}}\n" for number in range(20))
    rows += "- {id: giant, fat: 1400000}\n" * huge
    game = """\
title: Herd
version: "1.0"
players: 2
tables:
  goats: {file: goats.yaml, fields: {id: {type: id}, fat: {type: integer}}}
components: [{id: goat, title: Goats, part: cards, each: goats, front: goat.xml}]
"""
    file, tables = load(tmp_path, game=game, goats=rows)
    kit = Kit(KitFolders("herd", tmp_path, (), ()), file, tables)
    found = table_statistics(kit, "goats")
    starts = ["0–199999", "200000–399999", "400000–599999"]
    if huge:  # written out, without a power of ten
        assert [*totals(found, "fat")][:3] == starts
        assert columns(found)["fat"].title(21).endswith("1401330 in all")
    else:
        ranges = ["0–19", "20–39", "40–59", "60–79", "80–99", "100–119", "120–139"]
        assert totals(found, "fat") == dict(zip(ranges, [3] * 6 + [2], strict=True))


def test_fractions_are_counted_in_ranges_whatever_their_rounding(kit: Kit) -> None:
    table = of_kind(kit.tables["goats"], Table)
    row = table.rows[0]
    rows = tuple(with_values(row, {"id": f"g-{at}", "weight": at / 100}) for at in range(35, 92))
    tables = {**kit.tables, "goats": replace(table, rows=rows)}
    found = totals(table_statistics(replace(kit, tables=tables), "goats"), "weight")
    assert sum(found.values()) == 3 * len(rows)
    assert [*found][:3] == ["0.3–0.4", "0.4–0.5", "0.5–0.6"]


def test_a_table_that_nothing_prints_is_counted_by_rows(kit: Kit) -> None:
    assert (counted_tables(kit), counted_tables(kit, printed=True)) == (
        ["goats", "homes"],
        ["goats"],
    )
    found = table_statistics(kit, "homes")
    assert (found.pieces, found.component, found.title) == (3, None, "homes: 3 rows")


@pytest.mark.parametrize(
    ("table", "by", "message"),
    [
        ("goat", "", 'herd has no table "goat"; did you mean "goats"? (unknown-table)'),
        ("meadow", "", 'herd has no table "meadow"; known: goats, homes (unknown-table)'),
        ("goats", "fat", '"goats" has no column of words called "fat"; '),
        (
            "goats",
            "colour",
            '"goats" has no column of words called "colour"; did you mean "color"?',
        ),
    ],
)
def test_what_cannot_be_counted_is_refused_with_the_alternatives(
    kit: Kit, table: str, by: str, message: str
) -> None:
    with pytest.raises(KitError) as caught:
        table_statistics(kit, table, by)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("name", ["ggt", "grizzled", "grudge", "gruff", "grumbles"])
def test_every_table_of_a_shipped_kit_is_counted_whole(name: str) -> None:
    kit = shipped_kit(name)
    for table in counted_tables(kit):
        for by in ("", *group_columns(kit, table)):
            found = table_statistics(kit, table, by)
            for column in found.columns:
                pieces = sum(count.total for count in column.counts)
                assert pieces >= found.pieces or column.name.startswith("symbols"), column
                assert all(len(count.pieces) == len(found.groups) for count in column.counts)
