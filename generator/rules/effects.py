"""Turns the events of a game into the printed things that had an effect in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.rules.events import Event, Plain
from generator.rules.expectations import unlike


class Effects:
    """What each printed thing promises to happen in play (`Game.shows`), indexed by kind of event."""

    def __init__(self, shows: Mapping[str, Mapping[str, Plain]]) -> None:
        self.shows = shows
        self._of_kind: dict[str, list[tuple[str, Mapping[str, Plain]]]] = {}

    def of(self, event: Event) -> Iterator[str]:
        """The printed things of which this event is the effect."""
        kind = event.kind
        if kind not in self._of_kind:
            self._of_kind[kind] = [
                (item, promised)
                for item, promised in self.shows.items()
                if promised.get("event", kind) == kind
            ]
        if self._of_kind[kind]:
            data = event.as_data()
            for item, promised in self._of_kind[kind]:
                if _keeps(data, promised):
                    yield item


def _keeps(data: Mapping[str, Plain], promised: Mapping[str, Plain]) -> bool:
    """Whether an event is as promised.

    Most are not, and `unlike` takes its time to say why; so it is asked only where it could find
    likeness in things that are not equal.
    """
    for name, value in promised.items():
        found = data.get(name)
        if found != value:
            if not isinstance(value, (Mapping, list)):
                return False
            if any(unlike(value, found)):
                return False
    return True
