"""Tests of events on their way while a connection breaks, in a real browser: each happens, and once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.studio.browsing import open_new_table, open_page

pytestmark = pytest.mark.slow

BREAK_OFF = "window.socket.io.engine.close()"
NO_WAY_OUT = "window.socket.io.engine.transport.ws.send = () => {}"
NO_WAY_BACK = "window.socket.io.engine.transport.ws.onmessage = () => {}"


def at_the_free_table(page: Any, address: str) -> None:
    open_new_table(page, address, "mygame")
    page.locator(".pile:not(.board)").first.click()
    page.locator(".pile.chosen").wait_for()


def test_what_was_pressed_before_a_connection_broke_happens(
    page: Any, address: str, kit: str
) -> None:
    at_the_free_table(page, address)
    page.evaluate(NO_WAY_OUT)  # as when the server has dropped a slow connection
    page.get_by_label("Draw into the hand (D)").click()
    page.evaluate(BREAK_OFF)
    page.get_by_text("hands: player 1: 1 piece").wait_for()
    page.locator(".hand-strip img").click()
    page.get_by_text("hands: player 1: nothing").wait_for()


def test_what_was_pressed_happens_once_if_only_the_answer_was_lost(
    page: Any, address: str, kit: str
) -> None:
    at_the_free_table(page, address)
    other = page.context.new_page()
    open_page(other, address, "/kit/mygame/free")
    page.evaluate(NO_WAY_BACK)
    page.get_by_label("Draw into the hand (D)").click()
    other.get_by_text("hands: player 1: 1 piece").wait_for()
    page.evaluate(BREAK_OFF)
    page.get_by_text("hands: player 1: 1 piece").wait_for()
    page.get_by_label("Draw into the hand (D)").click()
    page.get_by_text("hands: player 1: 2 pieces").wait_for()
    other.get_by_text("hands: player 1: 2 pieces").wait_for()
