"""Unmarked words: constants in a template's expressions that are printed but never translated.

Not every text in an expression is words: most name a colour, a component, a variable.  What is
compared, looked up or given to a method is not printed.  Of the rest these are words:

- whole sentences, single words that begin with a capital, and words beside a blank (`" and "`),
  wherever they stand, since no name looks like that; except those bound to a name that the template
  uses only to look something up: `{% for material in ["Wood", "Steel"] %}{{ row[material] }}`;
- any word that is printed in an element that holds text, or in the prose of a Markdown file, there
  or by a name that the same template binds: `{% set kind = "map" %}`;
- the end of a word that is written outside: `card{{ "s" if cards > 1 }}`.

Names are resolved within one template.  What reaches print from elsewhere shows in a build in the
pseudo-language, which finds every word that is left as it was.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from jinja2 import nodes

SENTENCE = re.compile(
    r"[^\W\d_]{2,}[,;:]? [^\W\d_]{2,}|^\W*[A-Z][a-z]{2,}\b(?![./#-])|^[AI] [a-z]{2,}"
    r"|^\s+[a-z]{2,}\b(?![./#=-])|(?<![./#=-])\b[a-z]{2,}\s+$"
)
"""A text that looks like words, not like a name."""
_WORD = re.compile(r"(?<![\w:&#-])[^\W\d_]{2,}")
_ENDING = re.compile(r"[^\W\d_]+")
_ICON = re.compile(r":[a-z0-9-]*$")
_NO_PROSE = re.compile(r"(\]\([^)\s]*|:[a-z0-9-]*|[#/=\"-])$")
"""What an address or an icon's name begins with, in Markdown."""


class _Scope:
    """The names that a template, a macro or a loop binds, each with its possible values."""

    def __init__(self, outer: _Scope | None = None, *, loop: bool = False) -> None:
        self.outer = outer
        self.values: defaultdict[str, list[_Bound]] = defaultdict(list)
        self.assigns: _Scope = outer.assigns if outer and loop else self
        """The scope in which `set` binds its names: a loop has no scope of its own for them."""

    def find(self, name: str) -> list[_Bound]:
        if name in self.values or not self.outer:
            return self.values.get(name, [])
        return self.outer.find(name)


_Bound: TypeAlias = tuple[nodes.Node, _Scope]
"""A value as written, and the scope of the names in it."""


class _Position:
    """The position of reading in a template, and whether what comes next is printed as text."""

    def __init__(self, *, markdown: bool) -> None:
        self.markdown = markdown
        self.in_text = self._open = markdown
        self.in_word = False
        """Whether what comes next would continue a word written outside."""

    def read(self, text: str) -> None:
        if self.markdown:
            self._open ^= bool(text.count("```") % 2)
        elif (last := max(text.rfind("<"), text.rfind(">"))) >= 0:
            first = text.rfind("<", 0, last)  # of the last tag, if complete
            closing = text[:last].endswith("/") or text.startswith("</", max(first, 0))
            self._open = text[last] == ">" and not closing
        ended = (_NO_PROSE if self.markdown else _ICON).search(text[-200:])
        self.in_text = self._open and not ended
        in_prose = self.markdown or self.in_text
        self.in_word = in_prose and text[-1:].isalpha() and not ended


class _Printed(NamedTuple):
    """An expression that is printed as text."""

    value: nodes.Expr
    scope: _Scope
    in_word: bool


class _Template:
    """What one template prints, and what it binds to names."""

    def __init__(self, tree: nodes.Template, marks: frozenset[str], *, markdown: bool) -> None:
        self.marks = marks
        self.printed: list[_Printed] = []
        self.bindings: list[tuple[str, nodes.Node]] = []
        self._calls: defaultdict[str, list[tuple[nodes.Call, _Scope]]] = defaultdict(list)
        self._macros: list[tuple[nodes.Macro, _Scope]] = []
        self._read(tree, _Scope(), _Position(markdown=markdown))
        for macro, scope in self._macros:
            self._bind_arguments(macro, scope)

    def _read(self, node: nodes.Node, scope: _Scope, position: _Position) -> None:
        for child in node.iter_child_nodes():
            inner, child_position = scope, position
            match child:
                case nodes.TemplateData():
                    position.read(child.data)
                    continue
                case nodes.For():
                    inner = _Scope(scope, loop=True)
                    inner.values |= {name.name: [] for name in _targets(child)}
                    if isinstance(child.iter, (nodes.List, nodes.Tuple)):
                        for item in child.iter.items:
                            self._bind(child.target, item, inner, scope)
                case nodes.Macro():  # its result may as well be the name of a colour
                    inner, child_position = _Scope(scope), _Position(markdown=position.markdown)
                    self._macros.append((child, inner))
                case nodes.Assign():
                    self._bind(child.target, child.node, scope.assigns, scope)
                case nodes.Call(node=nodes.Name(name=name)):
                    self._calls[name].append((child, scope))
            if isinstance(node, nodes.Output) and isinstance(child, nodes.Expr):
                if position.in_text or position.in_word:
                    self.printed.append(_Printed(child, scope, position.in_word))
                position.in_word = False
            self._read(child, inner, child_position)

    def _bind(
        self, target: nodes.Node, value: nodes.Node, scope: _Scope, value_scope: _Scope
    ) -> None:
        """Bind each name of a target to its value: `a, b = 1, 2`."""
        if isinstance(target, nodes.Name):
            scope.values[target.name].append((value, value_scope))
            self.bindings.append((target.name, value))
        elif isinstance(target, nodes.Tuple) and isinstance(value, (nodes.Tuple, nodes.List)):
            for each, part in zip(target.items, value.items, strict=False):
                self._bind(each, part, scope, value_scope)

    def _bind_arguments(self, macro: nodes.Macro, scope: _Scope) -> None:
        """Bind the arguments of a macro to what its calls pass, and to its defaults."""
        outer = scope.outer or scope
        scope.values |= {name.name: [] for name in macro.args}
        if macro.defaults:
            for name, value in zip(macro.args[-len(macro.defaults) :], macro.defaults, strict=True):
                self._bind(name, value, scope, outer)
        for call, call_scope in self._calls[macro.name]:
            for name, value in zip(macro.args, call.args, strict=False):
                self._bind(name, value, scope, call_scope)
            for keyword in call.kwargs:
                for name in macro.args:
                    if name.name == keyword.key:
                        self._bind(name, keyword.value, scope, call_scope)

    def resolve_constants(self, printed: Iterable[_Printed]) -> Iterator[nodes.Const]:
        """The constants that may be the value of expressions, or a part or an item of it."""
        seen: set[tuple[int, int, bool]] = set()
        stack: list[tuple[nodes.Node, _Scope, bool]] = [(p.value, p.scope, False) for p in printed]
        while stack:
            node, scope, is_item = stack.pop()
            if (key := (id(node), id(scope), is_item)) in seen:
                continue
            seen.add(key)
            match node:
                case nodes.Const() if not is_item:  # that would be a single letter
                    yield node
                case nodes.Name():
                    stack += [(*bound, is_item) for bound in scope.find(node.name)]
                case nodes.Getitem():
                    stack.append((node.node, scope, True))
                case nodes.Dict():
                    stack += [(pair.value, scope, False) for pair in node.items]
                case nodes.List() | nodes.Tuple():
                    stack += [(item, scope, False) for item in node.items]
                case nodes.CondExpr():
                    parts = [node.expr1, *([node.expr2] if node.expr2 else [])]
                    stack += [(part, scope, is_item) for part in parts]
                case nodes.Concat() | nodes.Add() | nodes.Or() | nodes.And():
                    stack += [(part, scope, is_item) for part in node.iter_child_nodes()]
                case nodes.Filter() if node.node:
                    stack.append((node.node, scope, is_item))

    def keys(self, tree: nodes.Template) -> set[int]:
        """The ids of constants bound to names that are only used as keys, never printed."""
        loops = list(tree.find_all(nodes.For))
        iterated = {id(loop.iter): {name.name for name in _targets(loop)} for loop in loops}
        shown = _names(_printable(tree, self.marks, excluded=iterated))
        while (
            more := {
                name
                for loop in loops
                if iterated[id(loop.iter)] & shown
                for name in _names(_printable(loop.iter, self.marks))
            }
            - shown
        ):
            shown |= more
        used = _names(tree.find_all(nodes.Name)) - shown
        bound = [value for name, value in self.bindings if name in used]
        return {id(const) for value in bound for const in _printable(value, self.marks)}


def unmarked(tree: nodes.Template, marks: Iterable[str], *, markdown: bool) -> list[nodes.Const]:
    """The constants that hold words, in the order of their lines; `marks` are what marks words.

    In a block of Markdown (a figure, say), where nothing tells a text from the name of a template,
    a single word counts only if it begins with a capital.
    """
    template = _Template(tree, frozenset(marks), markdown=markdown)
    keys = template.keys(tree)
    endings = [each for each in template.printed if each.in_word]
    candidates = (
        (SENTENCE, (each for each in _printable(tree, template.marks) if id(each) not in keys)),
        (_WORD, template.resolve_constants(template.printed)),
        (_ENDING, template.resolve_constants(endings)),
    )
    found = {
        id(const)
        for pattern, constants in candidates
        for const in constants
        if isinstance(const, nodes.Const)
        and isinstance(const.value, str)
        and pattern.search(const.value)
    }
    constants = [const for const in tree.find_all(nodes.Const) if id(const) in found]
    return sorted(constants, key=lambda const: const.lineno)


def _printable(
    node: nodes.Node, marks: frozenset[str], excluded: Iterable[int] = ()
) -> Iterator[nodes.Const | nodes.Name]:
    """Every constant and name that may be printed, here or where it is passed to."""
    parts: Iterable[nodes.Node | None]
    match node:
        case nodes.Const() | nodes.Name():
            yield node
            return
        case nodes.Call(node=nodes.Name(name=name)) if name in marks:
            return
        case nodes.Call(node=nodes.Getattr() as method):
            parts = (method.node,)  # `title.replace("A", "B")`
        case nodes.Filter() if node.name not in ("default", "d"):
            parts = (node.node,)
        case nodes.Getitem():
            parts = (node.node,)
        case nodes.Pair():
            parts = (node.value,)
        case nodes.Compare() | nodes.Test():
            return
        case nodes.Include() | nodes.Import() | nodes.FromImport() | nodes.Extends():
            return
        case _:
            parts = node.iter_child_nodes()
    for part in parts:
        if part and id(part) not in excluded:
            yield from _printable(part, marks, excluded)


def _names(found: Iterable[nodes.Node]) -> set[str]:
    """The names that nodes read, not bind."""
    return {each.name for each in found if isinstance(each, nodes.Name) and each.ctx == "load"}


def _targets(loop: nodes.For) -> list[nodes.Name]:
    target = loop.target
    return [target] if isinstance(target, nodes.Name) else list(target.find_all(nodes.Name))
