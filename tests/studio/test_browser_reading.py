"""Tests of the pages for people who hear, enlarge or use them by keyboard: names, contrasts, reach."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.reading import enlarge, reading_faults
from tests.studio.browsing import PATIENCE, open_page

pytestmark = pytest.mark.slow

VIEWS = {
    "/": ".home .kit",
    "/kit/tidewrack/design": "body:has(.ag-center-cols-container .ag-cell) .piece img",
    "/kit/tidewrack/files?file=data%2Fgame.yaml&line=3": ".cm-line",
    "/kit/tidewrack/print": ".sheets img",
    "/kit/tidewrack/rulebook": ".book .spot",
    "/kit/tidewrack/lab": ".lab-part",
    "/kit/tidewrack/play": ".moves button",
    "/kit/tidewrack/free": ".pile",
}
"""The pages, each with an element that shows that it is loaded."""
LEFT = """() => [...document.querySelectorAll("a[href], button, input, textarea, [tabindex='0']")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled && each.tabIndex >= 0
    && !each.closest(".ag-root-wrapper, .cm-editor, [aria-hidden=true], .unseen")
    && !("reached" in each.dataset))
  .map((each) => each.outerHTML.slice(0, 160))"""
STOP = """() => {
  const here = document.activeElement;
  here.dataset.reached = "";
  const name = here.getAttribute("aria-label") || here.innerText?.trim() || here.title
    || here.labels?.[0]?.innerText;
  const within = here.closest(".ag-root-wrapper, .cm-editor");
  const ringed = here.closest(".q-field")?.querySelector(".q-field__control") ?? here;
  const ring = getComputedStyle(ringed).outlineStyle !== "none"
    || here.closest(".q-field--outlined.q-field--focused");
  const lacks = within ? [] : [...(name ? [] : ["name"]), ...(ring ? [] : ["ring"])];
  const faults = lacks.map((each) => `${each}: ${here.outerHTML.slice(0, 160)}`);
  return [here === document.body, faults, Boolean(within)];
}"""
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


@pytest.fixture(scope="module", params=VIEWS)
def path(request: pytest.FixtureRequest) -> str:
    """Each page, for all tests that look at it, before the next one."""
    return str(request.param)


@pytest.fixture(scope="module")
def opened() -> dict[str, tuple[Any, list[str]]]:
    """The pages that have been opened, by path, each with the errors in it."""
    return {}


@pytest.fixture
def view(
    profile: Any,
    kept_page: Any,
    address: str,
    tidewrack: Path,
    attempt: int,
    path: str,
    opened: Any,
) -> Iterator[Any]:
    """A page that several tests look at; it is opened again for a test that is tried again."""
    page, wrong = opened.get(path, (None, []))
    if page is None or page.is_closed() or attempt > 1:
        for other, _ in opened.values():
            other.close()
        opened.clear()
        profile.clear_cookies()
        profile.set_default_timeout(PATIENCE)
        page = profile.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        open_page(page, address, path)
        page.locator(VIEWS[path]).first.wait_for()
        opened[path] = page, wrong
    yield page
    assert wrong == []


def test_every_control_has_a_name_and_a_ring_and_is_reachable_by_tab(view: Any) -> None:
    """Escape leaves a table; Escape and Tab leave an editor."""
    lacking = []
    for _ in range(100):
        view.keyboard.press("Tab")
        at_end, lacks, inside = view.evaluate(STOP)
        if at_end:
            break
        lacking += lacks
        if inside:
            view.keyboard.press("Escape")
            view.evaluate(STOP)
    assert view.evaluate(LEFT) == []
    assert lacking == []


def can_be_read(page: Any) -> None:
    assert reading_faults(page) == []
    enlarge(page)
    assert reading_faults(page) == []
    page.set_viewport_size({"width": 1280, "height": 800})


def test_every_page_can_be_read_in_light_and_dark_and_enlarged(view: Any) -> None:
    can_be_read(view)


def test_the_table_of_a_game_can_be_read(page: Any, address: str) -> None:
    open_page(page, address, "/kit/grumbles/play")
    page.locator(".moves button").first.wait_for()
    can_be_read(page)


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
