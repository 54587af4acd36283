"""Turns plain values into the words that messages call them by."""

from __future__ import annotations

LONGEST = 60
"""Longer texts are cut when a message repeats them."""


def short(text: object, longest: int = LONGEST) -> str:
    """A text, cut if it is too long to be repeated whole."""
    words = str(text)
    return words if len(words) <= longest else words[: longest - 3] + "..."


def what_is(value: object) -> str:
    """A plain value with its kind: `the text "many"`, `the number 3`, `a list`."""
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return f"the number {short(value)}"
    if isinstance(value, str):
        return f'the text "{short(value)}"'
    return "a list" if isinstance(value, (list, tuple)) else "named values"
