"""Methods of Ruby arrays and hashes that take a block, as far as scripts of decks need them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from typing import Any

from generator.tools.from_squib.values import (
    MAX_LENGTH,
    Block,
    TooManySteps,
    Unknown,
    Value,
    distinct,
    flatten,
    is_true,
    number,
)

_ALIASES = {
    "collect": "map", "filter": "select", "detect": "find", "collect!": "map", "each_pair": "each",
    "find_all": "select", "inject": "reduce", "map!": "map", "find_index": "index",
}  # fmt: skip


def call_with_block(value: Value, method: str, args: Sequence[Value], block: Block) -> Value:
    """Evaluate a method of an array or hash with a block; return `Unknown` for an unknown method."""
    evaluate = _METHODS.get(_ALIASES.get(method, method))
    return evaluate(value, args, block) if evaluate else Unknown(method)


def _items(value: Value) -> list[Value]:
    """The items of an array, or the pairs of a hash."""
    return [[key, cell] for key, cell in value.items()] if isinstance(value, dict) else list(value)


def _results(value: Value, block: Block) -> list[Value]:
    return [block(item) for item in _items(value)]


def _hits(value: Value, block: Block) -> list[bool]:
    """Whether the block is true for each item."""
    return [is_true(result) for result in _results(value, block)]


def _loop(
    arguments: Callable[[list[Value], Sequence[Value]], Iterable[tuple[Value, ...]]],
) -> Callable[..., Value]:
    """A loop that passes these arguments to its block."""

    def evaluate(value: Value, args: Sequence[Value], block: Block) -> Value:
        for each in arguments(_items(value), args):
            block(*each)
        return value

    return evaluate


def slices(items: list[Value], size: int) -> list[Value]:
    """The items in lists of a size, of which the last may be shorter."""
    return [items[start : start + size] for start in range(0, len(items), size)]


def windows(items: list[Value], size: int) -> list[Value]:
    """Every list of so many items that follow each other."""
    if not 0 < size <= MAX_LENGTH / max(len(items), 1):
        raise TooManySteps
    return [items[start : start + size] for start in range(len(items) - size + 1)]


def _each_with_object(value: Value, args: Sequence[Value], block: Block) -> Value:
    for item in _items(value):
        block(item, args[0])
    return args[0]


def _parts(value: Value, block: Block) -> tuple[list[Value], list[Value]]:
    """The items for which the block is true, and the others."""
    parts: tuple[list[Value], list[Value]] = ([], [])
    for item, hit in zip(_items(value), _hits(value, block), strict=True):
        parts[not hit].append(item)
    return parts


def _filter(part: int) -> Callable[..., Value]:
    """A filter that leaves one of the parts; what it leaves of a hash is a hash."""

    def evaluate(value: Value, _: Sequence[Value], block: Block) -> Value:
        kept = _parts(value, block)[part]
        return {pair[0]: pair[1] for pair in kept} if isinstance(value, dict) else kept

    return evaluate


def _first_hit(value: Value, found: Iterable[Value], block: Block) -> Value:
    """The first of what is found at items for which the block is true; nil without any."""
    return next((each for each, hit in zip(found, _hits(value, block), strict=False) if hit), None)


def _reduce(value: Value, args: Sequence[Value], block: Block) -> Value:
    items = _items(value)
    total = args[0] if args else items.pop(0) if items else None
    for item in items:
        total = block(total, item)
    return total


def _ranked(value: Value, block: Block) -> list[Value]:
    """The items by the block's results, numbers before texts."""
    keyed = zip(_results(value, block), count(), _items(value), strict=False)
    return [item for _, _, item in sorted(keyed, key=lambda it: (isinstance(it[0], str), *it[:2]))]


def _grouped(value: Value, _: Sequence[Value], block: Block) -> Value:
    groups: dict[Value, list[Value]] = {}
    for item, key in zip(_items(value), _results(value, block), strict=True):
        groups.setdefault(key, []).append(item)
    return groups


_METHODS: Mapping[str, Callable[[Any, Sequence[Value], Block], Value]] = {
    "map": lambda value, _, block: _results(value, block),
    "flat_map": lambda value, _, block: flatten(_results(value, block)),
    "filter_map": lambda value, _, block: list(filter(is_true, _results(value, block))),
    "each": _loop(lambda items, _: ((item,) for item in items)),
    "reverse_each": _loop(lambda items, _: ((item, n) for n, item in enumerate(reversed(items)))),
    "each_index": _loop(lambda items, _: ((n,) for n in range(len(items)))),
    "each_with_index": _loop(lambda items, _: ((item, n) for n, item in enumerate(items))),
    "each_slice": _loop(lambda items, args: ((each,) for each in slices(items, args[0]))),
    "each_cons": _loop(lambda items, args: ((each,) for each in windows(items, args[0]))),
    "transform_values": lambda value, _, block: {key: block(cell) for key, cell in value.items()},
    "each_with_object": _each_with_object,
    "select": _filter(0),
    "reject": _filter(1),
    "partition": lambda value, _, block: list(_parts(value, block)),
    "all?": lambda value, _, block: all(_hits(value, block)),
    "any?": lambda value, _, block: any(_hits(value, block)),
    "none?": lambda value, _, block: not any(_hits(value, block)),
    "count": lambda value, _, block: sum(_hits(value, block)),
    "find": lambda value, _, block: _first_hit(value, _items(value), block),
    "index": lambda value, _, block: _first_hit(value, count(), block),
    "sum": lambda value, _, block: sum(map(number, _results(value, block))),
    "reduce": _reduce,
    "sort_by": lambda value, _, block: _ranked(value, block),
    "max_by": lambda value, _, block: _ranked(value, block)[-1],
    "min_by": lambda value, _, block: _ranked(value, block)[0],
    "group_by": _grouped,
    "uniq": lambda value, _, block: distinct(_items(value), _results(value, block)),
}
