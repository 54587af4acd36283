"""Tests of the reference as one HTML file: complete, with valid links and all pictures."""

from __future__ import annotations

import re
from base64 import b64decode
from html.parser import HTMLParser

import pytest
from lxml import etree

from generator.press.markup.elements import ELEMENTS
from generator.tools.reference.html import as_html
from generator.tools.reference.page import ReferencePage
from generator.tools.reference.topics import pages

VOID = {"meta", "img", "br"}


class Reader(HTMLParser):
    """A parser that records names, links and pictures, and whether every tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.links: list[str] = []
        self.pictures: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.names += [given["id"]] if "id" in given else []
        self.links += [given["href"]] if "href" in given else []
        self.pictures += [given["src"]] if tag == "img" else []
        self.open += [] if tag in VOID else [tag]

    def handle_endtag(self, tag: str) -> None:
        assert tag in VOID or self.open.pop() == tag


@pytest.fixture(scope="module")
def document() -> Reader:
    return Reader(as_html(pages()).decode())


def test_the_file_is_complete_and_every_link_is_internal(document: Reader) -> None:
    assert document.open == []
    assert len(set(document.names)) == len(document.names) > 50
    assert {link.removeprefix("#") for link in document.links} <= set(document.names)
    assert {"data", "data-a-field", "turns-rules-in-words", "templates-card"} <= set(document.names)
    assert "#turns-rules-in-words" in document.links  # from the page of game.yaml


def test_each_example_has_its_picture_and_so_have_the_icons(document: Reader) -> None:
    assert len(document.pictures) == len(ELEMENTS) + 1
    for picture in document.pictures:
        kind, _, data = picture.partition(";base64,")
        assert kind == "data:image/svg+xml"
        assert etree.fromstring(b64decode(data)).tag.endswith("svg")


def test_a_single_page_has_no_broken_links() -> None:
    alone = Reader(as_html([page for page in pages() if page.topic == "turns"]).decode())
    assert {link.removeprefix("#") for link in alone.links} <= set(alone.names)
    assert alone.pictures == []


def test_html_in_text_is_escaped() -> None:
    page = ReferencePage(
        "x", "Of <b>.", lambda: "# A <script>\n\nAn `<a>` and <b>.\n\n![no](none.png)\n"
    )
    text = as_html([page]).decode()
    assert "<h1>A &lt;script&gt;</h1>" in text
    assert "<code>&lt;a&gt;</code> and &lt;b&gt;" in text
    assert "Of &lt;b&gt;." in text
    assert "none.png" not in re.sub(r"<style>.*</style>", "", text, flags=re.DOTALL)
