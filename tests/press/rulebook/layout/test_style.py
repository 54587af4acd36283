"""Tests of heading styles: larger in a narrow typeface, so that they do not look small."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from generator.press.rulebook.layout.style import MAX_HEADING_SCALE, BookStyle
from generator.press.text.fonts import FontBook
from tests.press.rulebook.making import renderer


@pytest.mark.parametrize(("family", "narrow"), [("Source Sans Pro", False), ("Amatic SC", True)])
def test_headings_in_a_narrow_typeface_are_larger(
    tmp_path: Path, family: str, narrow: bool
) -> None:
    look = renderer(tmp_path).style
    style = BookStyle.from_style(replace(look, families={**look.families, "title": family}))
    assert (style.heading_scale > 1.1) == narrow
    assert style.heading_scale <= MAX_HEADING_SCALE
    sizes = [style.heading(level).size / style.heading_scale for level in (1, 2, 3)]
    assert sizes == pytest.approx([23.0, 14.0, 11.0])
    assert style.text.size == 9.5


def test_a_typeface_whose_letters_have_no_width_is_not_enlarged(tmp_path: Path) -> None:
    look = renderer(tmp_path).style
    flat = TTFont(look.fonts.font("Source Sans Pro").path)
    for name in flat["hmtx"].metrics:
        flat["hmtx"].metrics[name] = (0, 0)
    del flat["GPOS"]  # whose kerning would give letters a negative width
    flat.save(tmp_path / "flat.ttf")
    fonts = FontBook.from_families({"Flat": {"regular": "flat.ttf"}}, tmp_path, look.fonts)
    look = replace(look, fonts=fonts, families={**look.families, "title": "Flat"})
    assert BookStyle.from_style(look).heading_scale == 1.0
