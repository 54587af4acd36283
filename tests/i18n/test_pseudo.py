"""Tests of the pseudo-language: every word is changed, and nothing else."""

from __future__ import annotations

import pytest

from generator.i18n.pseudo import LONGER, Pseudo, hyphenate, plain_words


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ("Draw a card.", "Dráw á çárd."),
        ("{n} cards of {{ row.name | upper }}", "{n} çárdš óf {{ row.name | upper }}"),
        ("Take :heart: or :suit-{{ row.suit }}: now", "Táké :heart: ór :suit-{{ row.suit }}: ñów"),
        ("see [the end](#rule-the-end)&nbsp;here", "šéé [thé éñd](#rule-the-end)&nbsp;héré"),
        ("1.5 mm", "1,5 mm"),
        ("", ""),
    ],
)
def test_words_get_accents_and_the_rest_is_unchanged(message: str, says: str) -> None:
    assert Pseudo().find(message) == says


def test_plural_forms_are_changed_and_facts_kept() -> None:
    words = Pseudo()
    assert words.count("{n} page", "{n} pages", 1) == "1 págé"
    assert words.count("{n} page", "{n} pages", 2) == "2 págéš"
    assert words.text("{who} wins", who="Ann") == "Ann wíñš"
    assert words.figure("63.5 × 88.9 mm") == "63,5 × 88,9 mm"


@pytest.mark.parametrize("word", ["a", "card", "strengths", "mm", "Monument"])
def test_words_can_be_lengthened(word: str) -> None:
    pseudo = Pseudo(LONGER).find(word)
    drawn_out = len(word) > 1 and any(letter in "aeiouy" for letter in word)
    assert len(pseudo) == (round(len(word) * LONGER) if drawn_out else len(word))


def test_words_are_divided_between_syllables() -> None:
    assert hyphenate("Rúúñééštóóñéé, :heart: Šéé") == "Rúú\u00adñéé\u00adštóó\u00adñéé, :heart: Šéé"


def test_unchanged_words_are_found() -> None:
    assert plain_words("Dráw two çárdš, 2 mm, now") == ["two", "now"]
