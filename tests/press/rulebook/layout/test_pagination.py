"""Tests of pagination: no widows or orphans, nothing lost, nothing split that belongs together."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import KitError, Place
from generator.base.units import MM
from generator.press.rulebook.layout.fragments import Fragment, Panel, avoid_orphans, spaced
from generator.press.rulebook.layout.pagination import page_fill, paginate
from generator.press.scene.items import Tag
from tests.press.rulebook.making import Maker, running

PLACE = Place("book.md.j2", 7)
LINE = Fragment(10.0, (), PLACE)


def on_pages(fragments: list[Fragment], height: float) -> list[int]:
    return [len(page) for page in paginate(fragments, height)]


def test_a_page_holds_as_many_fragments_as_fit() -> None:
    assert on_pages([LINE] * 7, 30) == [3, 3, 1]


def test_spacing_is_the_larger_distance_and_none_at_the_top_of_a_page() -> None:
    upper, lower = replace(LINE, below=4.0), replace(LINE, above=6.0)
    (page,) = paginate([replace(LINE, above=50.0), upper, lower], 40)
    assert [placed.y for placed in page] == [0.0, 10.0, 26.0]


@pytest.mark.parametrize(
    ("lines", "pages"), [(4, [1, 4]), (5, [3, 3]), (6, [3, 4]), (9, [3, 4, 3])]
)
def test_a_paragraph_leaves_at_least_two_lines_on_either_page(lines: int, pages: list[int]) -> None:
    height = {4: 40, 5: 30, 6: 40, 9: 40}[lines]
    first = 3 if lines == 4 else 1
    fragments = [replace(LINE)] * first + avoid_orphans([LINE] * lines)
    counts = on_pages(fragments, height)
    assert sum(counts) == len(fragments)
    before = counts[0] - first
    assert before != 1
    assert counts[-1] >= 2


def test_fragments_kept_together_move_together() -> None:
    kept = replace(LINE, keep=True)
    assert on_pages([LINE, LINE, kept, kept, LINE], 40) == [2, 3]


def test_a_kept_group_higher_than_a_page_is_split_at_the_page_end() -> None:
    assert on_pages([replace(LINE, keep=True)] * 5, 30) == [3, 2]


def test_a_table_that_continues_repeats_its_header() -> None:
    """It is repeated on each page, and never directly below the header itself."""
    header = replace(LINE, height=5.0)
    rows = [header, *[replace(LINE, repeated_header=header)] * 5]
    pages = paginate(rows, 25)
    assert [[placed.y for placed in page] for page in pages] == [[0, 5, 15], [0, 5, 15], [0, 5]]
    assert [page[0].fragment.height for page in pages] == [5, 5, 5]


def test_a_long_table_has_its_header_on_every_page(maker: Maker) -> None:
    rows = "\n".join(f"| row {number} | it |" for number in range(60))
    pages = [" ".join(page) for page in maker.lines(f"| what | is |\n|---|---|\n{rows}\n")]
    assert len(pages) > 1
    assert [page.count("what") for page in pages] == [1] * len(pages)
    assert sum(page.count("row ") for page in pages) == 60


def test_a_fragment_can_request_a_new_page() -> None:
    assert on_pages([LINE, replace(LINE, new_page=True), LINE], 100) == [1, 2]


def test_a_fragment_higher_than_a_page_is_a_fault_with_its_line() -> None:
    with pytest.raises(KitError) as caught:
        paginate([LINE, replace(LINE, height=300.0)], 100)
    assert str(caught.value).startswith("book.md.j2:7: this is 106 mm high, but a page is only 35")


@given(st.lists(st.integers(1, 12), min_size=1, max_size=8), st.integers(5, 20))
def test_paragraphs_of_any_length_lose_no_lines_and_have_no_orphans(
    lengths: list[int], rows: int
) -> None:
    owners: list[int] = []
    fragments: list[Fragment] = []
    for number, length in enumerate(lengths):
        fragments += spaced(avoid_orphans([LINE] * length), 0.0, 0.0)
        owners += [number] * length
    at = 0
    for page in paginate(fragments, rows * 10.0):
        here = owners[at : at + len(page)]
        assert 0 < len(page) <= rows
        for number in (here[0], here[-1]):
            assert here.count(number) >= min(2, lengths[number])
        at += len(page)
    assert at == len(fragments)


def test_a_heading_is_on_the_page_of_its_text(maker: Maker) -> None:
    for count in range(30, 42):
        filling = "\n\n".join(f"filling {number}" for number in range(count))
        pages = maker.lines(f"{filling}\n\n## Heading\n\n{running(60)}")
        page = next(page for page in pages if "Heading" in page)
        assert len(page) - page.index("Heading") > 2


def test_a_heading_with_one_line_stays_with_the_next_figure(maker: Maker) -> None:
    figure = "```figure\ntemplate: box.xml\narg: {word: hi}\ncaption: A box\n```"
    for count in range(18, 34):
        filling = "\n\n".join(f"filling {number}" for number in range(count))
        pages = maker.lines(f"{filling}\n\n## Heading\n\nOne line.\n\n{figure}")
        page = next(page for page in pages if "Heading" in page)
        assert page[page.index("Heading") :] == ["Heading", "One line.", "A box"]


def test_chapters_and_page_breaks_start_a_page_if_the_last_is_full(maker: Maker) -> None:
    pages = maker.lines("# One\n\na\n\n```page-break\n```\n\nb\n\n# Two\n\nc")
    assert pages == [["One", "a"], ["b", "Two", "c"]]
    filling = "\n\n".join(f"filling {number}" for number in range(22))
    pages = maker.lines(f"# One\n\n{filling}\n\n# Two\n\nb")
    assert pages[1] == ["Two", "b"]


def test_a_page_does_not_end_at_a_forced_line_break(maker: Maker) -> None:
    for count in range(30, 45):
        filling = "\n\n".join(f"filling {number}" for number in range(count))
        pages = maker.lines(f"{filling}\n\n**Question?**\\\nAnswer.")
        assert pages[-1][-2:] == ["Question?", "Answer."]


def boxed(lines: int) -> list[Fragment]:
    return [replace(LINE, panels=(Panel(0, 0.0, 100.0),)) for _ in range(lines)]


@pytest.mark.parametrize(
    ("before", "inside", "pages"),
    [
        (8, 4, [8, 4]),  # a fifth stays empty
        (6, 6, [9, 3]),  # two fifths would stay empty
        (8, 11, [9, 10]),  # it fits on no page
    ],
)
def test_a_box_is_split_only_if_much_of_a_page_would_stay_empty(
    before: int, inside: int, pages: list[int]
) -> None:
    assert on_pages([LINE] * before + boxed(inside), 100) == pages


TEXT = replace(LINE, above=1.0)


def shown(fragments: list[Fragment]) -> list[str]:
    """Each page as letters: t for text, a digit for a line of the box with that number."""
    return [
        "".join(
            str(panels[0].number) if (panels := placed.fragment.panels) else "t" for placed in page
        )
        for page in paginate(fragments, 110)
    ]


def waiting(number: int, lines: int) -> list[Fragment]:
    first, *others = [
        replace(fragment, panels=(Panel(number, 0.0, 90.0),)) for fragment in boxed(lines)
    ]
    return [replace(first, may_float=True, above=1.0), *others]


def test_a_box_without_room_floats_behind_text_that_fills_the_page() -> None:
    assert shown([TEXT] * 7 + waiting(1, 4) + [TEXT] * 5) == ["tttttttttt", "1111tt"]


def test_boxes_keep_their_order_though_a_later_one_would_fit_earlier() -> None:
    fragments = [TEXT] * 6 + waiting(1, 5) + waiting(2, 1) + [TEXT] * 4
    assert shown(fragments) == ["tttttttttt", "111112"]


def test_a_box_does_not_float_past_a_chapter() -> None:
    chapter = replace(TEXT, chapter=True)
    fragments = [TEXT] * 8 + waiting(1, 4) + [chapter, TEXT]
    assert shown(fragments) == ["tttttttt", "1111tt"]


def test_a_floating_box_does_not_split_a_paragraph() -> None:
    paragraph = [replace(TEXT, keep=True), *[LINE] * 3, replace(LINE, keep=True), LINE]
    fragments = [TEXT] * 7 + waiting(1, 4) + paragraph + [TEXT]
    assert shown(fragments) == ["tttttttttt", "ttt1111t"]


def test_a_box_floats_only_if_following_text_fills_the_page() -> None:
    assert shown([TEXT] * 5 + waiting(1, 7)) == ["ttttt1111", "111"]


def test_blocks_move_closer_to_make_room_for_a_box() -> None:
    (page,) = paginate([replace(LINE, below=4.0)] * 4 + waiting(1, 5), 110)
    assert page[-1].y + page[-1].fragment.height <= 110.01
    assert page[1].y == pytest.approx(13.0)


def test_a_box_is_split_no_more_often_than_needed() -> None:
    assert on_pages([LINE] * 5 + boxed(14) + [LINE], 100) == [9, 10, 1]


def test_a_box_is_not_split_between_text_and_picture(maker: Maker) -> None:
    figure = "> ```figure\n> template: box.xml\n> arg: {word: hi}\n> caption: A box\n> ```"
    for count in range(10, 30):
        filling = "\n\n".join(f"filling {number}" for number in range(count))
        pages = maker.lines(f"{filling}\n\n> Words.\n>\n{figure}\n>\n> After.")
        page = next(page for page in pages if "Words." in page)
        assert page[page.index("Words.") :][:2] == ["Words.", "A box"]


def spaced_text(lines: int, gap: float = 5.0) -> list[Fragment]:
    return [replace(LINE, above=gap, chapter=not number) for number in range(lines)]


def test_a_chapter_is_set_closer_if_that_saves_a_nearly_empty_page() -> None:
    """But not by so much that blocks look like one."""
    assert on_pages(spaced_text(15), 205) == [15]
    assert on_pages(spaced_text(18), 205) == [14, 4]


def test_a_chapter_begins_lower_on_a_page_if_that_saves_a_nearly_empty_one() -> None:
    two_chapters = [LINE] * 15 + spaced_text(3, 2.0) + [LINE] * 17
    assert on_pages(two_chapters, 200) == [19, 16]
    assert on_pages([*two_chapters, *[LINE] * 4], 200) == [15, 19, 5]


def test_a_page_ends_earlier_if_the_last_would_stay_nearly_empty() -> None:
    lines = [replace(LINE) for _ in range(22)]
    assert on_pages(lines, 200) == [16, 6]
    assert on_pages([*lines, replace(LINE, chapter=True), LINE], 200) == [20, 4]


def test_few_lines_that_cannot_leave_a_last_page_count_as_an_empty_page() -> None:
    def fills(last: list[Fragment]) -> list[float | None]:
        return page_fill(paginate([replace(LINE, height=190.0), *last], 200), 200)

    lines = [replace(LINE) for _ in range(6)]
    assert fills(lines[:3]) == [1.0, 0.1]
    assert fills(lines) == [1.0, None]


def test_a_picture_is_reduced_a_little_to_stand_below_its_heading(maker: Maker) -> None:
    def pages(high: int) -> int:
        figure = f"image: sun.svg\nwidth: {high}mm"
        return len(maker.book(f"# Heading\n\n```figure\n{figure}\n```").pages)

    maker.style = replace(maker.style, foot=120 * MM)
    assert [pages(high) for high in (60, 70, 74)] == [1, 1, 2]


def test_a_table_is_split_only_if_much_of_a_page_would_stay_empty() -> None:
    tags = (Tag("Table"),)
    rows = [replace(LINE, tags=tags)] * 4
    assert on_pages([LINE] * 7 + rows, 100) == [7, 4]
    assert on_pages([LINE] * 5 + rows * 2, 100) == [10, 3]
