"""Commands that stay, each called once and ended: `watch` for one change, `studio` for one visit.

They run in the worker in place of commands, as `watch-once` and `studio-visit`.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

VIEWS = ("home", "design", "files", "print", "rulebook", "play", "free", "lab")
_PICTURE = re.compile(r"/picture/[\w/?=&.%-]+")
_PICTURES = 20
"""The number of pictures of a page that are requested, as a window shows no more at once."""
_IDLE = 1.5
"""Seconds without activity after which a page is complete."""


def watch_once(*words: str) -> None:
    """Watch a kit, change one of its files after the first build, and end after the next."""

    def follow(folder: Path) -> None:
        _wait(lambda: _built(folder) == 1)
        finds = folder / "data/tidewrack/finds.csv"
        finds.write_bytes(finds.read_bytes().replace(b"Whelk", b"Dog Whelk", 1))
        _wait(lambda: _built(folder) == 2)

    _stay(("watch", *words, "--json"), follow)


def studio_visit(view: str, kit: str, *words: str) -> None:
    """Open the studio and, as a browser does, one view of a kit or the list of kits ("home")."""

    def follow(folder: Path) -> None:
        _wait(lambda: "\n" in _output(folder))
        address = _output(folder).split()[-1]
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar := CookieJar()))
        page = opener.open(address).read()
        if view == "home":
            return
        site = address.partition("/?")[0].rsplit("/kit/")[0]
        page = opener.open(f"{site}/kit/{kit}/{view}").read().decode()
        cookies = "; ".join(f"{each.name}={each.value}" for each in jar)
        pictures = asyncio.run(_connected(site, cookies, page))
        for each in sorted(pictures)[:_PICTURES]:
            with suppress(urllib.error.HTTPError):  # a face that has no picture
                opener.open(site + each).read()

    _stay(("studio", kit, "--no-browser", *words), follow)


async def _connected(site: str, cookies: str, page: str) -> set[str]:
    """Talk to the server as the page's own code does until it is idle; the pictures it names."""
    import socketio

    (client,) = re.findall(r"'client_id': '([\w-]+)'", page)
    words = {"client_id": client, "implicit_handshake": "true", "next_message_id": 0}
    socket, pictures = socketio.AsyncClient(reconnection=False), set[str]()
    socket.on("*", lambda event, data: pictures.update(_PICTURE.findall(json.dumps(data))))
    await socket.connect(
        f"{site}?{urlencode({**words, 'document_id': 'd', 'tab_id': 't', 'old_tab_id': ''})}",
        headers={"cookie": cookies, "origin": site},
        socketio_path="/_nicegui_ws/socket.io",
        transports=["websocket"],
    )
    worked, quiet = -1.0, 0
    while quiet < 3:
        await asyncio.sleep(_IDLE)
        now = time.process_time()
        worked, quiet = now, quiet + 1 if now - worked < 0.1 * _IDLE else 0
    await socket.disconnect()
    return pictures


def _stay(words: Sequence[str], follow: Callable[[Path], None]) -> None:
    """Run a command in this process until its watcher in a thread is done."""
    folder = Path.cwd()

    def followed() -> None:
        try:
            follow(folder)
        except Exception as error:  # reported as the command's own output
            os.write(2, f"Traceback: {error!r}\n".encode())
        finally:
            os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=followed, daemon=True).start()
    sys.argv = ["grimoire", *words]
    from generator.cli import main

    with suppress(KeyboardInterrupt):
        main()


def _built(folder: Path) -> int:
    """How often the whole kit has been built, or found faulty."""
    return len(re.findall('"kind": "(?:built|fault)"', _output(folder)))


def _output(folder: Path) -> str:
    return (folder / "1").read_text(encoding="utf-8", errors="replace")


def _wait(until: Callable[[], bool]) -> None:
    while not until():
        time.sleep(0.05)
