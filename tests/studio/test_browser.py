"""Tests of the studio in a real browser: what a newcomer does, and what a stranger's kit tries."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.tools.scaffold import ScaffoldOptions, create_kit
from tests.studio.conftest import serving

CARDS = "data/mygame/cards.csv"
OLD = "falling-star,Falling Star,star,1,2,Take a second card from the row at once.\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("studio")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with serving(folder) as address:
        yield address


@pytest.fixture
def kit(folder: Path) -> Iterator[str]:
    """A game to change, as new."""
    name = "mygame"
    if not (folder / "data" / name).exists():
        with contextlib.chdir(folder):
            create_kit(ScaffoldOptions(name, "Mygame"), Path())
    before = {path: path.read_bytes() for path in folder.glob("*/mygame/*.[cmxy]*")}
    yield name
    for path, content in before.items():
        path.write_bytes(content)


def opened(page: Any, address: str, path: str) -> None:
    """Open a page of the studio, as one who has followed the address that it prints."""
    page.goto(address)
    page.goto(address.partition("/?")[0] + path)
    page.wait_for_function("() => window.did_handshake")


def drawn(page: Any) -> str:
    """The address of the picture of the piece that is shown."""
    picture = page.locator(".piece img")
    picture.wait_for()
    return str(picture.get_attribute("data-drawn"))


def cell(page: Any, row: str, field: str) -> Any:
    return page.locator(f'.ag-center-cols-container [row-id="{row}"] [col-id="{field}"]')


def change(page: Any, row: str, field: str, text: str) -> None:
    """Type another text into a cell of the table, by keys alone once it is chosen."""
    cell(page, row, field).click()
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def test_a_game_is_made_changed_seen_built_and_taken_home(
    page: Any, address: str, folder: Path
) -> None:
    page.goto(address)
    page.wait_for_function("() => window.did_handshake")
    assert "token" not in page.url
    page.get_by_role("button", name="New game").click()
    page.get_by_label("Name of its folders").fill("moon")
    page.get_by_role("button", name="Create").click()
    page.wait_for_url("**/kit/moon/design")
    cards = folder / "data" / "moon" / "cards.csv"
    before = cards.read_bytes()
    first = drawn(page)

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

    page.get_by_role("link", name="Print").click()
    page.locator(".sheets img").first.wait_for()
    page.get_by_role("button", name="Build").click()
    with page.expect_download(timeout=60_000) as download:
        page.get_by_role("link", name="moon-print-a4.pdf").click()
    assert Path(download.value.path()).read_bytes().startswith(b"%PDF")


def test_faults_stand_on_their_cell_and_on_their_line(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    opened(page, address, f"/kit/{kit}/design")
    drawn(page)
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


def test_two_tabs_and_another_program_never_overwrite_one_another(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    opened(page, address, f"/kit/{kit}/design")
    drawn(page)
    other = page.context.new_page()
    other.goto(page.url)
    drawn(other)
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


def test_words_of_a_kit_are_never_markup(page: Any, address: str, kit: str, folder: Path) -> None:
    cards, game = folder / CARDS, folder / "data/mygame/game.yaml"
    cards.write_text(cards.read_text().replace("Falling Star", SCRIPT))
    game.write_text(game.read_text().replace('title: "Mygame"', f'title: "G {SCRIPT}"', 1))
    for path in ("/", f"/kit/{kit}/design", f"/kit/{kit}/files", f"/kit/{kit}/print"):
        opened(page, address, path)
        page.get_by_text("<script>").first.wait_for()
        assert page.evaluate("() => window.hit") is None
    opened(page, address, f"/kit/{kit}/design")
    change(page, "lucky-star", "kind", f"{SCRIPT}")
    page.locator(".faults button").filter(has_text="window.hit").first.wait_for()
    page.get_by_role("button", name="Wall").click()
    assert page.evaluate("() => window.hit") is None


def test_the_editor_saves_what_is_typed_and_the_rulebook_follows(
    page: Any, address: str, kit: str, folder: Path
) -> None:
    book = folder / "templates/mygame/rulebook.md.j2"
    before = book.read_text()
    opened(page, address, f"/kit/{kit}/rulebook")
    picture = page.locator(".book img").first
    picture.wait_for()
    old = picture.get_attribute("src")
    page.locator(".cm-line").filter(has_text="# How to play").click()
    page.keyboard.press("End")
    page.keyboard.type(" of yours")
    page.wait_for_function("(old) => document.querySelector('.book img').getAttribute('src') !== old",
                           arg=old)  # fmt: skip
    assert book.read_text() == before.replace("# How to play", "# How to play of yours")
