"""What a script is made into: instructions in a row, endings, and all they speak of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.base.errors import Place
from generator.engine.scripted.messages import Sentence
from generator.engine.scripted.setup import Content
from generator.engine.scripted.step_schema import Choice, StepSpec
from generator.kit.expressions.evaluate import Expression

MOST_TURNS = 500
"""After so many turns a game ends whose own ends all hang on what happens."""
DECISIONS = ("choose", "pick")

NOTHING: StepSpec = StepSpec.model_construct()
"""The step of an instruction that is none by itself."""


@dataclass
class Instruction:
    """One thing to do.  `go` is where to go on: after a condition that fails, a loop, a choice."""

    do: str
    place: Place
    rule: str
    step: StepSpec = NOTHING
    name: str = ""
    """Of what a choice tells: which of its options it is."""
    go: int = 0
    formulas: dict[str, Expression] = field(default_factory=dict)
    says: Sentence | None = None
    options: dict[str, tuple[Choice, Expression | None, int]] = field(default_factory=dict)
    """Of a choice: by name what it says, whether it is open, and where it goes on."""


@dataclass
class Ending:
    """A way for the game to end, ready to be asked."""

    when: Expression | None
    turns: int | None
    rounds: int | None
    rule: str
    winner: tuple[str, str]


@dataclass
class Program:
    """A script made ready to be carried out."""

    content: Content
    turn: list[Instruction]
    finish: list[Instruction]
    endings: list[Ending]
    last_resort: Ending
    named: Mapping[str, tuple[str, str]]
    """What steps name with `as`: the kind of thing, and the table or track it is of."""
    cited: tuple[str, ...]

    def most_turns(self, players: int) -> int:
        """After how many turns a game ends that has come to no end of its own."""
        stated = [max(end.turns or 0, (end.rounds or 0) * players) for end in self.endings]
        return max([MOST_TURNS, *stated])
