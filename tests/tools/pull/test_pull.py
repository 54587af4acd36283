"""Tests of pull: a local server answers with the sheet, or fails in every way it can."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import KitError
from generator.base.text_files import MAX_BYTES
from generator.tools.pull import fetch as fetching
from generator.tools.pull.fetch import check_allowed, fetch
from tests.cli.json_page import validate
from tests.press.running import run

GAME = """\
title: Deck
version: "1"
players: 2
tables:
  cards:
    file: cards.csv
    source: {url}/sheet
    one: card
    fields:
      id: {{type: id, from-field: name}}
      name: {{type: text, column: Name}}
      cost: {{type: integer, column: Cost}}
components: [{{id: card, title: Cards, part: cards, each: cards, front: card.xml}}]
"""
OLD = "Name,Cost\nOwl,2\nCat,1\n"
Answer = Callable[[BaseHTTPRequestHandler], None]


class Site:
    """A local server whose responses a test controls."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.answer: Answer = text(OLD)
        self.asked: list[str] = []


def text(content: str | bytes, code: int = 200, **headers: str) -> Answer:
    body = content if isinstance(content, bytes) else content.encode()

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(code)
        for name, value in headers.items():
            request.send_header(name.replace("_", "-"), value)
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    return answer


def cut_short(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.send_header("Content-Length", "1000")
    request.end_headers()
    request.wfile.write(OLD.encode())


def gone(request: BaseHTTPRequestHandler) -> None:
    request.connection.close()


def babble(request: BaseHTTPRequestHandler) -> None:
    request.wfile.write(b"Name,Cost\n")


def half_a_chunk(request: BaseHTTPRequestHandler) -> None:
    request.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nName")


@pytest.fixture
def site() -> Iterator[Site]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found.asked.append(self.path)
            with suppress(OSError):  # the client has read enough
                found.answer(self)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]
    found = Site(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield found
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def cards(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A kit's table whose source is the site; it holds the data pulled last."""
    monkeypatch.chdir(tmp_path)
    for folder in ("data/deck", "templates/deck"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "data/deck/game.yaml").write_text(GAME.format(url=site.url))
    (tmp_path / "data/deck/cards.csv").write_text(OLD)
    return tmp_path / "data/deck/cards.csv"


def test_changes_are_written_and_reported(site: Site, cards: Path) -> None:
    result = run("pull", "deck")
    assert (result.code, result.out, result.err) == (
        0,
        "data/deck/cards.csv: nothing has changed\n",
        "",
    )
    site.answer = text("Name,Cost\nOwl,3\nBat,5\n")
    result = run("pull", "deck")
    assert result.out.splitlines() == [
        "data/deck/cards.csv",
        "  - card cat",
        '    card owl: cost "2" is now "3"',
        "  + card bat",
    ]
    assert cards.read_text() == "Name,Cost\nOwl,3\nBat,5\n"
    site.answer = text("Name,Cost\nBat,5\nOwl,3\n")
    document = json.loads(run("pull", "deck", "--json").out)
    validate("pull", document)
    (table,) = document["tables"]
    assert table == {
        "table": "cards",
        "file": "data/deck/cards.csv",
        "source": f"{site.url}/sheet",
        "changes": ["the order of the card rows"],
    }


@pytest.mark.parametrize(
    ("bound", "value", "expected"),
    [
        ("MAX_BYTES_TOGETHER", 20, "take more than 0 MB"),
        ("MAX_SECONDS", -60.0, "take more than -1 minutes"),
    ],
)
def test_the_total_size_of_sheets_is_bounded(
    site: Site,
    cards: Path,
    monkeypatch: pytest.MonkeyPatch,
    bound: str,
    value: float,
    expected: str,
) -> None:
    """A thousand tables may name a sheet each; here the second is no longer requested."""
    game = cards.with_name("game.yaml")
    first, components = game.read_text().split("components:")
    more = first[first.index("  cards:") :].replace("cards", "more").replace("/sheet", "/more")
    game.write_text(f"{first}{more}components:{components}")
    monkeypatch.setattr(f"generator.tools.pull.pull.{bound}", value)
    site.answer = text("Name,Cost\nOwl,3\nBat,5\n")
    result = run("pull", "deck")
    assert result.code == 2
    assert result.err.startswith(f"data/deck/game.yaml:7: the sheets up to this one {expected}; ")
    assert result.err.endswith("(sheet-not-fetched)\n")
    assert site.asked == ["/sheet"]
    assert cards.read_text() == OLD


def test_the_first_pull_creates_the_file(site: Site, cards: Path) -> None:
    cards.unlink()
    assert run("pull", "deck").out.splitlines()[1:] == ["  + card owl", "  + card cat"]
    assert cards.read_text() == OLD


def test_redirects_on_this_machine_are_followed(site: Site, cards: Path) -> None:
    def answer(request: BaseHTTPRequestHandler) -> None:
        first = request.path == "/sheet"
        (text("", 302, Location="/there?x=1") if first else text("Name,Cost\nOwl,9\n"))(request)

    site.answer = answer
    assert run("pull", "deck").code == 0
    assert site.asked == ["/sheet", "/there?x=1"]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (text("gone", 404), "/sheet responds with 404; publish the sheet as CSV"),
        (text("", 302, Location="file:///etc/passwd"), "it must begin with https://"),
        (text("", 302, Location="http://example.org/x"), "it must begin with https://"),
        (text("", 302, Location="/sheet"), "redirects more than 5 times"),
        (text(b"a" * (MAX_BYTES + 1)), "gives more than 16 MB"),
        (text(b"Name,Cost\n\xff,1\n"), "is not UTF-8 text"),
        (text("\n<!DOCTYPE html>\n<p>Sign in, please\n"), "/sheet: is a web page, not a sheet; publish"),
        (text("Sign in"), "/sheet: returns no rows; publish the sheet itself"),
        (text("Name,Cost\n"), "/sheet: returns no rows"),
        (text("Name,Cost\nOwl,dear\n"), "cost must be a whole number"),
        (text("Name,Cost,New one\nOwl,1,x\n"), 'new-one: {type: text, column: New one}'),
        (cut_short, "was cut short"),
        (gone, "cannot be reached: remote end closed connection without response"),
        (text("Name,Cost\n", 206), "/sheet responds with 206"),
        (text("Name,Cost\n", Content_Encoding="gzip"), "/sheet is compressed"),
        (babble, "/sheet does not respond as a web server does"),
        (half_a_chunk, "/sheet was cut short"),
        (text("", 302, Location=f"/{'a' * 9000}"), f"{'a' * 200}… redirects more than 5 times"),
    ],
    ids=["404", "file", "http", "circle", "size", "utf-8", "html", "line", "empty", "value", "column", "cut",
         "gone", "part", "compressed", "babble", "chunk", "long"],
)  # fmt: skip
def test_any_failure_keeps_the_old_file(
    site: Site, cards: Path, answer: Answer, expected: str
) -> None:
    site.answer = answer
    before = {path: path.read_bytes() for path in cards.parent.iterdir()}
    result = run("pull", "deck")
    assert result.code == 2
    assert expected in result.err
    assert "Traceback" not in result.err
    assert {path: path.read_bytes() for path in cards.parent.iterdir()} == before


@pytest.mark.parametrize("part", ["headers", "body"])
def test_an_endless_sheet_has_a_time_limit(site: Site, part: str) -> None:
    """One that arrives byte by byte, so that no read times out."""
    enough = threading.Event()

    def answer(request: BaseHTTPRequestHandler) -> None:
        request.wfile.write(b"HTTP/1.0 200 OK\r\n" + b"\r\n" * (part == "body"))
        while not enough.wait(0.005):
            request.wfile.write(b"a")

    site.answer = answer
    assert fetching.TIMEOUT == 60
    try:
        with pytest.raises(KitError, match="takes too long"):
            fetch(f"{site.url}/sheet", None, seconds=0.1)
    finally:
        enough.set()


@pytest.mark.parametrize(
    "url",
    ["http://example.org/a.csv", "file:///etc/passwd", "ftp://localhost/a", "https://", "sheet.csv",
     "https://me:secret@example.org/a", "http://localhost.example.org/a", "https://a b/", "https://[x"],
)  # fmt: skip
def test_other_addresses_are_not_requested(url: str) -> None:
    with pytest.raises(KitError, match=r"is not fetched|is not an address"):
        check_allowed(url, None)


@pytest.mark.parametrize(
    "location",
    ["http://127.0.0.1/admin", "https://localhost:8443/", "https://127.0.0.2/", "https://127.1/",
     "https://2130706433/", "https://0.0.0.0/", "https://[::]/", "https://[::ffff:127.0.0.1]/"],
)  # fmt: skip
def test_a_public_address_may_not_redirect_to_this_machine(location: str) -> None:
    headers = Message()
    headers["Location"] = location
    with pytest.raises(KitError, match="it redirects to this machine"):
        fetching._redirected("https://example.org/a", 302, headers, None)


def test_missing_and_unsupported_sources_are_reported(cards: Path) -> None:
    game = cards.parent / "game.yaml"
    stated = game.read_text()
    game.write_text("".join(line for line in stated.splitlines(True) if "source" not in line))
    assert "names no sheet to pull" in run("pull", "deck").err
    game.write_text(stated.replace("cards.csv", "cards.xlsx"))
    assert 'has a source, but "cards.xlsx" is not a CSV file' in run("pull", "deck").err
