"""Tests of the studio's pages for people who hear or enlarge them: names, contrasts, sizes, live regions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.reading import ZOOMED, reading_faults
from tests.studio.browsing import open_page
from tests.studio.test_browser_keyboard import VIEWS

pytestmark = pytest.mark.slow

TABLES = {"/kit/tidewrack/free": ".pile", "/kit/grumbles/play": ".moves button"}
SPOKEN = """() => {
  window.spoken = [];
  const region = document.querySelector('.asks');
  new MutationObserver((changes) => {
    const changed = changes.flatMap((each) => [each.target, ...each.addedNodes]);
    const told = changed.filter((each) => each.parentElement?.closest('.asks') && region.contains(each));
    window.spoken.push(...told.filter((each) => (each.closest ? each : each.parentElement).closest('.told')));
  }).observe(region, { childList: true, characterData: true, subtree: true });
}"""
"""Notes every change of the news in the live region."""


@pytest.mark.parametrize("path", [*VIEWS, *TABLES])
def test_every_page_can_be_read_in_light_and_dark_and_enlarged(
    page: Any, address: str, tidewrack: Path, path: str
) -> None:
    open_page(page, address, path)
    page.locator({**VIEWS, **TABLES}[path]).first.wait_for()
    assert reading_faults(page) == []
    page.set_viewport_size(ZOOMED)
    page.wait_for_timeout(400)
    assert reading_faults(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})


def test_every_dialog_of_the_table_can_be_read(page: Any, address: str) -> None:
    open_page(page, address, "/kit/grumbles/play")
    page.locator(".moves button").first.wait_for()
    for name in ("New game", "Load a game", "Seats"):
        opener = page.locator(".tools").get_by_role("button", name=name, exact=True)
        opener.focus()
        page.keyboard.press("Enter")
        page.get_by_role("dialog", name=name).wait_for()
        page.wait_for_function("() => document.activeElement.closest('.q-dialog')")
        assert reading_faults(page) == []
        assert (
            page.locator(".dialog").get_by_role("button", name=re.compile("Cancel|Close")).count()
        )
        page.keyboard.press("Escape")
        page.locator(".dialog").wait_for(state="detached")
        page.wait_for_function(
            "(name) => [document.activeElement.ariaLabel, document.activeElement.innerText].includes(name)",
            arg=name,
        )


def test_a_move_is_told_once(page: Any, address: str) -> None:
    """Pointing at things draws the page again, and must not tell the last move again."""
    open_page(page, address, "/kit/grumbles/play")
    page.locator(".moves button").first.wait_for()
    page.evaluate(SPOKEN)
    page.locator(".moves button").first.click()
    page.wait_for_function("() => window.spoken.length > 0")
    page.locator(".moves button").first.wait_for()
    page.wait_for_timeout(500)
    before = page.evaluate("window.spoken.length")
    for _ in range(2):
        page.locator(".things rect.lit").first.dispatch_event("click")
        page.get_by_text("Pointed at:").wait_for()
        page.locator(".things rect.picked").first.dispatch_event("click")
        page.get_by_text("Pointed at:").wait_for(state="detached")
    assert page.evaluate("window.spoken.length") == before


def test_the_steps_of_a_game_are_passed_by_arrow_keys(page: Any, address: str) -> None:
    open_page(page, address, "/kit/grumbles/play")
    page.locator(".moves button").first.wait_for()
    slider = page.get_by_role("slider", name="Step of the game")
    last = int(slider.get_attribute("aria-valuetext").rpartition(" ")[2]) + 2
    page.locator(".moves button").first.click()
    page.get_by_text(f"{last} of {last}", exact=True).wait_for()
    slider.focus()
    for key, step in (("ArrowLeft", last - 1), ("Home", 0), ("End", last)):
        page.keyboard.press(key)
        page.get_by_text(f"{step} of {last}", exact=True).wait_for()
        assert slider.evaluate("each => each === document.activeElement")
        assert slider.get_attribute("aria-valuetext") == f"step {step} of {last}"
