"""Tests of arranging in a real browser: an element is dragged, moved by keys, and measured."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.studio.browsing import open_page, undo_button

pytestmark = pytest.mark.slow

ICON = '.spot[aria-label^="<icon>"]'


def tag(folder: Path, kit: str, name: str) -> str:
    """The opening tag of the first element of that name on the card."""
    text = (folder / "templates" / kit / "card.xml").read_text()
    found = re.search(rf"<{name} [^>]*>", text)
    assert found
    return found[0]


def drag(page: Any, what: Any, right: float, down: float) -> None:
    """Drag the middle of something by pixels."""
    box = what.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right, y + down, steps=5)
    page.mouse.up()


def wait_until(page: Any, holds: Callable[[], bool]) -> None:
    """Wait until the studio has written something."""
    for _ in range(1_000):
        if holds():
            return
        page.wait_for_timeout(20)
    assert holds()


def measures(page: Any) -> list[float]:
    """Left, top, width and height of the chosen element, in mm, as the page states them."""
    return [float(field.input_value()) for field in page.locator(".where input[type=number]").all()]


def begin(page: Any, address: str, kit: str) -> None:
    open_page(page, address, f"/kit/{kit}/design")
    page.locator(ICON).wait_for()
    page.get_by_role("button", name="Arrange").click()
    page.get_by_text("Choose something on it").wait_for()


def test_an_element_is_dragged_moved_by_keys_and_measured(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    begin(page, address, kit)
    drag(page, page.locator(ICON), 0, -40)
    undo_button(page, "card.xml: move <icon>")
    moved = tag(folder, kit, "icon")
    assert re.search(
        r' x="26" y="[\d.]+" width="48" height="48"', moved
    )  # its middle snaps to that of the card
    assert ' y="26"' not in moved
    page.wait_for_function("() => document.querySelectorAll('.grip').length === 8")
    left, top, width, height = measures(page)

    drag(page, page.locator(".grip").last, -30, -30)  # the lower right corner
    undo_button(page, "card.xml: resize <icon>")
    page.wait_for_function(
        "(was) => document.querySelectorAll('.where input')[2].value < was", arg=width
    )
    assert measures(page)[:2] == pytest.approx([left, top], abs=0.05)
    assert measures(page)[2] < width
    assert measures(page)[3] < height

    page.get_by_role("spinbutton", name="Left").fill("10")
    page.keyboard.press("Enter")
    page.get_by_role("spinbutton", name="Top").fill("30")  # the second edit waits for the first
    page.keyboard.press("Enter")
    page.locator(".frame").focus()
    written = re.compile(r' x="-[\d.]+" y="4[\d.]+" ')  # in the coordinates of its group
    wait_until(page, lambda: bool(written.search(tag(folder, kit, "icon"))))
    undo_button(page, "card.xml: move <icon>")
    top = 30.0
    typed = tag(folder, kit, "icon")
    page.locator(".frame").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowRight")
    assert measures(page)[:2] == pytest.approx([15, top + 0.5], abs=0.05)
    page.get_by_role("button", name="column", exact=True).click()
    page.get_by_role("group", name=re.compile(r"^column: left 4\.5, top 4\.5, ")).wait_for()
    wait_until(page, lambda: tag(folder, kit, "icon") not in (moved, typed))
    page.keyboard.press("Escape")
    page.get_by_text("Choose something on it").wait_for()


def test_what_has_no_place_of_its_own_says_why(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    begin(page, address, kit)
    before = tag(folder, kit, "text")
    undo = page.get_by_role("button", name="Undo")
    last = undo.get_attribute("aria-label")
    name = page.locator('.spot[aria-label*="cell name,"]')
    name.focus()
    page.keyboard.press("Enter")
    page.get_by_text("Left: its place follows from the <row> around it").wait_for()
    assert page.get_by_role("spinbutton", name="Left").is_disabled()
    assert page.get_by_role("spinbutton", name="Top").is_enabled()
    page.get_by_role("spinbutton", name="Height").fill("2")
    page.keyboard.press("Enter")
    page.get_by_text("It stays as it was: ").wait_for()
    assert tag(folder, kit, "text") == before
    page.keyboard.press("Tab")
    assert measures(page)[3] == 8
    assert undo.get_attribute("aria-label") == last


def test_an_element_is_added_gets_other_words_and_is_deleted(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    begin(page, address, kit)
    card = folder / "templates" / kit / "card.xml"
    before = card.read_text()
    page.get_by_label("Add an element").click()
    page.get_by_text("Text: name").click()
    undo_button(page, "card.xml: add <text>")
    page.get_by_role("group", name=re.compile(r"^text: left 12\.7, ")).wait_for()
    words = page.get_by_label("words", exact=True)
    assert words.input_value() == "{{ row.name }}"
    words.fill("Find & {{ row.name }}")
    page.keyboard.press("Tab")
    undo_button(page, "card.xml: words of <text>")
    page.get_by_label("size", exact=True).fill("9")
    page.keyboard.press("Tab")
    undo_button(page, "card.xml: size of <text>")
    page.get_by_label("Add an attribute").select_option("color")
    page.get_by_label("color", exact=True).fill("no-colour")
    page.keyboard.press("Enter")
    page.get_by_text('there is no colour "no-colour"').wait_for()
    assert ">Find &amp; {{ row.name }}</text>\n</card>" in card.read_text()
    page.locator(".frame").focus()
    page.keyboard.press("Delete")
    undo_button(page, "card.xml: remove <text>")
    assert card.read_text() == before
    page.locator(".frame").wait_for(state="detached")
