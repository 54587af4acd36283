"""Events: records of what happens in a game, each citing the rule behind it.

Transcripts, logs, statistics, the coverage of the rules and the captions in the rulebook are all
derived from events.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

JsonValue: TypeAlias = (
    "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
)
"""What a JSON file can hold."""


class Event(NamedTuple):
    """One thing that happened, with its rule.  Events and their facts are immutable."""

    kind: str
    """One word: `step`, `capture`, `refill`."""
    rule: str
    """Slug of the rule or ruling, as in the kit's `rules.yaml`."""
    seat: int | None
    """The seat that caused it, counted from 0; None if no seat did."""
    facts: Mapping[str, JsonValue]
    """Details by name: which piece, from where, to where.

    An effect that moves pieces lists them under `moved`, as (piece, from, to).
    """
    only: int | None = None
    """The only seat that may see it, such as a card it drew; None for a public event."""

    def as_data(self) -> dict[str, JsonValue]:
        """The event as plain data, in which seats are counted from 1."""
        data: dict[str, JsonValue] = {"event": self.kind, "rule": self.rule}
        if self.seat is not None:
            data["seat"] = self.seat + 1
        if self.only is not None:
            data["only"] = self.only + 1
        data.update(self.facts)
        return data


def new_event(
    kind: str, rule: str, seat: int | None, facts: Mapping[str, JsonValue], only: int | None = None
) -> Event:
    """As `Event(...)`, but in half the time."""
    return tuple.__new__(Event, (kind, rule, seat, facts, only))


@lru_cache(maxsize=1 << 14, typed=True)
def shared_event(kind: str, rule: str, seat: int | None, **facts: Any) -> Event:
    """An event that is made once and shared by all games; its facts are hashable.

    For what happens again and again, so that long games make and keep fewer objects.
    """
    return Event(kind, rule, seat, facts)


def event_maker(kind: str, *names: str, secret: bool = False) -> Callable[..., Event]:
    """A function that makes the events of a kind from rule, seat and the values of the named facts.

    If they are secret, only the seat that causes one may see it.

    Its events are shared, too, and found in a third of the time.  Values that are equal count as the
    same, so a fact must not be a number in one event and yes or no in another.
    """

    @lru_cache(maxsize=1 << 12)
    def make(rule: str, seat: int | None, *values: Any) -> Event:
        facts = dict(zip(names, values, strict=True))
        return Event(kind, rule, seat, facts, seat if secret else None)

    return make


def list_event_maker(kind: str, name: str, *, secret: bool = False) -> Callable[..., Event]:
    """The same for events whose only fact is a list: from rule, seat and the values in the list."""

    @lru_cache(maxsize=1 << 12)
    def make(rule: str, seat: int | None, *values: Any) -> Event:
        return Event(kind, rule, seat, {name: [*values]}, seat if secret else None)

    return make
