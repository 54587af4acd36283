"""Guard: admits only the user's own browser, and no other page open in it.

The first request needs the token in the address that the studio opens, later ones its cookie.  Host
and Origin are checked on every request and socket, so that neither another site nor a rebound host
name can connect.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable
from html import escape
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from typing import TypeAlias
from urllib.parse import parse_qs, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from generator.base.text_files import MAX_BYTES

Pairs: TypeAlias = Iterable[tuple[str, str]]

TOKEN = "token"
MAX_BODY_BYTES = MAX_BYTES + 100_000
"""Most bytes of a request: the largest file, and the browser's overhead."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
ANY_HOST = ("0.0.0.0", "::")
"""Hosts that mean every address of this machine."""
PAGE_RULES = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; "
    "frame-ancestors 'none'"
)
"""Content security policy of pages: load only from this server.  (Vue compiles templates in the page.)"""
PICTURE_RULES = "default-src 'none'; sandbox"
REPORT_RULES = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "sandbox allow-same-origin allow-top-navigation-by-user-activation; frame-ancestors 'self'"
)
"""Content security policy of reports: no scripts; links to games open when a person clicks."""
HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


REFUSAL = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Grimoire</title>
<style>body {{ font: 1.25rem/1.5 sans-serif; max-width: 30rem; margin: 15vh auto; padding: 0 1.5rem;
  color: #2b2a2a; background: #f7f4ee }}</style></head>
<body><p>{reason}</p></body></html>
"""
"""The page for whoever may not come in, to be read on a phone as well."""
SEAT_SUFFIX = "-seat"
"""Suffix of the name of the cookie with the key of a seat."""
SEAT_PATH = re.compile(r"/seat/[^/]+/([\w-]{16,64})")
"""The address of a seat, with its key."""
GUEST_PATHS = re.compile(r"/_nicegui|/look/|/type/|/favicon\.ico$|/picture/[^/]+/piece/")
"""Paths that guests, who have only a seat, may also load."""


class Guard:
    """Checks every request before the server answers."""

    def __init__(
        self,
        app: ASGIApp,
        host: str,
        port: int,
        token: str = "",
        is_guest: Callable[[str], bool] = lambda key: False,
    ) -> None:
        """`is_guest` returns whether a key opens only a seat at a table."""
        self._app, self._host, self._port = app, host, port
        self.token = token or secrets.token_urlsafe(24)
        self._cookie = f"grimoire-{port}"
        self._is_guest = is_guest

    @property
    def address(self) -> str:
        """The address to open first, with the token."""
        host = LOOPBACK[0] if self._any_host else self._host
        host = f"[{host}]" if ":" in host else host
        return f"http://{host}:{self._port}/?{urlencode({TOKEN: self.token})}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is None:
            seat = SEAT_PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
            cookie = (
                f"{self._cookie}{SEAT_SUFFIX}={seat[1]}; HttpOnly; Path=/; SameSite=strict"
                if seat
                else ""
            )
            await self._app(scope, _limit_body(receive), _with_headers(send, cookie))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await refusal(scope, receive, _with_headers(send))

    @property
    def _any_host(self) -> bool:
        return self._host in ANY_HOST

    def _refusal(self, scope: Scope) -> Response | None:
        """The response to a refused request; None if the request is admitted."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_own_host(host):
            return _forbidden("This is not the address of the studio.")
        origin = headers.get("origin")
        socket = scope["type"] == "websocket"
        if (socket and origin is None) or (origin is not None and origin != f"http://{host}"):
            return _forbidden("Other pages cannot use the studio.")
        if secrets.compare_digest(
            self._cookie_value(headers, self._cookie).encode(), self.token.encode()
        ):
            return None
        path = scope["path"]
        seat = SEAT_PATH.fullmatch(path)
        if seat and not socket and scope["method"] == "GET" and self._is_guest(seat[1]):
            return None
        if GUEST_PATHS.match(path) and self._is_guest(
            self._cookie_value(headers, self._cookie + SEAT_SUFFIX)
        ):
            return None
        if seat:
            return _forbidden(
                "This seat is not open: ask the person who sent you its address to open the table."
            )
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        token = query.pop(TOKEN, [""])[0]
        if socket or scope["method"] != "GET" or not secrets.compare_digest(
            token.encode(), self.token.encode()
        ):  # fmt: skip
            return _forbidden(
                "Open the address that `grimoire studio` has printed: it contains the key."
            )
        rest = urlencode(query, doseq=True)
        local_path = "/" + scope["path"].lstrip("/")  # two slashes would address another site
        answer = RedirectResponse(local_path + (f"?{rest}" if rest else ""), 303)
        answer.set_cookie(self._cookie, self.token, httponly=True, samesite="strict", path="/")
        return answer

    def _is_own_host(self, host: str) -> bool:
        name, _, port = host.rpartition(":")
        if port != str(self._port):
            return False
        name = name.removeprefix("[").removesuffix("]").lower()
        if name in LOOPBACK or name == self._host.lower():
            return True
        return self._any_host and _is_number(name)

    def _cookie_value(self, headers: Headers, name: str) -> str:
        """The key in the cookie of that name; "" if there is none."""
        try:
            cookie = SimpleCookie(headers.get("cookie", "")).get(name)
        except CookieError:
            return ""
        return cookie.value if cookie else ""


def _forbidden(reason: str) -> Response:
    return HTMLResponse(REFUSAL.format(reason=escape(reason)), 403)


def _is_number(host: str) -> bool:
    """Whether a host is a numeric address, to which no name can be rebound."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _limit_body(receive: Receive) -> Receive:
    """Disconnect a request whose body is longer than any that a page sends."""
    received = 0

    async def bounded() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b"")) if message["type"] == "http.request" else 0
        return {"type": "http.disconnect"} if received > MAX_BODY_BYTES else message

    return bounded


def _with_headers(send: Send, cookie: str = "") -> Send:
    async def answer(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("content-security-policy", PAGE_RULES)
            if cookie:
                headers.append("set-cookie", cookie)
        await send(message)

    return answer
