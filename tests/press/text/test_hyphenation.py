"""Tests of hyphenation: plain words of languages with a dictionary are divided, and nothing else."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from generator.press.layout.text import DoesNotFit, set_text
from generator.press.text.hyphenation import (
    LAST_RESORT,
    ZONE,
    Hyphenate,
    hyphenate_paragraph,
    hyphenation,
    prepare_hyphenated,
)
from generator.press.text.inline import parse
from generator.press.text.line_breaking import prepare_paragraph
from tests.press.text.making import fonts, square


@cache
def german() -> Hyphenate:
    """The hyphenator of German, whose dictionary takes a second to read."""
    hyphenate = hyphenation("de")
    assert hyphenate
    return hyphenate


def lines(source: str, measure: float, zone: float) -> list[str]:
    """The lines of a German paragraph in a column of `measure` em."""
    (spans,) = parse(source)
    prepared = prepare_paragraph(hyphenate_paragraph(spans, german()), fonts(), square, zone)
    return [
        prepared.text(first, after).strip() + "-" * (after - 1 in prepared.hyphens)
        for first, after in prepared.lines(measure)
    ]


@pytest.mark.parametrize(
    ("text", "divided"),
    [
        ("Spielbrett", "Spiel|brett"),
        ("Die Anordnung.", "Die Anord|nung."),
        ("Brett", "Brett"),
        ("Spiel\u00adbretter", "Spiel\u00adbretter"),
        ("refill-the-row Dussel-Marker", "refill-the-row Dussel-Marker"),
        ("spielbretter.de, a@spielbretter.de", "spielbretter.de, a@spielbretter.de"),
        ("brett" * 21, "brett" * 21),
    ],
)
def test_plain_words_are_divided(text: str, divided: str) -> None:
    assert german()(text) == divided.replace("|", "\u00ad")


@pytest.mark.parametrize("language", ["en-XA", "xx"])
def test_a_language_without_a_dictionary_divides_nothing(language: str) -> None:
    assert hyphenation(language) is None


def test_a_regional_variant_uses_the_dictionary_of_its_language() -> None:
    german = hyphenation("de-AT")
    assert german
    assert german("Spielbrett") == "Spiel\u00adbrett"


def test_a_word_is_divided_only_if_its_line_would_be_short() -> None:
    text = "Das Spielbrett liegt da"
    undivided = lines(text, 5.5, LAST_RESORT)
    divided = lines(text, 5.5, 0.1)
    assert "Spiel-" in divided[0]
    assert undivided[0] == "Das"
    assert lines(text, 5.5, ZONE) in (undivided, divided)


def test_the_last_word_of_a_paragraph_is_not_divided() -> None:
    assert lines("Das Spielbrett", 5.5, 0.1) == ["Das", "Spielbrett"]


def test_a_word_wider_than_the_column_is_divided() -> None:
    assert lines("Spielbrett", 3.5, LAST_RESORT) == ["Spiel-", "brett"]


def test_a_text_without_room_fits_after_hyphenation() -> None:
    hyphenate = german()
    box: dict[str, Any] = {
        "width": 35.0,
        "height": None,
        "size_max": 10.0,
        "size_min": 10.0,
        "icon_width": square,
    }
    with pytest.raises(DoesNotFit):
        set_text("Spielbrett", fonts(), **box)
    block = set_text(
        "Spielbrett",
        fonts(),
        prepare=lambda text, fonts, icon_width: prepare_hyphenated(
            text, fonts, icon_width, hyphenate
        ),
        **box,
    )
    assert len(block.lines) == 2


def test_a_word_of_very_many_lines_is_read_once() -> None:
    class Gaps(list[float | None]):
        reads = 0

        def __getitem__(self, index: Any) -> Any:
            Gaps.reads += len(range(*index.indices(len(self)))) if isinstance(index, slice) else 1
            return super().__getitem__(index)

    (spans,) = parse("ein " + "Spiel\u00ad" * 2_000 + "brett")
    paragraph = prepare_paragraph(spans, fonts(), square, ZONE)
    paragraph.gaps = Gaps(paragraph.gaps)
    assert len(list(paragraph.lines(6.0))) == 1_002
    assert Gaps.reads <= 3 * 2_002
