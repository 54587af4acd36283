"""Turns what templates and expressions do into counted steps, and ends what would go on and on.

A clock would stop the same kit on a slow machine and let it pass on a fast one, so steps are
counted: a tag or value worked out, an item of a list looked at, a few letters of a text made.  What
every step may cost is small, so their number bounds both time and memory.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from jinja2.exceptions import SecurityError
from markupsafe import Markup

MOST_STEPS = 12_000_000
"""For one template filled in, or one expression: up to three seconds' work.  The rulebook of Grudge
takes 800,000, no face of the five kits more than 700,000."""
MOST_IN_ALL = 30_000_000
"""For all templates of a kit together, and beyond what each of them may take besides."""
EACH_IN_ALL = 20_000
"""For each template filled in, so that a large kit has more than a small one.  With `MOST_IN_ALL`
Grudge, whose woodcuts are worked out line by line, takes 23 million of 40."""
LAST_STEPS = 4_000_000
"""For all the others together, once one has taken too many."""
MOST_LETTERS = 40_000_000
"""For one template or expression: what could be kept in memory at one time."""
LETTERS_A_STEP = 40
"""Making a text of so many letters takes as long as one step."""
A_CALL = 5
"""Steps that calling a macro, a method or a filter counts as; so does an item that a filter takes."""


NUMBERS = frozenset((bool, int, float))
TEXTS = frozenset((str, Markup))
SINGLE = NUMBERS | TEXTS
"""The kinds that most values are of.  Millions are looked at, and a kind is found here at once, while
`isinstance` asks each abstract class in turn."""
ADVICE = "look for loops that repeat too often"


class BudgetExceeded(SecurityError):
    """Others of the same kit have taken all the steps there are."""


class Work:
    """How many steps and letters are left for a template, and how many steps for its kit."""

    def __init__(self, most_in_all: int | None = None, each: int | None = None) -> None:
        self.done = 0
        """The steps of all templates before this one."""
        self.in_all = MOST_IN_ALL if most_in_all is None else most_in_all
        self.each = EACH_IN_ALL if each is None else each
        self.taken: Counter[str] = Counter()
        """How many of them each template has taken, by its name."""
        self._name = ""
        self._whole = True
        """Whether as many steps were left for this one as it may take at most."""
        self.ended = False
        """Whether one of them took too many: no more steps come for those that follow."""
        self.allowed = self.left = MOST_STEPS
        self.letters = MOST_LETTERS

    def begin(self, name: str = "") -> None:
        """A template or expression begins: what the last one made is gone.

        Where one of them took too long, little is left for all that follow: a deck of a hundred
        such cards ends soon after the first.
        """
        self.done += self.allowed - self.left
        self.taken[self._name] += self.allowed - self.left
        self._name = name
        if self.left < 0 and not self.ended:
            self.in_all = min(self.in_all, self.done + LAST_STEPS)
            self.ended = True
        if not self.ended:
            self.in_all += self.each
        self.allowed = self.left = max(0, min(MOST_STEPS, self.in_all - self.done))
        self._whole = not self.ended and self.allowed == MOST_STEPS
        self.letters = MOST_LETTERS

    def write(self, letters: int) -> None:
        """Count a text made.  Raises SecurityError if there are too many."""
        self.letters -= letters
        if self.letters < 0:
            raise SecurityError(f"makes more than {MOST_LETTERS:,} characters of text in all")
        self.spend(letters // LETTERS_A_STEP)

    def spend(self, steps: int) -> bool:
        """Count some steps; always True.  Raises SecurityError when there are none left."""
        self.left -= steps
        if self.left < 0:
            if self._whole:
                raise SecurityError(f"takes too many steps; {ADVICE}")
            raise BudgetExceeded(f"all of this kit together take too many steps; {ADVICE}")
        return True

    def spend_on(self, value: Any) -> Any:
        """The value, its size counted."""
        kind = type(value)
        if kind in NUMBERS:
            return value
        if kind in TEXTS or isinstance(value, str):
            self.write(len(value))
        elif not isinstance(value, (int, float)):
            self.spend(size(value, self.left))
        return value

    def walk(self, values: Iterator[Any]) -> Iterator[Any]:
        """The values of an iterator, each counted when its turn comes."""
        for value in values:
            self.spend(A_CALL)
            yield self.spend_on(value)


def size(value: object, most: int) -> int:
    """The steps it takes to look at all of a value; counted no further than a bit beyond `most`.

    Lists are unfolded, for one that holds the same list twice is compared and copied twice.
    """
    total = 0
    waiting: list[Any] = [value]
    while waiting and total <= most:
        one = waiting.pop()
        total += 1
        match _form(type(one)):  # type: ignore[arg-type]  # every kind can be hashed
            case "text":
                total += len(one) // LETTERS_A_STEP
            case "list":
                total += len(one)
                waiting += one
            case "dict":
                total += len(one)
                waiting += one.values()
                waiting += one
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
    """How the values of a kind are looked at."""
    return next((form for form, kinds in _FORMS if issubclass(kind, kinds)), "one")
