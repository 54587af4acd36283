"""Pending steps: the stack of what is still to be done, and the tables that define each step.

A fight, a chain of triggers or a window for reactions needs several decisions of several players.  No
function waits for them: the steps that are left form a stack in the state, so a state can be copied
and saved at any time.  The top of the stack, its last step, comes next:

- a step with a seat is a decision, and the game waits for that seat's move;
- a step without a seat is automatic, and runs as soon as it is on top.

A step can push further steps.  Secret simultaneous choices are consecutive decisions above an
automatic step that reveals them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple, Self, TypeAlias

from generator.base.errors import Fault, KitError


@dataclass(slots=True, unsafe_hash=True)
class Step:
    """A step: its name, the seat that decides it, and its arguments; never changed, since states share it.

    Slots are read in a third of the time of a named tuple's fields.
    """

    name: str
    seat: int | None = None
    about: tuple[Any, ...] = ()
    """The arguments, of the kinds that its entry in the step table lists (`Decision.about`)."""

    @property
    def decider(self) -> int:
        """The seat of a step that is a decision."""
        assert self.seat is not None, f"{self.name} is not a player's decision"
        return self.seat


def new_step(name: str, seat: int | None, about: tuple[Any, ...]) -> Step:
    """As `Step(...)`, but in two thirds of the time."""
    step: Step = object.__new__(Step)
    step.name, step.seat, step.about = name, seat, about
    return step


@cache
def shared_step(name: str, seat: int | None = None, *about: Any) -> Step:
    """A step that is made once and shared by all games, for few different arguments."""
    return Step(name, seat, about)


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision: what a seat can choose at a step.

    `moves(state, step)` lists the legal moves; `apply(state, step, move, events)` carries one out,
    after the step has been popped off the stack.
    """

    moves: Callable[[Any, Step], Sequence[Any]]
    apply: Callable[[Any, Step, Any, list[Any]], None]
    prompt: str = ""
    """The decision in a few words: `activate one of your Grumbles`."""
    about: tuple[str, ...] = ()
    """The kinds of the step's arguments, as `Rules.step_words` names them."""
    secret: bool = False
    """Whether no other seat can tell what was chosen until an automatic step reveals it."""


@dataclass(frozen=True, slots=True)
class Automatic:
    """An automatic step: `run(state, step, events)` carries it out."""

    run: Callable[[Any, Step, list[Any]], None]
    about: tuple[str, ...] = ()
    """The kinds of the step's arguments, as `Rules.step_words` names them."""


Refusal: TypeAlias = tuple[str, str]
"""The slug of the rule that forbids a move, and the reason in plain words."""
Explanation: TypeAlias = Refusal | Callable[[Any, int, Any], Refusal]
"""The refusal of a move, or a function of state, seat and move that finds it."""


class IllegalMoveError(KitError):
    """A move that the rules forbid; its one fault cites the rule."""

    @classmethod
    def under(cls, rule: str, message: str, move: object) -> Self:
        """The error for `move`, illegal under a rule for a reason in plain words."""
        return cls(Fault(message, item=f'move "{move}"', check=rule))

    @property
    def rule(self) -> str:
        return self.faults[0].check


class Refused(NamedTuple):
    """Why a move is illegal at a step."""

    rule: str
    """The rule that forbids all moves of other steps."""
    reason: str
    """The reason in plain words; `{seat}` stands for the seat to act."""
    kinds: Mapping[str, Explanation] = MappingProxyType({})
    """The explanations for illegal moves of the kinds that belong to this step (`Move.what`)."""

    @property
    def reasons(self) -> list[str]:
        """All reasons in the table; functions find others."""
        return [self.reason, *(each[1] for each in self.kinds.values() if not callable(each))]

    def explain(self, state: Any, seat: int, move: Any) -> Refusal:
        """The rule that forbids an illegal move, and the reason."""
        found = self.kinds.get(move.what, (self.rule, self.reason))
        if callable(found):
            return found(state, seat, move)
        rule, reason = found
        names = state.game.seat_names(len(state.config.people))
        return rule, state.game.words.text(reason, seat=names[seat])


Stack: TypeAlias = tuple[Step, ...]
"""Pending steps, the next one last; a tuple, so that copies of a state can share it."""


def then(stack: Stack, *steps: Step) -> Stack:
    """Return the stack with these steps on top, to be done in the order given."""
    return stack + steps[::-1]


# Steps in words: `reply p2 night`; a game for one player names no seat

Words: TypeAlias = Mapping[str, Mapping[str, str | int] | Collection[str]]
"""The words of every kind; a mapping where a word stands for another value."""
NUMBER = "number"
"""The kind of whole numbers."""


def step_words(kinds: Sequence[str], number: int) -> list[str] | None:
    """The kinds of `number` words; None if there cannot be that many.

    A last kind that ends in `*` repeats.
    """
    if kinds and kinds[-1].endswith("*"):
        repeated = number - len(kinds) + 1
        return None if repeated < 0 else [*kinds[:-1], *[kinds[-1][:-1]] * repeated]
    return list(kinds) if len(kinds) == number else None


def write_words(kinds: Sequence[str], about: Sequence[str | int], words: Words) -> list[str]:
    """The arguments of a step, as words."""
    found = []
    for kind, value in zip(step_words(kinds, len(about)) or (), about, strict=True):
        known = words.get(kind)
        if isinstance(known, Mapping):
            value = next(word for word, each in known.items() if each == value)
        found.append(str(value))
    return found


def read_words(
    kinds: Sequence[str], text: Sequence[str], words: Words
) -> tuple[str | int, ...] | None:
    """The arguments of a step, read from words; None if a word is unknown."""
    expected = step_words(kinds, len(text))
    if expected is None:
        return None
    about: list[str | int] = []
    for kind, word in zip(expected, text, strict=True):
        if kind == NUMBER:
            digits = word.removeprefix("-")
            if not (digits.isascii() and digits.isdigit() and len(digits) < 6):
                return None
            about.append(int(word))
            continue
        known = words.get(kind, ())
        if word not in known:
            return None
        about.append(known[word] if isinstance(known, Mapping) else word)
    return tuple(about)


def write_step(
    step: Step,
    people: Sequence[str],
    table: Mapping[str, Decision] | Mapping[str, Automatic],
    words: Words,
) -> str:
    """The text of a step; `table` is the step table that has it."""
    seat = [people[step.seat]] if step.seat is not None and len(people) > 1 else []
    about = write_words(table[step.name].about, step.about, words) if step.about else []
    return " ".join([step.name, *seat, *about])


def read_step(
    text: str,
    people: Sequence[str],
    decisions: Mapping[str, Decision],
    automatic: Mapping[str, Automatic],
    words: Words,
) -> Step | None:
    """Read the text of a step; None if it is invalid."""
    name, *rest = text.split() or [""]
    if name in automatic:
        seat, kinds = None, automatic[name].about
    elif name in decisions and len(people) == 1:
        seat, kinds = 0, decisions[name].about
    elif name in decisions and rest and rest[0] in people:
        seat, kinds = [*people].index(rest.pop(0)), decisions[name].about
    else:
        return None
    about = read_words(kinds, rest, words)
    return None if about is None else Step(name, seat, about)
