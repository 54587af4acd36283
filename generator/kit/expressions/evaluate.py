"""Expressions of data files ("goofs | sum(attribute='copies')"): compiled, checked, evaluated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import count
from typing import Any

from jinja2 import TemplateError, TemplateSyntaxError, Undefined, meta
from jinja2.environment import TemplateExpression

from generator.base.errors import Fault, KitError, Place, did_you_mean, short
from generator.kit.expressions.metering import StepMeter
from generator.kit.expressions.sandbox import MAX_ITEMS, Sandbox, sandbox
from generator.kit.expressions.syntax_errors import explain_syntax_error

__all__ = ["Expression", "begin", "sandbox"]

MOST_STEPS = 5_000_000
"""Steps for all expressions of a kit together: 80 times what those of the five kits take."""
EACH = 500
"""More for each evaluation: a game played a thousand times evaluates the same ones a million times."""
MAX_LENGTH = 2000
"""The longest expression, in characters."""


class Expression:
    """A Jinja expression over variables with these names, compiled once and evaluated often.

    Raises KitError at `place` for a syntax error, for an unknown name or, when called, for an
    expression that cannot be evaluated.
    """

    def __init__(self, source: str, names: Iterable[str], place: Place) -> None:
        self.source = source
        self.place = place
        if len(source) > MAX_LENGTH:
            raise self._fault(f"is longer than {MAX_LENGTH} characters")
        try:
            self._evaluate, used = _compile(source)
            self._check_names(set(names), used)
        except TemplateSyntaxError as error:
            message, hint = explain_syntax_error(error, _environment(), expression=True)
            raise self._fault(f"cannot be read: {message}", hint) from error
        except (TemplateError, RecursionError, MemoryError, SyntaxError, ValueError) as error:
            raise self._fault("is too complicated") from error

    def __call__(self, variables: Mapping[str, Any]) -> Any:
        """The value; tuples, tables and other sequences as lists, so that they compare."""
        # Any exception is the expression's fault: no code of ours runs here.
        _environment().meter.begin()
        try:
            value = self._evaluate(**variables)
            if isinstance(value, Undefined):
                str(value)  # raises with the missing name, where that is known
                raise ValueError("it has no value")
            return _plain(value, count())
        except Exception as error:
            raise self._fault(f"cannot be worked out: {error}") from error

    def _check_names(self, names: set[str], used: frozenset[str]) -> None:
        unknown = sorted(used - names - set(_environment().globals))
        if unknown:
            raise self._fault(
                f'uses the unknown name "{unknown[0]}"', did_you_mean(unknown[0], names)
            )

    def _fault(self, message: str, hint: str = "") -> KitError:
        shown = short(self.source, 80)
        return KitError(Fault(f"the expression `{shown}` {message}", self.place, hint=hint))


def begin() -> None:
    """Start another kit: its expressions get a fresh budget of steps."""
    _environment().meter = StepMeter(MOST_STEPS, each=EACH)


@cache
def _environment() -> Sandbox:
    return sandbox(autoescape=False)


@lru_cache(maxsize=1024)
def _compile(source: str) -> tuple[TemplateExpression, frozenset[str]]:
    """The compiled expression and the names it uses.

    A kit is checked before it is used, and its tables are often loaded again: the same sources come
    several times.  What is compiled holds no state.
    """
    environment = _environment()
    evaluate = environment.compile_expression(source, undefined_to_none=False)
    used = meta.find_undeclared_variables(environment.parse("{{" + source + "}}"))
    return evaluate, frozenset(used)


def _plain(value: Any, counter: Iterator[int]) -> Any:
    """Sequences as lists, all the way down; `counter` counts the items of all of them."""
    if isinstance(value, (str, Mapping)) or not isinstance(value, Iterable):
        return value
    items = []
    for item in value:
        if next(counter) >= MAX_ITEMS:
            raise ValueError(f"it has more than {MAX_ITEMS:,} items")
        items.append(_plain(item, counter))
    return items
