"""Tests of the shipped rulebooks: complete on both papers and with both inks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from generator.base.errors import Place
from generator.base.units import MM, Size
from generator.engine.text.rule_texts import Rule, load_rules, with_figures
from generator.kit.locate import BUILT_IN
from generator.press.paint.recording import record
from generator.press.request import Ink
from generator.press.rulebook.compose import Book, compose
from generator.press.rulebook.layout.generated_lists import Entry
from generator.press.rulebook.layout.style import BookStyle
from generator.press.rulebook.source_map import markdown_templates
from generator.press.scene.items import Group, Item, Scene, Use
from generator.press.scene.text_extraction import extract_text
from tests.press.rulebook.making import runs
from tests.shipped import shipped_faces, shipped_kit

TEMPLATE = "rulebook.md.j2"
KITS = [name for name in BUILT_IN.names() if (BUILT_IN.find(name).templates[0] / TEMPLATE).exists()]
PAGES = {"a4": Size(148 * MM, 210 * MM), "letter": Size(139.7 * MM, 215.9 * MM)}


def sections(rules: dict[str, Rule]) -> list[dict[str, Any]]:
    """The rules by section, as the templates get them."""
    found: dict[str, list[dict[str, str]]] = {}
    for slug, rule in rules.items():
        found.setdefault(rule.section, []).append({"slug": slug, "text": rule.text})
    return [{"title": title, "rules": inside} for title, inside in found.items()]


def rules_of(name: str) -> list[str]:
    return list(load_rules(shipped_kit(name).folders.data / "rules.yaml"))


@cache
def rulebook(name: str, paper: str, ink: Ink) -> tuple[Book, list[str]]:
    """A kit's rulebook and the slugs of its rules; the list of pieces shows one blank piece."""
    renderer = shipped_faces(name, paper, ink).renderer
    kit, style = shipped_kit(name), renderer.style
    cited = with_figures(load_rules(kit.folders.data / "rules.yaml"), kit.tables)
    variables = {
        **style.variables, "rules": sections(cited), "components": [], "options": kit.file.options,
    }  # fmt: skip
    templates = markdown_templates(kit.folders.templates)
    book = compose(
        templates.render(TEMPLATE, variables),
        BookStyle.from_style(style),
        page=PAGES[paper],
        renderer=renderer,
        place=Place(TEMPLATE),
        pieces=[Entry(Scene("piece", 60, 60, ()), 1, "Piece")],
        rules=cited,
    )
    return book, [slug for slug, rule in cited.items() if not rule.referee or book.printed]


@pytest.mark.parametrize("name", KITS)
@pytest.mark.parametrize(("paper", "ink"), [("a4", "full"), ("letter", "low")])
def test_a_rulebook_states_every_rule_in_legible_type(name: str, paper: str, ink: Ink) -> None:
    book, slugs = rulebook(name, paper, ink)
    assert [slug for slug in slugs if slug not in book.printed and slug not in book.cited] == []
    players, appendix = book.pages[: book.players], book.pages[book.players :]
    assert min(run.size for page in players for _, _, run in runs(page.items)) >= 8.5
    assert all(run.size >= 6.5 for page in appendix for _, _, run in runs(page.items))
    if not book.printed:
        assert [slug for slug in rules_of(name) if f"rule-{slug}" not in book.anchors] == []
    assert {(page.width, page.height) for page in book.pages} == {PAGES[paper]}
    assert straight(book.pages) == []


@pytest.mark.parametrize("name", BUILT_IN.names())
def test_aids_and_boards_have_curved_apostrophes(name: str) -> None:
    """Only pieces of which there is one are tested: the cards of a deck are worded alike."""
    faces = shipped_faces(name)
    alone = [
        (component.id, side)
        for component in faces.kit.file.components
        if not component.each and not component.made
        for side in ("front", "back")
        if getattr(component, side)
    ]
    assert alone
    assert straight([faces.face(component, None, side) for component, side in alone]) == []


def straight(scenes: Sequence[Scene]) -> list[str]:
    """The runs of text that contain a straight apostrophe or quotation mark."""
    words = (placed.run.text for scene in scenes for placed in extract_text(scene)[0])
    return [text for text in words if {*text} & {*"'\""}]


def test_a_story_joins_actions_of_a_monster_and_labels_hexes() -> None:
    """A sum stays on one line, and every hex in the text is labelled in the picture beside it."""
    book, _ = rulebook("ggt", "a4", "full")
    (page,) = (page for page in book.pages if "Here comes Howler." in words_of(page))
    assert (
        "Howler moves to G7, turns to face left, moves by F7 to E7 and attacks Stubble."
        in words_of(page)
    )
    assert any("7 + 9 = 16" in run.text for _, _, run in runs(page.items))
    (third,) = (page for page in book.pages if "The third exchange." in words_of(page))
    assert "It is about to lose a limb and puts Power on Running Leg." in words_of(third)
    named = [re.findall(r'"([A-K]\d)"', "".join(record(use.scene))) for use in drawings(page.items)]
    assert len(named) == 3
    assert {"C7", "D7"} < set(named[0])
    assert {"G7", "F7", "E7"} < set(named[1])


def words_of(page: Scene) -> str:
    """The text of a page without that of figures, with whitespace collapsed."""
    return " ".join(" ".join(run.text for _, _, run in runs(page.items)).split(" "))


def drawings(items: Sequence[Item]) -> Iterator[Use]:
    """The figures among the items, however they are grouped."""
    for item in items:
        if isinstance(item, Use):
            yield item
        elif isinstance(item, Group):
            yield from drawings(item.items)
