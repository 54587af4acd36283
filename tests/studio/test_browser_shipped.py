"""Tests of games that come with Grimoire: the studio shows them as they are, and makes copies."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import KitError
from generator.base.locations import data_root
from generator.kit.locate import BUILT_IN
from generator.press.cache.store import Store
from generator.press.request import BuildRequest, KitRef
from generator.studio.edit.journal import Journal
from generator.studio.open_kit import OpenKit
from generator.studio.studio import StudioOptions
from tests.studio.browsing import cell, change, open_page, select_cell, undo_button

GRUMBLES = data_root() / "grumbles"


@pytest.mark.slow
def test_a_shipped_game_is_not_edited_but_copied(page: Any, address: str, folder: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in GRUMBLES.rglob("*")}
    open_page(page, address, "/kit/grumbles/design")
    page.get_by_role("button", name="Make this game mine").wait_for()
    select_cell(page, "push", "name")
    page.keyboard.press("Enter")
    page.keyboard.type("Shove")
    page.keyboard.press("Enter")
    assert cell(page, "push", "name").inner_text() == "Push"
    assert page.get_by_role("button", name="Add a row").count() == 0
    assert page.get_by_role("button", name="Undo").count() == 0

    page.get_by_role("link", name="Files").click()
    page.locator(".cm-content").wait_for()
    assert page.locator(".cm-content").get_attribute("contenteditable") == "false"

    page.get_by_role("button", name="Make this game mine").click()
    assert page.get_by_label("Folder name").input_value() == "my-grumbles"
    page.get_by_label("Folder name").fill("gruff")
    page.get_by_role("button", name="Create").click()
    page.get_by_text('Grimoire already uses the name "gruff"').wait_for()
    page.get_by_label("Folder name").fill("my-grumbles")
    page.get_by_role("button", name="Create").click()
    page.wait_for_url("**/kit/my-grumbles/design")
    change(page, "push", "name", "Shove")
    undo_button(page, "grumbles: push: name")
    assert "Shove" in (folder / "data/my-grumbles/grumbles.yaml").read_text()
    assert {path: path.stat().st_mtime_ns for path in GRUMBLES.rglob("*")} == before


@pytest.mark.slow
def test_the_bar_fills_one_row_on_a_laptop(page: Any, address: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    open_page(page, address, "/kit/grumbles/print?language=")
    page.get_by_role("button", name="Make this game mine").wait_for()
    page.locator(".bar").get_by_text("English").wait_for()
    rows = page.locator(".bar > *").evaluate_all(
        "all => all.filter(each => each.offsetHeight).map(each => each.getBoundingClientRect())"
        ".map(box => Math.round((box.top + box.bottom) / 2))"
    )
    assert max(rows) - min(rows) < 10


def test_nothing_writes_a_shipped_game(tmp_path: Path) -> None:
    request = BuildRequest(KitRef("grumbles", BUILT_IN), tmp_path)
    kit = OpenKit(request, Store(None), Journal(tmp_path / "edits.jsonl"), read_only=True)
    kit.draw()
    file = kit.path("data/grumbles.yaml")
    for do in (
        lambda: kit.write(file, "it", file.read_bytes(), b"other"),
        kit.undo,
        kit.redo,
        lambda: kit.set_cell("grumbles", 0, "push", "name", "Push", "Shove"),
    ):
        with pytest.raises(KitError, match="comes with Grimoire and stays as it is"):
            do()


@pytest.mark.parametrize(
    ("work_in", "data", "shipped"),
    [
        (".", None, True),
        (data_root().parent, None, False),
        (".", data_root(), False),
        (".", GRUMBLES, False),
    ],
)
def test_a_shipped_game_is_edited_only_where_its_folder_is_named_or_worked_in(
    work_in: Path, data: Path | None, shipped: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path / os.fspath(work_in))
    assert StudioOptions(data).is_shipped(BUILT_IN.find("grumbles")) is shipped
