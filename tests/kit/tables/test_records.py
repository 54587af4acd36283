"""Tests of records and tables: access by attribute, key and id, and immutability."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

from generator.base.errors import KitError, Place
from generator.base.formats.yaml import parse_yaml
from generator.kit.tables.records import (
    RESERVED,
    Record,
    Table,
    Tables,
    field_of,
    freeze,
    record_named,
    row_label,
    table_named,
)

ROWS = """\
- id: nan
  name: Old Nan
  last-chance: 3
  homes: {red: d1}
  tags: [old, {hue: grey}]
- id: bo
"""


@pytest.fixture
def table() -> Table:
    document = parse_yaml(ROWS, "goats.yaml")
    rows = freeze(document.data, document.file, document.lines)
    return Table("goats", rows, Place("goats.yaml"), "goat")


def test_values_are_reached_by_attribute_and_by_key(table: Table) -> None:
    nan = table["nan"]
    assert nan.name == nan["name"] == "Old Nan"
    assert nan.last_chance == nan["last-chance"] == 3
    assert nan.homes.red == "d1"
    assert nan.tags[1].hue == "grey"
    assert list(nan) == ["id", "name", "last-chance", "homes", "tags"]
    assert dict(nan.homes.items()) == {"red": "d1"}


def test_every_value_has_a_line(table: Table) -> None:
    nan = table["nan"]
    assert nan.place == Place("goats.yaml", 1)
    assert nan.place_of("last-chance") == Place("goats.yaml", 3)
    assert nan.place_of("wool") == nan.place
    assert nan.homes.place_of("red") == Place("goats.yaml", 4)
    assert nan.tags[1].place == Place("goats.yaml", 5)
    assert table["bo"].place == Place("goats.yaml", 6)


def test_an_unknown_field_suggests_the_nearest_one(table: Table) -> None:
    with pytest.raises(AttributeError, match='no field "nam"; did you mean "name"'):
        _ = table["nan"].nam
    with pytest.raises(KeyError, match=r'^there is no field "nam"; did you mean "name"'):
        _ = table["nan"]["nam"]
    assert not hasattr(table["nan"], "_nam")


@pytest.mark.parametrize(
    "change",
    [
        lambda row: setattr(row, "name", "Bo"),
        lambda row: setattr(row, "_values", {}),
        lambda row: delattr(row, "name"),
        lambda row: row.__setitem__("name", "Bo"),
        lambda row: row.tags.append("x"),
    ],
)
def test_nothing_in_a_record_can_be_changed(
    table: Table, change: Callable[[Record], object]
) -> None:
    with pytest.raises(AttributeError):
        change(table["nan"])
    assert table["nan"].name == "Old Nan"


def test_the_place_of_a_record_does_not_affect_equality(table: Table) -> None:
    again = freeze(parse_yaml(ROWS, "other.yaml").data[0], "other.yaml", table["bo"]._mark)
    assert again == table["nan"]
    assert hash(again) == hash(table["nan"])
    assert again != table["bo"]


def test_a_record_can_be_pickled(table: Table) -> None:
    copy = pickle.loads(pickle.dumps(table["nan"]))
    assert copy == table["nan"]
    assert copy.homes.place_of("red") == Place("goats.yaml", 4)
    herd = pickle.loads(pickle.dumps(table))
    assert herd.rows == table.rows
    assert herd["bo"] == table["bo"]


def test_a_table_gives_rows_in_order_and_by_id(table: Table) -> None:
    assert [row.id for row in table] == ["nan", "bo"]
    assert [row.id for row in reversed(table)] == ["bo", "nan"]
    assert len(table) == 2
    assert "bo" in table
    assert "joe" not in table
    with pytest.raises(KeyError, match=r'^there is no goat "joe"; known: bo, nan$') as caught:
        _ = table["joe"]
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_a_table_is_shown_in_one_short_line(table: Table) -> None:
    assert repr(table) == "<Table goats: 2 rows, goats.yaml>"


def test_a_row_is_labelled_by_name_id_or_number(table: Table) -> None:
    assert [table.label(row) for row in table] == ['goat "Old Nan"', 'goat "bo"']
    nameless = freeze([{"fat": 3}, {"fat": 3}], "a.yaml", parse_yaml("[]", "a.yaml").lines)
    herd = Table("goats", nameless, Place("a.yaml"), "goat")
    assert [herd.label(row) for row in herd] == ["goat 1", "goat 2"]
    assert row_label("goat", {"name": "Nan " * 200}, 0) == f'goat "{"Nan " * 14}N..."'
    assert list(herd.with_labels()) == [(row, herd.label(row)) for row in herd]


def test_a_table_in_place_of_a_single_record_is_refused_and_vice_versa(table: Table) -> None:
    single = freeze({"fat": 3}, "b.yaml", parse_yaml("[]", "b.yaml").lines)
    tables: Tables = {"goats": table, "figures": single}
    assert table_named(tables, "goats") is table
    assert record_named(tables, "figures") is single
    with pytest.raises(KitError, match='"figures" must be a table of rows, but is a single record'):
        table_named(tables, "figures")
    with pytest.raises(KitError, match='"goats" must be a single record, but is a table of rows'):
        record_named(tables, "goats")
    with pytest.raises(KeyError):
        table_named(tables, "sheep")


def test_reserved_names_are_the_attributes_of_the_record_class() -> None:
    assert sorted(RESERVED) == ["get", "items", "keys", "place", "place_of", "values"]


def test_a_field_is_found_unless_its_name_is_an_attribute_or_unknown() -> None:
    document = parse_yaml("{name: Nan, get: 1}", "goats.yaml")
    record = freeze(document.data, "goats.yaml", document.lines)
    assert [field_of(record, name, None) for name in ("name", "get", "nmae")] == ["Nan", None, None]
