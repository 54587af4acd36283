"""Tests of the markup parser: strict XML, and faults with the line of the template."""

from __future__ import annotations

import re
import time

import pytest

from generator.base.errors import KitError, Place
from generator.press.markup.parser import MAX_BYTES, MarkupParser
from generator.press.templates.source_lines import with_sources

CARD = '<card size="poker">{}</card>'


def refused(markup: str) -> KitError:
    with pytest.raises(KitError) as caught:
        MarkupParser({}).parse(markup, "t.xml")
    return caught.value


def test_nodes_have_parsed_values_children_text_and_place() -> None:
    source = '<card size="poker">\n  <text size="9" x="1in">\n a  b \n\n c\n</text>\n</card>'
    root = MarkupParser({}).parse(with_sources(source, "a: b/t.xml"), "t.xml")
    (text,) = root.children
    assert (root.name, root.values["size"], root.place) == ("card", "poker", Place("a: b/t.xml", 1))
    assert (text.values["x"], text.text, text.place) == (72.0, "a b\nc", Place("a: b/t.xml", 2))


@pytest.mark.parametrize(
    ("markup", "says"),
    [
        ("", "the template draws nothing; begin with a tag"),
        ("<rect/>", "a template must begin with one of card, board, sheet, drawing, not <rect>"),
        (
            '<card size="poker"><rect></card>',
            "a tag is not closed: <rect> is still open at </card>",
        ),
        (CARD.format("<rect x=5/>"), 'an attribute has no value in quotes; write name="value"'),
        (CARD.format('<rect x="1" x="2"/>'), 'the attribute "x" appears twice in one tag'),
        (CARD.format("a & b"), 'a lone "&" is not allowed; write "&amp;" for "&"'),
        (CARD.format("<text>a < b</text>"), 'a "<" does not start a tag; write "&lt;" for "<"'),
        (CARD.format("words"), 'the words "words" are outside any <text>'),
        (CARD.format("<rect/> and words"), 'the words "and words" are outside'),
        (CARD.format("<rct/>"), 'there is no element <rct>; did you mean "rect"?'),
        (CARD.format('<rect fil="a"/>'), '<rect> has no attribute "fil"; did you mean "fill"?'),
        (
            CARD.format("<cell/>"),
            "<cell> is not allowed in <card>; <card> can contain drawing elements",
        ),
        (CARD.format("<text>a <b>b</b></text>"), "there is no element <b>"),
    ],
)
def test_invalid_markup_is_reported(markup: str, says: str) -> None:
    error = refused(markup)
    assert says in str(error)
    assert str(error).startswith("t.xml")


def test_a_syntax_error_has_the_line_of_the_last_tag_before_it() -> None:
    source = with_sources('<card size="poker">\n<rect/>\n<text>a & b</text>\n</card>', "x/t.xml")
    assert refused(source).faults[0].place == Place("x/t.xml", 3)
    assert "_src" not in str(refused(source))


@pytest.mark.parametrize("name", ["rect", "rct"])
def test_many_attributes_take_linear_time(name: str) -> None:
    attributes = " ".join(f'a{number}=""' for number in range(50_000))
    started = time.process_time()
    error = refused(CARD.format(f"<{name} {attributes}/>"))
    assert time.process_time() - started < 2
    assert re.search("more than 1,000 attributes|there is no element <rct>", str(error))


def test_too_much_markup_is_refused() -> None:
    error = refused(CARD.format("<rect/>" * (MAX_BYTES // 7)))
    assert "look for a loop that repeats too often" in str(error)


def test_comments_and_processing_instructions_are_ignored() -> None:
    root = MarkupParser({}).parse(CARD.format("<!-- <rct/> --><?php x ?><rect/>"), "t.xml")
    assert [child.name for child in root.children] == ["rect"]


def test_extra_attributes_are_for_use_only() -> None:
    root = MarkupParser({}).parse(CARD.format('<use template="a" arg-b="1" arg-c-d="2"/>'), "t.xml")
    assert root.children[0].values["extra"] == (("b", "1"), ("c-d", "2"))
    assert 'no attribute "arg-b"' in str(refused(CARD.format('<rect arg-b="1"/>')))


def test_sources_are_recorded_only_outside_of_jinja_and_comments() -> None:
    source = "{# <a> #}\n<rect {{ '<b ' }}/>{% if x<y %}\n<!-- <c/> --><text>1 <2</text>{% endif %}"
    assert with_sources(source, "t").count("_src") == 2
    assert '<text _src="t:3">' in with_sources(source, "t")


def test_each_of_several_tags_in_a_line_has_its_own_source() -> None:
    source = with_sources(CARD.format('<rect/><rect x="1"/>\n<rect/>'), "card.xml")
    root = MarkupParser({}).parse(source, "card.xml")
    assert [each.source for each in root.children] == ["card.xml:1/2", "card.xml:1/3", "card.xml:2"]
    assert [each.place.line for each in root.children] == [1, 1, 2]
    assert str(refused(with_sources(CARD.format("<rect/><rect z='1'/>"), "card.xml"))).startswith("card.xml:1: ")  # noqa: E501  # fmt: skip
    assert str(refused(with_sources(CARD.format("<rect/><rect x=1/>"), "card.xml"))).startswith("card.xml:1: ")  # noqa: E501  # fmt: skip


def test_a_file_name_may_contain_any_character() -> None:
    root = MarkupParser({}).parse(
        with_sources(CARD.format("<rect/>"), """a&b"<'c{{.xml"""), "t.xml"
    )
    assert root.children[0].place == Place("""a&b"<'c{{.xml""", 1)


def test_an_unclosed_tag_of_several_lines_is_reported_at_its_first_line() -> None:
    source = '<card size="poker">\n<rect/>\n<group x="1"\n  y="1">\n<rect/>\n</card>'
    error = refused(with_sources(source, "t.xml"))
    assert error.faults[0].place == Place("t.xml", 3)
    assert "a tag is not closed: <group>" in str(error)
