"""Tests of messages in templates: text is found for translation and replaced in place."""

from __future__ import annotations

import time

import pytest

from generator.kit.expressions.sandbox import Sandbox
from generator.press.templates.messages import marked_strings, text_spans, translate_template
from generator.press.templates.unmarked import unmarked

XML = """{# a note with words #}
{% set width = 30 %}
<card size="poker" fill="sky">
  <text size="9..7" align="{{ "left" if width > 20 else "right" }}">Draw {{ row.n }} cards</text>
  <text>{{ row.name }}</text><text>:star: {{ row.n }}&#160;×</text>
  {% if row.last %}Then stop.{% else %}Go on{% endif %}
  <!-- not this -->
  {% set look %}fill="sky" stroke="ink"{% endset %}
</card>
"""
MARKDOWN = """```cover
title: "{{ kit.title }}"
facts: ["{{ kit.players | join("–") }} players", "10 minutes"]
```

{% set slugs = {"push": ["a b"],
  "pull": []} %}
# The idea

> - **One.** Two {{ three }}.\\
1. Do it ([](#rule-push))
| What | {{ goof.name | replace("|", "x") }} when last |
|:--|--:|
{{ rules_of("Before you play") }} :icon-{{ a }}: {{ b }}

```figure
- {component: board, width: 50mm, caption: The "plus"}
caption: Before, and after
template: a.xml
caption: "{{ goof.n }} × {{ goof.name }}"
```
"""


ENVIRONMENT = Sandbox(autoescape=True)


def found(source: str, *, markdown: bool) -> list[tuple[int, str]]:
    return [
        (each.line, each.message) for each in text_spans(source, ENVIRONMENT, markdown=markdown)
    ]


def test_messages_of_markup_are_the_text_between_tags() -> None:
    assert found(XML, markdown=False) == [
        (4, "Draw {{ row.n }} cards"),
        (6, "Then stop."),
        (6, "Go on"),
    ]


def test_messages_of_markdown_are_lines_cells_and_captions() -> None:
    assert found(MARKDOWN, markdown=True) == [
        (3, '{{ kit.players | join("–") }} players'),
        (3, "10 minutes"),
        (8, "The idea"),
        (10, "**One.** Two {{ three }}."),
        (11, "Do it ([](#rule-push))"),
        (12, "What"),
        (12, '{{ goof.name | replace("|", "x") }} when last'),
        (17, 'The "plus"'),
        (18, "Before, and after"),
    ]


@pytest.mark.parametrize(("source", "markdown"), [(XML, False), (MARKDOWN, True)])
def test_translating_each_message_to_itself_changes_nothing(source: str, markdown: bool) -> None:
    same = translate_template(source, ENVIRONMENT, lambda message, line: message, markdown=markdown)
    assert same.count("\n") == source.count("\n")
    assert found(same, markdown=markdown)[:7] == found(source, markdown=markdown)[:7]


def test_only_messages_are_replaced() -> None:
    text = translate_template(XML, ENVIRONMENT, lambda message, line: f"{line}: x", markdown=False)
    assert text == XML.replace("Draw {{ row.n }} cards", "4: x").replace(
        "Then stop.", "6: x"
    ).replace("Go on", "6: x")


def test_text_in_a_block_is_quoted_except_for_its_values() -> None:
    source = "```figure\ncaption: The board\n```\n"
    text = translate_template(
        source, ENVIRONMENT, lambda *_: 'Das „{{ x["y"] }}": \\', markdown=True
    )
    assert text == '```figure\ncaption: "Das „{{ x["y"] }}\\": \\\\"\n```\n'


def test_text_in_expressions_is_marked_explicitly() -> None:
    source = """{{ _("Cut") }}{{ _n("{n} page", "{n} pages", 3) }}{{ _("the {x}", "moved", x=1) }}
    {{ note(39, "The pile: five") }}{{ "1.6mm 1mm" }}{{ "push" }}"""
    tree = ENVIRONMENT.parse(source)
    assert [(each.message, each.many, each.context) for each in marked_strings(tree)] == [
        ("Cut", "", ""),
        ("{n} page", "{n} pages", ""),
        ("the {x}", "", "moved"),
    ]
    unsaid = unmarked(tree, ("_", "_n"), markdown=False)
    assert [(const.value, const.lineno) for const in unsaid] == [("The pile: five", 2)]


@pytest.mark.parametrize("source", ["{{ _( }}", "Two words {{ _( }}", "{% Two words"])
def test_a_source_that_does_not_parse_has_no_messages(source: str) -> None:
    assert found(source, markdown=False) == found(source, markdown=True) == []


def test_the_result_of_a_macro_may_be_a_length() -> None:
    source = """{% macro px(n) %}{{ n / 10 }}mm{% endmacro %}{% set unit %}mm{% endset %}
{% macro card(n) %}{{ n }} cards, <text>now</text>{% endmacro %}
<text>{% macro none() %}{% endmacro %}words</text>"""
    assert found(source, markdown=False) == [(2, "{{ n }} cards,"), (2, "now"), (3, "words")]
    markdown = "{% macro px(n) %}{{ n / 10 }}mm{% endmacro %}all {% call px() %}mm{% endcall %}"
    assert found(markdown, markdown=True) == [(1, "all")]


def test_whitespace_control_does_not_move_a_message() -> None:
    source = "<text>One  {%- if a -%}   two\r\n {{- a -}} three {{ ' ' }}</text>"
    spans = list(text_spans(source, ENVIRONMENT, markdown=False))
    assert [source[span.start : span.end] for span in spans] == ["One", "two", "{{- a -}} three"]


@pytest.mark.parametrize("markdown", [False, True])
@pytest.mark.parametrize(
    "source",
    [
        "{% if 0 %}<a " + "{{ a }}" * 40 + "{% endif %}",
        "{{ " * 20_000,
        '```figure\ncaption: "' + "{{ a }}" * 40 + "\n```",
        "facts: [" + '"{{ a }}' * 41,
        "<!--" * 20_000,
        "<a " * 20_000,
        "a" + " " * 50_000 + "b",
        "[a](" * 20_000,
        ":a" * 20_000 + " {{ a }}",
    ],
)
def test_every_source_is_searched_quickly(source: str, markdown: bool) -> None:
    before = time.process_time()
    found(source, markdown=markdown)
    assert time.process_time() - before < 2
