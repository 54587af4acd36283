"""Tests of a seat with screens of its own: all of them say so, and the game goes on when they are gone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.studio.test_play import open_table

pytestmark = pytest.mark.slow


def test_two_screens_of_one_seat_say_so(page: Any, address: str) -> None:
    open_table(page, address, "grizzled", "person", "person")
    page.get_by_label("Seats").click()
    way = page.locator(".seat-address").first.inner_text()
    page.get_by_role("button", name="Close").click()
    one, other = page.context.new_page(), page.context.new_page()
    for each in (one, other):
        each.goto(way)
    for each in (one, other):
        each.get_by_text("you are Player 1, on 2 screens").wait_for()
    page.get_by_label("Seats").click()
    page.locator(".seat-line").get_by_text("on 2 screens").wait_for()
    other.close()
    one.get_by_text("on 2 screens").wait_for(state="detached")
    one.evaluate("window.socket.io.engine.close()")  # it connects again
    one.wait_for_function("() => !window.socket.connected")
    one.wait_for_function("() => window.socket.connected")
    assert one.get_by_text("you are Player 1").inner_text().endswith("you are Player 1")
    page.get_by_role("button", name="Close").click()
    page.get_by_text("Player 1 plays on another screen.", exact=True).wait_for()
    one.close()
    page.get_by_text("Player 1 plays on another screen, which is not connected.").wait_for()
    page.get_by_role("button", name="Player 1 goes on here").click()
    page.locator(".take, .moves button").first.wait_for()
