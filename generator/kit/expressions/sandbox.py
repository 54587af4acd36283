"""Sandbox for templates and expressions: a closed Jinja environment, because kits travel.

A kit may come from a stranger.  Its templates can read only the kit's own records: no Python
internals (Jinja's sandbox), no random numbers and no clock, and undefined values are errors.  They
cannot fill the memory: every way to build a long text or list from short ones (`+`, `*`, `**`, `~`,
`%`, filters, loops that print) stops at `MAX_TEXT` characters, `MAX_ITEMS` items or numbers of
`MAX_BITS` bits.  They cannot run for ever: every block, filter, test, call, comparison and new list
of a template is charged to the `StepMeter`, whose steps are limited.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from functools import wraps
from math import isinf
from typing import Any

from jinja2 import Environment, StrictUndefined, Undefined
from jinja2.exceptions import SecurityError, TemplateSyntaxError, UndefinedError
from jinja2.ext import Extension
from jinja2.filters import FILTERS
from jinja2.lexer import TOKEN_FLOAT, Token, TokenStream
from jinja2.nodes import EvalContext
from jinja2.runtime import Context, Macro, markup_join, str_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import missing
from markupsafe import escape
from pydantic import BaseModel

from generator.base.errors import Place, UnknownNameError, did_you_mean, nearest
from generator.kit.expressions.bounds import (
    GROWING,
    GUARDS,
    MAX_TEXT,
    accepts_text,
    bound_items,
    bound_text,
    bounded_counts,
    bounded_range,
    format_text,
    join_texts,
    replace_text,
    round_number,
    scalar,
    strip_tags,
    sum_up,
)
from generator.kit.expressions.instrument import MeteredCodeGenerator
from generator.kit.expressions.metering import (
    CALL_COST,
    MAX_STEPS,
    NUMBER_TYPES,
    SCALARS,
    BudgetExceeded,
    StepMeter,
)
from generator.kit.tables.records import Record, Table, field_of

MAX_CACHED = 5_000
"""Most attributes for which the sandbox caches whether a kit may read them."""
STEPS_PER_TOKEN = 150
"""Steps for compiling a token of a template: a name, number or sign in a tag, or a text between tags."""
MAX_TOKENS = MAX_STEPS // STEPS_PER_TOKEN
"""Most tokens of a template."""

# Jinja's filters, without those that are random, make links (`urlize`), or pad and repeat text.
_FILTERS = """
abs batch capitalize center count d default dictsort e escape first float forceescape format groupby
int items join last length list lower map max min reject rejectattr replace reverse round safe select
selectattr slice sort string striptags sum title trim truncate unique upper wordcount
"""
_TEXT_FILTERS = (
    "capitalize center e escape forceescape format lower replace safe string striptags title trim "
    "truncate upper wordcount"
)
_SLOW_FILTERS = "capitalize title trim wordcount"
_COUNTED_FILTERS = "batch center slice truncate"
# Filters that read at most one item of a value take no longer for a large one.
_FREE_FILTERS = "count d default first last length"
_FREE_TESTS = "boolean callable defined false float integer iterable mapping none number sameas"
_FREE_TESTS += " sequence string true undefined"
_GLOBALS = "cycler dict joiner namespace"
_TEXT_METHODS = """
capitalize casefold count endswith find index isalnum isalpha isascii isdecimal isdigit islower
isnumeric isspace istitle isupper lower lstrip partition removeprefix removesuffix rfind rindex
rpartition rsplit rstrip split splitlines startswith strip swapcase title upper
"""
_SAFE_TEXT_METHODS = frozenset(_TEXT_METHODS.split())
_PLACE_ATTRIBUTES = ("place", "place_of")
OF_A_COMPONENT = "values of your own stand under `with` of the component"
IS_NONE = "is none; test for it first"
"""The end of the message about an attribute of nothing."""
_NOT_DEFINED = re.compile(r'"(\w+)" is not defined')


class DescriptiveUndefined(StrictUndefined):
    """An undefined value: any use of it is an error that names the nearest defined one."""

    @property
    def _undefined_message(self) -> str:
        if self._undefined_hint:
            return self._undefined_hint
        name, owner = self._undefined_name, self._undefined_obj
        if owner is missing:
            return f'"{name}" is not defined'
        if not isinstance(name, str | int | float):
            return "only a name or a number is allowed in [ ]"
        if owner is None:
            return f'what should have "{name}" {IS_NONE}'
        place = getattr(owner, "place", None)
        where = place if isinstance(place, Place) else "it"
        return f'there is no "{name}" in {where}; {_hint(owner, name)}'.removesuffix("; ")


def _hint(owner: Any, name: str | float) -> str:
    if isinstance(owner, Mapping):
        return did_you_mean(str(name), owner)
    try:
        owner[name]
    except UnknownNameError as error:
        return error.hint
    except (LookupError, TypeError, AttributeError):  # neither has it names
        pass
    return ""


def undefined_hint(error: UndefinedError, variables: Mapping[str, Any]) -> str:
    """What to write instead of a name that is not defined; "" if it cannot be guessed."""
    found = _NOT_DEFINED.fullmatch(str(error))
    if found is None:
        return ""
    row = variables.get("row")
    if isinstance(row, Mapping) and found[1] in row:
        return f"write row.{found[1]}"
    if near := nearest(found[1], variables):
        return near
    own = OF_A_COMPONENT if "face" in variables else ""
    return "; ".join(filter(None, (did_you_mean(found[1], variables), own)))


class Sandbox(ImmutableSandboxedEnvironment):
    """Jinja's immutable sandbox with bounds on what expressions can build.

    The option `autoescape` is True for templates, whose output is markup, and False for expressions.
    """

    code_generator_class = MeteredCodeGenerator
    intercepted_binops = frozenset(["+", "*", "**", "%"])

    def __init__(self, **options: Any) -> None:
        own = {"undefined": DescriptiveUndefined, "finalize": self._printable, "cache_size": -1}
        extensions = [FiniteNumbers, *options.pop("extensions", ())]
        super().__init__(**{**own, **options}, extensions=extensions)
        self.meter = StepMeter()
        self._safe: dict[tuple[type, str], bool] = {}
        self.filters = {name: FILTERS[name] for name in _FILTERS.split()}
        self.filters |= {name: bounded_counts(FILTERS[name]) for name in _COUNTED_FILTERS.split()}
        self.filters |= {name: accepts_text(self.filters[name]) for name in _TEXT_FILTERS.split()}
        self.filters |= {"format": format_text, "join": join_texts, "replace": replace_text}
        self.filters |= {"sum": sum_up, "striptags": strip_tags, "round": round_number}
        slow = {name: self.filters[name] for name in _SLOW_FILTERS.split()}
        self.filters |= {name: self.charged_by_length(each) for name, each in slow.items()}
        self.filters |= self._charged_all(self.filters, _FREE_FILTERS)
        self.tests |= self._charged_all(self.tests, _FREE_TESTS)
        self.globals = {name: self.globals[name] for name in _GLOBALS.split()}
        self.globals["range"] = bounded_range

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The names that a template can use, as one dict, which is faster than Jinja's chain of two."""
        return {**self.globals, **(d or {})}

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`row.name`; a field of a record, which is what most names are, is found without a search."""
        if type(obj) is Record and (value := field_of(obj, attribute, missing)) is not missing:
            return value
        return super().getattr(obj, attribute)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether a kit may read an attribute, which depends only on the type of the object."""
        key = (type(obj), attr)
        safe = self._safe.get(key)
        if safe is None:
            safe = self._is_safe(obj, attr, value)
            if len(self._safe) < MAX_CACHED:
                self._safe[key] = safe
        return safe

    def _is_safe(self, obj: Any, attr: str, value: Any) -> bool:
        if isinstance(obj, str) and attr not in _SAFE_TEXT_METHODS:
            return False
        if isinstance(obj, (int, float, bytes)):
            return False
        if isinstance(obj, (Record, Table)) and attr in _PLACE_ATTRIBUTES:
            return False  # a card must not change when a line above it does
        if isinstance(obj, BaseModel):  # its methods reach far outside (pickle, for one)
            return attr in type(obj).model_fields
        return super().is_safe_attribute(obj, attr, value)

    def unsafe_undefined(self, obj: Any, attribute: str) -> Undefined:
        hint = "; use a filter instead" if isinstance(obj, str) else ""
        message = f'"{attribute}" is not allowed in a kit{hint}'
        return self.undefined(message, name=attribute, obj=obj, exc=SecurityError)

    def wrap_str_format(self, value: Any) -> None:
        """Disable `"{}".format(x)`, whose width is unbounded; there is a filter instead."""

    def call(self, context: Context, function: Any, /, *values: Any, **named: Any) -> Any:
        """Call a macro, a method of a text, or another function that a template may call."""
        self.meter.charge(CALL_COST)
        if isinstance(function, Macro):  # it is safe, and its block charges for itself
            try:
                return context.call(function, *values, **named)
            except (UndefinedError, SecurityError) as error:
                passed = (
                    each for each in (*values, *named.values()) if isinstance(each, Undefined)
                )
                if str(error) in (each._undefined_message for each in passed):
                    raise type(error)(str(error)) from None  # of the line that passes it
                raise
        for value in (getattr(function, "__self__", None), *values, *named.values()):
            self.meter.charge_for(value)
        result = super().call(context, function, *values, **named)
        if isinstance(result, list):
            bound_items(len(result))
        return self.meter.charge_for(result)

    def add(self, context: Context, left: Any, right: Any) -> Any:
        """Compute `left + right`; numbers, the most frequent operands, need no bound."""
        if type(left) in NUMBER_TYPES and type(right) in NUMBER_TYPES:
            return left + right
        return self.call_binop(context, "+", left, right)

    def multiply(self, context: Context, left: Any, right: Any) -> Any:
        """Compute `left * right`; the product of a float and a number needs no bound."""
        one, other = type(left), type(right)
        if one in NUMBER_TYPES and other in NUMBER_TYPES and (one is float or other is float):
            return left * right
        return self.call_binop(context, "*", left, right)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        if type(left) in NUMBER_TYPES and type(right) in NUMBER_TYPES:
            if operator in GROWING:
                GUARDS[operator](left, right)
            return self.binop_table[operator](left, right)
        GUARDS[operator](left, right)
        result = super().call_binop(context, operator, left, right)
        if isinstance(result, str):
            self.meter.write(len(result))
        elif hasattr(result, "__len__"):  # its items are already charged
            self.meter.charge(len(result))
        return result

    def call_concat(self, context: Context, parts: tuple[object, ...]) -> str:
        join = markup_join if context.eval_ctx.autoescape else str_join
        bound_text(sum(len(str(scalar(part))) for part in parts))
        return self.meter.charge_for(join(parts))  # type: ignore[no-any-return]

    def concat(self, parts: Iterable[str]) -> str:
        """Join the printed pieces of a template, macro or block."""
        if type(parts) is list:  # of a macro: complete
            size = sum(map(len, parts))
            bound_text(size)
            self.meter.write(size)
            return "".join(parts)
        texts = []
        size = 0
        for part in parts:
            size += len(part)
            if size > MAX_TEXT:
                bound_text(size)
            texts.append(part)
        self.meter.write(size)
        return "".join(texts)

    def printed(self, value: object) -> str:
        """The text of a value that is printed in markup."""
        return str(value) if type(value) in NUMBER_TYPES else escape(self._printable(value))

    def _printable(self, value: object) -> object:
        if value is None:
            raise UndefinedError("a missing value is printed; test for it first")
        self.meter.charge_for(value)
        return value if type(value) in SCALARS else self.as_scalar(value)

    def as_scalar(self, value: object) -> object:
        """The text or number to print for a value of another type.  Raises SecurityError for a list."""
        return scalar(value)

    def _charged_all(self, functions: Mapping[str, Any], free: str) -> dict[str, Any]:
        charged = functions.keys() - set(free.split())
        return {name: self._charged(functions[name]) for name in charged}

    def _charged(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a filter or test to charge for its arguments and its result."""

        @wraps(function)  # copies the attributes that tell Jinja which arguments to pass
        def charged(*values: Any, **named: Any) -> Any:
            self.meter.charge(CALL_COST)
            if not named and NUMBER_TYPES.issuperset(map(type, values)):
                result = function(*values)  # numbers are free
                return result if type(result) in NUMBER_TYPES else self._metered(result)
            for value in named.values():
                self.meter.charge_for(value)
            result = function(*map(self._metered, values), **named)
            return self._metered(result)

        return charged

    def charged_by_length(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a filter that reads every letter of a text, to charge for the text's length."""

        @wraps(function)
        def charged(text: Any, *values: Any, **named: Any) -> Any:
            self.meter.charge(len(str(text)))
            return function(text, *values, **named)

        return charged

    def _metered(self, value: Any) -> Any:
        if type(value) in SCALARS:
            return self.meter.charge_for(value)
        if isinstance(value, (Context, EvalContext, Environment)):  # Jinja's own
            return value
        charge = self.meter.walk if isinstance(value, Iterator) else self.meter.charge_for
        return charge(value)


class FiniteNumbers(Extension):
    """Jinja extension that refuses numbers such as 1e400, which Python reads as infinite."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield the tokens of a template.  Raises TemplateSyntaxError for a number that is too large."""
        for token in stream:
            if token.type == TOKEN_FLOAT and isinf(float(token.value)):
                raise TemplateSyntaxError("a number is too large", token.lineno)
            yield token


class ChargedTokens(Extension):
    """Jinja extension that charges for the tokens of a template before it is compiled."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield the tokens of a template, charging for each.  Raises SecurityError for too many."""
        assert isinstance(self.environment, Sandbox)
        for token in stream:
            try:
                self.environment.meter.charge(STEPS_PER_TOKEN)
            except BudgetExceeded:
                raise
            except SecurityError:
                raise SecurityError("it has too many tags; split it, or write a loop") from None
            yield token
