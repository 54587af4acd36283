"""Tests of the guard: no access without the key, or from another site."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from generator.studio.guard import Guard

PORT = 8400
SEAT = "a-seat-at-the-table"


def messages(
    path: str = "/", kind: str = "http", listens: str = "127.0.0.1", **headers: str
) -> list[dict[str, Any]]:
    """What the guard sends; status 200 for a request that it accepts."""
    sent: list[dict[str, Any]] = []
    path, _, query = path.partition("?")
    named = {"host": f"127.0.0.1:{PORT}", **headers}
    scope = {
        "type": kind, "method": "GET", "path": path, "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in named.items()],
    }  # fmt: skip

    async def inside(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        sent.append(dict(message))

    async def receive() -> Any:
        return {"type": "http.request"}

    with ThreadPoolExecutor(1) as alone:  # another test may have left a loop in this thread
        guarded = Guard(inside, listens, PORT, "key", SEAT.__eq__)(scope, receive, send)
        alone.submit(asyncio.run, guarded).result()
    return sent


def answer(*asked: str, **headers: str) -> tuple[int, dict[str, str]]:
    """The status and the headers of the guard's response."""
    first = messages(*asked, **headers)[0]
    status: int = first["status"] if "status" in first else first["code"]
    return status, {name.decode(): value.decode() for name, value in first.get("headers", [])}


COOKIE = f"grimoire-{PORT}=key"
OURS = f"http://127.0.0.1:{PORT}"


def test_the_key_is_taken_out_of_the_address_and_kept_as_a_cookie() -> None:
    status, headers = answer("/kit/x/design?token=key&file=a")
    assert (status, headers["location"]) == (303, "/kit/x/design?file=a")
    assert headers["set-cookie"] == f"{COOKIE}; HttpOnly; Path=/; SameSite=strict"
    status, headers = answer(cookie=COOKIE)
    assert status == 200
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"path": "/?token=wrong"},
        {"cookie": f"grimoire-{PORT}=other"},
        {"cookie": f"grimoire-{PORT + 1}=key"},
        {"cookie": COOKIE, "host": "evil.example:8400"},
        {"cookie": COOKIE, "host": "127.0.0.1:80"},
        {"cookie": COOKIE, "origin": "http://evil.example"},
        {"cookie": COOKIE, "origin": "http://127.0.0.1:9999"},
        {"cookie": COOKIE, "origin": "null"},
    ],
)
def test_requests_without_the_key_are_refused(asked: dict[str, str]) -> None:
    assert answer(**asked)[0] == 403


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"cookie": COOKIE, "origin": OURS}, 200),
        ({"cookie": COOKIE}, 1008),
        ({"origin": OURS}, 1008),
        ({"cookie": COOKIE, "origin": "http://evil.example"}, 1008),
    ],
)
def test_sockets_need_the_key_and_our_origin(headers: dict[str, str], status: int) -> None:
    assert answer("/_nicegui_ws/socket.io/", "websocket", **headers)[0] == status


@pytest.mark.parametrize(
    ("host", "status"), [("192.168.1.2", 200), ("[fe80::1]", 200), ("evil.example", 403)]
)
def test_on_all_interfaces_only_numeric_hosts_are_accepted(host: str, status: int) -> None:
    assert answer(listens="0.0.0.0", host=f"{host}:{PORT}", cookie=COOKIE)[0] == status


def test_the_key_of_a_seat_gives_access_to_that_seat_only() -> None:
    seated = f"grimoire-{PORT}-seat={SEAT}"
    status, headers = answer(f"/seat/grumbles/{SEAT}")
    assert status == 200
    assert headers["set-cookie"] == f"{seated}; HttpOnly; Path=/; SameSite=strict"
    refused, says = messages("/seat/grumbles/another-seat-at-it")
    assert refused["status"] == 403
    assert b"ask the person who sent you its address" in says["body"]
    assert b'<meta name="viewport"' in says["body"]  # large enough to be read on a phone
    for path in (
        "/_nicegui/3/components/x.js", "/look/style.css", "/picture/x/piece/0f", "/favicon.ico"
    ):  # fmt: skip
        assert answer(path, cookie=seated)[0] == 200
        assert answer(path, cookie=f"{seated}x")[0] == 403
    for path in ("/", "/kit/grumbles/play", "/picture/x/face", "/made/x/y.pdf", "/seats/x"):
        assert answer(path, cookie=seated)[0] == 403
    socket = "/_nicegui_ws/socket.io/"
    assert answer(socket, "websocket", cookie=seated, origin=OURS)[0] == 200
    assert answer(socket, "websocket", cookie=seated, origin="http://evil.example")[0] == 1008
