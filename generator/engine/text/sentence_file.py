"""Sentence file: how a game words its moves and events, as data beside its code.

A sentence has facts in braces: ``"{Seat} picks {grumble}."``.  The few that need a function of the facts
are added to these tables in the game's code.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import Field
from pydantic import Strict as StrictMode

from generator.base.load_document import load_form
from generator.base.schema import ONE_OR_MORE, ClosedModel
from generator.engine.text.event_text import Series, SeriesTable, Together
from generator.kit.words import Message

FILE = "sentences.yaml"


class SentenceTables(NamedTuple):
    """The tables of a file; a key that stands for several events has ` + ` between them."""

    moves: Mapping[str, str]
    """Moves as orders, by the game's own names."""
    events: Mapping[str, str]
    """Events by kind, or `kind/rule`."""
    together: Together
    series: SeriesTable

    @property
    def messages(self) -> list[Message]:
        """All sentences, for a game that translates them."""
        texts = [*self.events.values(), *self.together.values(), *self.moves.values()]
        return [
            Message(str(each)) for each in (*texts, *(each.text for each in self.series.values()))
        ]


class SeriesEntry(ClosedModel):
    """An entry under `series`: a sentence for several events of a kind, see `Series`."""

    text: str
    item: str = ""
    same: Annotated[tuple[str, ...], ONE_OR_MORE, StrictMode(False)] = ("seat",)
    then: Annotated[tuple[str, ...], ONE_OR_MORE, StrictMode(False)] = ()


class SentenceFile(ClosedModel):
    """The content of a file."""

    moves: dict[str, str] = Field(default={})
    events: dict[str, str] = Field(default={})
    together: dict[str, str] = Field(default={})
    series: dict[str, SeriesEntry] = Field(default={})


def load_sentences(module: str) -> SentenceTables:
    """The sentences in the file beside a module, given as its `__file__`.  Raises KitError."""
    file = load_form([Path(module).parent], FILE, SentenceFile)
    return SentenceTables(
        file.moves,
        file.events,
        {_run(key): text for key, text in file.together.items()},
        {
            _run(key): Series(each.text, each.item, each.same, tuple(map(_run, each.then)))
            for key, each in file.series.items()
        },
    )


def _run(key: str) -> tuple[str, ...]:
    return tuple(key.split(" + "))
