"""Tests of the overlap check: text over text is found, but not if it only touches or is hidden."""

from __future__ import annotations

import pytest

from generator.base.errors import KitError
from tests.press.scene.drawing import laid_out

CARD = '<card size="poker" color="#000000">\n{}\n</card>'


def words(text: str, x: float, y: float, **more: str) -> str:
    rest = "".join(f' {name}="{value}"' for name, value in more.items())
    return f'<text x="{x}mm" y="{y}mm" width="40mm" height="8mm" size="12"{rest}>{text}</text>'


def fault_line(*elements: str) -> str:
    """The fault of a card, "" if there is none."""
    try:
        laid_out(CARD.format("\n".join(elements)))
    except KitError as error:
        return str(error)
    return ""


def test_overlapping_texts_are_reported() -> None:
    message = fault_line(words("Old Nan", 6, 20), words("kicks", 8, 21))
    assert message.startswith("test.xml: the texts ")
    assert '"Old Nan" and "kicks" overlap' in message
    assert message.endswith("(texts-apart)")


@pytest.mark.parametrize(
    ("x", "y", "fine"),
    [(6, 20, False), (6, 21, False), (6, 22.5, True), (12, 20, False), (24, 20, True)],
)
def test_ink_counts_and_not_the_boxes_of_texts(x: float, y: float, fine: bool) -> None:
    """HHHHH at 12 pt is about 15 mm wide and 3 mm high."""
    assert (fault_line(words("HHHHH", 6, 20), words("HHHHH", x, y)) == "") is fine


def test_rotated_texts_are_compared_in_place() -> None:
    assert fault_line(words("HHHHHHHH", 10, 40), words("HHHHHHHHHHHH", 4, 40, turn="90")) != ""
    assert fault_line(words("HHHHHHHH", 10, 30), words("HHHHHHHH", 10, 48, turn="20")) == ""


def test_lines_of_one_text_may_overlap() -> None:
    box = 'x="6mm" y="20mm" width="10mm" height="40mm" size="12" leading="0.9"'
    tall = f"<text {box}>{'jgÂ ' * 6}</text>"
    assert fault_line(tall) == ""


def test_decoration_may_be_under_text() -> None:
    assert fault_line(words("12", 6, 20, decor="yes"), words("Old Nan", 6, 20)) == ""


def test_covered_text_is_ignored() -> None:
    cover = '<rect x="5mm" y="19mm" width="40mm" height="10mm" fill="#ffffff"/>'
    assert fault_line(words("Old Nan", 6, 20), cover, words("kicks", 6, 20)) == ""
    assert fault_line(cover, words("Old Nan", 6, 20), words("kicks", 6, 20)) != ""


def test_text_that_is_clipped_away_overlaps_nothing() -> None:
    board = '<group x="4mm" y="4mm" width="50mm" height="{}mm" clip="box">{}</group>'
    below = words("HHHHH", 2, 30)
    assert fault_line(board.format(60, below), words("HHHHH", 6, 34)) != ""
    assert fault_line(board.format(20, below), words("HHHHH", 6, 34)) == ""
