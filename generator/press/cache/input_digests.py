"""Input digests: checksums of everything that a face can depend on.

An artifact need not be made again while the digests of all its dependencies are unchanged.
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
from generator.press.cache.dependencies import Dependency, TrackedMapping, untracked
from generator.press.templates.renderer import Style
from generator.press.text.font_source import font_file

Piece = Callable[[str], object]
"""The name of a piece -> all inputs of its faces, as a value whose `repr` identifies it."""


class InputDigests:
    """The digests of a kit in one style, for each dependency that `DependencyTracker` can record."""

    def __init__(self, kit: Kit, style: Style, piece: Piece) -> None:
        self._style = style
        self._folders = kit.folders
        self._words = kit.words
        self._kinds: Mapping[str, Callable[[str], object]] = {
            "piece": piece,
            "variable": self._variable,
            "table": lambda name: _value_of(kit.tables, name),
            "row": lambda name: _row(kit.tables, name),
            "nth": lambda name: _row_at(kit.tables, name),
            "example": lambda name: _value_of(untracked(style.variables["examples"]), name),
            "named": lambda name: _value_of(untracked(style.variables["pieces"]), name),
            "template": self._template,
            "icon": lambda name: _file_in(style.icons, f"{name}.svg"),
            "picture": lambda name: _file_in([style.pictures], name),
            "size": style.sizes.get,
        }
        self._digests: dict[Dependency, str] = {}

    def __call__(self, dependency: Dependency) -> str:
        if dependency not in self._digests:
            kind, name = dependency
            self._digests[dependency] = checksum(self._kinds[kind](name))
        return self._digests[dependency]

    def set(self, dependency: Dependency, digest: str) -> None:
        """State the digest of a dependency of another kind."""
        self._digests[dependency] = digest

    def unchanged(self, digests: Mapping[Dependency, str]) -> bool:
        """Whether each of these dependencies still has that digest."""
        return all(
            self.can_digest(each) and self(each) == digest for each, digest in digests.items()
        )

    def can_digest(self, dependency: Dependency) -> bool:
        return dependency in self._digests or dependency[0] in self._kinds

    def base(self) -> str:
        """The digest of what every face is made with, whatever else it reads."""
        style = self._style
        roots = (self._folders.data, *self._folders.shared)
        fonts = [
            (family, style, str(path), _font(path, roots))
            for family, styles in style.fonts.files.items()
            for style, path in styles.items()
        ]
        shown = [shown_name(folder) for folder in (*self._folders.templates, self._folders.data)]
        boxes = {name: dict(box) for name, box in style.boxes.items()}
        paths = list(map(file_sum, self._words.paths))
        hyphenated = style.hyphenate is not None
        words = (self._words.language, self._words.draft, hyphenated, paths)
        style_values = (dict(style.palette), dict(style.families), boxes, fonts)
        return checksum(program(), *style_values, shown, words)

    def _variable(self, name: str) -> object:
        value = self._style.variables.get(name)
        return None if isinstance(value, TrackedMapping) else value  # reads of these are recorded

    def _template(self, name: str) -> object:
        return _file_in(self._style.templates.loader.folders, name)


def _value_of(values: Mapping[str, Any], name: str) -> object:
    """One of several values, or without a name all their names."""
    if not name:
        return list(values)
    value = values.get(name)
    return (value.name, value.one, value.rows) if isinstance(value, Table) else value


def _row(tables: Tables, name: str) -> object:
    """The row "gull" of the table "cards", for "cards/gull"; None if there is none."""
    table, _, id = name.partition("/")
    found = tables.get(table)
    return found[id] if isinstance(found, Table) and id in found else None


def _row_at(tables: Tables, name: str) -> object:
    """The first row of the table "cards", for "cards/0"; None if there are fewer."""
    table, _, number = name.partition("/")
    found = tables.get(table)
    rows = found.rows[int(number) :][:1] if isinstance(found, Table) else ()
    return rows[0] if rows else None


def _file_in(folders: Iterable[Path], name: str) -> object:
    """The file that a name stands for, and its content."""
    for number, folder in enumerate(folders):
        try:
            path = inside(folder, name)
        except KitError:
            return "outside"
        if path.is_file():
            return number, file_sum(path)
    return "nowhere"


def _font(path: Path, roots: Iterable[Path]) -> object:
    """The identity of a font file; fonts of packages are identified by the package's version, too."""
    file = font_file(path)
    return file_sum(file) if any(file.is_relative_to(root) for root in roots) else stamp(file)
