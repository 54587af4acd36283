"""Tests of arranging in a real browser: an element is dragged, moved by keys, and measured."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.studio.browsing import open_page, undo_button

pytestmark = pytest.mark.slow

ICON = '.spot[aria-label^="<icon>"]'


def tag(folder: Path, kit: str, name: str) -> str:
    """The opening tag of the first element of that name on the card."""
    text = (folder / "templates" / kit / "card.xml").read_text()
    found = re.search(rf"<{name} [^>]*>", text)
    assert found
    return found[0]


def drag(page: Any, what: Any, right: float, down: float) -> None:
    """Drag the middle of something by pixels."""
    box = what.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right, y + down, steps=5)
    page.mouse.up()


def wait_until(page: Any, holds: Callable[[], bool]) -> None:
    """Wait until the studio has written something."""
    for _ in range(1_000):
        if holds():
            return
        page.wait_for_timeout(20)
    assert holds()


def measures(page: Any) -> list[float]:
    """Left, top, width and height of the chosen element, in mm, as the page states them."""
    return [float(field.input_value()) for field in page.locator(".where input[type=number]").all()]


def begin(page: Any, address: str, kit: str) -> None:
    open_page(page, address, f"/kit/{kit}/design")
    page.locator(ICON).wait_for()
    page.get_by_role("button", name="Arrange").click()
    page.get_by_text("Choose something on it").wait_for()
    page.locator(".layers nav button").first.wait_for()  # before that nothing can be dragged


def test_an_element_is_dragged_moved_by_keys_and_measured(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    begin(page, address, kit)
    drag(page, page.locator(ICON), 0, -40)
    undo_button(page, "card.xml: move <icon>")
    moved = tag(folder, kit, "icon")
    assert re.search(
        r' x="26" y="[\d.]+" width="48" height="48"', moved
    )  # its middle snaps to that of the card
    assert ' y="26"' not in moved
    page.wait_for_function("() => document.querySelectorAll('.grip').length === 8")
    left, top, width, height = measures(page)

    drag(page, page.locator(".grip").last, -30, -30)  # the lower right corner
    undo_button(page, "card.xml: resize <icon>")
    page.wait_for_function(
        "(was) => document.querySelectorAll('.where input')[2].value < was", arg=width
    )
    assert measures(page)[:2] == pytest.approx([left, top], abs=0.05)
    assert measures(page)[2] < width
    assert measures(page)[3] < height

    page.get_by_role("spinbutton", name="Left").fill("10")
    page.keyboard.press("Enter")
    page.get_by_role("spinbutton", name="Top").fill("30")  # the second edit waits for the first
    page.keyboard.press("Enter")
    page.locator(".frame").focus()
    written = re.compile(r' x="-[\d.]+" y="4[\d.]+" ')  # in the coordinates of its group
    wait_until(page, lambda: bool(written.search(tag(folder, kit, "icon"))))
    undo_button(page, "card.xml: move <icon>")
    top = 30.0
    typed = tag(folder, kit, "icon")
    page.locator(".frame").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowRight")
    wait_until(page, lambda: measures(page)[:2] == pytest.approx([15, top + 0.5], abs=0.05))
    page.get_by_role("button", name="column", exact=True).click()
    page.get_by_role("group", name=re.compile(r"^column: left 4\.5, top 4\.5, ")).wait_for()
    wait_until(page, lambda: tag(folder, kit, "icon") not in (moved, typed))
    page.keyboard.press("Escape")
    page.get_by_text("Choose something on it").wait_for()


def test_what_has_no_place_of_its_own_says_why(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    begin(page, address, kit)
    before = tag(folder, kit, "text")
    undo = page.get_by_role("button", name="Undo")
    last = undo.get_attribute("aria-label")
    name = page.locator('.spot[aria-label*="cell name,"]')
    name.focus()
    page.keyboard.press("Enter")
    page.get_by_text("Left: its place follows from the <row> around it").wait_for()
    assert page.get_by_role("spinbutton", name="Left").is_disabled()
    assert page.get_by_role("spinbutton", name="Top").is_enabled()
    page.get_by_role("spinbutton", name="Height").fill("2")
    page.keyboard.press("Enter")
    page.get_by_text("It stays as it was: ").wait_for()
    assert tag(folder, kit, "text") == before
    page.keyboard.press("Tab")
    assert measures(page)[3] == 8
    assert undo.get_attribute("aria-label") == last


def test_an_element_is_added_gets_other_words_and_is_deleted(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    begin(page, address, kit)
    card = folder / "templates" / kit / "card.xml"
    before = card.read_text()
    page.get_by_label("Add an element").click()
    page.get_by_text("Text: name").click()
    undo_button(page, "card.xml: add <text>")
    page.get_by_role("group", name=re.compile(r"^text: left 12\.7, ")).wait_for()
    words = page.get_by_label("words", exact=True)
    assert words.input_value() == "{{ row.name }}"
    words.fill("Find & {{ row.name }}")
    page.keyboard.press("Tab")
    undo_button(page, "card.xml: words of <text>")
    page.get_by_label("size", exact=True).fill("9")
    page.keyboard.press("Tab")
    undo_button(page, "card.xml: size of <text>")
    page.get_by_label("Add an attribute").select_option("color")
    page.get_by_label("color", exact=True).fill("no-colour")
    page.keyboard.press("Enter")
    page.get_by_text(re.compile('^It stays as it was: .*there is no colour "no-colour"')).wait_for()
    assert ">Find &amp; {{ row.name }}</text>\n</card>" in card.read_text()
    page.locator(".frame").focus()
    page.keyboard.press("Delete")
    undo_button(page, "card.xml: remove <text>")
    assert card.read_text() == before
    page.locator(".frame").wait_for(state="detached")


def listed(page: Any) -> list[str]:
    """The elements in the list, from the uppermost on."""
    return [" ".join(each.split()) for each in page.locator(".layers nav button").all_inner_texts()]


def test_elements_are_listed_and_change_places(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    begin(page, address, kit)
    card = folder / "templates" / kit / "card.xml"
    before = card.read_text()
    was = listed(page)
    assert was[:3] == ["column", "text Take a second card from the row at once.", "text Star"]
    assert was[-1] == "rect"  # the frame around the card, which nothing else can point at
    assert "group × 12" in was
    page.get_by_role("button", name="rect", exact=True).last.click()
    page.get_by_role("group", name=re.compile(r"^rect: left 2\.5, top 2\.5, ")).wait_for()
    page.keyboard.press("PageUp")
    undo_button(page, "card.xml: raise <rect>")
    page.wait_for_function(
        "() => document.querySelector('.layers nav button').textContent.trim() === 'rect'"
    )
    assert listed(page)[1:] == was[:-1]
    page.get_by_role("group", name=re.compile("^rect: left")).wait_for()  # still chosen
    lower = page.get_by_role("button", name="Backward")
    lower.click()
    undo_button(page, "card.xml: lower <rect>")
    assert card.read_text() == before
    page.wait_for_function("() => !document.querySelector('[aria-label=Forward]').disabled")
    assert lower.is_disabled()

    page.locator(".layers nav [tabindex='0']").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.get_by_role("group", name=re.compile("^text: ")).wait_for()
    assert page.locator(".layers nav button:focus").inner_text().startswith("text 1")


def test_elements_are_duplicated_copied_and_pasted_on_the_back(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    begin(page, address, kit)
    card, back = (folder / "templates" / kit / name for name in ("card.xml", "card-back.xml"))
    front = card.read_text()
    page.locator(ICON).click()
    page.get_by_role("group", name=re.compile("^icon: ")).wait_for()
    page.get_by_role("button", name="Duplicate", exact=True).click()
    undo_button(page, "card.xml: duplicate <icon>")
    page.wait_for_function(
        "() => document.querySelectorAll('.layers [aria-pressed=true]').length === 1"
        " && [...document.querySelectorAll('.layers nav button')].filter((e) => e.innerText.startsWith('icon')).length === 2"  # noqa: E501
    )
    assert card.read_text().count("<icon") == front.count("<icon") + 1
    page.locator(".layers nav button", has_text="icon").first.click()
    page.locator(".frame").focus()
    page.keyboard.press("Delete")
    undo_button(page, "card.xml: remove <icon>")
    assert card.read_text() == front

    page.get_by_label("Add an element").click()
    page.get_by_text("Rectangle").click()
    undo_button(page, "card.xml: add <rect>")
    page.get_by_role("group", name=re.compile("^rect: ")).wait_for()
    page.keyboard.press("Control+c")
    page.get_by_text("<rect> is copied.").wait_for()
    page.keyboard.press("f")
    page.wait_for_function("() => document.querySelector('.piece img').alt.endsWith('back')")
    page.locator(".stage").focus()
    page.keyboard.press("Control+v")
    undo_button(page, "card-back.xml: paste <rect>")
    assert back.read_text().count('stroke="#000000"/>') == 1
    page.get_by_label("Add an element").click()
    page.get_by_text("Paste <rect>").wait_for()
    page.keyboard.press("Escape")


DROP = """(name) => {
  const canvas = document.createElement("canvas");
  canvas.width = 30; canvas.height = 20;
  canvas.getContext("2d").fillRect(5, 5, 10, 10);
  canvas.toBlob((blob) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([blob], name));
    const how = { dataTransfer, bubbles: true, cancelable: true };
    document.querySelector(".stage").dispatchEvent(new DragEvent("drop", how));
  });
}"""


def test_a_picture_dropped_on_the_piece_is_drawn_there(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    begin(page, address, kit)
    page.evaluate(DROP, "dragon & knight.png")
    undo_button(page, "card.xml: add <image>")
    page.get_by_role("group", name=re.compile("^image: ")).wait_for()
    assert (folder / "data" / kit / "art" / "dragon & knight.png").is_file()
    assert ' src="art/dragon &amp; knight.png"/>' in tag(folder, kit, "image")
    page.evaluate(DROP, "dragon.txt")
    page.get_by_text('"dragon.txt" is not a picture').wait_for()


def test_a_double_click_edits_the_words_of_a_text(page: Any, address: str, kit: str) -> None:
    begin(page, address, kit)
    text = page.locator('.spot[aria-label*="cell text,"]')
    was = text.bounding_box()
    text.dblclick()
    page.wait_for_function("() => document.activeElement.value === '{{ row.text }}'")
    assert page.evaluate("document.activeElement.tagName") == "TEXTAREA"
    assert text.bounding_box() == was  # or the second click would miss it
