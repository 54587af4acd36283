"""Tests of the free table in real browsers: piles, hands, and what the other seat gets to see."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
import zxingcpp
from PIL import Image

from generator.base.errors import KitError
from generator.studio.guest_entrance import lan_host
from tests.studio.browsing import open_new_table, open_page

pytestmark = pytest.mark.slow

PATIENCE = 120_000


def choose(page: Any, count: str) -> None:
    """Select the pile of this size, and wait until the table shows the selection."""
    page.locator(".pile", has_text=count).first.click()
    page.locator(".pile.chosen", has_text=count).wait_for()


def test_the_free_table_in_two_browsers(browser: Any, page: Any, address: str) -> None:
    page.context.set_default_timeout(PATIENCE)
    open_new_table(page, address, "gruff")
    decks = page.get_by_role("button", name="120 pieces, on top")
    assert re.fullmatch(
        r".+, face down, \d+ cm across, \d+ cm down", decks.get_attribute("aria-label")
    )
    choose(page, "120")
    page.get_by_label("Shuffle (S)").click()
    page.get_by_label("Draw into the hand (D)").click()
    page.locator(".hand-strip img").wait_for()
    mine = page.locator(".hand-strip img").get_attribute("src")
    page.evaluate("window.kept = document.querySelector('.hand-strip button')")
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
    assert page.evaluate("kept.isConnected"), "a press at that moment would be lost"
    assert mine
    assert mine not in "".join(messages)
    assert mine not in other.content()
    context.set_offline(True)
    other.get_by_text("ask whoever sent you the address").wait_for()  # and no word about files
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


def test_a_phone_joins_by_scanning_the_code_of_a_seat(
    browser: Any, page: Any, address: str
) -> None:
    open_page(page, address, "/kit/gruff/free")
    page.get_by_label("Seats").click()
    join = page.get_by_role("switch", name="Phones and other computers in this network can join")
    join.click()
    try:
        host = lan_host()
    except KitError as error:
        page.get_by_text(str(error)).wait_for()
        return
    page.locator(".seat-code").first.wait_for()
    scanned = zxingcpp.read_barcodes(Image.open(BytesIO(page.locator(".dialog").screenshot())))
    (first, *_) = [found.text for found in scanned]
    assert first.startswith(f"http://{host}:")
    phone = browser.new_context(viewport={"width": 393, "height": 727}, has_touch=True)
    guest = phone.new_page()
    guest.goto(first, timeout=PATIENCE)
    guest.get_by_text("hands: player 1").wait_for(timeout=PATIENCE)
    assert phone.request.get(first.partition("/seat/")[0] + "/").status == 403
    join.click()
    page.locator(".seat-code").first.wait_for(state="detached")
    assert page.locator(".seat-address").first.inner_text().startswith("http://127.0.0.1:")
    phone.close()


def test_a_piece_dragged_off_the_table_stays_at_its_edge(page: Any, address: str) -> None:
    open_new_table(page, address, "gruff")
    piece = page.get_by_role("button", name="Dingbucket, ")
    at, felt = piece.bounding_box(), page.locator(".felt").bounding_box()
    page.mouse.move(at["x"] + 20, at["y"] + 20)
    page.mouse.down()
    page.mouse.move(felt["x"] + felt["width"] + 10, at["y"] + 60, steps=4)
    held = piece.bounding_box()
    assert held["x"] + held["width"] == pytest.approx(felt["x"] + felt["width"], abs=1)
    page.mouse.up()
    page.wait_for_function(
        "x => Math.abs(document.querySelector('[aria-label^=Dingbucket]').getBoundingClientRect().x - x) < 1"
        " && document.querySelector('[aria-label^=Dingbucket]').style.zIndex === ''",
        arg=held["x"],
    )


def test_all_of_a_table_is_in_sight_and_large_enough_on_a_phone(page: Any, address: str) -> None:
    """In a window of 1280 by 800 pixels nothing is scrolled; a phone moves the table sideways."""
    before = page.viewport_size
    sizes = "e => [e.scrollWidth - e.clientWidth, e.scrollHeight - e.clientHeight]"
    page.set_viewport_size({"width": 1280, "height": 800})
    open_new_table(page, address, "gruff")
    assert page.locator(".tabletop").evaluate(sizes) == [0, 0]
    page.set_viewport_size({"width": 390, "height": 844})
    aside, down = page.locator(".tabletop").evaluate(sizes)
    assert (aside > 390, down) == (True, 0)
    hand, card = page.locator(".hand-strip").bounding_box(), page.locator(".pile:not(.board)").first
    assert hand["y"] + hand["height"] == pytest.approx(844, abs=2)
    assert card.bounding_box()["width"] > 40  # a finger needs that
    if before:
        page.set_viewport_size(before)


OVERLAPS = """() => {
    const boxes = [...document.querySelectorAll('.pile b')].map((b) => b.getBoundingClientRect());
    const hits = boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
        Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1));
    return [boxes.length, hits.length];
}"""


def test_the_numbers_of_small_piles_do_not_cover_each_other(page: Any, address: str) -> None:
    page.context.set_default_timeout(PATIENCE)
    page.set_viewport_size({"width": 1300, "height": 850})
    open_new_table(page, address, "ggt")
    page.locator(".pile b").first.wait_for()
    piles, overlaps = page.evaluate(OVERLAPS)
    assert (piles > 10, overlaps) == (True, 0)


def test_the_smallest_piece_can_be_recognised(page: Any, address: str) -> None:
    """It grows under the mouse, and “Larger” shows the chosen one in the middle."""
    page.context.set_default_timeout(PATIENCE)
    page.set_viewport_size({"width": 1300, "height": 850})
    open_new_table(page, address, "ggt")
    page.locator(".felt .waits").wait_for(state="detached")  # all pictures have come
    token = page.locator(".pile", has_text="90").first
    assert token.bounding_box()["width"] < 20
    token.hover()
    assert token.locator("img").bounding_box()["width"] >= 60
    token.click()
    page.locator(".pile.chosen").wait_for()
    before = page.locator(".felt").bounding_box()["width"]
    page.get_by_role("button", name="Larger").click()
    page.get_by_role("button", name="Larger").click()
    page.wait_for_function("x => document.querySelector('.felt').clientWidth > 2 * x", arg=before)
    at, table = token.bounding_box(), page.locator(".tabletop").bounding_box()
    assert table["x"] <= at["x"] <= table["x"] + table["width"]
    assert table["y"] <= at["y"] <= table["y"] + table["height"]


def test_a_table_tells_that_it_is_being_drawn(page: Any, address: str) -> None:
    """Until it is laid out, and then until the last picture has come."""
    page.context.set_default_timeout(PATIENCE)
    page.route("**/picture/**", lambda _route: None)  # none comes
    open_page(page, address, "/kit/gruff/free")
    page.get_by_text("Drawing …").wait_for()
    page.locator(".pile.undrawn").first.wait_for()
    assert page.get_by_text("Drawing …").count() == 1
    size = page.locator(".pile.undrawn").first.bounding_box()
    assert min(size["width"], size["height"]) > 20  # the room of the piece is marked
    page.unroute("**/picture/**")  # those that are held go on, too
    page.locator(".felt .waits").wait_for(state="detached")
    assert page.locator(".pile.undrawn").count() == 0
