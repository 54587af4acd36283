"""Tests of the rulebook as HTML: each block, its links, and escaping of hostile kits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from lxml import html

from generator.base.errors import KitError
from generator.engine.text.rule_texts import Rule
from generator.press.html.rulebook import ScreenBook
from generator.press.preflight.screen_page import screen_faults
from generator.press.rulebook.layout.generated_lists import Entry
from tests.press.rulebook.making import SOURCE, Maker

RULES = {
    slug: Rule(slug, section, text)
    for slug, section, text in (
        ("first-pick", "Setting up", "Red picks first."),
        ("one-step", "Your turn", "A step is *one* square."),
        ("no-diagonal", "Your turn", "Nobody steps across a corner."),
    )
}


def page(
    maker: Maker, source: str, *, rules: Mapping[str, Rule] = RULES, slugs: bool = True,
    appendix: bool = True, pieces: tuple[Entry, ...] = (),
) -> html.HtmlElement:  # fmt: skip
    """The page of a source without faults."""
    style = replace(maker.style, slugs=slugs)
    book = ScreenBook(maker.renderer, style, "The Book", "en", pieces, rules, appendix)
    content = book.page(source, SOURCE)
    file = Path("book.html")
    file.write_bytes(content)
    assert [str(fault) for fault in screen_faults(file, ())] == []
    return html.document_fromstring(content.decode())


def inner(page: html.HtmlElement, path: str) -> list[str]:
    """The content of the elements including tags, with whitespace collapsed."""
    contents = (
        (each.text or "") + "".join(html.tostring(child, encoding="unicode") for child in each)
        for each in page.xpath(f"//main{path}")
    )
    return [" ".join(text.split()) for text in contents]


@pytest.mark.parametrize(
    ("source", "path", "expected"),
    [
        ("Plain *words* and **strong ones**.", "//p",
         ["Plain <em>words</em> and <strong>strong ones</strong>."]),
        ("One\\\ntwo.", "//p", ["One<br>two."]),
        ("- a\n- b", "//ul/li", ["a", "b"]),
        ("3. a\n4. b", "//ol[@start=3]/li", ["a", "b"]),
        ("> Note *this*.", "//div[@class='box']/p", ["Note <em>this</em>."]),
        ("| a | b |\n|--|--:|\n| 1 | 2 |", "//tbody//td[@class='right']", ["2"]),
        ("[Out](https://example.org/a?b=1&c=2) there.", "//p",
         ['<a href="https://example.org/a?b=1&amp;c=2" rel="noreferrer noopener">Out</a> there.']),
        ("# Set up\n\nSee [](#set-up) and [**here**, too](#set-up).", "//p",
         ['See <a href="#set-up">Set up</a> and <a href="#set-up"><strong>here</strong>, too</a>.']),
        ("# Über alles\n\n[](#über-alles)", "//p", ['<a href="#%C3%BCber-alles">Über alles</a>']),
        ("# A\n\n```contents\n```\n\n# B\n\n## C", "//ul[@class='chapters']",
         ['<li><a href="#a">A</a></li> <li><a href="#b">B</a></li>']),
        ('```rules\nfirst-pick: "Red *first*."\n```', "//ul[@class='rules']/li[@id='rule-first-pick']",
         ['Red <em>first</em>. <span class="slug">first-pick</span>']),
    ],
)  # fmt: skip
def test_a_block_is_converted_to_html(
    maker: Maker, source: str, path: str, expected: list[str]
) -> None:
    assert inner(page(maker, source, appendix=False), path) == expected


def test_a_citation_links_to_its_rule_and_back(maker: Maker) -> None:
    source = "# Turns\n\nStep once. [[one-step, no-diagonal]] Then **again**. [[one-step]]"
    result = page(maker, source)
    marks = result.xpath("//p/a[@class='slug']")
    assert [mark.get("href") for mark in marks] == [
        "#rule-one-step",
        "#rule-no-diagonal",
        "#rule-one-step",
    ]
    assert [mark.tail for mark in marks] == [" ", " Then ", None]
    index = result.xpath("//dl[@class='index']/div[dt='one-step']//dd/a")
    assert [(link.get("href"), link.text) for link in index] == [
        ("#cited-one-step-1", "Turns"), ("#cited-one-step-2", "Turns"),
    ]  # fmt: skip
    assert inner(result, "//li[@id='rule-one-step']") == [
        "<b>one-step</b> A step is <em>one</em> square."
    ]


def test_a_link_to_the_citing_text_shows_its_heading(maker: Maker) -> None:
    result = page(maker, "# Turns\n\nStep once. [[one-step]]\n\n# Words\n\nSee [](#told-one-step).")
    assert 'See <a href="#cited-one-step-1">Turns</a>.' in inner(result, "//p")


def test_without_slugs_the_index_still_links_to_the_sentence(maker: Maker) -> None:
    result = page(maker, "# Turns\n\nStep once. [[one-step]]", slugs=False)
    assert result.xpath("//*[@class='slug']") == []
    assert [each.get("id") for each in result.xpath("//p/span")] == ["cited-one-step-1"]
    assert result.xpath("//button[@data-slugs]") == []


def test_pictures_have_alternative_text_and_are_stored_once(maker: Maker) -> None:
    figure = "```figure\ntemplate: box.xml\narg: {word: Hullabaloo}\ncaption: A *box*\n```\n\n"
    result = page(maker, "Take :sun: now.\n\n" + 2 * figure)
    labels = [each.get("aria-label") for each in result.xpath("//main//svg[@role='img']")]
    assert labels == ["sun", "Hullabaloo", "Hullabaloo"]
    assert inner(result, "//figcaption") == ["A <em>box</em>", "A <em>box</em>"]
    uses = [each.get("href") for each in result.xpath("//main//figure//use")]
    assert len(uses) >= 2
    assert len(set(uses)) < len(uses)


def test_text_of_a_kit_is_escaped(maker: Maker) -> None:
    evil = r'\<script>alert(1)\</script> \<img src=x onerror=alert(1)> "\'&lt;'
    source = (
        f'```cover\ntitle: "<script>alert(2)</script>"\nsummary: "\'\\"><b>"\nfacts: ["<i>"]\n```\n\n'
        f"# {evil}\n\n{evil} [[one-step]]\n\n| {evil} |\n|--|\n| {evil} |\n\n- {evil}\n\n"
        "```figure\ntemplate: box.xml\narg: {word: '&lt;/title>&lt;script>'}\ncaption: '\\<u>'\n```\n"
    )
    rules = {**RULES, "one-step": Rule("one-step", "<h1>", r"\<iframe src=//evil>")}
    result = page(maker, source, rules=rules)
    assert result.xpath("//main//script | //img | //iframe | //b/b | //u | //i") == []
    assert [each.get("id") for each in result.xpath("//script")] == [None]
    assert result.xpath("string(//title)") == "<script>alert(2)</script>"
    assert result.xpath("//@*[starts-with(name(), 'on')]") == []


@pytest.mark.parametrize("target", ["//evil.example", "x.html"])
def test_a_link_that_leads_nowhere_is_refused(maker: Maker, target: str) -> None:
    with pytest.raises(KitError, match="leads nowhere"):
        page(maker, f"[Click]({target})")


@pytest.mark.parametrize(
    "target", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd"]
)
def test_a_script_address_is_plain_text(maker: Maker, target: str) -> None:
    assert inner(page(maker, f"[Click]({target})", appendix=False), "//p") == [f"[Click]({target})"]


def test_all_faults_are_reported_with_their_lines(maker: Maker) -> None:
    source = "# A\n\n[b](#c)\n\nWords. [[one-stop]]\n\n```figure\ntemplate: broken.xml\n```\n"
    with pytest.raises(KitError) as caught:
        page(maker, source)
    messages = [str(fault) for fault in caught.value.faults]
    assert [fault.split(": ")[0] for fault in messages] == [
        "book.md.j2:3",
        "book.md.j2:5",
        "broken.xml:2",
    ]


def test_the_same_source_gives_the_same_bytes(maker: Maker) -> None:
    book = ScreenBook(maker.renderer, maker.style, "The Book", "en", (), RULES)
    source = "# A\n\nWords :sun: here. [[one-step]]\n"
    assert book.page(source, SOURCE) == book.page(source, SOURCE)
