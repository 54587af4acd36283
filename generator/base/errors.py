"""Errors of a kit: each is one line that names the place, the mistake and the remedy.

A `Fault` is one such line; a `KitError` carries all faults found together, so that all can be
corrected in one go.  A line looks like this::

data/gruff/gruffs.yaml:41: gruff "Old Nan": fat 12 is outside 1..5 (chk-gruff-stats)
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import accumulate, takewhile
from typing import TypeVar, overload

T = TypeVar("T")

MAX_CHARACTERS = 1_000
"""Most characters of a message that are shown."""
MAX_FAULTS = 1_000
"""Most faults shown at a time."""


@dataclass(frozen=True, slots=True)
class Place:
    """Place: a file, as the user knows it, and a line in it (counted from 1; None: the whole file).

    In a spreadsheet the line is a row; `cell` then names sheet, row and column.
    """

    file: str
    line: int | None = None
    cell: str = ""

    def __str__(self) -> str:
        if self.cell:
            return f"{self.file}, {self.cell}"
        return self.file if self.line is None else f"{self.file}:{self.line}"

    @property
    def in_file(self) -> str:
        """The position in the file, to follow a verb: `on line 3`, `in sheet "A", row 3`."""
        return f"in {self.cell}" if self.cell else f"on line {self.line}"


@dataclass(frozen=True, slots=True)
class Fault:
    """One mistake: its place, the item, the mistake itself, and how to fix it."""

    message: str
    place: Place | None = None
    item: str = ""
    """The faulty item, as a person calls it: `gruff "Old Nan"`."""
    hint: str = ""
    """The remedy: `did you mean "power"?`"""
    check: str = ""
    """Slug of the check or rule that was broken, if there is one."""

    def __str__(self) -> str:
        parts = [str(self.place)] if self.place else []
        parts += [_cut(self.item)] if self.item else []
        line = ": ".join([*parts, _cut(self.message)])
        if self.hint:
            line += f"; {_cut(self.hint)}"
        if self.check:
            line += f" ({self.check})"
        return " ".join(line.split())

    def as_data(self) -> dict[str, object]:
        """Return the same as plain data, for `--json`."""
        return {
            "file": self.place.file if self.place else None,
            "line": self.place.line if self.place else None,
            **({"cell": self.place.cell} if self.place and self.place.cell else {}),
            "item": self.item or None,
            "message": self.message,
            "hint": self.hint or None,
            "check": self.check or None,
        }


def citing(check: str, faults: Iterable[Fault]) -> Iterator[Fault]:
    """Yield the faults, each with the slug of the check that found it."""
    return (replace(fault, check=check) for fault in faults)


class KitError(Exception):
    """The request or its input cannot be used; holds one `Fault` or several."""

    exit_code = 2
    left_out = ""
    """The checks that were left out, since they depend on what is faulty: `2 checks (rules, faces)`."""

    @overload
    def __init__(self, faults: Fault | Iterable[Fault]) -> None: ...

    @overload
    def __init__(
        self,
        faults: str,
        *,
        place: Place | None = None,
        item: str = "",
        hint: str = "",
        check: str = "",
    ) -> None: ...

    def __init__(
        self,
        faults: str | Fault | Iterable[Fault],
        *,
        place: Place | None = None,
        item: str = "",
        hint: str = "",
        check: str = "",
    ) -> None:
        """Take a message with its details (see `Fault`), or complete faults."""
        if isinstance(faults, str):
            faults = Fault(faults, place, item, hint, check)
        self.faults: tuple[Fault, ...] = (faults,) if isinstance(faults, Fault) else _first(faults)
        super().__init__("\n".join(map(str, self.faults)))

    def within(self, *, place: Place | None = None, item: str = "") -> KitError:
        """Return the same error with the place and item filled in where a fault lacks them."""
        known = [
            replace(fault, place=fault.place or place, item=fault.item or item)
            for fault in self.faults
        ]
        return type(self)(known)


@contextmanager
def errors_at(place: Place | None = None, item: str = "") -> Iterator[None]:
    """Fill in the place and item of an error raised in this block, where its faults lack them."""
    try:
        yield
    except KitError as error:
        raise error.within(place=place, item=item) from None


@contextmanager
def collected(faults: list[Fault], place: Place | None = None, item: str = "") -> Iterator[None]:
    """Add the faults of an error raised in this block to a list, so that other work goes on."""
    try:
        yield
    except KitError as error:
        faults += error.within(place=place, item=item).faults


def raise_faults(faults: Iterable[Fault]) -> None:
    """Raise KitError with these faults, if there are any."""
    if found := tuple(faults):
        raise KitError(found)


def _cut(words: str) -> str:
    """Shorten a text that may quote a value of any length from a file."""
    return short(words, MAX_CHARACTERS, "…")


def _first(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """The first faults, as many as a person would read."""
    found = tuple(faults)
    if len(found) <= MAX_FAULTS:
        return found
    return *found[:MAX_FAULTS], Fault(f"and {counted(len(found) - MAX_FAULTS, 'more fault')}")


class CheckFailed(KitError):
    """The input can be read, but a check found faults in its content."""

    exit_code = 1


def outcome_of(work: Callable[..., T], *values: object) -> T | KitError:
    """Return the result of a task, or the KitError that it raised, so that other tasks can go on."""
    try:
        return work(*values)
    except KitError as error:
        return error


_LONG_WORD = 100
_MANY_NAMES = 2_000


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Hint for an unknown word: the nearest known one, or all of them if there are few."""
    names = sorted({str(name) for name in known})
    if near := nearest(word, names):
        return near
    short = [name for name in names if len(name) <= _LONG_WORD]
    if len(word) <= _LONG_WORD and 0 < len(short) <= 12:
        return "known: " + ", ".join(short)
    return ""


def nearest(word: str, known: Iterable[str]) -> str:
    """Hint that names the nearest known word; "" if none is similar."""
    if len(word) > _LONG_WORD:  # the comparison takes time quadratic in the length
        return ""
    names = sorted(name for name in known if len(name) <= _LONG_WORD)[:_MANY_NAMES]
    by_lower = {name.lower(): name for name in names}  # spreadsheets write "ID" for "id"
    near = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    if near:
        return f'did you mean "{by_lower[near[0]]}"?'
    return ""


class UnknownNameError(KeyError):
    """A name that a mapping does not have; the message suggests one that it has."""

    def __init__(self, what: str, name: object, known: Iterable[str]) -> None:
        super().__init__(what, name, tuple(known))

    def __str__(self) -> str:
        # Only now, since most are caught: `get` of a mapping asks for missing names all the time.
        what, name, _ = self.args
        return f'there is no {what} "{name}"; {self.hint}'.removesuffix("; ")

    @property
    def hint(self) -> str:
        _, name, known = self.args
        if isinstance(name, int):
            return "write a name, not a number; `| first` gives the first"
        return did_you_mean(str(name), known)


def counted(number: int, one: str) -> str:
    """A number with its noun: `1 game`, `2 copies`, `12,000 games`."""
    many = f"{one[:-1]}ies" if one.endswith("y") else f"{one}s"
    return f"{number:,} {one if number == 1 else many}"


def short(text: object, longest: int = 60, mark: str = "...") -> str:
    """Return a text, shortened if it is too long to be quoted whole; `mark` ends what is left."""
    words = str(text)
    return words if len(words) <= longest else words[: longest - len(mark)] + mark


def some_of(parts: Sequence[str], longest: int) -> str:
    """Join the parts by commas: as many as have room, at least one, and the number of the rest."""
    ends = accumulate(len(part) + len(", ") for part in parts)
    room = sum(1 for _ in takewhile(lambda end: end <= longest, ends))
    shown = parts[: max(1, room)]
    more = [f"… and {len(parts) - len(shown)} more"] if len(shown) < len(parts) else []
    return ", ".join([*shown, *more])


def describe_value(value: object) -> str:
    """Name a plain value with its type: `the text "many"`, `the number 3`, `a list`."""
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return str(value).lower()
    if value in (math.inf, -math.inf):  # 1e400, too
        return "a number that is too large"
    if isinstance(value, (int, float)):
        return f"the number {short(value)}"
    if isinstance(value, str):
        return f'the text "{short(value)}"'
    return "a list" if isinstance(value, (list, tuple)) else "a mapping"
