"""Tests of parallel builds: the same files and faults as with one process."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from generator.base.errors import KitError
from generator.base.side_by_side import CAN_FORK, job_limit
from generator.kit.expressions import metering
from generator.pipeline.build import build
from generator.pipeline.build_many import build_all
from generator.pipeline.check import check
from generator.press.cache.store import Store
from generator.press.layout.checks import complexity
from generator.press.pieces import faces
from generator.press.templates import handover
from tests.press.cache.test_build_cache import BOOK, FRAME, contents, from_nothing, request
from tests.press.running import BOARD, FIND, FINDS, GAME, Workshop

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="no process can be copied here")


@pytest.fixture(autouse=True)
def _share_few_faces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(faces, "MIN_SHARED", 1)
    monkeypatch.setattr(faces, "SHARES", 5)


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


@pytest.mark.parametrize(
    "options", [{}, {"booklet": True}, {"large_print": True}, {"only": "maps"}]
)
def test_several_processes_write_the_same_bytes(
    workshop: Workshop, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[object] = []

    def noting(*given: Any) -> object:
        taken.append(handover.take_over(*given))
        return taken[-1]

    monkeypatch.setattr(faces, "take_over", noting)
    alone = contents(build(request(workshop, "alone", **options)).folder)
    with job_limit(3):
        together = contents(build(request(workshop, "together", **options)).folder)
    assert together == alone
    assert len(taken) > 1
    assert None not in taken


def test_results_of_several_processes_are_cached(workshop: Workshop) -> None:
    store = Store(workshop.folder / "cache")
    with job_limit(2):
        build(request(workshop, "out"), store=store)
    workshop.edit(FINDS, "Razor Shell", "Razor")
    with job_limit(2):
        changed = build(request(workshop, "out"), store=Store(workshop.folder / "cache"))
    assert contents(changed.folder) == from_nothing(workshop)


def test_a_total_cost_limit_gives_the_same_fault_as_with_one_process(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(complexity, "ALLOWED_PER_SCENE", 0)
    monkeypatch.setattr(complexity, "MAX_TOTAL", 700)
    messages = []
    for jobs in (1, 2):
        with job_limit(jobs), pytest.raises(KitError) as caught:
            build(request(workshop, "out"))
        messages.append(str(caught.value))
    assert "together draw too much" in messages[0]
    assert messages[0] == messages[1]


def test_an_endless_face_gives_the_same_fault_as_with_one_process(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Alone in its share, the face fails when the share ends, before any other face reaches the limit."""
    monkeypatch.setattr(metering, "MAX_STEPS", 1_000_000)
    monkeypatch.setattr(metering, "MAX_TOTAL_STEPS", 1_500_000)
    monkeypatch.setattr(metering, "STEPS_PER_TEMPLATE", 0)
    monkeypatch.setattr(faces, "SHARES", 1_000)
    workshop.write(BOARD, "{% for a in range(9999) %}" * 3 + "{% endfor %}" * 3)
    messages = []
    for jobs in (1, 2):
        with job_limit(jobs), pytest.raises(KitError) as caught:
            build(request(workshop, "out"))
        messages.append(str(caught.value))
    assert "it takes too many steps; look for loops" in messages[0]
    assert messages[0] == messages[1]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (FIND, "{{ row.name }}", "{{ row.nmae }}"),
        (FIND, "<text", "<txet"),
        (FRAME, "/>", "></rect>"),
        (BOOK, "#", "{{ nobody }} #"),
        (GAME, "front: ", "front: no-"),
    ],
)
def test_faults_are_the_same_in_the_same_order(
    workshop: Workshop, file: str, old: str, new: str
) -> None:
    path = workshop.folder / file
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    faults_found = []
    for jobs in (1, 3):
        for run in (build, lambda build_request: check("tidewrack", build_request.kit.search_path)):
            with job_limit(jobs), pytest.raises(KitError) as caught:
                run(request(workshop, "out"))
            faults_found.append(caught.value.faults)
    assert faults_found[:2] == faults_found[2:]
    assert not (workshop.folder / "out").exists()


def test_progress_is_reported_from_every_process(workshop: Workshop) -> None:
    heard: list[tuple[str, str]] = []
    build_request = request(workshop, "out")
    build_all([build_request], lambda name, step, done, of: heard.append((name, step)), jobs=2)
    assert heard[0] == ("tidewrack", "load")
    assert heard[-1] == ("tidewrack", "done")


def test_several_kits_with_booklets_are_built_side_by_side(workshop: Workshop) -> None:
    for folder in ("data", "templates"):
        copytree(workshop.folder / folder / "tidewrack", workshop.folder / folder / "twin")
    one = request(workshop, "out", booklet=True)
    twin = replace(one, kit=replace(one.kit, name="twin"))
    outcomes = build_all([one, twin], lambda *_: None, jobs=2)
    assert [outcome.faults for outcome in outcomes] == [(), ()]
    names = [[file.path for file in outcome.built.files] for outcome in outcomes if outcome.built]
    assert all(any("booklet" in name for name in each) for each in names)
    assert len(names) == 2
