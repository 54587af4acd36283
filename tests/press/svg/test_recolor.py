"""Tests of recolouring: a symbol in one colour takes another, without its background."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.press.paint.recording import record
from generator.press.scene.items import Path as Shape
from generator.press.scene.items import Scene
from generator.press.svg.importer import import_svg
from generator.press.svg.recolor import in_color, repainted
from tests.kinds import of_kind
from tests.press.paint.comparing import alike, as_pdf, as_svg, framed

STAR = '<path d="M10 2 L18 18 L2 8 L18 8 L2 18 Z" fill="{}"/>'
EYE = '<circle cx="10" cy="10" r="3" fill="{}"/>'
GROUND = '<path d="M0 0h20v20H0z" fill="{}"/>'


def drawing(tmp_path: Path, *parts: str) -> Path:
    file = tmp_path / "sign.svg"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">{"".join(parts)}</svg>'
    file.write_text(svg, encoding="utf-8")
    return file


def scene(file: Path, color: str) -> Scene:
    result = repainted(import_svg(file), color)
    return Scene("sign", result.width, result.height, result.items)


@pytest.mark.parametrize("ground", ["#000", "#fff", None])
def test_the_background_is_removed_and_the_drawing_recoloured(
    ground: str | None, tmp_path: Path
) -> None:
    parts = [GROUND.format(ground)] if ground else []
    lines = record(scene(drawing(tmp_path, *parts, STAR.format("#808080")), "#c03020"))
    assert len(lines) == 1
    assert lines[0].endswith("fill #c03020")


def test_shapes_in_the_background_colour_become_holes(tmp_path: Path) -> None:
    file = drawing(tmp_path, *(GROUND.format("#000"), STAR.format("#fff"), EYE.format("#000")))
    shown = framed(scene(file, "#c03020"))
    dots = as_pdf(shown, 288)
    assert dots.getpixel((40, 40)) == (255, 255, 255)  # the eye
    assert dots.getpixel((40, 56)) == (255, 255, 255)  # the background
    assert dots.getpixel((40, 24)) == (0xC0, 0x30, 0x20)
    assert alike(dots, as_svg(shown, 288)) > 0.999


def test_several_colours_are_refused_for_recolor_and_kept_for_icons(tmp_path: Path) -> None:
    result = import_svg(drawing(tmp_path, STAR.format("#112233"), EYE.format("#445566")))
    with pytest.raises(KitError, match="recolor needs a drawing in one colour; this one has 2"):
        repainted(result, "#c03020")
    assert in_color(result, "#c03020") is result


def test_only_the_current_color_is_replaced(tmp_path: Path) -> None:
    result = import_svg(drawing(tmp_path, STAR.format("currentColor"), EYE.format("#445566")))
    colors = [of_kind(item, Shape).fill for item in in_color(result, "#c03020").items]
    assert colors == ["#c03020", "#445566"]
