"""Layout files of Squib: named sets of options that extend each other; lengths and units."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from generator.base import locations
from generator.base.errors import KitError
from generator.base.text_files import read_text, shown_name
from generator.tools.from_squib.values import text_of

Layout = dict[str, dict[str, Any]]
OWN_FILE = "starter-deck/squib-layouts.yaml"
"""Squib's built-in layouts, by the names that scripts use."""
_MAX_ENTRIES = 5_000
_LENGTH = re.compile(
    r"([-+]?(?:\d++(?:\.\d++)?|\.\d++))\s*+(in|inch(?:es)?|\"|pt|cm|mm|c(?:ells?)?|px|deg|rad)?"
)
_SHORTHAND = re.compile(r"(middle|center|deck|width|height)(?:\s*([-+/*])\s*(.+))?")
_PIXELS_OF = {"in": 1.0, "pt": 1 / 72, "cm": 1 / 2.54, "mm": 1 / 25.4}
"""Inches per unit."""
CELL = 37.5
"""Pixels of the unit `cell`, whatever the resolution."""


class _Loader(yaml.SafeLoader):  # type: ignore[misc]
    """Loader of plain values, with Ruby's symbols as strings."""


_Loader.add_multi_constructor("!ruby/sym", lambda loader, suffix, node: str(node.value).lstrip(":"))


def load_layout(path: Path) -> Layout:
    """Load the layouts of a file.  Raises KitError if it cannot be read."""
    return _entries(_read(path))


def own_layout(name: str) -> Layout | None:
    """Squib's built-in layouts of a name; None if there are none."""
    found = _read(locations.data_root() / "shared" / OWN_FILE).get(name)
    return None if found is None else _entries(found)


def _read(path: Path) -> dict[Any, Any]:
    try:
        data = yaml.load(read_text(path, shown_name(path))[:1_000_000], _Loader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        first = str(error).splitlines()[0]
        raise KitError(f"{shown_name(path)} is not YAML ({first})", check="yaml-syntax") from None
    return data if isinstance(data, dict) else {}


def _entries(found: Mapping[Any, Any]) -> Layout:
    return {
        str(name): {str(key): value for key, value in entry.items()}
        for name, entry in list(found.items())[:_MAX_ENTRIES]
        if isinstance(entry, dict)
    }


def resolved(layouts: Mapping[str, Mapping[str, Any]], dpi: float) -> Layout:
    """Merge each layout with those that it extends."""
    done: Layout = {}
    for name in layouts:
        _resolve(name, layouts, done, dpi, ())
    return done


def _resolve(name: str, layouts: Mapping[str, Mapping[str, Any]], done: Layout, dpi: float,
             on_the_way: tuple[str, ...]) -> dict[str, Any]:  # fmt: skip
    if name in done:
        return done[name]
    own = layouts.get(name, {})
    base: dict[str, Any] = {}
    parents = own.get("extends", [])
    for parent in parents if isinstance(parents, list) else [parents]:
        if str(parent) != name and str(parent) not in on_the_way:
            base |= _resolve(str(parent), layouts, done, dpi, (*on_the_way, name))
    result = dict(base)
    for key, value in own.items():
        if key != "extends":
            result[key] = _changed(base.get(key), value, dpi)
    done[name] = result
    return result


def _changed(old: Any, value: Any, dpi: float) -> Any:
    """A value, or the inherited value changed by an expression such as `+= 10`."""
    words = str(value).strip()
    if words[:2] not in ("+=", "-=", "*=", "/="):
        return value
    was = pixels(old, dpi) or 0.0
    by = pixels(words[2:].strip(), dpi) or 0.0
    return {"+": was + by, "-": was - by, "*": was * by, "/": was / (by or 1)}[words[0]]


def pixels(value: Any, dpi: float, of: float = 0.0) -> float | None:
    """Parse a length in pixels (a number, `0.5in`, `middle - 10`), or an angle in radians (`90deg`).

    `of` is the length in pixels that `deck`, `width` and `height` stand for; None if it is neither.
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int | float):
        return float(value)
    words = text_of(value).strip().lstrip(":").lower()
    if match := _SHORTHAND.fullmatch(words):
        start = of / 2 if match[1] in ("middle", "center") else of
        if not match[2]:
            return start
        by = pixels(match[3], dpi, of)
        if by is None:
            return None
        return {"+": start + by, "-": start - by, "/": start / (by or 1), "*": start * by}[match[2]]
    if match := _LENGTH.fullmatch(words):
        number, unit = float(match[1]), match[2] or "px"
        if unit in _PIXELS_OF:
            return number * _PIXELS_OF[unit] * dpi
        if unit in ("deg", "rad"):
            return math.radians(number) if unit == "deg" else number
        return number * (dpi if unit in ("inch", "inches", '"') else CELL if unit[0] == "c" else 1)
    return None
