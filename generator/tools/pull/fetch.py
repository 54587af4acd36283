"""Fetch of one published sheet: by https or from this machine, with limits on size, time, redirects."""

from __future__ import annotations

import socket
import threading
import urllib.error
import urllib.request
from concurrent.futures import Future
from email.message import Message
from http.client import HTTPException, HTTPResponse, IncompleteRead
from ipaddress import ip_address
from urllib.parse import SplitResult, urljoin, urlsplit

from generator.base.errors import KitError, Place, short
from generator.base.text_files import MAX_BYTES

TIMEOUT = 60.0
"""Time limit for a fetch, redirects included."""
READ_TIMEOUT = 15.0
"""Timeout in seconds for a connection or read without data."""
MAX_REDIRECTS = 5
MAX_SHOWN = 300
"""Letters of an address that a message shows."""
OK = 200
"""The status of a complete sheet."""
LOCAL = ("localhost", "127.0.0.1", "::1")


class FetchError(KitError):
    """A sheet could not be fetched."""


def fetch(url: str, place: Place | None, seconds: float = TIMEOUT) -> bytes:
    """Fetch the content of an address.

    `place` is where a kit names the address.  Raises FetchError if the address is not allowed, or
    the sheet cannot be fetched completely.
    """
    check_allowed(url, place)
    future: Future[bytes] = Future()

    def run() -> None:
        try:
            future.set_result(_request(url, place))
        except BaseException as error:  # raised again by `result` below
            future.set_exception(error)

    # A server that sends byte by byte can block a read for ever, so the time limit is kept outside.
    threading.Thread(target=run, name="fetch", daemon=True).start()
    try:
        return future.result(seconds)
    except TimeoutError:
        raise _fetch_error(url, "takes too long", place) from None


def _request(url: str, place: Place | None) -> bytes:
    try:
        for _ in range(MAX_REDIRECTS + 1):
            is_local = urlsplit(url).hostname in LOCAL
            proxies = [urllib.request.ProxyHandler({})] if is_local else []
            opener = urllib.request.build_opener(_NoRedirects, *proxies)
            request = urllib.request.Request(url, headers={"Accept": "text/csv, */*;q=0.1"})
            try:
                with opener.open(request, timeout=READ_TIMEOUT) as response:
                    return _read(response, url, place)
            except urllib.error.HTTPError as error:
                with error:
                    url = _redirected(url, error.code, error.headers, place)
    except FetchError:
        raise
    except IncompleteRead:
        raise _fetch_error(url, "was cut short", place) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        reason = getattr(reason, "strerror", None) or reason
        raise _fetch_error(url, f"cannot be reached: {str(reason).lower()}", place) from None
    except HTTPException:
        raise _fetch_error(url, "does not respond as a web server does", place) from None
    raise _fetch_error(url, f"redirects more than {MAX_REDIRECTS} times", place)


def check_allowed(url: str, place: Place | None) -> SplitResult:
    """Parse an address that may be fetched.  Raises FetchError for any other address."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  # raises ValueError unless it is a number
    except ValueError:
        raise _fetch_error(url, "is not an address", place) from None
    local = parts.scheme == "http" and parts.hostname in LOCAL
    if not parts.hostname or not (parts.scheme == "https" or local):
        raise _fetch_error(url, "is not fetched: it must begin with https://", place)
    if parts.username or parts.password:
        raise _fetch_error(url, "is not fetched: it holds a name or a password", place)
    if any(not letter.isprintable() or letter.isspace() for letter in url):
        raise _fetch_error(url, "is not an address: it contains a space", place)
    return parts


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Reports each redirect as an error, so that its target is checked before it is followed."""

    def redirect_request(self, *_: object) -> None:
        return None


def _redirected(url: str, code: int, headers: Message, place: Place | None) -> str:
    """The target of a redirect.  Raises FetchError if there is none, or it is not allowed."""
    location = headers.get("Location")
    if code not in (301, 302, 303, 307, 308) or not location:
        raise _fetch_error(url, f"responds with {code}", place)
    target = urljoin(url, location)
    parts = check_allowed(target, place)
    if urlsplit(url).hostname not in LOCAL and _is_this_machine(parts.hostname or ""):
        raise _fetch_error(url, "is not fetched: it redirects to this machine", place)
    return target


def _is_this_machine(host: str) -> bool:
    """Whether a name or number, however it is written, leads to this machine."""
    try:
        found = {str(address[0]) for *_, address in socket.getaddrinfo(host, None)}
    except (OSError, ValueError):  # nothing that can be reached
        return host in LOCAL
    addresses = (ip_address(each.partition("%")[0]) for each in found)
    plain = [getattr(address, "ipv4_mapped", None) or address for address in addresses]
    return any(address.is_loopback or address.is_unspecified for address in plain)


def _read(response: HTTPResponse, url: str, place: Place | None) -> bytes:
    if response.status != OK:  # a part of the sheet, say
        raise _fetch_error(url, f"responds with {response.status}", place)
    if response.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise _fetch_error(url, "is compressed", place)
    content = response.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise _fetch_error(url, f"gives more than {MAX_BYTES // 1024**2} MB", place)
    if response.length:  # bytes that were announced and not received
        raise _fetch_error(url, "was cut short", place)
    return content


def _fetch_error(url: str, reason: str, place: Place | None) -> FetchError:
    hint = "publish the sheet as CSV that anybody can open in a browser"
    message = f"{short(url, MAX_SHOWN, '…')} {reason}"
    return FetchError(message, place=place, hint=hint, check="sheet-not-fetched")
