"""Schema of a step in `turns.yaml`: one verb, and the keys that qualify it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import AfterValidator, Field, PlainValidator, model_validator
from pydantic import Strict as StrictMode

from generator.base.errors import describe_value
from generator.base.schema import (
    NOT_EMPTY,
    NOT_ENDLESS,
    ONE_OR_MORE,
    ClosedModel,
    FieldName,
    Slug,
    UnknownKey,
    Variable,
    Words,
    validation_error,
)
from generator.kit.dice import EXAMPLES, Dice, read_dice


class Form(NamedTuple):
    """The keys that a verb requires, and those it allows."""

    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()


STEPS: Mapping[str, Form] = {
    "draw": Form(("into",), ("number", "where", "at", "again", "as_")),
    "discard": Form(("into",), ("at", "number", "where")),
    "shuffle": Form(),
    "take": Form(("who",), ("by", "into", "number", "on")),
    "give": Form(("who",), ("by", "into", "on")),
    "swap": Form(("who",)),
    "show": Form((), ("who",)),
    "look": Form((), ("who", "number", "as_")),
    "count": Form(("as_",), ("who", "where")),
    "note": Form(("as_",)),
    "roll": Form(("as_",)),
    "look_up": Form(("for_", "among", "as_")),
    "move": Form((), ("by", "to")),
    "gain": Form(("by",), ("who", "on")),
    "lose": Form(("by",), ("who", "on")),
    "set": Form(("to",), ("who", "on")),
    "next": Form(),
    "eliminate": Form(),
    "choose": Form(),
    "pick": Form(("as_",), ("where", "who", "at", "may_pass")),
    "pick_number": Form(("as_",), ("where", "may_pass")),
    "bid": Form(("to",), ("from_", "where", "may_pass")),
    "perform": Form((), ("column", "for_")),
    "if_": Form(("then",), ("else_",)),
    "each": Form(("do",), ("order",)),
    "repeat": Form(("do",), ("as_",)),
    "while_": Form(("do",)),
    "call": Form(),
    "say": Form(),
    "end": Form((), ("winner",)),
}
HELPERS = (
    *("into", "number", "at", "on", "again", "as_", "for_", "among", "by", "from_", "to"),
    *("who", "where", "order", "column", "may_pass", "winner", "then", "else_", "do"),
)


WHOSE = ("self", "others", "all", "next", "team", "partners", "rivals", "leaders")
"""The words for players; anything else is an expression that gives a player's number."""
DECISIONS = ("choose", "pick", "pick_number", "bid")
"""Verbs with which a player decides something."""
SILENT = ("if_", "repeat", "while_", "each", "perform", "note", "call", "choose", "end")
"""Verbs without an event, which therefore cite no rule."""


def key_of(name: str) -> str:
    """The key of a field in the file: `look-up`, `as`."""
    return name.rstrip("_").replace("_", "-")


_ALL_STEPS = f"a step does one of: {', '.join(map(key_of, STEPS))}"


def _formula(value: object) -> object:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (str, int)):
        return str(value)
    raise validation_error(
        f"must be a whole number or an expression, but is {describe_value(value)}",
        check="wrong-type",
    )


def _formulas(value: object) -> object:
    if isinstance(value, list) and value:
        return f"[{', '.join(str(_formula(each)) for each in value)}]"
    return _formula(value)


def _dice(value: object) -> object:
    dice = read_dice(value) if isinstance(value, str) else value
    if isinstance(dice, Dice):
        return dice
    raise validation_error(
        f"must be {EXAMPLES}, but is {describe_value(value)}", check="wrong-type"
    )


Formula = Annotated[
    str, PlainValidator(_formula, json_schema_input_type=str | int), AfterValidator(str.strip)
]
Formulas = Annotated[
    str, PlainValidator(_formulas, json_schema_input_type=str | int | list[str | int])
]
Fields = Annotated[tuple[FieldName, ...], StrictMode(False), ONE_OR_MORE]


def _winner(value: object) -> object:
    if isinstance(value, str) and value in ("all", "nobody", "self"):
        return (value, "")
    if isinstance(value, dict) and len(value) == 1:
        (how, counter), *_ = value.items()
        if how in ("most", "least") and isinstance(counter, str):
            return (how, counter)
    raise validation_error(
        "must say who wins", "write {most: COUNTER}, {least: COUNTER}, self, all or nobody"
    )


Winner = Annotated[
    tuple[str, str],
    PlainValidator(
        _winner, json_schema_input_type=Literal["all", "nobody", "self"] | dict[str, str]
    ),
]
_Steps = Annotated[tuple["StepSpec", ...], StrictMode(False), NOT_ENDLESS]


class Choice(ClosedModel):
    """One thing a player may choose to do."""

    do: _Steps = ()
    """The steps that follow from choosing it."""
    when: Words | None = None
    """An expression: whether it may be chosen."""
    why_not: Slug | None = None
    """The rule that forbids it otherwise."""
    says: Words | None = None
    """The sentence that reports the choice."""
    rule: Slug | None = None
    """Slug of the rule that its steps follow."""


class StepSpec(ClosedModel):
    """One step of a turn: a verb, and the keys that qualify it."""

    draw: Variable | None = None
    """Takes cards from the top of this pile."""
    discard: Variable | None = None
    """Puts away a card that was named with `as`, or all cards of a place: those that fit `where`, and no
    more than `number`."""
    shuffle: Variable | None = None
    """Shuffles this pile."""
    take: Variable | None = None
    """Takes cards at random from this hand of another player, or from their counter."""
    give: Variable | None = None
    """Gives another player a named card, all cards of a place, or of one's own counter."""
    swap: Variable | None = None
    """Exchanges all cards of this hand, or the numbers of this counter, with another player."""
    show: Variable | None = None
    """Shows everybody a named card, or all cards of a hand or pile."""
    look: Variable | None = None
    """Looks secretly at a hand of another player, or at the top cards of a pile."""
    count: Variable | None = None
    """Counts the cards of a place, hidden ones too, and tells everybody the number."""
    note: Formula | None = None
    """Works out a whole number and tells nobody; everybody may know it."""
    roll: Annotated[Dice | None, PlainValidator(_dice, json_schema_input_type=str)] = None
    """Rolls dice: `d6`, `2d6`."""
    look_up: Variable | None = None
    """Finds the row of this table that has a result."""
    move: Variable | None = None
    """Moves a token `by` a number of spaces, or `to` a space."""
    gain: Variable | None = None
    """Adds to a counter."""
    lose: Variable | None = None
    """Takes from a counter."""
    set: Variable | None = None
    """Sets a counter `to` a number."""
    next: Formula | None = None
    """Gives the next turn to a player, by number: `1` is the first. Without it, the next in order."""
    eliminate: Formula | None = None
    """Puts players out of the game: they have no more turns, and cannot win."""
    choose: Annotated[dict[Slug, Choice | None], NOT_EMPTY, NOT_ENDLESS] | None = None
    """The player decides between these."""
    pick: Variable | None = None
    """The player picks a card of this place, a space of this track, a row of cards or of a table, or
    one of the `players`, `others`, `partners`, `rivals` or `leaders`."""
    pick_number: Formulas | None = None
    """The player picks one of these numbers: a list of expressions, or one that gives a list."""
    bid: Variable | None = None
    """The player picks a number for their own counter, secretly if that is hidden."""
    perform: Variable | None = None
    """Does what a column of this named card, row or space says, or of the space where this token is, in
    the words of `effects`."""
    if_: Formula | None = Field(None, alias="if")
    """Does the steps under `then` if this is true, otherwise those under `else`."""
    each: Formula | None = None
    """Does the steps under `do` once for each of these players, who decides what there is to decide."""
    repeat: Formula | None = None
    """Does the steps under `do` this many times, or once for each row of this table."""
    while_: Formula | None = Field(None, alias="while")
    """Does the steps under `do` while this is true."""
    call: Variable | None = None
    """Runs the method `do_NAME` of the game's Python class; see `grimoire new NAME --rules`."""
    say: Words | None = None
    """Reports a sentence."""
    end: Literal["turn", "game", "loop"] | None = None
    """Ends the turn at once, or the game, or the `loop` around it: a `while`, `repeat` or `each`."""

    into: Variable | None = None
    """Where the cards go."""
    number: Formula | None = None
    """How many cards."""
    at: Formula | None = None
    """The place of rows, by number, name or id, where cards come from or go to; of `pick`, where the
    card lies that is picked."""
    on: Formula | None = None
    """The row of the counter's table, by id or as a name given to it."""
    again: Variable | None = None
    """The pile that is shuffled and drawn from when the first is empty."""
    as_: Variable | None = Field(None, alias="as")
    """Name for the card, row, space, player or number until the turn ends."""
    for_: Formula | None = Field(None, alias="for")
    """The result to look for; of several columns, which one: 1 or less is the first, the highest the last."""
    among: Fields = ()
    """The field with a row's result, or those with its lowest and its highest."""
    by: Formula | None = None
    """How much, or how many spaces: a number or an expression."""
    from_: Formula | None = Field(None, alias="from")
    """The lowest bid; 0 without it."""
    to: Formula | None = None
    """The space, by number, name or id; of a counter the number; of a bid the highest."""
    who: Formula = "self"
    """Whose it is: `self`, `others`, `all`, `next`, `team`, `partners`, `rivals`, `leaders`, or an
    expression with a player's number."""
    where: Words | None = None
    """An expression with `it`: which cards, spaces, rows, players or numbers it may be."""
    order: Formula | None = None
    """An expression, worked out for each player: whoever has the lowest number comes first."""
    column: Fields = ()
    """The column whose words are performed, or several, of which `for` says which; `effect` without it."""
    may_pass: bool = False
    """Whether the player may pick none, or bid nothing."""
    winner: Winner | None = None
    """Who wins, if the step ends the game, and not the `winner` of the whole file."""
    then: _Steps = ()
    """The steps if it is true."""
    else_: _Steps = Field((), alias="else")
    """The steps if it is not."""
    do: _Steps = ()
    """The steps that are repeated."""

    says: str | None = None
    """A sentence to replace the default one; `""` to say nothing."""
    rule: Slug | None = None
    """Slug of the rule it follows, if not that of the enclosing step."""

    @classmethod
    def unknown_key(cls, key: str, data: Mapping[str, Any], known: tuple[str, ...]) -> UnknownKey:
        """Describe an unknown key: an unknown verb, or one that the step's verb does not use."""
        verb = next((name for name in STEPS if key_of(name) in data), "")
        if verb:
            usable = (*STEPS[verb].needs, *STEPS[verb].may, "says", "rule")
            return UnknownKey(tuple(map(key_of, usable)))
        if key == next(name for name in data if name not in known):
            return UnknownKey(tuple(map(key_of, STEPS)), "step", _ALL_STEPS)
        return UnknownKey(tuple(map(key_of, (*HELPERS, "says", "rule"))))

    @property
    def stated(self) -> tuple[str, ...]:
        return tuple(verb for verb in STEPS if getattr(self, verb) is not None)

    @property
    def verb(self) -> str:
        return self.stated[0]

    @property
    def asks_first(self) -> bool:
        """Whether it begins with a decision in a loop, so that a turn needs no move to begin with it."""
        if self.verb == "each":  # several players act in turn
            return True
        first = self.do[0] if self.do else None
        return first is not None and (first.verb in DECISIONS or first.asks_first)

    @model_validator(mode="after")
    def _check_whole(self) -> Self:
        if not self.stated:
            raise validation_error("does nothing", _ALL_STEPS)
        if len(self.stated) > 1:
            one, other = map(key_of, self.stated[:2])
            raise validation_error(
                f'does two things, "{one}" and "{other}"', "make two steps of it"
            )
        verb, form = self.verb, STEPS[self.verb]
        for helper in HELPERS:
            given = getattr(self, helper) not in (None, (), False, "self")
            if given and helper not in (*form.needs, *form.may):
                fits = ", ".join(key_of(helper) for helper in (*form.needs, *form.may)) or "nothing"
                message = f'has "{key_of(helper)}", which "{key_of(verb)}" does not use'
                raise validation_error(message, f"use it with {fits}")
            if not given and helper in form.needs:
                raise validation_error(f'has "{key_of(verb)}", but no "{key_of(helper)}"')
        if self.says is not None and verb in (*SILENT, "say"):
            message = f'has "says", but "{key_of(verb)}" tells nothing by itself'
            raise validation_error(
                message, "add a step with say" if verb != "say" else "write it under say"
            )
        if self.winner and self.end != "game":
            raise validation_error("says who wins, but does not end the game", "write end: game")
        if verb == "move" and (self.by is None) == (self.to is None):
            raise validation_error('moves a token, but needs either "by" or "to"')
        return self


Steps = Annotated[tuple[StepSpec, ...], StrictMode(False)]

StepSpec.model_rebuild()
Choice.model_rebuild()
