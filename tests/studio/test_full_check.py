"""Tests of the full check: the studio knows what `grimoire check` says, and no edit waits for it."""

from __future__ import annotations

from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from generator.base.errors import KitError
from generator.pipeline.check import check
from generator.press.cache.store import Store
from generator.studio import full_check
from generator.studio.full_check import FullCheck
from generator.studio.open_kit import OpenKit
from generator.tools.scaffold import ScaffoldOptions, create_kit
from tests.studio.browsing import open_page
from tests.studio.conftest import Studios, create_in
from tests.studio.test_open_kit import open_kit

PATIENCE = 180.0
UNTOLD = "nap: {section: All, text: A rule that the rulebook does not have.}\n"


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OpenKit:
    create_kit(ScaffoldOptions("mygame", "Mygame"), tmp_path)
    monkeypatch.setattr(full_check, "REST_SECONDS", 0.0)
    return open_kit(tmp_path)


def finish(checking: FullCheck, opened: OpenKit) -> None:
    end = monotonic() + PATIENCE
    while not opened.checked and monotonic() < end:
        checking.look()
        sleep(0.05)
    assert opened.checked


def test_the_faults_are_those_of_the_command(opened: OpenKit) -> None:
    """A rule that the rulebook omits stops no drawing, and is no fault of the data."""
    checking = FullCheck(opened)
    assert not opened.checked
    finish(checking, opened)
    assert opened.faults == ()
    rules = opened.folders.data / "rules.yaml"
    rules.write_text(UNTOLD)
    assert opened.poll()
    assert (opened.faults, opened.checked) == ((), False)
    finish(checking, opened)
    with pytest.raises(KitError) as refused:
        check(opened.name, opened.request.kit.search_path)
    assert [fault.check for fault in refused.value.faults] == ["rule-not-in-rulebook"]
    assert opened.faults == refused.value.faults
    rules.unlink()
    assert opened.poll()
    assert (opened.faults, opened.checked) == ((), False)
    finish(checking, opened)
    assert opened.faults == ()


def test_a_shipped_kit_needs_no_check(opened: OpenKit) -> None:
    shipped = OpenKit(opened.request, Store(None), opened.journal, read_only=True)
    shipped.draw()
    assert shipped.checked


def test_an_edit_gives_a_check_up(opened: OpenKit, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[SlowJob] = []

    class SlowJob:
        faults = ()
        running = True

        def poll(self) -> bool:
            return self.running

        def cancel(self) -> None:
            self.running = False

    def start(*given: object) -> SlowJob:
        begun.append(SlowJob())
        return begun[-1]

    monkeypatch.setattr(full_check, "start_job", start)
    checking = FullCheck(opened)
    checking.look()
    opened.set_cell("cards", 1, "lucky-star", "name", "Lucky Star", "Luckier Star")
    checking.look()
    assert [job.running for job in begun] == [False, True]
    opened.set_cell("cards", 1, "lucky-star", "worth", "2", "many")
    checking.look()
    assert [job.running for job in begun] == [False, False]  # its faults are known without a check
    assert opened.checked


@pytest.mark.slow
def test_the_header_says_what_the_command_says(page: Any, studios: Studios, attempt: int) -> None:
    folder, address = studios.get("checks", attempt, checks=True)
    create_in(folder)
    head = page.locator(".faultcount")
    open_page(page, address, "/kit/mygame/design")
    head.and_(page.locator(".good", has_text="No faults")).wait_for()
    rules = folder / "data/mygame/rules.yaml"
    rules.write_text(UNTOLD)
    head.and_(page.get_by_text("Not checked yet")).wait_for()
    head.and_(page.locator(".bad", has_text="1 fault")).wait_for()
    listed = page.locator(".faults button", has_text="rule-not-in-rulebook")
    listed.wait_for()
    head.click()
    listed.wait_for(state="hidden")
    rules.write_text(f"{UNTOLD}\n")
    head.and_(page.get_by_text("Not checked yet")).wait_for()
    head.and_(page.locator(".bad", has_text="1 fault")).wait_for()
    assert listed.is_hidden()  # closed until there are other faults
    rules.unlink()
    head.and_(page.locator(".good", has_text="No faults")).wait_for()
