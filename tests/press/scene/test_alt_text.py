"""Tests of alternative text: what screen readers say of a scene, its text and its icons."""

from __future__ import annotations

from generator.i18n.pseudo import Pseudo
from generator.press.scene.alt_text import all_text, alt_text, icon_alt_text
from generator.press.scene.items import Anchor, Group, Scene, Tag
from tests.press.paint.pdf.test_painter import run

FOLD = Group((run("fold"),), symbol="fold", decor=True)
STAR = Group((run("*"),), symbol="star")
SCENE = Scene("card", 10, 10, (Anchor("top", 0, "Top"), run("Draw"), STAR, FOLD))


def test_decorative_symbols_are_not_in_the_alternative_text() -> None:
    assert alt_text(SCENE) == "Draw star"


def test_visible_and_alternative_text_is_listed() -> None:
    page = Scene("page", 10, 10, (Group(SCENE.items, tags=(Tag("Figure", "A card"),)),))
    assert all_text(page) == "A card Top Draw star * fold"


def test_an_icon_is_named_after_its_file_in_the_language() -> None:
    assert icon_alt_text("arrow-left", Pseudo()) == "árrów léft"
