"""Sums of a nanDECK script: numbers, shares of the card, and what is in braces."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

_TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?|\.\d+)(%?)|\s*([-+*/\\()])")
DEEPEST = 30


def number(words: str, whole: float = 100.0) -> float | None:
    """A sum such as `50%-3/2`, `whole` being 100 %; None if it is none."""
    tokens: list[str | float] = []
    at = 0
    words = words.strip()
    while at < len(words):
        match = _TOKEN.match(words, at)
        if match is None:
            return None
        if match[1]:
            tokens.append(float(match[1]) * (whole / 100 if match[2] else 1))
        else:
            tokens.append(match[3])
        at = match.end()
    reader = _Reader(tokens)
    try:
        value = reader.sum(0)
    except (ValueError, ZeroDivisionError, IndexError):
        return None
    return value if reader.at == len(tokens) and math.isfinite(value) else None


class _Reader:
    """A reader of tokens, by the usual order of operations."""

    def __init__(self, tokens: list[str | float]) -> None:
        """Begin with the first."""
        self.tokens = tokens
        self.at = 0

    def _next(self) -> str | float | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def sum(self, depth: int) -> float:
        """Products, added."""
        value = self._product(depth)
        while (sign := self._next()) in ("+", "-"):
            self.at += 1
            other = self._product(depth)
            value = value + other if sign == "+" else value - other
        return value

    def _product(self, depth: int) -> float:
        value = self._one(depth)
        while (sign := self._next()) in ("*", "/", "\\"):
            self.at += 1
            other = self._one(depth)
            value = (
                value * other if sign == "*" else value / other if sign == "/" else value // other
            )
        return value

    def _one(self, depth: int) -> float:
        token = self._next()
        self.at += 1
        if depth > DEEPEST or token is None:
            raise ValueError
        if isinstance(token, float):
            return token
        if token in ("-", "+"):
            return self._one(depth + 1) * (-1 if token == "-" else 1)
        if token == "(":
            value = self.sum(depth + 1)
            if self._next() != ")":
                raise ValueError
            self.at += 1
            return value
        raise ValueError


def shown(value: float) -> str:
    """A number as a script would write it."""
    return f"{round(value, 6):g}" if abs(value) < 1e6 else str(int(value))


def braces(words: str, inner: Callable[[str], str | None]) -> str:
    """Words with what stands in braces replaced, from the inside out; what is not known stays."""
    for _ in range(DEEPEST):
        match = re.search(r"\{([^{}]*)\}", words)
        if match is None:
            return words
        found = inner(match[1])
        if found is None:
            return words
        words = words[: match.start()] + found + words[match.end() :]
    return words
