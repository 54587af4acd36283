"""Kit loader: reads a kit's manifest (game.yaml) and tables, checked and frozen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from generator.base.document import Document, Mark
from generator.base.errors import KitError, Place
from generator.base.schema import filename_problem
from generator.base.text_files import inside, shown_name
from generator.kit.expressions.evaluate import begin
from generator.kit.locate import KIT_MANIFEST, KitFolders
from generator.kit.manifest.load import KitFile, load_kitfile
from generator.kit.tables.load import load_tables
from generator.kit.tables.records import NamedTables, Tables
from generator.kit.words import UNTRANSLATED, Translator


@dataclass(frozen=True)
class Kit:
    """A kit as data: its manifest, its tables, and the folders of its files."""

    folders: KitFolders
    file: KitFile
    tables: Tables
    words: Translator = UNTRANSLATED
    """Translator of everything that is printed."""
    original: Kit | None = None
    """The untranslated kit, with which rules are played, if this one is translated."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "tables", NamedTables(self.tables))

    @property
    def name(self) -> str:
        return self.folders.name

    def __repr__(self) -> str:
        return f"<Kit {self.name}: {self.file.title}, with tables {', '.join(self.tables)}>"


def load_manifest(folders: KitFolders) -> KitFile:
    """Read and check the manifest of a kit.  Raises KitError with every fault found."""
    if reason := filename_problem(folders.name):
        message = f"the name of the kit is not allowed: it {reason}"
        hint = "rename its data and template folders"
        raise KitError(message, place=Place(shown_name(folders.data)), hint=hint, check="kit-name")
    begin()
    return load_kitfile(inside(folders.data, KIT_MANIFEST))


def load_kit(folders: KitFolders) -> Kit:
    """Read and check all data of a kit.  Raises KitError with every fault found."""
    file = load_manifest(folders)
    return Kit(folders, file, load_tables(file.tables, folders.data))


def with_row(kit: Kit, table: str, row: Mapping[str, Any], file: str) -> Kit:
    """The kit with a row added to one of its tables; messages name `file` as its place.

    Raises KitError with every fault of the row.
    """
    added = Document([dict(row)], file, Mark(None))
    return replace(kit, tables=load_tables(kit.file.tables, kit.folders.data, {table: added}))
