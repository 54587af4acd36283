"""Tests of the studio in a real browser: a newcomer's first steps, and a malicious kit."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.readme_steps import ROOT
from tests.studio.browsing import (
    cell,
    change,
    open_example,
    open_page,
    picture_address,
    undo_button,
    wait_for_text,
    wait_until_shown,
)

pytestmark = pytest.mark.slow

CARDS = "data/mygame/cards.csv"
OLD = "falling-star,Falling Star,star,1,2,Take a second card from the row at once.\n"


def test_a_game_is_created_changed_built_and_downloaded(
    page: Any, address: str, folder: Path
) -> None:
    page.set_viewport_size({"width": 2000, "height": 900})  # every column is in sight
    page.goto(address)
    page.wait_for_function("() => window.did_handshake")
    assert "token" not in page.url
    page.get_by_role("button", name="New game").click()
    title, name = page.get_by_label("Title"), page.get_by_label("Folder name")
    title.fill("Zoë's Moon")
    page.wait_for_function("() => document.querySelector('[aria-label=\"Folder name\"]').value === 'zoes-moon'")  # noqa: E501  # fmt: skip
    name.fill("moon")
    title.fill("The Moon")  # the name that was typed stays
    page.get_by_role("button", name="Create").click()
    page.wait_for_url("**/kit/moon/design")
    assert 'title: "The Moon"\n' in (folder / "data/moon/game.yaml").read_text()
    cards = folder / "data" / "moon" / "cards.csv"
    before = cards.read_bytes()
    first = picture_address(page)

    change(page, "falling-star", "name", "Shooting, Star")
    page.wait_for_function("(old) => document.querySelector('.piece img').dataset.drawn !== old",
                           arg=first)  # fmt: skip
    new = OLD.replace("Falling Star", '"Shooting, Star"').encode()
    assert cards.read_bytes() == before.replace(OLD.encode(), new)
    page.locator(".spot").filter(has_not_text="?").first.wait_for()
    label = page.locator('.spot[aria-label*="cell name"]').first
    assert re.match(
        r"<text> templates/moon/card\.xml:8, cell name, [\d.]+ pt",
        label.get_attribute("aria-label"),
    )

    page.get_by_role("button", name="Undo: cards: falling-star: name").click()
    page.wait_for_function("() => document.querySelector('[row-id=falling-star] [col-id=name]').innerText === 'Falling Star'")  # noqa: E501  # fmt: skip
    assert cards.read_bytes() == before

    was, now = re.findall(
        r"^[-+](falling-star,.*)$", (ROOT / "README.md").read_text(), re.MULTILINE
    )
    change(page, "falling-star", "name", "Shooting Star")
    undo_button(page, "cards: falling-star: name")
    change(page, "falling-star", "text", "Take a second card at once. *Make a wish!*")
    undo_button(page, "cards: falling-star: text")
    assert cards.read_bytes() == before.replace(was.encode(), now.replace(chr(34), "").encode())

    page.get_by_role("link", name="Print").click()
    page.locator(".sheets img").first.wait_for()
    page.get_by_role("button", name="Build").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="moon-print-a4.pdf").click()
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF")

    manifest = folder / "output/moon/manifest.json"
    printed = manifest.read_text()
    manifest.write_text(printed.replace('"x": ', '"x": 9', 1))
    page.get_by_role("button", name="Proof").click()
    page.locator("button.finding").first.click()
    shown = page.locator(".found img")
    wait_until_shown(shown)
    page.get_by_role("button", name="Close").click()

    cards.write_bytes(before)
    page.get_by_role("link", name="Design").click()
    wait_for_text(page, "falling-star", "name", "Falling Star")
    page.get_by_role("link", name="Print").click()
    page.get_by_label("Copies to print").fill("3")
    page.locator(".facts").filter(has_text="54").wait_for()
    older = {"name": "old.json", "mimeType": "application/json", "buffer": printed.encode()}
    page.locator(".unseen input[type=file]").set_input_files(older)
    page.get_by_text("2 pieces to print, 2 to throw away").wait_for()

    page.get_by_text("More choices").click()
    page.get_by_label("Backs to the right, mm").fill("0.5")
    page.get_by_role("button", name="Test sheet for backs").click()
    page.get_by_role("link", name="calibration-a4-long-edge.pdf").wait_for()
    page.get_by_label("Scale, %").fill("50")
    page.get_by_text("A file for each part, too").click()
    page.get_by_text("Rulebook as a page for screens, too").click()
    page.get_by_role("button", name="Build").click()
    page.get_by_role("link", name="moon-rulebook.html").wait_for()
    options = json.loads(manifest.read_text())["options"]
    assert (options["offset"], options["split"], options["for-screen"]) == ("0.5,0", True, True)
    assert options["scale"] == 0.5
    page.get_by_label("Scale, %").fill("100")
    page.get_by_label("Only these pieces, to replace lost ones").click()
    page.get_by_role("option", name="Cards: Lucky Star").click()
    page.keyboard.press("Escape")
    page.get_by_label("Copies of each").fill("2")
    page.locator(".facts").filter(has_text=re.compile(r"^6\D")).wait_for()  # three sets of two
    page.get_by_role("button", name="Build").click()
    page.get_by_role("link", name="moon-spares-a4.pdf").wait_for()


def test_faults_are_marked_on_their_cell_and_line(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    open_page(page, address, f"/kit/{kit}/design")
    picture_address(page)
    change(page, "lucky-star", "worth", "99")
    page.locator(".faultcount.bad").wait_for()
    wrong = cell(page, "lucky-star", "worth")
    page.wait_for_function("() => document.querySelector('[row-id=lucky-star] [col-id=worth]').classList.contains('bad')")  # noqa: E501  # fmt: skip
    assert wrong.inner_text() == "99"
    fault = page.locator(".faults button").first
    assert fault.inner_text().startswith(f'{CARDS}:3: card "Lucky Star": worth 99 is outside')
    fault.click()
    page.wait_for_url("**/files?file=data%2Fcards.csv&line=3")
    page.locator(".cm-line.fault-line").wait_for()
    page.locator(".cm-content").click()
    page.keyboard.press("Control+z")


def test_two_tabs_and_another_program_never_overwrite_each_other(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    open_page(page, address, f"/kit/{kit}/design")
    picture_address(page)
    other = page.context.new_page()
    other.goto(page.url)
    picture_address(other)
    change(page, "north-star", "name", "Pole Star")
    other.wait_for_function("() => document.querySelector('[row-id=north-star] [col-id=name]').innerText === 'Pole Star'")  # noqa: E501  # fmt: skip

    cell(other, "lion-heart", "name").dblclick()
    path = folder / CARDS
    path.write_text(path.read_text().replace("Lion Heart", "Tiger Heart"))
    page.wait_for_function("() => document.querySelector('[row-id=lion-heart] [col-id=name]').innerText === 'Tiger Heart'")  # noqa: E501  # fmt: skip
    other.keyboard.press("Control+a")
    other.keyboard.type("Bear Heart")
    other.keyboard.press("Enter")
    other.get_by_text("Changed in two places").wait_for()
    assert "lion-heart,Tiger Heart," in path.read_text()
    other.get_by_role("button", name="Take mine").click()
    page.wait_for_function("() => document.querySelector('[row-id=lion-heart] [col-id=name]').innerText === 'Bear Heart'")  # noqa: E501  # fmt: skip
    assert "lion-heart,Bear Heart," in path.read_text()
    assert "north-star,Pole Star," in path.read_text()


SCRIPT = "<script>window.hit=1</script><img src=x onerror=window.hit=1>"


def test_texts_of_a_kit_are_never_markup(page: Any, address: str, kit: str, folder: Path) -> None:
    cards, game = folder / CARDS, folder / "data/mygame/game.yaml"
    cards.write_text(cards.read_text().replace("Falling Star", SCRIPT))
    game.write_text(game.read_text().replace('title: "Mygame"', f'title: "G {SCRIPT}"', 1))
    for path in ("/", f"/kit/{kit}/design", f"/kit/{kit}/files", f"/kit/{kit}/print"):
        open_page(page, address, path)
        page.get_by_text("<script>").first.wait_for()
        assert page.evaluate("() => window.hit") is None
    open_page(page, address, f"/kit/{kit}/design")
    change(page, "lucky-star", "kind", f"{SCRIPT}")
    page.locator(".faults button").filter(has_text="is not in kinds").first.wait_for()
    page.get_by_role("button", name="Wall").click()
    assert page.evaluate("() => window.hit") is None


def test_a_kit_without_rules_is_played_with_first_turns(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    open_page(page, address, f"/kit/{kit}/lab")
    page.get_by_role("button", name="Write the first turns").click()
    page.get_by_role("button", name="Play", exact=True).wait_for()
    page.get_by_role("button", name="Change the turns").click()
    page.wait_for_url("**/files?file=data/turns.yaml")
    page.locator(".cm-line").filter(has_text="piles:").wait_for()
    page.get_by_role("link", name="Play").click()
    page.locator(".moves button").first.wait_for()
    (folder / "data/mygame/turns.yaml").unlink()


def test_the_editor_saves_what_is_typed_and_the_rulebook_follows(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    book = folder / "templates/mygame/rulebook.md.j2"
    before = book.read_text()
    open_page(page, address, f"/kit/{kit}/rulebook")
    picture = page.locator(".book img").first
    picture.wait_for()
    old = picture.get_attribute("src")
    page.locator(".cm-line").filter(has_text="# How to play").click()
    page.keyboard.press("End")
    page.keyboard.type(" of yours")
    wanted = before.replace("# How to play", "# How to play of yours")
    for _ in range(100):  # the picture alone may also follow what the test before has changed
        if book.read_text() == wanted:
            break
        page.wait_for_timeout(100)
    assert book.read_text() == wanted
    page.wait_for_function("(old) => document.querySelector('.book img').getAttribute('src') !== old",
                           arg=old)  # fmt: skip


def test_the_editor_completes_and_shows_faults_while_typing(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    template = folder / "templates/mygame/card.xml"
    before = template.read_text()
    open_page(page, address, f"/kit/{kit}/files?file=templates%2Fcard.xml&line=24")
    page.locator(".cm-line.here-line").click()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.type("<ico", delay=30)
    page.locator(".cm-tooltip-autocomplete li").filter(has_text="icon").first.click()
    page.keyboard.type(" na", delay=30)
    page.locator(".cm-tooltip-autocomplete li").filter(has_text="name").first.click()
    page.keyboard.type("sheld", delay=30)
    page.keyboard.press("End")
    page.keyboard.type(' height="4mm"/>')
    page.locator(".under button").filter(has_text='there is no icon "sheld"').wait_for()
    page.locator(".cm-line.fault-line").filter(has_text="sheld").wait_for()
    added = set(template.read_text().splitlines()) - set(before.splitlines())
    assert [line.strip() for line in added] == ['<icon name="sheld" height="4mm"/>']


def test_a_figure_opens_its_example_to_change_run_and_save(
    page: Any, address: str, tidewrack: Path
) -> None:
    examples = tidewrack / "examples/turns.yaml"
    before = examples.read_text()
    open_example(page, address, "tidewrack", "last-find")
    page.locator(".moments img").nth(2).wait_for()
    line = page.locator(".example .cm-line").filter(has_text="deck: [plank]")
    line.click()
    page.keyboard.press("End")
    page.keyboard.press("End")  # the beginning of the line, which may be wrapped
    page.keyboard.press("ArrowLeft")
    page.keyboard.type(", tide: 3")
    page.get_by_role("button", name="Run").click()
    page.locator(".moments img").nth(2).wait_for()
    page.get_by_role("button", name="Save").click()
    undo_button(page, "edit data/examples/turns.yaml")
    was = "position: {seat: 1, deck: [plank], bag: [[cowrie], [twine, net]]}"
    assert examples.read_text() == before.replace(was, was.replace("]]}", "]], tide: 3}"))


NAMELESS = """() => [...document.querySelectorAll("button, a, input, select, textarea, img, [role=textbox]")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true })
    && !each.closest("[aria-hidden=true], .ag-root-wrapper"))
  .filter((each) => !(each.getAttribute("aria-label") || each.innerText?.trim() || each.title
    || each.labels?.length || each.hasAttribute("alt") || each.closest("[aria-label]:not(main, section)")))
  .map((each) => each.outerHTML.slice(0, 200))"""


def test_every_control_has_a_name_and_is_visible_at_200_percent(
    page: Any, address: str, kit: str
) -> None:
    page.set_viewport_size({"width": 640, "height": 400})
    for view, picture in (
        ("design", ".piece img"),
        ("print", ".sheets img"),
        ("files", ".cm-line"),
    ):
        open_page(page, address, f"/kit/{kit}/{view}")
        page.locator(picture).first.wait_for(state="attached")
        assert page.evaluate(NAMELESS) == []
        wide = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(wide) <= 0


def test_a_cell_is_changed_and_undone_with_the_keyboard_alone(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    cards = folder / CARDS
    before = cards.read_bytes()
    open_page(page, address, f"/kit/{kit}/design")
    picture_address(page)
    cell(page, "falling-star", "name").wait_for()
    focused = "() => document.activeElement.closest('.ag-header-cell, .ag-cell') !== null"
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate(focused):
            break
    assert page.evaluate(focused)
    in_cell = "() => document.activeElement.matches('[row-id=falling-star] [col-id=name]')"
    for _ in range(4):
        page.keyboard.press("ArrowDown")
        if page.evaluate("() => document.activeElement.matches('.ag-cell')"):
            break
    for _ in range(8):
        if page.evaluate(in_cell):
            break
        page.keyboard.press("ArrowRight")
    assert page.evaluate(in_cell)
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.type("Comet")
    page.keyboard.press("Enter")
    undo_button(page, "cards: falling-star: name")
    assert cards.read_bytes() == before.replace(b"Falling Star", b"Comet")
    page.keyboard.press("Control+z")
    wait_for_text(page, "falling-star", "name", "Falling Star")
    page.get_by_role("button", name="Redo: cards: falling-star: name").wait_for()
    assert cards.read_bytes() == before
