"""Shared library: papers, sizes, fonts and colours that every kit may use, read and checked.

A user's own `shared` folder adds to Grimoire's, name by name.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pydantic import PositiveFloat, TypeAdapter

from generator.base.document import Document
from generator.base.errors import KitError
from generator.base.load_document import load_yaml
from generator.base.schema import Slug
from generator.base.units import MM, Size
from generator.base.validation_errors import validated
from generator.kit.manifest.spec import Ink
from generator.press.paper import Binding, Paper, read_papers
from generator.press.scene.items import Color
from generator.press.text.fonts import FontBook

_MAX_SIZE = 10_000  # mm


def papers(shared: tuple[Path, ...]) -> dict[str, Paper]:
    """All papers that may be printed on, by name."""
    found: dict[str, Paper] = {}
    for _, document in _documents(shared, "papers.yaml"):
        try:
            found |= read_papers(document.data)
        except KitError as error:
            raise error.within(place=document.place()) from None
    return found


def binding(shared: tuple[Path, ...]) -> Binding:
    """The limits of folded and stapled sheets."""
    found: dict[str, float] = {}
    for _, document in _documents(shared, "booklet.yaml"):
        found |= validated(_measures().validate_python, document)
    return Binding(found["thickness"] * MM, round(found["sheets"]))


def sizes(shared: tuple[Path, ...]) -> dict[str, Size]:
    """All named sizes of pieces."""
    found: dict[str, Size] = {}
    for _, document in _documents(shared, "sizes.yaml"):
        for name, size in document.data.items():
            if not _is_size(size):
                message = f'the size "{name}" is not a width and a height in millimetres'
                hint = 'write "[63.5, 88.9]"'
                raise KitError(message, place=document.place(name), hint=hint, check="shared-file")
            found[name] = Size(size[0] * MM, size[1] * MM)
    return found


def palette(shared: tuple[Path, ...], ink: Literal["full", "low"]) -> dict[str, Color]:
    """The colours every kit has, by name."""
    found: dict[str, Color] = {}
    for _, document in _documents(shared, "palette.yaml"):
        colors: dict[str, Ink] = validated(_inks().validate_python, document)
        for name, color in colors.items():
            found[name] = color.low if ink == "low" and color.low else color.full
    return found


def fonts(shared: tuple[Path, ...]) -> FontBook:
    """The fonts every kit may use."""
    book = FontBook({})
    for folder, document in _documents(shared, "fonts.yaml"):
        families = validated(_families().validate_python, document)
        try:
            book = FontBook.from_families(families, folder, book)
        except KitError as error:
            raise error.within(place=document.place()) from None
    return book


def _documents(shared: tuple[Path, ...], name: str) -> Iterator[tuple[Path, Document]]:
    """The files of that name with their folders, Grimoire's first."""
    for folder in reversed(shared):
        if (folder / name).is_file():
            document = load_yaml(folder / name)
            if not isinstance(document.data, dict):
                hint = 'write "name: value" lines'
                message = "must be a mapping"
                raise KitError(message, place=document.place(), hint=hint, check="shared-file")
            yield folder, document


def _is_size(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(side) in (int, float) and math.isfinite(side) for side in value)
        and all(0 < side <= _MAX_SIZE for side in value)
    )


@cache
def _inks() -> TypeAdapter[Any]:
    return TypeAdapter(dict[Slug, Ink])


@cache
def _measures() -> TypeAdapter[Any]:
    return TypeAdapter(dict[Literal["thickness", "sheets"], PositiveFloat])


@cache
def _families() -> TypeAdapter[Any]:
    return TypeAdapter(dict[str, dict[str, str]])
