"""Arithmetic of a nanDECK script: numbers, percentages of the card, and expressions in braces."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Mapping
from operator import add, floordiv, mul, sub, truediv

MAX_DEPTH = 30
MAX_ITEM_LETTERS = 5_000
"""Most characters of an item of a label."""
MAX_PARTS = 100
"""Most parts that are joined to one."""
_MAX_LETTERS = 300
"""Most characters of an expression."""
_SUM = re.compile(r"(?!.*(?:\*\*|//))[\d.%\s()+*/\\-]+")
_NUMBER = re.compile(r"(\d+(?:\.\d+)?|\.\d+)(%?)")
_OPERATORS: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: add,
    ast.Sub: sub,
    ast.Mult: mul,
    ast.Div: truediv,
    ast.FloorDiv: floordiv,
}


def number(words: str, whole: float = 100.0) -> float | None:
    """Evaluate an expression such as `50%-3/2`; `whole` is 100 %.  None if it is invalid."""
    if len(words) > _MAX_LETTERS or not _SUM.fullmatch(words):
        return None

    def stated(found: re.Match[str]) -> str:
        return f" {float(found[1]) * (whole / 100 if found[2] else 1)!r} "

    plain = _NUMBER.sub(stated, words).replace("\\", "//")
    try:
        value = _value(ast.parse(" ".join(plain.split()), mode="eval").body)
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError, RecursionError, MemoryError):
        return None
    return value if math.isfinite(value) else None


def _value(node: ast.expr) -> float:
    """Evaluate the syntax tree of an expression.  Raises ValueError for anything but arithmetic."""
    match node:
        case ast.Constant(value=float() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return -_value(inner)
        case ast.UnaryOp(op=ast.UAdd(), operand=inner):
            return _value(inner)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _OPERATORS:
            return _OPERATORS[type(operator)](_value(left), _value(right))
    raise ValueError


def format_number(value: float) -> str:
    """A number in the notation of a script."""
    return f"{round(value, 6):g}" if abs(value) < 1e6 else str(int(value))


def expand_braces(words: str, inner: Callable[[str], str | None]) -> str:
    """Replace expressions in braces by `inner`, from the inside out, until it returns None."""
    for _ in range(MAX_DEPTH):
        match = re.search(r"\{([^{}]*)\}", words)
        if match is None:
            return words
        found = inner(match[1])
        if found is None:
            return words
        words = words[: match.start()] + found + words[match.end() :]
    return words
