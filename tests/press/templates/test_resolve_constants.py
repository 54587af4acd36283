"""Tests of constants: printed names are resolved to the constants assigned to them."""

from __future__ import annotations

import pytest

from generator.kit.expressions.sandbox import Sandbox
from generator.press.templates.unmarked import unmarked


def words(source: str) -> list[str]:
    tree = Sandbox(autoescape=True).parse(source)
    return [const.value for const in unmarked(tree, ("_", "_n"), markdown=False)]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("""{% set kind = "map" %}<text>{{ kind }}</text>""", ["map"]),
        ("""{% set kind = "map" %}<text>{{ kind | upper }}, {{ n }}</text>""", ["map"]),
        ("""{% set a, b = "map", "ink" %}<text color="{{ b }}">{{ a }}</text>""", ["map"]),
        ("""{% set one = "map" %}{% set two = one %}<text>{{ two }}</text>""", ["map"]),
        ("""{% set of = ["none", "two"] %}<text>{{ of[n] }}</text>""", ["none", "two"]),
        ("""{% set of = {1: "none", 2: _("two")} %}<text>{{ of[n] }}</text>""", ["none"]),
        (
            """{% for x, says in ((1, "left"), (2, "right")) %}<text x="{{ x }}">{{ says }}</text>"""
            """{% endfor %}""",
            ["left", "right"],
        ),
        (
            """{% macro told(says, fill="ink") %}<text color="{{ fill }}">{{ says }}</text>{% endmacro %}"""
            """{{ told("map", "red") }}{{ told(says="box") }}""",
            ["map", "box"],
        ),
        (
            """{% macro told(says="all") %}<text>{{ says }}</text>{% endmacro %}{{ told() }}""",
            ["all"],
        ),
    ],
)
def test_constants_of_a_printed_name_are_text(source: str, found: list[str]) -> None:
    assert words(source) == found


@pytest.mark.parametrize(
    "source",
    [
        """{% set kind = "map" %}<icon name="{{ kind }}"/>""",
        """{% set kind = "map" %}<text>{{ tables.kinds[kind].name }}</text>""",
        """{% set files = "abcdefgh" %}<text>{{ files[n] }}</text>""",
        """{% set kind = _("map") %}<text>{{ kind }}</text>""",
        """{% for kind in ("map", "box") %}<icon name="{{ kind }}"/>{% endfor %}<text>{{ kind }}</text>""",
        """{% macro a(kind) %}<icon name="{{ kind }}"/>{% endmacro %}{{ a("map") }}<text>{{ kind }}</text>""",
        """{% macro a() %}{% set of = "map" %}<icon name="{{ of }}"/>{% endmacro %}<text>{{ of }}</text>""",
        """<text>{{ row.name }}</text>""",
    ],
)
def test_constants_that_are_not_printed_are_not_text(source: str) -> None:
    assert words(source) == []
