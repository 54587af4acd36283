"""Tests of expressions: they are evaluated, or refused with their line."""

from __future__ import annotations

from typing import Any

import pytest
from jinja2.compiler import CodeGenerator

from generator.base.document import Mark
from generator.base.errors import Place
from generator.kit.expressions.evaluate import Expression, TextTemplate
from generator.kit.expressions.sandbox import Sandbox
from generator.kit.tables.records import Record, Table
from tests.kit.making import error_lines

PLACE = Place("game.yaml", 7)
ROWS = tuple(
    Record({"id": id, "fat": fat, "tags": ("a", id)}, "goats.yaml", Mark(1))
    for id, fat in (("nan", 4), ("bo", 3))
)
GOATS = {"goats": Table("goats", ROWS, Place("goats.yaml"), "goat")}


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("goats | sum(attribute='fat')", 7),
        ("goats | map(attribute='id')", ["nan", "bo"]),
        ("goats | selectattr('fat', '>', 3) | map(attribute='id') | list", ["nan"]),
        ("goats | map(attribute='tags')", [["a", "nan"], ["a", "bo"]]),
        ("goats | map(attribute='tags') | sum(start=()) | unique", ["a", "nan", "bo"]),
        ("goats['bo'].fat", 3),
        ("goats.bo.fat == 3 and 'nan' in goats", True),
        ("goats | length / 2", 1.0),
        ("3 <= goats.bo.fat <= 5 // 2 + 2", True),
        ("range(3)", [0, 1, 2]),
        ("goats", list(ROWS)),
        ("'a' ~ 1", "a1"),
    ],
)
def test_an_expression_gives_a_plain_value(source: str, value: object) -> None:
    assert Expression(source, GOATS, PLACE)(GOATS) == value


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "tables.goats",
            '`tables.goats` uses the unknown name "tables"; write the name of the table',
        ),
        ("gaots | length", '`gaots | length` uses the unknown name "gaots"; did you mean "goats"?'),
        ("goats |", "`goats |` has a syntax error: it ends too early"),
        ("goats }} {{ 1", "`goats }} {{ 1` has a syntax error: there is text after its end"),
        ("1e400 + goats", "`1e400 + goats` has a syntax error: a number is too large"),
        ("1 +", "`1 +` has a syntax error: it ends too early"),
        ("goats | shuffle", '`goats | shuffle` has a syntax error: there is no filter "shuffle"'),
        (
            "goats | lenght",
            '`goats | lenght` has a syntax error: there is no filter "lenght"; did you mean "length"?',
        ),
        (
            "goats.bo.fatt",
            '`goats.bo.fatt` cannot be evaluated: there is no "fatt" in goats.yaml:1; did',
        ),
        ("goats.joe", '`goats.joe` cannot be evaluated: there is no "joe" in goats.yaml'),
        (
            "1 if goats.bo.fat > 9",
            "`1 if goats.bo.fat > 9` cannot be evaluated: the result is undefined",
        ),
        ("range", "`range` cannot be evaluated: a function, or an object of the template, has"),
        ("self", "`self` cannot be evaluated: a function, or an object of the template, has"),
        ("1 / 0", "`1 / 0` cannot be evaluated: division by zero"),
        ("goats + 1", "`goats + 1` cannot be evaluated: "),
        ("{[]: 1}", "`{[]: 1}` cannot be evaluated: unhashable type: 'list'"),
        ("'a' * 10 ** 9", "`'a' * 10 ** 9` cannot be evaluated: it builds a text of more than"),
        (
            "[[0] * 9999] * 9999",
            "`[[0] * 9999] * 9999` cannot be evaluated: the result has more than",
        ),
        ("goats.__class__", '`goats.__class__` cannot be evaluated: "__class__" is not allowed'),
        ("(" * 900 + "1" + ")" * 900, "`" + "(" * 77 + "...` is too complicated"),
        ("1 + " * 700 + "1", "`" + ("1 + " * 20)[:77] + "...` is longer than 2000 characters"),
    ],
)
def test_a_bad_expression_is_reported_with_its_line(source: str, message: str) -> None:
    [line] = error_lines(lambda: Expression(source, GOATS, PLACE)(GOATS))
    assert line.startswith(" ".join(f"game.yaml:7: the expression {message}".split()))


def test_each_of_a_thousand_expressions_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    visit, compiled = CodeGenerator.visit_Template, []

    def counted(generator: CodeGenerator, *given: Any) -> None:
        compiled.append(generator)
        visit(generator, *given)

    monkeypatch.setattr(CodeGenerator, "visit_Template", counted)
    sources = [f"a + {number} + 40_123" for number in range(1_100)]
    for source in (*sources, *sources):  # checks are parsed first and evaluated later
        assert Expression(source, ["a"], PLACE).used == {"a"}
    assert len(compiled) == len(sources)


def test_a_text_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    generate, compiled = Sandbox._generate, []

    def counted(self: Sandbox, *given: Any, **named: Any) -> str:
        compiled.append(self)
        return generate(self, *given, **named)

    monkeypatch.setattr(Sandbox, "_generate", counted)
    for goats, count in ((GOATS, 2), ({"goats": ()}, 0)):
        text = TextTemplate("{% for a in goats %}{% if a %}x{% endif %}{% endfor %}", goats, PLACE)
        assert (text.used, text(goats)) == ({"goats"}, "x" * count)
    assert len(compiled) == 1


def test_used_names_are_those_in_the_expression() -> None:
    source = (
        "a.b + [c, {'d': e}[f]] | map('int') | sum(start=g) + range(h) if self is defined else i"
    )
    assert Expression(source, "abcdefghi", PLACE).used == set("acefghi")
