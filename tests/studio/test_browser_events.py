"""Tests of forged messages: what no page of the studio sends is told in a line, and nobody's fault."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("nicegui")

from generator.base.errors import KitError
from generator.studio import browser_events
from generator.studio.browser_events import (
    FORGED,
    read_event,
    read_event_values,
    report_bad_messages,
    report_task_error,
)
from generator.studio.open_kit import request_key


def raised(call: Any, *given: Any) -> Exception:
    with pytest.raises(Exception) as caught:  # noqa: PT011
        call(*given)
    return caught.value


@pytest.mark.parametrize("name", ["_on_event", "_on_ack", "_on_log", "_on_javascript_response"])
def test_a_message_without_a_page_is_told_as_what_it_is(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from nicegui import nicegui

    handler = getattr(nicegui, name)
    words = ["socket", {"other": 1}]
    report_task_error(None, {"exception": raised(handler, *words)})
    assert capsys.readouterr().err == f"grimoire: {FORGED}\n"


def test_what_is_wrong_in_the_studio_is_still_told_as_a_fault_of_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report_task_error(None, {"exception": raised(request_key, {})})
    said = capsys.readouterr().err
    assert said.startswith("grimoire: this is a fault of Grimoire itself: TypeError: ")
    assert said.count("\n") == 1


def test_a_connection_that_cannot_be_taken_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    report_task_error(None, {"exception": OSError(24, "Too many open files")})
    assert capsys.readouterr().err == "grimoire: a connection broke off: too many open files\n"


@pytest.mark.parametrize(
    "args", [None, {}, [], [1], ["a", "b"], [1, "b", 3], 7, [10**400, 1], [{}, []]]
)
def test_what_an_event_brings_is_read_as_what_it_should_be(args: Any) -> None:
    event = SimpleNamespace(args=args)
    with pytest.raises(KitError, match="no page of the studio sends"):
        read_event_values(event, float, float)
    assert read_event(event, lambda args: 5) == 5


def test_values_of_a_page_are_read() -> None:
    assert read_event_values(SimpleNamespace(args=[1, 2.5]), int, float) == [1, 2.5]
    assert read_event_values(SimpleNamespace(args=3), int) == [3]


def test_what_cannot_be_read_as_a_message_is_told_without_a_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser_events, "_SERVERS", ("forged.server",))
    report_bad_messages()
    import engineio

    server = engineio.AsyncServer(async_mode="asgi", logger=logging.getLogger("forged.server"))
    server.on("message", lambda socket, data: int(data))
    message = server._trigger_event("message", "socket", "x", run_async=False)
    with ThreadPoolExecutor() as thread:  # other tests may have left a loop running in this one
        thread.submit(asyncio.run, message).result()
    assert capsys.readouterr().err == f"grimoire: {FORGED}\n"
