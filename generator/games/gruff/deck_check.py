"""Deck check: the faults of a deck that a user has written in a file.

The file names a shepherd, three gruffs, and either all cards of the deck or those left out::

    shepherd: gran-thimble
    gruffs: [dingbucket, raggle, thricely]
    leave-out: [headlong-bonk, wrecking-pail, ...]       # or: cards: [...]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from generator.base.document import Document
from generator.base.errors import Fault, KitError, describe_value, did_you_mean
from generator.base.load_document import load_yaml
from generator.games.gruff.content import Content
from generator.games.gruff.rules.setup import TEAM

KEYS = ("shepherd", "gruffs", "cards", "leave-out")


def check_deck(path: Path, content: Content) -> list[Fault]:
    """Return the faults of the deck in a file.  Raises KitError if the file cannot be read."""
    document = load_yaml(path)
    if not isinstance(document.data, dict):
        message = f"a deck is named values, but this is {describe_value(document.data)}"
        raise KitError(message, place=document.place(), hint="see `shepherd`, `gruffs` and `cards`")
    return list(_Deck(document, content).faults())


class _Deck:
    """A deck file being checked."""

    def __init__(self, document: Document, content: Content) -> None:
        self.document, self.data, self.content = document, document.data, content

    def faults(self) -> Iterator[Fault]:
        for key in self.data:
            if key not in KEYS:
                hint = did_you_mean(key, KEYS)
                yield Fault(f'a deck has no "{key}"', self.document.place(key), hint=hint)
        shepherd = self.data.get("shepherd")
        known = self.content.shepherd_number
        yield from self.unknown([shepherd], known, "shepherd", "shepherd", "team")
        gruffs = self.ids("gruffs")
        yield from self.not_a_list("gruffs", "team")
        yield from self.unknown(
            self.listed("gruffs"), self.content.gruff_number, "gruff", "gruffs", "team"
        )
        yield from self.repeated(gruffs, "gruffs", "single-copy")
        if isinstance(self.data.get("gruffs", []), list) and len(self.listed("gruffs")) != TEAM:
            message = f"a team must have {TEAM} gruffs, not {len(self.listed('gruffs'))}"
            yield Fault(message, self.document.place("gruffs"), check="team")
        if ("cards" in self.data) == ("leave-out" in self.data):
            message = "a deck names either its cards or those left out"
            yield Fault(message, self.document.place(), hint='write "cards" or "leave-out"')
            return
        key = "cards" if "cards" in self.data else "leave-out"
        if not isinstance(self.data[key], list):
            yield from self.not_a_list(key, "deck-eight-each")
            return
        cards = self.ids(key)
        yield from self.unknown(
            self.listed(key), self.content.card_number, "card", key, "deck-eight-each"
        )
        yield from self.repeated(cards, key, "deck-no-repeat")
        yield from self.counts(key, cards, gruffs)
        if isinstance(shepherd, str) and shepherd in known:
            yield from self.ultimates(key, cards, gruffs, shepherd)

    def listed(self, key: str) -> list[Any]:
        """The values of a list, of any type; [] if there is no list."""
        value = self.data.get(key)
        return value if isinstance(value, list) else []

    def ids(self, key: str) -> list[str]:
        """The ids in a list; "" in the position of a value that is no id."""
        return [each if isinstance(each, str) else "" for each in self.listed(key)]

    def not_a_list(self, key: str, rule: str) -> Iterator[Fault]:
        value = self.data.get(key, [])
        if not isinstance(value, list):
            message = f'"{key}" must be a list, but this is {describe_value(value)}'
            hint = f"write {key}: [one, another]"
            yield Fault(message, self.document.place(key), hint=hint, check=rule)

    def unknown(
        self, ids: Iterable[Any], known: Iterable[str], what: str, key: str, rule: str
    ) -> Iterator[Fault]:
        for number, id in enumerate(ids):
            if isinstance(id, str) and id in known:
                continue
            if id is None:
                message = f"the {what} is missing"
            elif isinstance(id, str):
                message = f'there is no {what} "{id}"'
            else:
                message = f"a {what} must be an id, but this is {describe_value(id)}"
            hint = did_you_mean(id if isinstance(id, str) else "", known)
            yield Fault(message, self.document.place(key, number), hint=hint, check=rule)

    def repeated(self, ids: list[str], key: str, rule: str) -> Iterator[Fault]:
        for number, id in enumerate(ids):
            if id and id in ids[:number]:
                place = self.document.place(key, number)
                yield Fault(f'"{id}" appears twice', place, check=rule)

    def counts(self, key: str, cards: list[str], gruffs: list[str]) -> Iterator[Fault]:
        """`deck-eight-each`: the right number of cards of each pool of the team, and no others."""
        content, figures = self.content, self.content.figures
        wanted = figures.pool_in_deck if key == "cards" else figures.pool - figures.pool_in_deck
        pools = [content.gruff_number[id] for id in gruffs if id in content.gruff_number]
        numbers = [content.card_number[id] for id in cards if id in content.card_number]
        for gruff in dict.fromkeys(pools):
            found = sum(content.cards[number].pool == gruff for number in numbers)
            if found != wanted:
                does = "in the deck" if key == "cards" else "left out"
                id = content.gruffs[gruff].id
                message = f"{found} cards of {id} are {does} instead of {wanted}"
                yield Fault(message, self.document.place(key), check="deck-eight-each")
        if len(set(pools)) < TEAM:
            return  # without the whole team it is unknown which cards do not belong to it
        for index, id in enumerate(cards):
            if id in content.card_number:
                pool = content.cards[content.card_number[id]].pool
                if pool not in pools:
                    message = (
                        f'"{id}" is a card of {content.gruffs[pool].id}, which is not in the team'
                    )
                    yield Fault(message, self.document.place(key, index), check="deck-eight-each")

    def ultimates(
        self, key: str, cards: list[str], gruffs: list[str], shepherd: str
    ) -> Iterator[Fault]:
        """`deck-ultimates`: no more than the shepherd's Breaking Point."""
        content = self.content
        pools = {content.gruff_number[id] for id in gruffs if id in content.gruff_number}
        chosen = [card.id for card in content.cards if card.pool in pools and card.ultimate]
        ultimates = [id for id in chosen if (id in cards) == (key == "cards")]
        most = content.shepherds[content.shepherd_number[shepherd]].breaking_point
        if len(ultimates) > most:
            message = (
                f"{len(ultimates)} Ultimates ({', '.join(ultimates)}) are in the deck, "
                f"but at most {most} may be"
            )
            yield Fault(message, self.document.place(key), check="deck-ultimates")
