"""Tests of the lab in a browser: the number that balances a game is searched for, and put into the kit."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.studio.browsing import open_page, undo_button

pytestmark = pytest.mark.slow


def test_a_number_is_tuned_and_changed(
    page: Any, address: str, tidewrack: Path, folder: Path
) -> None:
    open_page(page, address, "/kit/tidewrack/lab")
    pane = page.locator("section[aria-label=Tuning]")
    pane.get_by_label("Values to try instead of 1").fill("2")
    pane.get_by_label("Close enough, points").fill("1")
    pane.get_by_label("Target, % of games").fill("99")
    page.get_by_label("Games", exact=True).fill("4")
    pane.get_by_role("button", name="Find the number").click()
    rows = pane.locator(".estimates tr")
    rows.nth(1).wait_for()
    assert rows.nth(0).inner_text().split()[:2] == ["worth", "1"]
    assert rows.nth(1).inner_text().split()[:2] == ["worth", "2"]
    pane.get_by_text("These games cannot tell").or_(pane.get_by_text("No value comes")).wait_for()

    # More games would show that 2 is better: then a button puts it into the table.
    (file,) = (folder / "state").rglob("*.tuning.yaml")
    file.write_text(re.sub("^best: .*", 'best: "2"', file.read_text(), flags=re.MULTILINE))
    finds = tidewrack / "finds.csv"
    before = finds.read_text()
    pane.get_by_role("button", name="Change worth to 2").click()
    undo_button(page, "finds: whelk: worth").click()
    undone = "() => document.querySelector('[aria-label=\"Redo: finds: whelk: worth\"]')"
    page.wait_for_function(undone)
    assert finds.read_text() == before
