"""Tests of the guide to tests with people: followed literally, it asks, changes, measures and upgrades.

Only of its games a tenth are played, which the report measures as it would measure all.
"""

from __future__ import annotations

from pathlib import Path

from generator.press.paint.raster import open_pdf
from tests.readme_steps import ROOT, follow

GUIDE = ROOT / "docs/howto/test-with-people.md"


def test_the_guide_asks_and_prints_what_has_changed(tmp_path: Path) -> None:
    page = GUIDE.read_text(encoding="utf-8")
    assert page.count("--games 100 ") == 1
    done = follow(page.replace("--games 100 ", "--games 10 "), tmp_path)
    assert [code for _, code in done] == [0] * 8
    form = tmp_path / "output/mygame/export-playtest/mygame-feedback-letter.pdf"
    with open_pdf(form.read_bytes()) as document:
        words = document[0].get_textpage().get_text_bounded()
    assert "Which card did you never want to take?" in words
    assert "Version 0.1" in words
    assert (tmp_path / "changes.pdf").stat().st_size > 1000
