"""Tests of field types: good and bad values, from YAML and from CSV cells."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from generator.kit.manifest.spec import KitFile
from generator.kit.tables.load import TableSpec
from tests.kit.making import error_lines, load_rows

ID = "id: {type: id}\n"
ROW = "- id: a\n  x: "

GOOD = [
    ("{type: text}", "a: b, c".replace(": ", ":"), "a:b, c"),
    ("{type: integer, from: 1, to: 5}", "5", 5),
    ("{type: integer}", "-3", -3),
    ("{type: number}", "2.5", 2.5),
    ("{type: number}", "3.0", 3),
    ("{type: number, from: 0.5}", "3", 3),
    ("{type: boolean}", "true", True),
    ("{type: choice, of: [push, pull]}", "pull", "pull"),
    ("{type: length}", "63mm", "63mm"),
    ("{type: length}", "2.5in", "2.5in"),
    ("{type: color}", '"#C0392b"', "#C0392b"),
    ("{type: color}", "red-field", "red-field"),
    ("{type: list, of: {type: integer}}", "[1, 2]", (1, 2)),
    ("{type: list, of: {type: text}, length: 2}", "[b, a]", ("b", "a")),
    ("{type: list, of: {type: list, of: {type: text}}}", "[[a], []]", (("a",), ())),
    ("{type: map, values: {type: integer}}", "{b: 1, items: 2}", {"b": 1, "items": 2}),
    ("{type: map, keys: {type: choice, of: [b]}, values: {type: text}}", "{b: c}", {"b": "c"}),
    ("{type: record, fields: {y: {type: text}}}", "{y: z}", {"y": "z"}),
    ("{type: integer, optional: true}", "", None),
    ("{type: integer, default: 7}", "null", 7),
    ("{type: record, fields: {y: {type: number}}, default: {y: 1.0}}", "", {"y": 1}),
    ("{type: data}", "active", "active"),
    ("{type: data}", "3", 3),
    ("{type: data}", "[a, [2.5, true]]", ("a", (2.5, True))),
    ("{type: data}", "{do: [{op: draw}], items: 2}", {"do": ({"op": "draw"},), "items": 2}),
    ("{type: data, optional: true}", "", None),
    ("{type: list, of: {type: data}}", "[{a: 1}, b]", ({"a": 1}, "b")),
]


@pytest.mark.parametrize(("field", "written", "value"), GOOD)
def test_a_valid_value_becomes_plain_data(
    tmp_path: Path, field: str, written: str, value: object
) -> None:
    rows = load_rows(tmp_path, f"{ID}x: {field}", ROW + written)["rows"]
    found = rows["a"].x
    assert found == value
    assert type(found) is type(value) or isinstance(value, dict)


BAD = [
    ("{type: text}", "12", 'x must be text, but is the number 12; put it in quotes: "12"'),
    ("{type: text}", "true", 'x must be text, but is true; put it in quotes: "true"'),
    ("{type: text}", "[a]", "x must be text, but is a list"),
    ("{type: integer}", "many", 'x must be a whole number, but is the text "many"'),
    ("{type: integer}", "3.0", "x must be a whole number, but is the number 3.0"),
    ("{type: integer}", "true", "x must be a whole number, but is true"),
    ("{type: integer, from: 1, to: 5}", "12", "x 12 is outside 1..5"),
    ("{type: integer, from: 1}", "0", "x 0 is outside 1 or more"),
    ("{type: number, to: 1.5}", "1.6", "x 1.6 is outside 1.5 or less"),
    ("{type: number}", "1e400", "x must be a finite number, but is a number that is too large"),
    ("{type: number}", "true", "x must be a number, but is true"),
    ("{type: boolean}", "yes", 'x must be true or false, but is the text "yes"'),
    ("{type: choice, of: [push, pull]}", "pusch", 'x cannot be "pusch"; did you mean "push"?'),
    (
        "{type: length}",
        "3 yards",
        'x must be a length, but is "3 yards"; write a number and a unit: "63mm", "2.5in"',
    ),
    (
        "{type: color}",
        '"#12345"',
        'x must be a colour such as "#c0392b" or a palette name, but is "#12345"',
    ),
    ("{type: list, of: {type: text}}", "a", 'x must be a list, but is the text "a"'),
    ("{type: list, of: {type: integer}}", "[1, b]", "x item 2 must be a whole number, but is the"),
    ("{type: list, of: {type: text}, length: 2}", "[a]", "x must have 2 values, but has 1"),
    ("{type: list, of: {type: text}, length: [1, 2]}", "[]", "x must have 1..2 values, but has 0"),
    ("{type: map, values: {type: integer}}", "{b: c}", "x.b must be a whole number, but is the"),
    (
        "{type: map, keys: {type: choice, of: [one, two]}, values: {type: integer}}",
        "{one: 1, too: 2}",
        'x.too cannot be "too"; did you mean "two"?',
    ),
    ("{type: map, values: {type: integer}}", "[]", "x must be a mapping, but is a list"),
    ("{type: record, fields: {y: {type: text}}}", "{}", "x.y is missing"),
    (
        "{type: record, fields: {y: {type: text}}}",
        "{y: z, q: 1}",
        'unknown field "q" in x; known: y',
    ),
    ("{type: integer}", "", "x is missing"),
]


@pytest.mark.parametrize(("field", "written", "message"), BAD)
def test_a_bad_value_is_reported_with_line_and_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, field: str, written: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    [line] = error_lines(lambda: load_rows(tmp_path, f"{ID}x: {field}", ROW + written))
    assert line.startswith(f'rows.yaml:2: row "a": {message}')


CELLS = [
    ("{type: text}", "12", "12"),
    ("{type: integer}", "+12", 12),
    ("{type: number}", "-1.50", -1.5),
    ("{type: boolean}", "Yes", True),
    ("{type: boolean}", "false", False),
    ("{type: list, of: {type: integer}}", "1; 2;3", (1, 2, 3)),
    ("{type: text, optional: true}", "", None),
    ("{type: list, of: {type: text}, default: []}", "", ()),
]


@pytest.mark.parametrize(("field", "cell", "value"), CELLS)
def test_a_cell_is_converted_to_the_type_of_its_field(
    tmp_path: Path, field: str, cell: str, value: object
) -> None:
    rows = load_rows(tmp_path, f"{ID}x: {field}", f'id,x\na,"{cell}"\n', file="rows.csv")["rows"]
    assert rows["a"].x == value
    assert type(rows["a"].x) is type(value)


@pytest.mark.parametrize(
    ("field", "cell", "message"),
    [
        ("{type: integer}", "many", 'x must be a whole number, but is the text "many"'),
        ("{type: integer}", "1.5", 'x must be a whole number, but is the text "1.5"'),
        ("{type: number}", "1,5", 'x must be a number, but is the text "1,5"'),
        ("{type: boolean}", "perhaps", 'x must be true or false, but is the text "perhaps"'),
        ("{type: list, of: {type: integer}}", "1;b", "x item 2 must be a whole number, but is"),
        ("{type: text}", "", "x is missing"),
    ],
)
def test_a_bad_cell_is_reported_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, field: str, cell: str, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    text = f'id,x\n\na,"{cell}"\n'
    [line] = error_lines(lambda: load_rows(tmp_path, f"{ID}x: {field}", text, file="rows.csv"))
    assert line.startswith(f'rows.csv:3: row "a": {message}')


NESTED = """
    - when: [died, mine]
      do:
        - {op: damage, n: {half: 3}}
        - [draw, null]
"""


def test_nested_data_has_lines(tmp_path: Path) -> None:
    row = load_rows(tmp_path, f"{ID}x: {{type: data}}", ROW + NESTED)["rows"]["a"]
    (clause,) = row.x
    damage, draw = clause.do
    assert clause.when == ("died", "mine")
    assert draw == ("draw", None)
    assert [each.place.line for each in (row, clause, damage, damage.n)] == [1, 3, 5, 5]
    assert clause.place_of("do").line == 4
    assert {clause: "found"}[row.x[0]] == "found"


def test_data_is_required_unless_the_field_is_optional(tmp_path: Path) -> None:
    [line] = error_lines(lambda: load_rows(tmp_path, f"{ID}x: {{type: data}}", "- id: a"))
    assert "x is missing" in line


def test_a_table_in_a_csv_file_has_no_data(tmp_path: Path) -> None:
    with pytest.raises(ValidationError) as caught:
        load_rows(tmp_path, f"{ID}x: {{type: data}}", "id,x\na,b\n", file="rows.csv")
    [error] = caught.value.errors()
    assert error["ctx"]["phrase"] == 'has the field "x", which does not fit in a cell'


def test_a_row_has_a_json_schema() -> None:
    spec = TableSpec.model_validate(
        {
            "file": "goats.yaml",
            "fields": {
                "last-chance": {"type": "integer"},
                "copy": {"type": "choice", "of": ["a", "b"], "default": "a"},
            },
        }
    )
    schema = spec.model().model_json_schema()
    assert schema["required"] == ["last-chance"]
    assert schema["additionalProperties"] is False
    assert schema["properties"]["copy"]["enum"] == ["a", "b"]


def test_tables_with_equal_fields_share_a_model_and_others_do_not() -> None:
    def model(file: str, **field: object) -> object:
        return TableSpec.model_validate({"file": file, "fields": {"x": field}}).model()

    one = model("goats.yaml", type="data", default=1)
    assert model("goats.yaml", type="data", default=1) is one
    others = [model("goats.yaml", type="data", default=each) for each in (True, 1.0, "1", [1])]
    others.append(model("sheep.yaml", type="data", default=1))
    assert len({one, *others}) == 6


def test_a_kit_has_a_json_schema() -> None:
    schema = KitFile.model_json_schema()
    assert {"title", "font-files", "components"} <= schema["properties"].keys()
    assert "two-sided" in schema["$defs"]["Component"]["properties"]
