"""Tests of the studio's tables in a real browser: completion, blocks, pictures, spreadsheets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.studio.browsing import (
    PATIENCE,
    cell,
    change,
    open_editor,
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

    page.get_by_role("button", name="Columns", exact=True).click()
    page.get_by_role("checkbox", name="copies").click()
    cell(page, "lucky-star", "copies").wait_for(state="detached")
    page.keyboard.press("Escape")


def test_typing_writes_over_cells_and_an_untouched_editor_writes_nothing(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    cards = folder / CARDS
    open_page(page, address, f"/kit/{kit}/design")
    picture_address(page)
    select_cell(page, "brave-heart", "name")
    for word in ("Quick", "star", "3"):
        page.keyboard.type(word)
        page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    undo_button(page, "cards: brave-heart: worth")
    typed = cards.read_text()
    assert "\nbrave-heart,Quick,star,3,2," in typed
    select_cell(page, "oak-shield", "name")
    page.keyboard.press("Enter")
    page.locator(".ag-cell-inline-editing input").wait_for()
    theirs = typed.replace("Oak Shield", "Elm Shield").replace("Lion Heart", "Lyon Heart")
    cards.write_text(theirs)
    wait_for_text(page, "lion-heart", "name", "Lyon Heart")
    page.keyboard.press("Enter")
    wait_for_text(page, "oak-shield", "name", "Elm Shield")
    change(page, "lucky-star", "name", "Last")
    undo_button(page, "cards: lucky-star: name")
    assert cards.read_text() == theirs.replace("Lucky Star", "Last")


def test_a_piece_stays_in_view_when_its_row_gets_another_name(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    """Its id is made from the name, as in every kit that begins with a spreadsheet."""
    cards, game = folder / CARDS, folder / "data/mygame/game.yaml"
    rows = [line.partition(",")[2] for line in cards.read_text().splitlines()]
    cards.write_text("\n".join(rows) + "\n")
    made = game.read_text().replace("{type: id}", "{type: id, from-field: name}", 1)
    game.write_text(made)
    open_page(page, address, f"/kit/{kit}/design")
    picture_address(page)
    change(page, "falling-star", "name", "Comet")
    page.get_by_role("img", name='card "Comet", front').wait_for()
    undo_button(page, "cards: falling-star: name").click()
    page.get_by_role("img", name='card "Falling Star", front').wait_for()


def test_half_a_character_is_written_as_the_sign_for_one(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    open_page(page, address, f"/kit/{kit}/design")
    # A row of its own: earlier tests may have left an edit with the same name to undo.
    open_editor(page, "mirror-shield", "name")
    page.evaluate("document.execCommand('insertText', false, 'Half \\ud83d')")
    page.keyboard.press("Enter")
    undo_button(page, "cards: mirror-shield: name")
    assert "mirror-shield,Half \ufffd,shield," in (folder / CARDS).read_text(encoding="utf-8")


def test_columns_are_added_changed_and_deleted(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    cards, game = folder / CARDS, folder / "data/mygame/game.yaml"
    before = cards.read_text(), game.read_text()
    open_page(page, address, f"/kit/{kit}/design")
    picture_address(page)
    page.get_by_role("button", name="Add a column").click()
    page.get_by_label("Name", exact=True).fill("Weather")
    page.get_by_label("What it holds").click()
    page.get_by_role("option", name="One of several words").click()
    page.get_by_label("The words, with commas between them").fill("sun, rain")
    page.get_by_label("In the rows that are there").fill("snow")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_text('weather cannot be "snow"').wait_for()
    assert (cards.read_text(), game.read_text()) == before
    page.get_by_label("In the rows that are there").fill("rain")
    page.get_by_role("button", name="Add", exact=True).click()
    undo_button(page, "cards: add the column weather")
    wait_for_text(page, "lucky-star", "weather", "rain")
    assert "      weather: {type: choice, of: [sun, rain], optional: true, column: Weather}\n" in (
        game.read_text()
    )

    page.get_by_role("button", name="Columns", exact=True).click()
    page.get_by_role("button", name="Change the column weather").click()
    page.get_by_label("The words, with commas between them").fill("sun, rain, fog")
    page.get_by_role("button", name="Change", exact=True).click()
    undo_button(page, "cards: change the column weather")
    change(page, "lucky-star", "weather", "fo")  # completed
    undo_button(page, "cards: lucky-star: weather")

    page.get_by_role("button", name="Columns", exact=True).click()
    page.get_by_role("button", name="Change the column weather").click()
    page.get_by_role("button", name="Delete the column").click()
    undo_button(page, "cards: delete the column weather")
    cell(page, "lucky-star", "weather").wait_for(state="detached")
    assert (cards.read_text(), game.read_text()) == before


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


def test_a_word_is_replaced_in_the_whole_kit_but_where_it_should_stay(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    cards, kinds = folder / CARDS, folder / "data/mygame/kinds.yaml"
    open_page(page, address, f"/kit/{kit}/design")
    picture_address(page)
    page.get_by_role("button", name="Find and replace").click()
    page.get_by_label("Find", exact=True).fill("star")
    page.get_by_role("button", name="Delete in ").wait_for()
    page.get_by_label("Replace by").fill("comet")
    page.locator("ins", has_text="Comet").first.wait_for()
    page.get_by_role("checkbox", name="Whole words").click()
    page.get_by_role("checkbox", name="cards: falling-star: id").wait_for(state="detached")
    page.get_by_role("checkbox", name="cards: lucky-star: name").click()
    page.get_by_role("button", name=re.compile("^Replace in ")).click()
    undo = undo_button(page, 'replace "star" by "comet"')
    assert "\nfalling-star,Falling Comet,comet,1,2," in cards.read_text()
    assert (
        "\nlucky-star,Lucky Star,comet,2,2,Worth 2 more beside another :comet:."
        in cards.read_text()
    )
    assert "comet: {name: Comet, icon: comet," in kinds.read_text()
    undo.click()
    wait_for_text(page, "falling-star", "name", "Falling Star")

    page.get_by_role("button", name="Find and replace").click()
    page.get_by_label("Find", exact=True).fill("Oak")
    page.get_by_role("button", name="cards: oak-shield: name").click()
    cell(page, "oak-shield", "name").and_(page.locator(".ag-cell-focus")).wait_for()
    page.get_by_role("button", name="Find and replace").click()
    page.get_by_label("Find", exact=True).fill("icon: star")
    page.get_by_role("button", name="data/kinds.yaml:3").click()
    page.get_by_role("region", name="Editor").get_by_text("data/kinds.yaml").first.wait_for()


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
    names = ("moon.png", "star.png", "sun.png")
    files = [[name, list(picture)] for name in names]
    page.evaluate(DROP, ["[row-id=plank] [col-id=picture]", files])
    for name in ("star.png", "sun.png"):
        page.get_by_text(f"{name} is now in art/.").wait_for()
    late.pop().continue_()
    page.get_by_text("moon.png is now in art/.").wait_for()
    undo_button(page, "add art/moon.png")
    assert [(art / name).read_bytes() for name in names] == [picture] * 3
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
    page.get_by_label("Language of the cards").click()
    page.get_by_role("option", name="Deutsch").click()
    page.get_by_role("button", name="Create").click()  # during the upload of a picture
    page.locator(".q-btn__content--hidden").or_(page.locator(".q-btn .q-spinner")).first.wait_for()
    late.pop().continue_()
    page.get_by_role("button", name="Open it").click()
    page.wait_for_url("**/kit/night-deck/design")
    new_folder = folder / "data/night-deck"
    assert (new_folder / "Night deck.csv").read_text() == DECK
    assert "\nlanguage: de\n" in (new_folder / "game.yaml").read_text()
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
        "moon.png is now in art/. + in Arrange puts it on a piece, "
        'or <image src="art/moon.png"/> in a template.'
    ).wait_for()


def test_words_outlive_the_row_that_another_window_deletes(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    open_page(page, address, f"/kit/{kit}/design")
    other = page.context.new_page()
    open_page(other, address, f"/kit/{kit}/design")
    open_editor(page, "lucky-star", "text")
    page.keyboard.type("Every word counts.")
    select_cell(other, "lucky-star", "name")
    other.get_by_role("button", name="Delete the row").click()
    dialog = page.get_by_role("dialog", name="Not written")
    dialog.get_by_text("Every word counts.").wait_for()
    page.reload()  # nothing is decided yet
    dialog.get_by_text('the row "lucky-star" is no longer there').wait_for()
    undo_button(other, "cards: delete lucky-star").click()
    cell(other, "lucky-star", "text").wait_for()
    dialog.get_by_role("button", name="Try again").click()
    wait_for_text(other, "lucky-star", "text", "Every word counts.")
    page.wait_for_function("() => sessionStorage.drafts === '[]'")


def test_words_outlive_a_table_that_gets_another_field(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    open_page(page, address, f"/kit/{kit}/design")
    open_editor(page, "oak-shield", "text")
    page.keyboard.type("Every word counts.")
    game = folder / "data/mygame/game.yaml"
    game.write_text(game.read_text().replace("  kinds:\n", "      more: {type: text, optional: true}\n  kinds:\n", 1))  # noqa: E501  # fmt: skip
    undo_button(page, "cards: oak-shield: text")
    assert "Every word counts." in (folder / CARDS).read_text()


def test_the_pieces_of_a_table_are_counted_and_split(page: Any, address: str, kit: str) -> None:
    open_page(page, address, f"/kit/{kit}/design")
    picture_address(page)
    page.get_by_role("button", name="Statistics").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("cards: 18 pieces of Cards, in 9 rows.").wait_for()
    stars = dialog.get_by_role("row", name=re.compile("Star 6"))
    stars.wait_for()
    assert stars.locator("i").count() == 1
    dialog.get_by_label("Split by").click()
    page.get_by_role("option", name="kind").click()
    dialog.locator(".legend").get_by_text("Shield").wait_for()
    assert dialog.get_by_role("row", name=re.compile("^1 6")).locator("i").count() == 3
    dialog.get_by_role("button", name="Close").click()
    dialog.wait_for(state="detached")


@pytest.mark.parametrize(
    ("at", "more", "less"), [(1, "blink,Blink,star,1,2,Hello.\n", 0), (1, "", 1)]
)
def test_typing_goes_on_when_another_program_moves_its_row(
    page: Any, address: str, kit: str, folder: Path, at: int, more: str, less: int
) -> None:
    file = folder / CARDS
    open_page(page, address, f"/kit/{kit}/design")
    open_editor(page, "oak-shield", "name")
    page.keyboard.type("Every word")
    lines = file.read_text().splitlines(keepends=True)
    row = page.locator('.ag-center-cols-container [row-id="oak-shield"]')
    before = row.get_attribute("row-index")
    file.write_text("".join((*lines[:at], more, *lines[at + less :])))
    expect(row).not_to_have_attribute("row-index", before, timeout=PATIENCE)
    page.wait_for_function("() => document.activeElement.matches('.ag-cell input')")
    page.keyboard.type(" counts")
    page.keyboard.press("Enter")
    undo_button(page, "cards: oak-shield: name")
    assert "oak-shield,Every word counts," in file.read_text()
