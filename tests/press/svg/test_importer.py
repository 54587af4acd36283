"""Tests of the SVG importer: the paths of a drawing, their positions and paint."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path as FilePath

import pytest

from generator.base.errors import KitError
from generator.base.units import MM
from generator.press.scene.items import Gradient, Group, Path, Segment, Stroke
from generator.press.svg import importer
from generator.press.svg.importer import CURRENT, Drawing, import_svg
from generator.press.svg.recolor import recolored
from generator.press.svg.sanitizer import read_svg

ICONS = FilePath(__file__).parents[3] / "data" / "shared" / "icons"
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '

Draw = Callable[[str], Drawing]
Point = tuple[float, float]
SQUARE = "M1 1h4v4h-4z"


@pytest.fixture
def draw(tmp_path: FilePath) -> Draw:
    """The drawing of an SVG document, or of its content in a square of 24 units."""

    def drawn(source: str) -> Drawing:
        if "<svg" not in source:
            source = f'{HEAD}viewBox="0 0 24 24">{source}</svg>'
        file = tmp_path / f"{len(list(tmp_path.iterdir()))}.svg"
        file.write_text(source, encoding="utf-8")
        return import_svg(file)

    return drawn


def only(drawing: Drawing) -> Path:
    (item,) = drawing.items
    assert isinstance(item, Path)
    return item


def square(x: float, y: float, side: float) -> tuple[Segment, ...]:
    right, bottom = x + side, y + side
    return ("M", x, y), ("L", right, y), ("L", right, bottom), ("L", x, bottom), ("Z",)


def test_a_path_is_imported_unchanged(draw: Draw) -> None:
    drawing = draw('<path fill-rule="evenodd" d="M1 2L3 4C5 6 7 8 9 10Z"/>')
    assert (drawing.width, drawing.height) == (24, 24)
    assert only(drawing) == Path(
        (("M", 1, 2), ("L", 3, 4), ("C", 5, 6, 7, 8, 9, 10), ("Z",)), fill="#000000", even_odd=True
    )


def test_every_shape_becomes_a_path(draw: Draw) -> None:
    drawing = draw(
        '<rect x="1" y="1" width="4" height="4"/><polygon points="1,1 5,1 5,5 1,5"/>'
        '<g stroke="red"><line x1="1" y1="2" x2="3" y2="4"/><polyline points="1 2 3 4"/></g>'
    )
    rect, polygon, line, polyline = drawing.items
    assert isinstance(rect, Path)
    assert rect.outline == square(1, 1, 4)
    assert polygon == rect
    assert line == polyline
    assert line == Path((("M", 1, 2), ("L", 3, 4)), "#000000", Stroke("#ff0000", 1))


@pytest.mark.parametrize(
    "shape",
    [
        '<circle cx="12" cy="12" r="5"/>',
        '<ellipse cx="12" cy="12" rx="5" ry="5" transform="rotate(33 12 12)"/>',
        '<rect x="7" y="7" width="10" height="10" rx="5"/>',
        '<path d="M7 12A5 5 0 1 0 17 12A5 5 0 0 0 7 12z"/>',
        '<path transform="scale(.5)" d="M14 24a10 10 0 1 1 20 0a10 10 0 0 1-20 0z"/>',
    ],
)
def test_arcs_are_approximated_by_curves(draw: Draw, shape: str) -> None:
    here: Point = (17, 12)
    for segment in only(draw(shape)).outline:
        numbers: tuple[float, ...] = segment[1:]
        corners = [here, *zip(numbers[::2], numbers[1::2], strict=True)]
        for step in range(11) if segment[0] in "LC" else ():
            x, y = on_curve(corners, step / 10)
            assert math.hypot(x - 12, y - 12) == pytest.approx(5, abs=0.0002)
        here = corners[-1]


def on_curve(corners: list[Point], t: float) -> Point:
    """The point of a line or a Bézier curve at `t`, by de Casteljau's algorithm."""
    while len(corners) > 1:
        corners = [
            (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(corners)
        ]
    return corners[0]


def test_quadratic_curves_become_equal_cubic_curves(draw: Draw) -> None:
    outline = only(draw('<path d="M0 9Q3 15 6 9T12 9"/>')).outline
    assert outline == (("M", 0, 9), ("C", 2, 13, 4, 13, 6, 9), ("C", 8, 5, 10, 5, 12, 9))


def test_a_closed_path_continues_from_its_start(draw: Draw) -> None:
    outline = only(draw(f'<path d="{SQUARE}l2 2"/>')).outline
    assert outline == (*square(1, 1, 4), ("M", 1, 1), ("L", 3, 3))


def test_transforms_of_all_ancestors_apply(draw: Draw) -> None:
    drawing = draw(
        '<g transform="translate(10 0)"><g transform="scale(2)" stroke="red" stroke-width="1">'
        f'<path d="{SQUARE}"/></g></g>'
    )
    assert only(drawing) == Path(square(12, 2, 8), "#000000", Stroke("#ff0000", 2))


def test_a_use_draws_its_target_again(draw: Draw) -> None:
    drawing = draw(
        f'<defs><path id="a" d="{SQUARE}"/></defs><use href="#a" x="2" fill="red"/>'
        '<use xlink:href="#a" transform="translate(0 9)"/>'
    )
    assert drawing.items == (Path(square(3, 1, 4), "#ff0000"), Path(square(1, 10, 4), "#000000"))


def test_styles_apply_wherever_they_are_stated(draw: Draw) -> None:
    drawing = draw(
        f'<path class="b" d="{SQUARE}"/><path id="c" style="fill:#00F" d="{SQUARE}"/>'
        "<style>/* what { */ .a, .b {fill: red; stroke-width: 2} #c{stroke:lime}</style>"
    )
    assert [(item.fill, item.stroke) for item in drawing.items if isinstance(item, Path)] == [
        ("#ff0000", None),
        ("#0000ff", Stroke("#00ff00", 1)),
    ]


def test_strokes_keep_their_dashes_ends_and_corners(draw: Draw) -> None:
    drawing = draw(
        f'<path fill="none" d="{SQUARE}" stroke="currentColor" stroke-width="2" '
        'stroke-linecap="round" stroke-linejoin="bevel" stroke-dasharray="1,2 3"/>'
    )
    assert only(drawing).stroke == Stroke(CURRENT, 2, (1, 2, 3, 1, 2, 3), "round", "bevel")


@pytest.mark.parametrize(
    ("shapes", "icon", "fills"),
    [
        (f'<path d="{SQUARE}"/>', True, ["#123456"]),
        (f'<path d="{SQUARE}"/>', False, ["#000000"]),
        (f'<path d="{SQUARE}"/><path d="{SQUARE}" fill="red"/>', True, ["#000000", "#ff0000"]),
    ],
)
def test_an_icon_without_colours_takes_the_given_colour(
    tmp_path: FilePath, shapes: str, icon: bool, fills: list[str]
) -> None:
    file = tmp_path / "icon.svg"
    file.write_text(f'{HEAD}viewBox="0 0 24 24">{shapes}</svg>', encoding="utf-8")
    drawing = recolored(import_svg(file, icon=icon), "#123456")
    paths = [
        i for item in drawing.items for i in (item.items if isinstance(item, Group) else [item])
    ]
    assert [path.fill for path in paths if isinstance(path, Path)] == fills


def test_current_color_is_filled_in_later(draw: Draw) -> None:
    drawing = draw(
        f'<g fill="currentColor" color="red"><path d="{SQUARE}"/></g>'
        f'<path d="{SQUARE}" fill="currentColor" stroke="currentColor"/><rect width="99" height="1"/>'
    )
    red = recolored(drawing, "#123456")
    (group,) = red.items
    assert isinstance(group, Group)
    assert [(path.fill, path.stroke) for path in group.items if isinstance(path, Path)] == [
        ("#ff0000", None),
        ("#123456", Stroke("#123456", 1)),
        ("#000000", None),
    ]
    assert recolored(drawing, "#123456") is red


@pytest.mark.parametrize(
    ("attributes", "size", "first"),
    [
        ('viewBox="0 0 24 12"', (24, 12), (1, 1)),
        ('viewBox="-1 -1 24 12"', (24, 12), (2, 2)),
        ('width="24mm" height="12mm" viewBox="0 0 24 12"', (24 * MM, 12 * MM), (MM, MM)),
        ('width="48" viewBox="0 0 24 12"', (48, 24), (2, 2)),
        ('height="24px" width="100%" viewBox="0 0 24 12"', (48, 24), (2, 2)),
        ('width="1in" height="36pt"', (72, 36), (1, 1)),
        ('width="24" height="24" viewBox="0 0 24 12"', (24, 24), (1, 7)),
        ('width="24" height="24" viewBox="0 0 24 12" preserveAspectRatio="none"', (24, 24), (1, 2)),
    ],
)
def test_a_drawing_has_its_stated_size(
    draw: Draw, attributes: str, size: tuple[float, float], first: tuple[float, float]
) -> None:
    drawing = draw(f'{HEAD}{attributes}><path d="{SQUARE}"/></svg>')
    assert (drawing.width, drawing.height) == pytest.approx(size)
    assert only(drawing).outline[0][1:] == pytest.approx(first, abs=1e-5)


def test_content_beyond_the_edges_is_clipped(draw: Draw) -> None:
    (group,) = draw('<rect x="-5" y="3" width="10" height="2"/>').items
    assert isinstance(group, Group)
    assert group.clip == square(0, 0, 24)
    assert isinstance(draw(f'<path d="{SQUARE}"/>').items[0], Path)


def test_invisible_content_is_omitted(draw: Draw) -> None:
    drawing = draw(
        f'<title>A goat</title><metadata><x:y xmlns:x="x"/></metadata><path d="{SQUARE}"/>'
        '<path/><rect width="9" height="9" display="none"/><rect width="0" height="9"/>'
        '<g visibility="hidden"><rect width="9" height="9"/></g><rect fill="none" width="9" '
        'height="9"/><linearGradient id="unused"/><rect width="9" height="9" fill="transparent"/>'
    )
    assert only(drawing).outline == square(1, 1, 4)


def test_a_file_is_read_once(tmp_path: FilePath) -> None:
    file = tmp_path / "a.svg"
    file.write_text(f'{HEAD}viewBox="0 0 24 24"><path d="{SQUARE}"/></svg>')
    assert import_svg(file) is import_svg(file)


SHARED = sorted(ICONS.glob("*.svg"))


@pytest.mark.parametrize("file", SHARED, ids=lambda file: file.stem)
def test_every_shared_icon_fills_its_square_in_the_current_color(file: FilePath) -> None:
    icon = import_svg(file)
    assert (icon.width, icon.height) == (24, 24)
    paths = [item for item in icon.items if isinstance(item, Path)]
    assert len(paths) == len(icon.items)  # nothing extends beyond the square
    assert all((path.fill, path.stroke) == (CURRENT, None) for path in paths)
    numbers = [number for path in paths for segment in path.outline for number in segment[1:]]
    assert min(numbers) <= 3.5
    assert max(numbers) >= 20.5


def test_transparency_is_imported(draw: Draw) -> None:
    first, group = draw(
        f'<path d="{SQUARE}" fill="red" fill-opacity="50%" stroke="#0000ff80" stroke-opacity=".5"/>'
        f'<path d="{SQUARE}" opacity="0"/><path d="{SQUARE}" fill-opacity="0"/>'
        f'<g style="opacity:0.5;fill:lime"><path d="{SQUARE}"/><path d="M9 9h1" opacity="2"/></g>'
    ).items
    assert isinstance(first, Path)
    assert first.stroke
    assert (first.fill, first.stroke.color) == ("#ff000080", "#0000ff40")
    assert isinstance(group, Group)
    assert group.opacity == 0.5
    assert [item.fill for item in group.items if isinstance(item, Path)] == ["#00ff00"] * 2


STOPS = '<stop offset="20%" stop-color="red"/><stop offset="0.2" style="stop-color:blue;stop-opacity:.5"/>'


def gradient(drawing: Drawing) -> tuple[Group, Gradient]:
    (group,) = drawing.items
    assert isinstance(group, Group)
    (path,) = group.items
    assert isinstance(path, Path)
    assert isinstance(path.fill, Gradient)
    placed = [group.matrix.apply(*each[1:]) for each in path.outline if len(each) == 3]
    assert [(round(x, 6), round(y, 6)) for x, y in placed] == [(1, 1), (5, 1), (5, 5), (1, 5)]
    return group, path.fill


def test_a_gradient_spans_the_shape_that_it_fills(draw: Draw) -> None:
    group, fill = gradient(
        draw(
            f'<linearGradient id="a">{STOPS}</linearGradient>'
            '<linearGradient id="b" xlink:href="#a" x2="0%" y2="1"/>'
            f'<path d="{SQUARE}" fill="url(#b)"/>'
        )
    )
    ends = [group.matrix.apply(*point) for point in (fill.start, fill.end)]
    assert ends == [(1, 1), (1, 5)]
    (a, red), (b, _), (c, blue), (d, last) = fill.stops
    assert (a, d, red, blue, last) == (0, 1, "#ff0000", "#0000ff80", "#0000ff80")
    assert b == 0.2 < c < 0.202


def test_a_gradient_in_user_space_may_be_transformed(draw: Draw) -> None:
    group, fill = gradient(
        draw(
            '<radialGradient id="a" gradientUnits="userSpaceOnUse" cx="2" cy="3" r="4" '
            f'gradientTransform="scale(1 .5)">{STOPS}</radialGradient>'
            f'<path d="{SQUARE}" style="fill:url(#a)"/>'
        )
    )
    assert fill.radial
    assert (fill.start, fill.end) == ((2, 3), (6, 3))
    assert group.matrix[:4] == (1, 0, 0, 0.5)


def test_a_gradient_of_one_colour_becomes_that_colour(draw: Draw) -> None:
    for stops, fill in (('<stop stop-color="red"/>', "#ff0000"), (STOPS[:40], None)):
        drawing = draw(
            f'<radialGradient id="a">{stops if fill else ""}</radialGradient>'
            f'<path d="{SQUARE}" fill="url(#a)" stroke="red"/>'
        )
        assert only(drawing).fill == fill


def test_a_symbol_is_drawn_where_it_is_used(draw: Draw) -> None:
    drawing = draw(f'<symbol id="s"><path d="{SQUARE}"/></symbol><use href="#s" x="3" y="2"/>')
    assert only(drawing).outline == square(4, 3, 4)


@pytest.mark.parametrize("nothing", ["0", "none", " false ", "true", "", "1.5"])
def test_effects_that_every_viewer_ignores_are_ignored(draw: Draw, nothing: str) -> None:
    """Drawing programs write `filter="0"` and `clip-path="false"`."""
    words = f'<path d="{SQUARE}" filter="{nothing}" clip-path="{nothing}" mask="{nothing}"/>'
    assert only(draw(words)).outline == only(draw(f'<path d="{SQUARE}"/>')).outline


CLIP = f'<clipPath id="c"><path d="{SQUARE}" transform="translate(1 0)"/></clipPath>'


@pytest.mark.parametrize(
    "source",
    [
        f'{CLIP}<g clip-path="url(#c)" transform="scale(2)"><path d="M0 0h9v9z"/></g>',
        f'<g style="clip-path: url(#c)" transform="scale(2)"><path d="M0 0h9v9z"/></g>{CLIP}',
        f'<defs>{CLIP}</defs><path d="M0 0h9v9z" transform="scale(2)" clip-path="url(#c)"/>',
    ],
)
def test_a_clip_moves_with_what_it_clips(draw: Draw, source: str) -> None:
    (group,) = draw(source).items
    assert isinstance(group, Group)
    assert group.clip == square(4, 2, 8)
    (path,) = group.items
    assert isinstance(path, Path)
    assert path.outline[1] == ("L", 18, 0)


def test_a_clip_may_have_several_shapes_apart_and_may_be_empty(draw: Draw) -> None:
    shapes = '<rect width="3" height="3"/><rect x="5" width="3" height="3"/>'
    use = '<path d="M0 0h9v9z" clip-path="url(#c)"/>'
    (group,) = draw(f'<clipPath id="c">{shapes}</clipPath>{use}').items
    assert isinstance(group, Group)
    assert [segment[0] for segment in group.clip or ()].count("M") == 2
    (hidden,) = draw(f'<clipPath id="c"/>{use}').items
    assert isinstance(hidden, Group)
    assert hidden.clip == (("M", 0, 0), ("Z",))


def test_an_unused_clip_path_is_left_out(draw: Draw) -> None:
    assert only(draw(f'<clipPath id="c"><text>x</text></clipPath><path d="{SQUARE}"/>'))


@pytest.mark.parametrize("stray", ['<stop offset="1"/>', '<stop transform="rotate(9)"/>'])
def test_a_stray_element_draws_nothing(draw: Draw, stray: str) -> None:
    assert only(draw(f'{stray}<path d="{SQUARE}"/>'))


def test_a_drawing_that_cannot_be_printed_is_read_once(
    tmp_path: FilePath, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long path with a wrong attribute was once read again for each face that shows it."""
    file = tmp_path / "clipped.svg"
    file.write_text(f'{HEAD}viewBox="0 0 9 9"><path d="{SQUARE}" clip-path="url(#a)"/></svg>')
    read: list[FilePath] = []
    monkeypatch.setattr(importer, "read_svg", lambda path: (read.append(path), read_svg(path))[1])
    messages = set()
    for _ in range(3):
        with pytest.raises(KitError, match="clip-path cannot be printed") as caught:
            import_svg(file)
        messages.add(str(caught.value))
    assert read == [file]
    assert len(messages) == 1
