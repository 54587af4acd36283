"""Tests of the studio by keyboard alone in a real browser: controls are reachable, named and keep focus."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.studio.browsing import cell, open_page, picture_address, undo_button

pytestmark = pytest.mark.slow

VIEWS = {
    "/": ".home .kit",
    "/kit/tidewrack/design": ".ag-center-cols-container .ag-cell",
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


@pytest.mark.parametrize("path", VIEWS)
def test_every_control_has_a_name_and_a_ring_and_is_reachable_by_tab(
    page: Any, address: str, tidewrack: Path, path: str
) -> None:
    """Escape leaves a table; Escape and Tab leave an editor."""
    open_page(page, address, path)
    page.locator(VIEWS[path]).first.wait_for()
    lacking = []
    for _ in range(100):
        page.keyboard.press("Tab")
        at_end, lacks, inside = page.evaluate(STOP)
        if at_end:
            break
        lacking += lacks
        if inside:
            page.keyboard.press("Escape")
            page.evaluate(STOP)
    assert page.evaluate(LEFT) == []
    assert lacking == []


def test_the_focus_stays_on_the_pressed_control(page: Any, address: str, tidewrack: Path) -> None:
    open_page(page, address, "/kit/tidewrack/design")
    picture_address(page)
    before = (tidewrack / "finds.csv").read_bytes()
    cell(page, "whelk", "name").click()
    focused = "() => document.activeElement.closest('button, .ag-cell, [role=menu]')?.outerHTML"
    for label, text in (
        ("Duplicate the row", "duplicate whelk"),
        ("Move the row down", "move whelk-2"),
        ("Delete the row", "delete whelk-2"),
    ):
        page.get_by_role("button", name=label).focus()
        page.keyboard.press("Enter")
        undo_button(page, f"finds: {text}")
        page.wait_for_function("() => document.activeElement.matches('.ag-cell')")
    for text in ("delete whelk-2", "move whelk-2", "duplicate whelk"):
        undo_button(page, f"finds: {text}").focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name=f"Redo: finds: {text}").wait_for()
        assert page.evaluate(focused), text
    assert (tidewrack / "finds.csv").read_bytes() == before
    for label in ("Wall", "Piece", "Bleed", "Flip"):
        page.get_by_role("button", name=label).first.focus()
        page.keyboard.press("Space")
        if label != "Flip":  # or a late answer hides the next control after it got the focus
            page.get_by_role("button", name=label, pressed=True).first.wait_for()
        page.wait_for_function(focused)
    open_page(page, address, "/")
    page.get_by_role("button", name="New game").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.ariaLabel === 'Title'")
    page.keyboard.press("Escape")
    page.locator(".dialog").wait_for(state="detached")
    page.wait_for_function("() => document.activeElement.innerText?.includes('New game')")
