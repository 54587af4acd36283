"""Column edits: adds, changes or deletes a column of a table, in game.yaml and in the table's file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from generator.base.errors import KitError, Place
from generator.base.load_document import shown_name
from generator.base.text_files import check_visible, read_bytes
from generator.kit.edit.line_ends import decoded
from generator.kit.edit.tables import TableFile
from generator.kit.edit.yaml_values import YamlText
from generator.kit.locate import KIT_MANIFEST, KitFolders
from generator.kit.tables.field_types import FieldSpec
from generator.kit.tables.fields import AnyField, ListField
from generator.kit.tables.guess import field_name, guess_field
from generator.studio.edit.recorded_edits import Contents
from generator.studio.edit.row_edits import first_value

KINDS: Mapping[str, str] = {
    "text": "Text",
    "integer": "Whole number",
    "number": "Number",
    "boolean": "Yes or no",
    "choice": "One of several words",
    "ref": "A row of a table",
    "color": "Colour",
    "length": "Length",
}
"""The kinds of values to choose from, by the type of their field."""
_CHOSEN = ("type", "of", "to", "optional")
"""Settings of a field that are chosen by name; all others stay while its kind does."""


@dataclass(frozen=True, slots=True)
class ColumnKind:
    """What a column holds."""

    type: str = "text"
    words: tuple[str, ...] = ()
    """What a cell may say, for "choice"."""
    table: str = ""
    """The table whose rows a cell names, for "ref"."""
    many: bool = False
    """Whether a cell holds several values, with semicolons between them."""
    optional: bool = True

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of its field in game.yaml."""
        one: dict[str, Any] = {"type": self.type}
        one |= {"of": [*self.words]} if self.type == "choice" else {}
        one |= {"to": self.table} if self.type == "ref" else {}
        settings = {"type": "list", "of": one} if self.many else one
        return settings | ({"optional": True} if self.optional else {})


def kind_of(spec: FieldSpec) -> ColumnKind | None:
    """What the column of a field holds; None for a kind that only game.yaml can state."""
    one: Any = spec.of if isinstance(spec, ListField) else spec
    type: str = one.type
    if type not in KINDS:
        return None
    words, table = getattr(one, "of", ()), getattr(one, "to", "")
    return ColumnKind(
        type,
        tuple(words) if type == "choice" else (),
        table if type == "ref" else "",
        isinstance(spec, ListField),
        spec.optional,
    )


def undeclared_columns(table: TableFile) -> dict[str, ColumnKind]:
    """The columns that a table's file has and game.yaml does not, and what their cells look like."""
    found = {}
    for heading in table.document.columns:
        if heading and heading not in table.fields:
            guess = guess_field(heading, [row[heading] for row in table.document.data])
            type = str(guess.settings["type"])
            found[heading] = ColumnKind(type if type in KINDS else "text")
    return found


def add_column(
    folders: KitFolders, table: TableFile, heading: str, kind: ColumnKind, first: str = ""
) -> tuple[str, Contents]:
    """A new column, with the text `first` in every row; returns its field and the new files.

    A column that the file has already is only declared.  Raises KitError.
    """
    heading = heading.strip()
    name = field_name(heading, ())
    if not heading:
        raise _refused(table, "a column needs a name", "type one")
    if name in table.fields:
        raise _refused(table, f'there is already a column "{name}"', "choose another name")
    if kind.type == "choice" and not kind.words:
        raise _refused(table, "there are no words to choose from", "type some")
    _check_words(table, kind)
    stated = heading if heading != name and table.spec.has_cells else None
    settings = kind.settings | ({"column": stated} if stated else {})
    spec: FieldSpec = TypeAdapter[Any](AnyField).validate_python(settings)
    contents: Contents = {}
    if heading not in table.document.columns:
        if kind.type == "ref" and not (kind.optional or first):
            raise _refused(table, "the rows that are there need a value", "type an id for them")
        texts = [first or first_value(spec, table)] * len(table.rows)
        new = table.with_column(name, heading, spec, texts)
        contents = {table.path: (table.content, new)}
    return name, {**contents, **_Fields(folders, table).with_field(name, settings)}


def change_column(folders: KitFolders, table: TableFile, name: str, kind: ColumnKind) -> Contents:
    """A column that holds something else from now on, such as more words.  Raises KitError."""
    _check_words(table, kind)
    fields = _Fields(folders, table)
    before = fields.settings.get(name, {})
    old = kind_of(table.fields[name])
    same = old is not None and (old.type, old.many) == (kind.type, kind.many)
    kept = {n: each for n, each in before.items() if n not in _CHOSEN and (same or n == "column")}
    new = kind.settings | kept
    return fields.with_field(name, new) if new != before else {}


def delete_column(folders: KitFolders, table: TableFile, name: str) -> Contents:
    """A table without one of its columns.  Raises KitError."""
    if name == "id":
        raise _refused(table, "rows are told apart by their ids", "delete another column")
    new = table.without_column(name)
    return {table.path: (table.content, new), **_Fields(folders, table).with_field(name, None)}


class _Fields:
    """The fields of a table in the text of game.yaml."""

    def __init__(self, folders: KitFolders, table: TableFile) -> None:
        """Read game.yaml.  Raises KitError if it no longer has the table."""
        self._path = folders.data / KIT_MANIFEST
        shown = shown_name(self._path)
        self._content = read_bytes(self._path, shown)
        self._yaml = YamlText(decoded(self._content, shown), shown)
        self._table = table.name
        try:
            self.settings: Mapping[str, Mapping[str, Any]]
            self.settings = self._yaml.data["tables"][table.name]["fields"]
        except (KeyError, TypeError):
            message, hint = f'no longer has the table "{table.name}"', "load the page again"
            raise KitError(message, place=Place(shown), hint=hint, check="edit-conflict") from None

    def with_field(self, name: str, settings: Mapping[str, Any] | None) -> Contents:
        """The file with other settings of a field; None removes it.  Raises KitError."""
        new = self._yaml.with_value(("tables", self._table, "fields", name), settings)
        return {self._path: (self._content, new.encode())}


def _check_words(table: TableFile, kind: ColumnKind) -> None:
    for word in kind.words:
        check_visible(word, Place(table.shown))


def _refused(table: TableFile, message: str, hint: str) -> KitError:
    return KitError(message, place=Place(table.shown), hint=hint, check="column-name")
