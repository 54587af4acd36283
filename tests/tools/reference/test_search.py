"""Tests of searching the reference: topics, sections, rows, and full text."""

from __future__ import annotations

import pytest

from generator.base.errors import KitError
from generator.tools.reference.page import ReferencePage, anchor, cells, look_up, target
from generator.tools.reference.topics import pages

TEXT = """\
<!-- `make` makes it. -->
# Tools

Lead. See [a hammer](#a-hammer), [the net](https://example.org) and [others](OTHER.md#x).

![a tool](tool.png)

## A hammer

| key | meaning |
|---|---|
| `head` | What hits \\| what is hit. |
| `shaft` | What is held. |

```yaml
## no heading
shaft: ash
```

## `<saw>`

| `type` | key | meaning |
|---|---|---|
| `hand` | `head` | It has none. |
| `band` | `speed` | How fast. |

It cuts wood.
"""
TOOLS = ReferencePage("tools", "Tools.", lambda: TEXT, "docs/TOOLS.md")
OTHER = ReferencePage("other", "Other.", lambda: "# Other\n\nWood burns.\n")
KNOWN = (TOOLS, OTHER)


def found(*words: str) -> list[tuple[str, str]]:
    return [(section.title, section.text) for section in look_up(words, KNOWN)]


def test_headings_within_examples_are_no_sections() -> None:
    assert [section.title for section in TOOLS.sections] == ["Tools", "A hammer", "<saw>"]
    assert "".join(section.text for section in TOOLS.sections) == TEXT.split("-->\n")[1]


def test_extracts_have_no_pictures_and_no_links() -> None:
    lead = "# Tools\n\nLead. See a hammer, the net (https://example.org) and others.\n"
    assert TOOLS.sections[0].plain == lead


def test_a_topic_shows_its_whole_page() -> None:
    assert [title for title, _ in found("tools")] == ["Tools", "A hammer", "<saw>"]
    assert [title for title, _ in found("Other")] == ["Other"]


@pytest.mark.parametrize("words", ["hammer", "A hammer", "the Hammer", "tools hammer"])
def test_a_section_is_found_by_its_name(words: str) -> None:
    ((title, text),) = found(*words.split())
    assert title == "A hammer"
    assert "## no heading" in text


def test_a_name_is_found_in_every_table() -> None:
    head = "| key | meaning |\n|---|---|\n"
    assert found("head") == [
        ("A hammer", f"## A hammer\n\n{head}| `head` | What hits \\| what is hit. |\n"),
        (
            "<saw>",
            "## `<saw>`\n\n| `type` | key | meaning |\n|---|---|---|\n| `hand` | `head` | It has none. |\n",
        ),
    ]
    assert [title for title, _ in found("--speed")] == ["<saw>"]


def test_other_words_are_found_in_all_text() -> None:
    assert found("wood") == [
        ("<saw>", "## `<saw>`\n\nIt cuts wood.\n"),
        ("Other", "# Other\n\nWood burns.\n"),
    ]
    assert found("tools", "wood") == found("wood")[:1]
    assert found("ash") == [
        ("A hammer", "## A hammer\n\n```yaml\n## no heading\nshaft: ash\n```\n")
    ]
    assert found("is held") == [
        ("A hammer", "## A hammer\n\n| key | meaning |\n|---|---|\n| `shaft` | What is held. |\n")
    ]


def test_an_unknown_word_is_reported_with_similar_ones() -> None:
    with pytest.raises(KitError, match='nothing about "hamer"; did you mean "hammer"'):
        look_up(["hamer"], KNOWN)
    with pytest.raises(KitError, match="known topics: tools, other"):
        look_up(["qqq"], KNOWN)


def test_links_and_cells_are_parsed_as_by_github() -> None:
    assert anchor("`<card>` of A-B") == "card-of-a-b"
    assert target("../other/X.md#a", "docs/TOOLS.md") == ("other/X.md", "a")
    assert target("#a", "docs/TOOLS.md") == ("docs/TOOLS.md", "a")
    assert cells("| `a` | b \\| c |") == ["`a`", "b | c"]


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        ("bleed", ["<card>", "<board>", "<sheet>", "<drawing>"]),
        ("pick", ["A step"]),
        ("tell-apart", ["game.yaml"]),
        ("poker", ["Sizes"]),
        ("hourglass", ["Icons"]),
        ("page-break", ["Blocks"]),
        ("field", ["A field"]),
    ],
)
def test_common_questions_have_results(words: str, titles: list[str]) -> None:
    assert [section.title for section in look_up([words], pages())] == titles


@pytest.mark.parametrize("query", ["skip rows", "leave out"])
def test_rows_to_leave_out_are_found_by_plain_words(query: str) -> None:
    sections = look_up(query.split(), pages())
    assert [each.title for each in sections if "| `where` |" in each.text] == ["A component"]
