"""Turns questions about a kit ("what does the table cards hold?") into checksums of their answers.

What was made from some answers need not be made again while they stay what they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from generator.base.errors import KitError
from generator.base.locations import stamp
from generator.base.text_files import inside, shown_name
from generator.kit.load import Kit
from generator.kit.tables.records import Table, Tables
from generator.press.cache.checksums import checksum, file_sum, program
from generator.press.cache.dependencies import Noted, Question, unnoted
from generator.press.templates.renderer import Look

Piece = Callable[[str], object]
"""The name of a piece -> all that its faces are made of, as something that prints alike."""


class InputDigests:
    """What a kit, in one look, answers to each question that `DependencyTracker` can have noted."""

    def __init__(self, kit: Kit, look: Look, piece: Piece) -> None:
        self._look = look
        self._folders = kit.folders
        self._words = kit.words
        self._kinds: Mapping[str, Callable[[str], object]] = {
            "piece": piece,
            "variable": self._variable,
            "table": lambda name: _named(kit.tables, name),
            "row": lambda name: _row(kit.tables, name),
            "nth": lambda name: _nth(kit.tables, name),
            "example": lambda name: _named(unnoted(look.variables["examples"]), name),
            "template": self._template,
            "icon": lambda name: _first(look.icons, f"{name}.svg"),
            "picture": lambda name: _first([look.pictures], name),
            "size": look.sizes.get,
        }
        self._known: dict[Question, str] = {}

    def __call__(self, question: Question) -> str:
        if question not in self._known:
            kind, name = question
            self._known[question] = checksum(self._kinds[kind](name))
        return self._known[question]

    def tell(self, question: Question, answer: str) -> None:
        """Answer a question of a kind of its own."""
        self._known[question] = answer

    def still(self, answers: Mapping[Question, str]) -> bool:
        """Whether each of these questions has that answer."""
        return all(self.knows(each) and self(each) == then for each, then in answers.items())

    def knows(self, question: Question) -> bool:
        return question in self._known or question[0] in self._kinds

    def base(self) -> str:
        """The checksum of what every face is made with, whatever it reads."""
        look = self._look
        roots = (self._folders.data, *self._folders.shared)
        fonts = [
            (family, style, str(path), _font(path, roots))
            for family, styles in look.fonts.files.items()
            for style, path in styles.items()
        ]
        shown = [shown_name(folder) for folder in (*self._folders.templates, self._folders.data)]
        boxes = {name: dict(box) for name, box in look.boxes.items()}
        paths = list(map(file_sum, self._words.paths))
        hyphenated = look.hyphenate is not None
        words = (self._words.language, self._words.draft, hyphenated, paths)
        drawn = (dict(look.palette), dict(look.families), boxes, fonts)
        return checksum(program(), *drawn, shown, words)

    def _variable(self, name: str) -> object:
        value = self._look.variables.get(name)
        return None if isinstance(value, Noted) else value  # what is read of these is noted

    def _template(self, name: str) -> object:
        return _first(self._look.templates.loader.folders, name)


def _named(values: Mapping[str, Any], name: str) -> object:
    """One of several values, or with no name all their names."""
    if not name:
        return list(values)
    value = values.get(name)
    return (value.name, value.one, value.rows) if isinstance(value, Table) else value


def _row(tables: Tables, name: str) -> object:
    """The row "gull" of the table "cards", for "cards/gull"; None if it is not there."""
    table, _, id = name.partition("/")
    found = tables.get(table)
    return found[id] if isinstance(found, Table) and id in found else None


def _nth(tables: Tables, name: str) -> object:
    """The first row of the table "cards", for "cards/0"; None if there are not so many."""
    table, _, number = name.partition("/")
    found = tables.get(table)
    rows = found.rows[int(number) :][:1] if isinstance(found, Table) else ()
    return rows[0] if rows else None


def _first(folders: Iterable[Path], name: str) -> object:
    """The file that a name stands for, and what it holds."""
    for number, folder in enumerate(folders):
        try:
            path = inside(folder, name)
        except KitError:
            return "outside"
        if path.is_file():
            return number, file_sum(path)
    return "nowhere"


def _font(path: Path, roots: Iterable[Path]) -> object:
    """What tells a font file from another; those of packages are told by their versions too."""
    return file_sum(path) if any(path.is_relative_to(root) for root in roots) else stamp(path)
