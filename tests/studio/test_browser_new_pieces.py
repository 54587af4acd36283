"""Test of new pieces in a real browser: asked for in a dialog, seen on the wall, and undone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.studio.browsing import open_page, undo_button, wait_for_text

pytestmark = pytest.mark.slow


def test_tokens_are_added_in_the_browser(page: Any, address: str, kit: str, folder: Path) -> None:
    open_page(page, address, f"/kit/{kit}/design")
    page.locator(".piece img").wait_for()
    page.get_by_role("button", name="New pieces").click()
    dialog = page.get_by_role("dialog", name="New pieces")
    dialog.get_by_label("Kind").click()
    page.get_by_role("option", name="tokens").click()
    dialog.get_by_text("Round tokens with two sides").wait_for()
    expect(dialog.get_by_alt_text("A face of new tokens")).to_have_count(3, timeout=60_000)
    dialog.get_by_label("Size").fill("5mm")  # too small, as Add would say
    expect(dialog.get_by_alt_text("A face of new tokens")).to_have_count(0, timeout=60_000)
    dialog.get_by_label("Size").fill("")
    dialog.get_by_label("Name of their files").fill("cards")
    dialog.get_by_role("button", name="Add").click()
    dialog.get_by_text('the table "cards" exists already').wait_for()
    dialog.get_by_label("Name of their files").fill("coins")
    dialog.get_by_role("button", name="Add").click()
    undo = undo_button(page, "add coins")
    page.get_by_text("coins is added: coins.csv, coins.xml, game.yaml").wait_for()
    wait_for_text(page, "star", "copies", "6")
    expect(dialog).to_have_count(0, timeout=60_000)
    page.set_default_timeout(30_000)
    page.get_by_role("button", name="Wall").click()
    page.get_by_role("option", name="Skull").wait_for()
    page.get_by_role("option", name="Skull").click()
    page.locator(".piece svg .outline").wait_for()  # it is cut in a circle
    page.get_by_role("button", name="Wall").click()
    undo.click()
    page.get_by_role("option", name="Skull").wait_for(state="detached")
    assert not (folder / "data/mygame/coins.csv").exists()
