"""Sizes of type in a Squib project: points, or in scripts for Squib before 0.14 about a third of one.

Squib 0.14 made "Sans 12" 12 points high on paper; before, it was set as for a screen of 96 dots to
the inch, so that scripts said 36 for the same.  A Gemfile.lock says which Squib a script is for; without
one the usual size in it does, which nobody would print.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from generator.base.errors import KitError
from generator.base.text_files import read_bytes, shown_name

USUAL = 12.0
"""Points, where a script names no size."""
_SCREEN = 96.0
_LARGEST_USUAL = 14.0
"""The largest size, in points, that most texts of a deck of cards may have."""
_LARGEST = 1_000_000
_LOCKED = re.compile(r"^\s+squib \((\d+)\.(\d+)", re.M)
_SIZE = re.compile(
    r"""\bfont(?:_size)?['"]?\s*+(?::|=>)\s*+['"]?[^'"\n#]*?\b(\d{1,4}(?:\.\d+)?)['"]?\s*(?:[,})\n]|$)""",
    re.M,
)


def paper_size(folder: Path, scripts: Sequence[Path], dpi: float) -> float:
    """How many points on paper one point of the scripts is."""
    if locked := _LOCKED.search(_text(folder / "Gemfile.lock")):
        old = (int(locked[1]), int(locked[2])) < (0, 14)
    else:
        sizes = list(_sizes(folder, scripts))
        old = bool(sizes) and median(sizes) > _LARGEST_USUAL
    return _SCREEN / dpi if old else 1.0


def _sizes(folder: Path, scripts: Sequence[Path]) -> Iterator[float]:
    """Every size that scripts and layouts state."""
    for path in (*scripts, *sorted(folder.glob("*.y*ml")), *sorted(folder.glob("*/*.y*ml"))):
        yield from (float(size) for size in _SIZE.findall(_text(path)))


def _text(path: Path) -> str:
    try:
        return read_bytes(path, shown_name(path))[:_LARGEST].decode(errors="replace")
    except (KitError, OSError):
        return ""
