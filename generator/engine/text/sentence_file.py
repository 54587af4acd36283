"""Sentence file: how a game words its moves, prompts and events, as data beside its code.

A sentence has facts in braces: ``"{Seat} picks {grumble}."``.  The few that need a function of the facts
are added to these tables in the game's code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.base.document import Document
from generator.base.errors import Fault, KitError, Place, did_you_mean, raise_faults
from generator.base.load_document import load_yaml
from generator.engine.events import Event
from generator.engine.pending import Decision
from generator.engine.text.event_text import Series, SeriesTable, Together, capitalized
from generator.kit.words import FACT, UNTRANSLATED, Message, Translator, fill_in

if TYPE_CHECKING:
    from generator.engine.game import Game
    from generator.engine.state import State

FILE = "sentences.yaml"


class PlacedSentence(str):
    """A sentence of a file, with its place there."""

    place: Place

    @classmethod
    def at(cls, text: str, place: Place) -> PlacedSentence:
        """The sentence that is written at a place."""
        made = cls(text)
        made.place = place
        return made


class SentenceTables(NamedTuple):
    """The tables of a file; a key that stands for several events has ` + ` between them."""

    moves: Mapping[str, PlacedSentence]
    """Moves as orders, by the game's own names."""
    prompts: Mapping[str, PlacedSentence]
    """What a seat is asked, by the step of the decision."""
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

    def with_prompts(self, decisions: Mapping[str, Decision]) -> Mapping[str, Decision]:
        """The decisions of a game with their prompts.  Raises KitError for a prompt of no decision."""
        for name, prompt in self.prompts.items():
            if name not in decisions:
                hint = did_you_mean(name, decisions)
                raise KitError(f'no decision "{name}"', place=prompt.place, hint=hint)
        return {
            name: replace(each, prompt=self.prompts.get(name, each.prompt))
            for name, each in decisions.items()
        }

    def order(
        self, kind: str, facts: Mapping[str, Any], translator: Translator = UNTRANSLATED
    ) -> PlacedSentence:
        """A move as an order; a fact that the move lacks stays in its braces, for the check to find.

        Raises KitError for a kind of move without a sentence.
        """
        if kind not in self.moves:
            message = f'{FILE} has no sentence for the move "{kind}"'
            raise KitError(message, hint=did_you_mean(kind, self.moves))
        order = self.moves[kind]
        text = fill_in(translator.find(order), dict(facts))
        return PlacedSentence.at(capitalized(text), order.place)


def load_sentences(module: str) -> SentenceTables:
    """The sentences in the file beside a module, given as its `__file__`.  Raises KitError."""
    document = load_yaml(Path(module).with_name(FILE))
    raise_faults([*_faults(document)])
    moves, prompts, events, together = (
        {
            key: PlacedSentence.at(text, document.place(name, key))
            for key, text in (document.data.get(name) or {}).items()
        }
        for name in ("moves", "prompts", "events", "together")
    )
    series = document.data.get("series") or {}
    return SentenceTables(
        moves,
        prompts,
        events,
        {_run(key): text for key, text in together.items()},
        {_run(key): _series(document.place("series", key), **each) for key, each in series.items()},
    )


def unfilled(game: Game[Any], events: Sequence[Event]) -> Iterator[Fault]:
    """Faults of the sentences of a file for the events of one move, which name facts that none has."""
    known = {name for event in events for name in game.event_words(event)}
    told = " ".join(sentence.text for sentence in game.narrate(events))
    series = (text for each in game.series.values() for text in (each.text, each.item))
    texts = [*game.sentences.values(), *game.together.values(), *series]
    for name in dict.fromkeys(FACT.findall(told)):
        for text in texts:
            if isinstance(text, PlacedSentence) and name in FACT.findall(text):
                message = f'no event of this sentence has the fact "{name}"'
                yield Fault(message, text.place, hint=did_you_mean(name, known))


def unfilled_orders(state: State[Any], seen: set[tuple[str, ...]]) -> Iterator[Fault]:
    """Faults of the sentences of the legal moves, which name facts that no move of this kind has.

    `seen` has what was looked at: the step and the first two words of moves.
    """
    for move in state.legal_moves():
        kind = (state.pending[-1].name, *str(move).split()[:2])
        if kind in seen:
            continue
        seen.add(kind)
        order = state.game.move_sentence(state, move)
        place = order.place if isinstance(order, PlacedSentence) else None
        for name in FACT.findall(order) if place else ():
            yield Fault(f'no move of this sentence has the fact "{name}"', place)


def _faults(document: Document) -> Iterator[Fault]:
    """Faults of a file; no schema finds them, since whoever plays would wait for its library."""
    if not isinstance(document.data, dict):
        yield Fault("must be a mapping of tables", document.place())
        return
    for name, table in document.data.items():
        if name not in SentenceTables._fields:
            hint = did_you_mean(name, SentenceTables._fields)
            yield Fault(f'no table "{name}"', document.place(name), hint=hint)
            continue
        if not isinstance(table, dict | None):
            yield Fault(f'the table "{name}" must be a mapping', document.place(name))
            continue
        for key, wording in (table or {}).items():
            if name == "series":
                if not _is_series(wording):
                    message = (
                        "a series has a text, and perhaps a text as item and lists as same and then"
                    )
                    yield Fault(message, document.place(name, key))
                    continue
            elif not isinstance(wording, str):
                yield Fault(f'the sentence of "{key}" must be text', document.place(name, key))
                continue
            elif name == "moves" and not wording.strip():
                yield Fault(f'the order of "{key}" is empty', document.place(name, key))
            texts = wording.values() if name == "series" else [wording]
            if any("{" in rest or "}" in rest for rest in map(_without_facts, texts)):
                message = f'a brace in the sentence of "{key}" is not that of a fact'
                hint = "a fact is a name alone in braces: {seat}"
                yield Fault(message, document.place(name, key), hint=hint)


def _without_facts(text: object) -> str:
    return FACT.sub("", text) if isinstance(text, str) else ""


def _is_series(entry: object) -> bool:
    if not isinstance(entry, dict) or not {"text"} <= {*entry} <= {*Series._fields}:
        return False
    lists = entry.get("same", []), entry.get("then", [])
    if not all(isinstance(each, list) for each in lists):
        return False
    texts = [entry["text"], entry.get("item", ""), *lists[0], *lists[1]]
    return all(isinstance(each, str) for each in texts)


def _series(
    place: Place, text: str, item: str = "", same: Any = ("seat",), then: Any = ()
) -> Series:
    item = PlacedSentence.at(item, place)
    return Series(PlacedSentence.at(text, place), item, tuple(same), tuple(map(_run, then)))


def _run(key: str) -> tuple[str, ...]:
    return tuple(key.split(" + "))
