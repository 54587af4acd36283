"""Fetch of one published sheet: https alone, or this machine; bounded in size, time and redirects."""

from __future__ import annotations

import threading
import urllib.error
import urllib.request
from concurrent.futures import Future
from email.message import Message
from http.client import HTTPException, HTTPResponse
from urllib.parse import SplitResult, urljoin, urlsplit

from generator.base.errors import KitError, Place
from generator.base.text_files import MAX_BYTES

SECONDS = 60.0
"""The most that fetching takes, redirects included."""
PATIENCE = 15.0
"""The longest that nothing may come."""
REDIRECTS = 5
LOCAL = ("localhost", "127.0.0.1", "::1")


class FetchError(KitError):
    """An address that gives no sheet."""


def fetch(url: str, place: Place | None, seconds: float = SECONDS) -> bytes:
    """What an address gives.

    `place` is where a kit names it.  Raises FetchError for an address that may not be asked, and
    for whatever keeps it from giving its sheet whole.
    """
    prove_allowed(url, place)
    answered: Future[bytes] = Future()

    def ask() -> None:
        try:
            answered.set_result(_asked(url, place))
        except BaseException as error:  # is raised where it is waited for
            answered.set_exception(error)

    # Whoever answers letter by letter keeps a read waiting, so that nothing it does can look at the clock.
    threading.Thread(target=ask, name="fetch", daemon=True).start()
    try:
        return answered.result(seconds)
    except TimeoutError:
        raise _failed(url, "takes too long", place) from None


def _asked(url: str, place: Place | None) -> bytes:
    try:
        for _ in range(REDIRECTS + 1):
            direct = urlsplit(url).hostname in LOCAL
            proxies = [urllib.request.ProxyHandler({})] if direct else []
            opener = urllib.request.build_opener(_NoRedirects, *proxies)
            request = urllib.request.Request(url, headers={"Accept": "text/csv, */*;q=0.1"})
            try:
                with opener.open(request, timeout=PATIENCE) as answer:
                    return _read(answer, url, place)
            except urllib.error.HTTPError as error:
                with error:
                    url = _redirected(url, error.code, error.headers, place)
    except FetchError:
        raise
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise _failed(url, f"cannot be reached: {reason}", place) from None
    raise _failed(url, f"redirects more than {REDIRECTS} times", place)


def prove_allowed(url: str, place: Place | None) -> SplitResult:
    """The parts of an address that may be asked.  Raises FetchError for any other."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  # raises for one that is not a number
    except ValueError:
        raise _failed(url, "is not an address", place) from None
    local = parts.scheme == "http" and parts.hostname in LOCAL
    if not parts.hostname or not (parts.scheme == "https" or local):
        raise _failed(url, "is not fetched: it must begin with https://", place)
    if parts.username or parts.password:
        raise _failed(url, "is not fetched: it holds a name or a password", place)
    if any(not letter.isprintable() or letter.isspace() for letter in url):
        raise _failed(url, "is not an address: it contains a space", place)
    return parts


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Leaves each redirect to be looked at before it is followed."""

    def redirect_request(self, *_: object) -> None:
        return None


def _redirected(url: str, code: int, headers: Message, place: Place | None) -> str:
    """Where an answer leads.  Raises FetchError if it leads nowhere, or where it may not."""
    to = headers.get("Location")
    if code not in (301, 302, 303, 307, 308) or not to:
        raise _failed(url, f"responds with {code}", place)
    target = urljoin(url, to)
    parts = prove_allowed(target, place)
    if parts.hostname in LOCAL and urlsplit(url).hostname not in LOCAL:
        raise _failed(url, "is not fetched: it redirects to this machine", place)
    return target


def _read(answer: HTTPResponse, url: str, place: Place | None) -> bytes:
    content = answer.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise _failed(url, f"gives more than {MAX_BYTES // 1024**2} MB", place)
    if answer.length:  # of what was announced, so much did not come
        raise _failed(url, "was cut short", place)
    return content


def _failed(url: str, why: str, place: Place | None) -> FetchError:
    hint = "in a browser it must give the sheet as CSV to anybody: publish it that way"
    return FetchError(f"{url} {why}", place=place, hint=hint, check="sheet-not-fetched")
