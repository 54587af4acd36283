"""Methods of the values of a Ruby script, as far as scripts of decks need them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from generator.tools.from_squib.block_methods import call_with_block, slices, windows
from generator.tools.from_squib.values import (
    MAX_LENGTH,
    Block,
    Table,
    TooManySteps,
    Unknown,
    Value,
    bounded,
    distinct,
    flatten,
    number,
    text_of,
)

MAX_MATCHES = 10**8
"""Most attempts to match a pattern in one search."""

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
    "count": lambda items, *item: items.count(item[0]) if item else len(items),
    "first": lambda items, *count: items[: count[0]] if count else next(iter(items), None),
    "last": lambda items, *count: items[-count[0] :] if count else next(reversed(items), None),
    "compact": lambda items: [each for each in items if each is not None],
    "uniq": lambda items: distinct(items, items),
    "flatten": flatten,
    "join": lambda items, by="": _joined(items, str(by)), "to_a": list, "dup": list,
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
    "each_slice": slices, "each_cons": windows,
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
_TABLE: Mapping[str, Callable[..., Value]] = {
    "nrows": lambda table: table.rows, "ncolumns": len, "columns": list,
    "row": lambda table, number: {name: cells[number] for name, cells in table.items()},
    "col?": lambda table, name: table.column(text_of(name)) is not None,
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


_METHODS: Sequence[tuple[type | tuple[type, ...], Mapping[str, Callable[..., Value]]]] = (
    (str, _TEXT),
    (list, _LIST),
    (Table, _TABLE),
    (dict, _HASH),
    ((int, float), _NUMBER),
    (object, _ANY),
)
"""Methods by the types of values that have them."""


def _table(old: str, new: str) -> dict[int, str]:
    return str.maketrans(dict(zip(old, new.ljust(len(old), new[-1:]), strict=False)))


def _joined(items: Sequence[Value], by: str) -> str:
    texts = [text_of(each) for each in items]
    if sum(map(len, texts)) + len(by) * len(texts) > MAX_LENGTH:
        raise TooManySteps
    return by.join(texts)


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
    if (len(args) < 2 and block is None) or not can_search(pattern, text):
        return Unknown(method)
    new = args[1] if len(args) > 1 else None
    template = re.sub(r"\\(\d)", r"\\g<\1>", text_of(new))
    room = MAX_LENGTH

    def replacement(match: re.Match[str]) -> str:
        nonlocal room
        if isinstance(new, dict):
            words = text_of(new.get(match[0]))
        else:
            words = text_of(block(match[0])) if block else match.expand(template)
        room -= len(words)
        if room < 0:
            raise TooManySteps
        return words

    return pattern.sub(replacement, text, count=0 if method.startswith("gsub") else 1)


def call(value: Value, method: str, args: Sequence[Value], block: Block | None) -> Value:
    """Evaluate a method of a value; return `Unknown` for an unknown method."""
    if isinstance(value, Unknown) or any(isinstance(arg, Unknown) for arg in args):
        return value if isinstance(value, Unknown) else Unknown(method)
    if isinstance(value, range):
        value = list(value)
    if method in ("gsub", "gsub!", "sub", "sub!") and isinstance(value, str) and args:
        return _replace(value, method, args, block)
    if block is not None and isinstance(value, list | dict):
        return call_with_block(value, method, args, block)
    for kind, methods in _METHODS:
        known = methods.get(method) or methods.get(method.removesuffix("!"))
        if isinstance(value, kind) and known:
            return bounded(known(value, *args))
    if isinstance(value, Table) and not args:
        found = value.column(method)
        return Unknown(method) if found is None and method not in value else found
    return Unknown(method)
