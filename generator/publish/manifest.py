"""Turns what was exported into `export.json`: every file, where each piece is in them, the limits.

The same classes write the file and read it back, so the proof knows what it finds.  Lengths are
millimetres.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from pydantic import ConfigDict, TypeAdapter

from generator.base.formats.json_lines import compact, listed, read_listed

NAME = "export.json"
Role: TypeAlias = Literal["face", "sheet", "deck", "table", "model", "save", "book", "page"]
Side: TypeAlias = Literal["front", "back"]
Option: TypeAlias = str | int | float | bool | None


class _Strict:
    """A field that nobody knows is an error when the file is read."""

    __pydantic_config__ = ConfigDict(extra="forbid")


@dataclass(frozen=True, slots=True)
class ExportedPage(_Strict):
    """A page of a deck's PDF: the face it shows, and how that looks in 16 × 16 greys (hex)."""

    piece: str
    side: Side
    copy: int
    look: str


@dataclass(frozen=True, slots=True)
class Stored(_Strict):
    """A finished file, `path` relative to `export.json`.

    Of pictures `width`, `height` in pixels, `dpi` and `mode`; `cells` is how many cards a sheet has
    side by side, above one another and in all; `pages` and `leaves` are a PDF's.  `product` names
    the product of the shop that it is for.
    """

    path: str
    role: Role
    bytes: int
    sha256: str
    width: int = 0
    height: int = 0
    dpi: int = 0
    mode: str = ""
    product: str = ""
    pages: int = 0
    cells: tuple[int, int, int] | None = None
    leaves: tuple[ExportedPage, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportedFile(_Strict):
    """A piece that the shop takes: how many of it, as which product, in which files."""

    id: str
    title: str
    copies: int
    size: tuple[float, float]
    product: str = ""
    front: str = ""
    back: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut(_Strict):
    """A piece that the shop does not take, and why."""

    id: str
    title: str
    copies: int
    size: tuple[float, float]
    reason: str


@dataclass(frozen=True, slots=True)
class ExportManifest(_Strict):
    """All that `export.json` says; `limits` are those the files were held against."""

    kit: str
    version: str
    shop: str
    options: Mapping[str, Option]
    limits: Mapping[str, Any]
    notes: tuple[str, ...]
    files: tuple[Stored, ...]
    pieces: tuple[ExportedFile, ...]
    left_out: tuple[LeftOut, ...]

    def as_json(self) -> str:
        """The text of the file: a line for each file and piece; what is empty is left out."""
        return listed(_adapter().dump_python(self, mode="json"), _without_empty)


def read_export(path: Path) -> ExportManifest:
    """An export's manifest from its file; raises KitError if it is missing or not one."""
    return read_listed(path, _adapter(), "an export's manifest", "export the kit first")


@cache
def _adapter() -> TypeAdapter[ExportManifest]:
    return TypeAdapter(ExportManifest)


def _without_empty(value: object) -> str:
    if isinstance(value, dict):
        value = {key: each for key, each in value.items() if each not in ("", 0, None, [])}
    return compact(value)
