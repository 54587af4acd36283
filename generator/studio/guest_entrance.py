"""Guest entrance: a second listener, through which other devices reach their seats and nothing else.

The studio itself stays on this machine.  The entrance listens at this machine's address in the
local network.  Its guard has a key that nobody is told, so only the keys of seats open anything.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp

from generator.base.errors import KitError
from generator.studio.guard import ANY_HOST, LOOPBACK, Guard
from generator.studio.listen import listen

ROUTABLE = ("203.0.113.1", 9)
"""An address outside every local network (RFC 5737); nothing is sent to it."""


class GuestEntrance:
    """Opens and closes the way in for the players at other devices."""

    def __init__(self, app: ASGIApp, host: str, port: int, is_guest: Callable[[str], bool]) -> None:
        """`host` and `port` are where the studio itself listens."""
        self._app, self._host, self._port, self._is_guest = app, host, port, is_guest
        self._server: _Server | None = None
        self._serving: asyncio.Task[None] | None = None
        self._address = ""

    @property
    def is_needed(self) -> bool:
        """Whether other devices cannot reach the studio anyway."""
        return self._host in LOOPBACK

    @property
    def address(self) -> str:
        """The address for other devices, such as `http://192.168.1.20:8400/`; "" while there is none.

        Raises KitError if this machine is in no network.
        """
        if self.is_needed:
            return self._address
        return _address(lan_host() if self._host in ANY_HOST else self._host, self._port)

    async def start(self) -> None:
        """Let other devices in.  Raises KitError if this machine is in no network."""
        if self._address:
            return
        host = lan_host()
        try:
            listener = listen(host, self._port)
        except KitError:
            listener = listen(host, 0)
        port = listener.getsockname()[1]
        guard = Guard(self._app, host, port, is_guest=self._is_guest)
        config = uvicorn.Config(
            guard, log_level="critical", lifespan="off", timeout_graceful_shutdown=1
        )
        self._server = _Server(config)
        self._serving = asyncio.create_task(self._server.serve(sockets=[listener]))
        self._address = _address(host, port)

    async def stop(self) -> None:
        """Let nobody in any more, and disconnect those who are."""
        self._address = ""
        if self._server and self._serving:
            self._server.should_exit = True
            await self._serving
            self._server = self._serving = None


class _Server(uvicorn.Server):
    """A server that leaves the signals to the studio's own."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


def lan_host() -> str:
    """This machine's address in the local network.  Raises KitError if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as route:
        try:
            route.connect(ROUTABLE)
        except OSError:
            raise KitError(
                "this computer is in no network",
                hint="connect it to the network of the other devices, such as the Wi-Fi at home",
                check="no-network",
            ) from None
        return str(route.getsockname()[0])


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
