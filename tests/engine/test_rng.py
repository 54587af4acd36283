"""Tests of the random generator: reproducible, uniform, and with independent streams."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from generator.engine.rng import Rng


def test_the_numbers_are_those_of_splitmix64() -> None:
    rng = Rng(1234567)
    first = [rng.bits() for _ in range(3)]
    assert first == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@given(st.integers(), st.integers(1, 10**6))
def test_every_number_is_below_its_bound(seed: int, bound: int) -> None:
    assert 0 <= Rng(seed).below(bound) < bound


@given(st.integers(), st.integers(0, 200))
def test_several_numbers_at_once_are_the_same_as_one_by_one(seed: int, number: int) -> None:
    rng, other = Rng(seed), Rng(seed)
    assert rng.several(number) == [other.bits() for _ in range(number)]
    assert rng.state == other.state


def test_every_item_is_equally_likely() -> None:
    rng = Rng(5)
    counts = Counter(rng.pick("abcdef") for _ in range(6000))
    assert all(880 < counts[letter] < 1120 for letter in "abcdef")


def test_every_order_is_equally_likely() -> None:
    rng = Rng(6)
    counts = Counter("".join(rng.shuffled("abc")) for _ in range(6000))
    assert len(counts) == 6
    assert min(counts.values()) > 880


def test_shuffling_keeps_the_items_and_the_original_list() -> None:
    items = list(range(20))
    assert sorted(Rng(1).shuffled(items)) == items == list(range(20))


def test_a_copy_continues_with_the_same_numbers_independently() -> None:
    rng = Rng(7)
    rng.bits()
    copy = rng.copy()
    ahead = [copy.bits() for _ in range(3)]
    assert [rng.bits() for _ in range(3)] == ahead


def test_streams_and_forks_have_different_numbers() -> None:
    rng = Rng(8)
    rows = [rng, rng.fork(), Rng(8), Rng(8, stream=1), Rng(9)]
    assert len({row.bits() for row in rows}) == 5


def test_the_repr_evaluates_to_an_equal_generator() -> None:
    rng = Rng(10)
    rng.bits()
    assert eval(repr(rng)).bits() == rng.bits()


def test_mixing_draws_the_same_numbers_as_below() -> None:
    rng, other = Rng(7), Rng(7)
    cards = list(range(40))
    for last in range(39, 0, -1):
        at = other.below(last + 1)
        cards[last], cards[at] = cards[at], cards[last]
    assert rng.shuffled(range(40)) == cards
    assert rng.state == other.state
