"""Tests of captions: what is shortened if the line at the edge of a sheet is long."""

from __future__ import annotations

import pytest

from generator.base.errors import KitError
from generator.base.units import MM, Rect
from generator.press.marks.captions import TilePlan, caption
from tests.press.imposition.making import font


def test_a_plan_is_left_out_for_a_long_caption() -> None:
    plan = TilePlan((), 60 * MM)
    strip, line = Rect(0, 0, 190 * MM, 13 * MM), "A line that is rather long. " * 8
    with_plan = caption(strip, "A short line.", font(), ruler=False, plan=plan)
    assert len(with_plan.boxes) == 2
    without = caption(strip, line, font(), ruler=False, plan=plan)
    assert without == caption(strip, line, font(), ruler=False)
    with pytest.raises(KitError, match="too long for the edge"):
        caption(strip, line * 2, font(), ruler=False, plan=plan)
