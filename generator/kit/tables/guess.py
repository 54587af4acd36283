"""Field guess: the most likely field of a column of cells, as a line for `game.yaml`."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath, PureWindowsPath
from typing import Literal, TypeAlias

from generator.kit.tables.columns import slug_of
from generator.kit.tables.records import RESERVED

Role: TypeAlias = Literal[
    "id", "name", "copies", "whole", "number", "flag", "color", "picture", "word", "words", "long"
]
"""Role of a column on a card, which is more specific than the kind of its field."""

LABELS = ("name", "title")
"""Fields that hold the name of a row, by which people are told about it."""
NAMES = (
    *LABELS, "card-name", "card-title", "card",
    "titel", "kartenname", "bezeichnung", "karte",
    "nom", "titre", "carte", "nombre", "titulo", "carta",
)  # fmt: skip
"""Headings of a column with the names of the rows, the likeliest first: English, German, French, Spanish."""
COPIES = (
    "qty", "quantity", "count", "copies", "copy", "number-of-copies", "no-of-copies",
    "num-copies", "card-count", "how-many", "anzahl", "quantite", "nombre", "exemplaires",
    "cantidad", "copias",
)  # fmt: skip
"""Headings of a column with the number of copies of each card; "nombre" is French, if it holds numbers."""
STATES = ("status", "state")
"""Headings of a column that says which rows are in the game."""
CUT = frozenset({"cut", "dropped", "removed", "deleted", "scrapped", "out"})
"""What such a column says of a row that is not."""
PICTURES = (".png", ".jpg", ".jpeg", ".svg", ".webp", ".gif", ".tif", ".tiff")
FEW = 8
"""Most different words of a column that count as few."""
LONG = 40
"""Characters from which a text is long."""
WORD = 24
"""Most characters of a word that several cards share."""

_TEXTS = re.compile(
    r"(^|-)(text|rules?|effect|ability|description|flavou?r|lore"
    r"|regeln?|effekt|fahigkeit|wirkung|beschreibung"
    r"|texte|regles?|effet|capacite|pouvoir|texto|reglas?|efecto|habilidad|descripcion)($|-)"
)
"""Headings of texts, however short the texts still are."""
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_WHOLE = re.compile(r"[+-]?(0|[1-9][0-9]{0,17})")
_NUMBER = re.compile(r"[+-]?(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?")
_TIMES = re.compile(r"(?:[x×] *)?([0-9]{1,4})(?:\.0+)?(?: *[x×])?", re.I)
"""A number of copies, however people write it: `3`, `3x`, `x 3`, `3.0`."""
_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
_ELSEWHERE = re.compile(r"(?:[A-Za-z]:)?[\\/]|\.\.[\\/]|file:")
_FLAGS = frozenset({"true", "false", "yes", "no"})
_PLAIN = re.compile(r"[A-Za-z][\w.-]*( [\w-]+)*")
"""A text that needs no quotes in YAML; words with another meaning are quoted."""
_MEANING = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})


@dataclass(frozen=True, slots=True)
class FieldGuess:
    """Guess of the field of a column."""

    name: str
    heading: str
    role: Role
    why: str
    """The evidence in the cells."""
    settings: Mapping[str, object] = field(default_factory=dict)
    longest: int = 0
    """Characters of the longest cell."""
    different: int = 0
    """Number of different cells, not counting empty ones."""

    @property
    def line(self) -> str:
        """The field as a line of `game.yaml`: `cost: {type: integer, column: Cost}`."""
        settings = dict(self.settings)
        if self.heading != self.name:
            settings["column"] = self.heading
        inner = ", ".join(f"{key}: {yaml_scalar(value)}" for key, value in settings.items())
        return f"{self.name}: {{{inner}}}"


def guess_field(heading: str, cells: Sequence[str], taken: Collection[str] = ()) -> FieldGuess:
    """Guess the field of a column by its heading and cells, under a name not yet `taken`."""
    filled = [cell for cell in cells if cell]
    role, why = _role(slug_of(heading), filled)
    settings: dict[str, object] = dict(_SETTINGS[role])
    if len(filled) < len(cells) and role not in ("copies", "id"):
        settings["optional"] = True
    name, longest = field_name(heading, taken), max(map(len, filled), default=0)
    return FieldGuess(name, heading, role, why, settings, longest, len(set(filled)))


def meant_copies(heading: str, cells: Sequence[str]) -> dict[int, str]:
    """The numbers that cells with copies mean and do not say, such as "3x", by the cell's index.

    Empty for a column of anything else.
    """
    found = [_TIMES.fullmatch(cell) for cell in cells]
    others = any(cell and not number for cell, number in zip(cells, found, strict=True))
    if slug_of(heading) not in COPIES or others:
        return {}
    return {n: one[1] for n, one in enumerate(found) if one and not _WHOLE.fullmatch(one[0])}


def cut_words(heading: str, cells: Sequence[str]) -> list[str]:
    """The words by which a column takes rows out of the game, as they are written.

    Empty if it is a column of anything else, or no row would remain.
    """
    found = sorted({cell for cell in cells if cell.lower() in CUT})
    return found if slug_of(heading) in STATES and not {*cells} <= {*found} else []


def field_name(heading: str, taken: Collection[str]) -> str:
    """A name for the field of a column: "ATK/DEF" -> "atk-def"."""
    name = slug_of(heading, "column")
    name = name if name[0].isalpha() else f"column-{name}"
    name = f"card-{name}" if name in RESERVED or name.replace("-", "_") in RESERVED else name
    free, number = name, 2
    known = {other.replace("_", "-").lower() for other in taken}
    while free in known:
        free, number = f"{name}-{number}", number + 1
    return free


_SETTINGS: Mapping[Role, Mapping[str, object]] = {
    "id": {"type": "id"},
    "name": {"type": "text"},
    "copies": {"type": "integer", "from": 0, "default": 1},
    "whole": {"type": "integer"},
    "number": {"type": "number"},
    "flag": {"type": "boolean"},
    "color": {"type": "color"},
    "picture": {"type": "text", "translate": False},
    "word": {"type": "text"},
    "words": {"type": "text"},
    "long": {"type": "text"},
}


def _role(slug: str, filled: Sequence[str]) -> tuple[Role, str]:
    """The first role that heading and cells allow, with the reason."""
    if not filled:
        return "words", "no values yet"
    if slug == "id" and len({*filled}) == len(filled) and _all(_ID, filled):
        return "id", "unique names in lower-case letters"
    if slug in COPIES and _all(_WHOLE, filled) and not any(cell[0] == "-" for cell in filled):
        return "copies", "the number of copies, 1 if empty"
    if _all(_WHOLE, filled):
        low, high = min(map(int, filled)), max(map(int, filled))
        return "whole", f"whole numbers, {low} to {high}"
    if _all(_NUMBER, filled):
        least, most = min(filled, key=float), max(filled, key=float)
        return "number", f"numbers, {least} to {most}"
    if {cell.lower() for cell in filled} <= _FLAGS:
        return "flag", "yes or no"
    if _all(_COLOR, filled):
        return "color", "colours"
    if all(_is_picture(cell) for cell in filled):
        return "picture", "names of pictures in art/"
    if slug in NAMES:
        return "name", "names"
    longest = max(map(len, filled))
    if longest >= LONG or _TEXTS.search(slug) or any("\n" in cell for cell in filled):
        return "long", f"texts of up to {longest} characters"
    different = len({*filled})
    if longest <= WORD and 1 < different <= FEW and len(filled) >= 2 * different:
        return "word", f"one of {different} words; use `type: choice` to allow no others"
    return "words", "words"


def _all(pattern: re.Pattern[str], cells: Sequence[str]) -> bool:
    return all(map(pattern.fullmatch, cells))


def names_file_elsewhere(cell: str) -> bool:
    """Whether a cell is the path of a picture on one computer, or outside the folder of the table."""
    is_one = PureWindowsPath(cell).suffix.lower() in PICTURES and "\n" not in cell
    return is_one and bool(_ELSEWHERE.match(cell)) and not _is_picture(cell)


def _is_picture(cell: str) -> bool:
    path = PurePosixPath(cell)
    inner = not path.is_absolute() and ".." not in path.parts and not {"\\", ":"} & {*cell}
    return inner and "\n" not in cell and path.suffix.lower() in PICTURES


def yaml_scalar(value: object) -> str:
    """A plain value in a line of YAML."""
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _MEANING:
        return value
    return json.dumps(value, ensure_ascii=False)
