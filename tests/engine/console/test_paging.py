"""Tests of move lists: numbered moves, divided into pages that fit the screen."""

from __future__ import annotations

import pytest

from generator.engine.console.paging import MANY, ListedMove, beginning, lettered, numbered, page

FEW = [ListedMove(number, f"go {way}") for number, way in enumerate("NESW", 1)]


def many() -> list[ListedMove]:
    """Two hundred placements of five kinds of pieces, as a building game may have."""
    texts = [
        f"place {kind} {x},{y}"
        for kind in ("wall", "tower", "gate", "farm", "road")
        for x in range(8)
        for y in range(5)
    ]
    return [ListedMove(number, text) for number, text in enumerate(texts, 1)]


def test_a_few_moves_are_listed_in_columns() -> None:
    assert page(FEW, 26, 2).lines == ["  1 go N    3 go S", "  2 go E    4 go W"]
    assert page(FEW, 80, 2).lines == ["  1 go N    2 go E    3 go S    4 go W"]


def test_a_move_is_listed_with_its_label() -> None:
    assert page([ListedMove(12, "play t07", "Rain+Mask")], 80, 2).lines == [
        " 12 play t07  Rain+Mask"
    ]


def test_too_many_moves_are_grouped_by_their_beginning() -> None:
    listed = page(many(), 80, 6)
    assert listed.groups
    assert not page(FEW, 80, 2).groups
    assert listed.left == 0
    words = " ".join(listed.lines)
    assert [kind in words for kind in ("place wall ...  40 moves", "place road ...  40 moves")] == [
        True, True,
    ]  # fmt: skip
    assert len(listed.lines) <= 6


def test_a_group_is_listed_under_the_same_numbers() -> None:
    gates = beginning(many(), "PLACE GATE 7")
    assert [choice.number for choice in gates] == [116, 117, 118, 119, 120]
    assert page(gates, 80, 6).lines[0].startswith("116 place gate 7,0")


def test_a_single_move_among_groups_keeps_its_number() -> None:
    choices = [*many(), ListedMove(201, "pass")]
    lines = page(choices, 80, 6).lines
    assert any("place ...  200 moves" in line for line in lines)
    assert any("201 pass" in line for line in lines)


def test_a_long_list_is_paged_and_shows_every_move_once() -> None:
    choices = [ListedMove(number, f"word{number}") for number in range(1, 101)]
    start, seen, pages = 0, [], 0
    while True:
        listed = page(choices, 40, 5, start)
        assert len(listed.lines) <= 5
        assert max(map(len, listed.lines)) <= 40
        seen += [word for line in listed.lines for word in line.split() if word.startswith("word")]
        pages += 1
        if not listed.left:
            break
        start = len(choices) - listed.left
    assert sorted(seen) == sorted(choice.text for choice in choices)
    assert pages > 4


def test_a_move_wider_than_the_screen_is_shown_in_full() -> None:
    wide = [ListedMove(1, "x" * 60), ListedMove(2, "y" * 60)]
    assert page(wide, 40, 4).lines == [wide[0].cell, wide[1].cell]


def test_long_labels_are_wrapped_and_no_move_is_lost() -> None:
    text = "Deal 2 damage to each enemy gruff, and 1 damage to the enemy shepherd."
    choices = [ListedMove(number, f"play card{number}", text) for number in range(1, 6)]
    first = page(choices, 50, 5)
    assert first.lines == [
        "  1 play card1  Deal 2 damage to each enemy gruff,",
        "      and 1 damage to the enemy shepherd.",
        "  2 play card2  Deal 2 damage to each enemy gruff,",
        "      and 1 damage to the enemy shepherd.",
    ]
    assert first.left == 3
    assert page(choices, 50, 20, 2).left == 0
    assert len(page(choices, 50, 20, 2).lines) == 6


def test_a_few_pages_of_labelled_moves_are_allowed_before_labels_are_dropped() -> None:
    def hand(cards: int) -> list[ListedMove]:
        plays = [ListedMove(number, f"play c{number}", "x" * 40) for number in range(1, cards)]
        return [*plays, ListedMove(cards, "stop")]

    assert page(hand(8), 60, 4).left == 4
    assert page(hand(8), 60, 4, 4).left == 0
    assert page(hand(80), 40, 4).lines == ["  a play ...  79 moves", " 80 stop"]


def test_slightly_too_long_lists_are_shown_on_one_page() -> None:
    """One or two extra rows are better than a second page for them."""
    moves = [ListedMove(number, f"walk to square number {number}") for number in range(1, 9)]
    assert page(moves, 30, 6).left == 0
    assert page(moves, 30, 5).left == 3


def test_more_than_twenty_moves_are_chosen_in_two_steps_even_if_they_fit() -> None:
    moves = [ListedMove(number, f"go {way} {number}") for number, way in enumerate("NESW" * 5, 1)]
    assert not page(moves, 80, 40).groups
    more = [*moves, ListedMove(MANY + 1, "go N 21")]
    listed = page(more, 80, 40)
    assert " ".join(listed.lines).split("moves")[0] == "  a go N ...  6 "
    assert lettered(listed.groups) == {"a": "go N ", "b": "go E ", "c": "go S ", "d": "go W "}
    alone = [ListedMove(number, f"word{number}") for number in range(1, 30)]
    assert not page(alone, 80, 40).groups  # as many groups as moves would save nothing


def test_board_spaces_are_chosen_by_letter_then_number() -> None:
    spaces = [f"place tent {column}{row}" for column in "abc" for row in range(1, 9)]
    moves = [ListedMove(number, text) for number, text in enumerate(spaces, 1)]
    listed = page(moves, 80, 40)
    assert listed.lines[0].startswith("  a place tent a ...  8 moves")
    assert lettered(listed.groups) == {
        "a": "place tent a", "b": "place tent b", "c": "place tent c",
    }  # fmt: skip
    assert beginning(moves, "place tent b") == moves[8:16]
    cards = [ListedMove(number, f"play t{number:02}") for number in range(1, 25)]
    assert not page(cards, 80, 40).groups  # one letter for all of them distinguishes nothing


def test_a_group_lists_a_move_and_its_longer_forms() -> None:
    moves = [ListedMove(1, "push"), ListedMove(2, "push N"), ListedMove(3, "pushover")]
    assert lettered({"push": moves[:2], "pushover": moves[2:]}) == {"a": "push"}


@pytest.mark.parametrize(
    ("texts", "numbers"),
    [
        (["go N", "go E", "stop"], [1, 2, 3]),
        (["intensity 3", "intensity 4", "intensity 5"], [3, 4, 5]),
        (["turn behind", "turn 1", "turn 3", "rest", "end"], [2, 1, 3, 4, 5]),
        (["turn 0", "turn 2", "rest"], [0, 2, 1]),
        (["take 1", "take 2", "give 1", "pass"], [3, 4, 5, 6]),
        (["stats 4 3 2", "stats 4 2 3"], [1, 2]),
        (["play t07", "say 2024", "pass"], [1, 2, 3]),
    ],
)
def test_a_menu_number_never_occurs_in_another_move(texts: list[str], numbers: list[int]) -> None:
    listed = numbered([(text, "") for text in texts])
    assert [choice.number for choice in listed] == sorted(numbers)
    assert {choice.text: choice.number for choice in listed} == dict(
        zip(texts, numbers, strict=True)
    )
