"""Event text: what the sentences that describe events have in common, in any language.

A game keeps one table of sentences, by the kind of event or its rule, with facts in braces:
``"{Seat} picks {grumble}."``. A fact whose name has a capital begins a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from generator.kit.words import UNTRANSLATED, Message, Translator

AND, COMMA = "{first} and {last}", "{first}, {next}"
LIST_MESSAGES = (Message(AND), Message(COMMA))
"""The messages that `listed` translates."""


def listed(items: Iterable[str], translator: Translator = UNTRANSLATED) -> str:
    """The items as one phrase: `a, b and c`; empty for none."""
    *others, last = [*items] or [""]
    if not others:
        return last
    phrase = others[0]
    for item in others[1:]:
        phrase = translator.text(COMMA, first=phrase, next=item)
    return translator.text(AND, first=phrase, last=last)


def signed(number: int) -> str:
    """A number with a real minus sign, not a hyphen."""
    return f"−{-number}" if number < 0 else str(number)


def capitalized(value: object) -> str:
    """A value as text whose first letter is a capital."""
    text = str(value)
    return text[:1].upper() + text[1:]


def with_capitals(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts, and each once more, capitalized, under its capitalized name."""
    return {**facts, **{capitalized(name): capitalized(value) for name, value in facts.items()}}
