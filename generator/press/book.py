"""Turns a kit's rulebook template into pages, with the kit's rules, pieces and figures to draw on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.errors import CheckFailed, Fault, Place
from generator.press.faces import Faces
from generator.press.large_print import BOOK, enlarged, large_page
from generator.press.loading import Kit
from generator.rulebook.book import Book, compose
from generator.rulebook.listing import Entry
from generator.rulebook.manuscript import markdown_templates
from generator.rulebook.style import BookStyle
from generator.rules.wording import Rule, load_rules
from generator.sheets.paper import Paper
from generator.sheets.pieces import Part

RULES = "rules.yaml"


def compose_book(
    kit: Kit, faces: Faces, parts: Sequence[Part], paper: Paper, *, large: bool = False
) -> Book:
    """The rulebook, its pages as large as go with the paper.

    `parts` are the kit's pieces, which the book lists and shows.  A `large` book fills the paper.
    Raises KitError with the line of the template that is wrong, and CheckFailed for rules of the
    kit that the book leaves out.
    """
    assert kit.file.rulebook
    renderer = faces.renderer
    templates = markdown_templates(kit.folders.templates)
    entries = list(_entries(parts))
    path = kit.folders.data / RULES
    rules = load_rules(path) if path.is_file() else {}
    variables: Mapping[str, Any] = {
        **renderer.look.variables,
        "rules": _sections(rules),
        "options": {
            name: {"default": option.default, "choices": option.choices, "says": option.says}
            for name, option in kit.file.options.items()
        },
        "components": [
            {"title": entry.title, "copies": entry.copies, "note": entry.note} for entry in entries
        ],
    }
    asked = kit.file.place("rulebook")
    book = compose(
        templates.render(kit.file.rulebook, variables, asked),
        BookStyle.from_look(renderer.look),
        page=large_page(paper) if large else renderer.size(paper.book),
        renderer=renderer,
        place=Place(templates.path(kit.file.rulebook)),
        pieces=entries,
    )
    untold = [rule for slug, rule in rules.items() if f"rule-{slug}" not in book.anchors]
    if untold:
        raise CheckFailed(
            Fault("the rulebook does not tell this rule", rule.place, f'rule "{rule.slug}"')
            for rule in untold
        )
    if large:
        return replace(book, pages=tuple(enlarged(page, BOOK) for page in book.pages))
    return book


def _sections(rules: Mapping[str, Rule]) -> list[dict[str, Any]]:
    """The rules by the sections of the book."""
    sections: dict[str, list[dict[str, str]]] = {}
    for rule in rules.values():
        sections.setdefault(rule.section, []).append({"slug": rule.slug, "text": rule.text})
    return [{"title": title, "rules": rules} for title, rules in sections.items()]


def _entries(parts: Sequence[Part]) -> Iterator[Entry]:
    """A line for each component: all its pieces counted, and each of them that differs shown."""
    components: dict[str, list[Any]] = {}
    for piece in (piece for part in parts for piece in part.pieces):
        components.setdefault(piece.component, []).append(piece)
    for pieces in components.values():
        first = pieces[0]
        copies = sum(piece.copies for piece in pieces)
        others = list(dict.fromkeys(piece.front for piece in pieces))[1:]
        yield Entry(first.front, copies, first.title, first.note, others)
