"""Tests of rulebook blocks: what each kind looks like on the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from generator.press.paint.recording import record
from generator.press.rulebook.layout.blocks import BlockLayout
from generator.press.rulebook.layout.fragments import Fragment
from generator.press.rulebook.layout.generated_lists import Entry
from generator.press.scene.items import Path, Scene
from generator.press.scene.text_extraction import drawn_items
from generator.press.templates.renderer import Renderer
from tests.press.rulebook.making import Maker, runs, words


def test_a_page_is_recorded_as_it_is_drawn(maker: Maker) -> None:
    (page,) = maker.book("Some *plain* **words**.").pages
    assert record(page) == [
        "group 1 0 0 1 39.69 39.69",
        '  text "Some" Source Sans Pro Regular 9.5 at 0 8.9 #222222',
        '  text "plain" Source Sans Pro Italic 9.5 at 24.7 8.9 #222222',
        '  text "words" Source Sans Pro Bold 9.5 at 46.4 8.9 #222222',
        '  text "." Source Sans Pro Regular 9.5 at 72.3 8.9 #222222',
        "group 1 0 0 1 39.69 562.8",
        '  text "1" Source Sans Pro Bold 8.5 at 335.7 7.9 #884422',
    ]


def test_other_marks_are_plain_text_and_icons_are_drawn(maker: Maker) -> None:
    ((line,),) = maker.lines(r"a_b 2 \* 3 \:sun: `x_*` and :sun: end")
    assert line == "a_b 2 * 3 :sun: x_* and end"


def test_an_apostrophe_between_letters_is_curved(maker: Maker) -> None:
    ((line,),) = maker.lines("Red's 6' board and 'the' monsters' `don't`")
    assert line == "Red’s 6' board and 'the' monsters' don't"


def test_lists_are_numbered_from_their_start_and_may_be_nested(maker: Maker) -> None:
    (lines,) = maker.lines("9. nine\n10. ten\n    - inner\n\n    more\n11. eleven")
    assert lines == ["9. nine", "10. ten", "inner", "more", "11. eleven"]


def test_a_right_to_left_list_is_indented_from_the_right(maker: Maker) -> None:
    maker.style = replace(maker.style, body="Amatic SC")

    assert maker.lines("7. אב\n8. גד") == [["בא .7", "דג .8"]]
    for right, left in (("7. אב", "7. ab"), ("- אב", "- ab")):
        (page,), (other,) = maker.book(right).pages, maker.book(left).pages
        end = max(x + run.width for x, y, run in runs(page.items) if run.text == "בא")
        begin = min(x for x, y, run in runs(other.items) if run.text == "ab")
        assert page.width - end == pytest.approx(begin, abs=0.01)
    place, bullet = record(page)[1:3]
    assert (place.split()[-2], bullet.split()[1:3]) == ("326.2", ["M", "12"])  # of 340.2 points
    assert record(other)[2].split()[1:3] == ["M", "5.6"]


def test_items_of_a_list_are_aligned(maker: Maker) -> None:
    (page,) = maker.book("9. nine\n10. ten").pages
    starts = {run.text: round(x, 2) for x, _, run in runs(page.items)}
    assert starts["nine"] == starts["ten"]
    assert starts["9."] > starts["10."]


def test_columns_of_a_table_are_as_wide_as_their_text_needs(maker: Maker) -> None:
    long = "a cell with many words in it that will not stand on a single line of this table at all"
    (page,) = maker.book(f"| A | B | N |\n|:--|:--|--:|\n| x | {long} | 7 |").pages
    assert words(page)[0] == "A B N"
    assert words(page)[1].startswith("x a cell with")
    assert len(words(page)) == 3
    ends = {run.text: x + run.width for x, _, run in runs(page.items)}
    assert ends["N"] == ends["7"]


def test_a_row_of_a_table_is_never_split(maker: Maker) -> None:
    cell = " ".join(["word"] * 60)
    rows = "\n".join(f"| {number} | {cell} |" for number in range(12))
    pages = maker.lines(f"| N | Words |\n|--|--|\n{rows}")
    assert len(pages) > 1
    assert all(page[0].split()[0] in ("N", *map(str, range(12))) for page in pages)


def test_a_box_contains_blocks_on_a_background(maker: Maker) -> None:
    (page,) = maker.book("> ### Example\n>\n> - one\n> - two").pages
    assert words(page) == ["Example", "one", "two"]
    assert any(line.endswith("fill #f2e8e0") for line in record(page))


def test_with_low_ink_a_box_has_an_edge_and_no_background(maker: Maker) -> None:
    style = maker.style
    object.__setattr__(style, "low_ink", True)
    (page,) = maker.book("> word").pages
    assert not any("fill #f2e8e0" in line for line in record(page))
    assert any("stroke #884422 0.8" in line for line in record(page))


def test_a_piece_in_a_figure_has_a_fine_edge_and_a_part_of_one_has_none(maker: Maker) -> None:
    white = Scene("card/one front", 180.0, 252.0, (), 0.0, 0.0)
    maker.renderer = Renderer(maker.renderer.style, lambda component, row, face: white)

    def lines(figure: str) -> list[float]:
        """The widths of the lines that are drawn on the page of a figure."""
        (page,) = maker.book(f"```figure\n{figure}\n```").pages
        drawn = drawn_items(page.items)
        pens = [(item.stroke, matrix) for item, matrix, *_ in drawn if isinstance(item, Path)]
        return [round(pen.width * matrix.a, 2) for pen, matrix in pens if pen]

    assert lines("component: card\nwidth: 30mm") == [0.3]
    assert lines("component: card\ncrop: [0, 0, 30, 30]") == []


def test_figures_in_a_row_share_a_base_line(maker: Maker) -> None:
    (page,) = maker.book(
        "```figure\nrow:\n"
        "  - {template: box.xml, arg: {word: a}, width: 40mm, caption: First}\n"
        "  - {template: box.xml, arg: {word: b}, width: 20mm, caption: Second}\n```"
    ).pages
    assert words(page) == ["First Second"]
    used = [line.split() for line in record(page) if "use box.xml" in line]
    assert len(used) == 2


def test_a_figure_without_a_width_is_no_wider_than_its_column(maker: Maker) -> None:
    (page,) = maker.book("```figure\ntemplate: wide.xml\n```").pages
    assert any("0.4 0 0 0.4" in line for line in record(page))


def test_the_text_of_a_picture_file_is_its_caption(maker: Maker) -> None:
    (lines,) = maker.lines("![A *bright* sun](sun.svg)")
    assert lines == ["A bright sun"]


def test_a_rule_has_its_slug_at_the_right_edge(maker: Maker) -> None:
    (page,) = maker.book("```rules\ntrade: You must trade.\n```").pages
    assert words(page) == ["You must trade. trade"]
    (slug,) = [(x, run) for x, _, run in runs(page.items) if run.text == "trade"]
    assert round(slug[0] + slug[1].width, 2) == round(page.width - maker.style.margin, 2)


def test_a_slug_without_room_gets_its_own_line_on_the_same_page(maker: Maker) -> None:
    (lines,) = maker.lines(f"```rules\na-rather-long-slug: {'word ' * 13}\n```")
    assert lines == [" ".join(["word"] * 13), "a-rather-long-slug"]


def test_pieces_are_listed_with_picture_copies_and_note(maker: Maker) -> None:
    picture = Scene("tile", 60, 60, ())
    entries = [Entry(picture, 7, "Tiles", "Red and green."), Entry(picture, 1, "Board")]
    (page,) = maker.book("```components\n```", entries).pages
    assert sorted(words(page)) == ["1 × Board", "7 × Tiles", "Red and green."]
    assert sum("use tile" in line for line in record(page)) == 2


def test_no_row_of_a_list_of_pieces_is_alone_on_a_page(maker: Maker) -> None:
    picture, other = Scene("tile", 60, 60, ()), Scene("other", 60, 60, ())
    for lines in range(1, 40):
        entries = [Entry(picture, 1, f"Tiles{number}", "", [other]) for number in range(4)]
        text = "word\n\n" * lines
        pages = maker.book(f"{text}# Box\n\n```components\n```", entries).pages
        rows = [sum("Tiles" in line for line in words(page)) for page in pages]
        assert 1 not in rows, f"after {lines} lines"


@pytest.mark.parametrize(
    ("titles", "lefts"),
    [
        (["Board", "Map", "Box"], [False, True, False]),  # two share a row, one is left
        (["Board", "Donaudampfschifffahrtskapitän", "Box"], [False] * 3),  # the word is too long
    ],
)
def test_two_pieces_share_a_row_if_their_text_fits(
    maker: Maker, titles: list[str], lefts: list[bool]
) -> None:
    entries = [Entry(Scene(title, 60, 60, ()), 1, title) for title in titles]
    (page,) = maker.book("```components\n```", entries).pages
    places = {run.text.split()[-1]: x for x, y, run in runs(page.items) if y < 545}
    assert [places[title] > page.width / 2 for title in titles] == lefts


def test_page_numbers_are_at_the_outer_edges_and_not_on_the_cover(maker: Maker) -> None:
    book = maker.book(
        "```cover\ntitle: The Game\nfacts: [2 players]\n```\n\n# One\n\na\n\n"
        "```page-break\n```\n\n# Two\n\nb\n\n```page-break\n```\n\n# Back\n\nc"
    )
    assert words(book.pages[0]) == ["The Game", "2 players"]
    feet = [
        [run.text for x, y, run in sorted(runs(page.items), key=lambda r: r[0]) if y > 545]
        for page in book.pages
    ]
    assert feet[:3] == [[], ["2", "One", "The Game"], ["The Game", "Two", "3"]]
    assert feet[3] == ["4", "Back", "The Game"]


def test_the_back_cover_is_a_left_page_whatever_its_number(maker: Maker) -> None:
    book = maker.book("# One\n\na\n\n```page-break\n```\n\nb\n\n```page-break\n```\n\nback")
    assert book.back_cover
    feet = [
        [(run.text, x < 100) for x, y, run in runs(page.items) if run.text.isdigit()]
        for page in book.pages
    ]
    assert feet == [[("1", False)], [("2", True)], [("3", True)]]


@pytest.mark.parametrize(
    ("times", "foot"), [(1, ["2", "chapter", "The Game"]), (10, ["2"]), (12, ["2", "The Game"])]
)
def test_a_running_title_without_room_is_omitted(maker: Maker, times: int, foot: list[str]) -> None:
    chapter = " ".join(["chapter"] * times)
    book = maker.book(f"```cover\ntitle: The Game\n```\n\n# {chapter}")
    shown = [run.text for _, y, run in runs(book.pages[1].items) if y > 545]
    assert [text for text in shown if text != chapter or times == 1] == foot


def test_large_print_ignores_page_breaks_of_the_manuscript(maker: Maker) -> None:
    source = "# A\n\nOne.\n\n```page-break\n```\n\nTwo.\n"
    assert len(maker.book(source).pages) == 2
    maker.style = replace(maker.style, breaks=False)
    assert maker.lines(source) == [["A", "One.", "Two."]]


def test_only_figures_ask_for_the_room_below_what_is_kept(
    maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer looks at all that is kept together, in a long rulebook of short sections all of it."""
    asked: list[int] = []
    room_below = BlockLayout._room_below

    def counted(layout: BlockLayout, fragments: Sequence[Fragment]) -> float:
        asked.append(len(fragments))
        return room_below(layout, fragments)

    monkeypatch.setattr(BlockLayout, "_room_below", counted)
    maker.book("# Sleep\n\nAll sleep.\n\n" * 20)
    assert asked == []
    maker.book("# Sleep\n\nAll sleep.\n\n![A sun](sun.svg)\n")
    assert len(asked) >= 1
