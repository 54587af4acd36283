"""Tests of Monster movement: destinations and paths, with positions as pictures of the board."""

from __future__ import annotations

from generator.games.grudge.map.line_of_sight import sight_lines
from generator.games.grudge.map.pathfinding import (
    Ground,
    avoid_destinations,
    bow_destinations,
    in_range,
    melee_destinations,
    shortest_paths,
)
from generator.games.grudge.map.squares import EVERY, NAMES, NUMBER, bits, squares_in


def ground(text: str, engaging: bool = True) -> tuple[int, Ground]:
    """The board, rank 8 first: `M` the Monster, `A` its allies, `W` the Warrior, `#` a Tent, `P`
    the Pig, `C` the Campfire.  Ranks that are left out at the top are empty.
    """
    at: dict[str, set[int]] = {sign: set() for sign in "MAW#PC"}
    for rank, line in enumerate(reversed(text.split())):
        for file, sign in enumerate(line):
            if sign != ".":
                at[sign].add(8 * rank + file)
    (monster,), (warrior,) = at["M"], at["W"]
    passable = EVERY & ~bits(at["#"] | at["P"] | at["C"] | at["W"])
    sight = sight_lines(frozenset(at["#"]))
    return monster, Ground(warrior, bits(at["A"]), passable, sight, engaging)


def reached(start: int, steps: int, here: Ground) -> dict[int, int]:
    """The squares in range, each with its number of steps."""
    found = enumerate(in_range(start, steps, here))
    return {square: count for count, squares in found for square in squares_in(squares)}


def engaged(square: int, here: Ground) -> bool:
    return bool(here.engaged >> square & 1)


def names(squares: tuple[int, ...]) -> list[str]:
    return [NAMES[each] for each in squares]


def test_allies_are_passed_but_not_stopped_on() -> None:
    start, here = ground("""
        #......W
        MA......
        #.......
    """)
    assert reached(start, 2, here) == {start: 0, NUMBER["b1"]: 2, NUMBER["c2"]: 2, NUMBER["b3"]: 2}


def test_warrior_campfire_and_pig_are_not_entered() -> None:
    start, here = ground("CMW\n.P.")
    assert reached(start, 1, here) == {start: 0, NUMBER["b3"]: 1}


# Avoid


def test_avoid_goes_to_the_farthest_unengaged_square() -> None:
    start, here = ground("""
        ........
        ..WM....
        ........
    """)
    assert names(avoid_destinations(start, 1, here)) == ["e2"]
    assert names(avoid_destinations(start, 2, here)) == ["f2"]


def test_avoid_is_useless_without_an_unengaged_square() -> None:
    start, here = ground("""
        ..#.....
        .WM#....
        ..#.....
    """)
    assert avoid_destinations(start, 1, here) == ()
    assert engaged(start, here)
    start, here = ground("W.......\n.M......")
    assert names(avoid_destinations(start, 2, here)) == ["d1"]


def test_avoid_is_only_for_engaged_monsters() -> None:
    start, here = ground("W..M....")
    assert avoid_destinations(start, 1, here) == ()
    start, here = ground(".WM.....", engaging=False)
    assert not engaged(start, here)
    assert avoid_destinations(start, 1, here) == ()


# Dash without a Bow


def test_a_dash_ends_next_to_the_warrior_after_the_fewest_steps() -> None:
    start, here = ground("""
        ........
        W....M..
        ........
    """)
    assert names(melee_destinations(start, 6, here)) == ["b2"]
    assert names(melee_destinations(start, 3, here)) == ["c2"]


def test_all_equally_good_squares_are_returned() -> None:
    start, here = ground("""
        .......M
        ........
        ........
        W.......
    """)
    assert names(melee_destinations(start, 3, here)) == ["g2", "f3", "e4"]
    assert names(melee_destinations(start, 8, here)) == ["b2"]


def test_a_dash_is_useless_next_to_the_warrior_or_without_a_path() -> None:
    start, here = ground(".WM.....")
    assert melee_destinations(start, 3, here) == ()
    start, here = ground("""
        ###.....
        AA#.....
        WA#....M
    """)
    assert melee_destinations(start, 3, here) == ()


def test_a_dash_avoids_the_campfire() -> None:
    start, here = ground("""
        ########
        W..C..M.
        ########
    """)
    assert melee_destinations(start, 6, here) == ()


# Dash with a Bow


def test_a_bow_dashes_to_the_farthest_square_in_sight() -> None:
    start, here = ground("""
        ........
        ......##
        W.....#M
        ........
    """)
    assert names(bow_destinations(start, 2, here, main=True)) == ["h1"]
    assert names(bow_destinations(start, 3, here, main=False)) == ["h1"]


def test_a_bow_with_sight_dashes_only_if_engaged() -> None:
    start, here = ground("W...M...")
    assert bow_destinations(start, 3, here, main=True) == ()
    start, here = ground("WM......")
    assert bow_destinations(start, 3, here, main=False) == ()
    assert names(bow_destinations(start, 3, here, main=True)) == ["e1"]


def test_a_bow_without_sight_in_range_approaches_it() -> None:
    start, here = ground("""
        ########
        #......M
        #.######
        W.......
    """)
    assert names(bow_destinations(start, 3, here, main=True)) == ["e3"]


# Paths


def test_every_shortest_path_is_returned() -> None:
    start, here = ground("""
        ........
        .M......
        ......W.
    """)
    found = [names(way) for way in shortest_paths(start, NUMBER["c3"], here)]
    assert sorted(found) == [["b3", "c3"], ["c2", "c3"]]
    assert shortest_paths(start, start, here) == ((),)


def test_paths_lead_past_allies_and_around_obstacles() -> None:
    start, here = ground("""
        ##......
        ...#...W
        MA#.....
    """)
    found = [names(way) for way in shortest_paths(start, NUMBER["c2"], here)]
    assert sorted(found) == [["a2", "b2", "c2"], ["b1", "b2", "c2"]]
    assert shortest_paths(start, NUMBER["h8"], here) != ()
    start, here = ground("##......\nM#.W....")
    assert shortest_paths(start, NUMBER["h8"], here) == ()
