"""Browser events: takes each event of a page once, reads it, and reports forged ones in one line."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar
from weakref import WeakKeyDictionary

from nicegui import Client, core

from generator.base.errors import KitError
from generator.tools.jobs import unexpected_error

T = TypeVar("T")
FORGED = "a browser sent a message that no page of the studio sends; it was ignored"
_SERVERS = ("engineio.server", "socketio.server")
"""The loggers of the libraries that read messages of browsers."""
_UNREADABLE = (LookupError, TypeError, ValueError, AttributeError, OverflowError)
"""The errors of reading a message that no page sends."""


class BrowserEvent(Protocol):
    """An event of a page, with its arguments."""

    args: Any


def take_each_once() -> None:
    """Take an event that a page sends again, by its next connection, only if the last one lost it."""
    handle = core.sio.handlers["/"]["event"]
    last: WeakKeyDictionary[Client, int] = WeakKeyDictionary()

    def take(socket: str, event: Any) -> None:
        try:
            json.dumps(event, ensure_ascii=False).encode()  # half a character cannot be written
            client, number = Client.instances.get(event["client_id"]), event.get("number", 0)
            if client and number:
                if number <= last.get(client, 0):
                    return
                last[client] = number
            handle(socket, event)
        except _UNREADABLE:
            _report(FORGED)

    core.sio.on("event", take)


def read_event(event: BrowserEvent, read: Callable[[Any], T]) -> T:
    """The arguments of an event.  Raises KitError if no page of the studio sends them."""
    try:
        return read(event.args)
    except _UNREADABLE:
        raise KitError(FORGED) from None


def read_event_values(event: BrowserEvent, *kinds: Callable[[Any], Any]) -> list[Any]:
    """The values that an event carries, each read as one of these kinds.  Raises KitError."""

    def read(args: Any) -> list[Any]:
        values = args if isinstance(args, list) and len(kinds) > 1 else [args]
        return [kind(value) for kind, value in zip(kinds, values, strict=True)]

    return read_event(event, read)


def report_error(error: Exception) -> None:
    """Report an unforeseen error in one line; the studio continues."""
    if isinstance(error, _UNREADABLE) and not _is_ours(error):
        _report(FORGED)
    else:
        _report(str(error if isinstance(error, KitError) else unexpected_error(error)))


def _report(line: str) -> None:
    print(f"grimoire: {line}", file=sys.stderr)


def report_task_error(loop: object, context: Mapping[str, Any]) -> None:
    """Report the error that ended a task, such as a malformed message from a browser."""
    error = context.get("exception")
    if isinstance(error, OSError):
        _report(f"a connection was interrupted: {(error.strerror or str(error)).lower()}")
    elif isinstance(error, Exception) and _is_ours(error):
        report_error(error)
    elif isinstance(error, Exception):
        _report(FORGED)


def report_bad_messages() -> None:
    """Report unreadable messages in one line instead of a traceback."""
    for name in _SERVERS:
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [_OneLineHandler(logging.ERROR)], False


class _OneLineHandler(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        _report(FORGED)


def _is_ours(error: Exception) -> bool:
    """Whether an error passed through code of the studio, not only through libraries that read messages."""
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__", "").startswith("generator."):
            return True
        trace = trace.tb_next
    return False
