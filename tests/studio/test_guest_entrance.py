"""Tests of the guest entrance: other devices reach seats while it is open, and nothing else."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import pytest

from generator.base.errors import KitError
from generator.studio import guest_entrance
from generator.studio.guest_entrance import GuestEntrance

SEAT = "/seat/gruff/a-seat-at-the-table"
KEY = SEAT.rpartition("/")[2]


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest_entrance, "lan_host", lambda: "127.0.0.1")


async def studio(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"the studio"})


def get(address: str, path: str, **headers: str) -> int:
    """The status of an answer; 0 if nobody listens."""
    connection = HTTPConnection(urlsplit(address).netloc, timeout=20)
    try:
        connection.request("GET", path, headers=headers)
        return connection.getresponse().status
    except ConnectionRefusedError:
        return 0
    finally:
        connection.close()


def during(what: Callable[[GuestEntrance], Awaitable[None]], host: str = "127.0.0.1") -> None:
    """Run something with an entrance beside a studio that listens at a port."""
    with socket.socket() as taken, ThreadPoolExecutor(1) as alone:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        async def run() -> None:
            entrance = GuestEntrance(studio, host, port, KEY.__eq__)
            try:
                await what(entrance)
            finally:
                await entrance.stop()

        alone.submit(asyncio.run, run()).result()


def test_guests_reach_their_seats_and_nothing_else_until_it_is_closed() -> None:
    async def try_it(entrance: GuestEntrance) -> None:
        assert (entrance.is_needed, entrance.address) == (True, "")
        await entrance.start()
        address = entrance.address
        await entrance.start()
        assert entrance.address == address
        statuses = {
            path: await asyncio.to_thread(get, address, path)
            for path in (SEAT, SEAT + "x", "/", "/kit/gruff/design", "/?token=", "/_nicegui/x")
        }
        assert statuses.pop(SEAT) == 200
        assert set(statuses.values()) == {403}
        port = urlsplit(address).port
        cookie = f"grimoire-{port}-seat={KEY}"
        assert await asyncio.to_thread(get, address, "/_nicegui/x", Cookie=cookie) == 200
        assert await asyncio.to_thread(get, address, "/kit/gruff/files", Cookie=cookie) == 403
        await entrance.stop()
        assert entrance.address == ""
        assert await asyncio.to_thread(get, address, SEAT) == 0

    during(try_it)


def test_it_opens_again_after_it_was_closed() -> None:
    async def try_it(entrance: GuestEntrance) -> None:
        for _ in range(2):
            await entrance.start()
            assert await asyncio.to_thread(get, entrance.address, SEAT) == 200
            await entrance.stop()

    during(try_it)


@pytest.mark.parametrize(
    ("host", "address"),
    [("0.0.0.0", "http://127.0.0.1:"), ("192.0.2.7", "http://192.0.2.7:"), ("::1", "")],
)
def test_no_entrance_is_needed_where_the_studio_itself_can_be_reached(
    host: str, address: str
) -> None:
    async def try_it(entrance: GuestEntrance) -> None:
        assert entrance.is_needed == (address == "")
        assert entrance.address.startswith(address)

    during(try_it, host)


def test_a_computer_without_a_network_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()

    class Offline(socket.socket):
        def connect(self, address: Any) -> None:
            raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket, "socket", Offline)
    with pytest.raises(KitError, match=r"in no network; connect it .* \(no-network\)"):
        guest_entrance.lan_host()
