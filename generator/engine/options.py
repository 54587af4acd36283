"""Options of a game: read from texts, checked, and completed with their defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from generator.base.errors import Fault, KitError, did_you_mean
from generator.base.option import Option

Value: TypeAlias = str | int | bool
Options: TypeAlias = Mapping[str, Value]
"""Every option of a game with its value."""

MAX_VALUES = 1_000
"""Most values read from a range such as `3..5`."""
WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class _Values(dict[str, Value]):
    """The value of every option; an unknown option means that the rules are for another `game.yaml`."""

    def __missing__(self, name: str) -> Value:
        hint = did_you_mean(name, self) or "restore the option, or start a kit with another name"
        message = f'the rules read the option "{name}", which game.yaml does not have'
        raise KitError(message, hint=hint, check="unknown-option")


def read_options(options: Mapping[str, Option], given: Mapping[str, object]) -> dict[str, Value]:
    """Return the value of every option, given or default.  Raises KitError with every fault."""
    values = _Values({name: option.default for name, option in options.items()})
    faults: list[Fault] = []
    for name, value in given.items():
        if name not in options:
            faults.append(
                Fault(
                    f'no option "{name}"', hint=did_you_mean(name, options), check="unknown-option"
                )
            )
            continue
        try:
            values[name] = read_value(name, options[name], value)
        except KitError as error:
            faults += error.faults
    if faults:
        raise KitError(faults)
    return values


def read_value(name: str, option: Option, value: object) -> Value:
    """Read the value of one option from a command line or a file.  Raises KitError."""
    text = str(value).strip()
    if option.choices:
        if text in option.choices:
            return text
        hint = did_you_mean(text, option.choices)
        raise KitError(f'there is no {name} "{text}"', hint=hint, check="option-value")
    if isinstance(option.default, bool):
        if text.lower() in WORDS:
            return WORDS[text.lower()]
        raise KitError(f'{name} must be true or false, not "{text}"', check="option-value")
    try:
        number = int(text)
    except ValueError:
        raise KitError(
            f'{name} must be a whole number, not "{text}"', check="option-value"
        ) from None
    if not option.allow(number):
        raise KitError(f"{name} must be {option.in_words}, not {number}", check="option-value")
    return number


def read_values(name: str, option: Option, value: object) -> list[Value]:
    """Read one value of an option, or all values of a range such as `3..5`.  Raises KitError."""
    low, dots, high = str(value).partition("..")
    ends = [read_value(name, option, end) for end in ((low, high) if dots else (low,))]
    if not dots or option.choices or isinstance(option.default, bool):
        return ends
    first, last = map(int, ends)
    if last - first >= MAX_VALUES:
        raise KitError(f"{name} {value} are more than {MAX_VALUES} values", check="option-value")
    return list(range(first, last + 1))


def values_to_try(option: Option) -> list[Value]:
    """Every value of an option; for a number, its limits and its default."""
    if option.choices:
        return list(option.choices)
    if isinstance(option.default, bool):
        return [False, True]
    limits = (option.low, option.high)
    numbers = [int(limit) for limit in limits if limit is not None]
    return sorted({*numbers, int(option.default)})
