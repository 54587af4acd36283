"""Tests of the heuristic: how the bots value positions."""

from __future__ import annotations

from itertools import permutations, product
from statistics import fmean

import pytest

from generator.games.grumbles.game import Grumbles
from generator.games.grumbles.heuristic.evaluate import KINDS, Counts, Stakes, chance
from generator.games.grumbles.heuristic.solo import solo_captures

STAKES = Stakes((1, 1, 3, -1), 3)


def red_win_probability(lead: int, left: Counts) -> float:
    """Red's probability of winning, over every order of the Goofs and every way to share them."""
    goofs = [kind for kind, count in zip(KINDS, left, strict=True) for _ in range(count)]
    found = []
    for order in permutations(goofs):
        for signs in product((1, -1), repeat=len(order)):
            now = lead
            for number, (goof, sign) in enumerate(zip(order, signs, strict=True), start=1):
                last = goof == "doom" and number == len(order)
                now += sign * (3 if last else STAKES.points[KINDS.index(goof)])
                if goof == "doom":
                    break
            found.append(0.5 if now == 0 else float(now > 0))
    return fmean(found)


@pytest.mark.parametrize(
    "left", [(0, 0, 0, 1), (0, 1, 0, 1), (2, 0, 0, 1), (1, 1, 1, 1), (2, 1, 1, 1)]
)
@pytest.mark.parametrize("lead", [-3, -1, 0, 2])
def test_the_win_probability_averages_all_orders_of_captures(lead: int, left: Counts) -> None:
    assert chance(STAKES, lead, left) == pytest.approx(red_win_probability(lead, left))


def value(game: Grumbles, red: list[str], green: list[str], **goofs: str) -> float:
    """Red's value with these captures and Goofs, disregarding the places of the Grumbles."""
    state = game.load(
        {
            **{"turn": 20, "goofs": goofs, "pile": []},
            **{"red": {"shove": "b1", "yank": "d2", "swap": "e1"}},
            **{"green": {"throw": "d6", "push": "c7", "pull": "e7"}},
            **{"captured": {"red": red, "green": green}},
        }
    )
    return state.judge({**game.weights, "reach": 0.0})[0]


EVEN = ["starter", "starter", "super"], ["starter"] * 3 + ["regular"] * 2
AHEAD = ["starter"] * 4 + ["regular"] * 2, ["starter", "super"]


def test_an_unseen_goof_at_home_favours_the_leader(grumbles: Grumbles) -> None:
    """One of two is that of Doom, which ends the game: good for a leader, bad where it costs the game."""
    for captured, better in ((AHEAD, True), (EVEN, False)):
        near = value(grumbles, *captured, c2="regular", g4="doom")
        far = value(grumbles, *captured, a4="regular", g4="doom")
        assert near > far if better else near < far


def test_the_goof_of_doom_is_hidden_from_evaluation(grumbles: Grumbles) -> None:
    assert value(grumbles, *AHEAD, c2="regular", g4="doom") == value(
        grumbles, *AHEAD, c2="doom", g4="regular"
    )


def test_the_last_goof_favours_the_side_with_the_nearer_home(grumbles: Grumbles) -> None:
    captured = ["starter"] * 3 + ["super"], ["starter"] * 2 + ["regular"] * 3
    red, middle, green = [
        value(grumbles, *captured, d3="doom"),
        value(grumbles, *captured, d4="doom"),
        value(grumbles, *captured, d5="doom"),
    ]
    assert 0 < green < middle < red < 1
    assert middle == pytest.approx(value(grumbles, *captured, a4="doom"))


def test_a_sure_win_is_still_to_be_fetched(grumbles: Grumbles) -> None:
    """Red wins whoever captures the last Goof, but only if somebody does."""
    red, green = ["starter"] * 5 + ["super"], ["regular"] * 3
    at_red, at_green, middle = [
        value(grumbles, red, green, **{square: "doom"}) for square in ("d3", "d5", "a4")
    ]
    assert middle < min(at_red, at_green)
    assert max(at_red, at_green) < 1


NEXT = {
    "push": ("e1", "f1"),
    "pull": ("e1", "d1"),
    "shove": ("e1", "f1 f2 g1"),
    "yank": ("e1", "b1 c1 c2 d1"),
    "swap": ("e1", "d1"),
    "throw": ("f1", "e1"),
    "swing": ("e2", "d2 e1"),
}
"""For each power a square of a Goof, and where a Grumble captures it in its next turn for Red."""


@pytest.mark.parametrize("power", NEXT)
def test_every_power_captures_in_its_own_way(grumbles: Grumbles, power: str) -> None:
    board = grumbles.standard.board
    goof, grumbles_at = NEXT[power]
    red, green = [
        " ".join(
            name for name, at in sorted(board.squares.items()) if masks[at] >> board.squares[on] & 1
        )
        for masks, on in zip(solo_captures(board, power), (goof, turned(goof)), strict=True)
    ]
    assert red == grumbles_at
    assert sorted(map(turned, green.split())) == red.split()


def turned(square: str) -> str:
    """The square that a half turn of the board brings here."""
    return "gfedcba"["abcdefg".index(square[0])] + str(8 - int(square[1]))


def test_turns_are_counted_until_the_goof_is_home(grumbles: Grumbles) -> None:
    """Shove beside a Goof three squares above its home: two more shoves bring it beside the home."""
    board = grumbles.standard.board
    masks, room = solo_captures(board, "shove")[0], len(board.blank)
    for goof, turns in (("d2", 1), ("d3", 2), ("d4", 3), ("d5", 4)):
        above = board.squares[goof] + board.ways["N"]
        counted = [masks[above] >> room * later >> board.squares[goof] & 1 for later in range(3)]
        assert counted == [int(turns <= later) for later in (1, 2, 3)]


def test_a_grumble_is_better_where_it_can_capture_than_where_it_is_only_close(
    grumbles: Grumbles,
) -> None:
    captured = {"red": ["starter"] * 2 + ["super"], "green": ["starter"] * 2 + ["regular"] * 2}
    goofs = {"d2": "starter", "a4": "regular", "g4": "doom"}
    ready, close = [
        grumbles.load(
            {
                **{"turn": 20, "goofs": goofs, "pile": []},
                **{"red": {"push": square, "throw": "a7", "swing": "g7"}},
                **{"green": {"swap": "d6", "yank": "c7", "pull": "e7"}, "captured": captured},
            }
        ).judge(grumbles.weights)[0]
        for square in ("d3", "e2")
    ]
    assert ready > close
