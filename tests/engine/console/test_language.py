"""Tests of a game played in another language: all that its players read is translated."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from generator.engine.console.commands import COMMANDS
from generator.engine.game import Game
from generator.engine.of_kit import game_of_kit
from generator.i18n.pseudo import PSEUDO
from generator.i18n.translate import translated
from tests.engine.console.driver import SessionDriver
from tests.shipped import shipped_kit

TYPED = [
    *("help", "show", "look", "look push", "1", "2", "1", "look", "look swap", "look zzz"),
    *("why 1", "why d4", "why zzz", "why step", "why pick", "why", "hint", "show", "legend"),
    *("undo", "rules draft-place", "rules zzz", "rules goof", "999", "load", "save x", "zzz"),
    *("why 2", "1", "1", "1", "why 1", "trade push", "1", "notation", "show", ""),
]
SLUGS = re.compile(r"\((?:[a-z-]+,?\s*)+\)|\[[a-zA-Z0-9 ]+\]|\b[a-z]+(-[a-z]+)+\b")
"""Slugs of rules, and notation in brackets, which are the same in every language."""
KEPT = {*COMMANDS, "zzz", "step", "pick", "trade", "push", "with"}
"""Commands, what was typed, and a word of the command that continues a game in these tests."""


@cache
def grumbles_in(language: str) -> Game[Any]:
    return game_of_kit(translated(shipped_kit("grumbles"), language))


def test_no_word_that_a_player_reads_is_left_in_english() -> None:
    """In the pseudo-language every translated word has a letter with an accent."""
    driver = SessionDriver(grumbles_in(PSEUDO), seed=3)
    said = [driver.text, *map(driver.type, TYPED), driver.session.prompt]
    plain = set(re.findall(r"\b[A-Za-z]{3,}\b", SLUGS.sub("", "\n".join(said))))
    assert plain - KEPT == set()


def test_grumbles_is_played_in_german() -> None:
    driver = SessionDriver(grumbles_in("de"), seed=3)
    assert driver.text.startswith("Grummel und Dussel: Du spielst Rot, das Programm spielt Grün.")
    assert "Rot 0, Grün 0; frei: keiner; Vorrat: 5" in driver.text
    assert "[ ] ein Heim, * ein Stern" in driver.text
    driver.type("schub nehmen und auf c1 stellen")
    assert "R:Schub" in driver.text
    assert driver.type("look schub").startswith("Schub (Grummel; zu sehen: Rot)\n    Tritt auf ein")
    assert driver.type("look").startswith("Rot: Schub\nGrün: ")
    why = driver.type("why Schub")
    assert why.startswith("Schub geht jetzt nicht: Rot hat Schub schon gewählt\nAufbau: ")
    assert driver.type("why c5").startswith(
        "c5 geht jetzt nicht: c5 liegt nicht neben dem Heim von"
    )
    assert driver.type("undo").startswith("Zurückgenommen: „Schub nehmen und auf c1 stellen“.")


def test_the_board_keeps_within_a_screen_in_german() -> None:
    driver = SessionDriver(grumbles_in("de"), (0, 1), seed=3)
    for _ in range(20):
        driver.type("1")
        assert max(map(len, driver.text.splitlines())) <= 80
