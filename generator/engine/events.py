"""Turns each thing that happens in a game into one record that cites the rule behind it.

Everything that is told about a game is told from its events: transcripts, logs, statistics, the
coverage of the rules and the captions in the rulebook.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

JsonValue: TypeAlias = (
    "bool | int | float | str | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
)
"""What a JSON file can hold."""


class Event(NamedTuple):
    """What happened, to what, and under which rule.  An event and its facts are never changed."""

    kind: str
    """What happened, in one word: `step`, `capture`, `refill`."""
    rule: str
    """Slug of the rule or ruling, as in the kit's `rules.yaml`."""
    seat: int | None
    """Whose doing it was, counted from 0; None: nobody's."""
    facts: Mapping[str, JsonValue]
    """The rest, by name: which piece, from where, to where.

    An effect that moves pieces says so under `moved`, as a list of (piece, from, to).
    """
    only: int | None = None
    """The one seat that may know of it (the card she drew); None: everybody."""

    def as_data(self) -> dict[str, JsonValue]:
        """The same as plain data; seats are counted from 1 there, as people do."""
        data: dict[str, JsonValue] = {"event": self.kind, "rule": self.rule}
        if self.seat is not None:
            data["seat"] = self.seat + 1
        if self.only is not None:
            data["only"] = self.only + 1
        data.update(self.facts)
        return data
