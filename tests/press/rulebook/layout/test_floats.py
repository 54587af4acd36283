"""Tests of floats: text beside a picture, complete and in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from generator.base.units import MM
from generator.press.rulebook.layout.floats import BETWEEN
from generator.press.scene.items import Group, Item, Scene, Use
from tests.press.rulebook.making import Maker, running, runs

BOX = "```figure\ntemplate: box.xml\narg: {word: seen}\nbeside: true\n```"


def starts(maker: Maker, source: str) -> list[float]:
    """The indent of each line of a page from the top down, in points."""
    (page,) = maker.book(source).pages
    lines: dict[float, float] = {}
    for x, y, run in runs(page.items):
        if run.text != "seen" and y < 540:
            lines[round(y)] = min(lines.get(round(y), 999.0), x - maker.style.margin)
    return [round(lines[y], 1) for y in sorted(lines)]


def test_a_paragraph_continues_below_the_picture_at_full_width(maker: Maker) -> None:
    beside = round(40 * MM + BETWEEN, 1)
    lines = starts(maker, f"{BOX}\n\n{running(60)}")
    assert lines[:5] == [beside] * 5  # a picture 20 mm high extends to the fifth line
    assert set(lines[5:]) == {0.0}


def test_the_last_lines_of_a_paragraph_stay_beside_the_picture(maker: Maker) -> None:
    beside = round(40 * MM + BETWEEN, 1)
    lines = [starts(maker, f"{BOX}\n\n{running(count)}") for count in range(30, 90, 2)]
    below = {each.count(0.0) for each in lines}
    assert {0, 3} <= below
    assert not below & {1, 2}
    assert max(each.count(beside) for each in lines) == 5 + 4  # two whole lines count as four here


def test_text_beside_a_picture_is_complete_and_in_order(maker: Maker) -> None:
    (page,) = maker.book(f"{BOX}\n\nFirst.\n\n{running(80)}").pages
    texts = [run.text for _, y, run in runs(page.items) if run.text != "seen" and y < 540]
    assert " ".join(texts).split() == ["First.", *running(80).split()]


def test_the_next_block_begins_below_picture_and_text(maker: Maker) -> None:
    lines = starts(maker, f"{BOX}\n\nShort.\n\n## Heading\n\nText.")
    assert lines == [round(40 * MM + BETWEEN, 1), 0.0, 0.0]


def test_a_list_is_beside_a_picture_completely_or_not_at_all(maker: Maker) -> None:
    short, long = (starts(maker, f"{BOX}\n\n" + "- item\n" * count) for count in (3, 9))
    assert min(short) > 40 * MM
    assert len(short) == 3
    assert set(long) == {maker.style.indent}


def test_a_second_picture_is_at_the_left_of_the_remaining_width(maker: Maker) -> None:
    second = "```figure\ntemplate: box.xml\narg: {word: other}\nwidth: 30mm\n```"
    (page,) = maker.book(f"{BOX}\n\n{second}").pages
    assert {run.text for _, _, run in runs(page.items)} == {"1"}  # scenes are used unchanged
    assert len(maker.book(f"{BOX}\n\n{second}\n\n{running(200)}").pages) == 1


def test_a_picture_that_leaves_no_room_has_no_text_beside_it(maker: Maker) -> None:
    wide = BOX.replace("beside", "width: 80mm\nbeside")
    assert set(starts(maker, f"{wide}\n\n{running(30)}")) == {0.0}


@pytest.mark.parametrize("count", [20, 28, 31, 34])
def test_a_picture_in_a_box_stays_with_the_text_beside_it(maker: Maker, count: int) -> None:
    filling = "\n\n".join(f"filling {number}" for number in range(count))
    box = "> Words.\n>\n" + "\n".join(f"> {line}" for line in f"{BOX}\n\nBeside.".split("\n"))
    pages = maker.lines(f"{filling}\n\n{box}\n\nAfter.")
    page = next(page for page in pages if "Words." in page)
    assert page[page.index("Words.") + 1] == "Beside."


def test_pictures_in_a_row_have_no_text_beside_them(maker: Maker) -> None:
    row = "```figure\nrow:\n  - {template: box.xml, arg: {word: a}, beside: true}\n```"
    (fault,) = maker.faults(row)
    assert "pictures in a row cannot have text beside them" in fault


def test_a_picture_is_kept_with_the_next_block(maker: Maker) -> None:
    """Alone, in a row, or with text beside it; none is left at the foot of a page."""
    filling = "\n\n".join(f"filling {number}" for number in range(23))
    spec = "template: box.xml, arg: {word: seen}"
    for figure in (f"{{{spec}, KEEP}}", f"row: [{{{spec}, KEEP}}]"):
        source = f"{filling}\n\n```figure\n{figure}\n```\n\n### Heading\n\n{running(20)}\n\n{running(70)}"
        places = {
            keep: [len(pictures(page)) for page in maker.book(source.replace("KEEP", keep)).pages]
            for keep in ("keep: false", "keep: true")
        }
        assert places == {"keep: false": [1, 0], "keep: true": [0, 1]}


def pictures(page: Scene) -> list[Use]:
    """The scenes that a page uses."""
    return [item for item in everything(page.items) if isinstance(item, Use)]


def everything(items: Sequence[Item]) -> Iterator[Item]:
    """The items, including those in groups."""
    for item in items:
        yield item
        if isinstance(item, Group):
            yield from everything(item.items)
