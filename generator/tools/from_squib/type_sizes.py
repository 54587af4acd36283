"""Type sizes of a Squib project: points, or for Squib before 0.14 about a third of a point.

Since Squib 0.14 "Sans 12" is 12 points high on paper; before, type was set for a screen of 96 dots
per inch, so scripts used 36 for the same size.  Gemfile.lock names the version of Squib; without it,
a median size too large for print shows an old one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

from generator.base.errors import KitError
from generator.base.text_files import read_bytes, shown_name

DEFAULT_SIZE = 12.0
"""Default type size in points."""
_SCREEN = 96.0
_MAX_MEDIAN = 14.0
"""Largest plausible median of a deck's type sizes, in points."""
_MAX_BYTES = 1_000_000
_LOCKED = re.compile(r"^\s+squib \((\d+)\.(\d+)", re.M)
_SIZE = re.compile(
    r"""\bfont(?:_size)?['"]?\s*+(?::|=>)\s*+['"]?[^'"\n#]*?\b(\d{1,4}(?:\.\d+)?)['"]?\s*(?:[,})\n]|$)""",
    re.M,
)


def point_scale(folder: Path, scripts: Sequence[Path], dpi: float) -> float:
    """The size on paper of one point of the scripts, in points."""
    if locked := _LOCKED.search(_text(folder / "Gemfile.lock")):
        old = (int(locked[1]), int(locked[2])) < (0, 14)
    else:
        sizes = list(_sizes(folder, scripts))
        old = bool(sizes) and median(sizes) > _MAX_MEDIAN
    return _SCREEN / dpi if old else 1.0


def _sizes(folder: Path, scripts: Sequence[Path]) -> Iterator[float]:
    """Yield every type size in scripts and layouts."""
    for path in (*scripts, *sorted(folder.glob("*.y*ml")), *sorted(folder.glob("*/*.y*ml"))):
        yield from (float(size) for size in _SIZE.findall(_text(path)))


def _text(path: Path) -> str:
    try:
        return read_bytes(path, shown_name(path))[:_MAX_BYTES].decode(errors="replace")
    except (KitError, OSError):
        return ""
