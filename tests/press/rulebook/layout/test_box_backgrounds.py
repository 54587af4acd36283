"""Tests of boxes across pages: their backgrounds, and what is kept together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.base.units import Rect
from generator.press.rulebook.compose import Book
from generator.press.rulebook.layout.fragments import PADDING
from generator.press.scene.items import Group, Path
from tests.press.outlines import vertices
from tests.press.rulebook.making import Maker, paragraph, runs, words


def boxes(book: Book, color: str = "#f2e8e0") -> list[list[Path]]:
    """The backgrounds of boxes on each page, in the coordinates of their column."""
    return [
        [
            item
            for group in page.items[:1]
            if isinstance(group, Group)
            for item in group.items
            if isinstance(item, Path) and color in (item.fill, item.stroke and item.stroke.color)
        ]
        for page in book.pages
    ]


def around(path: Path) -> Rect:
    points = [segment[-2:] for segment in path.outline if len(segment) > 1]
    xs, ys = [float(x) for x, _ in points], [float(y) for _, y in points]
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def quoted(*paragraphs: str) -> str:
    return "\n>\n".join("> " + text.replace("\n", "\n> ") for text in paragraphs)


def long_box(count: int) -> str:
    return quoted(*(f"paragraph {number}" for number in range(count)))


def test_a_box_continues_on_the_next_page_with_open_edges(maker: Maker) -> None:
    book = maker.book(long_box(70))
    assert len(book.pages) == 3
    drawn = boxes(book)
    assert [len(paths) for paths in drawn] == [1, 1, 1]
    corners = [sum(segment[0] == "C" for segment in paths[0].outline) for paths in drawn]
    assert corners == [2, 0, 2]
    assert around(drawn[0][0]).y == -PADDING
    assert around(drawn[1][0]).y == around(drawn[2][0]).y == -4.0


def test_the_edge_of_a_box_is_omitted_where_it_continues(maker: Maker) -> None:
    maker.style = replace(maker.style, low_ink=True)
    first, middle, last = (paths[0] for paths in boxes(maker.book(long_box(70)), "#884422"))
    assert [path.outline[0][0] + path.outline[-1][0] for path in (first, middle, last)] == [
        "ML"
    ] * 3
    assert [segment[0] for segment in middle.outline] == ["M", "L", "M", "L"]
    left, right = (y for _, y in vertices((first.outline[0], first.outline[-1])))
    assert left == right == around(first).bottom
    left, right = (y for _, y in vertices((last.outline[0], last.outline[-1])))
    assert left == right == around(last).y


def test_the_first_and_last_lines_of_a_box_are_not_alone(maker: Maker) -> None:
    for count in range(25, 40):
        filling = "\n\n".join(f"filling {number}" for number in range(count))
        pages = maker.lines(f"{filling}\n\n{long_box(5)}")
        for page in pages:
            assert sum(line.startswith("paragraph") for line in page) != 1


def test_a_figure_in_a_box_stays_with_its_caption(maker: Maker) -> None:
    figure = "```figure\ntemplate: box.xml\narg: {word: hi}\ncaption: A box\n```"
    for count in range(20, 34):
        filling = "\n\n".join(f"filling {number}" for number in range(count))
        pages = maker.book(f"{filling}\n\n{quoted('one', 'two', figure, 'three', 'four')}").pages
        with_picture = [page for page in pages if any("A box" in line for line in words(page))]
        assert len(with_picture) == 1


def test_boxes_are_apart_and_nested_boxes_enclose_each_other(maker: Maker) -> None:
    ((upper, lower, inner),) = boxes(maker.book("> one\n\n> two\n>\n> > three"))
    assert around(lower).y - around(upper).bottom == pytest.approx(10.0)
    assert around(lower).bottom - around(inner).bottom == pytest.approx(PADDING)
    assert around(lower).x < around(inner).x < around(inner).right < around(lower).right


def test_a_box_in_a_list_is_indented(maker: Maker) -> None:
    ((box,),) = boxes(maker.book("- one\n\n  > boxed"))
    assert around(box).x == pytest.approx(maker.style.indent)


def test_a_box_is_not_split_at_a_forced_line_break(maker: Maker) -> None:
    pages = maker.lines(
        "\n\n".join(f"filling {n}" for n in range(26))
        + "\n\n> "
        + paragraph(6).replace("\n", "\n> ")
        + "\n\nafter" * 4
    )
    assert pages[1][:6] == [f"line {number} of 6" for number in range(1, 7)]


def test_text_in_a_box_is_smaller_except_in_large_print(maker: Maker) -> None:
    def sizes() -> set[float]:
        (page,) = maker.book("word\n\n> boxed").pages
        return {run.size for _, _, run in runs(page.items) if run.text in ("word", "boxed")}

    assert sorted(sizes()) == [pytest.approx(9.0, abs=0.1), 9.5]
    maker.style = replace(maker.style, box_scale=1.0)
    assert sizes() == {9.5}
