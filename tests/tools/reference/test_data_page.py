"""Tests of the reference page of game.yaml: generated from the schema, with valid examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.formats.yaml import parse_yaml
from generator.kit.tables.fields import row_model
from generator.kit.tables.load import TableSpec
from generator.tools.reference.schema_tables import MODELS, field_kinds
from tests.tools.reference.sections import PAGES, examples, section, table

PAGE = Path(__file__).parents[3] / "data" / "REFERENCE.md"
TITLES = [each.title for each in PAGES["data"].sections if each.title in MODELS]
FIELDS = table("data", "A field", "in game.yaml")


def test_the_reference_page_is_current() -> None:
    """Update it with `make reference`."""
    assert PAGE.read_text(encoding="utf-8") == PAGES["data"].text


@pytest.mark.parametrize("title", TITLES)
def test_the_example_of_every_section_is_valid(title: str) -> None:
    model = MODELS[title]
    (example,) = examples("data", title)
    data = parse_yaml(example, "example").data
    known = {field.alias or name for name, field in model.model_fields.items()}
    assert model.model_validate(data)
    assert set(data) <= known
    assert all(f"| `{key}` |" in section("data", title).text for key in known)


def test_every_section_of_the_page_exists() -> None:
    assert len(TITLES) == 8


def test_every_kind_of_field_has_an_example() -> None:
    assert list(FIELDS) == list(field_kinds())


@pytest.mark.parametrize("kind", FIELDS)
def test_the_example_of_a_field_fits_its_value(kind: str) -> None:
    field, value = (parse_yaml(text.strip("`"), "example").data for text in FIELDS[kind][-2:])
    spec = TableSpec.model_validate({"file": "a.yaml", "fields": field})
    assert [each.type for each in spec.fields.values()] == [kind]
    row = row_model("Row", spec.fields).model_validate(value)
    assert row.model_dump(by_alias=True) == value


def test_every_key_has_a_description() -> None:
    rows = [line.split("|") for line in PAGES["data"].text.splitlines() if line.startswith("| `")]
    assert len(rows) > 60
    assert [row for row in rows if not row[-2].strip()] == []
