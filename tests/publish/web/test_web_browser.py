"""Tests of a site in a real browser: opened from a disk, where no other file may be loaded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.reading import enlarge, reading_faults

NAMES = ("index.html", "rulebook.html", "pieces.html", "game.html")


@pytest.fixture(scope="module")
def profile(browser: Any, lanterns: Path) -> Iterator[Any]:
    """A profile with a page of the site, whose process the pages of all tests share."""
    profile = browser.new_context(viewport={"width": 390, "height": 800})
    profile.new_page().goto(at(lanterns, "index.html"))
    yield profile
    profile.close()


@pytest.fixture
def page(profile: Any) -> Iterator[Any]:
    """A page as wide as a phone's, without console messages, errors, or requests for other files."""
    page = profile.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text))
    page.on(
        "request",
        lambda request: (
            None if request.is_navigation_request() or request.url.startswith("data:")
            else wrong.append(request.url)
        ),
    )  # fmt: skip
    yield page
    page.evaluate("localStorage.clear()")
    page.close()
    assert wrong == []


def at(folder: Path, name: str) -> str:
    return (folder / name).as_uri()


def test_no_page_is_wider_than_a_phone(lanterns: Path, page: Any) -> None:
    for name in NAMES:
        page.goto(at(lanterns, name))
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name


@pytest.mark.parametrize("name", NAMES)
def test_every_page_can_be_read_in_light_and_dark_and_enlarged(
    lanterns: Path, page: Any, name: str
) -> None:
    page.goto(at(lanterns, name))
    assert reading_faults(page) == []
    enlarge(page)
    assert reading_faults(page) == []


def test_the_bar_is_one_row_on_a_phone(lanterns: Path, page: Any) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    for name in ("index.html", "game.html"):
        page.goto(at(lanterns, name))
        tops = "[...document.querySelectorAll('.bar nav a, .bar button')].map(e => e.offsetTop)"
        assert max(tops := page.evaluate(tops)) - min(tops) < 20, name


def test_pages_link_to_each_other(lanterns: Path, page: Any) -> None:
    page.goto(at(lanterns, "index.html"))
    for name in NAMES[1:]:
        page.click(f".bar nav a[href='{name}']")
        assert page.url == at(lanterns, name)


def test_rules_are_found_without_accents_or_capitals(lanterns: Path, page: Any) -> None:
    page.goto(at(lanterns, "rulebook.html"))
    page.fill("#search", "SÉCOND owl")
    assert page.locator("#found p").text_content() == "Found: 1"
    assert page.locator("#found mark").all_text_contents() == ["second", "owl"]
    page.press("#search", "Enter")
    assert page.evaluate("location.hash") == "#rule-owl"
    assert page.locator("#found").is_hidden()
    page.fill("#search", "unicorn")
    assert page.locator("#found p").text_content() == "No matches"


def test_light_and_dark_mode_are_remembered(lanterns: Path, page: Any) -> None:
    page.goto(at(lanterns, "rulebook.html"))
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    page.click("button[data-theme]")
    dark = page.evaluate(ground)
    assert dark != light
    for _ in range(20):
        # A page of a disk gets a new process, which under load reads the storage before the old one
        # has written it (7 of 100 times on a busy machine): the next one finds it.
        page.reload()
        if page.evaluate(ground) == dark:
            return
    pytest.fail("the choice is not remembered")


def test_pieces_are_filtered_flipped_and_enlarged(lanterns: Path, page: Any) -> None:
    page.goto(at(lanterns, "pieces.html"))
    every = page.locator(".piece:visible").count()
    page.fill("#filter", "two lights dance")
    assert every > 1
    assert page.locator(".piece:visible h2").all_text_contents() == ["Pair"]
    assert page.locator("#count").text_content() == "Pieces: 1"
    page.click(".piece:visible [data-larger]")
    assert page.locator("dialog h2").text_content() == "Pair"
    assert page.locator("dialog svg").count() >= 1
    page.keyboard.press("Escape")
    assert page.locator("dialog").is_hidden()


def test_a_game_is_navigated_by_keys_buttons_list_and_slider(lanterns: Path, page: Any) -> None:
    page.goto(at(lanterns, "game.html"))
    last = page.locator(".moves li").count() - 1

    def now() -> int:
        shown = page.locator(".moves li[aria-current]").get_attribute("data-move")
        output = page.locator("#told").text_content()
        assert output.startswith(f"{shown}/{last}: ")
        return int(shown)

    pictures = [page.locator(".stage svg").inner_html()]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert now() == 2
    pictures.append(page.locator(".stage svg").inner_html())
    page.click("[data-go=last]")
    assert now() == last
    assert page.locator("[data-go=after]").is_disabled()
    page.keyboard.press("Home")
    assert (now(), page.locator(".stage svg").inner_html()) == (0, pictures[0])
    page.locator("#scrubber").fill("2")
    assert (now(), page.locator(".stage svg").inner_html()) == (2, pictures[1])
    page.click("[data-move='5']")
    assert now() == 5
    page.goto(at(lanterns, "game.html") + "#move-3")
    page.reload()
    assert now() == 3
    assert pictures[0] != pictures[1]


def test_on_a_phone_a_move_scrolls_to_the_board(lanterns: Path, page: Any) -> None:
    def opened(move: int) -> None:
        """The page shows `move`, and its board is right below the bar."""
        page.wait_for_function(
            "(told) => { const edge = (name) => document.querySelector(name).getBoundingClientRect();"
            " const bar = edge('.bar').bottom, board = edge('.stage').top;"
            " return document.getElementById('told').textContent.startsWith(told)"
            " && bar <= board && board < bar + 100 }",
            arg=f"{move}/{last}: ",
        )

    page.goto(at(lanterns, "game.html"))
    last = page.locator(".moves li").count() - 1
    page.locator(".moves li").last.click()
    opened(last)
    page.goto("about:blank")
    page.goto(at(lanterns, "game.html") + f"#move-{last}")
    opened(last)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.evaluate("location.hash = '#move-2'")
    opened(2)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.reload()
    opened(2)
