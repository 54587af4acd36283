"""Parameters of a sweep: parse `players,mode` or `trials=20,25` into axes with their values.

`players` stands for every number of players, `mode` for every choice of that option,
`trials=20,25,30` for these values.  Several names may share a word: `players,mode`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from generator.base.errors import Fault, KitError, collected, did_you_mean, raise_faults
from generator.engine.game import Game
from generator.engine.options import Value, read_value

PLAYERS = "players"
"""The name of the number of players."""

ParameterValue: TypeAlias = str | int
"""A value on an axis; true and false are words, as on the command line."""


class Axis(NamedTuple):
    """A parameter that is varied, and its values, each once."""

    name: str
    values: tuple[ParameterValue, ...]

    @property
    def numeric(self) -> bool:
        """Whether its values are numbers, and so have an order."""
        return all(isinstance(value, int) for value in self.values)


def read_axes(game: Game[Any], words: Sequence[str], fixed: Sequence[str] = ()) -> tuple[Axis, ...]:
    """Parse the axes, in the order of the words; `fixed` lists parameters with a fixed value.

    Raises KitError with every fault.
    """
    axes: list[Axis] = []
    faults: list[Fault] = []
    for name, values in _named(words):
        with collected(faults):
            axes.append(_axis(game, name, values))
        if name in fixed:
            faults.append(
                Fault(
                    f"{name} is varied, but also has a fixed value",
                    None,
                    "",
                    "leave out one of them",
                    "conflicting-options",
                )
            )
    names = [axis.name for axis in axes]
    for name in dict.fromkeys(names):
        if names.count(name) > 1:
            faults.append(
                Fault(f"{name} is varied twice", None, "", "name it once", "conflicting-options")
            )
    raise_faults(faults)
    return tuple(axes)


def combinations(axes: Sequence[Axis]) -> list[Mapping[str, ParameterValue]]:
    """Every combination of values by name; the last axis varies fastest."""
    names = [axis.name for axis in axes]
    return [
        dict(zip(names, values, strict=True)) for values in product(*(axis.values for axis in axes))
    ]


def _named(words: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Parse names and values; a name without values has all of them."""
    for word in words:
        name, equals, values = word.partition("=")
        if equals:
            yield name.strip(), [value.strip() for value in values.split(",")]
        else:
            yield from ((each.strip(), []) for each in name.split(","))


def _axis(game: Game[Any], name: str, words: Sequence[str]) -> Axis:
    options = game.records.options
    if name != PLAYERS and name not in options:
        known = [PLAYERS, *options]
        raise KitError(
            f'there is no "{name}" to vary', hint=did_you_mean(name, known), check="unknown-option"
        )
    if name == PLAYERS:
        values = [_count(game, word) for word in words] or list(game.seats)
    elif words:
        values = [_parameter_value(read_value(name, options[name], word)) for word in words]
    elif options[name].choices:
        values = list(options[name].choices)
    elif isinstance(options[name].default, bool):
        values = [_parameter_value(False), _parameter_value(True)]
    else:
        raise KitError(
            f"{name} is a number", hint=f"say which: --each {name}=1,2,3", check="option-value"
        )
    if len(set(values)) < len(values):
        raise KitError(
            f"{name} takes a value twice", hint="name each value once", check="option-value"
        )
    return Axis(name, tuple(values))


def _count(game: Game[Any], word: str) -> ParameterValue:
    """Parse a number of players that the game allows."""
    if word not in map(str, game.seats):
        known = ", ".join(map(str, game.seats))
        raise KitError(f"{game.name} is for {known} players, not {word}", check=game.seats_rule)
    return int(word)


def _parameter_value(value: Value) -> ParameterValue:
    return str(value).lower() if isinstance(value, bool) else value
