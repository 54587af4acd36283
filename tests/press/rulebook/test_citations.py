"""Tests of citations: slugs in the margin, the appendix of rules, and text without slugs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise

import pytest

from generator.base.errors import KitError
from generator.base.units import MM, Size
from generator.engine.text.rule_texts import Rule
from generator.press.rulebook.compose import Book, compose
from generator.press.rulebook.layout.margins import cited_rules
from generator.press.rulebook.of_kit import plain_words_faults
from generator.press.scene.items import Group, Item
from tests.press.rulebook.making import A5, SOURCE, Maker, links, running, runs, words

RULES = {
    slug: Rule(slug, section, text)
    for slug, section, text in (
        ("first-pick", "Setting up", "Red picks first."),
        ("one-step", "Your turn", "A step is one square."),
        ("step-into-empty-squares-only", "Your turn", "Nobody steps onto a piece."),
    )
}
CITING = "Red picks. [[first-pick]] Step once [[one-step, step-into-empty-squares-only]].\n"


def book(
    maker: Maker, source: str, *, slugs: bool = True, columns: int = 1, page: Size = A5,
    appendix: bool = True, rules: Mapping[str, Rule] = RULES,
) -> Book:  # fmt: skip
    style = replace(maker.style, slugs=slugs, columns=columns)
    return compose(
        source, style, page=page, renderer=maker.renderer, place=SOURCE, rules=rules,
        appendix=appendix,
    )  # fmt: skip


def marks(items: tuple[Item, ...]) -> list[tuple[float, float, str]]:
    """The slugs in the margin with their positions."""
    return [
        (x, y, run.text)
        for item in items
        if isinstance(item, Group) and item.decor
        for x, y, run in runs(item.items)
    ]


def test_a_citation_prints_nothing_in_the_text(maker: Maker) -> None:
    page = book(maker, CITING, slugs=False).pages[0]
    assert words(page) == ["Red picks. Step once."]


@pytest.mark.parametrize(("before", "outer"), [("", "right"), ("```page-break\n```\n", "left")])
def test_slugs_are_in_the_outer_margin_below_one_another(
    maker: Maker, before: str, outer: str
) -> None:
    result = book(maker, f"# One\n\nWords.\n\n{before}\n{CITING}", appendix=False)
    page = result.pages[-1]
    column = [x for x, _, run in runs(page.items) if run.size > 8]
    found = marks(page.items)
    assert "".join(text for _, _, text in found) == (
        "first-pickone-stepstep-into-empty-squares-only"
    )
    for x, _, _ in found:
        assert x > page.width - 17 * MM if outer == "right" else x < min(column)
    heights = [y for _, y, _ in found]
    assert all(lower - upper > 6 for upper, lower in pairwise(heights))


def test_many_slugs_stay_above_the_footer(maker: Maker) -> None:
    last = running(30) + " [[one-step, first-pick, step-into-empty-squares-only]]"
    result = book(maker, "\n\n".join([running(60)] * 9 + [last]), appendix=False)
    page = next(page for page in result.pages if marks(page.items))
    assert max(y for _, y, _ in marks(page.items)) <= page.height - maker.style.foot


def test_a_slug_is_broken_at_its_hyphens(maker: Maker) -> None:
    long = "counterattackers-strike-first"
    result = book(
        maker, f"They strike. [[{long}]]\n", rules={long: Rule(long, "Turn", "So it is.")}
    )
    page = result.pages[0]
    lines = [text for _, _, text in marks(page.items)]
    assert "".join(lines) == long
    assert lines[0] == "counterattackers-"
    for x, _, run in runs(tuple(each for each in page.items if isinstance(each, Group))):
        assert x + run.width < page.width - 3 * MM


def test_a_slug_is_printed_once_on_a_page(maker: Maker) -> None:
    page = book(maker, CITING + "\n" + CITING, appendix=False).pages[0]
    assert [text for _, _, text in marks(page.items)].count("first-pick") <= 1


def test_an_unknown_rule_is_a_fault_with_its_line(maker: Maker) -> None:
    with pytest.raises(KitError, match=r'book.md.j2:3: no rule "one-stepp"') as caught:
        book(maker, "Words.\n\nMore. [[one-stepp]]\n")
    assert "one-step" in str(caught.value)


@pytest.mark.parametrize("source", ["# Title [[one-step]]\n", "[[one-step]]\n"])
def test_a_citation_needs_a_sentence(maker: Maker, source: str) -> None:
    with pytest.raises(KitError, match=r"cites a rule|has no words before it"):
        book(maker, source)


def test_the_appendix_has_every_rule_and_the_pages_that_cite_it(maker: Maker) -> None:
    result = book(maker, f"```cover\ntitle: T\n```\n\n# One\n\n{CITING}")
    assert result.appendix == 3
    assert result.players == 2
    assert result.cited == dict.fromkeys(RULES, (2,))
    text = " ".join(run.text for page in result.pages[2:] for _, _, run in runs(page.items)).split()
    for slug, rule in RULES.items():
        assert f"{slug}:" in text
        assert {*rule.text.split()} <= {*text}
    assert all(result.anchors[f"rule-{slug}"] == 3 for slug in RULES)
    assert [
        size for _, _, run in runs(result.pages[2].items) for size in [run.size] if size < 6.5
    ] == []


@pytest.mark.parametrize("appendix", [True, False])
def test_the_contents_list_the_appendix(maker: Maker, appendix: bool) -> None:
    page = book(maker, f"```contents\n```\n\n# One\n\n{CITING}", appendix=appendix).pages[0]
    listed = {link.target: line for link, line in zip(links(page.items), words(page), strict=False)}
    named = {"#rules-for-referees": "Rules for referees 2"} if appendix else {}
    assert listed == {"#one": "One 1", **named}


def test_a_link_leads_to_the_first_text_that_cites_a_rule(maker: Maker) -> None:
    start = f"# One\n\nFirst.\n\n```page-break\n```\n\n{CITING}\n```page-break\n```\n\n{CITING}"
    result = book(maker, f"{start}\nSee [](#told-one-step).\n")
    assert "See page 2." in words(result.pages[2])
    assert result.anchors["told-one-step"] == 2
    with pytest.raises(KitError, match='"#told-first-pick" leads nowhere'):
        book(maker, "Step. [[one-step]] See [](#told-first-pick).\n")


def test_a_long_appendix_continues_in_columns(maker: Maker) -> None:
    rules = {f"rule-{n}": Rule(f"rule-{n}", f"Part {n // 20}", running(30)) for n in range(120)}
    result = book(maker, "Words. [[rule-1]]\n", rules=rules)
    text = [line for page in result.pages[1:] for line in words(page)]
    assert len(result.pages) > 3
    assert all(any(f"rule-{n}:" in line for line in text) for n in range(120))


def test_a_book_that_prints_its_rules_has_no_appendix(maker: Maker) -> None:
    lines = "\n".join(f'{slug}: "{rule.text}"' for slug, rule in RULES.items())
    result = book(maker, f"# One\n\n```rules\n{lines}\n```\n")
    assert result.appendix == 0
    assert result.printed == set(RULES)


def test_the_page_before_the_appendix_is_the_same_without_it(maker: Maker) -> None:
    complete, players = (book(maker, f"# One\n\n{CITING}", appendix=each) for each in (True, False))
    assert [words(page) for page in complete.pages[: complete.players]] == [
        words(page) for page in players.pages
    ]


def test_a_page_can_have_two_columns(maker: Maker) -> None:
    wide = Size(297 * MM, 210 * MM)
    source = f"# One\n\n{CITING}\n```page-break\n```\n\nThe second column. [[one-step]]\n"
    result = book(maker, source, columns=2, page=wide, appendix=False)
    assert len(result.pages) == 1
    xs = [x for x, _, text in marks(result.pages[0].items)]
    assert min(xs) < 17 * MM
    assert max(xs) > (297 - 17) * MM


def test_a_spread_begins_on_an_even_page(maker: Maker) -> None:
    source = "One.\n\n```page-break\n```\n\nTwo.\n\n```spread\n```\n\n# Four\n\nIt goes on.\n"
    result = book(maker, source, appendix=False)
    assert result.anchors["four"] == 4
    assert result.fill[2] == 0.0


def test_a_spread_leaves_no_column_empty_beside_another(maker: Maker) -> None:
    source = "One.\n\n```spread\n```\n\n# Two\n\nIt goes on.\n"
    wide = Size(297 * MM, 210 * MM)
    result = book(maker, source, columns=2, page=wide, appendix=False)
    assert result.anchors["two"] == 1


def test_citations_are_found_in_all_text(maker: Maker) -> None:
    source = (
        "- item [[first-pick]]\n\n> box [[one-step]]\n\n"
        "| head |\n|:--|\n| cell [[step-into-empty-squares-only]] |\n"
    )
    result = book(maker, source, appendix=False)
    assert {each.slug for each in cited_rules(result.pages[0].items)} == set(RULES)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Take one-step at a time.", ["one-step"]),
        ("Then pull step E pull all.", ["pull step E pull all"]),
        ("Then avoid d1 if you can.", ["avoid d1"]),
        ("Stay, or trade pull for push.", []),
    ],
)
def test_commands_and_slugs_in_the_text_are_reported(
    maker: Maker, text: str, wrong: list[str]
) -> None:
    moves = [{"move": "pull step E pull all"}, {"move": "trade pull"}]
    examples = {"one": {"moves": moves, "illegal": {"avoid d1": {}, "stay": {}}}}
    result = book(maker, f"{text} [[one-step]]\n")
    faults = plain_words_faults(result, RULES, examples)
    assert [fault.message.split('"')[1] for fault in faults] == wrong
