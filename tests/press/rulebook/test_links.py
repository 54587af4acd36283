"""Tests of links, bookmarks and page numbers: they agree with the positions of their targets."""

from __future__ import annotations

from generator.press.rulebook.compose import Bookmark
from generator.press.rulebook.layout.paragraphs import ParagraphLayout
from tests.press.rulebook.making import Maker, links, recorded, running, runs, words

BOOK = """
## Contents

```contents
```

```page-break
```

# First *part*

See [](#second-part), [the rule](#rule-trade) or [elsewhere](https://example.org/a).

## A section

```page-break
```

# Second part

```rules
trade: You must trade.
```
"""


def test_contents_give_the_right_pages(maker: Maker) -> None:
    book = maker.book(BOOK)
    assert words(book.pages[0]) == ["Contents", "First part 2", "A section 2", "Second part 3"]
    assert [link.target for link in links(book.pages[0].items)] == [
        "#first-part", "#a-section", "#second-part",
    ]  # fmt: skip


def test_outline_and_anchors_contain_every_heading_and_rule(maker: Maker) -> None:
    book = maker.book(BOOK)
    assert book.outline == (
        Bookmark("Contents", 1, 1),
        Bookmark("First part", 0, 2),
        Bookmark("A section", 1, 2),
        Bookmark("Second part", 0, 3),
    )
    assert book.anchors == {
        "contents": 1, "first-part": 2, "a-section": 2, "second-part": 3, "rule-trade": 3,
    }  # fmt: skip


def test_a_link_without_text_shows_the_page(maker: Maker) -> None:
    assert "See page 3 , the rule or elsewhere." in [
        line.replace("\u00a0", " ").replace("page 3,", "page 3 ,") for line in maker.lines(BOOK)[1]
    ]


def test_a_page_number_is_given_once(maker: Maker) -> None:
    ahead = "[](#one), [](#two), [](#three)"
    book = maker.book(f"Ask ({ahead}).\n\n# One\n\n# Two\n\n```page-break\n```\n\n# Three")
    assert words(book.pages[0])[0].replace("\u00a0", " ") == "Ask (page 1, page 2)."
    assert [link.target for link in links(book.pages[0].items)] == ["#one", "#three"]


def test_a_rule_slug_is_cited_in_the_colour_of_notes(maker: Maker) -> None:
    source = "You pay ([no-haggling](#rule-no-haggling)), see [the rule](#rule-no-haggling)."
    (page,) = maker.book(f"{source}\n\n```rules\nno-haggling: Pay at once.\n```").pages
    first = [run for _, y, run in runs(page.items) if y < maker.style.margin + 13]
    assert [(run.text, run.color == maker.style.muted) for run in first] == [
        ("You pay", False), ("(no-haggling),", True), ("see the rule.", False),
    ]  # fmt: skip


def test_equal_headings_get_different_anchors(maker: Maker) -> None:
    book = maker.book("# Again\n\n```page-break\n```\n\n# Again\n\n[](#again-2)")
    assert book.anchors == {"again": 1, "again-2": 2}


def test_the_box_of_a_link_covers_its_text_only(maker: Maker) -> None:
    (page,) = maker.book("Before [the words](https://example.org/x)after, twice.").pages
    (link,) = links(page.items)
    starts = {run.text: x - maker.style.margin for x, _, run in runs(page.items)}
    text = next(iter(starts))
    assert text == "Before the wordsafter, twice."
    font = ParagraphLayout(maker.renderer).font(maker.style.text)
    space = font.space
    left = (font.word("Before").width + space) * 9.5
    right = left + (font.word("the").width + space + font.word("words").width) * 9.5
    assert abs(link.box.x - left) < 0.01
    assert abs(link.box.right - right) < 0.2  # the kerning of "sa" may move the edge


def test_a_link_over_two_lines_has_a_box_on_each(maker: Maker) -> None:
    (page,) = maker.book(f"[{running(16)}](https://example.org/x)").pages
    boxes = [link.box for link in links(page.items)]
    assert len(boxes) == len(words(page)) == 2
    assert [box.x for box in boxes] == [0.0, 0.0]


def test_a_visible_soft_hyphen_does_not_move_later_links(maker: Maker) -> None:
    word = "Donau\u00addampf\u00adschiff\u00adfahrt " * 5
    (page,) = maker.book(f"{word}[link](https://example.org/x) end").pages
    (link,) = links(page.items)
    assert any(line.endswith("-") for line in words(page))
    font = ParagraphLayout(maker.renderer).font(maker.style.text)
    assert abs(link.box.width - font.word("link").width * 9.5) < 0.01


def test_equal_sources_give_equal_pages(maker: Maker) -> None:
    assert recorded(maker.book(BOOK)) == recorded(maker.book(BOOK))
