"""Examples: files that state a position, some moves, and the expected result.

The same file is a test of the engine, a check that a player can run, and an illustrated example in
the rulebook::

    kit: grumbles
    examples:
      - id: push-a-line
        title: Push moves a whole line
        says: One or two sentences for the rulebook.
        rules: [push, push-whole-line]        # each is cited in it: by an event, or by a refusal
        about: [orthogonal]                   # what it shows, too, though nothing cites it
        players: 2                            # these three as in a new game, if left out
        options: {board: plus}
        seed: 1
        position: {...}                       # what differs from a new game, as in a saved state
        data: {grumbles: {pull: null}}        # what differs from the tables of the kit
        chance: [6, [2, 1]]                   # the first draws: a die, a shuffle; then by the seed
        moves: [push step N]
        expect:                               # all of it after the last move
          position: {points: {red: 1}}        # what is not named may be anything; null: not there
          legal: {pull: [stay, step N]}       # all moves that begin so; or a list: all moves
          illegal: {push step S: push-not-off-board}
          events: [{event: push, rule: push}] # in this order, others may come between
          never: [{event: capture}]           # none of what happens is like it
          view: [{seat: 1, holds: {...}, lacks: [doom]}]   # what a seat knows; seat 0: an onlooker
          odds: [{event: {event: draw, goof: doom}, chance: 1/5, games: 500}]
          outcome: {result: red}
          refused: two-players                # alone: such a game or such data cannot be
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

from generator.base.document import Document
from generator.base.errors import Fault, KitError, did_you_mean, raise_faults
from generator.base.load_document import load_yaml
from generator.engine.events import Event
from generator.engine.game import Locator
from generator.engine.testing.draws import Draw, all_draws
from generator.engine.testing.expectations import all_texts, is_like, malformed, plain

WHOLE = ("kit", "examples")
"""The fields of a file of examples."""
KINDS: dict[str, type] = {
    **{"id": str, "title": str, "says": str, "rules": list, "players": int, "options": dict},
    **{"about": list, "seed": int, "position": dict, "data": dict, "chance": list},
    **{"moves": list, "expect": dict},
}
"""The fields of an example and what they hold."""
NAMES = {str: "text", int: "a whole number", list: "a list of texts", dict: "a mapping"}
DRAWS = "a list of numbers from 1 up, or lists of them"


@dataclass(frozen=True)
class Example:
    """One example as its file states it."""

    id: str
    where: Locator
    title: str
    says: str = ""
    rules: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    players: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 1
    position: Mapping[str, Any] | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    chance: tuple[Draw, ...] = ()
    moves: tuple[str, ...] = ()
    expect: Mapping[str, Any] = field(default_factory=dict)

    @property
    def item(self) -> str:
        return f'example "{self.id}"'


def kit_of(path: Path) -> str:
    """The kit that an example file names.  Raises KitError."""
    document = load_yaml(path)
    kit = document.data.get("kit") if isinstance(document.data, dict) else None
    if not isinstance(kit, str):
        message = "an example file must name its kit"
        hint = 'begin it with a line like "kit: grumbles"'
        raise KitError(message, place=document.place(), hint=hint, check="example-syntax")
    return kit


def read_examples(path: Path, about: str = "") -> list[Example]:
    """Read the examples of a file, which must be `about` that kit, if one is given.

    Raises KitError with every fault in their form.
    """
    document = load_yaml(path)
    if about and isinstance(document.data, dict) and document.data.get("kit", about) != about:
        raise KitError(
            f"these examples must be of the kit \"{about}\", not of \"{document.data['kit']}\"",
            place=document.place("kit"), hint=f'write "kit: {about}"', check="unknown-reference",
        )  # fmt: skip
    return examples_in(document)


def examples_in(document: Document) -> list[Example]:
    """The examples in a parsed file.  Raises KitError with every fault in their form."""
    rows = document.data.get("examples") if isinstance(document.data, dict) else None
    if not isinstance(rows, list):
        message = 'an example file must have "kit" and a list of "examples"'
        raise KitError(message, place=document.place(), check="example-syntax")
    faults = [
        Fault(
            f'no field "{key}"', document.place(key), "", did_you_mean(key, WHOLE), "example-syntax"
        )
        for key in document.data
        if key not in WHOLE
    ]
    examples: list[Example] = []
    ids: set[str] = set()
    for number, row in enumerate(rows):

        def where(*path: str | int, number: int = number) -> Any:
            return document.place("examples", number, *path)

        found = list(_misspelt(row, where))
        if not found and row["id"] in ids:
            found.append(Fault(f'another example is called "{row["id"]}"', where("id")))
        faults += (replace(fault, check="example-syntax") for fault in found)
        if not found:
            ids.add(row["id"])
            examples.append(_example(row, where))
    raise_faults(faults)
    return examples


def _misspelt(row: Any, where: Locator) -> Iterator[Fault]:
    """Yield what is wrong with the form of one example."""
    if not isinstance(row, dict) or not isinstance(row.get("id"), str):
        yield Fault('an example must be a mapping with an "id"', where())
        return
    item = f'example "{row["id"]}"'
    for key, value in row.items():
        kind = KINDS.get(key, str)
        if key not in KINDS:
            yield Fault(f'no field "{key}"', where(key), item, did_you_mean(key, KINDS))
        elif key == "chance":
            if not all_draws(value):
                yield Fault(f'"chance" must be {DRAWS}', where(key), item)
        elif not isinstance(value, kind) or (kind is list and not all_texts(value)):
            yield Fault(f'"{key}" must be {NAMES[kind]}', where(key), item)
        elif key == "data" and not all(isinstance(table, dict) for table in row["data"].values()):
            yield Fault('"data" must have a mapping for each table', where(key), item)
    expect = row.get("expect")
    for path, says, hint in malformed(expect) if isinstance(expect, dict) else ():
        yield Fault(says, where("expect", *path), item, hint)


def _example(row: Mapping[str, Any], where: Locator) -> Example:
    stated = {key: tuple(each) if isinstance(each, list) else each for key, each in row.items()}
    return Example(**{"title": row["id"], **stated}, where=where)


# Odds

DEVIATIONS = 3.3
"""How many standard deviations the share of games may be off: one fair share in a thousand is more."""


def unlikely(
    odds: Sequence[Mapping[str, Any]], example: Example, play: Callable[[int], Sequence[Event]]
) -> Iterator[Fault]:
    """Yield the odds that many games do not bear out; `play` gives the events of the game of a seed."""
    for number, each in enumerate(odds):
        games, chance = each["games"], Fraction(str(each["chance"]))
        hits = sum(
            any(is_like(each["event"], plain(event.as_data())) for event in play(seed))
            for seed in range(1, games + 1)
        )
        if message := off(hits, games, chance):
            yield Fault(message, example.where("expect", "odds", number), example.item)


def off(hits: int, games: int, chance: Fraction) -> str:
    """What is wrong with a number of hits; empty if chance explains it."""
    room = DEVIATIONS * sqrt(games * chance * (1 - chance))
    if abs(hits - games * chance) <= room:
        return ""
    low, high = max(0.0, float(games * chance) - room), float(games * chance) + room
    return (
        f"this happens in {hits} of {games} games, but a chance of {chance} would give "
        f"{low:.0f} to {high:.0f}"
    )
