"""Values of a Ruby script, and their methods as far as scripts of decks need them.

A value that is not understood is `Unknown`, and so is every value computed from it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from generator.kit.tables.columns import slug_of

MAX_LENGTH = 100_000
"""Most items of a list or characters of a text."""

MAX_MATCHES = 10**8
"""Most attempts to match a pattern in one search."""

Value: TypeAlias = Any
Block: TypeAlias = Callable[..., Value]


@dataclass(frozen=True, slots=True)
class Unknown:
    """An unknown value, with its source text."""

    words: str


class Table(dict[str, list[Value]]):
    """Table: columns of a data file, found by heading in any spelling."""

    copies: str = ""
    """Heading of the column with the number of copies; "" if there is none."""

    def column(self, name: str) -> Value:
        """Find a column by heading, or by the name of a method; None if there is none."""
        if name in self:
            return self[name]
        slug = slug_of(name)
        return next((cells for key, cells in self.items() if slug_of(key) == slug), None)

    @property
    def rows(self) -> int:
        return max(map(len, self.values()), default=0)


def text_of(value: Value) -> str:
    """A value as text, as Ruby interpolates it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}" if value % 1 else f"{value:.1f}"
    if isinstance(value, list):
        return (
            "["
            + ", ".join(f'"{each}"' if isinstance(each, str) else text_of(each) for each in value)
            + "]"
        )
    return str(value)


def is_true(value: Value) -> bool:
    """Whether a value is true in Ruby: all values except nil and false are."""
    return value is not None and value is not False


def number(value: Value) -> float | int:
    """Parse the number at the beginning of a text, like to_f and to_i; 0 if there is none."""
    if isinstance(value, int | float):
        return value
    match = re.match(r"\s*[-+]?\d*\.?\d+", text_of(value))
    found = float(match[0]) if match else 0.0
    return int(found) if found == int(found) else found


_TEXT: Mapping[str, Callable[..., Value]] = {
    "upcase": str.upper, "downcase": str.lower, "strip": str.strip, "lstrip": str.lstrip,
    "rstrip": str.rstrip, "chomp": lambda text: text.rstrip("\r\n"), "reverse": lambda text: text[::-1],
    "capitalize": str.capitalize, "chars": list, "to_sym": str, "to_str": str, "freeze": str,
    "dup": str, "swapcase": str.swapcase, "size": len, "length": len, "lines": str.splitlines,
    "empty?": lambda text: not text, "start_with?": lambda text, *start: text.startswith(start),
    "end_with?": lambda text, *end: text.endswith(end), "include?": lambda text, part: part in text,
    "split": lambda text, by=None: text.split(None if by in (None, " ") else by),
    "center": lambda text, width, fill=" ": text.center(min(int(width), MAX_LENGTH), fill),
    "ljust": lambda text, width, fill=" ": text.ljust(min(int(width), MAX_LENGTH), fill),
    "rjust": lambda text, width, fill=" ": text.rjust(min(int(width), MAX_LENGTH), fill),
    "tr": lambda text, old, new: text.translate(_table(old, new)),
    "delete_suffix": lambda text, end: text.removesuffix(end), "concat": lambda text, other: text + other,
    "delete_prefix": lambda text, start: text.removeprefix(start), "encode": lambda text, *_: text,
    "force_encoding": lambda text, *_: text,
}  # fmt: skip
_LIST: Mapping[str, Callable[..., Value]] = {
    "size": len, "length": len, "nrows": len, "reverse": lambda items: items[::-1],
    "compact": lambda items: [each for each in items if each is not None],
    "uniq": lambda items: _different(items, items),
    "flatten": lambda items: _flat(items),
    "join": lambda items, by="": str(by).join(map(text_of, items)), "to_a": list, "dup": list,
    "sort": lambda items: sorted(items, key=lambda each: (isinstance(each, str), each)),
    "include?": lambda items, item: item in items, "empty?": lambda items: not items,
    "zip": lambda items, *others: [
        [each, *(other[n] if n < len(other) else None for other in others)] for n, each in enumerate(items)
    ],
    "sum": lambda items: sum(map(number, items)), "max": lambda items: max(items, default=None),
    "min": lambda items: min(items, default=None), "to_set": list, "entries": list,
    "index": lambda items, item: items.index(item) if item in items else None, "freeze": list,
    "transpose": lambda items: [list(each) for each in zip(*items, strict=True)],
    "take": lambda items, count: items[:count], "drop": lambda items, count: items[count:],
    "values_at": lambda items, *where: [items[n] for n in where],
    "tally": lambda items: dict(Counter(items)),
    "rotate": lambda items, by=1: items[by % len(items):] + items[:by % len(items)] if items else [],
}  # fmt: skip
_HASH: Mapping[str, Callable[..., Value]] = {
    "keys": lambda pairs: list(pairs), "values": lambda pairs: list(pairs.values()), "size": len,
    "length": len, "key?": lambda pairs, key: key in pairs, "has_key?": lambda pairs, key: key in pairs,
    "include?": lambda pairs, key: key in pairs,
    "merge": lambda pairs, *others: dict(pair for each in (pairs, *others) for pair in each.items()),
    "fetch": lambda pairs, key, other=None: pairs.get(key, other), "empty?": lambda pairs: not pairs,
    "to_h": dict, "to_a": lambda pairs: [[key, value] for key, value in pairs.items()], "dup": dict,
    "dig": lambda pairs, *keys: _dig(pairs, keys), "invert": lambda pairs: {v: k for k, v in pairs.items()},
}  # fmt: skip
_NUMBER: Mapping[str, Callable[..., Value]] = {
    "round": lambda value, places=0: round(value, int(places)) if places else round(value),
    "floor": lambda value: int(value // 1), "ceil": lambda value: int(-(-value // 1)), "abs": abs,
    "even?": lambda value: value % 2 == 0, "odd?": lambda value: value % 2 == 1,
    "zero?": lambda value: value == 0, "positive?": lambda value: value > 0, "chr": chr,
    "succ": lambda value: value + 1, "pred": lambda value: value - 1,
    "negative?": lambda value: value < 0,
}  # fmt: skip
_ANY: Mapping[str, Callable[..., Value]] = {
    "to_s": text_of, "to_i": lambda value: int(number(value)), "to_f": lambda value: float(number(value)),
    "nil?": lambda value: value is None, "inspect": text_of, "itself": lambda value: value,
    "blank?": lambda value: not text_of(value).strip(), "to_h": lambda value: {},
    "abs": lambda value: abs(number(value)),
    "present?": lambda value: bool(text_of(value).strip()), "empty?": lambda value: not text_of(value),
    "is_a?": lambda value, kind: Unknown("is_a?"),
}  # fmt: skip


_SAME = {
    "collect": "map", "filter": "select", "detect": "find", "collect!": "map", "each_pair": "each",
    "find_all": "select", "inject": "reduce", "map!": "map", "find_index": "index",
}  # fmt: skip
"""Aliases of methods."""


def _flat(items: Sequence[Value]) -> list[Value]:
    return [leaf for each in items for leaf in (each if isinstance(each, list) else [each])]


def _different(items: Sequence[Value], keys: Sequence[Value]) -> list[Value]:
    """The first item with each key; 1 and 1.0 are different keys in Ruby."""
    found: dict[str, Value] = {}
    for item, key in zip(items, keys, strict=True):
        found.setdefault(repr(key), item)
    return list(found.values())


def _table(old: str, new: str) -> dict[int, str]:
    return str.maketrans(dict(zip(old, new.ljust(len(old), new[-1:]), strict=False)))


def _dig(value: Value, keys: Sequence[Value]) -> Value:
    for key in keys:
        if not isinstance(value, dict) or key not in value:
            return None
        value = value[key]
    return value


def _pattern(old: Value) -> re.Pattern[str]:
    return old if isinstance(old, re.Pattern) else re.compile(re.escape(text_of(old)))


def can_search(pattern: re.Pattern[str], text: str) -> bool:
    """Whether a search for a pattern is cheap enough; each repeat in it can try every position."""
    return bool(len(text) ** (1 + len(re.findall(r"[*+]|,\}", pattern.pattern))) <= MAX_MATCHES)


def _replace(text: str, method: str, args: Sequence[Value], block: Block | None) -> Value:
    pattern = _pattern(args[0])
    count = 0 if method.startswith("gsub") else 1
    if (len(args) < 2 and block is None) or not can_search(pattern, text):
        return Unknown(method)
    if len(args) > 1 and isinstance(args[1], dict):
        return pattern.sub(lambda match: text_of(args[1].get(match[0])), text, count=count)
    if block:
        return pattern.sub(lambda match: text_of(block(match[0])), text, count=count)
    new = re.sub(r"\\(\d)", r"\\g<\1>", text_of(args[1]))
    return pattern.sub(new, text, count=count)


def call(value: Value, method: str, args: Sequence[Value], block: Block | None) -> Value:
    """Evaluate a method of a value; return `Unknown` for an unknown method."""
    if isinstance(value, Unknown) or any(isinstance(arg, Unknown) for arg in args):
        return value if isinstance(value, Unknown) else Unknown(method)
    if isinstance(value, range):
        value = list(value)
    if method in ("gsub", "gsub!", "sub", "sub!") and isinstance(value, str) and args:
        return _replace(value, method, args, block)
    if block is not None and isinstance(value, list | dict):
        return _with_block(value, method, args, block)
    if isinstance(value, list) and method in ("first", "last"):
        if args:
            return value[: args[0]] if method == "first" else value[-args[0] :]
        return (value[0] if method == "first" else value[-1]) if value else None
    if isinstance(value, list) and method == "count":
        return value.count(args[0]) if args else len(value)
    for kind, methods in (
        (str, _TEXT),
        (list, _LIST),
        (dict, _HASH),
        ((int, float), _NUMBER),
        (object, _ANY),
    ):
        known = methods.get(method) or methods.get(method.removesuffix("!"))
        if isinstance(value, kind) and known:
            return known(value, *args)
    if isinstance(value, Table) and method == "nrows":
        return value.rows
    if isinstance(value, Table) and not args:
        found = value.column(method)
        return Unknown(method) if found is None and method not in value else found
    return Unknown(method)


def _with_block(value: Value, method: str, args: Sequence[Value], block: Block) -> Value:
    """Evaluate a method of an array or hash with a block."""
    items = [[key, cell] for key, cell in value.items()] if isinstance(value, dict) else list(value)
    method = _SAME.get(method, method)
    if method in ("map", "flat_map", "filter_map"):
        found = [block(item) for item in items]
        if method == "map":
            return found
        return [e for e in found if is_true(e)] if method == "filter_map" else _flat(found)
    if method in ("each_with_index", "each_index", "each", "reverse_each", "each_with_object"):
        for index, item in enumerate(items[::-1] if method == "reverse_each" else items):
            if method == "each_index":
                block(index)
            elif method == "each":
                block(item)
            else:
                block(item, args[0] if method == "each_with_object" else index)
        return args[0] if method == "each_with_object" else value
    if method in ("select", "reject", "partition"):
        yes: list[Value] = []
        no: list[Value] = []
        for item in items:
            (yes if is_true(block(item)) else no).append(item)
        kept = {"select": yes, "reject": no, "partition": [yes, no]}[method]
        whole = isinstance(value, dict) and method != "partition"
        return {pair[0]: pair[1] for pair in kept} if whole else kept
    if method in ("all?", "any?", "none?", "count", "find", "index", "sum"):
        answers = [block(item) for item in items]
        hits = [index for index, answer in enumerate(answers) if is_true(answer)]
        return {
            "all?": len(hits) == len(items), "any?": bool(hits), "none?": not hits, "count": len(hits),
            "find": items[hits[0]] if hits else None, "index": hits[0] if hits else None,
            "sum": sum(map(number, answers)) if method == "sum" else 0,
        }[method]  # fmt: skip
    if method == "reduce":
        total = args[0] if args else items.pop(0) if items else None
        for item in items:
            total = block(total, item)
        return total
    if method in ("sort_by", "max_by", "min_by", "group_by", "uniq"):
        keys = [block(item) for item in items]
        if method == "group_by":
            groups: dict[Value, list[Value]] = {}
            for item, key in zip(items, keys, strict=True):
                groups.setdefault(key, []).append(item)
            return groups
        if method == "uniq":
            return _different(items, keys)
        order = sorted(range(len(items)), key=lambda n: (isinstance(keys[n], str), keys[n], n))
        ranked = [items[n] for n in order]
        return ranked if method == "sort_by" else ranked[-1 if method == "max_by" else 0]
    return Unknown(method)
