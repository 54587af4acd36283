"""Tests of lines of sight: cases from the rules, and a brute-force calculation with fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from generator.games.grudge.map.line_of_sight import SightLines, ray, sight_lines
from generator.games.grudge.map.squares import ALL, DISTANCE, NAMES, NUMBER

HALF = Fraction(1, 2)
Point = tuple[Fraction, Fraction]


def can_see(one: int, other: int, hides: frozenset[int]) -> bool:
    """Whether they see each other, by the function for a pair and by the one for a square."""
    answer = SightLines(hides).can_see(one, other)
    assert answer == (other in sight_lines(hides).visible_from(one))
    return answer


def board(text: str) -> tuple[dict[str, int], frozenset[int]]:
    """A picture of the board, rank 8 first: letters name squares, `#` is a Tent or Fence."""
    lines = text.split()
    letters, hides = {}, set()
    for rank, line in enumerate(reversed(lines)):
        for file, sign in enumerate(line):
            if sign == "#":
                hides.add(8 * rank + file)
            elif sign != ".":
                letters[sign] = 8 * rank + file
    return letters, frozenset(hides)


def numbers(names: str) -> frozenset[int]:
    return frozenset(NUMBER[name] for name in names.split())


# Cases from the rules


@pytest.mark.parametrize(
    ("hides", "one", "other", "expected"),
    [
        ("", "a1", "h8", True),
        ("d4", "b4", "f4", False),
        # between two Tents that meet at a corner
        ("d4 e5", "c6", "f3", True),
        ("d4 e5", "d5", "e4", True),
        ("d4 e5", "c5", "f4", True),
        # not between two adjacent ones
        ("d4 d5", "a4", "h4", False),
        ("d4 d5", "a4", "e5", False),
        # past the corner of a Tent
        ("d4", "c3", "e5", False),
        ("d4", "c4", "e5", True),
        ("d4", "c3", "d5", True),
        ("d4", "b3", "e4", True),
        # round the Big Tent
        ("d4 d5 e4 e5", "c3", "f6", False),
        ("d4 d5 e4 e5", "c4", "f6", False),
        ("d4 d5 e4 e5", "c4", "e6", False),
        ("d4 d5 e4 e5", "c5", "e6", True),
        ("d4 d5 e4 e5", "c6", "f6", True),
    ],
)
def test_visible_squares(hides: str, one: str, other: str, expected: bool) -> None:
    assert can_see(NUMBER[one], NUMBER[other], numbers(hides)) is expected
    assert can_see(NUMBER[other], NUMBER[one], numbers(hides)) is expected


def test_sight_into_the_big_tent_ends_at_its_near_squares() -> None:
    """Nobody stands in a Tent, but what is hidden behind a Tent is hidden by the Tent's own squares."""
    tent = numbers("d4 d5 e4 e5")
    west = sight_lines(tent).visible_from(NUMBER["a4"])
    assert numbers("d4 d5") <= west
    assert not numbers("e4 e5") & west


def test_visibility_on_a_drawn_board() -> None:
    letters, hides = board("""
        ........
        ..a.....
        .##.....
        .##.b...
        W.......
        ..c#....
        .d.#..e.
        ........
    """)
    found = {letter for letter in letters if can_see(letters["W"], letters[letter], hides)}
    assert found == {"W", "b", "c", "d"}


def test_adjacent_squares_always_see_each_other() -> None:
    assert can_see(NUMBER["d4"], NUMBER["e5"], numbers("d5 e4"))
    everywhere = frozenset(ALL) - numbers("d4 e5")
    assert can_see(NUMBER["d4"], NUMBER["e5"], everywhere)


# An independent calculation


def crosses_inside(one: Point, other: Point, square: int) -> bool:
    """Whether a segment crosses the open interior of a square."""
    rank, file = divmod(square, 8)
    enter, leave = Fraction(0), Fraction(1)
    for start, end, low in ((one[0], other[0], file), (one[1], other[1], rank)):
        way = end - start
        if way == 0:
            if not low < start < low + 1:
                return False
            continue
        times = sorted(((low - start) / way, (low + 1 - start) / way))
        enter, leave = max(enter, times[0]), min(leave, times[1])
    return enter < leave


def first_meeting(one: Point, through: Point, square: int) -> Point | None:
    """Where the ray from a point through another first meets a closed square."""
    rank, file = divmod(square, 8)
    enter, leave = Fraction(0), Fraction(1000)
    for start, end, low in ((one[0], through[0], file), (one[1], through[1], rank)):
        way = end - start
        if way == 0:
            if not low <= start <= low + 1:
                return None
            continue
        times = sorted(((low - start) / way, (low + 1 - start) / way))
        enter, leave = max(enter, times[0]), min(leave, times[1])
    if enter > leave:
        return None
    return one[0] + enter * (through[0] - one[0]), one[1] + enter * (through[1] - one[1])


def middle(square: int) -> Point:
    return Fraction(square % 8) + HALF, Fraction(square // 8) + HALF


def corners(square: int) -> list[Point]:
    rank, file = divmod(square, 8)
    return [(Fraction(file + right), Fraction(rank + up)) for right, up in product((0, 1), (0, 1))]


def clear(one: Point, other: Point, hides: frozenset[int]) -> bool:
    return not any(crosses_inside(one, other, square) for square in hides)


def literal_rule(one: int, other: int, hides: frozenset[int]) -> bool:
    """`los-exact` literally, from the middle of one square to another."""
    start = middle(one)
    for target in [*corners(other), *(corner for each in hides for corner in corners(each))]:
        point = first_meeting(start, target, other)
        if point is not None and clear(start, point, hides):
            return True
    return False


def pairs(random: Random, hides: frozenset[int], count: int) -> list[tuple[int, int]]:
    free = [each for each in ALL if each not in hides]
    drawn = [tuple(random.sample(free, 2)) for _ in range(count)]
    return [(one, other) for one, other in drawn if DISTANCE[one][other] > 1]


@pytest.mark.parametrize("seed", range(6))
def test_sight_agrees_with_the_literal_rule(seed: int) -> None:
    """`los-mutual`: a line one way is enough."""
    random = Random(seed)
    hides = frozenset(random.sample(ALL, 4 + seed))
    for one, other in pairs(random, hides, 60):
        either = literal_rule(one, other, hides) or literal_rule(other, one, hides)
        assert can_see(one, other, hides) == either, (NAMES[one], NAMES[other])


def test_one_sided_lines_of_sight_exist() -> None:
    """`los-mutual`: in this case they see each other as well."""
    random = Random(4)
    one_way = 0
    for _ in range(8):
        hides = frozenset(random.sample(ALL, 11))
        for one, other in pairs(random, hides, 60):
            if literal_rule(one, other, hides) != literal_rule(other, one, hides):
                one_way += 1
                assert can_see(one, other, hides)
                assert can_see(other, one, hides)
    assert one_way > 0


def reaches(one: int, other: int, hides: frozenset[int]) -> bool:
    """Whether a line from the middle of a square to one of many points round another is clear."""
    rank, file = divmod(other, 8)
    steps = [Fraction(step, 24) for step in range(25)]
    sides: list[tuple[Fraction | int, Fraction | int]] = [
        (file + step, rank + level) for step in steps for level in (0, 1)
    ]
    sides += [(file + level, rank + step) for step in steps for level in (0, 1)]
    points = [(Fraction(x), Fraction(y)) for x, y in sides]
    return any(clear(middle(one), point, hides) for point in points)


@pytest.mark.parametrize("seed", range(4))
def test_a_line_to_any_point_is_enough_to_be_seen(seed: int) -> None:
    """Many points all round the target: if one of them can be reached, the target is seen; and a
    target that is seen by more than a tiny margin has such a point.
    """
    random = Random(100 + seed)
    hides = frozenset(random.sample(ALL, 9))
    missed = 0
    for one, other in pairs(random, hides, 60):
        reached = reaches(one, other, hides) or reaches(other, one, hides)
        found = can_see(one, other, hides)
        assert found or not reached
        missed += found and not reached
    assert missed <= 3


@pytest.mark.parametrize("seed", range(4))
def test_the_drawn_line_is_free_and_ends_at_the_square(seed: int) -> None:
    random = Random(200 + seed)
    hides = frozenset(random.sample(ALL, 9))
    for one, other in pairs(random, hides, 60):
        line = ray(one, other, hides)
        assert (line is not None) == can_see(one, other, hides)
        if line is not None:
            tail, tip = line
            there = other if tail == middle(one) else one
            assert tail in (middle(one), middle(other))
            assert clear(tail, tip, hides)
            assert first_meeting(tail, tip, there) == tip


def test_a_straight_line_is_drawn_to_the_middle() -> None:
    line = ray(NUMBER["a4"], NUMBER["h4"], frozenset())
    assert line == ((HALF, 3 + HALF), (Fraction(7), 3 + HALF))
