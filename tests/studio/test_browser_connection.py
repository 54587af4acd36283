"""Tests of broken connections and killed servers in a real browser: no typed text is lost."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.studio.browsing import (
    change,
    open_editor,
    open_page,
    picture_address,
    undo_button,
    wait_for_text,
)
from tests.studio.conftest import copy_tidewrack, create_in, running_studio

pytestmark = pytest.mark.slow

CARDS = "data/mygame/cards.csv"
TEMPLATE = "templates/mygame/card.xml"


def test_text_typed_offline_is_written_after_reconnecting(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    template, cards = folder / TEMPLATE, folder / CARDS
    before = cards.read_text()
    open_page(page, address, f"/kit/{kit}/design")
    picture_address(page)
    page.context.set_offline(True)
    page.get_by_text("Not connected to the studio").wait_for()
    change(page, "brave-heart", "name", "Braver Heart")
    change(page, "brave-heart", "name", "Bravest Heart")
    page.get_by_role("button", name="Delete the row").click()
    page.context.set_offline(False)
    undo_button(page, "cards: brave-heart: name")
    page.get_by_text("Not connected to the studio").wait_for(state="detached")
    page.wait_for_function("() => sessionStorage.drafts === '[]'")
    assert cards.read_text() == before.replace("Brave Heart", "Bravest Heart")

    open_page(page, address, f"/kit/{kit}/files?file=templates%2Fcard.xml&line=2")
    page.locator(".cm-line.here-line").click()
    page.keyboard.press("End")
    page.keyboard.type("<!-- just before -->")
    page.context.set_offline(True)
    page.keyboard.type("<!-- and after -->")
    page.get_by_text("not saved yet").wait_for()
    assert "and after" not in template.read_text()
    page.context.set_offline(False)
    page.get_by_text("not saved yet").wait_for(state="hidden")
    assert template.read_text().splitlines()[1].endswith("<!-- just before --><!-- and after -->")


def test_a_page_reconnects_after_its_server_was_killed(page: Any, tmp_path: Path) -> None:
    create_in(tmp_path)
    cards = tmp_path / CARDS
    with running_studio(tmp_path) as address:
        open_page(page, address, "/kit/mygame/design")
        picture_address(page)
        change(page, "lucky-star", "name", "Luckier Star")
        undo_button(page, "cards: lucky-star: name")
    page.get_by_text("Not connected to the studio").wait_for()
    change(page, "north-star", "name", "Pole Star")
    open_editor(page, "lion-heart", "name")
    page.keyboard.type("Tiger Heart")  # and is still being typed when the page is loaded again
    with running_studio(tmp_path) as again:
        assert again.partition("/?")[0] == address.partition("/?")[0]
        # the studio opens its address in the browser
        page.context.request.get(again, max_retries=2, max_redirects=0)
        wait_for_text(page, "lion-heart", "name", "Tiger Heart")
        wait_for_text(page, "north-star", "name", "Pole Star")
        page.wait_for_function("() => sessionStorage.drafts === '[]'")
        words = cards.read_text()
        assert "north-star,Pole Star," in words
        assert "lion-heart,Tiger Heart," in words
        for name in ("lion-heart", "north-star", "lucky-star"):
            undo_button(page, f"cards: {name}: name").click()
        wait_for_text(page, "lucky-star", "name", "Lucky Star")
        assert "lucky-star,Lucky Star," in cards.read_text()


def test_text_typed_into_a_dialog_reappears_after_a_restart(page: Any, tmp_path: Path) -> None:
    copy_tidewrack(tmp_path)
    with running_studio(tmp_path) as address:
        open_page(page, address, "/kit/tidewrack/rulebook")
        figure = page.get_by_role("button", name=re.compile("Example last-find: "))
        figure.click()
        page.get_by_text("The result is as the example says.").wait_for()
        page.locator(".example .cm-line").filter(has_text="Player 2 drops").click()
        page.keyboard.press("End")
        page.keyboard.press("End")  # the beginning of the line, which may be wrapped
        page.keyboard.type(" At last!")
        home = page.context.new_page()
        open_page(home, address, "/")
        home.get_by_role("button", name="New game").click()
        home.get_by_label("Folder name").type("my-moon")
        home.get_by_label("Players").fill("3-5")
    for each in (page, home):
        each.get_by_text("Not connected to the studio").wait_for()
    home.get_by_role("button", name="Create").click()  # waits
    with running_studio(tmp_path) as again:
        page.context.request.get(again, max_retries=2, max_redirects=0)
        figure.click()
        page.locator(".example .cm-line").filter(
            has_text="draws the last find. At last!"
        ).wait_for()
        page.get_by_role("button", name="Save").click()
        undo_button(page, "edit data/examples/turns.yaml")
        home.get_by_role("button", name="New game").click()
        home.wait_for_function(
            "() => document.querySelector('[aria-label=\"Folder name\"]')?.value === 'my-moon'"
        )
        assert home.get_by_label("Players").input_value() == "3-5"
        home.get_by_role("button", name="Create").click()
        home.wait_for_url("**/kit/my-moon/design")
    assert "At last!" in (tmp_path / "data/tidewrack/examples/turns.yaml").read_text()
    assert "players: [3, 5]" in (tmp_path / "data/my-moon/game.yaml").read_text()
