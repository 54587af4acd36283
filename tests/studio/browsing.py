"""Actions in a page of the studio: open it, select a cell, change it."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

PATIENCE = 180_000
"""Milliseconds that a busy machine may need for anything."""
HOLDS = "The result is as the example says."


def open_page(page: Any, address: str, path: str) -> None:
    """Open a page of the studio through the address that it prints."""
    # its cookie, and not the page of all kits; again if the server closes an idle connection just then
    page.context.request.get(address, max_retries=2, max_redirects=0)
    page.goto(address.partition("/?")[0] + path)
    page.wait_for_function("() => window.did_handshake")


def open_new_table(page: Any, address: str, kit: str) -> None:
    """Open the free table of a kit and lay it out: an earlier test may have left it in use."""
    open_page(page, address, f"/kit/{kit}/free")
    page.get_by_role("button", name="Lay out again").click()
    page.get_by_role("button", name="Lay out", exact=True).click()
    page.get_by_text("hands: player 1: nothing").wait_for()


def open_example(page: Any, address: str, kit: str, example: str) -> None:
    """Click the figure of an example in the rulebook, and wait until it has been run."""
    open_page(page, address, f"/kit/{kit}/rulebook")
    page.get_by_role("button", name=re.compile(f"Example {example}: ")).click()
    page.get_by_text(HOLDS).wait_for()


def picture_address(page: Any) -> str:
    """The address of the picture of the current piece."""
    picture = page.locator(".piece img")
    picture.wait_for()
    return str(picture.get_attribute("data-drawn"))


def wait_until_shown(image: Any) -> None:
    """Wait until a picture has been loaded, or loaded again; the page may draw a new element for it."""
    expect(image).not_to_have_js_property("naturalWidth", 0, timeout=PATIENCE)


def cell(page: Any, row: str, field: str) -> Any:
    return page.locator(f'.ag-center-cols-container [row-id="{row}"] [col-id="{field}"]')


def select_cell(page: Any, row: str, field: str) -> None:
    """Click a cell, and wait until the cursor is there: the grid moves it when it draws next."""
    cell(page, row, field).click()
    cell(page, row, field).and_(page.locator(".ag-cell-focus")).wait_for()


def change(page: Any, row: str, field: str, text: str) -> None:
    """Type another text into a cell of the table, by keys alone once it is selected."""
    select_cell(page, row, field)
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def open_editor(page: Any, row: str, field: str) -> None:
    """Open the editor of a cell, and select all of its text."""
    cell(page, row, field).dblclick()
    page.wait_for_function("() => document.activeElement.matches('input, textarea')")
    page.keyboard.press("Control+a")


def wait_for_text(page: Any, row: str, field: str, text: str) -> None:
    """Wait until a cell has this text."""
    words = (
        "([row, field, text]) => document.querySelector(`[row-id=${row}] [col-id=${field}]`)"
        "?.innerText === text"
    )
    page.wait_for_function(words, arg=[row, field, text])


def undo_button(page: Any, what: str) -> Any:
    """The undo button, once the edit has been saved."""
    button = page.get_by_role("button", name=f"Undo: {what}")
    button.wait_for()
    return button
