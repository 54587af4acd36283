"""Tests of completion: valid text at a place, from the schemas and the element reference."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from generator.studio.edit.completion import complete
from generator.studio.open_kit import OpenKit
from tests.studio.test_open_kit import made, opened

__all__ = ["made"]


@pytest.fixture
def kit(made: Path, tmp_path: Path) -> OpenKit:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return opened(tmp_path)


@pytest.mark.parametrize(
    ("file", "text", "some"),
    [
        ("data/game.yaml", "ti|", ["title:", "tables:", "components:"]),
        ("data/game.yaml", "tables:\n  cards:\n    fi|", ["file:", "fields:", "kind:"]),
        ("data/game.yaml", "tables:\n  cards:\n    fields:\n      id: {ty|", ["type:", "optional:"]),
        ("data/game.yaml", "tables:\n  a:\n    fields:\n      id: {type: i|", ["id", "integer"]),
        ("data/game.yaml", "components:\n  - id: card\n    fr|", ["front:", "back:", "each:"]),
        ("data/game.yaml", "players: [1, 2]\n\ncomponents:\n  - i|", ["id:", "title:"]),
        ("data/kinds.yaml", "- id: star\n  co|", ["color:", "ground:", "icon:"]),
        ("templates/card.xml", "<card>\n  <te|", ["text", "rect", "group"]),
        ("templates/card.xml", "<|", ["card"]),
        ("templates/card.xml", "<card><row><text/></|", ["row"]),
        ("templates/card.xml", '<card><text si|', ["size", "align", "valign"]),
        ("templates/card.xml", '<card><text align="|', ["left", "center"]),
        ("templates/card.xml", '<card><rect fill="go|', ["gold", "gold-pale", "none"]),
        ("templates/card.xml", '<card><icon name="|', ["star", "heart"]),
        ("templates/card.xml", '<card><text font="|', ["title", "body"]),
        ("templates/card.xml", "<card><text>{{ row.|", ["name", "worth", "kind"]),
        ("templates/card.xml", "{% set kind = tables.|", ["kinds", "cards"]),
        ("templates/card.xml", "{% if r|", ["row", "tables"]),
        ("templates/card.xml", "<card><text>a :st|", ["star:"]),
        ("templates/rulebook.md.j2", "Take a :he|", ["heart:"]),
    ],
)  # fmt: skip
def test_valid_completions_are_offered(kit: OpenKit, file: str, text: str, some: list[str]) -> None:
    at = text.index("|")
    found = complete(kit, file, text.replace("|", ""), at)
    assert found is not None
    assert set(some) <= {option.label for option in found.options}
    assert re.fullmatch(r"[\w-]*", text[found.start : at])


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("data/game.yaml", "# ti|"),
        ("data/game.yaml", 'title: "Two words|'),
        ("data/cards.csv", "id,na|"),
        ("templates/card.xml", "<card><text>Note: |"),
        ("templates/card.xml", '<card><text size="1|'),
    ],
)
def test_nothing_is_offered_for_free_text(kit: OpenKit, file: str, text: str) -> None:
    assert complete(kit, file, text.replace("|", ""), text.index("|")) is None


def test_present_attributes_are_not_offered_again(kit: OpenKit) -> None:
    text = '<card>\n<text size="10" '
    found = complete(kit, "templates/card.xml", text, len(text))
    assert found is not None
    assert found.kind == "attribute"
    labels = [option.label for option in found.options]
    assert "align" in labels
    assert "size" not in labels
    sizes = next(option for option in found.options if option.label == "align")
    assert sizes.info
