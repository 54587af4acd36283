"""Tests of the safe zone: the ink of text and symbols keeps its distance from the cut."""

from __future__ import annotations

from functools import partial

import pytest

from generator.base.errors import KitError
from generator.base.units import MM, Matrix, Rect
from generator.press.layout.checks import safe_zone
from generator.press.scene.items import GlyphRun, Group, Item, Outline, Path, Scene, Use
from generator.press.scene.paths import ellipse, hexagon, polygon, rectangle
from tests.press.scene.drawing import laid_out, tidewrack

BOX = Rect(0, 0, 100, 100)


def word(x: float, y: float, size: float = 10) -> GlyphRun:
    font = tidewrack().renderer.fonts.font("Roboto")
    return GlyphRun(x, y, size, "#000000", (font.word("HHHH"),))


def symbol(x: float, y: float, side: float = 10, *, decor: bool = False) -> Group:
    shape = Path(rectangle(Rect(0, 0, side, side)), "#000000")
    return Group((shape,), Matrix.move(x, y), symbol="star", decor=decor)


def keeps(*items: Item, trim: Outline | None = None, shape: str = "rect") -> bool:
    scene = Scene("face", 100, 100, items, 9, 10, trim)
    try:
        safe_zone.check(scene, shape)
    except KitError:
        return False
    return True


@pytest.mark.parametrize(
    ("x", "y", "kept"),
    [(10, 40, True), (9.9, 40, False), (40, 17.1, True), (40, 16.5, False), (40, 90, True),
     (40, 90.2, False), (61, 40, True), (63, 40, False)],
)  # fmt: skip
def test_the_ink_of_text_keeps_its_distance_from_the_cut(x: float, y: float, kept: bool) -> None:
    """HHHH in Roboto at size 10 is 28.6 points wide with its side bearings, and 7.1 high."""
    assert keeps(word(x, y)) is kept


def test_rotated_text_is_checked_in_place() -> None:
    upright = Group((word(0, 0),), Matrix.turn(90).then(Matrix.move(80, 20)))
    assert keeps(upright)
    assert not keeps(Group((word(0, 0),), Matrix.turn(90).then(Matrix.move(80, 70))))
    assert not keeps(Group((upright,), Matrix.move(0, 60)))


def test_text_in_a_used_scene_counts_where_it_is_drawn() -> None:
    inner = Scene("inner", 40, 20, (word(0, 12),))
    assert keeps(Use(inner, Matrix.move(20, 20)))
    assert not keeps(Use(inner, Matrix.move(2, 20)))


def test_symbols_are_checked_and_decoration_is_not() -> None:
    assert keeps(symbol(10, 10))
    assert not keeps(symbol(9, 10))
    assert keeps(Group((symbol(0, 0), word(0, 0)), decor=True))
    assert keeps(Path(rectangle(BOX.grown(9)), "#ff0000"))


def test_a_round_piece_has_a_round_zone() -> None:
    trim = ellipse(BOX)
    assert keeps(symbol(45, 10.2), trim=trim, shape="round") is False
    assert keeps(symbol(45, 12), trim=trim, shape="round")
    assert not keeps(symbol(15, 15), trim=trim, shape="round")


def test_a_hexagon_has_a_zone_with_six_sides() -> None:
    for shape in ("hex", safe_zone.OUTLINE):  # the same however the outline is given
        kept = partial(keeps, trim=hexagon(BOX), shape=shape)
        assert kept(symbol(45, 45))
        assert kept(symbol(11, 45))
        assert not kept(symbol(9, 45))
        assert not kept(symbol(12, 20))


def test_a_concave_outline_has_a_zone_along_all_edges() -> None:
    slot = polygon(((0, 0), (48, 0), (48, 40), (52, 40), (52, 0), (100, 0), (100, 100), (0, 100)))
    assert keeps(symbol(20, 12), trim=slot, shape=safe_zone.OUTLINE)
    assert not keeps(symbol(30, 12), trim=slot, shape=safe_zone.OUTLINE)
    assert not keeps(symbol(30, 12, 40), trim=slot, shape=safe_zone.OUTLINE)  # across the slot
    assert keeps(symbol(40, 55, 20), trim=slot, shape=safe_zone.OUTLINE)
    assert not keeps(symbol(40, 45, 20), trim=slot, shape=safe_zone.OUTLINE)
    needle = polygon(((0, 0), (49.9, 0), (50, 30), (50.1, 0), (100, 0), (100, 100), (0, 100)))
    assert not keeps(symbol(12, 12, 76), trim=needle, shape=safe_zone.OUTLINE)


@pytest.mark.parametrize(
    ("shape", "at", "kept"),
    [
        ("rect", "3mm", True),
        ("round", "3mm", False),
        ("hex", "3mm", False),
        ("round", "12mm", True),
    ],
)
def test_layout_checks_a_card_by_its_shape(shape: str, at: str, kept: bool) -> None:
    markup = (
        f'<card width="40mm" height="40mm" shape="{shape}">'
        f'<icon name="wave" x="{at}" y="{at}" width="8mm" height="8mm"/></card>'
    )
    if kept:
        assert laid_out(markup).safe == 3 * MM
    else:
        with pytest.raises(KitError, match=r'the symbol "wave" extends .* beyond the safe zone'):
            laid_out(markup)


def test_the_smallest_excess_is_not_called_zero() -> None:
    scene = Scene("face", 100, 100, (symbol(9.9, 40),), 9, 10)
    with pytest.raises(KitError, match=r'the symbol "star" extends 0\.1 mm beyond the safe zone'):
        safe_zone.check(scene, "rect")


def test_a_card_may_give_up_its_safe_zone() -> None:
    markup = '<card width="40mm" height="40mm" safe="0"><text size="9">Out here</text></card>'
    assert laid_out(markup).safe == 0


def test_a_piece_records_how_close_to_the_cut_its_decorative_text_is() -> None:
    """The check of finished files compares with this: decorative letters may be anywhere."""
    inside, near = Scene("a", 100, 100, (word(12, 50),)), word(4, 50)
    decor = Scene("b", 100, 100, (Group((near,), Matrix.move(-1, 0), decor=True),))
    assert safe_zone.text_margin([inside], 10) == 10
    assert (
        safe_zone.text_margin([inside, Scene("c", 100, 100, (Use(decor, Matrix.move(0, 0)),))], 10)
        == 3
    )
    assert safe_zone.text_margin([Scene("d", 100, 100, (word(2, 50),))], 10) == 10, "no decor"
    assert (
        safe_zone.text_margin([Scene("d", 100, 100, (Group((word(9.6, 50),), decor=True),))], 10)
        == 10
    )
    assert safe_zone.text_margin([Scene("e", 100, 100, ())], 10) == 10


@pytest.mark.parametrize(
    ("card", "safe"),
    [('size="poker"', 3), ('size="counter-5-8"', 1.5875), ('size="counter-5-8" safe="3mm"', 3)],
)
def test_small_pieces_have_a_narrow_safe_zone_unless_they_state_one(card: str, safe: float) -> None:
    assert laid_out(f"<card {card}/>").safe == pytest.approx(safe * MM)
