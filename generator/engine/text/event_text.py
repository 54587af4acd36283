"""Event text: what the sentences that describe events have in common, in any language.

A game keeps one table of sentences, by `kind` of event or `kind/rule`, with facts in braces:
``"{Seat} picks {grumble}."``. A fact whose name has a capital begins a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from generator.engine.events import Event
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


def added(parts: Sequence[tuple[int, str]], translator: Translator = UNTRANSLATED) -> str:
    """A sum as people say it: `[(6, ""), (3, "favour")]` is `6 + 3 for favour = 9`."""
    total = sum(number for number, _ in parts)
    terms = ""
    for number, reason in parts:
        term = translator.text(FOR, n=abs(number), reason=reason) if reason else str(abs(number))
        sign = "−" if number < 0 else "+"
        terms = f"{terms} {sign} {term}" if terms else f"{'−' if number < 0 else ''}{term}"
    return f"{terms} = {signed(total)}" if len(parts) > 1 else terms


FOR = "{n} for {reason}"
"""A number of a sum and what it is for."""


class Sentence(NamedTuple):
    """What a person reads of one event, or of several, and the rules behind them."""

    text: str
    rules: tuple[str, ...]


Wording: TypeAlias = str | Callable[[Mapping[str, Any]], str]
"""A sentence with facts in braces, or a function of the facts."""
Together: TypeAlias = Mapping[tuple[str, ...], Wording]
"""Sentences for events that follow each other, by their kinds, or `kind/rule` for one rule alone.

A sentence is filled in with the facts of all of these events, those of a later one last; or it is a
function of them.  An empty one says nothing, for events that go without saying.
"""


def either(test: Callable[[Mapping[str, Any]], object], one: str, other: str) -> Wording:
    """One of two sentences, as the facts are."""
    return lambda facts: (one if test(facts) else other).format_map(facts)


def narrate(
    events: Sequence[Event],
    together: Together,
    words: Callable[[Event], Mapping[str, Any]],
    describe: Callable[[Event], str],
    translator: Translator = UNTRANSLATED,
) -> Iterator[Sentence]:
    """The events as sentences: the longest run that `together` words, else one event described.

    `words` are an event's facts in the words of a sentence.
    """
    lengths = sorted({len(key) for key in together}, reverse=True)
    start = 0
    while start < len(events):
        for count in lengths:
            run = events[start : start + count]
            wording = _wording(together, run) if len(run) == count else None
            if wording is not None:
                break
        else:
            run, wording = events[start : start + 1], None
        if wording is None:
            text = describe(run[0])
        elif isinstance(wording, str):
            text = translator.text(wording, **_merged(run, words))
        else:
            text = wording(_merged(run, words))
        if text:
            yield Sentence(text, tuple(dict.fromkeys(event.rule for event in run)))
        start += len(run)


def _wording(together: Together, run: Sequence[Event]) -> Wording | None:
    """The wording of the first key that names each event of a run, by its kind, or kind and rule."""
    names = product(*((event.kind, f"{event.kind}/{event.rule}") for event in run))
    keys = [key for key in names if key in together]
    if len(keys) > 1:
        keys = [key for key in together if key in keys]
    return together[keys[0]] if keys else None


def _merged(events: Iterable[Event], words: Callable[[Event], Mapping[str, Any]]) -> dict[str, Any]:
    return {name: word for event in events for name, word in words(event).items()}
