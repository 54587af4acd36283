"""Tests of the table on a phone: nothing moves away from under a finger, and answers are in sight."""

from __future__ import annotations

from typing import Any

import pytest

from tests.studio.browsing import open_page

pytestmark = pytest.mark.slow

TOP = "element => Math.round(element.getBoundingClientRect().top)"


@pytest.fixture
def phone(page: Any) -> Any:
    page.set_viewport_size({"width": 360, "height": 740})
    return page


def test_the_tabs_stay_under_the_finger_when_the_moves_change(phone: Any, address: str) -> None:
    open_page(phone, address, "/kit/grudge/play")
    phone.locator(".moves button").first.wait_for()
    tab = phone.get_by_role("tab", name="Why?")
    tab.evaluate("element => element.scrollIntoView({block: 'center'})")
    before = tab.evaluate(TOP)
    counts = set()
    for number in range(1, 4):
        counts.add(phone.locator(".moves button").count())
        phone.locator(".moves button").first.dispatch_event("click")
        phone.locator(".scrub .quiet", has_text=f"{number} of {number}").wait_for()
        phone.wait_for_timeout(200)
        assert tab.evaluate(TOP) == before
    assert len(counts) > 1


def test_the_reason_stands_below_what_was_asked(phone: Any, address: str) -> None:
    open_page(phone, address, "/kit/grumbles/play")
    phone.locator(".moves button").first.wait_for()
    phone.get_by_role("tab", name="Why?").click()
    phone.get_by_label("Why can I not use").click()
    assert phone.get_by_role("option").first.inner_text() == "Push"  # squares come last
    phone.get_by_label("Why can I not use").fill("d4")
    phone.get_by_role("option", name="d4", exact=True).click()
    reason = phone.get_by_text("d4: Not possible now: d4 is not beside")
    reason.wait_for()
    assert 0 < reason.evaluate(TOP) < 740
