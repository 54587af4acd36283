"""Tests of the columns of a table in a real browser: they keep the order that people give them, and fit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from generator.tools.from_table.new_kit import new_from_table
from tests.studio.browsing import cell, open_page

pytestmark = pytest.mark.slow


def test_columns_stay_where_they_are_dragged(page: Any, address: str, kit: str) -> None:
    def order() -> list[str]:
        names = "all => all.map(each => [+each.ariaColIndex, each.getAttribute('col-id')])"
        return [name for _, name in sorted(page.locator(".ag-header-cell").evaluate_all(names))]

    def centre(column: str) -> tuple[float, float]:
        box = page.locator(f'.ag-header-cell[col-id="{column}"]').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    open_page(page, address, f"/kit/{kit}/design")
    cell(page, "north-star", "name").wait_for()
    before = order()
    assert before.index("worth") > before.index("name")
    page.mouse.move(*centre("worth"))
    page.mouse.down()
    page.mouse.move(*centre("name"), steps=10)
    page.mouse.up()
    after = [name for name in before if name != "worth"]
    after.insert(after.index("name"), "worth")
    page.wait_for_function(
        "() => Object.keys(localStorage).some(each => each.startsWith('columns'))"
    )
    assert order() == after
    page.reload()
    cell(page, "north-star", "name").wait_for()
    assert order() == after


CARDS = """Name,Type,Cost,Colour,Icon,Power,Copies,Text,Flavour
Fire Salt,Potion,3,red,flame,10,2,"Discard a card, then all others lose two coins.",Keep away from beards.
Old Root,Ingredient,1,green,leaf,2,4,Whoever has the fewest ingredients takes one coin.,It waits.
"""
FITS = (
    "each => each.scrollHeight <= each.clientHeight + 1 && each.scrollWidth <= each.clientWidth + 1"
)
EDGES = """all => all.map(each => {
  const box = each.getBoundingClientRect();
  return [each.getAttribute("col-id"), box.left, box.right];
})"""


def test_all_columns_of_a_kit_are_in_sight(page: Any, address: str, folder: Path) -> None:
    """Short ones are as wide as their words; on a phone a long text has the width beside the name."""
    if not (folder / "data/salts").exists():
        (folder / "salts.csv").write_text(CARDS)
        new_from_table("salts", folder / "salts.csv", folder)
    before = page.viewport_size
    page.set_viewport_size({"width": 1300, "height": 800})
    open_page(page, address, "/kit/salts/design")
    cell(page, "fire-salt", "text").wait_for()
    room = page.locator(".ag-center-cols-viewport").bounding_box()
    columns = page.locator(".ag-header-cell").evaluate_all(EDGES)
    assert len(columns) == 11  # with the mark of faults and the ids
    assert max(right for *_, right in columns) <= room["x"] + room["width"] + 1
    assert cell(page, "fire-salt", "text").evaluate(FITS)
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    cell(page, "fire-salt", "text").wait_for()
    page.wait_for_function(
        "() => document.querySelector('.ag-cell[col-id=text]').offsetWidth > 250"
    )
    columns = page.locator(".ag-header-cell").evaluate_all(EDGES)
    seen = [name for name, left, right in columns if left >= 0 and right <= 391]
    assert seen == ["_all", "name", "text"]
    page.locator(".ag-center-cols-viewport").evaluate("each => each.scrollTo(300, 0)")
    page.wait_for_function(
        "() => document.querySelector('.ag-header-cell[col-id=type]').getBoundingClientRect().left < 200"
    )
    name = page.locator('.ag-header-cell[col-id="name"]').bounding_box()
    assert 0 <= name["x"] < 60  # it stays
    if before:
        page.set_viewport_size(before)
