"""Loaders of data files (YAML, CSV, spreadsheets): plain values with their source positions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from generator.base.document import Document
from generator.base.formats.csv import parse_csv
from generator.base.formats.yaml import parse_yaml
from generator.base.text_files import read_bytes, read_text, shown_name

if TYPE_CHECKING:
    from generator.base.schema import ClosedModel

__all__ = [
    "SPREADSHEETS",
    "Document",
    "load_csv",
    "load_form",
    "load_sheet",
    "load_sheet_names",
    "load_yaml",
    "shown_name",
]

Form = TypeVar("Form", bound="ClosedModel")

SPREADSHEETS = (".xlsx", ".ods")
"""File name extensions of the spreadsheets that can be read."""


def load_yaml(path: Path, shown: str | None = None) -> Document:
    """Load a file of one YAML document; its data is never None.

    `shown` is the file's name in messages, if it is not `shown_name(path)`.  Raises KitError,
    naming the line, for a file that cannot be read or is not YAML, a duplicate key, a tag, a key
    that is not text, endless nesting and aliases that unfold into too many values.
    """
    shown = shown or shown_name(path)
    return _parsed(read_text(path, shown), shown)


@lru_cache(maxsize=128)
def _parsed(text: str, shown: str) -> Document:
    """Parsed values by text: `watch` reads the same files after every change."""
    return parse_yaml(text, shown)


def load_csv(path: Path) -> Document:
    """Load the rows of a CSV file as a list of dict[str, str], by the names in its header.

    Raises KitError, naming the line, for a file that cannot be read, is not CSV, or has rows of the
    wrong length.
    """
    shown = shown_name(path)
    return parse_csv(read_text(path, shown), shown)


def load_sheet(path: Path, sheet: str | None = None) -> Document:
    """Load the rows of one sheet of a spreadsheet, in the form of `load_csv`.

    `sheet` is its name; it may be omitted if the file has only one.  Raises KitError, naming sheet,
    row and column, for a file that cannot be read or is no spreadsheet, for a missing sheet, and
    for cells with dates or failed formulas.
    """
    from generator.base.formats.spreadsheet import parse_sheet  # few kits have one

    shown = shown_name(path)
    return parse_sheet(read_bytes(path, shown), shown, sheet)


def load_sheet_names(path: Path) -> list[str]:
    """Return the names of a spreadsheet's sheets.  Raises KitError as `load_sheet` does."""
    from generator.base.formats.spreadsheet import sheet_names  # few kits have one

    shown = shown_name(path)
    return sheet_names(read_bytes(path, shown), shown)


def load_form(folders: Iterable[Path], name: str, form: type[Form]) -> Form:
    """Load the file with that name from the first folder that has one, checked by its schema.

    One of the folders must have it: Grimoire's own folder is the last, and has them all.  Raises
    KitError with the lines that the schema does not allow.
    """
    paths = (each / name for each in folders)
    return check_form(load_yaml(next(path for path in paths if path.is_file())), form)


def check_form(document: Document, form: type[Form]) -> Form:
    """Return the content of a document, checked by its schema.  Raises KitError as `load_form` does."""
    from generator.base.validation_errors import validated  # slow to import

    return validated(form.model_validate, document)
