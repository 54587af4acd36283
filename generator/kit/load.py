"""Turns a kit's folders into a `Kit`: its manual (game.yaml) and its tables, checked and frozen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from generator.base.document import Document, Mark
from generator.base.errors import KitError, Place
from generator.base.schema import filename_problem
from generator.base.text_files import inside, shown_name
from generator.kit.expressions.evaluate import begin
from generator.kit.locate import MANUAL, KitFolders
from generator.kit.manifest.load import KitFile, load_kitfile
from generator.kit.tables.load import load_tables
from generator.kit.tables.records import Tables
from generator.kit.words import UNTRANSLATED, Translator


@dataclass(frozen=True)
class Kit:
    """A kit as data: what it says of itself, its tables, and where its files lie."""

    folders: KitFolders
    file: KitFile
    tables: Tables
    words: Translator = UNTRANSLATED
    """What everything that is printed is said in."""
    original: Kit | None = None
    """The kit as it is written, if this one says it in another language: that is what is played."""

    @property
    def name(self) -> str:
        return self.folders.name


def load_manual(folders: KitFolders) -> KitFile:
    """Read and check what a kit says of itself.  Raises KitError with every fault found."""
    if message := filename_problem(folders.name):
        message = f"the kit cannot be called that: its name {message}"
        hint = "rename its folders of data and templates"
        raise KitError(message, place=Place(shown_name(folders.data)), hint=hint, check="kit-name")
    begin()
    return load_kitfile(inside(folders.data, MANUAL))


def load_kit(folders: KitFolders) -> Kit:
    """Read and check all data of a kit.  Raises KitError with every fault found."""
    file = load_manual(folders)
    return Kit(folders, file, load_tables(file.tables, folders.data))


def with_row(kit: Kit, table: str, row: Mapping[str, Any], called: str) -> Kit:
    """The kit as if a table of it had one row more; `called` is what messages call that row's file.

    Raises KitError with every fault of the row.
    """
    added = Document([dict(row)], called, Mark(None))
    return replace(kit, tables=load_tables(kit.file.tables, kit.folders.data, {table: added}))
