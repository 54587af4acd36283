"""Hints of the press: what to write for a size, a colour, a type size or a language."""

from __future__ import annotations

import pytest

from generator.base.errors import KitError
from generator.i18n.catalogue import check_language
from generator.press.markup.attribute_types import parse_paint, parse_sizes


def hint(error: KitError) -> str:
    (fault,) = error.faults
    return fault.hint


def test_type_sizes_in_another_form_show_the_right_one() -> None:
    with pytest.raises(KitError, match="is not a font size") as caught:
        parse_sizes("8-14")
    assert "largest first" in hint(caught.value)


def test_a_color_that_is_no_gradient_shows_how_to_write_colors() -> None:
    with pytest.raises(KitError) as caught:
        parse_paint("rgb(10,20,30)")
    assert "#rrggbb" in hint(caught.value)


def test_a_language_in_capitals_is_suggested_in_small_letters() -> None:
    with pytest.raises(KitError) as caught:
        check_language("DE")
    assert hint(caught.value) == 'did you mean "de"?'
