"""Tests of Ruby methods that take a block: arrays, hashes, and what the block is passed."""

from collections.abc import Callable
from typing import Any

import pytest

from generator.tools.from_squib.block_methods import call_with_block
from generator.tools.from_squib.values import Unknown

NUMBERS = [3, 1, 2]
COSTS = {"goat": 2, "troll": 5}


@pytest.mark.parametrize(
    ("value", "method", "block", "result"),
    [
        (NUMBERS, "map", lambda n: n * 2, [6, 2, 4]),
        (NUMBERS, "collect", lambda n: n * 2, [6, 2, 4]),
        (NUMBERS, "flat_map", lambda n: [n, n], [3, 3, 1, 1, 2, 2]),
        (NUMBERS, "filter_map", lambda n: n if n > 1 else None, [3, 2]),
        (NUMBERS, "select", lambda n: n > 1, [3, 2]),
        (NUMBERS, "reject", lambda n: n > 1, [1]),
        (NUMBERS, "partition", lambda n: n > 1, [[3, 2], [1]]),
        (NUMBERS, "all?", lambda n: n > 1, False),
        (NUMBERS, "any?", lambda n: n > 2, True),
        (NUMBERS, "none?", lambda n: n > 3, True),
        (NUMBERS, "count", lambda n: n > 1, 2),
        (NUMBERS, "find", lambda n: n < 3, 1),
        (NUMBERS, "find", lambda n: n > 3, None),
        (NUMBERS, "find_index", lambda n: n == 2, 2),
        (NUMBERS, "sum", lambda n: n / 2, 3),
        (NUMBERS, "sort_by", lambda n: -n, [3, 2, 1]),
        (NUMBERS, "max_by", lambda n: n % 3, 2),
        (NUMBERS, "min_by", lambda n: n % 3, 3),
        (NUMBERS, "uniq", lambda n: n % 2, [3, 2]),
        (NUMBERS, "group_by", lambda n: n % 2, {1: [3, 1], 0: [2]}),
        (NUMBERS, "inject", lambda total, n: total + n, 6),
        ([], "reduce", lambda total, n: total + n, None),
        (COSTS, "select", lambda pair: pair[1] > 2, {"troll": 5}),
        (COSTS, "map", lambda pair: pair[0], ["goat", "troll"]),
        (COSTS, "sort_by", lambda pair: -pair[1], [["troll", 5], ["goat", 2]]),
        (NUMBERS, "each_entry", lambda n: n, Unknown("each_entry")),
    ],
)
def test_a_method_evaluates_its_block_as_ruby_does(
    value: object, method: str, block: Callable[..., object], result: object
) -> None:
    assert call_with_block(value, method, [], block) == result


@pytest.mark.parametrize(
    ("method", "passed"),
    [
        ("each", [("a",), ("b",)]),
        ("reverse_each", [("b", 0), ("a", 1)]),
        ("each_index", [(0,), (1,)]),
        ("each_with_index", [("a", 0), ("b", 1)]),
    ],
)
def test_a_loop_returns_its_array(method: str, passed: list[tuple[Any, ...]]) -> None:
    seen: list[tuple[Any, ...]] = []
    items = ["a", "b"]
    assert call_with_block(items, method, [], lambda *args: seen.append(args)) is items
    assert seen == passed


def test_each_with_object_and_reduce_take_an_initial_value() -> None:
    assert call_with_block([1, 2], "each_with_object", [[]], lambda n, to: to.append(n)) == [1, 2]
    assert call_with_block([1, 2], "reduce", [10], lambda total, n: total + n) == 13
