"""The reference page of game.yaml is what the schema makes, and its examples are read as they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.formats.yaml import parse_yaml
from generator.kit.schema.reference import field_kinds, reference
from generator.kit.schema.reference_text import FIELDS, SECTIONS, Section
from generator.kit.tables.fields import row_model
from generator.kit.tables.load import TableSpec

PAGE = Path(__file__).parents[3] / "data" / "REFERENCE.md"


def test_the_reference_page_is_what_the_schema_makes() -> None:
    """Write it with `make reference`."""
    assert PAGE.read_text(encoding="utf-8") == reference()


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.title)
def test_the_example_of_every_section_is_one(section: Section) -> None:
    data = parse_yaml(section.example, "example").data
    known = {field.alias or name for name, field in section.model.model_fields.items()}
    assert section.model.model_validate(data)
    assert set(data) <= known
    assert all(f"| `{key}` |" in reference() for key in known)


def test_every_kind_of_field_has_an_example() -> None:
    assert list(FIELDS) == list(field_kinds())


@pytest.mark.parametrize("kind", FIELDS)
def test_the_example_of_a_field_fits_its_value(kind: str) -> None:
    field, value = (parse_yaml(text, "example").data for text in FIELDS[kind])
    spec = TableSpec.model_validate({"file": "a.yaml", "fields": field})
    assert [each.type for each in spec.fields.values()] == [kind]  # type: ignore[union-attr]
    row = row_model("Row", spec.fields).model_validate(value)
    assert row.model_dump(by_alias=True) == value


def test_every_key_says_what_it_means() -> None:
    rows = [line.split("|") for line in reference().splitlines() if line.startswith("| `")]
    assert len(rows) > 60
    assert [row for row in rows if not row[-2].strip()] == []
