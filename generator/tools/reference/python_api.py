"""Python reference: documents the classes that a game in Python is built on."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from inspect import getdoc, getmodule, getsource, isfunction, signature
from itertools import pairwise
from textwrap import dedent
from typing import Any

from generator.base.locations import RULES
from generator.engine.events import Event
from generator.engine.game import Outcome
from generator.engine.registry import ENTRY_POINTS
from generator.engine.rng import Rng
from generator.engine.simple_game import SimpleGame

_MARKS = re.compile(r"``([^`]*)``")


def context() -> dict[str, Any]:
    """The variables of the page's template."""
    methods = [
        each
        for each in vars(SimpleGame).values()
        if isfunction(each) and each.__doc__ and each.__name__ != "load"
    ]
    needed: frozenset[str] = getattr(SimpleGame, "__abstractmethods__", frozenset())
    _, _, position = (getdoc(getmodule(SimpleGame)) or "").partition("\n\n")
    return {
        "variable": RULES,
        "entry_points": ENTRY_POINTS,
        "position": _text(position),
        "required": [_method(each) for each in methods if each.__name__ in needed],
        "optional": [_method(each) for each in methods if each.__name__ not in needed],
        "kinds": [
            {
                "name": kind.__name__,
                "text": _text(getdoc(kind)),
                "members": "\n".join(_members(kind)).strip(),
            }
            for kind in (Event, Outcome, Rng)
        ],
    }


def _members(kind: type[Any]) -> Iterator[str]:
    """Yield the fields of a named tuple as a table, or the public methods of any other class."""
    if issubclass(kind, tuple):
        yield "| field | what it is |\n|---|---|"
        yield from (f"| `{name}` | {text} |" for name, text in _fields(kind))
        yield ""
    else:
        methods = [each for each in vars(kind).values() if isfunction(each)]
        yield from (f"{_method(each)}\n" for each in methods if not each.__name__.startswith("_"))


def _fields(kind: type) -> Iterator[tuple[str, str]]:
    """Yield the fields of a named tuple, each with the docstring below it in the source."""
    (record,) = ast.parse(dedent(getsource(kind))).body
    body = record.body if isinstance(record, ast.ClassDef) else []
    for field, words in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            assert isinstance(words, ast.Expr)
            yield field.target.id, " ".join(str(ast.literal_eval(words.value)).split())


def _method(method: Any) -> str:
    names = [name for name in signature(method).parameters if name != "self"]
    return f"`{method.__name__}({', '.join(names)})`\n\n{_text(getdoc(method))}"


def _text(text: str | None) -> str:
    return _MARKS.sub(r"`\1`", text or "").strip()
