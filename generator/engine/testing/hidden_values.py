"""Hidden values: what a seat cannot see of a state, and whether it is drawn anew when it imagines one.

A value is proved to be hidden by another position that the seat cannot tell from this one.  It is
made from the state's own data: two values that the view does not have are swapped, or one takes the
place of the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from generator.engine.game import Game, State
from generator.engine.rng import Rng

Path: TypeAlias = tuple[str | int, ...]

ENGINE_KEYS = ("players", "options", "chance")
"""Keys of a state's data that are no part of what happens on the table."""
REDRAWS = 8
"""How often a seat imagines the state before what stays the same counts as not drawn anew."""
MAX_TRIED = 16
"""Most pairs of values with which another position is made."""


def is_redrawn(state: State[Any], seat: int) -> bool:
    """Whether something that the seat cannot see is drawn anew for it."""
    hidden = _hidden(state, seat).items()
    worlds = (state.determinize(seat, Rng(number)) for number in range(REDRAWS if hidden else 0))
    return any(hidden - dict(_leaves(world.to_data())).items() for world in worlds)


def hidden_key(game: Game[Any], state: State[Any], seat: int) -> str:
    """A key of the state's data that is proved to hide something from the seat; empty without proof."""
    data, hidden, rng = state.to_data(), _hidden(state, seat), Rng(1)
    alike = defaultdict(list)
    for path, value in hidden.items():
        alike[type(value)].append(path)
    paths = [*hidden]
    for _ in range(MAX_TRIED if paths else 0):
        path = rng.pick(paths)
        value, other = hidden[path], rng.pick(alike[type(hidden[path])])
        for changes in ({path: hidden[other], other: value}, {path: hidden[other]}):
            if value != hidden[other] and _looks_alike(game, state, seat, _changed(data, changes)):
                return str(path[0])
    return ""


def _hidden(state: State[Any], seat: int) -> dict[Path, Any]:
    """The values of a state that a seat's view does not have in the same place."""
    seen = dict(_leaves(state.view(seat))).items()
    found = (leaf for leaf in _leaves(state.to_data()) if leaf not in seen)
    return {path: value for path, value in found if path[0] not in ENGINE_KEYS}


def _looks_alike(game: Game[Any], state: State[Any], seat: int, data: Mapping[str, Any]) -> bool:
    """Whether this is a possible position that the seat cannot tell from the state."""
    try:
        found = game.load(data)
        return (
            found.view(seat) == state.view(seat)
            and found.to_act == state.to_act
            and (seat != state.to_act or found.legal_moves() == state.legal_moves())
            and found.pieces() == state.pieces()
            and not found.faults()
        )
    except Exception:  # how a game treats a made-up position proves nothing
        return False


def _leaves(data: Any) -> Iterator[tuple[Path, Any]]:
    """Yield the values in plain data that contain no others, each with its path."""
    if isinstance(data, (Mapping, list, tuple)):
        for key, value in data.items() if isinstance(data, Mapping) else enumerate(data):
            for path, leaf in _leaves(value):
                yield (key, *path), leaf
    else:
        yield (), data


def _changed(data: Any, changes: Mapping[Path, Any]) -> Any:
    """Plain data with other values at these paths."""
    if () in changes:
        return changes[()]
    if not changes:
        return data
    inner: defaultdict[str | int, dict[Path, Any]] = defaultdict(dict)
    for (key, *path), value in changes.items():
        inner[key][tuple(path)] = value
    if isinstance(data, Mapping):
        return {key: _changed(value, inner[key]) for key, value in data.items()}
    return [_changed(value, inner[key]) for key, value in enumerate(data)]
