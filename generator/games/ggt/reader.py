"""Turns values of a position that name players, spaces, limbs or cards into their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from generator.engine.fields.reader import PositionReader
from generator.engine.game import Locator
from generator.engine.rng import Rng
from generator.games.ggt.content import MatchConfig

if TYPE_CHECKING:
    from generator.games.ggt.game import Ggt


class Reader(PositionReader):
    """A position being read; every value that is wrong becomes a fault at its place."""

    config: MatchConfig
    """Known once the map and the number of players have been read."""
    filling: Rng
    """For what is not said; not the state's own."""

    def __init__(self, game: Ggt, data: Mapping[str, Any], where: Locator) -> None:
        super().__init__(data, where)
        self.game = game
        self.box = game.box

    def seats(self, *path: str) -> dict[int, Any]:
        """What stands under the names of players, by their seats."""
        given = self.mapping(*path)
        people = self.config.people
        known = self.known(given, people, "player", *path)
        return {people.index(name): given[name] for name in known}

    def named(self, value: Any, *path: str) -> list[int]:
        """The seats that a list names."""
        words = [str(word) for word in value] if isinstance(value, (list, tuple)) else []
        if value is not None and not isinstance(value, (list, tuple)):
            self.fault(f'"{path[-1]}" must be a list of players', *path)
        people = self.config.people
        return [people.index(name) for name in self.known(words, people, "player", *path)]

    def counts(self, key: str) -> dict[int, int]:
        people = self.config.people
        return {
            seat: self.as_count(value, key, people[seat]) for seat, value in self.seats(key).items()
        }

    def one_of(self, value: Any, numbers: Mapping[str, int], what: str, *path: str) -> int | None:
        """The number of one known thing; None, with a fault, for another."""
        if value in numbers:
            return numbers[value]
        self.unknown(what, str(value), numbers, *path)
        return None

    def flag(self, key: str) -> bool:
        value = self.data.get(key, False)
        if not isinstance(value, bool):
            self.fault(f'"{key}" must be true or false', key)
            return False
        return value

    def cell(self, value: Any, *path: str) -> int:
        number = self.one_of(str(value), self.config.board.number, "space", *path)
        return 0 if number is None else number

    def limb_set(self, key: str) -> int:
        known = self.known(self.words(key), self.box.limb_number, "limb", key)
        return sum(1 << self.box.limb_number[id] for id in known)

    def cards(self, value: Any, *path: str) -> list[int]:
        """A list of cards."""
        signs = self.known(self.as_words(value, *path), self.box.card_number, "card", *path)
        return [self.box.card_number[sign] for sign in signs]
