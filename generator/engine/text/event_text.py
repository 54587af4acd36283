"""Event text: sentences for events, in any language.

A game keeps one table of sentences, by `kind` of event or `kind/rule`, with facts in braces:
``"{Seat} picks {grumble}."``.  A fact whose name is capitalized begins a sentence.  `kind?fact` is the
sentence where the event has that fact, and it is true and not empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple, TypeAlias, TypeVar

from generator.base.errors import KitError, did_you_mean
from generator.engine.events import Event
from generator.kit.words import UNTRANSLATED, Message, Translator, fill_in

AND, COMMA = "{first} and {last}", "{first}, {next}"
LIST_MESSAGES = (Message(AND), Message(COMMA))
"""The messages of `listed` that are translated."""


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


def uncapitalized(text: str) -> str:
    """A text whose first letter is small, to go on with inside a sentence."""
    return text[:1].lower() + text[1:]


def with_capitals(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts, and each once more, capitalized, under its capitalized name."""
    return {**facts, **{capitalized(name): capitalized(value) for name, value in facts.items()}}


def added(parts: Sequence[tuple[int, str]], translator: Translator = UNTRANSLATED) -> str:
    """A sum in words: `[(6, ""), (3, "favour")]` is `6 + 3 for favour = 9`."""
    total = sum(number for number, _ in parts)
    terms = ""
    for number, reason in parts:
        term = translator.text(FOR, n=abs(number), reason=reason) if reason else str(abs(number))
        sign = "−" if number < 0 else "+"
        terms = f"{terms} {sign} {term}" if terms else f"{'−' if number < 0 else ''}{term}"
    return f"{terms} = {signed(total)}" if len(parts) > 1 else terms


FOR = "{n} for {reason}"
"""A number of a sum, and its reason."""


class Sentence(NamedTuple):
    """The text for one or several events, and the rules behind them."""

    text: str
    rules: tuple[str, ...]


Wording: TypeAlias = str | Callable[[Mapping[str, Any]], str]
"""A sentence with facts in braces, or a function of the facts."""
Together: TypeAlias = Mapping[tuple[str, ...], str | Callable[[Mapping[str, Any]], str | None]]
"""Sentences for consecutive events, by their kinds, or `kind/rule` for one rule only.

A sentence is filled in with the facts of all these events, and later events override earlier ones;
or it is a function of the facts, which returns None if these events do not belong together.  An
empty sentence leaves the events out.
"""


def wording_of(sentences: Mapping[str, Wording], event: Event, words: Mapping[str, Any]) -> Wording:
    """The entry of a table of sentences for an event with these facts."""
    by_rule = f"{event.kind}/{event.rule}"
    name = by_rule if by_rule in sentences else event.kind
    with_facts = (f"{name}?{fact}" for fact, word in words.items() if word)
    name = next((key for key in with_facts if key in sentences), name)
    if name not in sentences:
        message = f'there is no sentence for the event "{by_rule}"'
        raise KitError(message, hint=did_you_mean(name, sentences))
    return sentences[name]


class Series(NamedTuple):
    """A sentence for two or more events of one kind in a row, or runs of events reported together.

    They follow a first one, agree with it in the facts `same`, and are of its kind or of one of the
    kinds `then`.  The sentence has the facts of all, their `count`, and the `item` of each: `items`
    lists all of them, `before` all but the last.
    """

    text: Wording
    item: str
    same: tuple[str, ...] = ("seat",)
    then: tuple[tuple[str, ...], ...] = ()


SeriesTable: TypeAlias = Mapping[tuple[str, ...], Series]
"""Series by the kinds of their first events, named as in `Together`."""


@dataclass(frozen=True)
class Narrator:
    """Narrator of a game: its sentences for several events, for single ones, and its words."""

    together: Together
    series: SeriesTable
    words: Callable[[Event], Mapping[str, Any]]
    """Function that returns an event's facts in the words of a sentence."""
    describe: Callable[[Event], str]
    translator: Translator = UNTRANSLATED

    def tell(self, moves: Sequence[Sequence[Event]]) -> list[tuple[Sentence, ...]]:
        """Return the sentences for each move; a series is reported with its first move.

        Within a move, the longest run of events in `together` becomes one sentence, otherwise a
        single event.
        """
        told: list[list[Sentence]] = [[] for _ in moves]
        units = [(number, *unit) for number, move in enumerate(moves) for unit in self._units(move)]
        runs, start = [run for _, run, _ in units], 0
        while start < len(units):
            number, _, text = units[start]
            length, series = self._series(runs, start)
            events = [event for run in runs[start : start + length] for event in run]
            told[number].append(
                Sentence(series or text, tuple(dict.fromkeys(event.rule for event in events)))
            )
            start += length
        return [tuple(sentences) for sentences in told]

    def _units(self, events: Sequence[Event]) -> Iterator[tuple[Sequence[Event], str]]:
        """Yield the runs of events that one sentence reports, each with its sentence, if it has one."""
        lengths = sorted({len(key) for key in self.together}, reverse=True)
        start = 0
        while start < len(events):
            runs = (events[start : start + n] for n in lengths if start + n <= len(events))
            found = ((run, self._together(run)) for run in runs)
            single = (events[start : start + 1], None)
            run, text = next((each for each in found if each[1] is not None), single)
            if text is None:
                text = self.describe(run[0])
            if text:
                yield run, text
            start += len(run)

    def _together(self, run: Sequence[Event]) -> str | None:
        """The sentence for a run of events; None if they have none together."""
        wording = _wording(self.together, run)
        if wording is None or isinstance(wording, str):
            return wording and self._worded(wording, self._merged(run))
        return wording(self._merged(run))

    def _series(self, runs: Sequence[Sequence[Event]], start: int) -> tuple[int, str]:
        """The number of runs from `start` in one series, and its sentence; 1 and "" if there is none."""
        series = _wording(self.series, runs[start])
        if series is None:
            return 1, ""
        facts = [self._merged(runs[start])]
        for at in range(start + 1, len(runs)):
            run = runs[at]
            likewise = _wording(dict.fromkeys(series.then, series) or self.series, run)
            more = self._merged(run)
            if likewise is not series or any(
                more.get(each) != facts[0].get(each) for each in series.same
            ):
                break
            facts.append(more)
        if len(facts) == 1:
            return 1, ""
        items = [fill_in(series.item, each) for each in facts]
        merged = {name: word for each in facts for name, word in each.items()}
        merged |= with_capitals(
            {
                "count": len(items),
                "items": listed(items, self.translator),
                "before": listed(items[:-1], self.translator),
            }
        )
        return len(facts), self._worded(series.text, merged)

    def _worded(self, wording: Wording, facts: Mapping[str, Any]) -> str:
        if isinstance(wording, str):
            return self.translator.text(wording, **facts)
        return wording(facts)

    def _merged(self, events: Iterable[Event]) -> dict[str, Any]:
        return {name: word for event in events for name, word in self.words(event).items()}


Told = TypeVar("Told")


def _wording(table: Mapping[tuple[str, ...], Told], run: Sequence[Event]) -> Told | None:
    """The entry of a table whose key names each event of a run; None if there is none."""
    names = product(*((event.kind, f"{event.kind}/{event.rule}") for event in run))
    keys = [key for key in names if key in table]
    if len(keys) > 1:
        keys = [key for key in table if key in keys]
    return table[keys[0]] if keys else None
