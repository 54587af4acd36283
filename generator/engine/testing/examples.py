"""Examples: files that state a position, some moves, and the expected result.

The same file is a test of the engine, a check that a player can run, and an illustrated example in
the rulebook::

    kit: grumbles
    examples:
      - id: push-a-line
        title: Push moves a whole line
        says: One or two sentences for the rulebook.
        rules: [push, push-whole-line]        # what it is an example of
        players: 2                            # these three as in a new game, if left out
        options: {board: plus}
        seed: 1
        position: {...}                       # what differs from a new game, as in a saved state
        moves: [push step N]
        expect:                               # all of it after the last move
          position: {points: {red: 1}}        # what is not named may be anything; null: not there
          legal: {pull: [stay, step N]}       # all moves that begin so; or a list: all moves
          illegal: {push step S: push-not-off-board}
          events: [{event: push, rule: push}] # in this order, others may come between
          outcome: {result: red}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from generator.base.errors import CheckFailed, Fault, KitError, did_you_mean
from generator.base.load_document import load_yaml
from generator.engine.event_text import Sentence
from generator.engine.events import Event, JsonValue
from generator.engine.game import Game, IllegalMoveError, Locator, State
from generator.engine.testing.expectations import all_texts, differences, malformed

KINDS: dict[str, type] = {
    **{"id": str, "title": str, "says": str, "rules": list, "players": int, "options": dict},
    **{"seed": int, "position": dict, "moves": list, "expect": dict},
}
"""The fields of an example and what they hold."""
NAMES = {str: "text", int: "a whole number", list: "a list of texts", dict: "a mapping"}


@dataclass(frozen=True)
class Example:
    """One example as its file states it."""

    id: str
    title: str
    says: str
    rules: tuple[str, ...]
    players: int | None
    options: Mapping[str, Any]
    seed: int
    position: Mapping[str, Any] | None
    moves: tuple[str, ...]
    expect: Mapping[str, Any]
    where: Locator

    @property
    def item(self) -> str:
        return f'example "{self.id}"'


@dataclass(frozen=True)
class PlayedMove:
    """One move of an example, its events, and their descriptions."""

    move: str
    seat: int
    events: tuple[Event, ...]
    captions: tuple[str, ...]
    told: tuple[Sentence, ...]
    after: State[Any]


@dataclass(frozen=True)
class PlayedExample:
    """An example that was played and meets its expectations."""

    example: Example
    before: State[Any]
    moves: tuple[PlayedMove, ...]
    refused: Mapping[str, Fault]
    """Its illegal moves, each with the rule and the reason that the engine gives."""

    @property
    def after(self) -> State[Any]:
        return self.moves[-1].after if self.moves else self.before

    @property
    def events(self) -> list[Event]:
        return [event for played in self.moves for event in played.events]

    def as_data(self) -> dict[str, JsonValue]:
        """Plain data for figures; positions contain public information only."""
        return {
            "id": self.example.id,
            "title": self.example.title,
            "says": self.example.says,
            "rules": self.example.rules,
            "stated": dict(self.example.position or {}),
            "partial": self.example.position is not None,
            "before": self.before.view(None),
            "moves": [
                {
                    "move": played.move,
                    "seat": played.seat + 1,
                    "events": [event.as_data() for event in played.events],
                    "captions": played.captions,
                    "told": [{"text": each.text, "rules": each.rules} for each in played.told],
                    "after": played.after.view(None),
                }
                for played in self.moves
            ],
            "after": self.after.view(None),
            "illegal": {
                move: {"rule": fault.check, "says": fault.message}
                for move, fault in self.refused.items()
            },
        }


def kit_of(path: Path) -> str:
    """The kit that an example file names.  Raises KitError."""
    document = load_yaml(path)
    kit = document.data.get("kit") if isinstance(document.data, dict) else None
    if not isinstance(kit, str):
        message = "an example file says which kit it is about"
        hint = 'begin it with a line like "kit: grumbles"'
        raise KitError(message, place=document.place(), hint=hint, check="example-syntax")
    return kit


def read_examples(path: Path) -> list[Example]:
    """Read the examples of a file.  Raises KitError with every fault in their form."""
    document = load_yaml(path)
    rows = document.data.get("examples") if isinstance(document.data, dict) else None
    if not isinstance(rows, list):
        message = 'an example file has "kit" and a list of "examples"'
        raise KitError(message, place=document.place(), check="example-syntax")
    faults: list[Fault] = []
    examples: list[Example] = []
    for number, row in enumerate(rows):

        def where(*path: str | int, number: int = number) -> Any:
            return document.place("examples", number, *path)

        found = list(_misspelt(row, where))
        if not found and any(row["id"] == each.id for each in examples):
            found.append(Fault(f'another example is called "{row["id"]}"', where("id")))
        faults += (replace(fault, check="example-syntax") for fault in found)
        if not found:
            examples.append(_example(row, where))
    if faults:
        raise KitError(faults)
    return examples


def _misspelt(row: Any, where: Locator) -> Iterator[Fault]:
    """Yield what is wrong with the form of one example."""
    if not isinstance(row, dict) or not isinstance(row.get("id"), str):
        yield Fault('an example is a mapping with an "id"', where())
        return
    item = f'example "{row["id"]}"'
    for key, value in row.items():
        kind = KINDS.get(key, str)
        if key not in KINDS:
            yield Fault(f'no field "{key}"', where(key), item, did_you_mean(key, KINDS))
        elif not isinstance(value, kind) or (kind is list and not all_texts(value)):
            yield Fault(f'"{key}" must be {NAMES[kind]}', where(key), item)
    expect = row.get("expect")
    for path, says, hint in malformed(expect) if isinstance(expect, dict) else ():
        yield Fault(says, where("expect", *path), item, hint)


def _example(row: Mapping[str, Any], where: Locator) -> Example:
    return Example(
        id=row["id"],
        title=row.get("title", row["id"]),
        says=row.get("says", ""),
        rules=tuple(row.get("rules", ())),
        players=row.get("players"),
        options=row.get("options", {}),
        seed=row.get("seed", 1),
        position=row.get("position"),
        moves=tuple(row.get("moves", ())),
        expect=row.get("expect", {}),
        where=where,
    )


def run_example(game: Game[Any], example: Example) -> PlayedExample:
    """Play an example.

    Raises KitError for an impossible position or move, and CheckFailed with every difference from
    what is expected.
    """
    for number, rule in enumerate(example.rules):
        if rule not in game.rules:
            hint = did_you_mean(rule, game.rules)
            place = example.where("rules", number)
            raise KitError(
                f'no rule "{rule}"', place=place, item=example.item, hint=hint, check="unknown-rule"
            )
    state = before = _begin(game, example)
    played: list[PlayedMove] = []
    for number, text in enumerate(example.moves):
        state = state.copy()
        seat = state.to_act
        try:
            events = state.apply(game.read_move(text))
        except IllegalMoveError as refusal:
            fault = refusal.faults[0]
            place = example.where("moves", number)
            raise CheckFailed(
                Fault(fault.message, place, f"{example.item}, {fault.item}", check=refusal.rule)
            ) from None
        assert seat is not None
        captions = tuple(map(game.describe, events))
        told = game.narrate(events)
        played.append(PlayedMove(text, seat, tuple(events), captions, told, state))
    events = [event for each in played for event in each.events]
    faults = [
        Fault(says, example.where("expect", *path), example.item, check=check)
        for path, says, check in differences(game, state, events, example.expect)
    ]
    if faults:
        raise CheckFailed(faults)
    refused = {text: _refusal(game, state, text) for text in example.expect.get("illegal", {})}
    return PlayedExample(example, before, tuple(played), refused)


def _refusal(game: Game[Any], state: State[Any], text: str) -> Fault:
    """The fault with which the engine refuses an illegal move."""
    try:
        state.copy().apply(game.read_move(text))
    except IllegalMoveError as refusal:
        return refusal.faults[0]
    raise AssertionError(f"{text} is legal")


def _begin(game: Game[Any], example: Example) -> State[Any]:
    """The first position of an example; the game must not be over in it."""
    state: State[Any]
    try:
        state, _ = game.start(example.seed, example.players, example.options)
    except KitError as error:
        raise error.within(place=example.where("options"), item=example.item) from None
    if example.position is None:
        return state

    def where(*path: str | int) -> Any:
        return example.where("position", *path)

    data = {"options": example.options, "chance": example.seed, **example.position}
    try:
        state = game.load(data, where)
    except KitError as error:
        raise error.within(place=where(), item=example.item) from None
    if state.outcome:
        message = "the game is already over in this position"
        raise KitError(message, place=where(), item=example.item, check="example-syntax")
    return state
