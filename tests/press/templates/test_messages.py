"""The words of templates: found where they are written, exchanged where they stand."""

from __future__ import annotations

import pytest

from generator.kit.expressions.sandbox import sandbox
from generator.press.templates.messages import in_other_words, marked, messages

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


def found(source: str, *, markdown: bool) -> list[tuple[int, str]]:
    return [(each.line, each.message) for each in messages(source, markdown=markdown)]


def test_markup_says_what_stands_between_its_tags() -> None:
    assert found(XML, markdown=False) == [
        (4, "Draw {{ row.n }} cards"),
        (6, "Then stop."),
        (6, "Go on"),
    ]


def test_markdown_says_its_lines_cells_and_captions() -> None:
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
def test_said_by_itself_a_source_means_the_same_line_by_line(source: str, markdown: bool) -> None:
    same = in_other_words(source, lambda message, line: message, markdown=markdown)
    assert same.count("\n") == source.count("\n")
    assert found(same, markdown=markdown)[:7] == found(source, markdown=markdown)[:7]


def test_messages_are_exchanged_and_nothing_else() -> None:
    told = in_other_words(XML, lambda message, line: f"{line}: x", markdown=False)
    assert told == XML.replace("Draw {{ row.n }} cards", "4: x").replace(
        "Then stop.", "6: x"
    ).replace("Go on", "6: x")


def test_in_a_block_a_text_is_quoted_but_for_its_values() -> None:
    source = "```figure\ncaption: The board\n```\n"
    told = in_other_words(source, lambda *_: 'Das „{{ x["y"] }}": \\', markdown=True)
    assert told == '```figure\ncaption: "Das „{{ x["y"] }}\\": \\\\"\n```\n'


def test_words_in_expressions_say_so_themselves() -> None:
    source = """{{ _("Cut") }}{{ _n("{n} page", "{n} pages", 3) }}{{ _("the {x}", "moved", x=1) }}
    {{ note(39, "The pile: five") }}{{ "1.6mm 1mm" }}{{ "push" }}"""
    said, unsaid = marked(source, sandbox(autoescape=True), markdown=False)
    assert [(each.message, each.many, each.context) for each in said] == [
        ("Cut", "", ""),
        ("{n} page", "{n} pages", ""),
        ("the {x}", "", "moved"),
    ]
    assert unsaid == [("The pile: five", 2)]


def test_a_source_that_does_not_parse_is_told_elsewhere() -> None:
    assert marked("{{ _( }}", sandbox(autoescape=True), markdown=False) == ([], [])
