"""Numbers of a scripted game: values of expressions and counters, within their bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.base.errors import KitError, Place, short
from generator.engine.scripted.script.schema import Counter
from generator.kit.expressions.evaluate import Expression
from generator.kit.tables.records import Tables

MAX_NUMBER = 1_000_000
"""Greatest whole number that an expression may give."""


def whole(formula: Expression, variables: Mapping[str, Any]) -> int:
    """The value of an expression: a whole number from -MAX_NUMBER to MAX_NUMBER.  Raises KitError."""
    value = formula(variables)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > MAX_NUMBER:
        raise wrong_value(formula, value, f"a whole number up to {MAX_NUMBER:,}")
    return value


def stated(source: str, tables: Tables, place: Place) -> int:
    """The whole number that a file states, or takes from tables: `figures.rounds`.  Raises KitError."""
    return whole(Expression(source, tables, place), tables)


def real(formula: Expression, variables: Mapping[str, Any]) -> float:
    """The value of an expression, which must be a number.  Raises KitError."""
    value = formula(variables)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < 1e9:
        raise wrong_value(formula, value, "a number below 1,000,000,000")
    return value


def wrong_value(formula: Expression, value: object, wanted: str) -> KitError:
    """The error for an expression whose value is not what is wanted there."""
    message = f"the expression `{formula.source}` gives {short(value)}, not {wanted}"
    return KitError(message, place=formula.place, check="expression-value")


def within(counter: Counter, number: int) -> int:
    """The nearest number within the limits of a counter."""
    number = number if counter.low is None else max(number, int(counter.low))
    return number if counter.high is None else min(number, int(counter.high))


def number_in(
    position: Mapping[str, Any], name: str, counter: Counter, seat: int | None, row: str | None
) -> int:
    """The number of a counter: of a seat, unless all share it, and of a row, if it is on a table."""
    held = position[name] if seat is None else position[name][seat]
    number: int = held if row is None else held.get(row, counter.usual)
    return number


def put_number(
    position: dict[str, Any],
    name: str,
    counter: Counter,
    seat: int | None,
    row: str | None,
    number: int,
) -> None:
    """Change a number of a counter; on a table, only those are kept that differ from the start."""
    if row is not None:
        held = position[name] if seat is None else position[name][seat]
        held[row] = number
        if number == counter.usual:
            del held[row]
    elif seat is None:
        position[name] = number
    else:
        position[name][seat] = number
