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
    """A part of a position: the base class of fields."""

    keys: tuple[str, ...] = ()
    """Its keys in plain data."""
    copy: str | None = None
    """The expression that copies its attribute; None: it has no attribute of its own."""
    name: str = ""
    """The attribute's name, set by the class that it is declared in."""

    def bind(self, name: str) -> None:
        """Take the name under which it is declared."""
        self.name = name
        self.keys = self.keys or (name.replace("_", "-"),)

    def begin(self, state: Any) -> Any:
        """The attribute's value in a new state."""

    def write(self, state: Any, data: Data) -> None:
        """Add it to the plain data of a state."""

    def read(self, reader: PositionReader, state: Any) -> None:
        """Set it in the state, if the data say anything of it."""

    def hide(self, state: Any, seat: int | None, data: Data) -> None:
        """Remove from the plain data what a seat (None: everybody) cannot know of it."""

    def verify(self, reader: PositionReader, state: Any) -> None:
        """Compare the data with the state that was read, once it is complete."""


View: TypeAlias = Callable[[Any, str | None], Any]
"""What is shown of an entry, given its plain data and the viewer's name (None: everybody)."""


def _counted(data: Any, own: str | None) -> Any:
    return len(data)


def _hidden(data: Any, own: str | None) -> Any:
    return _hidden


def owner(cover: Callable[[Any], JsonValue]) -> View:
    """What each holder has is shown to that holder alone, and to others as `cover` has it."""

    def view(data: Mapping[str, Any], own: str | None) -> Any:
        return {name: each if name == own else cover(each) for name, each in data.items()}

    return view


OPEN: View | None = None
"""Shown to everybody."""
COUNTED: View = _counted
"""Shown as a number to everybody: nobody knows what is in there, or in which order."""
OWNER: View = owner(len)
"""What each holder has is shown to that holder alone, and to others as a number."""
HIDDEN: View = _hidden
"""Shown to nobody."""


class Pool(NamedTuple):
    """Physical pieces of one kind, of which none is ever lost or gained."""

    label: str
    """What is before an id in a fault: `the card `."""
    pieces: str
    """The attribute of the configuration that lists them all."""
    check: str
    """The check that they are conserved; empty: the game checks it otherwise."""
    path: tuple[str, ...] = ()
    """Where a fault in them is shown."""
    token: str = ""
    """What one of them is called where a field only counts them."""


class Field(Entry):
    """An attribute that is written under one key."""

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
    """An attribute that is not written, because it follows from others or is a working value."""

    def __init__(self, initial: Callable[[Any], Any], copy: str) -> None:
        self.initial, self.copy = initial, copy

    def bind(self, name: str) -> None:
        self.name = name

    def begin(self, state: Any) -> Any:
        return self.initial(state.config)


class Follows(Entry):
    """An entry that follows from the others: written for readers, and checked when it is given."""

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
    """Declare an entry that `dump` works out; an `optional` one is not written where it is None."""
    return Follows(dump, key, check, optional)


class _Options(Entry):
    """The options of the game; read before there is a state."""

    keys = ("options",)

    def write(self, state: Any, data: Data) -> None:
        data["options"] = dict(state.config.options)


class Players(Entry):
    """How many play; read before there is a state."""

    keys = ("players",)

    def __init__(self, written: bool = True) -> None:
        """Where only one number can play, it may be given but need not be written."""
        self.written = written

    def write(self, state: Any, data: Data) -> None:
        if self.written:
            data["players"] = len(state.config.people)


class _Pending(Entry):
    """The steps that wait, the next first."""

    keys = ("pending",)

    def write(self, state: Any, data: Data) -> None:
        data["pending"] = [state.game.step_text(state, step) for step in reversed(state.pending)]

    def read(self, reader: PositionReader, state: Any) -> None:
        if reader.data.get("pending") is not None:
            words = reader.words("pending")
            steps = reader.steps(words, lambda text: state.game.read_step(state, text))
            state.pending = tuple(reversed(steps))


class _Outcome(Entry):
    """How the game ended; restored by the game when the rest has been read."""

    keys = ("outcome",)

    def write(self, state: Any, data: Data) -> None:
        if state.outcome:
            data["outcome"] = state.outcome.as_data()


class _Chance(Entry):
    """The random generator, which nobody sees; read before there is a state."""

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
"""What every state has, where it is to be written."""


def flat(data: Any, token: str = "") -> Iterable[str]:
    """Every piece in the plain data of a field; a number is that many `token`s."""
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
