"""Tests of dependencies: the rows, tables, variables and files that a template reads are recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.document import Mark
from generator.base.errors import Place
from generator.kit.tables.records import Record, Table
from generator.press.cache.dependencies import Dependency, DependencyTracker, TrackedMapping
from generator.press.templates.environment import Templates

ROWS = tuple(Record({"id": name, "n": n}, "f.csv", Mark(None)) for n, name in enumerate("abc"))
TABLES = {"cards": Table("cards", ROWS, Place("f.csv"), "card"), "one": ROWS[0]}


def read(tmp_path: Path, template: str, times: int = 1, **others: str) -> set[Dependency]:
    """What the last of several renderings of the template reads."""
    for name, source in {"main.md": template, **others}.items():
        (tmp_path / name.replace("_", ".")).write_text(source, encoding="utf-8")
    reads = DependencyTracker()
    templates = Templates([tmp_path], markup=False, reads=reads)
    values = {"tables": TrackedMapping(TABLES, "table", reads), "ink": "full", "paper": "a4"}
    for _ in range(times):
        with reads.reading() as reading:
            templates.render("main.md", values)
    return reading.inputs - {("template", "main.md"), ("variable", "tables")}


@pytest.mark.parametrize(
    ("template", "asked"),
    [
        ("plain", set()),
        ("{{ ink }}", {("variable", "ink")}),
        ("{% if false %}{{ paper }}{% endif %}", set()),
        ("{{ tables.cards.b.n }}", {("row", "cards/b")}),
        ("{{ tables.cards['b'].n }}", {("row", "cards/b")}),
        ("{{ 'x' in tables.cards }}", {("row", "cards/x")}),
        ("{{ (tables.cards | first).n }}", {("nth", "cards/0")}),
        ("{{ tables.cards | length }}", {("table", "cards")}),
        ("{{ tables.one.n }}", {("table", "one")}),
        ("{% for name in tables %}{{ name }}{% endfor %}", {("table", "")}),
    ],
)
def test_only_what_is_read_is_recorded(
    template: str, asked: set[Dependency], tmp_path: Path
) -> None:
    assert read(tmp_path, template) - {("variable", "paper")} == asked - {("variable", "paper")}


def test_iterating_over_rows_records_the_whole_table(tmp_path: Path) -> None:
    found = read(tmp_path, "{% for row in tables.cards %}{{ row.n }}{% endfor %}")
    assert ("table", "cards") in found


@pytest.mark.parametrize("times", [1, 2])
def test_indirect_imports_are_recorded_each_time(times: int, tmp_path: Path) -> None:
    found = read(
        tmp_path,
        "{% from 'a.md' import go %}{{ go() }}{% include 'none.md' ignore missing %}",
        times,
        a_md="{% from 'b.md' import word %}{% macro go() %}{{ word }}{% endmacro %}",
        b_md="{% set word = 'w' %}",
    )
    assert {name for kind, name in found if kind == "template"} == {"a.md", "b.md", "none.md"}


def test_an_inner_dependency_also_belongs_to_the_outer_reading() -> None:
    reads = DependencyTracker()
    with reads.reading() as outer:
        reads.record("icon", "star")
        with reads.reading() as inner:
            reads.record("icon", "wave")
    with reads.reading() as later:
        reads.replay(outer)
    assert inner.inputs == {("icon", "wave")}
    assert later.inputs == outer.inputs == {("icon", "star"), ("icon", "wave")}
