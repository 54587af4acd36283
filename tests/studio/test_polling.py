"""Tests of polling: a page that is opened shows what other programs have written just before."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from generator.studio import studio as module
from generator.studio.open_kit import OpenKit
from generator.studio.studio import Studio, StudioOptions
from generator.tools.scaffold import ScaffoldOptions, create_kit


def studio_in(folder: Path) -> Studio:
    """A studio of a new game in a folder."""
    create_kit(ScaffoldOptions("mygame", "Mygame"), folder)
    roots = folder / "data", folder / "templates"
    return Studio(StudioOptions(*roots, out=folder / "out", state=folder / "state"))


def test_opening_a_page_draws_what_has_just_been_written(tmp_path: Path) -> None:
    studio = studio_in(tmp_path)

    async def opened() -> tuple[int, int]:
        kit = await studio.kit("mygame", drawn=False)
        await studio.poll(kit)  # nothing is drawn yet, and nothing has to be
        assert kit.version == 0
        kit = await studio.kit("mygame")
        before = kit.version
        await studio.poll(kit)
        assert kit.version == before
        card = tmp_path / "templates/mygame/card.xml"
        card.write_text(card.read_text().replace("<icon ", '<icon opacity="0.5" '))
        await studio.poll(kit)
        return before, kit.version

    with ThreadPoolExecutor(1) as alone:  # another test may have left a loop in this thread
        before, after = alone.submit(asyncio.run, opened()).result()
    assert after > before


def test_only_the_files_of_a_kit_with_a_page_are_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio, polls = studio_in(tmp_path), list[str]()
    monkeypatch.setattr(OpenKit, "poll", lambda kit: polls.append(kit.name))
    monkeypatch.setattr(module, "POLL_SECONDS", 0.01)

    async def watched() -> tuple[int, int]:
        kit = await studio.kit("mygame", drawn=False)
        watching = asyncio.create_task(studio.watch())
        await asyncio.sleep(0.3)
        before = len(polls)
        kit.shown_at = time.monotonic()
        for _ in range(1000):
            await asyncio.sleep(0.01)
            if polls:
                break
        watching.cancel()
        return before, len(polls)

    with ThreadPoolExecutor(1) as alone:
        before, after = alone.submit(asyncio.run, watched()).result()
    assert before == 0
    assert after > 0
