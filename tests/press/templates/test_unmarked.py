"""Tests of unmarked text: string constants that readers would see, as opposed to names."""

from __future__ import annotations

import pytest

from generator.kit.expressions.sandbox import Sandbox
from generator.press.templates.unmarked import unmarked


def words(source: str, *, markdown: bool = False) -> list[tuple[str, int]]:
    tree = Sandbox(autoescape=True).parse(source)
    found = unmarked(tree, ("_", "_n"), markdown=markdown)
    return [(const.value, const.lineno) for const in found]


@pytest.mark.parametrize(
    "source",
    [
        """<text color="{{ 'ink' if dark else 'paper' }}" x="2">{{ row.name }}</text>""",
        """<text>{{ _("Cut") }}, {{ _n("{n} page", "{n} pages", 3) }}</text>""",
        """{% if row.kind == "Gruff" or row.kind in ["Shepherd", "Old Nan"] %}<rect/>{% endif %}""",
        """{% macro colour(dark) %}{{ "ink" if dark else "paper" }}{% endmacro %}""",
        """<text>{{ row.name | replace("Old Nan", "") }}{{ row.name.replace("The Nan", "") }}</text>""",
        """{{ {"A turn": 1}["A turn"] }}""",
        """<group><rect fill="red"/>{{ "accent" }}</group>""",
        """<text>{{ "1" if one else "2×" }}</text>""",
        """{% include "How to play.xml" %}""",
        """<path d="{{ "M" ~ x ~ " L " ~ y }}"/>""",
        """<text>:{{ "heart" }}: {{ "&nbsp;" }}</text>""",
        """<icon name="leaf{{ "s" if many }}"/>""",
        """{% for res in ["Wood", "Steel"] %}<text>{{ row[res] }}</text>{% endfor %}""",
        """{% set all = ["Wood", "Steel"] %}{% for res in all %}<text>{{ row[res] }}</text>{% endfor %}""",
        """{% macro of(res) %}<text>{{ row[res] }}</text>{% endmacro %}{{ of("Wood") }}""",
        """{% for res, n in [("Wood", 1), ("Steel", 2)] %}{{ row[res] * n }}{% endfor %}""",
    ],
)
def test_names_are_not_text(source: str) -> None:
    assert words(source) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("""<text x="{{ x }}">{{ "copies" if n > 1 else "copy" }}</text>""", ["copies", "copy"]),
        ("""<text>{{ n ~ " of " ~ all }}</text>""", [" of "]),
        ("""<text>{{ row.title or "untitled" }}</text>""", ["untitled"]),
        ("""{{ stat("Mean", row.mean) }}""", ["Mean"]),
        ("""{% set parts = [("Life", 3), ("the rest", 4)] %}""", ["Life", "the rest"]),
        ("""{{ row.name | default("Nobody") }}""", ["Nobody"]),
        ("""{% set says = {"a": "All of it"} %}""", ["All of it"]),
        (
            """<text>\n{{ "here" | upper }}</text>{{ "there" }}<text>{{ "now" }}</text>""",
            ["here", "now"],
        ),
        ("""{{ names | join(", ") ~ " and " ~ last }}""", [" and "]),
        ("""<text>Draw {{ n }} card{{ "s" if n > 1 }}</text>""", ["s"]),
        (
            """{% for res in ["Wood", "Steel"] %}{{ res }}: {{ row[res] }}{% endfor %}""",
            ["Wood", "Steel"],
        ),
        (
            """<text>{{ {"a": "much"}[row.a] }}{{ ["none", "two"][n] }}</text>""",
            ["much", "none", "two"],
        ),
        ("""<text>{{ "A turn" }}</text>{{ title("A round") }}""", ["A turn", "A round"]),
    ],
)
def test_printed_constants_are_text(source: str, found: list[str]) -> None:
    assert [text for text, _ in words(source)] == found


def test_text_is_found_in_order_with_its_lines() -> None:
    source = """{% set one = "Gull" %}\n<text>{{ "two" }}</text>\n{{ call("And three") }}"""
    assert words(source) == [("Gull", 1), ("two", 2), ("And three", 3)]


def test_a_constant_in_a_markdown_block_may_be_the_name_of_a_figure() -> None:
    source = """```figure\ntemplate: {{ "gull" }}.xml\ncaption: {{ "Gull" }}, {{ n }} egg{{ "s" }}\n```"""
    assert words(source, markdown=True) == [("Gull", 3), ("s", 3)]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("""Does it count? {{ "yes" if it else "no" }}""", ["yes", "no"]),
        ("""[all](#{{ "rule" }}-all) :{{ "heart" }}: [here](#rule-{{ "here" }})""", []),
        ("""```rules\n```\n{{ "after" }}""", ["after"]),
    ],
)
def test_a_constant_in_markdown_prose_is_text(source: str, found: list[str]) -> None:
    assert [text for text, _ in words(source, markdown=True)] == found
