"""Tests of line breaking: lines end at allowed places, fit the measure and lose no words."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import KitError
from generator.press.text.fonts import Font, Word
from generator.press.text.line_breaking import (
    ICON_SIZE,
    MAX_WORD_LENGTH,
    PreparedParagraph,
    prepare,
)
from tests.press.text.making import fonts, paragraph, shown_lines, square, texts, typeset

measures = st.floats(0.5, 30)


def broken(source: str, measure: float) -> list[str]:
    """The lines of a text in a measure given in em."""
    return shown_lines(typeset(source, width=measure * 10, height=None))


def clusters(source: str) -> list[str]:
    prepared = paragraph(source)
    return [prepared.text(index, index + 1) for index in range(len(prepared.ends))]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("one two", ["one", "two"]),
        ("half-turn", ["half-", "turn"]),
        ("and/or", ["and/", "or"]),
        ("this—that", ["this—", "that"]),
        ("in\u00advisible", ["in-", "visible"]),
        ("in\u200bvisible", ["in", "visible"]),
        ("*bold*, then", ["bold,", "then"]),
        ("2:heart: or", ["2:heart:", "or"]),
        ("a :heart: b", ["a", ":heart:", "b"]),
        ("+2 :heart: or", ["+2 :heart:", "or"]),
        ("*half-*_turn_", ["half-turn"]),
    ],
)
def test_a_line_may_end_there(source: str, expected: list[str]) -> None:
    prepared = paragraph(source)
    count = len(prepared.ends)
    narrow = max(prepared.width((index, index + 1)) for index in range(count))
    assert broken(source, narrow) == expected


@pytest.mark.parametrize(
    "source",
    [
        "two\u00a0cards",
        "non\u2011breaking",
        "word\u2060-joined",
        "-1",
        "1/2",
        "3–4",
        "10-12",
        "--x",
        "clean-up",
        "12 :heart:",
    ],
)
def test_a_line_may_not_end_there(source: str) -> None:
    assert len(paragraph(source).ends) == 1


def test_break_control_characters_are_not_shown() -> None:
    assert broken("two\u00a0cards non\u2011stop word\u2060s in\u00advis\u200bible", 99) == [
        "two cards non-stop words invisible"
    ]


def test_a_soft_hyphen_shows_only_at_the_end_of_a_line() -> None:
    source = "in\u00advisi\u00adble"
    word_width = paragraph("invisible").ends[-1]
    assert broken(source, word_width + 0.01) == ["invisible"]
    assert broken(source, word_width - 0.01) == ["invisi-", "ble"]
    assert broken("shy\u00ad", 99) == ["shy"]
    assert broken("shyest\u00ad next", paragraph("shyest").ends[-1] + 0.01) == ["shyest", "next"]


def test_a_visible_hyphen_must_fit_too() -> None:
    enough_without_hyphen = paragraph("invisi").ends[-1] + 0.01
    assert broken("in\u00advisi\u00adble", enough_without_hyphen)[0] == "in-"


def test_leading_and_trailing_spaces_take_no_room() -> None:
    word = paragraph("word").ends[-1]
    assert broken("  word   word  ", word + 0.001) == ["word", "word"]
    assert paragraph("\u00ad word").width((0, 1)) == pytest.approx(word)


def test_a_word_wider_than_the_measure_stops_line_breaking() -> None:
    prepared = paragraph("so incomprehensible it is")
    assert list(prepared.lines(paragraph("so it").ends[-1])) == [(0, 1), (1, 1)]


def test_first_lines_may_have_different_measures() -> None:
    prepared = paragraph("one one one one one one")
    two, three = prepared.ends[1], prepared.ends[2]
    assert list(prepared.lines(three, [two, two])) == [(0, 2), (2, 4), (4, 6)]
    assert list(prepared.lines(three, [two])) == [(0, 2), (2, 5), (5, 6)]


def test_a_last_line_is_no_mere_stub() -> None:
    prepared = paragraph("She now has 1 point, and he has 1.")
    measure = prepared.ends[-2]
    assert list(prepared.lines(measure)) == [(0, 8), (8, 9)]
    prepared.shortest_end = 2.0
    assert list(prepared.lines(measure)) == [(0, 7), (7, 9)]
    prepared.shortest_end = prepared.ends[-1] - prepared.starts[-1]
    assert list(prepared.lines(measure)) == [(0, 8), (8, 9)]


def test_two_words_stay_together_above_a_last_line() -> None:
    prepared = paragraph("incomprehensible now: 1.")
    prepared.shortest_end = 2.0
    assert list(prepared.lines(prepared.ends[1])) == [(0, 2), (2, 3)]


def test_adjoining_words_of_a_line_are_shaped_together() -> None:
    joined = paragraph("AV-Tax")
    assert joined.ends[-1] == fonts().font().word("AV-Tax").width
    assert joined.width((1, 2)) == pytest.approx(fonts().font().word("Tax").width)


def test_a_huge_word_is_not_measured_again_for_each_part(monkeypatch: pytest.MonkeyPatch) -> None:
    measured, word = [], Font.word

    def recorded(font: Font, text: str) -> Word:
        measured.append(text)
        return word(font, text)

    monkeypatch.setattr(Font, "word", recorded)
    paragraph("AV\u00ad" * 500)
    assert max(map(len, measured)) <= MAX_WORD_LENGTH + len("AV-")


def test_spaces_have_the_width_of_their_own_font() -> None:
    prepared = paragraph("a *b c* d")
    assert prepared.gaps[1:] == [
        fonts().font().space, fonts().font(bold=True).space, fonts().font().space
    ]  # fmt: skip


def test_the_caller_determines_the_width_of_icons() -> None:
    (wide,) = prepare(":wide:", fonts(), lambda name: 3 * ICON_SIZE)
    assert wide.ends == [3 * ICON_SIZE]


def test_an_unknown_icon_raises_the_error_of_the_caller() -> None:
    def unknown(name: str) -> float:
        raise KitError(f"no icon {name}")

    with pytest.raises(KitError, match="no icon hart"):
        prepare(":hart:", fonts(), unknown)


def test_a_missing_style_is_an_error_only_if_used() -> None:
    assert prepare("plain", fonts("Fredoka One"), square)
    with pytest.raises(KitError, match="Fredoka One has no italic style"):
        prepare("_slanted_", fonts("Fredoka One"), square)


def all_lines(prepared: PreparedParagraph, measure: float) -> list[tuple[int, int]]:
    return list(prepared.lines(measure))


@given(texts, measures)
def test_no_line_is_wider_than_the_measure_and_no_word_is_lost(text: str, measure: float) -> None:
    prepared = paragraph(text)
    lines = all_lines(prepared, measure)
    if lines[-1][0] == lines[-1][1]:  # a word that is too wide comes first on its line
        first = lines[-1][0]
        assert prepared.width((first, first + 1)) > measure
        return
    assert [after for _, after in lines[:-1]] == [first for first, _ in lines[1:]]
    assert (lines[0][0], lines[-1][1]) == (0, len(prepared.ends))
    assert all(prepared.width(line) <= measure + 1e-5 for line in lines)


@given(texts, measures)
def test_breaking_is_greedy(text: str, measure: float) -> None:
    prepared = paragraph(text)
    for first, after in all_lines(prepared, measure):
        if after < len(prepared.ends):
            assert prepared.width((first, after + 1)) > measure


@given(texts, measures, st.floats(1, 2))
def test_a_wider_measure_never_needs_more_lines(text: str, measure: float, more: float) -> None:
    prepared = paragraph(text)
    lines = all_lines(prepared, measure)
    if lines[-1][0] < lines[-1][1]:
        assert len(all_lines(prepared, measure * more)) <= len(lines)


@given(texts, measures, st.floats(1, 9))
def test_a_longer_last_line_takes_no_other_line(text: str, measure: float, least: float) -> None:
    prepared = paragraph(text)
    lines = all_lines(prepared, measure)
    prepared.shortest_end = least
    changed = all_lines(prepared, measure)
    assert changed[:-2] == lines[:-2]
    assert len(changed) == len(lines)
    assert changed[-1][1] == lines[-1][1]
    assert changed[-1][0] <= lines[-1][0]


@given(texts, measures)
def test_the_lines_contain_the_whole_text(text: str, measure: float) -> None:
    if all(first < after for first, after in paragraph(text).lines(measure)):
        shown_text = "".join(broken(text, measure))
        assert shown_text.replace(" ", "") == text.replace(" ", "")
    assert shown_lines(typeset(text, width=None, height=None)) == [text]


@given(texts)
def test_an_infinite_measure_gives_one_line(text: str) -> None:
    assert len(all_lines(paragraph(text), math.inf)) == 1
    assert clusters(text)
