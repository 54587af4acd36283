"""Tests of the free table in real browsers: piles, hands, and what the other seat gets to see."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.studio.browsing import open_page

pytestmark = pytest.mark.slow

PATIENCE = 120_000


def choose(page: Any, count: str) -> None:
    """Select the pile of this size, and wait until the table shows the selection."""
    page.locator(".pile", has_text=count).first.click()
    page.locator(".pile.chosen", has_text=count).wait_for()


def test_the_free_table_in_two_browsers(browser: Any, page: Any, address: str) -> None:
    page.context.set_default_timeout(PATIENCE)
    open_page(page, address, "/kit/gruff/free")
    page.get_by_text("hands: player 1: nothing").wait_for()
    decks = page.get_by_role("button", name="120 pieces, on top")
    assert re.fullmatch(
        r".+, face down, \d+ cm across, \d+ cm down", decks.get_attribute("aria-label")
    )
    choose(page, "120")
    page.get_by_label("Shuffle (S)").click()
    page.get_by_label("Draw into the hand (D)").click()
    page.locator(".hand-strip img").wait_for()
    mine = page.locator(".hand-strip img").get_attribute("src")
    page.get_by_label("Seats").click()
    way = page.locator(".seat-address").first.inner_text()
    page.get_by_role("button", name="Close").click()
    context = browser.new_context(viewport={"width": 1100, "height": 700})
    context.set_default_timeout(PATIENCE)
    other, messages = context.new_page(), list[str]()
    other.on(
        "websocket", lambda socket: socket.on("framereceived", lambda f: messages.append(str(f)))
    )
    assert way.startswith(address.partition("/?")[0] + "/seat/")
    other.goto(way)
    other.get_by_text("hands: player 1: 1 piece").wait_for()
    choose(other, "119")
    other.get_by_label("Draw into the hand (D)").click()
    other.locator(".hand-strip img").wait_for()
    page.get_by_text("hands: player 1: 1 piece, player 2: 1 piece").wait_for()
    assert mine
    assert mine not in "".join(messages)
    assert mine not in other.content()
    context.close()
    at = page.locator(".pile", has_text="118").bounding_box()
    page.mouse.move(at["x"] + 20, at["y"] + 20)
    page.mouse.down()
    page.mouse.move(at["x"] - 130, at["y"] + 60, steps=4)
    page.mouse.up()
    page.wait_for_function(
        "x => [...document.querySelectorAll('.pile')].some(p => p.innerText === '118'"
        " && p.getBoundingClientRect().x < x - 60)",
        arg=at["x"],
    )
