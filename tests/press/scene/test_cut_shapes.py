"""Tests of cut outlines and folds from templates: standees, nets of dice, boxes."""

from __future__ import annotations

import math

import pytest

from generator.base.errors import KitError
from generator.base.units import MM, Rect, Size
from generator.press.paint.recording import record
from generator.press.pieces.piece import Part, Piece, is_straight
from generator.press.scene.items import GlyphRun, Group, Outline, Path
from generator.press.scene.path_data import path_data
from generator.press.scene.paths import ellipse, polygon
from generator.press.scene.polygons import contains, cut_outline, depth, polygon_of
from tests.kinds import of_kind, present
from tests.press.imposition.making import font, impose, papers
from tests.press.outlines import vertices
from tests.press.scene.drawing import laid_out, refusal

STANDEE = "M3 0 H27 V50 L30 55 L27 60 V110 H3 V60 L0 55 L3 50 Z"


def card(outline: str, inside: str = "", **more: str) -> str:
    attributes = {"width": "30", "height": "110", "outline": outline, **more}
    stated = " ".join(f'{name}="{value}"' for name, value in attributes.items())
    return f"<card {stated}>{inside}</card>"


def loop(data: str) -> Outline:
    """Path data without the closing line, which its parser adds."""
    *segments, _, _ = path_data(data)
    return (*segments, ("Z",))


def fault_line(markup: str) -> str:
    with pytest.raises(KitError) as caught:
        laid_out(markup)
    return str(caught.value)


def test_the_outline_becomes_the_trim_of_the_scene() -> None:
    scene = laid_out(card(STANDEE))
    assert scene.trim == loop(STANDEE)
    assert (scene.width, scene.height, scene.bleed) == (30 * MM, 110 * MM, 3 * MM)


def test_a_closing_line_and_repeated_points_are_ignored() -> None:
    scene = laid_out(card("M0 0 H30 H30 V110 H0 L0 0 Z"))
    assert scene.trim == loop("M0 0 H30 V110 H0 Z")


def test_the_background_fills_the_bleed_around_an_outline() -> None:
    background = laid_out(card(STANDEE, fill="sky")).items[0]
    assert isinstance(background, Path)
    assert background.outline[0] == ("M", pytest.approx(-3 * MM), pytest.approx(-3 * MM))


@pytest.mark.parametrize(
    ("outline", "says"),
    [
        ("M0 0 H30 V110", 'the outline is not one closed line; start it with one M and end it with "Z"'),
        ("M0 0 H30 V110 H0 Z M5 5 H9 V9 Z", "the outline is not one closed line"),
        ("M0 0 H30 Z", "the outline encloses almost no area"),
        ("M0 0 H32.5 V110 H0 Z", "the outline extends 2.5 mm beyond the piece's box, 30 × 110 mm"),
        ("M0 0 Q40 55 0 110 Z", ""),
        ("M0 0 Q70 55 0 110 Z", "the outline extends 5 mm beyond"),
    ],
)  # fmt: skip
def test_an_outline_that_cannot_be_cut_is_refused(outline: str, says: str) -> None:
    if says:
        assert says in fault_line(card(outline))
    else:
        assert laid_out(card(outline)).trim


def test_shape_and_outline_exclude_each_other() -> None:
    assert "shape and outline cannot be combined" in fault_line(card(STANDEE, shape="round"))


@pytest.mark.parametrize(("x", "kept"), [(6, True), (5, False)])
def test_symbols_must_keep_their_distance_from_an_outline(x: int, kept: bool) -> None:
    markup = card(STANDEE, f'<icon name="wave" x="{x}" y="20" width="18" height="18"/>')
    if kept:
        assert laid_out(markup).safe == 3 * MM
    else:
        assert 'the symbol "wave" extends' in fault_line(markup)


def test_the_cut_line_runs_around_an_outline() -> None:
    scene = laid_out(card(STANDEE))
    piece = Piece("one", "one", "One", "cards", 2, scene)
    sheet, *_ = impose(
        [Part("cards", "Cards", (piece,))], papers()["a4"], "none", title="Kit", font=font()
    )
    lines = [item for item in sheet.scene.items if isinstance(item, Group) and not item.clip][:2]
    for placement, line in zip(sheet.placements, lines, strict=True):
        path, light = (of_kind(item, Path) for item in line.items)
        assert present(light.stroke).color == "#ffffff"
        drawn, cut = (
            {(round(x / MM), round(y / MM)) for x, y in vertices(outline[:-1])}
            for outline in (path.outline, present(scene.trim))
        )
        assert drawn == cut
        assert line.matrix == placement.matrix
        assert placement.outlined


@pytest.mark.parametrize(
    ("outline", "straight"),
    [
        ("M0 0 H30 V110 H0 Z", True),
        ("M3 0 H27 L30 3 V107 L27 110 H3 L0 107 V3 Z", True),
        ("M0 0 H14 V9 H16 V0 H30 V110 H0 Z", False),
        ("M0 0 H30 V110 H0 V60 Q5 55 0 50 Z", False),
    ],
    ids=["box", "corners", "slot", "dent"],
)
def test_an_outline_is_straight_unless_its_sides_have_notches(outline: str, straight: bool) -> None:
    assert is_straight(path_data(outline), Size(30 * MM, 110 * MM)) is straight


def test_depth_is_the_distance_from_the_edge_and_negative_outside() -> None:
    square = polygon_of(polygon(((0, 0), (10, 0), (10, 10), (0, 10))))
    assert depth(square, (5, 4)) == pytest.approx(4)
    assert depth(square, (13, 14)) == pytest.approx(-5)
    disc = polygon_of(ellipse(Rect(0, 0, 20, 20)))
    assert depth(disc, (10, 10)) == pytest.approx(10, abs=0.1)
    assert not contains(disc, (2, 2))


def test_the_extent_of_a_curve_ignores_its_control_points() -> None:
    bulge = "M0 0 C40 0 40 20 0 20 Z"
    box = Rect(0, 0, 30 * MM, 20 * MM)
    assert cut_outline(path_data(bulge), box) == loop(bulge)


def fold(line: str) -> tuple[Path, GlyphRun, Group]:
    scene = laid_out(f'<card width="40" height="60"><fold {line}/></card>')
    (group,) = scene.items
    assert isinstance(group, Group)
    path, word = group.items
    assert isinstance(path, Path)
    assert isinstance(word, Group)
    (run,) = word.items
    assert isinstance(run, GlyphRun)
    return path, run, word


def test_a_fold_is_a_labelled_dashed_line_to_the_trim() -> None:
    path, run, _ = fold('x1="0" y1="30" x2="40" y2="30"')
    assert path.outline == (("M", 0, 30 * MM), ("L", 40 * MM, 30 * MM))
    assert path.stroke
    assert path.stroke.dash == (2 * MM, 1 * MM)
    assert (run.text, run.size) == ("fold", 6.5)


@pytest.mark.parametrize(
    ("line", "x", "y", "angle"),
    [
        ('x1="0" y1="10" x2="40" y2="10"', (18, 22), (10, 13), 0),
        ('x1="40" y1="50" x2="0" y2="50"', (18, 22), (47, 50), 0),
        ('x1="5" y1="0" x2="5" y2="60"', (5, 8), (28, 32), -90),
        ('x1="35" y1="60" x2="35" y2="0"', (32, 35), (28, 32), -90),
    ],
)
def test_the_label_of_a_fold_is_on_its_inner_side(
    line: str, x: tuple[float, float], y: tuple[float, float], angle: float
) -> None:
    _, run, group = fold(line)
    (word,) = run.words
    corners = [
        group.matrix.apply(run.x + dx, run.y - dy)
        for dx in (0, run.width)
        for dy in (0, word.top * run.size)
    ]
    assert all(x[0] < at / MM < x[1] for at, _ in corners)
    assert all(y[0] < at / MM < y[1] for _, at in corners)
    assert math.degrees(math.atan2(group.matrix.b, group.matrix.a)) == pytest.approx(angle)


def test_a_fold_may_omit_its_label_and_have_a_colour() -> None:
    markup = '<fold x1="0" y1="10" x2="40" y2="10" word="no" color="#ff0000"/>'
    lines = record(laid_out(f'<card width="40" height="60">{markup}</card>'))
    assert not [line for line in lines if "fold" in line and "text" in line]
    assert any("#ff0000" in line for line in lines)


@pytest.mark.parametrize(
    ("markup", "says"),
    [
        ('<fold x1="3" y1="3"/>', ""),
        ("<fold/>", "the fold has no length"),
        ('<fold x2="9" color="none"/>', "a fold needs a colour"),
        ('<fold x2="9" stroke="ink"/>', '<fold> has no attribute "stroke"'),
    ],
)
def test_an_invalid_fold_is_refused(markup: str, says: str) -> None:
    if says:
        assert says in refusal(markup)
    else:
        assert laid_out(f'<drawing width="9" height="9">{markup}</drawing>').items


@pytest.mark.parametrize(
    ("outline", "near"),
    [
        pytest.param("M0 0 H30 V110 H0 L30 0 Z", "30, 0 mm", id="a-corner-twice"),
        pytest.param("M0 0 L30 110 H0 L30 20 H0 Z", "16.5, 60.5 mm", id="a-crossing"),
        pytest.param("M0 0 H30 V110 H15 V20 V110 H0 Z", "15, 110 mm", id="a-slit-there-and-back"),
        pytest.param("M0 0 H30 V50 V20 L20 110 H0 Z", "30, 20 mm", id="back-on-itself"),
        pytest.param("M0 0 H30 V110 H15 L30 40 L0 30 Z", "30, 40 mm", id="a-corner-on-a-side"),
        pytest.param("M0 0 H30 V110 C-20 20 50 20 0 110 Z", "15, ", id="a-curve-over-itself"),
    ],
)
def test_an_outline_that_crosses_or_touches_itself_is_refused(outline: str, near: str) -> None:
    assert f"the outline crosses or touches itself near {near}" in fault_line(card(outline))


@pytest.mark.parametrize(
    "outline",
    [
        STANDEE,
        "M0 0 H30 V110 H15.2 V20 H14.8 V110 H0 Z",
        "M15 0 A15 15 0 0 1 15 30 A15 15 0 0 1 15 0 Z",
        "M15 0 C15 0 15 0 15 0 L30 55 L15 110 L0 55 Z",
        "M0 0 L15 0.2 L30 0 L16 0.4 L30 110 H0 Z",
    ],
)
def test_narrow_and_round_outlines_are_accepted(outline: str) -> None:
    assert laid_out(card(outline)).trim


def test_an_outline_with_too_many_points_is_refused_quickly() -> None:
    teeth = " ".join(f"L{30 - n * 0.005:.3f} {100 + n % 2}" for n in range(5000))
    assert "too many to cut along; simplify it to 1,000 points at most" in fault_line(
        card(f"M0 0 H30 {teeth} V110 H0 Z")
    )


@pytest.mark.parametrize("sign", ["X", "x", "#", "٣"])
def test_an_invalid_character_in_path_data_is_refused(sign: str) -> None:
    assert "is not path data" in fault_line(card(f"M0 0 H30 V110 {sign} H0 Z"))


@pytest.mark.parametrize(
    ("width", "says"),
    [
        ("50%", "<card> cannot have a size in %, since no box surrounds it"),
        ("0.01", "a piece cannot be 0.01 × 110 mm large; each side must be 1 to 3528 mm"),
        ("9000", "a piece cannot be 9000 × 110 mm large; each side must be 1 to 3528 mm"),
    ],
)
def test_an_impossible_piece_size_is_refused(width: str, says: str) -> None:
    assert says in fault_line(f'<card width="{width}" height="110"/>')


@pytest.mark.parametrize(("x", "says"), [("-40", "37 mm"), ("9999", "9966 mm"), ("-3", "")])
def test_a_fold_must_end_on_the_piece_or_in_its_bleed(x: str, says: str) -> None:
    fold = f'<fold x1="{x}" y1="50" x2="30" y2="50" word="no"/>'
    markup = f'<card width="30" height="110">{fold}</card>'
    if says:
        assert f"the fold ends {says} beyond the piece; move its ends inward" in fault_line(markup)
    else:
        assert laid_out(markup).items
