"""Tests of polling: a page that is opened shows what other programs have written just before."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from generator.studio.studio import Studio, StudioOptions
from generator.tools.scaffold import ScaffoldOptions, create_kit


def test_opening_a_page_draws_what_has_just_been_written(tmp_path: Path) -> None:
    create_kit(ScaffoldOptions("mygame", "Mygame"), tmp_path)
    studio = Studio(
        StudioOptions(
            tmp_path / "data",
            tmp_path / "templates",
            out=tmp_path / "out",
            state=tmp_path / "state",
        )
    )

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
