"""Expressions of data files ("goofs | sum(attribute='copies')"): compiled, checked, evaluated."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import count, pairwise
from typing import Any, ClassVar

from jinja2 import (
    Template,
    TemplateError,
    TemplateSyntaxError,
    Undefined,
    meta,
    nodes,
    pass_context,
)
from jinja2.parser import Parser
from jinja2.runtime import Context

from generator.base.errors import KitError, Place, did_you_mean, short
from generator.kit.expressions.bounds import MAX_ITEMS, scalar
from generator.kit.expressions.metering import SCALARS, StepMeter
from generator.kit.expressions.sandbox import Sandbox
from generator.kit.expressions.syntax_errors import explain_syntax_error
from generator.kit.words import UNTRANSLATED, Translator

MAX_STEPS = 5_000_000
"""Steps for all expressions of a kit together: 80 times what the five kits take."""
STEPS_PER_EVALUATION = 500
"""Extra steps for each evaluation: a game played a thousand times evaluates the same expressions a
million times."""
MAX_LENGTH = 2000
"""Most characters of an expression."""
VALUE = "result"
"""The variable that a compiled expression sets."""
TRANSLATOR = "the translator"
"""The variable with the language of a text; no table can have a name with a space."""
MAX_COMPILED = 10_000
"""Most compiled expressions in the cache: about as many as 1 MB of checks has."""


class Compiled:
    """Jinja source over variables with these names, compiled once and evaluated often.

    Raises KitError at `place` for a syntax error and for an unknown name.
    """

    kind: ClassVar[str]
    """Its name in messages."""
    extra_names: ClassVar[tuple[str, ...]] = ()
    """Names that it can always use."""

    def __init__(self, source: str, names: Iterable[str], place: Place) -> None:
        self.source, self.place = source, place
        try:
            used = self._compile()
        except TemplateSyntaxError as error:
            alone = self.kind == "expression"
            message, hint = explain_syntax_error(error, environment(), expression=alone)
            raise self._fault(f"has a syntax error: {message}", hint) from error
        except (TemplateError, RecursionError, MemoryError, SyntaxError, ValueError) as error:
            raise self._fault("is too complicated") from error
        except TypeError as error:  # of a constant such as `{[]: 1}`, which Jinja evaluates now
            raise self._fault(f"cannot be evaluated: {error}", check="expression-fails") from error
        self.used = used
        known = {*names, *self.extra_names}
        for name in sorted(used - known - set(environment().globals)):
            hint = did_you_mean(name, known)
            if name == "tables":  # as templates say
                hint = "write the name of the table alone: cards, not tables.cards"
            raise self._fault(f'uses the unknown name "{name}"', hint, "unknown-name")

    def _compile(self) -> frozenset[str]:
        """Compile the source; return the names it uses."""
        raise NotImplementedError

    def passed_to(self, name: str) -> Iterator[int]:
        """The number of values that each call of a function passes to it; -1 if some are named."""
        for node in environment().parse(self.markup).find_all(nodes.Call):
            if isinstance(node.node, nodes.Name) and node.node.name == name:
                whole = not (node.kwargs or node.dyn_args or node.dyn_kwargs)
                yield len(node.args) if whole else -1

    @property
    def markup(self) -> str:
        """The source as text with an expression in it."""
        return self.source

    def _fault(self, message: str, hint: str = "", check: str = "expression-syntax") -> KitError:
        text = f"the {self.kind} `{short(self.source, 80)}` {message}"
        return KitError(text, place=self.place, hint=hint, check=check)


class Expression(Compiled):
    """An expression.  Raises KitError, when called, if it cannot be evaluated."""

    kind = "expression"

    def _compile(self) -> frozenset[str]:
        if len(self.source) > MAX_LENGTH:
            raise self._fault(f"is longer than {MAX_LENGTH} characters")
        self._template, used, self._alone = _compile(self.source)
        self._contexts: list[Context] = []
        return used

    @property
    def markup(self) -> str:
        return "{{" + self.source + "}}"

    def __call__(self, variables: Mapping[str, Any]) -> Any:
        """The value; tuples, tables and other sequences as lists, so that they compare."""
        alone = self._alone
        if alone is not None:  # many an expression is one number or name, which costs nothing
            value = variables.get(alone.name) if isinstance(alone, nodes.Name) else alone.value
            if type(value) in SCALARS:
                return value
        # Creating a context takes as long as evaluating most expressions, so contexts are reused.
        context = self._contexts.pop() if self._contexts else self._template.new_context()
        context.parent = {**self._template.globals, **variables}
        try:
            return self._value(context)
        finally:
            context.parent = {}
            context.vars.clear()
            self._contexts.append(context)

    def given(self, variables: Mapping[str, Any], name: str) -> Callable[[Any], Any]:
        """The expression as a function of one variable, for many values with the others fixed."""
        context = self._template.new_context({**variables})

        def value_for(value: Any) -> Any:
            context.parent[name] = value
            context.vars.clear()  # its value for the previous input
            return self._value(context)

        return value_for

    def _value(self, context: Context) -> Any:
        # Any exception is the expression's fault: no code of ours runs here.
        environment().meter.begin()
        try:
            for _ in self._template.root_render_func(context):
                pass  # it prints nothing
            value = context.vars[VALUE]
            if type(value) in SCALARS:
                return value
            if isinstance(value, Undefined):
                str(value)  # raises with the missing name, if known
                raise ValueError("the result is undefined")
            return _plain(value, count())
        except Exception as error:
            raise self._fault(f"cannot be evaluated: {error}", check="expression-fails") from error

    def compared(self) -> Iterator[tuple[str, str]]:
        """Yield each name with each text that it is compared with: `space in ["pool", "wreck"]`."""
        for node in environment().parse(self.markup).find_all(nodes.Compare):
            sides = [node.expr, *(operand.expr for operand in node.ops)]
            for one, other in (*pairwise(sides), *pairwise(sides[::-1])):
                if not isinstance(one, nodes.Name):
                    continue
                for text in other.items if isinstance(other, nodes.List | nodes.Tuple) else [other]:
                    if isinstance(text, nodes.Const) and isinstance(text.value, str):
                        yield one.name, text.value


class TextTemplate(Compiled):
    """Text with expressions in `{{ }}`.  Calling it raises KitError if it cannot be filled in."""

    kind = "text"
    constants: Mapping[str, Any] = {}
    """Variables that it always has."""

    def _compile(self) -> frozenset[str]:
        self._template, used = _compile_text(self.source)
        return used

    def __call__(self, variables: Mapping[str, Any]) -> str:
        # Any exception is the text's fault: no code of ours runs here.
        environment().meter.begin()
        try:
            return " ".join(self._template.render({**variables, **self.constants}).split())
        except Exception as error:
            raise self._fault(f"cannot be made: {error}", check="expression-fails") from error


def begin(times: int = 1) -> None:
    """Start another kit: its expressions get a new step budget of `times` the usual one."""
    environment().meter = StepMeter(times * MAX_STEPS, each=STEPS_PER_EVALUATION)


def steps_taken() -> int:
    """Number of steps that the expressions of the kit have taken so far."""
    return environment().meter.done


@cache
def environment() -> Sandbox:
    """The sandbox of all expressions of data files."""
    made = Sandbox(autoescape=False)
    made.filters["number"] = _number
    return made


@pass_context
def _number(context: Context, number: int, one: str = "", many: str = "") -> str:
    """A number in the words of the text's language."""
    translator: Translator = context.get(TRANSLATOR, UNTRANSLATED)
    return translator.number(number, one, many)


@lru_cache(maxsize=MAX_COMPILED)
def _compile(source: str) -> tuple[Template, frozenset[str], nodes.Name | nodes.Const | None]:
    """A template that sets a variable to the expression's value, the names it uses, and the number or
    name that is all of it.

    Cached: a kit is checked before it is used, and its tables are often loaded again, so the same
    sources come several times.  A compiled expression has no state.
    """
    parser = Parser(environment(), source, state="variable")
    parsed = parser.parse_expression()
    if not parser.stream.eos:
        line = parser.stream.current.lineno
        raise TemplateSyntaxError("there is text after its end", line)
    tree = nodes.Template([nodes.Assign(nodes.Name(VALUE, "store"), parsed, lineno=1)], lineno=1)
    tree.set_environment(environment())
    # An expression binds no names: the names in it are those it uses, except Jinja's own `self`.
    used = {name.name for name in tree.find_all(nodes.Name) if name.ctx == "load"}
    alone = parsed if isinstance(parsed, nodes.Name | nodes.Const) else None
    names = frozenset(used - {"self", *environment().globals})
    return environment().from_string(tree), names, alone


@lru_cache(maxsize=MAX_COMPILED)
def _compile_text(source: str) -> tuple[Template, frozenset[str]]:
    """A template that writes a text, and the names it uses.  Cached, as expressions are."""
    tree = environment().parse(source)
    used = frozenset(meta.find_undeclared_variables(tree))
    return environment().from_string(tree), used


def _plain(value: Any, counter: Iterator[int]) -> Any:
    """Turn sequences into lists, at every depth; `counter` counts the items of all of them."""
    if isinstance(value, (str, Mapping)):
        return value
    if not isinstance(value, Iterable):
        return scalar(value)
    items = []
    for item in value:
        if next(counter) >= MAX_ITEMS:
            raise ValueError(f"the result has more than {MAX_ITEMS:,} items")
        items.append(_plain(item, counter))
    return items
