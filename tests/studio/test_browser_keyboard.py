"""Tests of the studio by keyboard alone in a real browser: the focus stays where it is needed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.studio.browsing import cell, open_page, picture_address, undo_button

pytestmark = pytest.mark.slow


def test_the_focus_stays_on_the_pressed_control(page: Any, address: str, tidewrack: Path) -> None:
    open_page(page, address, "/kit/tidewrack/design")
    picture_address(page)
    before = (tidewrack / "finds.csv").read_bytes()
    cell(page, "whelk", "name").click()
    focused = "() => document.activeElement.closest('button, .ag-cell, [role=menu]')?.outerHTML"
    for label, text in (
        ("Duplicate the row", "duplicate whelk"),
        ("Move the row down", "move whelk-2"),
        ("Delete the row", "delete whelk-2"),
    ):
        page.get_by_role("button", name=label).focus()
        page.keyboard.press("Enter")
        undo_button(page, f"finds: {text}")
        page.wait_for_function("() => document.activeElement.matches('.ag-cell')")
    for text in ("delete whelk-2", "move whelk-2", "duplicate whelk"):
        undo_button(page, f"finds: {text}").focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name=f"Redo: finds: {text}").wait_for()
        assert page.evaluate(focused), text
    assert (tidewrack / "finds.csv").read_bytes() == before
    for label in ("Wall", "Piece", "Bleed", "Flip"):
        page.get_by_role("button", name=label).first.focus()
        page.keyboard.press("Space")
        if label != "Flip":  # or a late answer hides the next control after it got the focus
            page.get_by_role("button", name=label, pressed=True).first.wait_for()
        page.wait_for_function(focused)
    open_page(page, address, "/")
    page.get_by_role("button", name="New game").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.ariaLabel === 'Title'")
    page.keyboard.press("Escape")
    page.locator(".dialog").wait_for(state="detached")
    page.wait_for_function("() => document.activeElement.innerText?.includes('New game')")
