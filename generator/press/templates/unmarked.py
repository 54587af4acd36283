"""Turns a parsed template into the words in its expressions that no translation can reach.

They are those that are not said by `_` or `_n`.  Not every text in an expression is words: most name
a colour, a component, a variable.  What is compared, looked up or given to a method is no word that
is printed.  Of the rest these are words:

- whole sentences, single words that begin with a capital, and words beside a blank (`" and "`),
  wherever they stand, since no name looks like that;
- any word that stands in an element that holds text, or in the prose of a Markdown file, and so
  does what is printed there by a name that the same template binds: `{% set kind = "map" %}`;
- the end of a word that is written outside: `card{{ "s" if cards > 1 }}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from jinja2 import nodes

from generator.press.templates.constants import Around, PrintedName, held, named, stood_for

_SENTENCE = re.compile(
    r"[^\W\d_]{2,}[,;:]? [^\W\d_]{2,}|^\W*[A-Z][a-z]{2,}\b(?![./#-])|^[AI] [a-z]{2,}"
    r"|^\s+[a-z]{2,}\b(?![./#=-])|(?<![./#=-])\b[a-z]{2,}\s+$"
)
_WORD = re.compile(r"(?<![\w:&#-])[^\W\d_]{2,}")
_ENDING = re.compile(r"[^\W\d_]+")
_DEFAULTS = ("default", "d")
"""The filters whose arguments may be printed."""
_ICON = re.compile(r":[a-z0-9-]*$")
_NO_PROSE = re.compile(r"(\]\([^)\s]*|:[a-z0-9-]*|[#/=\"-])$")
"""What an address or the name of an icon begins with, in Markdown."""


def unmarked(tree: nodes.Template, marks: Iterable[str], *, markdown: bool) -> list[nodes.Const]:
    """The constants that hold words, in the order of their lines; `marks` are what words go through.

    In a block of Markdown (a figure, say), where nothing tells a text from the name of a template,
    a single word counts only if it begins with a capital.
    """
    marks = frozenset(marks)
    outputs = list(_outputs(tree, _Prose() if markdown else _Markup(), ()))
    names = [PrintedName(*name, each.around) for each in outputs for name in named(each.value)]
    printed = [const for each in outputs for const in held(each.value, marks)]
    endings = [const for each in outputs if each.glued for const in held(each.value, marks)]
    found = {
        id(const): const
        for pattern, constants in (
            (_SENTENCE, _printable(tree, marks)),
            (_WORD, printed),
            (_WORD, stood_for(tree, names, marks)),
            (_ENDING, endings),
        )
        for const in constants
        if isinstance(const.value, str) and pattern.search(const.value)
    }
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


class _Place(Protocol):
    """Where a template has got to: whether what comes next is read as text."""

    inside: bool
    glued: bool
    """Whether it would go on with a word that is written outside."""

    def pass_over(self, text: str) -> None: ...


class _Markup:
    """In markup: whether in an element that holds text, and not in the name of an icon."""

    inside = glued = False
    _opened = False

    def pass_over(self, text: str) -> None:
        last = max(text.rfind("<"), text.rfind(">"))
        if last >= 0 and text[last] == "<":
            self._opened = False  # its attributes come next
        elif last >= 0:
            first = text.rfind("<", 0, last)
            ends = text[:last].endswith("/") or (first >= 0 and text.startswith("</", first))
            self._opened = not ends
        self.inside = self._opened and not _ICON.search(text)
        self.glued = self.inside and text[-1:].isalpha()


class _Prose:
    """In Markdown: whether outside of a block, and not in an address."""

    inside = glued = fenced = False

    def __init__(self) -> None:
        self.inside = True

    def pass_over(self, text: str) -> None:
        self.fenced ^= bool(text.count("```") % 2)
        self.inside = not self.fenced and not _NO_PROSE.search(text)
        self.glued = text[-1:].isalpha() and not _NO_PROSE.search(text)


class _Output(NamedTuple):
    """An expression that is printed as text."""

    value: nodes.Expr
    around: Around
    glued: bool


def _outputs(node: nodes.Node, place: _Place, around: Around) -> Iterator[_Output]:
    """Every expression that is printed as text where it stands.

    What a macro gives back may as well be the name of a colour, so in markup it begins outside.
    """
    for child in node.iter_child_nodes():
        if isinstance(child, nodes.TemplateData):
            place.pass_over(child.data)
        elif isinstance(child, nodes.Macro):
            yield from _outputs(child, type(place)(), (*around, child))
        elif isinstance(node, nodes.Output):
            if (place.inside or place.glued) and isinstance(child, nodes.Expr):
                yield _Output(child, around, place.glued)
            place.glued = False
        else:
            inner = (*around, child) if isinstance(child, nodes.For) else around
            yield from _outputs(child, place, inner)
