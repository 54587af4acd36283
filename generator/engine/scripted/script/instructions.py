"""Compiled program of a script: instructions, endings, and the content they refer to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from generator.base.errors import KitError, Place
from generator.engine.events import Event
from generator.engine.rng import Rng
from generator.engine.scripted.script.messages import Sentence
from generator.engine.scripted.script.setup import Content, names_of
from generator.engine.scripted.script.step_schema import Choice, StepSpec
from generator.engine.text.rule_texts import Rule
from generator.kit.expressions.evaluate import Expression
from generator.kit.expressions.sandbox import IS_NONE

MAX_TURNS = 500
"""Turns after which a game ends if none of its own ends comes earlier."""
KNOWN = "count them as they come and go, or let a deck of one's own get all its cards in sight"
"""What to do instead of asking which cards are hidden."""
EFFECT = "effect"
"""The default field of a card's effects."""

NOTHING: StepSpec = StepSpec.model_construct()
"""The step of instructions that the compiler adds."""


class Formula(Expression):
    """An expression in which some names have fixed values: those from the phrase of an effect."""

    constants: Mapping[str, Any] = {}

    def __call__(self, variables: Mapping[str, Any]) -> Any:
        try:
            return super().__call__(
                {**variables, **self.constants} if self.constants else variables
            )
        except KitError as error:
            hint = self._hint_of_hidden(variables) if IS_NONE in str(error) else ""
            if not hint:
                raise
            raise KitError(replace(fault, hint=hint) for fault in error.faults) from error

    def given(self, variables: Mapping[str, Any], name: str) -> Callable[[Any], Any]:
        return super().given({**variables, **self.constants}, name)

    def _hint_of_hidden(self, variables: Mapping[str, Any]) -> str:
        """What to do where cards that nobody may look at are used; "" if there are none."""
        for name in sorted(self.used):
            value = variables.get(name)
            if isinstance(value, list) and None in value:
                return f'the cards of "{name}" are hidden, and each is none: {KNOWN}'
        return ""


@dataclass
class Instruction:
    """One instruction.  `go` is the jump target: after a failed condition, a loop, a choice."""

    do: str
    place: Place
    rule: str
    step: StepSpec = NOTHING
    name: str = ""
    """For the event of a choice: the name of the option."""
    go: int = 0
    who: str = "self"
    """The players concerned, if no formula gives them."""
    formulas: dict[str, Expression] = field(default_factory=dict)
    sentence: Sentence | None = None
    options: dict[str, tuple[Choice, Expression | None, int]] = field(default_factory=dict)
    """For a choice: the condition and the jump target of each option, by name."""
    blocks: dict[str, int] = field(default_factory=dict)
    """For effects: the jump target of each text of a field."""
    fitted: str = ""
    """The move that `where` allowed last, which is likely to be allowed again."""


@dataclass
class Ending:
    """An end of the game, with its condition compiled."""

    when: Expression | None
    turns: int | None
    rounds: int | None
    rule: str
    winner: tuple[str, str]


class Citation(NamedTuple):
    """A rule that a script cites: where it does so first, and whether events cite it."""

    place: Place
    happens: bool
    """Whether events cite it; other rules only refuse moves."""

    def rule(self, slug: str) -> Rule:
        """The rule for a kit without `rules.yaml`: only its name is known, and how it is cited."""
        words = slug.replace("-", " ").capitalize() + "."
        structure = "" if self.happens else "Its steps say `why-not`."
        return Rule(slug, "Turns", words, structure=structure, place=self.place)


Call = Callable[[dict[str, Any], Rng], Iterable[Event]]
"""A step in Python: it changes a position and yields events."""


@dataclass
class Program:
    """A compiled script."""

    content: Content
    turn: list[Instruction]
    finish: list[Instruction]
    endings: list[Ending]
    last_resort: Ending
    named: Mapping[str, tuple[str, str]]
    """The names given with `as`: the kind of thing, and its table or track."""
    set_up: int
    """Index in `turn` of the first set-up step; 0 if there are none."""
    begins: bool
    """Whether turns begin automatically, because their first step is a loop that asks at once."""
    value: Expression | None
    """The author's expression for the value of a position to a seat, if any."""
    cited: Mapping[str, Citation]
    """The rules that it names, by slug."""
    calls: Mapping[str, Call]
    """The steps that are written in Python, by the name under `call`."""
    separate: frozenset[str] = frozenset()
    """The closed hands whose cards their owner knows, but for the order, since all came there in sight."""
    work: int = 0
    """Number of instructions, events, and choices weighed so far, in all games."""

    @cached_property
    def names(self) -> frozenset[str]:
        """Every name that expressions may use."""
        return frozenset(names_of(self.content, self.named))

    def most_turns(self, players: int) -> int:
        """The number of turns after which a game ends if it has reached no end of its own."""
        stated = [max(end.turns or 0, (end.rounds or 0) * players) for end in self.endings]
        return max([MAX_TURNS, *stated])
