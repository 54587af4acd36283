"""Tests of forged messages: those that no page of the studio sends are reported, but not as a bug."""

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
    report_error,
    report_task_error,
    take_each_once,
)
from generator.studio.sheet_facts import request_key


def raised(call: Any, *given: Any) -> Exception:
    with pytest.raises(Exception) as caught:  # noqa: PT011
        call(*given)
    return caught.value


@pytest.mark.parametrize("name", ["_on_event", "_on_ack", "_on_log", "_on_javascript_response"])
def test_a_forged_message_is_reported_as_forged(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from nicegui import nicegui

    handler = getattr(nicegui, name)
    words = ["socket", {"other": 1}]
    report_task_error(None, {"exception": raised(handler, *words)})
    assert capsys.readouterr().err == f"grimoire: {FORGED}\n"


@pytest.mark.parametrize(
    "event",
    [None, [], 7, {}, {"client_id": []}, {"client_id": "known"},
     {"client_id": "known", "id": 1, "number": "2"},
     {"client_id": "known", "id": 1, "args": ["\ud800"]}],
)  # fmt: skip
def test_a_forged_event_is_reported_as_forged(
    event: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from nicegui import Client, core

    monkeypatch.setitem(core.sio.handlers, "/", dict(core.sio.handlers["/"]))
    client = SimpleNamespace(has_socket_connection=True, handle_event=lambda event: event["id"])
    monkeypatch.setitem(Client.instances, "known", client)
    take_each_once()
    core.sio.handlers["/"]["event"]("socket", event)
    assert capsys.readouterr().err == f"grimoire: {FORGED}\n"


def test_an_internal_error_of_the_studio_is_reported_as_such(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report_task_error(None, {"exception": raised(request_key, {})})
    output = capsys.readouterr().err
    assert output.startswith("grimoire: this is a fault of Grimoire itself: TypeError: ")
    assert output.count("\n") == 1


def test_a_value_that_no_field_has_is_reported_as_forged(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from nicegui import ui

    number = SimpleNamespace(LOOPBACK=True, format="")
    args = SimpleNamespace(args=[1])
    report_error(raised(ui.number._event_args_to_value, number, args))
    assert capsys.readouterr().err == f"grimoire: {FORGED}\n"
    report_error(raised(request_key, {}))
    assert "this is a fault of Grimoire itself: TypeError: " in capsys.readouterr().err


def test_a_broken_connection_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    report_task_error(None, {"exception": OSError(24, "Too many open files")})
    assert (
        capsys.readouterr().err == "grimoire: a connection was interrupted: too many open files\n"
    )


@pytest.mark.parametrize(
    "args", [None, {}, [], [1], ["a", "b"], [1, "b", 3], 7, [10**400, 1], [{}, []]]
)
def test_arguments_of_an_event_are_validated(args: Any) -> None:
    event = SimpleNamespace(args=args)
    with pytest.raises(KitError, match="no page of the studio sends"):
        read_event_values(event, float, float)
    assert read_event(event, lambda args: 5) == 5


def test_values_of_an_event_are_read() -> None:
    assert read_event_values(SimpleNamespace(args=[1, 2.5]), int, float) == [1, 2.5]
    assert read_event_values(SimpleNamespace(args=3), int) == [3]


def test_an_unreadable_message_is_reported_without_a_traceback(
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
