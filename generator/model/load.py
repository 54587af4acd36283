"""Turns a data file (YAML or CSV) into a `Document`: plain values that know their lines."""

from __future__ import annotations

from pathlib import Path

from generator.model.csv_text import parse_csv
from generator.model.document import Document
from generator.model.read import read_text, shown_name
from generator.model.yaml_text import parse_yaml

__all__ = ["Document", "load_csv", "load_yaml", "shown_name"]


def load_yaml(path: Path, shown: str | None = None) -> Document:
    """The one YAML document in a file; its data is never None.

    `shown` is the file's name in messages, when it is not `shown_name(path)`.  Raises KitError,
    naming the line, for a file that cannot be read or is not YAML, a key stated twice, a tag, a
    key that is not text, nesting without end and aliases that unfold into too many values.
    """
    shown = shown or shown_name(path)
    return parse_yaml(read_text(path, shown), shown)


def load_csv(path: Path, shown: str | None = None) -> Document:
    """The rows of a CSV file as a list of dict[str, str], by the names in its header.

    `shown` is the file's name in messages, when it is not `shown_name(path)`.  Raises KitError,
    naming the line, for a file that cannot be read, is not CSV, or has rows of the wrong length.
    """
    shown = shown or shown_name(path)
    return parse_csv(read_text(path, shown), shown)
