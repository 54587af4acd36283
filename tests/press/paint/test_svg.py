"""Tests of the SVG painter: well-formed, true size, titled outlines as text, shared parts once."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from generator.base.units import MM, Matrix, Rect
from generator.press.library import fonts as shared_fonts
from generator.press.paint.svg import paint_svg
from generator.press.scene.items import Anchor, GlyphRun, Group, Item, Link, Scene, Stroke, Tag, Use
from generator.press.scene.items import Path as Shape
from generator.press.scene.paths import ellipse, rectangle

SHARED = Path(__file__).parents[3] / "data" / "shared"
SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}"


def parsed(*items: Item, bleed: float = 0.0, with_bleed: bool = False) -> etree._Element:
    scene = Scene("A <map> & more", 100 * MM, 50 * MM, items, bleed * MM)
    return etree.fromstring(paint_svg(scene, bleed=with_bleed))


def square(color: str = "#ff0000") -> Shape:
    return Shape(rectangle(Rect(0, 0, 10, 10)), color)


def test_the_drawing_has_the_true_size_and_its_name() -> None:
    root = parsed(square())
    assert (root.get("width"), root.get("height")) == ("100mm", "50mm")
    assert root.get("viewBox") == "0 0 283.465 141.732"
    assert root.findtext(f"{SVG}title") == "A <map> & more"


def test_the_bleed_is_drawn_on_request() -> None:
    root = parsed(square(), bleed=3, with_bleed=True)
    assert (root.get("width"), root.get("height")) == ("106mm", "56mm")
    assert str(root.get("viewBox")).startswith("-8.504 -8.504 ")


def test_text_is_drawn_as_outlines_titled_with_the_text() -> None:
    font = shared_fonts((SHARED,)).font("Roboto")
    words = (font.word("Fish"), font.word("&"), font.word("chips"))
    root = parsed(GlyphRun(0, 20, 12, "#112233", words, 3))
    (path,) = root.iter(f"{SVG}path")
    assert path.findtext(f"{SVG}title") == "Fish & chips"
    assert path.get("fill") == "#112233"
    assert str(path.get("d")).count("M") >= 12
    assert not list(root.iter(f"{SVG}text"))


def test_a_scene_and_a_clip_used_twice_are_stored_once() -> None:
    inner = Scene("inner", 10, 10, (square(),))
    clipped = Group((Use(inner),), Matrix.move(5, 5), clip=ellipse(Rect(0, 0, 10, 10)))
    root = parsed(clipped, clipped, Use(inner, Matrix.scale(2)))
    assert len(root.findall(f"{SVG}defs/{SVG}g")) == 1
    assert len(root.findall(f"{SVG}defs/{SVG}clipPath")) == 1
    uses = list(root.iter(f"{SVG}use"))
    assert [use.get(f"{XLINK}href") for use in uses] == ["#scene1"] * 3
    assert [use.get("transform") for use in uses] == [None, None, "matrix(2 0 0 2 0 0)"]


@pytest.mark.parametrize(
    ("stroke", "expected"),
    [
        (Stroke("#000000", 2), {"stroke-width": "2", "stroke-miterlimit": "10"}),
        (
            Stroke("#000000", 0.5, (3, 1), "round", "bevel"),
            {"stroke-dasharray": "3 1", "stroke-linecap": "round", "stroke-linejoin": "bevel"},
        ),
    ],
)
def test_strokes_are_drawn_as_in_the_pdf(stroke: Stroke, expected: dict[str, str]) -> None:
    (path,) = parsed(Shape(rectangle(Rect(0, 0, 9, 9)), None, stroke)).iter(f"{SVG}path")
    assert path.get("fill") == "none"
    assert {name: path.get(name) for name in expected} == expected


def test_invisible_items_are_omitted() -> None:
    nothing = (Shape(rectangle(Rect(0, 0, 9, 9))), Link(Rect(0, 0, 9, 9), "#a"), Anchor("a"))
    root = parsed(*nothing)
    assert [child.tag for child in root] == [f"{SVG}title", f"{SVG}defs"]


def test_the_even_odd_rule_is_written() -> None:
    (path,) = parsed(Shape(rectangle(Rect(0, 0, 9, 9)), "#000000", None, True)).iter(f"{SVG}path")
    assert path.get("fill-rule") == "evenodd"


def test_equal_scenes_give_equal_bytes() -> None:
    scenes = [Scene("a", 9, 9, (Use(Scene("b", 5, 5, (square(),))),)) for _ in range(2)]
    assert paint_svg(scenes[0]) == paint_svg(scenes[1])


def test_the_title_may_differ_from_the_name_of_the_scene() -> None:
    content = paint_svg(Scene("board-plus front", 9, 9, ()), title="Board: Plus")
    assert b"<title>Board: Plus</title>" in content


def test_a_picture_has_alternative_text() -> None:
    figure = Group((), tags=(Tag("Figure", "A bare rock"),))
    root = parsed(figure)
    assert root.get("role") == "img"
    group = next(root.iter(f"{SVG}g"))
    assert group.get("role") == "img"
    assert [child.text for child in group] == ["A bare rock"]
