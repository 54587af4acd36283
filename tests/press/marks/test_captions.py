"""Tests of captions: what the line at the edge of a sheet says, and what is shortened if it is long."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from generator.base.errors import KitError
from generator.base.units import MM, Rect
from generator.press.marks.captions import TilePlan, caption
from tests.press.imposition.making import font
from tests.press.running import GAME, Workshop


def test_a_plan_is_left_out_for_a_long_caption() -> None:
    plan = TilePlan((), 60 * MM)
    strip, line = Rect(0, 0, 190 * MM, 13 * MM), "A line that is rather long. " * 8
    with_plan = caption(strip, "A short line.", font(), ruler=False, plan=plan)
    assert len(with_plan.boxes) == 2
    without = caption(strip, line, font(), ruler=False, plan=plan)
    assert without == caption(strip, line, font(), ruler=False)
    with pytest.raises(KitError, match="too long for the edge"):
        caption(strip, line * 2, font(), ruler=False, plan=plan)


def test_each_sheet_tells_the_version_of_the_kit(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(GAME, 'version: "0.3"', 'version: "2.7"')
    assert workshop.build("--booklet").code == 0
    folder = workshop.out / "tidewrack"
    sheets = list(pypdfium2.PdfDocument(folder / "tidewrack-print-a4.pdf"))
    booklet = pypdfium2.PdfDocument(folder / "tidewrack-rulebook-booklet-a4.pdf")
    for page in (*sheets, booklet[0]):
        assert "Tidewrack 2.7 · " in page.get_textpage().get_text_range()
