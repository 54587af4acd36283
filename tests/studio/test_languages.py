"""Tests of the studio in other languages than English: its pages, and what a catalogue can translate."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.i18n.catalogue import load_catalogue
from generator.i18n.pseudo import PSEUDO, plain_words
from generator.kit.locate import KitSearchPath
from generator.studio.languages import Languages
from tests.readme_steps import ROOT
from tests.shared_catalogues import SHARED_CATALOGUES
from tests.studio.browsing import open_page
from tests.studio.conftest import create_in
from tests.studio.page_messages import page_messages

SHIPPED = KitSearchPath(ROOT / "data", ROOT / "templates")
NAMES = {
    "Grimoire",
    "Grumbles",
    "and",
    "Goofs",
    "grumbles",
    "XA",
    "en",
    "greedy",
    "random",
    "search",
    "mcts",
}
"""Words that are the same in every language: names of programs, games and bots."""
SLUG = re.compile(r"\([a-z]+(-[a-z]+)*\)$", re.MULTILINE)
"""The slug of a rule at the end of its text: `(draft-order)`."""
SEATS = {"play": 3, "free": 3}
"""The place of the button for the dialog of the seats, counted from the end of the tools."""
SHOWN = """() => {
  const own = '[aria-hidden=true], .rule, [lang="en"], script, style, .seat-address';
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [document.title];
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    if (!parent.closest(own)) found.push(texts.currentNode.data);
  }
  for (const name of ['aria-label', 'aria-valuetext', 'aria-description', 'alt', 'title', 'placeholder'])
    for (const each of document.querySelectorAll(`[${name}]`))
      if (!each.closest(own)) found.push(each.getAttribute(name));
  return found.join("\\n");
}"""
"""All texts of a page, and all names for screen readers; not the slugs of rules, and no errors."""


def plain_english(page: Any) -> set[str]:
    """The words of a page in the pseudo-language that are still English."""
    return {*plain_words(SLUG.sub("", page.evaluate(SHOWN)))} - NAMES


@pytest.fixture
def page(page: Any, address: str) -> Iterator[Any]:
    """A page after which Grumbles is in its own language again: tests share the studio."""
    yield page
    open_page(page, address, "/kit/grumbles/print?language=")


@pytest.mark.parametrize("path", SHARED_CATALOGUES, ids=lambda path: path.stem)
def test_a_shipped_catalogue_has_every_text_of_the_pages(path: Path) -> None:
    entries = load_catalogue(path).entries
    missing = {(each.context, each.message) for each in page_messages()} - {
        key for key, entry in entries.items() if entry.usable
    }
    assert missing == set()


def test_a_catalogue_alone_adds_a_language(tmp_path: Path, monkeypatch: Any) -> None:
    create_in(tmp_path)
    monkeypatch.chdir(tmp_path)
    for folder, text in (("mygame", ""), ("shared", 'msgid "New game"\nmsgstr "Nova ludo"\n')):
        catalogues = tmp_path / "data" / folder / "languages"
        catalogues.mkdir(parents=True)
        (catalogues / "eo.po").write_text(text)
    path = KitSearchPath(Path("data"), Path("templates"), others=SHIPPED)
    folders, languages = path.find("mygame"), Languages()
    assert languages.offered(folders) == {"": "English", "eo": "Esperanto"}
    languages.choose(folders, "eo")
    words = languages.words(folders)
    assert (words.language, words.text("New game")) == ("eo", "Nova ludo")
    assert words.text("Take back") == "Take back"
    languages.choose(folders, "xx")
    assert languages.chosen("mygame") == "eo"


def test_a_catalogue_is_read_again_only_after_a_change(tmp_path: Path, monkeypatch: Any) -> None:
    create_in(tmp_path)
    monkeypatch.chdir(tmp_path)
    catalogue = tmp_path / "data/mygame/languages/eo.po"
    catalogue.parent.mkdir()
    catalogue.write_text('msgid "New game"\nmsgstr "Nova ludo"\n')
    path = KitSearchPath(Path("data"), Path("templates"), others=SHIPPED)
    folders, languages = path.find("mygame"), Languages()
    languages.choose(folders, "eo")
    first = languages.words(folders)
    assert languages.words(folders) is first
    catalogue.write_text('msgid "New game"\nmsgstr "Encore"\n')
    os.utime(catalogue, ns=(0, 1))
    assert languages.words(folders).text("New game") == "Encore"


@pytest.mark.slow
@pytest.mark.parametrize("view", ["play", "free", "print"])
def test_no_english_word_is_on_a_page_in_another_language(
    page: Any, address: str, view: str
) -> None:
    open_page(page, address, f"/kit/grumbles/{view}?language={PSEUDO}")
    page.locator(".asks .told, .table-state, .facts b").first.wait_for()
    if view == "print":
        page.locator(".sheets img").first.wait_for()
    assert page.evaluate("document.documentElement.lang") == PSEUDO
    assert plain_english(page) == set()
    for opener in (
        () if view == "print" else (0, page.locator(".tools button").count() - SEATS[view])
    ):
        page.locator(".tools button").nth(opener).click()
        page.locator(".dialog h2").wait_for()
        assert plain_english(page) == set()
        page.keyboard.press("Escape")
        page.locator(".dialog").wait_for(state="detached")


@pytest.mark.slow
def test_the_language_changes_during_a_game_for_everybody(
    browser: Any, page: Any, address: str
) -> None:
    open_page(page, address, "/kit/grumbles/play?language=")
    page.locator(".moves button").first.click()
    page.locator(".story").get_by_text("Red picks").first.wait_for()
    page.get_by_label("Seats").click()
    way = page.locator(".seat-address").first.inner_text()
    page.get_by_role("button", name="Close").click()
    guest = browser.new_page()
    guest.goto(way)
    guest.get_by_text("Grumbles and Goofs: you are Red").wait_for()
    page.get_by_role("combobox", name="Language").click()
    page.get_by_role("option", name="Deutsch").click()
    page.get_by_role("button", name="Neue Partie").wait_for()
    page.locator(".story").get_by_text("Rot wählt").first.wait_for()
    guest.get_by_text("Grummel und Dussel: Du bist Rot").wait_for()
    assert guest.evaluate("document.documentElement.lang") == "de"
    guest.close()
    page.get_by_role("combobox", name="Sprache").click()
    page.get_by_role("option", name="English").click()
    page.locator(".story").get_by_text("Red picks").first.wait_for()
    page.get_by_label("Seats").click()
    page.get_by_role("button", name="sits here again").click()  # or that screen is waited for
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="New game").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator(".moves button").first.wait_for()


@pytest.mark.slow
def test_the_pages_of_designers_are_english(page: Any, address: str) -> None:
    open_page(page, address, "/kit/grumbles/design?language=de")
    page.get_by_role("link", name="Free table").wait_for()
    assert page.evaluate("document.documentElement.lang") == "en-GB"
    page.get_by_role("link", name="Print").click()
    page.get_by_role("button", name="Bauen").wait_for()
    page.get_by_role("combobox", name="Papier").click()
    page.get_by_role("option", name="Letter").click()
    page.get_by_text("Blatt Letter").wait_for()
    page.locator(".faultcount").wait_for()
    assert page.locator(".bar").bounding_box()["height"] < 60  # one row
    page.get_by_role("combobox", name="Sprache").click()
    page.get_by_role("option", name="English").click()
    page.get_by_text("sheets of Letter").wait_for()
    page.get_by_role("combobox", name="Paper").click()  # as it was: other tests share the studio
    page.get_by_role("option", name="A4").click()
    page.get_by_text("sheets of A4").wait_for()


@pytest.mark.slow
def test_a_broken_connection_is_reported_in_the_language_of_the_page(
    page: Any, address: str
) -> None:
    open_page(page, address, "/kit/grumbles/play?language=de")
    assert "Verbindung verloren" in page.locator("#popup").text_content()
    assert page.evaluate("document.documentElement.lang") == "de"
    open_page(page, address, "/kit/grumbles/play?language=")
    assert "Connection lost." in page.locator("#popup").text_content()
