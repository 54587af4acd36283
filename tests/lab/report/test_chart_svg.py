"""Tests of charts in a page: words are text, colours follow the page, the size is small."""

from __future__ import annotations

import pytest
from lxml import etree

from generator.engine.statistics.intervals import Share
from generator.lab.report.document import ReportChart
from generator.lab.report.output.charts import columns, shares
from generator.lab.report.output.to_html import chart
from generator.press.paint.svg import paint_svg
from generator.press.templates.renderer import Renderer
from tests.shipped import shipped_faces


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return shipped_faces("grumbles").renderer


def drawn(picture: ReportChart, renderer: Renderer) -> etree._Element:
    scene = renderer.render(picture.template, {"arg": picture.arg}, picture.caption)
    palette = renderer.style.palette
    return etree.fromstring(chart(scene, picture.caption, {palette["accent"]: "accent"}))


def test_text_has_the_width_of_its_layout(renderer: Renderer) -> None:
    """So that a screen reader and a search find them, and no other font makes them overlap."""
    (picture,) = shares([("Red & <Green>", Share(3, 4))], 'Who "wins"')
    svg = drawn(picture, renderer)
    assert svg.get("aria-label") == 'Who "wins"'
    texts = {text.text: text for text in svg.iter("text")}
    assert {"Red & <Green>", "75.0 %"} <= texts.keys()
    assert 30 < float(texts["Red & <Green>"].get("textLength", "")) < 100


def test_page_colours_follow_the_page(renderer: Renderer) -> None:
    (picture,) = shares([("Red", Share(3, 4))], "Who wins")
    fills = {path.get("fill") for path in drawn(picture, renderer).iter("path")}
    assert "var(--accent)" in fills
    assert any(fill and fill.startswith("#") for fill in fills)


def test_rotated_text_stays_rotated(renderer: Renderer) -> None:
    picture = columns(dict.fromkeys(range(1000, 1025), 100), "How long", 1012)
    svg = drawn(picture, renderer)
    (column,) = [text for text in svg.iter("text") if text.text == "1004"]
    turns = [node.get("transform", "") for node in column.iterancestors() if node.get("transform")]
    assert any(turn.startswith("matrix(0 -1 1 0") for turn in turns)


def test_a_chart_takes_a_tenth_of_the_size_of_outlines(renderer: Renderer) -> None:
    rows = [(f"Component number {number}", Share(number, 40)) for number in range(30)]
    (picture,) = shares(rows, "Use")
    scene = renderer.render(picture.template, {"arg": picture.arg}, picture.caption)
    assert 10 * len(chart(scene, picture.caption, {})) < len(paint_svg(scene))
