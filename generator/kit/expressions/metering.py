"""Step meter: counts the steps of templates and expressions, and stops endless ones.

A clock would stop the same kit on a slow machine and not on a fast one, so steps are counted: a tag
or value evaluated, an item of a list visited, a few letters of a text produced.  Every step is
cheap, so their number bounds both time and memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from jinja2.exceptions import SecurityError
from markupsafe import Markup

MAX_STEPS = 12_000_000
"""Most steps of one template or expression: up to three seconds of work.  The rulebook of Grudge
takes 800,000, no face of the five kits more than 700,000."""
MAX_TOTAL_STEPS = 30_000_000
"""Most steps of all templates of a kit together, in addition to the allowance of each."""
STEPS_PER_TEMPLATE = 20_000
"""Allowance for each template rendered, so that a large kit has more than a small one.  Together with
`MAX_TOTAL_STEPS`, Grudge, whose woodcuts are worked out line by line, takes 23 million of 40."""
LAST_STEPS = 4_000_000
"""Most steps of all further templates together, once one has taken too many."""
MAX_LETTERS = 40_000_000
"""Most letters of one template or expression: a bound on its memory."""
LETTERS_PER_STEP = 40
"""Letters of text that count as one step."""
CALL_COST = 5
"""Steps for calling a macro, a method or a filter, and for an item that a filter takes."""


NUMBER_TYPES = frozenset((bool, int, float))
TEXT_TYPES = frozenset((str, Markup))
SCALARS = NUMBER_TYPES | TEXT_TYPES
"""The types of most values.  Millions are checked, and a set lookup is fast, while `isinstance` tries
each abstract class in turn."""
ADVICE = "look for loops that repeat too often"


class BudgetExceeded(SecurityError):
    """The templates of a kit have used up their steps."""


class StepMeter:
    """Step meter: the steps and letters left for a template, and the steps left for its kit."""

    def __init__(self, most_in_all: int | None = None, each: int | None = None) -> None:
        self.done = 0
        """Steps of all earlier templates."""
        self.in_all = MAX_TOTAL_STEPS if most_in_all is None else most_in_all
        self.each = STEPS_PER_TEMPLATE if each is None else each
        self.taken: Counter[str] = Counter()
        """Steps of each template, by name."""
        self._name = ""
        self._whole = True
        """Whether the current template was allowed the full `MAX_STEPS`."""
        self.ended = False
        """Whether a template took too many steps; later ones then get no further allowance."""
        self.allowed = self.left = MAX_STEPS
        self.letters = MAX_LETTERS

    def begin(self, name: str = "") -> None:
        """Start a template or expression; the output of the last one no longer counts.

        If one took too many steps, few are left for the others: a deck of a hundred such cards ends
        soon after the first.
        """
        self.settle()
        self._name = name
        if self.left < 0 and not self.ended:
            self.in_all = min(self.in_all, self.done + LAST_STEPS)
            self.ended = True
        if not self.ended:
            self.in_all += self.each
        self.allowed = self.left = max(0, min(MAX_STEPS, self.in_all - self.done))
        self._whole = not self.ended and self.allowed == MAX_STEPS
        self.letters = MAX_LETTERS

    @property
    def exhausted(self) -> bool:
        """Whether a template has taken too many steps, including the one that has just failed."""
        return self.ended or self.left < 0

    def settle(self) -> None:
        """Count the steps that the current template or expression has taken so far."""
        self.done += self.allowed - self.left
        self.taken[self._name] += self.allowed - self.left
        self.allowed = self.left

    def write(self, letters: int) -> None:
        """Charge for produced text.  Raises SecurityError if there is too much."""
        self.letters -= letters
        if self.letters < 0:
            raise SecurityError(f"it writes more than {MAX_LETTERS:,} characters of text")
        self.charge(letters // LETTERS_PER_STEP)

    def charge(self, steps: int) -> bool:
        """Charge some steps and return True.  Raises SecurityError if none are left."""
        self.left -= steps
        if self.left < 0:
            if self._whole:
                raise SecurityError(f"it takes too many steps; {ADVICE}")
            raise BudgetExceeded(f"the kit as a whole takes too many steps; {ADVICE}")
        return True

    def charge_for(self, value: Any) -> Any:
        """Charge for the size of a value, and return it."""
        kind = type(value)
        if kind in NUMBER_TYPES:
            return value
        if kind in TEXT_TYPES or isinstance(value, str):
            self.write(len(value))
        elif not isinstance(value, (int, float)):
            self.charge(size(value, self.left))
        return value

    def walk(self, values: Iterator[Any]) -> Iterator[Any]:
        """Yield the values of an iterator, charging for each."""
        for value in values:
            self.charge(CALL_COST)
            yield self.charge_for(value)


def size(value: object, most: int) -> int:
    """Number of steps to visit a whole value; counting stops shortly after `most`.

    Lists are expanded: one that contains the same list twice is compared and copied twice.
    """
    if isinstance(value, (list, tuple)) and NUMBER_TYPES.issuperset(map(type, value)):
        return 1 + 2 * len(value)  # the result of the loop below
    total = 0
    pending: list[Any] = [value]
    while pending and total <= most:
        one = pending.pop()
        total += 1
        match _form(type(one)):  # type: ignore[arg-type]  # every kind can be hashed
            case "text":
                total += len(one) // LETTERS_PER_STEP
            case "list":
                total += len(one)
                pending += one
            case "dict":
                total += len(one)
                pending += one.values()
                pending += one
            case "sized":
                total += len(one)
    return total


Form: TypeAlias = Literal["text", "list", "dict", "sized", "one"]
_FORMS: tuple[tuple[Form, tuple[type, ...]], ...] = (
    ("text", (str, bytes)),
    ("list", (list, tuple, set, frozenset)),
    ("dict", (dict,)),
    ("sized", (Sequence, Set, Mapping)),
)


@lru_cache(maxsize=512)
def _form(kind: type) -> Form:
    """How the values of a type are measured."""
    return next((form for form, kinds in _FORMS if issubclass(kind, kinds)), "one")
