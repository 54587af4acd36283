"""Tests of examples on the table in a real browser: moved pieces change the file."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.readme_steps import ROOT
from tests.studio.browsing import HOLDS, open_example, undo_button, wait_until_shown
from tests.studio.conftest import Studio, Studios

pytestmark = pytest.mark.slow

SHOWN = {"grumbles": "last-chance", "grizzled": "morale-drop"}
"""Two kits, one with a board and one with hands and piles, and an example of each."""


@pytest.fixture
def examples(studios: Studios, attempt: int) -> Studio:
    """A studio of the two kits, each with a rulebook that consists of the figure of its example."""
    studio = studios.get("examples", attempt)
    for kit in SHOWN:
        if not (studio.folder / "data" / kit).exists():
            copy_with_short_book(kit, studio.folder)
    return studio


def copy_with_short_book(kit: str, folder: Path) -> None:
    for part in ("data", "templates"):
        shutil.copytree(ROOT / part / kit, folder / part / kit)
    rules = re.findall(r"^([a-z].*):$", (folder / f"data/{kit}/rules.yaml").read_text(), re.M)
    book = (
        f"# How to play\n\nAs it is. [[{', '.join(rules)}]]\n\n"
        f"```figure\nposition: {SHOWN[kit]}\narg: {{moves: 0}}\n```\n"
    )
    (folder / f"templates/{kit}/rulebook.md.j2").write_text(book)


def open_example_table(page: Any, address: str, kit: str) -> None:
    """Open the example of a kit, and wait until its pieces can be moved."""
    open_example(page, address, kit, SHOWN[kit])
    page.locator(".movable rect").first.wait_for(state="attached")


def element(page: Any, *names: str) -> Any:
    """The element with these names: the piece, if it lies on a place with the same names."""
    return page.locator(f'.movable [data-names="{"|".join(names)}"]').last


def with_changed_text(content: bytes, kit: str, was: bytes, now: bytes) -> bytes:
    """A copy of the file of examples with other text in the shown example."""
    above, begins, below = content.partition(b"- id: " + SHOWN[kit].encode() + b"\n")
    assert was in below
    return above + begins + below.replace(was, now, 1)


def drag(page: Any, piece: Any, place: Any) -> None:
    piece.scroll_into_view_if_needed()
    start, end = piece.bounding_box(), place.bounding_box()
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    page.locator(".ghost").wait_for()
    page.mouse.up()


def test_a_piece_on_a_board_is_moved_by_mouse_and_keys(page: Any, examples: Studio) -> None:
    file = examples.folder / "data/grumbles/examples/goofs.yaml"
    before = file.read_bytes()
    open_example_table(page, examples.address, "grumbles")
    figure = page.locator(".book img").first.get_attribute("src")
    drag(page, element(page, "yank", "d2"), element(page, "d3"))
    element(page, "yank", "d3").wait_for(state="attached")
    undo_button(page, "edit data/examples/goofs.yaml")
    was, now = b"{shove: b1, yank: d2, swap: e1}", b"{shove: b1, yank: d3, swap: e1}"
    assert file.read_bytes() == with_changed_text(before, "grumbles", was, now)
    page.get_by_text(HOLDS).wait_for()
    assert "yank: d3" in page.locator(".example .cm-content").inner_text()
    page.wait_for_function(
        "(old) => document.querySelector('.book img').getAttribute('src') !== old", arg=figure
    )

    page.wait_for_function("() => document.activeElement.dataset.names === 'yank|d3'")
    page.keyboard.press("Enter")
    page.locator(".carried").get_by_text("yank, d3 is picked up").wait_for()
    page.keyboard.press("ArrowDown")
    page.wait_for_function("() => document.activeElement.dataset.names === 'd2'")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.dataset.names === 'yank|d2'")
    assert file.read_bytes() == before

    drag(page, element(page, "c1"), element(page, "d3"))
    fault = page.locator(".example [role=status] .fault").first
    fault.wait_for()
    assert fault.inner_text().startswith("data/grumbles/examples/goofs.yaml:")
    assert page.get_by_text(HOLDS).count() == 0
    was, now = b"goofs: {c1: doom}", b"goofs: {d3: doom}"
    assert file.read_bytes() == with_changed_text(before, "grumbles", was, now)
    page.locator(".example").get_by_role("button", name="Undo in the files").click()
    page.get_by_text(HOLDS).wait_for()
    drag(page, element(page, "yank", "d2"), element(page, "swap", "e1"))
    page.get_by_text("swap and yank are both on e1").wait_for()
    assert file.read_bytes() == before


def test_a_card_is_dragged_between_hands_and_the_edit_undone(page: Any, examples: Studio) -> None:
    file = examples.folder / "data/grizzled/examples/ends.yaml"
    before = file.read_bytes()
    open_example_table(page, examples.address, "grizzled")
    card = element(page, "/hands/p1/0")
    assert card.get_attribute("aria-label").startswith("t02, ")
    table = page.locator(".movable .drawing").inner_html()
    drag(page, card, element(page, "/hands/p2").locator("summary"))
    page.locator('.movable [data-names="/hands/p2/3"][title="t02"]').wait_for()
    undo_button(page, "edit data/examples/ends.yaml")
    page.wait_for_function(
        "(old) => document.querySelector('.movable .drawing').innerHTML !== old", arg=table
    )
    was, now = b"{p1: [t02, t03], p2: [t04, t08, t09]}", b"{p1: [t03], p2: [t04, t08, t09, t02]}"
    assert file.read_bytes() == with_changed_text(before, "grizzled", was, now)
    wait_until_shown(page.locator(".zone img").first)
    page.locator(".example").get_by_role("button", name="Undo in the files").click()
    page.locator('.movable [data-names="/hands/p1/0"][title="t02"]').wait_for()
    page.get_by_text(HOLDS).wait_for()
    assert file.read_bytes() == before
