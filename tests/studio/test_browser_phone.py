"""Tests of the table on a phone: nothing moves away from under a finger, and answers are in sight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.studio.browsing import PATIENCE, open_page
from tests.studio.test_play import open_table

pytestmark = pytest.mark.slow

TARGETS = (
    ".bar a, .bar .q-btn, .tools .q-btn, .scrub .q-btn, .faultcount, .tables button, .choice button, "
    ".outlined, .files nav button"
)
SMALL = """elements => elements.filter(each => each.getClientRects().length).map(each => [
  each.getAttribute("aria-label") || each.innerText, each.offsetWidth, each.offsetHeight
]).filter(([name, width, height]) => Math.min(width, height) < 40)"""
VIEWS = ("design", "files", "print", "rulebook", "play", "free", "lab")
TOP = "element => Math.round(element.getBoundingClientRect().top)"


def open_on_phone(page: Any, address: str, kit: str) -> None:
    """Open the table of a kit with a new game, and make the page as small as a phone."""
    open_table(page, address, kit)
    page.set_viewport_size({"width": 360, "height": 740})


def test_the_tabs_stay_under_the_finger_when_the_moves_change(page: Any, address: str) -> None:
    open_on_phone(page, address, "grudge")
    tab = page.get_by_role("tab", name="Why?")
    tab.evaluate("element => element.scrollIntoView({block: 'center'})")
    before = tab.evaluate(TOP)
    counts = set()
    for number in range(1, 4):
        counts.add(page.locator(".moves button").count())
        page.locator(".moves button").first.dispatch_event("click")
        page.locator(".scrub .quiet", has_text=f"{number} of {number}").wait_for()
        page.wait_for_timeout(200)
        assert tab.evaluate(TOP) == before
    assert len(counts) > 1


def test_the_reason_stands_below_what_was_asked(page: Any, address: str) -> None:
    open_on_phone(page, address, "grumbles")
    page.get_by_role("tab", name="Why?").click()
    page.get_by_label("Why can I not use").click()
    assert page.get_by_role("option").first.inner_text() == "Push"  # squares come last
    page.get_by_label("Why can I not use").fill("d4")
    page.get_by_role("option", name="d4", exact=True).click()
    reason = page.get_by_text("d4: Not possible now: d4 is not beside")
    reason.wait_for()
    assert 0 < reason.evaluate(TOP) < 740


@pytest.fixture(scope="module")
def phone(browser: Any) -> Iterator[Any]:
    """A profile with a small screen, in which all pages are touched."""
    phone = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    phone.set_default_timeout(PATIENCE)
    phone.new_page()  # stays open, and with it a process of the browser
    yield phone
    phone.close()


@pytest.mark.parametrize("view", VIEWS)
def test_a_finger_hits_each_button_and_the_open_view_is_in_sight(
    phone: Any, address: str, kit: str, view: str
) -> None:
    phone.clear_cookies()
    held = phone.new_page()
    open_page(held, address, f"/kit/{'grumbles' if view == 'play' else kit}/{view}")
    here = held.locator("nav a.here")
    here.wait_for()
    held.locator(".view .q-spinner").wait_for(state="detached")
    held.wait_for_function(
        "() => document.querySelector('nav .here').getBoundingClientRect().right <= innerWidth"
    )
    assert held.locator(TARGETS).count() > 9
    assert held.locator(TARGETS).evaluate_all(SMALL) == []
    tops = held.locator(".bar > .q-btn:visible").evaluate_all(f"all => all.map({TOP})")
    assert len(set(tops)) <= 1  # in one row, even beside the menu of languages
    assert held.evaluate("document.documentElement.scrollWidth") == 390
    held.close()
