"""Turns the names that a template prints into the constants that they may stand for, in that template.

A name is bound by a loop over what is written out, by `set`, or as an argument of a macro.  Names
that come from elsewhere (data, other templates) stand for nothing here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from jinja2 import nodes

Around: TypeAlias = tuple[nodes.For | nodes.Macro, ...]
"""The loops and macros that something stands in, the innermost last."""


class PrintedName(NamedTuple):
    """A name that is printed as text, or of which an item is."""

    name: str
    is_item: bool
    around: Around


def stood_for(
    tree: nodes.Template, printed: Iterable[PrintedName], marks: frozenset[str]
) -> Iterator[nodes.Const]:
    """The constants; what goes through one of the `marks` is left out."""
    bound = _Bound(tree)
    seen: set[tuple[object, ...]] = set()
    waiting = list(printed)
    while waiting:
        name, is_item, around = waiting.pop()
        key = (name, is_item, *map(id, around))
        if key in seen:
            continue
        seen.add(key)
        for value, where in bound.values(name, around):
            if not (is_item and isinstance(value, nodes.Const)):  # that would be one letter of it
                yield from held(value, marks)
            waiting += [PrintedName(*each, where) for each in named(value)]


class _Bound:
    """What binds names in one template."""

    def __init__(self, tree: nodes.Template) -> None:
        self._set: defaultdict[str, list[tuple[nodes.Node, Around]]] = defaultdict(list)
        self._calls: defaultdict[str, list[tuple[nodes.Call, Around]]] = defaultdict(list)
        self._read(tree, ())

    def _read(self, node: nodes.Node, around: Around) -> None:
        if isinstance(node, nodes.Assign):
            for name, value in _pairs(node.target, node.node):
                self._set[name].append((value, around))
        elif isinstance(node, nodes.Call) and isinstance(node.node, nodes.Name):
            self._calls[node.node.name].append((node, around))
        if isinstance(node, (nodes.For, nodes.Macro)):
            around = (*around, node)
        for child in node.iter_child_nodes():
            self._read(child, around)

    def values(self, name: str, around: Around) -> Iterator[tuple[nodes.Node, Around]]:
        """What a name stands for where it is printed, each with where that is written."""
        for depth in reversed(range(len(around))):
            binder, outside = around[depth], around[:depth]
            if isinstance(binder, nodes.For):
                found = list(_items(binder.target, binder.iter, name))
                if found or name in _names(binder.target):
                    yield from ((value, outside) for value in found)
                    return
            elif name in (params := [each.name for each in binder.args]):
                yield from self._given(binder, params.index(name), outside)
                return
        macros = [each for each in around if isinstance(each, nodes.Macro)]
        for value, where in self._set[name]:
            if all(each in macros for each in where if isinstance(each, nodes.Macro)):
                yield value, where

    def _given(
        self, macro: nodes.Macro, index: int, outside: Around
    ) -> Iterator[tuple[nodes.Node, Around]]:
        """What a macro's calls give it, and what it takes if they give nothing."""
        default = index - len(macro.args) + len(macro.defaults)
        if default >= 0:
            yield macro.defaults[default], outside
        for call, where in self._calls[macro.name]:
            if index < len(call.args):
                yield call.args[index], where
            for keyword in call.kwargs:
                if keyword.key == macro.args[index].name:
                    yield keyword.value, where


def held(node: nodes.Node | None, marks: frozenset[str]) -> Iterator[nodes.Const]:
    """The constants that an expression may have as its value, or as a part or an item of it."""
    match node:
        case nodes.Const():
            yield node
        case nodes.Call(node=nodes.Name(name=name)) if name in marks:
            return
        case nodes.Dict():
            for pair in node.items:
                yield from held(pair.value, marks)
        case _:
            for part in parts(node):
                yield from held(part, marks)


def named(node: nodes.Node | None) -> Iterator[tuple[str, bool]]:
    """The names that an expression may have as its value or a part of it, or of which an item."""
    match node:
        case nodes.Name():
            yield node.name, False
        case nodes.Getitem(node=nodes.Name(name=name)):
            yield name, True
        case _:
            for part in parts(node):
                yield from named(part)


def parts(node: nodes.Node | None) -> Sequence[nodes.Node]:
    """What an expression takes its value from; nothing for one that works it out."""
    match node:
        case nodes.CondExpr():
            return [node.expr1, *([node.expr2] if node.expr2 else [])]
        case nodes.Concat():
            return node.nodes
        case nodes.Add() | nodes.Or() | nodes.And():
            return [node.left, node.right]
        case nodes.Filter() if node.node is not None:
            return [node.node]
        case nodes.List() | nodes.Tuple():
            return node.items
        case _:
            return []


def _pairs(target: nodes.Node, value: nodes.Node) -> Iterator[tuple[str, nodes.Node]]:
    """Each name of a target with what is assigned to it: `a, b = 1, 2`."""
    if isinstance(target, nodes.Name):
        yield target.name, value
    elif isinstance(target, nodes.Tuple) and isinstance(value, (nodes.Tuple, nodes.List)):
        for each, part in zip(target.items, value.items, strict=False):
            yield from _pairs(each, part)


def _items(target: nodes.Node, listed: nodes.Node, name: str) -> Iterator[nodes.Node]:
    """What a name stands for in a loop over items that are written out."""
    if isinstance(listed, (nodes.List, nodes.Tuple)):
        for item in listed.items:
            yield from (value for each, value in _pairs(target, item) if each == name)


def _names(target: nodes.Node) -> list[str]:
    return [each.name for each in target.find_all(nodes.Name)] + (
        [target.name] if isinstance(target, nodes.Name) else []
    )
