"""Tests of the studio's addresses: a malicious request gets an error of one line, and no data."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.parse import unquote

import pytest
from fastapi import FastAPI

from generator.base.errors import KitError
from generator.studio.edit.cell_pictures import CellPictures
from generator.studio.edit.journal import Journal
from generator.studio.guard import MAX_BODY_BYTES, Guard
from generator.studio.open_kit import OpenKit
from generator.studio.pages.design.table_columns import ColumnLook, columns_of
from generator.studio.pages.frame import KitFrame
from generator.studio.server import add_addresses
from generator.studio.studio import Studio, StudioOptions
from tests.studio.test_guard import COOKIE, PORT
from tests.studio.test_open_kit import cards, created, kit, open_kit

__all__ = ["created", "kit"]

ADDRESSES = [
    "/made/mygame/%2e%2e/%2e%2e/secret", "/made/mygame//etc/passwd", "/made/mygame/%00",
    "/made/mygame/" + "a" * 300, "/made/mygame/" + "a/" * 3000, "/made/%2e%2e/x", "/made/mygame/",
    "/art/mygame/%2e%2e/%2e%2e/secret.png", "/art/mygame/icons/%2e%2e/%2e%2e/%2e%2e/secret.svg",
    "/art/mygame/icons//etc/x.svg", "/art/mygame/%00.png", "/art/mygame/game.yaml",
    "/art/mygame/" + "a/" * 3000 + ".png", "/picture/mygame/cover?n=-1", "/picture/mygame/cover?n=-99",
    "/picture/mygame/face?piece=%00&side=%00", "/picture/mygame/sheet/-1?look=", "/report/%00",
    "/picture/mygame/built?file=../../secret&page=1", "/picture/mygame/built?file=%00&page=1",
    "/picture/mygame/page/-1", "/picture/%3Cimg%3E/cover?n=0", "/picture/mygame/piece/%00",
]  # fmt: skip


class Answer(NamedTuple):
    """The studio's response."""

    status: int
    headers: dict[str, str]
    content: bytes


Ask = Callable[..., Answer]


@pytest.fixture
def studio(kit: OpenKit, tmp_path: Path) -> Studio:
    options = StudioOptions(
        tmp_path / "data", tmp_path / "templates", out=tmp_path / "out", state=tmp_path / "state"
    )
    return Studio(options)


@pytest.fixture
def ask(studio: Studio, tmp_path: Path) -> Ask:
    """Request an address of a studio, with a body in pieces."""
    (tmp_path / "secret").write_text("PRIVATE")
    api = FastAPI()
    add_addresses(api, studio)
    guard = Guard(api, "127.0.0.1", PORT, "key")

    def ask(address: str, body: Iterator[bytes] | None = None, cookie: str = COOKIE) -> Answer:
        path, _, query = address.partition("?")
        headers = {
            "host": f"127.0.0.1:{PORT}", "content-type": "application/json", "cookie": cookie
        }  # fmt: skip
        scope = {
            "type": "http", "method": "POST" if body else "GET", "path": unquote(path),
            "query_string": query.encode(), "root_path": "", "http_version": "1.1",
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        }  # fmt: skip
        sent: list[Any] = []

        async def receive() -> Any:
            piece = next(body, b"") if body else b""
            return {"type": "http.request", "body": piece, "more_body": bool(piece)}

        async def send(message: Any) -> None:
            sent.append(message)

        with ThreadPoolExecutor(1) as alone:  # another test may have left a loop in this thread
            alone.submit(asyncio.run, guard(scope, receive, send)).result()
        named = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        content = b"".join(each.get("body", b"") for each in sent[1:])
        return Answer(sent[0]["status"], named, content)

    return ask


def test_no_address_reaches_outside_the_kit_or_causes_a_server_error(ask: Ask) -> None:
    for address in ADDRESSES:
        answer = ask(address)
        assert answer.status == 404, address
        assert b"PRIVATE" not in answer.content, address
    assert ask("/picture/mygame/cover?n=0").headers["content-type"] == "image/png"


def test_no_piece_is_drawn_for_a_file_or_for_a_game(ask: Ask, studio: Studio) -> None:
    assert ask("/made/mygame/missing.pdf").status == 404
    assert ask("/picture/mygame/built?file=missing.pdf&page=1").status == 404
    assert ask("/art/mygame/icons/star.svg").status == 200
    page: Any = SimpleNamespace(_kit=None, _studio=studio, _name="mygame")
    with ThreadPoolExecutor(1) as alone:
        link_to_a_game = alone.submit(asyncio.run, KitFrame.attempt(page, lambda kit: kit.version))
    assert link_to_a_game.result() == 0
    assert studio.progress("mygame") == (0, 0)
    assert ask("/picture/mygame/face?piece=card/lucky-star").status == 200
    assert studio.progress("mygame") != (0, 0)


@pytest.mark.parametrize(
    "body",
    [
        "[" * 100_000, '{"file": 1e999, "before": NaN}', '{"file": "data/a", "before": "\\ud800"}',
        '{"file": "x", "before": ' + "9" * 10_000 + "}", '{"file": "x", "before": "' + "a" * 500_000 + '"}',
    ],
)  # fmt: skip
def test_an_invalid_request_is_one_line(ask: Ask, body: str) -> None:
    answer = ask("/complete/mygame", iter([body.encode()]))
    assert answer.status in (400, 422)
    assert len(answer.content.splitlines()) == 1
    assert len(answer.content) < 200
    outside = b'{"file": "data/../../secret", "before": "a"}'
    assert json.loads(ask("/complete/mygame", iter([outside])).content)["options"] == []


def test_a_request_without_end_is_cut_off(ask: Ask) -> None:
    pieces = repeat(b" " * (1 << 20), 100)
    assert ask("/complete/mygame", pieces).status == 400
    assert next(pieces)
    assert MAX_BODY_BYTES < 90 << 20


def test_the_key_is_not_sent_to_another_site(ask: Ask) -> None:
    assert ask("//evil.example/a?token=key", cookie="").headers["location"] == "/evil.example/a"


def test_no_file_name_is_a_script_of_the_grid(kit: OpenKit, tmp_path: Path) -> None:
    """The grid treats any value under a key with a leading colon as a script."""

    def scripts(value: Any) -> Iterator[tuple[str, str]]:
        pairs: Iterable[tuple[Any, Any]] = (
            value.items() if isinstance(value, dict) else enumerate(value)
        )
        for key, each in pairs:
            if str(key).startswith(":"):
                yield key, each
            if isinstance(each, dict | list | tuple):
                yield from scripts(each)

    def of_grid() -> list[tuple[str, str]]:
        pictures = CellPictures(kit.folders)
        table = kit.table("kinds")
        look = ColumnLook("mygame", pictures, {}, {})
        columns = columns_of(table, look, [row.cells for row in table.rows])
        renderers = [each for each in columns if ":cellRenderer" in each]
        assert [each["field"] for each in renderers] == ["icon", "color", "ground"]
        shown.append(dict(renderers[0]["cellRendererParams"]["pictures"]))
        return [*scripts(columns)]

    shown: list[dict[str, str]] = []
    before = of_grid()
    icons = kit.folders.icons[0]
    icons.mkdir(exist_ok=True)
    (icons / ":alert(1).svg").write_text("<svg/>")
    assert of_grid() == before != []
    assert ":alert(1)" in shown[1].keys() - shown[0].keys()


def test_short_texts_offer_icons_too(kit: OpenKit) -> None:
    table = kit.table("cards")
    look = ColumnLook("mygame", CellPictures(kit.folders), {}, {})
    short = [{**row.cells, "text": "Hm."} for row in table.rows]
    columns = {each["field"]: each for each in columns_of(table, look, short)}
    editor = columns["text"]["cellEditorParams"]
    assert editor["mode"] == "words"
    assert "star" in [option["value"] for option in editor["options"]]
    assert "cellEditorParams" not in columns["name"]


def test_a_symbolic_link_made_later_is_neither_read_nor_written(
    kit: OpenKit, tmp_path: Path
) -> None:
    notes, other = kit.folders.data / "notes", tmp_path / "other"
    notes.mkdir()
    kit.write(notes / "a.txt", "add notes/a.txt", None, b"old")
    notes.rename(other)
    notes.symlink_to(other)
    with pytest.raises(KitError, match="a link leads elsewhere"):
        kit.undo()
    with pytest.raises(KitError, match="points outside the folder"):
        kit.read("data/notes/a.txt")
    assert (other / "a.txt").read_bytes() == b"old"


def test_a_pipe_in_place_of_an_edited_file_does_not_block(kit: OpenKit, tmp_path: Path) -> None:
    kit.set_cell("cards", 1, "lucky-star", "name", "Lucky Star", "Luckier Star")
    cards(kit).unlink()
    os.mkfifo(cards(kit))
    journal = Journal(tmp_path / "state" / "journal")
    assert journal.undoable
    with pytest.raises(KitError, match="is not a regular file"):
        open_kit(tmp_path)


def test_an_unreadable_journal_entry_is_skipped(kit: OpenKit, tmp_path: Path) -> None:
    kit.set_cell("cards", 1, "lucky-star", "name", "Lucky Star", "Luckier Star")
    notes = tmp_path / "state" / "journal"
    with open(notes, "a") as file:
        file.write('{"edit": 3}\n{"edit": {"old": ""}}\n[]\n{"edit": {"old": "!"')
    undo_button = Journal(notes).undoable
    assert undo_button
    assert undo_button.says == "cards: lucky-star: name"
