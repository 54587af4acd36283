"""Test of the looks of a new game in a real browser: seen in the dialog, chosen, and on the cards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from generator.tools.looks import look_names

pytestmark = pytest.mark.slow


def test_a_look_is_chosen_by_its_pictures(page: Any, address: str, folder: Path) -> None:
    page.goto(address)
    page.wait_for_function("() => window.did_handshake")
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog", name="New game")
    looks = dialog.get_by_role("radiogroup", name="Look of the cards")
    looks.get_by_role("radio", name="Classic").wait_for()
    expect(looks.get_by_role("radio")).to_have_count(len(look_names()))
    expect(looks.get_by_role("radio", name="Classic")).to_be_checked()
    expect(looks.locator("img")).to_have_count(2 * len(look_names()), timeout=60_000)
    looks.get_by_role("radio", name="Storybook").click()
    expect(looks.get_by_role("radio", name="Storybook")).to_be_checked(timeout=60_000)
    expect(looks.get_by_role("radio", name="Classic")).not_to_be_checked()
    dialog.get_by_label("Kind of game").click()
    page.get_by_role("option", name="Hex map").click()
    looks.wait_for(state="hidden")
    dialog.get_by_label("Kind of game").click()
    page.get_by_role("option", name="Cards").click()
    dialog.get_by_label("Folder name").fill("tales")
    dialog.get_by_role("button", name="Create").click()
    page.wait_for_url("**/kit/tales/design", timeout=60_000)
    assert 'fill="page"' in (folder / "templates/tales/card.xml").read_text()
