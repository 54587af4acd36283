"""Tests in a real browser of a new game whose cards are pictures."""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.studio.browsing import picture_address
from tests.studio.test_browser_tables import DROP

pytestmark = pytest.mark.slow


def card(color: str) -> list[int]:
    file = BytesIO()
    Image.new("RGB", (420, 560), color).save(file, "PNG")
    return list(file.getvalue())


def test_dropped_pictures_become_the_cards_of_a_game(page: Any, address: str, folder: Path) -> None:
    page.goto(address)
    page.wait_for_function("() => window.did_handshake")
    files = [["wolf x2.png", card("navy")], ["fox.png", card("olive")], ["broken.png", [1, 2]]]
    page.evaluate(DROP, [".home", files])
    page.get_by_text("Pictures of cards: 3.").wait_for()
    expect(page.get_by_label("Size of the cards")).to_have_value("as their pictures")
    expect(page.get_by_label("Kind of game")).to_be_hidden()
    page.get_by_label("Folder name").fill("drawn-cards")
    create = page.get_by_role("button", name="Create")
    create.click()
    page.get_by_text('the picture "broken.png" is not a PNG').wait_for()
    assert not (folder / "data/drawn-cards").exists()
    page.get_by_role("button", name="Cancel").click()
    page.evaluate(DROP, [".home", [*files[:2], ["back.png", card("maroon")]]])
    page.get_by_text("Pictures of cards: 3.").wait_for()
    page.get_by_label("Size of the cards").click()
    page.get_by_role("option", name="square-card").click()
    create.click()
    page.get_by_text("Cards: 3 cards, 70 x 70 mm without bleed").wait_for()
    page.get_by_text("of other proportions, and trimmed: Fox, Wolf").wait_for()
    page.get_by_role("button", name="Open it").click()
    page.wait_for_url("**/kit/drawn-cards/design")
    picture_address(page)
    table = (folder / "data/drawn-cards/cards.csv").read_text()
    assert table == "name,picture,copies\nFox,art/cards/fox.png,1\nWolf,art/cards/wolf.png,2\n"
    for root in ("data", "templates"):
        shutil.rmtree(folder / root / "drawn-cards")
