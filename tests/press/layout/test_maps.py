"""Tests of maps: numbered cells, terrain, rivers along edges and roads between cells."""

from __future__ import annotations

from math import dist

import pytest

from generator.base.units import MM
from generator.kit.cells import cell_number, coordinates, steps_between
from generator.press.layout.grids import HexCells, SquareCells
from tests.press.outlines import vertices
from tests.press.paint.comparing import alike, as_pdf, as_svg, framed
from tests.press.scene.drawing import drawn, laid_out, refusal

MAP = """<drawing width="60mm" height="44mm" color="ink">
<hexgrid x="8mm" y="7mm" cell="12mm" flat="yes" names="even" numbers="5">
  <terrain key="s=sand g=grass w=sea" stroke="ink" line="0.1mm">
    wwsgg
    wssgg
    ws.gg
  </terrain>
  <edge at="0301" sides="ne se" stroke="sea" line="1mm" cap="round"/>
  <edge at="0302" sides="n nw" stroke="red" line="1mm"/>
  <way through="0202 0302 0401 0502" curved="yes" stroke="ink" line="0.6mm" dash="2mm 1mm"/>
  <corner at="0402" which="w" size="3mm"><ellipse fill="red"/></corner>
  <cell at="5,3"><icon name="wave" inset="3mm"/></cell>
</hexgrid></drawing>"""


def test_a_wargame_map_looks_the_same_in_every_output() -> None:
    markup = MAP.replace('key="s=sand g=grass w=sea"', 'key="s=#f0dfb8 g=#a9c77d w=sea"')
    scene = framed(laid_out(markup))
    assert alike(as_pdf(scene), as_svg(scene)) > 0.998


def middles(cells: HexCells, *names: str) -> list[tuple[float, float]]:
    boxes = [cells.box(at) for at in names]
    return [(round(b.x + b.width / 2, 2), round(b.y + b.height / 2, 2)) for b in boxes]


@pytest.mark.parametrize(
    ("names", "flat", "wanted"),
    [
        ("even", True, [(0, 0), (8.66, 5), (17.32, 0), (0, 10), (8.66, 15)]),
        ("odd", True, [(0, 5), (8.66, 0), (17.32, 5), (0, 15), (8.66, 10)]),
        ("even", False, [(0, 0), (10, 0), (20, 0), (5, 8.66), (15, 8.66)]),
        ("odd", False, [(5, 0), (15, 0), (25, 0), (0, 8.66), (10, 8.66)]),
    ],
)
def test_numbered_columns_or_rows_are_offset_by_half_a_cell(
    names: str, flat: bool, wanted: list[tuple[float, float]]
) -> None:
    cells = HexCells(0, 0, 10, names, flat)
    assert middles(cells, "0101", "0201", "0301", "0102", "0202") == wanted
    assert cells.box("2,1") == cells.box("0201")


def test_neighbouring_cells_share_a_side() -> None:
    """0201 is south-east of 0101 if even columns are lower."""
    cells = HexCells(0, 0, 10, "even", True)
    one, other = cells.side(cells.box("0101"), "se"), cells.side(cells.box("0201"), "nw")
    assert one[0] == pytest.approx(other[1])
    assert one[1] == pytest.approx(other[0])


def test_squares_are_numbered_from_the_upper_left() -> None:
    cells = SquareCells(0, 0, 10, "0101", 5, 4)
    assert (cells.box("0101").x, cells.box("0101").y) == (0, 0)
    assert (cells.box("0203").x, cells.box("0203").y) == (10, 20)


def test_terrain_is_drawn_as_letters_and_numbered_above_all() -> None:
    grid = (
        '<squaregrid cell="10pt" columns="3" rows="2" names="0101" numbers="4"><terrain '
        'key="a=red b=sea">ab.\n.b a</terrain><way through="0101 0202" stroke="ink"/><cell at="2,2"/>'
        "</squaregrid>"
    )
    lines = drawn(grid)
    assert [line.split(" fill ")[1] for line in lines if " fill " in line] == [
        "#b5442e", "#5aa9bf", "#5aa9bf", "#b5442e",
    ]  # fmt: skip
    assert [line.split('"')[1] for line in lines if "text" in line] == [
        "0101",
        "0201",
        "0202",
        "0302",
    ]
    assert "path M 5 5 L 15 15" in lines[4]


def test_a_counter_is_cut_with_round_corners() -> None:
    scene = laid_out('<card size="counter-5-8" corners="1.5mm" bleed="1mm" safe="1mm"/>')
    assert scene.width == pytest.approx(5 / 8 * 25.4 * MM)
    assert scene.trim is not None
    ((x, _),) = vertices(scene.trim[:1])
    assert x == pytest.approx(1.5 * MM)


@pytest.mark.parametrize(
    ("inside", "says"),
    [
        ('<cell at="0000"/>', '"0000" is not a numbered cell; write "0312" or "3,12"'),
        (
            '<edge at="0101" sides="e" stroke="ink"/>',
            'these cells have no side "e"; they have: n, ne',
        ),
        (
            '<corner at="0101" which="n" size="2"/>',
            'these cells have no corner "n"; they have: nw, ne',
        ),
        ('<way through="0101" stroke="ink"/>', "a way needs at least two cells"),
        ('<terrain key="a=red">ax</terrain>', 'the letter "x" of the cell 0201 is not in the key'),
        ('<terrain key="red">a</terrain>', '"red" is not a key'),
        (f'<terrain key="a=red">{"a" * 100}</terrain>', "at most 99 numbered columns and rows"),
        ("<rect/>", "<rect> is not allowed in <hexgrid>"),
    ],
)
def test_invalid_map_content_is_reported(inside: str, says: str) -> None:
    assert says in refusal(f'<hexgrid cell="4" flat="yes" names="odd">{inside}</hexgrid>')


def test_terrain_needs_numbered_cells() -> None:
    says = refusal('<hexgrid cell="4"><terrain key="a=red">a</terrain></hexgrid>')
    assert "terrain needs numbered cells; give the grid" in says


@pytest.mark.parametrize("names", ["odd", "even"])
@pytest.mark.parametrize("flat", [True, False])
def test_a_step_leads_to_the_hexes_that_touch_on_paper(names: str, flat: bool) -> None:
    numbers = [cell_number(column, row) for column in range(1, 6) for row in range(1, 6)]
    cells = HexCells(0, 0, 10, names, flat)
    for one in numbers:
        start = coordinates(one, names, flat)
        for other in numbers:
            apart = dist(cells.box(one).center, cells.box(other).center)
            steps = steps_between(start, coordinates(other, names, flat), names)
            assert (steps == 1) == (apart == pytest.approx(10))
            assert steps >= apart / 10 - 1e-9
