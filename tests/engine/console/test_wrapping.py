"""Tests of line wrapping: breaks between words, with an indent; drawings stay as they are."""

from __future__ import annotations

from generator.engine.console.wrapping import Kind, ScreenLine, wrapped


def test_a_long_line_continues_indented() -> None:
    assert list(wrapped(Kind.NOTE, "  one two three four", 12)) == [
        ScreenLine(Kind.NOTE, "  one two"),
        ScreenLine(Kind.NOTE, "    three"),
        ScreenLine(Kind.NOTE, "    four"),
    ]


def test_lines_that_fit_keep_their_spaces() -> None:
    text = "  7   .    x\n\n  6   R:a  ."
    assert [line.text for line in wrapped(Kind.BOARD, text, 20)] == text.split("\n")


def test_text_far_to_the_right_is_not_broken() -> None:
    drawn = " " * 15 + "[] [] []"
    assert list(wrapped(Kind.BOARD, drawn, 20)) == [ScreenLine(Kind.BOARD, drawn)]
