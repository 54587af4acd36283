"""Turns a parsed template into the words in its expressions that no translation can reach.

They are those that are not said by `_` or `_n`.  Not every text in an expression is words: most name
a colour, a component, a variable.  What is compared, looked up or given to a method is no word that
is printed; of the rest whole sentences are words wherever they stand, and so are single ones that
begin with a capital, or stand in an element that holds text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from jinja2 import nodes

_SENTENCE = re.compile(r"[^\W\d_]{2,}[,;:]? [^\W\d_]{2,}|^\W*[A-Z][a-z]{2,}\b(?![./#-])")
_WORD = re.compile(r"[^\W\d_]{2,}")
_DEFAULTS = ("default", "d")
"""The filters whose arguments may be printed."""


def unmarked(tree: nodes.Template, marks: Iterable[str], *, markdown: bool) -> list[nodes.Const]:
    """The constants that hold words, in the order of their lines; `marks` are what words go through.

    In Markdown, where nothing tells a text from the name of a figure's template, a single word counts
    only if it begins with a capital.
    """
    marks = frozenset(marks)
    found = {
        id(const): const
        for const in _printable(tree, marks)
        if isinstance(const.value, str) and _SENTENCE.search(const.value)
    }
    if not markdown:
        for const in _printed(tree, _Place()):
            if isinstance(const.value, str) and _WORD.search(const.value):
                found[id(const)] = const
    return sorted(found.values(), key=lambda const: const.lineno)


def _printable(node: nodes.Node, marks: frozenset[str]) -> Iterator[nodes.Const]:
    """Every constant that may be printed, here or where it is handed to."""
    match node:
        case nodes.Const():
            yield node
            return
        case nodes.Call(node=nodes.Name(name=name)) if name in marks:
            return
        case nodes.Call(node=nodes.Getattr() as method):
            parts: Iterable[nodes.Node] = (method.node,)  # `title.replace("A", "B")`
        case nodes.Filter() if node.name not in _DEFAULTS:
            parts = (node.node,) if node.node else ()
        case nodes.Getitem():
            parts = (node.node,)
        case nodes.Pair():
            parts = (node.value,)
        case nodes.Compare() | nodes.Test() | nodes.Include() | nodes.Import() | nodes.FromImport():
            return
        case nodes.Extends():
            return
        case _:
            parts = node.iter_child_nodes()
    for part in parts:
        yield from _printable(part, marks)


class _Place:
    """Where in the markup a template has got to: whether right behind the opening tag of something."""

    inside = False

    def pass_over(self, text: str) -> None:
        last = max(text.rfind("<"), text.rfind(">"))
        if last < 0:
            return
        if text[last] == "<":
            self.inside = False  # its attributes come next
            return
        first = text.rfind("<", 0, last)
        ends = text[:last].endswith("/") or (first >= 0 and text.startswith("</", first))
        self.inside = not ends


def _printed(node: nodes.Node, place: _Place) -> Iterator[nodes.Const]:
    """Every constant that is printed where it stands: in an element that holds text.

    What a macro gives back may as well be the name of a colour, so it begins outside.
    """
    for child in node.iter_child_nodes():
        if isinstance(child, nodes.TemplateData):
            place.pass_over(child.data)
        elif isinstance(child, nodes.Macro):
            yield from _printed(child, _Place())
        elif isinstance(node, nodes.Output):
            if place.inside:
                yield from _value(child)
        else:
            yield from _printed(child, place)


def _value(node: nodes.Node) -> Iterator[nodes.Const]:
    """The constants that an expression may have as its value, or as a part of it."""
    match node:
        case nodes.Const():
            yield node
        case nodes.CondExpr():
            yield from _value(node.expr1)
            if node.expr2 is not None:
                yield from _value(node.expr2)
        case nodes.Concat():
            for part in node.nodes:
                yield from _value(part)
        case nodes.Add() | nodes.Or() | nodes.And():
            yield from _value(node.left)
            yield from _value(node.right)
        case nodes.Filter() if node.node is not None:
            yield from _value(node.node)
