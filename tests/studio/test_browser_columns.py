"""Tests of the columns of a table in a real browser: they keep the order that people give them."""

from __future__ import annotations

from typing import Any

import pytest

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
