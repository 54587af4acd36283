"""Turns a value that a check looks at into one that knows its place and whose it is."""

from __future__ import annotations

from typing import Any, NamedTuple

from generator.base.errors import Place
from generator.kit.tables.records import Record


class Found(NamedTuple):
    """One value at the end of a path."""

    value: Any
    it: Record
    """The value itself if it is a record, else the record that holds it."""
    place: Place
    item: str
    """The row of the table that it belongs to, as messages call it."""
