"""Operators of Ruby, with enumerators and pattern matching."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from operator import add, eq, ge, gt, le, lt, ne

from generator.tools.from_squib.methods import can_search
from generator.tools.from_squib.values import MAX_LENGTH, Unknown, Value, bounded

_PLAIN: Mapping[str, Callable[[Value, Value], Value]] = {
    **{"+": add, "<<": add, "==": eq, "===": eq, "!=": ne},
    **{"<": lt, ">": gt, "<=": le, ">=": ge},
}
"""Operators that Python has as well."""
_WIDE = re.compile(r"%[^a-zA-Z%]*(\*|\d{4})")
"""A width in a format that no card has room for, or that is not stated in it."""


def operate(operator: str, one: Value, other: Value) -> Value:
    """Apply an operator to two values; return Unknown if it cannot be applied."""
    if isinstance(one, Unknown) or isinstance(other, Unknown):
        return one if isinstance(one, Unknown) else other
    if isinstance(one, list) and operator == "<<":
        one.append(other)
        return one
    try:
        match operator:
            case _ if operator in _PLAIN:
                return bounded(_PLAIN[operator](one, other))
            case "-":
                return [e for e in one if e not in other] if isinstance(one, list) else one - other
            case "*":
                fits = not isinstance(one, str | list) or len(one) * other < MAX_LENGTH
                return bounded(one * other) if fits else one
            case "/":
                whole = isinstance(one, int) and isinstance(other, int)
                return one // other if whole else one / other
            case "%" if isinstance(one, str):
                if _WIDE.search(one):
                    return Unknown("%")
                return one % tuple(other if isinstance(other, list) else [other])
            case "%":
                return one % other
            case "**":
                return one**other if abs(one) < 1000 and abs(other) < 9 else Unknown("**")
            case "=~":
                if isinstance(other, re.Pattern) and can_search(other, one):
                    return found.start() if (found := other.search(one)) else None
    except (TypeError, ValueError, ZeroDivisionError, AttributeError):
        pass
    return Unknown(operator)


def counted(value: Value, name: str, args: Sequence[Value]) -> Value:
    if isinstance(value, int) and name in ("times", "upto"):
        stop = args[0] + 1 if args and isinstance(args[0], int) else value
        return list(range(0 if name == "times" else value, min(stop, MAX_LENGTH)))
    if isinstance(value, dict) and name in ("each", "map"):
        return [[key, each] for key, each in value.items()]
    if isinstance(value, list | range):
        items = list(value)
        if name == "each_index":
            return list(range(len(items)))
        return [[item, n] for n, item in enumerate(items)] if name.endswith("_index") else items
    return Unknown(name)


def matches(pattern: Value, value: Value) -> bool:
    if isinstance(pattern, re.Pattern):
        known = isinstance(value, str) and can_search(pattern, value)
        return known and bool(pattern.search(value))
    if isinstance(pattern, range):
        return isinstance(value, int | float) and value in pattern
    return bool(pattern == value)
