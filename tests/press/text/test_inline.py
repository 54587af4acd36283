"""Tests of inline marks: they become spans and icons, and other text is unchanged."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import KitError
from generator.press.text.inline import Icon, InlineText, Span, escape_broken, parse
from tests.kinds import of_kind


def written(paragraph: InlineText) -> str:
    """Each piece with its style: `b(bold)`, `i(italic)`, `bi(both)`, `<icon>`."""
    pieces = []
    for piece in paragraph:
        if isinstance(piece, Icon):
            pieces.append(f"<{piece.name}>")
        else:
            style = "b" * piece.bold + "i" * piece.italic
            pieces.append(f"{style}({piece.text})" if style else piece.text)
    return "".join(pieces)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("plain words", "plain words"),
        ("*bold*", "b(bold)"),
        ("_italic_", "i(italic)"),
        ("*_both_*", "bi(both)"),
        ("_*both*_", "bi(both)"),
        ("a *b _c_ d* e", "a b(b )bi(c)b( d) e"),
        ("(*Push*), *don't*!", "(b(Push)), b(don't)!"),
        ("“*Push*”—_or_", "“b(Push)”—i(or)"),
        ("_*Shove*, then_ x", "bi(Shove)i(, then) x"),
        ("pay 2:heart: now", "pay 2<heart> now"),
        ("*:star:*", "<star>"),
        (":arrow-up::d6:", "<arrow-up><d6>"),
    ],
)
def test_marks_are_parsed(source: str, expected: str) -> None:
    assert [written(paragraph) for paragraph in parse(source)] == [expected]


@pytest.mark.parametrize(
    "source",
    [
        "2 * 3",
        "2*3*4",
        "snake_case_name",
        "5* and 6_",
        "_",
        "* * *",
        "10:30",
        "a: b :c",
        ": star:",
        ":Star:",
        ":2:",
        "3:4:5",
        r"c:\dir",
    ],
)
def test_other_text_is_unchanged(source: str) -> None:
    assert parse(source) == ((Span(source),),)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (r"\*a\*", "*a*"),
        (r"\_b\_", "_b_"),
        (r"\:star\:", ":star:"),
        (r"\:star:", ":star:"),
        (r"\\*b*", r"\b(b)"),
        (r"*5\**", "b(5*)"),
        ("end\\", "end\\"),
    ],
)
def test_a_backslash_escapes_a_mark(source: str, expected: str) -> None:
    assert written(parse(source)[0]) == expected


def test_a_new_line_is_a_new_paragraph_and_spaces_are_collapsed() -> None:
    assert parse("  one \t two \n\n  \n three\r\nfour") == (
        (Span("one two"),),
        (Span("three"),),
        (Span("four"),),
    )
    assert parse("") == parse(" \n ") == ()


def test_combining_characters_are_composed() -> None:
    assert parse("e\u0301") == ((Span("é"),),)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("play *this card", '* is never closed, near "play *this card"'),
        ("say _so *twice*", "_ is never closed"),
        ("**bold**", "a second * opens before the first is closed"),
        ("*a _b* c_", "* closes before a mark inside it is closed"),
        ("one\ntwo *three\nfour*", '* is never closed, near "two *three"'),
        ("(*)", "and \\* for a plain *"),
    ],
)
def test_a_broken_mark_is_reported_with_the_text_near_it(source: str, message: str) -> None:
    with pytest.raises(KitError, match=re.escape(message)):
        parse(source)


def test_only_the_text_near_a_broken_mark_is_quoted() -> None:
    with pytest.raises(KitError, match=r'near "….{16}\*open .{0,30}…"'):
        parse("word " * 20 + "*open " + "word " * 20)


@given(st.text("ab *_:\\-\n", max_size=20))
def test_any_text_is_parsed_or_refused_in_plain_words(source: str) -> None:
    try:
        paragraphs = parse(source)
    except KitError:
        return
    pieces = [piece for paragraph in paragraphs for piece in paragraph]
    assert all(piece.text for piece in pieces if isinstance(piece, Span))


@given(st.text("ab *_:\\", max_size=20))
def test_escaped_text_round_trips(text: str) -> None:
    escaped = re.sub(r"([*_:\\])", r"\\\1", text)
    pieces = [piece for paragraph in parse(escaped) for piece in paragraph]
    texts = [of_kind(piece, Span).text for piece in pieces]
    assert pieces == [Span(text) for text in texts]
    assert "".join(texts) == " ".join(text.split())


@pytest.mark.parametrize(
    ("source", "loose", "broken"),
    [
        ("a *b* c", "a *b* c", 0),
        ("one *\ntwo *three", "one *\ntwo \\*three", 1),
        ("*a _b* c_", "\\*a _b\\* c_", 2),
        ("say _so *twice*", "say \\_so *twice*", 1),
        ("***x", "**\\*x", 1),
    ],
)
def test_broken_marks_are_escaped_and_others_kept(source: str, loose: str, broken: int) -> None:
    text, found = escape_broken(source)
    assert len(found) == broken
    assert text == loose
    assert parse(text)


def test_many_broken_marks_are_repaired_quickly() -> None:
    text, found = escape_broken(" ".join(["*x"] * 20_000))
    assert len(found) == 100
    (line,) = parse(text)
    assert "".join(span.text for span in line if isinstance(span, Span)).count("*") == 20_000
