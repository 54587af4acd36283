"""Bounds on the values that expressions build: guards of operators, and bounded filters.

Each estimates the size of the result first, and raises SecurityError if it is too large.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from types import BuiltinMethodType
from typing import Any

from jinja2 import Undefined
from jinja2.exceptions import SecurityError
from jinja2.filters import do_format, do_join, do_replace, do_round, do_striptags, make_attrgetter
from jinja2.nodes import EvalContext
from jinja2.runtime import Macro
from jinja2.utils import Namespace, pass_environment, pass_eval_context

from generator.kit.expressions.metering import SCALARS

MAX_TEXT = 4_000_000
MAX_ITEMS = 10_000
MAX_BITS = 1024
MAX_TAGGED = 100_000
"""Longest text that `striptags` reads, since it takes quadratic time."""
_COLLECTIONS = (list, tuple, set, frozenset, Mapping, Namespace)
_WIDE = re.compile(r"%[^%a-zA-Z]*(\*|[0-9]{4})")


def scalar(value: object) -> object:
    """Return a value; raises SecurityError for one without a text of its own.

    The text of a collection can be unbounded, and that of a function differs from run to run.
    """
    if type(value) in SCALARS or isinstance(value, Undefined):  # which says what is missing
        return value
    if isinstance(value, _COLLECTIONS):
        raise SecurityError("a list cannot be printed; print its values one by one, or join them")
    if isinstance(value, (BuiltinMethodType, Macro)):
        name = value.name if isinstance(value, Macro) else value.__name__
        message = f'"{name}" is a function, which has no value to print; write "{name}()"'
        raise SecurityError(message)
    if callable(value) or type(value).__module__.startswith("jinja2."):  # such as `self` and `loop`
        raise SecurityError("a function, or an object of the template, has no value to print")
    return value


def bound_text(size: int) -> None:
    if size > MAX_TEXT:
        raise SecurityError(f"it builds a text of more than {MAX_TEXT:,} characters")


def bound_items(size: int) -> None:
    if size > MAX_ITEMS:
        raise SecurityError(f"it builds a list of more than {MAX_ITEMS:,} items")


def _bound(like: object, size: int) -> None:
    (bound_text if isinstance(like, str) else bound_items)(size)


def _bound_bits(bits: float) -> None:
    if bits > MAX_BITS:
        raise SecurityError("it computes a number that is too large")


def _guard_add(left: Any, right: Any) -> None:
    if hasattr(left, "__len__") and hasattr(right, "__len__"):
        _bound(left, len(left) + len(right))


def _guard_multiply(left: Any, right: Any) -> None:
    if isinstance(left, float) or isinstance(right, float):
        return  # the result is no text, list or whole number
    if isinstance(left, int) and isinstance(right, int):
        _bound_bits(left.bit_length() + right.bit_length())
        return
    for parts, times in ((left, right), (right, left)):
        if hasattr(parts, "__len__") and isinstance(times, int):
            _bound(parts, len(parts) * times)


def _guard_power(left: Any, right: Any) -> None:
    if isinstance(left, int) and isinstance(right, int):
        _bound_bits(left.bit_length() * right)


def _guard_percent(left: Any, right: Any) -> None:
    if isinstance(left, str):
        _guard_pattern(left, right if isinstance(right, tuple) else (right,))


def _guard_pattern(pattern: str, values: tuple[Any, ...]) -> None:
    if _WIDE.search(pattern):
        raise SecurityError("it pads a text to more than 999 characters")
    longest = max((len(str(scalar(value))) for value in values), default=0)
    bound_text(len(pattern) + pattern.count("%") * (longest + 999))


GUARDS: Mapping[str, Callable[[Any, Any], None]] = {
    "+": _guard_add,
    "*": _guard_multiply,
    "**": _guard_power,
    "%": _guard_percent,
}


GROWING = ("*", "**")
"""Operators with which even numbers can become too large."""


def bounded_range(*limits: int) -> range:
    numbers = range(*limits)
    bound_items(len(numbers))
    return numbers


def bounded_counts(filter: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a filter to refuse whole-number arguments above `MAX_ITEMS`."""

    @wraps(filter)  # including the marks that tell Jinja what to pass to the filter
    def checked(*values: Any, **named: Any) -> Any:
        for value in (*values[1:], *named.values()):
            if isinstance(value, int) and abs(value) > MAX_ITEMS:
                raise SecurityError(f"it counts beyond {MAX_ITEMS:,}")
        return filter(*values, **named)

    return checked


def round_number(value: float, precision: int = 0, method: str = "common") -> float:
    """Jinja's `round`, the most frequent filter, with a bound on the precision."""
    if isinstance(precision, int) and abs(precision) > MAX_ITEMS:
        raise SecurityError(f"it counts beyond {MAX_ITEMS:,}")
    if method == "common":
        return round(value, precision)
    return do_round(value, precision, method)  # type: ignore[arg-type]  # which refuses others


def accepts_text(filter: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a filter of text to refuse lists."""
    context = "jinja_pass_arg" in vars(filter)  # then its first value is Jinja's own

    @wraps(filter)
    def checked(*values: Any, **named: Any) -> Any:
        scalar(values[context])
        return filter(*values, **named)

    return checked


def format_text(pattern: str, *values: Any, **named: Any) -> str:
    _guard_pattern(str(pattern), (*values, *named.values()))
    return do_format(pattern, *values, **named)


def strip_tags(text: str) -> str:
    if len(str(scalar(text))) > MAX_TAGGED:
        raise SecurityError(f"it strips tags from a text of more than {MAX_TAGGED:,} characters")
    return do_striptags(text)


@pass_eval_context
def replace_text(
    context: EvalContext, text: str, old: str, new: str, count: int | None = None
) -> str:
    bound_text(len(str(text)) + str(text).count(str(old)) * len(str(new)))
    return do_replace(context, text, old, new, count)


@pass_eval_context
def join_texts(
    context: EvalContext, values: Iterable[Any], d: str = "", attribute: str | int | None = None
) -> str:
    if attribute is not None:
        values = map(make_attrgetter(context.environment, attribute), values)
    parts = list(values)
    bound_text(sum(len(str(scalar(part))) + len(str(d)) for part in parts))
    return do_join(context, parts, d)  # type: ignore[no-any-return]


@pass_environment
def sum_up(
    environment: Any, values: Iterable[Any], attribute: str | int | None = None, start: Any = 0
) -> Any:
    if attribute is not None:
        values = map(make_attrgetter(environment, attribute), values)
    total = start
    for value in values:
        _guard_add(total, value)
        total = environment.meter.charge_for(total + value)
    return total
