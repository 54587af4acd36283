"""Turns the plain data of a position into checked values, and gathers every fault on the way.

What each game's `load` has in common.  A loader extends `PositionReader`, reads what it needs by
name, and calls `stop_at_faults` before it goes on to what only makes sense of sound values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from generator.base.errors import Fault, KitError, did_you_mean
from generator.engine.game import Game, Locator
from generator.engine.options import Value
from generator.engine.outcome import PositionFault
from generator.engine.pending import Stack, Step


class PositionReader:
    """One position on its way from data to a state; `where` knows the line of every value."""

    def __init__(self, data: Mapping[str, Any], where: Locator) -> None:
        self.data, self.where = data, where
        self.faults: list[Fault] = []

    # Faults

    def fault(self, message: str, *path: str | int, hint: str = "", check: str = "") -> None:
        self.faults.append(Fault(message, self.where(*path), hint=hint, check=check))

    def unknown(self, what: str, name: str, known: Iterable[str], *path: str | int) -> None:
        self.fault(f'there is no {what} "{name}"', *path, hint=did_you_mean(name, known))

    def stop_at_faults(self) -> None:
        """Raises KitError with all faults found so far, if there are any."""
        if self.faults:
            raise KitError(self.faults)

    def stop_at_broken(self, found: Iterable[PositionFault]) -> None:
        """Raises KitError with all checks that the position fails, if there are any."""
        for check, path, says in found:
            self.fault(says, *path, check=check)
        self.stop_at_faults()

    # The position as a whole

    def only_keys(self, keys: Iterable[str]) -> None:
        """A fault for everything in the position that is none of these."""
        known = tuple(keys)
        for key in self.data:
            if key not in known:
                self.fault(f'a position has no "{key}"', key, hint=did_you_mean(str(key), known))

    def options(self, game: Game[Any]) -> dict[str, Value]:
        """Every option with its value.  Raises KitError at once, since all else depends on them."""
        try:
            return game.read_options(self.mapping("options"))
        except KitError as error:
            raise error.within(place=self.where("options")) from None

    def steps(self, words: Iterable[str], read: Callable[[str], Step | None]) -> list[Step]:
        """The steps that wait (`pending`), in the order in which they are written.

        `read` gives the step with some text, or None for a text that is no step.
        """
        found = []
        for number, text in enumerate(words):
            step = read(text)
            if step is None:
                self.fault(f'"{text}" is no step of this game', "pending", number)
            else:
                found.append(step)
        return found

    def decision(self, stack: Stack) -> None:
        """A fault if the first thing that waits is nobody's decision."""
        if stack and stack[-1].seat is None:
            says = f'"{stack[-1].name}" is nobody\'s decision'
            self.fault(says, "pending", hint="begin with a step that a player decides")

    # Values by their path; what is missing is empty, or has a default

    def at(self, *path: str) -> Any:
        value: Any = self.data
        for key in path:
            value = value.get(key) if isinstance(value, Mapping) else None
        return value

    def mapping(self, *path: str) -> dict[str, Any]:
        value = self.at(*path)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            self.fault(f'"{path[-1]}" must be a mapping', *path)
            return {}
        return dict(value)

    def words(self, *path: str) -> list[str]:
        return self.as_words(self.at(*path), *path)

    def number(self, key: str, default: int) -> int:
        value = self.at(key)
        return default if value is None else self.as_count(value, key)

    def as_words(self, value: Any, *path: str) -> list[str]:
        """A list of words; a fault for anything else but nothing."""
        if value is None:
            return []
        if not isinstance(value, (list, tuple)) or not all(isinstance(w, str) for w in value):
            self.fault(f'"{path[-1]}" must be a list of words', *path)
            return []
        return list(value)

    def as_count(self, value: Any, *path: str) -> int:
        """A whole number that is not below 0."""
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self.fault(f'"{path[-1]}" must be a whole number from 0 up, not "{value}"', *path)
            return 0
        return value

    def known(self, words: Iterable[str], known: Iterable[str], what: str, *path: str) -> list[str]:
        """The words that are known; a fault for each of the others."""
        allowed = tuple(known)
        found = []
        for word in words:
            if word in allowed:
                found.append(word)
            else:
                self.unknown(what, word, allowed, *path)
        return found
