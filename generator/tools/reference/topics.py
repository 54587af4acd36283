"""Topics of the reference, and the pages that describe them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from inspect import getdoc, getmodule, getsource, isfunction, signature
from itertools import pairwise
from textwrap import dedent
from typing import Any

from generator.base.locations import RULES, template_root
from generator.base.text_files import read_text
from generator.engine.events import Event
from generator.engine.game import Outcome
from generator.engine.registry import ENTRY_POINTS
from generator.engine.rng import Rng
from generator.engine.scripted.script.instructions import MAX_TURNS
from generator.engine.scripted.script.messages import FACTS
from generator.engine.scripted.script.setup import GIVEN
from generator.engine.simple_game import SimpleGame
from generator.kit.locate import BUILT_IN
from generator.press.library import cutters, fonts, palette, papers, precut_sheets, sizes, sleeves
from generator.press.markup.attribute_types import ATTRIBUTE_TYPES
from generator.press.markup.elements import ELEMENTS, HOLDS, Attribute, Element
from generator.tools.reference import schema_tables
from generator.tools.reference.page import ReferencePage, render

GENERATED = ("data", "templates", "turns")
"""Topics whose pages in the repository are generated (`make reference`)."""


@cache
def pages() -> tuple[ReferencePage, ...]:
    """The pages, in the order in which a game's author needs them; each is rendered once."""
    return (
        ReferencePage("data", "All that game.yaml and the tables may contain.", _data, "data/REFERENCE.md"),
        ReferencePage("templates", "All that a template may draw.", _templates, "templates/REFERENCE.md"),
        ReferencePage("shared", "The sizes, papers, machines, labels, fonts, colours and icons to name.",
             _shared),
        ReferencePage("rulebook", "How a rulebook is written.", _rulebook, "templates/RULEBOOK.md"),
        ReferencePage("turns", "How a turn goes, as data: turns.yaml, rules and examples of play.",
             _turns, "data/TURNS.md"),
        ReferencePage("python", "Rules that go beyond turns.yaml.", _python),
    )  # fmt: skip


def _data() -> str:
    return render("data", schema=schema_tables)


def _turns() -> str:
    given, facts = (", ".join(f"`{name}`" for name in names) for names in (GIVEN, FACTS))
    return render("turns", max_turns=MAX_TURNS, given=given, facts=facts, schema=schema_tables)


def _rulebook() -> str:
    return read_text(template_root() / "RULEBOOK.md", "RULEBOOK.md")


def _shared() -> str:
    folders = BUILT_IN.shared()
    return render(
        "shared",
        sizes=sizes(folders),
        papers=papers(folders),
        cutters=cutters(folders),
        precut=precut_sheets(folders),
        sleeves=sleeves(folders),
        fonts=fonts(folders).files,
        full=palette(folders, "full"),
        low=palette(folders, "low"),
        icons=shared_icons(),
    )


def shared_icons() -> list[str]:
    """The names of the icons that all kits share."""
    return sorted({file.stem for each in BUILT_IN.shared() for file in each.glob("icons/*.svg")})


_MARKS = re.compile(r"``([^`]*)``")


def _python() -> str:
    methods = [
        each
        for each in vars(SimpleGame).values()
        if isfunction(each) and each.__doc__ and each.__name__ != "load"
    ]
    needed: frozenset[str] = getattr(SimpleGame, "__abstractmethods__", frozenset())
    _, _, position = (getdoc(getmodule(SimpleGame)) or "").partition("\n\n")
    return render(
        "python",
        variable=RULES,
        entry_points=ENTRY_POINTS,
        position=_text(position),
        required=[_method(each) for each in methods if each.__name__ in needed],
        optional=[_method(each) for each in methods if each.__name__ not in needed],
        kinds=[
            {
                "name": kind.__name__,
                "text": _text(getdoc(kind)),
                "members": "\n".join(_members(kind)).strip(),
            }
            for kind in (Event, Outcome, Rng)
        ],
    )


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


PICTURES = "../output/gallery/markup"


def _templates() -> str:
    return render(
        "templates",
        roots=", ".join(f"`<{name}>`" for name, element in ELEMENTS.items() if element.root),
        kinds=[
            (kind, _cell((parser.__doc__ or "").strip().split("\n")[0]))
            for kind, parser in ATTRIBUTE_TYPES.items()
        ],
        elements=[
            {
                "name": element.name,
                "description": element.description,
                "holds": _content(element),
                "attributes": list(_attribute_rows(element)),
                "example": element.example,
            }
            for element in ELEMENTS.values()
        ],
        pictures=PICTURES,
    )


def _content(element: Element) -> str:
    if element.text:
        return "Holds text."
    if not element.holds:
        return "Holds nothing."
    names = [name for name in ELEMENTS if name in HOLDS[element.holds]]
    return "Holds " + ("all drawing elements." if len(names) > 3 else f"`<{names[0]}>`.")


def _attribute_rows(element: Element) -> Iterator[tuple[str, str, str, str]]:
    """Yield the name, kind, default and meaning of each attribute."""
    for name, each in element.attributes.items():
        kind = " or ".join(f"`{choice}`" for choice in each.choices) or each.kind
        yield f"`{name}`", kind, _default(each), _cell(each.description)
    if element.extra:
        yield f"`{element.extra}…`", "text", "", "available to the template as `arg.…`"


def _default(attribute: Attribute) -> str:
    if attribute.default:
        return f"`{attribute.default}`"
    return "**required**" if attribute.required else ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
