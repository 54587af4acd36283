"""Derivation from declared fields: slots, copies, plain data, views, pools and reshuffles."""

from __future__ import annotations

from abc import ABCMeta
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from generator.engine.events import JsonValue
from generator.engine.fields.codecs import Codec
from generator.engine.fields.entries import CHANCE, COUNTED, OPEN, OUTCOME, Entry, Field, Pool, flat
from generator.engine.outcome import PositionFault
from generator.engine.rng import Rng

SHARED_BY_ALL = ("pending", "outcome", "config", "game", "_legal")
"""Attributes that every state has and that its copies share."""


class StateMeta(ABCMeta):
    """Metaclass of states: turns the entries declared in a class body into slots."""

    def __new__(
        mcs, name: str, bases: tuple[type, ...], body: dict[str, Any], **words: Any
    ) -> StateMeta:
        declared = {key: value for key, value in body.items() if isinstance(value, Entry)}
        if not declared:
            return super().__new__(mcs, name, bases, body, **words)
        for key, entry in declared.items():
            entry.bind(key)
            del body[key]
        own = [key for key, entry in declared.items() if entry.copy is not None]
        body["__slots__"] = (*body.get("__slots__", ()), *own)
        entries = tuple(declared.values())
        keys = {key for entry in entries for key in entry.keys}
        entries += tuple(entry for entry in (OUTCOME, CHANCE) if entry.keys[0] not in keys)
        body["entries"] = entries
        body["copy"] = compile_copy(entries)
        body["to_data"] = compile_to_data(entries)
        return super().__new__(mcs, name, bases, body, **words)


def compile_copy(entries: tuple[Entry, ...]) -> Callable[[Any], Any]:
    """Compile the function that copies a state, attribute by attribute, without a loop.

    Search copies a state at every step, so copying must be as fast as handwritten code.
    """
    lines = [
        "def copy(self):",
        "    other = new(self.__class__)",
        "    rng = other.rng = new(Rng)",
        "    rng.state = self.rng.state",
        *(f"    other.{name} = self.{name}" for name in SHARED_BY_ALL),
    ]
    for entry in entries:
        if entry.copy is not None:
            value = entry.copy.replace("{}", f"self.{entry.name}")
            lines.append(f"    other.{entry.name} = {value}")
    scope: dict[str, Any] = {"new": object.__new__, "Rng": Rng}
    exec("\n".join([*lines, "    return other"]), scope)
    copy: Callable[[Any], Any] = scope["copy"]
    copy.__doc__ = "An equal state; changing either leaves the other as it is."
    return copy


def begin(state: Any) -> None:
    """Give every attribute of a state its first value."""
    for entry in state.entries:
        if entry.copy is not None:
            setattr(state, entry.name, entry.begin(state))


def compile_to_data(entries: tuple[Entry, ...]) -> Callable[[Any], dict[str, JsonValue]]:
    """Compile the function that writes a state as plain data, entry by entry, without a loop."""
    lines = ["def to_data(self):", "    data = {}", "    config = self.config"]
    scope: dict[str, Any] = {}
    for number, entry in enumerate(entries):
        if not isinstance(entry, Field) or type(entry).write is not Field.write:
            scope[f"write_{number}"] = entry.write
            lines.append(f"    write_{number}(self, data)")
            continue
        value = f"self.{entry.name}"
        if type(entry).dump is not Field.dump:
            scope[f"dump_{number}"], value = entry.dump, f"dump_{number}(self)"
        elif type(entry.codec).dump is not Codec.dump:
            scope[f"dump_{number}"], value = entry.codec.dump, f"dump_{number}({value}, config)"
        lines.append(f"    data[{entry.keys[0]!r}] = {value}")
    exec("\n".join([*lines, "    return data"]), scope)
    to_data: Callable[[Any], dict[str, JsonValue]] = scope["to_data"]
    to_data.__doc__ = "The whole state as plain data, hidden information included."
    return to_data


def view(state: Any, seat: int | None) -> dict[str, JsonValue]:
    """The plain data that a seat can know; None: public information."""
    data: dict[str, JsonValue] = state.to_data()
    for entry in state.entries:
        entry.hide(state, seat, data)
    return data


# Private knowledge

EMPTY: tuple[Any, ...] = (None, "", [], (), {})


def private_knowledge(common: Mapping[str, JsonValue], own: Mapping[str, JsonValue]) -> list[str]:
    """Lines with what is in a seat's view but not in the public view; empty if they are equal.

    Empty values are left out.  Names are the keys of the view; items of a list are counted from 1.
    """
    found = [f"        {name}: {plain_words(value)}" for name, value in _unlike("", common, own)]
    return ["    Known to you alone:", *found] if found else []


def _unlike(name: str, common: Any, own: Any) -> Iterator[tuple[str, Any]]:
    """Yield where a seat's own view differs: the name of the place, and its content."""
    if isinstance(common, Mapping) and isinstance(own, Mapping):
        for key, value in own.items():
            yield from _unlike(f"{name} {key}".strip(), common.get(key), value)
    elif _rows(common) and _rows(own) and len(common) == len(own):
        for number, (one, other) in enumerate(zip(common, own, strict=True), 1):
            yield from _unlike(f"{name} {number}", one, other)
    elif common != own and own not in EMPTY:
        yield name, own


def _rows(value: Any) -> bool:
    return isinstance(value, (list, tuple))


def field_title(name: str) -> str:
    """The name of a field in words: `at hand` of `at_hand`; the shared `table.xml` has the same."""
    return name.replace("_", " ").replace("-", " ")


def plain_words(value: Any) -> str:
    """Plain data in words: `deck 24; home 1, 2`."""
    if isinstance(value, Mapping):
        return "; ".join(f"{key} {plain_words(item)}" for key, item in value.items()) or "nothing"
    if _rows(value):
        return ", ".join(map(plain_words, value)) or "nothing"
    return "nothing" if value in EMPTY else str(value)


# Pools of pieces


@cache
def _by_pool(entries: tuple[Entry, ...]) -> dict[Pool, list[Field]]:
    """The fields of a state class that hold pieces, by pool."""
    found: dict[Pool, list[Field]] = {}
    for entry in entries:
        if isinstance(entry, Field) and entry.pool:
            found.setdefault(entry.pool, []).append(entry)
    return found


def fields_of(state: Any, pool: Pool) -> list[Field]:
    """The fields that hold pieces of a pool."""
    return _by_pool(state.entries)[pool]


def pools(state: Any) -> Iterable[Pool]:
    """The pools of a state, in the order of its fields."""
    return _by_pool(state.entries)


def contents(state: Any, pool: Pool) -> list[str]:
    """Every piece of a pool, wherever it is."""
    found: list[str] = []
    for field in fields_of(state, pool):
        found += flat(field.dump(state), pool.token)
    return found


def conservation(state: Any, pool: Pool) -> Iterator[PositionFault]:
    """Yield a fault for every piece of a pool that is lost or doubled."""
    there, should = Counter(contents(state, pool)), Counter(getattr(state.config, pool.pieces))
    if dict(there) != dict(should):  # eight times as fast as comparing counters
        for id in sorted(there | should):
            if there[id] != should[id]:
                message = f"{pool.label}{id} occurs {there[id]} times instead of {should[id]}"
                yield pool.check, pool.path, message


def reshuffle(state: Any, seat: int, pool: Pool, rng: Rng) -> None:
    """Redraw, in place, the pieces of a pool that a seat does not see.

    The other seats' hands are dealt first, holder by holder, then what nobody sees.
    """
    fields = fields_of(state, pool)
    closed = [field for field in fields if field.view is COUNTED]
    private = [field for field in fields if field.view not in (OPEN, COUNTED)]
    values = [getattr(state, field.name) for field in private]
    others = [holder for holder in range(max(map(len, values), default=0)) if holder != seat]
    unseen = [piece for field in closed for piece in getattr(state, field.name)]
    for value in values:
        unseen += [
            piece for holder in others if holder < len(value) for piece in _held(value[holder])
        ]
    # Sorted first, so that the result does not depend on where the pieces really are.
    pieces = rng.shuffled(sorted(unseen))
    for holder in others:
        for value in values:
            if holder < len(value):
                value[holder] = _dealt(value[holder], pieces)
    for field in closed:
        before = getattr(state, field.name)
        setattr(state, field.name, type(before)(pieces[: len(before)]))
        del pieces[: len(before)]


def _held(value: Any) -> list[Any]:
    """The pieces of one holder: a row of them, one, or none."""
    return list(value) if isinstance(value, (tuple, list)) else [value] if value else []


def _dealt(value: Any, pieces: list[Any]) -> Any:
    """Take as many pieces off the end of a list as there were."""
    if isinstance(value, (tuple, list)):
        return type(value)(pieces.pop() for _ in value)
    return pieces.pop() if value else value
