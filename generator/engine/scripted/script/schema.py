"""Schema of `turns.yaml`: what is on the table, the steps of a turn, and the end.

A step is one mapping.  Its verb is the key that names the action (`draw: deck`); other keys qualify
it (`into: hand`).  `step_schema.STEPS` lists all verbs with their keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, PlainValidator, PrivateAttr, model_validator
from pydantic import Strict as StrictMode

from generator.base.document import Document, Key
from generator.base.errors import Place
from generator.base.load_document import check_form, load_yaml
from generator.base.schema import (
    NOT_EMPTY,
    ONE_OR_MORE,
    ClosedModel,
    FieldName,
    Limits,
    Slug,
    Variable,
    Words,
    validation_error,
)
from generator.engine.scripted.script.step_schema import Formula, Steps, StepSpec, Winner
from generator.kit.cells import CellNames


def _spaces(value: object) -> object:
    if isinstance(value, str) or (type(value) is int and 2 <= value <= MAX_SPACES):
        return value
    if isinstance(value, list) and len(value) > 1 and all(isinstance(v, str) for v in value):
        return tuple(value)
    raise validation_error(
        f"must be a number from 2 to {MAX_SPACES:,}, a list of names, or a table"
    )


MAX_SPACES = 1000
"""Most spaces that a number can ask for, and most piles of a row."""
Spaces = Annotated[
    int | str | tuple[str, ...],
    PlainValidator(_spaces, json_schema_input_type=int | str | list[str]),
]
Names = Annotated[tuple[Variable, ...], StrictMode(False), ONE_OR_MORE]


class CardList(ClosedModel):
    """Cards that tables list."""

    of: Names = ()
    """The tables whose rows are its cards, shuffled."""
    copies: FieldName | None = None
    """The field that gives the number of copies of a card."""
    where: Words | None = None
    """An expression with `row`: which rows are in it."""


class Pile(CardList):
    """A pile of cards.  One made `of` tables is shuffled and face down; others begin empty."""

    hidden: bool | None = None
    """Whether its cards are face down."""


class Hand(CardList):
    """Cards in front of each player; `of` tables if everybody begins with the same ones."""

    deal: Annotated[int, Field(ge=0, le=100)] = 0
    """How many each player begins with."""
    from_: Variable | None = Field(None, alias="from")
    """The pile they are dealt from, or the player's own deck, made `of` a table."""
    open: bool = False
    """Whether everybody sees them."""
    hidden: bool = False
    """Whether nobody sees them, not even their owner: a deck of one's own."""

    @model_validator(mode="after")
    def _check_seen(self) -> Self:
        if self.open and self.hidden:
            raise validation_error("is both open and hidden", "leave one of them out")
        if self.of and self.from_:
            message = "is both made of a table and dealt"
            raise validation_error(message, "deal from it to another hand, or leave one out")
        return self


class Grid(ClosedModel):
    """Cells of the board that places lie on, for the `distance` between them."""

    names: CellNames
    """How they are named, as in the board's `<squaregrid>` or `<hexgrid>`."""
    flat: bool = False
    """Whether hexes have a side on top, not a corner."""
    diagonal: bool = False
    """Whether a step can lead over the corner of a square."""
    cell: FieldName = "cell"
    """The field with the cell of a row. Places without a table are named like their cells."""
    cost: Words | None = None
    """The field with what entering a place costs, or an expression with `row`, for the `path_cost`
    between two; none enter one without."""


class Row(ClosedModel):
    """Open piles side by side, numbered from 1; or one on each place of a map."""

    number: Spaces
    """How many there are, or their names, or the table whose rows they are."""
    grid: Grid | None = None
    """The grid that they lie on."""
    deal: Annotated[int, Field(ge=0, le=100)] = 0
    """How many cards lie on each at the start."""
    from_: Variable | None = Field(None, alias="from")
    """The pile they are dealt from."""


class Track(ClosedModel):
    """A row of spaces for tokens to move on."""

    spaces: Spaces
    """How many, or their names, or the table whose rows they are."""
    grid: Grid | None = None
    """The grid that they lie on."""
    loop: bool = False
    """Whether the last is followed by the first."""


class Token(ClosedModel):
    """A token on a track; each player's own, unless it is `shared`."""

    on: Variable
    """The track."""
    start: Formula = "1"
    """The space where it begins, by number, name or id."""
    shared: bool = False
    """Whether all players share one."""


class CounterBase(ClosedModel):
    """What a counter is, apart from its limits."""

    start: Formula = "0"
    """Its first value: a number, or an expression with tables, and with `row` if it is on one."""
    shared: bool = False
    """Whether all players share one."""
    hidden: bool = False
    """Whether each player knows only their own; it needs `from` and `to`."""
    on: Variable | None = None
    """A table, of whose rows each has one: a column that changes, such as the damage of a card."""
    seat: bool = False
    """Whether it holds the number of a player, 0 for nobody: they are shown by name."""
    told: bool = True
    """Whether players are told what steps gain, lose or set; if not, only `says` tells it."""

    @cached_property
    def usual(self) -> int:
        """The number that no position states for a row: the start, or 0 if an expression gives that."""
        return int(self.start) if self.start.removeprefix("-").isdecimal() else 0


class Counter(CounterBase, Limits):
    """A counter whose limits are numbers, as they have been worked out."""


class CounterSpec(CounterBase):
    """A number within limits; each player's own, unless `shared`."""

    low: Formula | None = Field(None, alias="from")
    """Lowest allowed number, or an expression with tables."""
    high: Formula | None = Field(None, alias="to")
    """Highest allowed number, or an expression with tables."""

    @model_validator(mode="after")
    def _check_hidden(self) -> Self:
        if self.hidden and (self.shared or self.low is None or self.high is None):
            raise validation_error(
                "is hidden, but shared or without limits", "give each player one, from 0 to 20"
            )
        if self.hidden and self.on:
            raise validation_error(
                "is hidden, but on a table, which everybody sees", "leave one out"
            )
        if self.seat and (self.low or self.high):
            raise validation_error(
                "holds a player, but has limits of its own", "leave out from and to"
            )
        return self


class End(ClosedModel):
    """An end of the game, checked after each turn."""

    when: Words | None = None
    """An expression: the game ends when it is true."""
    turns: Formula | None = None
    """After this many turns of all players together: a number, or an expression with tables."""
    rounds: Formula | None = None
    """After this many turns of each player: a number, or an expression with tables."""
    rule: Slug | None = None
    """Slug of the rule that ends it this way: `end` without it."""
    winner: Winner | None = None
    """Who wins at this end, if not the `winner` of the whole file."""

    @model_validator(mode="after")
    def _check_whole(self) -> Self:
        if [self.when, self.turns, self.rounds].count(None) != 2:
            raise validation_error("needs exactly one condition", "write when, turns or rounds")
        return self


class Script(ClosedModel):
    """The content of `turns.yaml`."""

    rule: Slug | None = None
    """The rule of a turn whose steps name no other."""
    seats_rule: Slug = "players"
    """The rule for the number of players and the set-up."""
    piles: dict[Variable, Pile | None] = Field(default={})
    """Piles of cards, by name."""
    hands: dict[Variable, Hand | None] = Field(default={})
    """Cards in front of each player, by name."""
    rows: dict[Variable, Row] = Field(default={})
    """Open piles side by side, by name."""
    tracks: dict[Variable, Track] = Field(default={})
    """Rows of spaces, by name."""
    tokens: dict[Variable, Token] = Field(default={})
    """Tokens that move on tracks, by name."""
    counters: dict[Variable, CounterSpec | None] = Field(default={})
    """Numbers that go up and down, by name: points, coins, a tide."""
    teams: Annotated[int, Field(ge=2, le=50)] | None = None
    """The number of teams; players next to each other are of different ones."""
    synonyms: dict[Words, Words] = Field(default={})
    """Words of `effects` that mean another, such as plurals: `woods: wood`."""
    effects: Annotated[dict[Words, Steps], Field(max_length=200)] = Field(default={})
    """What the words on cards do: steps by a phrase with names in braces, `gain {n} coins`."""
    set_up: Steps = ()
    """What happens once, after dealing and before the first turn."""
    turn: Annotated[Steps, NOT_EMPTY]
    """What a player does in a turn, step by step."""
    finish: Steps = ()
    """What each player does when the game is over, before the winner is determined."""
    end: Annotated[tuple[End, ...], StrictMode(False)] = ()
    """The ways for the game to end."""
    value: Words | None = None
    """An expression for bots: how good a position is for a player. Without it, the `winner` counter."""
    winner: Winner
    """Who wins: `{most: COUNTER}`, `{least: COUNTER}`, `self` (whose turn it is), `all`, `nobody`."""

    _document: Document = PrivateAttr()

    def steps(self) -> Iterator[tuple[tuple[Key, ...], StepSpec]]:
        """Every step, nested ones included, with its path in the file."""
        for key, steps in (("set-up", self.set_up), ("turn", self.turn), ("finish", self.finish)):
            yield from walk(steps, (key,))
        for phrase, steps in self.effects.items():
            yield from walk(steps, ("effects", phrase))

    def place(self, *path: Key) -> Place:
        return self._document.place(*path)

    @property
    def document(self) -> Document:
        return self._document


def walk(
    steps: Iterable[StepSpec], path: tuple[Key, ...]
) -> Iterator[tuple[tuple[Key, ...], StepSpec]]:
    """Yield every step, nested ones included, with its path in the file."""
    for index, step in enumerate(steps):
        here = (*path, index)
        yield here, step
        for key, inner in (("then", step.then), ("else", step.else_), ("do", step.do)):
            yield from walk(inner, (*here, key))
        for name, choice in (step.choose or {}).items():
            yield from walk(choice.do if choice else (), (*here, "choose", name, "do"))


def read_script(document: Document) -> Script:
    """Check the script in a document.  Raises KitError with every fault."""
    script = check_form(document, Script)
    script._document = document
    return script


def load_script(path: Path) -> Script:
    """Load the script in a file.  Raises KitError with every fault."""
    return read_script(load_yaml(path))


Script.model_rebuild()
