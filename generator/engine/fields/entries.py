"""Entries: how the attributes of a state are written as plain data, and who sees them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from generator.engine.events import JsonValue
from generator.engine.fields.codecs import SHARED, Codec
from generator.engine.fields.reader import PositionReader

Data: TypeAlias = dict[str, Any]
"""A position as plain data."""


class Entry:
    """Part of a position: the base class of fields."""

    keys: tuple[str, ...] = ()
    """Its keys in plain data."""
    copy: str | None = None
    """The expression that copies its attribute; None if it has no attribute."""
    name: str = ""
    """The attribute's name, set by the class that declares it."""

    def bind(self, name: str) -> None:
        """Set the attribute name under which it is declared."""
        self.name = name
        self.keys = self.keys or (name.replace("_", "-"),)

    def begin(self, state: Any) -> Any:
        """The attribute's value in a new state."""

    def write(self, state: Any, data: Data) -> None:
        """Add the entry to the plain data of a state."""

    def read(self, reader: PositionReader, state: Any) -> None:
        """Set the entry in the state, if the data contains it."""

    def hide(self, state: Any, seat: int | None, data: Data) -> None:
        """Remove from the plain data whatever a seat cannot know of the entry (None: the public view)."""

    def verify(self, reader: PositionReader, state: Any) -> None:
        """Compare the data with the state that was read, once the state is complete."""


View: TypeAlias = Callable[[Any, str | None], Any]
"""How an entry is shown: a function of its plain data and the viewer's name (None: everybody)."""


def _counted(data: Any, own: str | None) -> Any:
    return len(data)


def _hidden(data: Any, own: str | None) -> Any:
    return _hidden


def owner(cover: Callable[[Any], JsonValue]) -> View:
    """A view that shows each holder their own value, and other holders' values through `cover`."""

    def view(data: Mapping[str, Any], own: str | None) -> Any:
        return {name: each if name == own else cover(each) for name, each in data.items()}

    return view


OPEN: View | None = None
"""Shown to everybody."""
COUNTED: View = _counted
"""Shown to everybody as a number: content and order are unknown."""
OWNER: View = owner(len)
"""Shown to its holder; to others as a number."""
HIDDEN: View = _hidden
"""Shown to nobody."""


class Pool(NamedTuple):
    """Physical pieces of one kind, none of which is ever lost or gained."""

    label: str
    """Prefix of an id in a fault: `the card `."""
    pieces: str
    """The attribute of the configuration that lists all pieces."""
    check: str
    """Slug of the check that the pieces are conserved; empty if the game checks it itself."""
    path: tuple[str, ...] = ()
    """Path in the data at which such a fault is shown."""
    token: str = ""
    """The id of one piece where a field holds only a number."""


class Field(Entry):
    """An attribute written under one key."""

    def __init__(
        self,
        codec: Codec,
        key: str = "",
        initial: Any = None,
        view: View | None = OPEN,
        pool: Pool | None = None,
    ) -> None:
        self.codec, self.initial, self.view, self.pool = codec, initial, view, pool
        self.keys = (key,) if key else ()
        self.copy = codec.copy

    def begin(self, state: Any) -> Any:
        if self.initial is None:
            return self.codec.initial(state.config)
        return self.initial(state.config) if callable(self.initial) else self.initial

    def dump(self, state: Any) -> JsonValue:
        return self.codec.dump(getattr(state, self.name), state.config)

    def write(self, state: Any, data: Data) -> None:
        data[self.keys[0]] = self.dump(state)

    def read(self, reader: PositionReader, state: Any) -> None:
        (key,) = self.keys
        if reader.given(key):
            setattr(state, self.name, self.codec.load(reader.data[key], reader, key))

    def hide(self, state: Any, seat: int | None, data: Data) -> None:
        if self.view:
            (key,) = self.keys
            own = None if seat is None else state.config.people[seat]
            data[key] = self.view(data[key], own)
            if data[key] is _hidden:
                del data[key]


class Stored(Entry):
    """An attribute that is not written, because it is derived from others or is a working value."""

    def __init__(self, initial: Callable[[Any], Any], copy: str) -> None:
        self.initial, self.copy = initial, copy

    def bind(self, name: str) -> None:
        self.name = name

    def begin(self, state: Any) -> Any:
        return self.initial(state.config)


class Follows(Entry):
    """An entry derived from others: written for readers, and verified when it is given."""

    def __init__(
        self, dump: Callable[[Any], JsonValue], key: str, check: str, optional: bool
    ) -> None:
        self.dump, self.check, self.optional = dump, check, optional
        self.keys = (key,) if key else ()

    def write(self, state: Any, data: Data) -> None:
        value = self.dump(state)
        if value is not None or not self.optional:
            data[self.keys[0]] = value

    def verify(self, reader: PositionReader, state: Any) -> None:
        (key,) = self.keys
        given, known = reader.data.get(key), self.dump(state)
        if given is not None and given != known:
            reader.fault(f'"{key}" must be {known}, not {given}', key, check=self.check)


def field(
    codec: Codec,
    *,
    key: str = "",
    initial: Any = None,
    view: View | None = OPEN,
    pool: Pool | None = None,
) -> Any:
    """Declare an attribute; `initial` is its first value, or a function of the configuration."""
    return Field(codec, key, initial, view, pool)


def stored(initial: Callable[[Any], Any], copy: str = SHARED) -> Any:
    """Declare an attribute that is not written; `initial` is a function of the configuration."""
    return Stored(initial, copy)


def follows(
    dump: Callable[[Any], JsonValue], *, key: str = "", check: str = "", optional: bool = False
) -> Any:
    """Declare an entry that `dump` computes; an `optional` one is not written if it is None."""
    return Follows(dump, key, check, optional)


class _Options(Entry):
    """The options of the game; read before the state exists."""

    keys = ("options",)

    def write(self, state: Any, data: Data) -> None:
        data["options"] = dict(state.config.options)


class Players(Entry):
    """The number of players; read before the state exists."""

    keys = ("players",)

    def __init__(self, written: bool = True) -> None:
        """If only one number is possible, it may be given but need not be written."""
        self.written = written

    def write(self, state: Any, data: Data) -> None:
        if self.written:
            data["players"] = len(state.config.people)


class _Pending(Entry):
    """The pending steps, the next one first."""

    keys = ("pending",)

    def write(self, state: Any, data: Data) -> None:
        data["pending"] = [state.game.step_text(state, step) for step in reversed(state.pending)]

    def read(self, reader: PositionReader, state: Any) -> None:
        if reader.data.get("pending") is not None:
            words = reader.words("pending")
            steps = reader.steps(words, lambda text: state.game.read_step(state, text))
            state.pending = tuple(reversed(steps))


class _Outcome(Entry):
    """The outcome; restored by the game after the rest has been read."""

    keys = ("outcome",)

    def write(self, state: Any, data: Data) -> None:
        if state.outcome:
            data["outcome"] = state.outcome.as_data()


class _Chance(Entry):
    """The random generator, hidden from everybody; read before the state exists."""

    keys = ("chance",)

    def write(self, state: Any, data: Data) -> None:
        data["chance"] = state.rng.state

    def hide(self, state: Any, seat: int | None, data: Data) -> None:
        del data["chance"]


OPTIONS: Any = _Options()
PLAYERS: Any = Players()
PENDING: Any = _Pending()
OUTCOME: Any = _Outcome()
CHANCE: Any = _Chance()
"""Entries of every state; a class lists them where they are to be written."""


def flat(data: Any, token: str = "") -> Iterable[str]:
    """Every piece in the plain data of a field; a number counts as that many `token`s."""
    if isinstance(data, str):
        return (data,) if data else ()
    if isinstance(data, int):
        return (token,) * data
    if data is None:
        return ()
    found: list[str] = []
    for part in data.values() if isinstance(data, dict) else data:
        if not isinstance(part, str):
            found += flat(part, token)
        elif part:
            found.append(part)
    return found
