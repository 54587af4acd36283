"""Tests of layouts for several sizes: anchored to edges, in shares, or scaled."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.units import MM
from generator.press.paint.recording import record
from generator.press.scene.items import GlyphRun, Scene
from generator.press.scene.items import Path as Shape
from generator.press.scene.paths import bounds
from tests.press.markup.test_named_boxes import boxes
from tests.press.scene.drawing import drawn, laid_out, refusal


def corners(markup: str) -> list[float]:
    """Left, top, right and bottom of a box in a drawing of 100 by 50 points."""
    (line,) = drawn(markup)
    numbers = [float(word) for word in line.split() if word[-1].isdigit()]
    return [numbers[0], numbers[1], numbers[2], numbers[5]]


@pytest.mark.parametrize(
    ("box", "wanted"),
    [
        ('right="10pt"', [0, 0, 90, 50]),
        ('x="5pt" right="10%" bottom="5pt"', [5, 0, 90, 45]),
        ('right="10pt" width="20pt"', [70, 0, 90, 50]),
        ('bottom="10%" height="50%"', [0, 20, 100, 45]),
        ('right="0" bottom="0" width="20pt" height="10pt" inset="1pt"', [81, 41, 99, 49]),
    ],
)
def test_a_box_can_be_anchored_to_the_far_edges(box: str, wanted: list[float]) -> None:
    assert corners(f"<rect {box}/>") == pytest.approx(wanted)


def test_redundant_edges_of_a_box_are_refused() -> None:
    assert "x, width and right cannot all be given" in refusal(
        '<rect x="5pt" width="20pt" right="10pt"/>'
    )
    assert "there is no room" in refusal('<rect right="110pt"/>')


CARD = (
    '<card size="poker"{}><rect x="-3mm" y="-3mm" width="69.5mm" height="94.9mm" fill="sea"/>'
    '<rect x="5mm" y="10mm" width="53.5mm" height="40mm" radius="3mm" fill="sun"/>'
    '<text x="5mm" y="60mm" width="53.5mm" height="20mm" size="12..8">Low tide</text></card>'
)


def shapes(scene: Scene) -> list[tuple[float, ...]]:
    return [
        tuple(round(value / MM, 2) for value in bounds(item.outline))
        for item in scene.items
        if isinstance(item, Shape)
    ]


def test_a_layout_scaled_to_another_size_still_fills_the_bleed() -> None:
    mini = laid_out(CARD.format(' scale-to="mini"'))
    assert (round(mini.width / MM), round(mini.height / MM)) == (44, 68)
    across, down = 44 / 63.5, 68 / 88.9
    assert shapes(mini) == [
        (-3, -3, 50, 74),
        tuple(round(v, 2) for v in (5 * across, 10 * down, 53.5 * across, 40 * down)),
    ]
    (run,) = (item for item in mini.items if isinstance(item, GlyphRun))
    assert run.size == pytest.approx(12 * across)
    assert mini.bleed == pytest.approx(3 * MM)


def test_scaling_to_the_same_size_changes_nothing() -> None:
    assert record(laid_out(CARD.format(' scale-to="poker"'))) == record(laid_out(CARD.format("")))


def test_a_named_box_may_be_anchored_and_extend_another(tmp_path: Path) -> None:
    note = boxes(
        tmp_path, "foot: {bottom: 4pt, height: 8pt}\nnote: {extends: foot, bottom: += 10pt}"
    )
    (line,) = drawn('<rect box="note"/>', note)
    assert line == "path M 0 28 L 100 28 L 100 36 L 0 36 Z"


def test_texts_of_one_alike_group_have_the_smallest_size() -> None:
    long = "Every tide brings something, and some of it is worth the walk to the water."

    def sizes(first: str) -> tuple[str, str]:
        """The sizes of the first and the last text."""
        lines = drawn(
            f'<text height="10pt" size="9..4" {first}>Low tide</text>'
            f'<group y="10pt"><text width="50pt" height="36pt" size="9..4" alike="tide">{long}</text></group>'
        )
        words = [line.split(" at ")[0].split()[-1] for line in lines if "text " in line]
        return words[0], words[-1]

    assert sizes("") == sizes('alike="other"')
    plain, small = sizes("")
    assert (plain, float(small) < 9) == ("9", True)
    assert sizes('alike="tide"') == (small, small)
