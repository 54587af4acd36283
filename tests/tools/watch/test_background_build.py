"""Tests of background builds: a kit without recent changes is built, and a new change stops the build."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from importlib import import_module
from multiprocessing import forkserver
from pathlib import Path

import pytest

from generator.base.side_by_side import CAN_FORK, cores
from generator.kit.locate import KitSearchPath
from generator.pipeline import check as check_module
from generator.press.cache.store import Store
from generator.press.request import BuildRequest, Progress
from generator.tools import jobs
from generator.tools.jobs import PRELOADED, Job, JobResult, build, start_job
from generator.tools.watch import background_build
from generator.tools.watch import watch as watching
from generator.tools.watch.background_build import Background
from generator.tools.watch.watch import Watcher, WatchEvent
from tests.press.running import FINDS, Workshop, request_for


def request(workshop: Workshop) -> BuildRequest:
    roots = KitSearchPath(workshop.folder / "data", workshop.folder / "templates")
    return request_for("tidewrack", roots, workshop.out, ink="low")


def until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + 120
    while not done():
        assert time.monotonic() < end
        time.sleep(0.02)


def run_to_end(background: Background) -> list[Job]:
    found: list[Job] = []

    def done() -> bool:
        if finished := background.finished():
            found.append(finished)
        return not background.busy

    background.begin()
    until(done)
    return found


def test_a_fault_ends_the_build_and_is_reported_as_usual(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(FINDS, "whelk,Whelk,shell,1,2", "whelk,Whelk,shell,1,3")
    found = run_to_end(Background(request(workshop)))
    assert [each.title for each in found] == ["build"]
    assert "found 17, expected 16" in found[0].faults[0].message
    assert found[0].faults[0].check == "T-finds"
    assert workshop.built == []


def test_a_stopped_build_leaves_nothing_behind(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    background = Background(request(workshop))
    background.begin()
    assert background.finished() is None  # it has begun
    background.end()
    assert not background.busy
    assert background.finished() is None
    assert workshop.built == []


def test_a_watch_builds_when_quiet_and_stops_for_a_change(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    events: list[WatchEvent] = []
    watcher = Watcher(request(workshop), events.append, Store())
    watcher.begin()
    began = time.monotonic()

    def next_is(kind: str) -> Callable[[], bool]:
        def done() -> bool:
            watcher.step()
            return events[-1].kind == kind

        return done

    until(next_is("checked"))
    assert time.monotonic() - began > watching.IDLE_SECONDS
    assert '"ink": "low"' in (workshop.out / "tidewrack" / "manifest.json").read_text("utf-8")
    workshop.edit(FINDS, "Discard it to look", "Turn it over to look")
    until(next_is("changed"))
    watcher.end()
    assert [event.kind for event in events] == ["begun", "built", "checked", "changed"]
    assert "tidewrack-print-a4.pdf and 2 more files: built and proved" in events[1].message


def test_a_job_gets_the_whole_request(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[tuple[object, ...]] = []
    monkeypatch.setattr(background_build, "start_job", lambda *given, alone: begun.append(given))
    roots = KitSearchPath(Path("d"), Path("t"), Path("g"))
    wanted = request_for("kit", roots, Path("o"), "letter", "none", language="fr", draft=True)
    background = Background(wanted, cache=False)
    background.begin()
    assert background.finished() is None
    assert begun == [("build", build, wanted, None, cores())]


@pytest.mark.parametrize(("draft", "language"), [(True, ""), (False, "fr")])
def test_a_check_of_a_draft_ignores_missing_translations(
    monkeypatch: pytest.MonkeyPatch, draft: bool, language: str
) -> None:
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(check_module, "check", lambda *given: asked.append(given))
    roots = KitSearchPath(Path("d"), Path("t"), Path("g"))
    wanted = request_for("kit", roots, Path("o"), ink="low", language="fr", draft=draft)
    background_build.check(lambda step, done, of: None, wanted)
    assert asked == [("kit", roots, "low", language)]


@pytest.mark.skipif(not CAN_FORK, reason="each job imports for itself here")
def test_later_jobs_are_forked_from_a_process_that_has_imported_what_they_need() -> None:
    parents = []

    def forked() -> bool:
        job = start_job("look", _parent)
        until(lambda: not job.poll())
        assert job.result
        parents.append(job.result.messages[0])
        return parents[-1] != str(os.getpid())

    until(forked)
    assert forked()
    assert parents[-1] == parents[-2]
    for name in PRELOADED:  # a wrong name would be passed over
        import_module(name)


@pytest.mark.skipif(not CAN_FORK, reason="each job imports for itself here")
def test_where_there_is_no_such_process_jobs_import_for_themselves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(fds: object) -> None:
        raise OSError("AF_UNIX path too long")

    monkeypatch.setattr(forkserver, "connect_to_new_process", refused)
    monkeypatch.setattr(jobs, "_forking", None)
    jobs._import_ahead()
    job = start_job("look", _parent)
    until(lambda: not job.poll())
    assert job.result
    assert job.result.messages == (str(os.getpid()),)


def _parent(report: object) -> JobResult:
    return JobResult((str(os.getppid()),), Path())


def test_an_internal_error_is_one_line(capfd: pytest.CaptureFixture[str]) -> None:
    job = start_job("bug", _with_a_bug)
    until(lambda: not job.poll())
    (fault,) = job.faults
    assert (fault.check, "ZeroDivisionError" in fault.message) == ("internal-error", True)
    assert capfd.readouterr().err == ""


def _with_a_bug(report: object) -> JobResult:
    raise ZeroDivisionError


def test_a_cancelled_job_is_no_fault_of_the_game_it_plays(
    capfd: pytest.CaptureFixture[str],
) -> None:
    job = start_job("games", _playing)
    until(lambda: not job.poll() or bool(job.step))
    job.cancel()
    until(lambda: not job.poll())
    assert (job.stopped, job.faults, job.result) == (True, (), None)
    assert capfd.readouterr().err == ""


def test_a_job_that_nobody_has_stopped_has_a_fault_if_it_ends() -> None:
    job = start_job("games", _playing)
    job.kill()
    until(lambda: not job.poll())
    assert (job.stopped, [fault.check for fault in job.faults]) == (False, ["process-killed"])


def _playing(report: Progress) -> JobResult:
    """Played games count as failed whatever a game raises, as in a simulation."""
    try:
        report("play", 0, 1)
        time.sleep(60)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return JobResult((f"the game breaks off: {error}",), Path())
    return JobResult((), Path())
