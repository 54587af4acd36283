"""Position reader: checked values from the plain data of a position, with every fault."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.base.errors import Fault, Place, did_you_mean, errors_at, raise_faults
from generator.engine.outcome import PositionFault
from generator.engine.pending import Stack, Step
from generator.engine.rng import Rng


@dataclass(frozen=True, slots=True)
class UnknownName(Fault):
    """The fault of a position with a name that the game does not know."""

    name: str = ""


Locator = Callable[..., Place | None]
"""Function from a path in the data (`"goofs", "c3"`) to its place in a file."""


def no_location(*path: str | int) -> None:
    """The `Locator` of data that is in no file."""


def no_such_key(key: str, known: Iterable[str], where: Locator) -> UnknownName:
    """The fault of a position with an unknown key."""
    message, hint = f'a position has no "{key}"', did_you_mean(str(key), known)
    return UnknownName(message, where(key), hint=hint, name=key)


def last_key(path: Sequence[str | int]) -> str:
    """The name of a value in a fault: the last key of its path."""
    return next(key for key in reversed(path) if isinstance(key, str))


def as_word(value: Any) -> Any:
    """A whole number as a word, since players and squares may be numbered; anything else unchanged."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


class PositionReader:
    """Reads one position; `where` gives the line of every value."""

    config: Any
    """The configuration of the match, once options and players are known."""
    filling: Rng
    """Generator for what a position leaves out; independent of the state's own."""

    def __init__(self, data: Mapping[str, Any], where: Locator = no_location) -> None:
        self.data, self.where = data, where
        self.faults: list[Fault] = []

    # Faults

    def fault(self, message: str, *path: str | int, hint: str = "", check: str = "") -> None:
        fault = Fault(message, self.where(*path), hint=hint, check=check)
        if fault not in self.faults:  # a value may be read twice
            self.faults.append(fault)

    def unknown(
        self, what: str, name: str, known: Iterable[str], *path: str | int, check: str = ""
    ) -> None:
        message, hint = f'there is no {what} "{name}"', did_you_mean(name, known)
        place = self.where(*path)
        self.faults.append(UnknownName(message, place, hint=hint, check=check, name=name))

    def stop_at_faults(self) -> None:
        """Raise KitError with all faults so far, if there are any."""
        raise_faults(self.faults)

    def stop_at_broken(self, found: Iterable[PositionFault]) -> None:
        """Raise KitError with every check that the position fails, if any."""
        for check, path, message in found:
            self.fault(message, *path, check=check)
        self.stop_at_faults()

    def only_keys(self, keys: Iterable[str]) -> None:
        """Add a fault for every key of the position that is not in the list."""
        known = tuple(keys)
        for key in self.data:
            if key not in known:
                self.faults.append(no_such_key(key, known, self.where))

    def options(self, game: Any) -> dict[str, Any]:
        """Every option with its value.  Raises KitError at once, since all else depends on them."""
        with errors_at(self.where("options")):
            options: dict[str, Any] = game.read_options(self.mapping("options"))
        return options

    def steps(self, words: Iterable[str], read: Callable[[str], Step | None]) -> list[Step]:
        """The pending steps, in the order in which they are written.

        `read` gives the step with some text, or None for an invalid text.
        """
        found = []
        for number, text in enumerate(words):
            step = read(text)
            if step is None:
                self.fault(f'"{text}" is not a step of this game', "pending", number)
            else:
                found.append(step)
        return found

    def decision(self, stack: Stack) -> None:
        """Add a fault if the top of the stack is not a decision."""
        if stack and stack[-1].seat is None:
            message = f'"{stack[-1].name}" is not a player\'s decision'
            self.fault(message, "pending", hint="begin with a step that a player decides")

    def given(self, key: str) -> bool:
        """Whether the position has a value other than null under a key."""
        return self.data.get(key) is not None

    def has_list(self, key: str) -> bool:
        """Whether the value of a key is a list, where a number would also be valid."""
        return isinstance(self.data.get(key), (list, tuple))

    # Values by path; a missing one is empty, or has a default

    def at(self, *path: str | int) -> Any:
        value: Any = self.data
        for key in path:
            value = value.get(key) if isinstance(value, Mapping) else None
        return value

    def mapping(self, *path: str | int) -> dict[str, Any]:
        return self.as_mapping(self.at(*path), *path)

    def words(self, *path: str | int) -> list[str]:
        return self.as_words(self.at(*path), *path)

    def number(self, key: str, default: int) -> int:
        value = self.at(key)
        return default if value is None else self.as_count(value, key)

    # Conversion of given values

    def as_mapping(self, value: Any, *path: str | int) -> dict[str, Any]:
        """Return a mapping; None counts as empty, anything else is a fault."""
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            self.fault(f'"{last_key(path)}" must be a mapping', *path)
            return {}
        return dict(value)

    def as_words(self, value: Any, *path: str | int) -> list[str]:
        """Return a list of words; None counts as empty, anything else is a fault."""
        if value is None:
            return []
        words = [as_word(each) for each in value] if isinstance(value, (list, tuple)) else [None]
        found = [word for word in words if isinstance(word, str)]
        if len(found) < len(words):
            self.fault(f'"{last_key(path)}" must be a list of words', *path)
            return []
        return found

    def as_count(self, value: Any, *path: str | int) -> int:
        """Return a whole number from 0 up; anything else is a fault."""
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self.fault(f'"{last_key(path)}" must be a whole number from 0 up, not "{value}"', *path)
            return 0
        return value

    def as_flag(self, value: Any, *path: str | int) -> bool:
        """Return true or false; anything else is a fault."""
        if not isinstance(value, bool):
            self.fault(f'"{last_key(path)}" must be true or false', *path)
            return False
        return value

    def known(
        self, words: Iterable[Any], known: Iterable[str], what: str, *path: str | int
    ) -> list[str]:
        """Return the known words; each other word is a fault."""
        allowed: Collection[str] = known if isinstance(known, (Mapping, tuple)) else tuple(known)
        found = []
        for word in map(as_word, words):
            if isinstance(word, str) and word in allowed:
                found.append(word)
            else:
                self.unknown(what, str(word), allowed, *path)
        return found
