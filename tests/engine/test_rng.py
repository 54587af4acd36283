"""Numbers from a seed: the same everywhere, even, and independent of who else draws."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from generator.engine.rng import Chance


def test_the_numbers_are_those_of_splitmix64() -> None:
    chance = Chance(1234567)
    first = [chance.bits() for _ in range(3)]
    assert first == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(st.integers(), st.integers(1, 10**6))
def test_every_number_is_below_its_bound(seed: int, bound: int) -> None:
    assert 0 <= Chance(seed).below(bound) < bound


def test_every_item_is_as_likely_as_any_other() -> None:
    chance = Chance(5)
    counts = Counter(chance.pick("abcdef") for _ in range(6000))
    assert all(880 < counts[letter] < 1120 for letter in "abcdef")


def test_every_order_is_as_likely_as_any_other() -> None:
    chance = Chance(6)
    counts = Counter("".join(chance.shuffled("abc")) for _ in range(6000))
    assert len(counts) == 6
    assert min(counts.values()) > 880


def test_shuffling_keeps_the_items_and_leaves_the_list_alone() -> None:
    items = list(range(20))
    assert sorted(Chance(1).shuffled(items)) == items == list(range(20))


def test_a_copy_goes_on_with_the_same_numbers_and_disturbs_nobody() -> None:
    chance = Chance(7)
    chance.bits()
    copy = chance.copy()
    ahead = [copy.bits() for _ in range(3)]
    assert [chance.bits() for _ in range(3)] == ahead


def test_streams_and_forks_have_numbers_of_their_own() -> None:
    chance = Chance(8)
    rows = [chance, chance.fork(), Chance(8), Chance(8, stream=1), Chance(9)]
    assert len({row.bits() for row in rows}) == 5


def test_its_repr_makes_it_again() -> None:
    chance = Chance(10)
    chance.bits()
    assert eval(repr(chance)).bits() == chance.bits()


def test_mixing_draws_the_numbers_that_below_gives() -> None:
    chance, other = Chance(7), Chance(7)
    cards = list(range(40))
    for last in range(39, 0, -1):
        at = other.below(last + 1)
        cards[last], cards[at] = cards[at], cards[last]
    assert chance.shuffled(range(40)) == cards
    assert chance.memory == other.memory
