"""Tests of the studio's tables in a real browser: completion, blocks, pictures, spreadsheets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.studio.browsing import (
    cell,
    change,
    open_page,
    picture_address,
    select_cell,
    undo_button,
    wait_for_text,
    wait_until_shown,
)
from tests.studio.conftest import KITS

pytestmark = pytest.mark.slow

CARDS = "data/mygame/cards.csv"

DROP = """([place, files]) => { const data = new DataTransfer();
  for (const [name, bytes] of files) data.items.add(new File([Uint8Array.from(bytes)], name));
  document.querySelector(place).dispatchEvent(
    new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true })); }"""
PASTE = """(text) => { const data = new DataTransfer(); data.setData("text/plain", text);
  document.querySelector(".ag-cell-focus").dispatchEvent(
    new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })); }"""


def test_the_table_completes_pastes_takes_pictures_and_moves_rows(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    cards = folder / CARDS
    open_page(page, address, f"/kit/{kit}/design")
    picture_address(page)
    change(page, "falling-star", "kind", "sh")
    undo_button(page, "cards: falling-star: kind")
    assert "falling-star,Falling Star,shield,1,2," in cards.read_text()
    assert cell(page, "falling-star", "kind").locator("img").get_attribute("src").endswith("/icons/shield.svg")  # noqa: E501  # fmt: skip

    select_cell(page, "oak-shield", "name")
    page.evaluate(PASTE, "name\tworth\nElm Shield\t3\nAsh Shield\t1\nYew Shield\t2\n")
    wait_for_text(page, "yew-shield", "name", "Yew Shield")
    rows = cards.read_text().splitlines()
    assert [row.split(",")[:4] for row in rows[-3:]] == [
        ["oak-shield", "Elm Shield", "shield", "3"],
        ["mirror-shield", "Ash Shield", "shield", "1"],
        ["yew-shield", "Yew Shield", "shield", "2"],
    ]
    undo_button(page, "cards: paste 3 × 2").click()
    wait_for_text(page, "oak-shield", "name", "Oak Shield")

    select_cell(page, "lucky-star", "name")
    page.keyboard.press("Alt+ArrowUp")
    select_cell(page, "oak-shield", "name")  # before the row has been moved: the cursor stays here
    undo_button(page, "cards: move lucky-star")
    moved = cards.read_text().splitlines()
    assert moved[1].startswith("lucky-star,")

    page.get_by_role("button", name="Delete the row").click()  # of the cell that was just clicked
    undo_button(page, "cards: delete oak-shield")
    left = cards.read_text().splitlines()
    assert left == [line for line in moved if not line.startswith("oak-shield,")]

    page.get_by_role("button", name="Choose columns").click()
    page.get_by_role("checkbox", name="copies").click()
    cell(page, "lucky-star", "copies").wait_for(state="detached")
    page.keyboard.press("Escape")


def test_a_block_goes_into_its_rows_though_others_have_been_added(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    cards = folder / CARDS
    open_page(page, address, f"/kit/{kit}/design")
    picture_address(page)
    select_cell(page, "lion-heart", "worth")
    cards.write_text(cards.read_text().replace("\n", "\nnew-moon,New Moon,star,1,1,\n", 1))
    page.evaluate(PASTE, "7\n8\n")  # before the page can show the new row
    undo_button(page, "cards: paste 2 × 1")
    assert "\nlion-heart,Lion Heart,heart,7,2," in cards.read_text()
    assert "\nold-shield,Old Shield,shield,8,2," in cards.read_text()


def hold_uploads(page: Any, name: str) -> list[Any]:
    """The uploads of one file, each to be released later; all others arrive at once."""
    held: list[Any] = []

    def send(route: Any) -> None:
        if f'filename="{name}"'.encode() in route.request.post_data_buffer:
            held.append(route)
        else:
            route.continue_()

    page.route("**/upload/*", send)
    return held


def test_dropped_pictures_go_into_art_and_the_first_of_them_into_the_cell(
    page: Any, address: str, tidewrack: Path
) -> None:
    finds, art = tidewrack / "finds.csv", tidewrack / "art"
    before = finds.read_text()
    page.set_viewport_size({"width": 2400, "height": 800})  # every column is in sight
    open_page(page, address, "/kit/tidewrack/design")
    picture_address(page)
    cell(page, "whelk", "picture").click()  # the cursor is elsewhere
    picture = (art / "glass.png").read_bytes()
    late = hold_uploads(page, "moon.png")
    files = [[name, list(picture)] for name in ("moon.png", "star.png", "sun.png")]
    page.evaluate(DROP, ["[row-id=plank] [col-id=picture]", files])
    for name in ("star.png", "sun.png"):
        page.get_by_text(f"{name} is now in art/.").wait_for()
    late.pop().continue_()
    page.get_by_text("moon.png is now in art/.").wait_for()
    undo_button(page, "add art/moon.png")
    assert [(art / name).read_bytes() for name, _ in files] == [picture] * 3
    lines = zip(before.splitlines(), finds.read_text().splitlines(), strict=True)
    (other,) = [new for old, new in lines if old != new]
    assert other in ("plank,Plank,wood,1,2,,art/star.png", "plank,Plank,wood,1,2,,art/sun.png")
    shown = cell(page, "plank", "picture").locator("img")
    wait_until_shown(shown)


DECK = "Name,Cost,Text,Picture,Qty\nMoth,2,Fly to a light.,glass.png,3\nOwl,4,Look at a hand.,,1\n"


def test_a_dropped_spreadsheet_becomes_a_game(page: Any, address: str, folder: Path) -> None:
    page.goto(address)
    page.wait_for_function("() => window.did_handshake")
    glass = (KITS / "data/tidewrack/art/glass.png").read_bytes()
    files = [["Night deck.csv", list(DECK.encode())], ["glass.png", list(glass)]]
    late = hold_uploads(page, "glass.png")
    page.evaluate(DROP, [".home", files])
    page.get_by_text("The cards are the rows of Night deck.csv").wait_for()
    page.get_by_role("button", name="Create").click()  # during the upload of a picture
    page.locator(".q-btn__content--hidden").or_(page.locator(".q-btn .q-spinner")).first.wait_for()
    late.pop().continue_()
    page.get_by_role("button", name="Open it").click(timeout=60_000)
    page.wait_for_url("**/kit/night-deck/design")
    new_folder = folder / "data/night-deck"
    assert (new_folder / "Night deck.csv").read_text() == DECK
    assert [path.read_bytes() for path in new_folder.rglob("glass.png")] == [glass]
    picture_address(page)
    change(page, "moth", "cost", "3")
    undo_button(page, "cards: moth: cost")


def test_a_picture_for_no_cell_comes_with_the_way_to_draw_it(
    page: Any, address: str, tidewrack: Path
) -> None:
    page.set_viewport_size({"width": 2400, "height": 800})  # every column is in sight
    open_page(page, address, "/kit/tidewrack/design")
    picture_address(page)
    cell(page, "whelk", "name").click()
    picture = (tidewrack / "art" / "glass.png").read_bytes()
    page.evaluate(DROP, ["[row-id=plank] [col-id=name]", [["moon.png", list(picture)]]])
    page.get_by_text(
        'moon.png is now in art/. A template draws it with <image src="art/moon.png"/>.'
    ).wait_for()
