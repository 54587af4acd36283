"""Hints of the press: what to write for a size, a colour, a type size, a font or a language."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.base.formats.yaml import parse_yaml
from generator.i18n.catalogue import check_language
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.press.markup.attribute_types import parse_paint, parse_sizes
from tests.press.running import FIND, GAME, Workshop
from tests.press.scene.drawing import laid_out


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


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [(GAME, "title: Amatic SC", "title: Arial"), (FIND, 'font="body"', 'font="Arial"')],
)
def test_an_unknown_font_shows_how_to_add_one(
    file: str, old: str, new: str, tmp_path: Path
) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(file, old, new)
    (line,) = workshop.build().faults
    assert 'there is no font family "Arial"; name its files under font-files in game.yaml' in line
    assert "Amatic SC, " in line


def test_a_missing_style_shows_how_to_add_it(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(GAME, "body: Source Sans Pro", "body: Fredoka One")
    faults = workshop.build().faults
    assert "name a family with bold under font-files in game.yaml" in faults[0]


def test_a_faulty_font_file_is_reported_where_the_kit_names_it(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.write("data/tidewrack/a.ttf", "no font")
    workshop.edit(
        GAME,
        "fonts: {title: Amatic SC",
        "font-files: {Mine: {regular: a.ttf, bold: a.ttf}}\nfonts: {title: Mine",
    )
    place = f"{GAME}:{workshop.line(GAME, 'font-files')}: "
    faults = workshop.build().faults
    assert faults
    assert all(line.startswith(place) for line in faults)


def test_a_palette_takes_short_colors_as_markup_does(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(GAME, 'red: "#b5442e"', 'red: "#B42"')
    assert workshop.build().code == 0
    assert (
        load_kit(KitSearchPath(tmp_path / "data").find("tidewrack")).file.palette("full")["red"]
        == "#bb4422"
    )


def test_an_unquoted_color_in_braces_shows_quotes() -> None:
    with pytest.raises(KitError, match="is not closed") as caught:
        parse_yaml("palette: {accent: #884422}\n", "game.yaml")
    assert 'colours, such as "#884422"' in hint(caught.value)


def test_corners_of_more_than_half_the_side_are_refused() -> None:
    assert laid_out('<card width="60" height="90" corners="30mm"/>').trim
    with pytest.raises(KitError, match="corners of 31 mm are more than half") as caught:
        laid_out('<card width="60" height="90" corners="31mm"/>')
    assert hint(caught.value).startswith('write at most corners="30mm"')
