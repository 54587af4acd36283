"""Turns the code that plays a game into a mark of it, so that games of two programs are not mixed."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import generator
from generator import __version__
from generator.engine.game import Game

_PACKAGE = Path(generator.__file__).parent
_PLAYED_BY = ("model", "rules", "games")
"""The parts of Grimoire that decide how a game goes on."""


@cache
def program() -> str:
    """The version of Grimoire that plays, and a mark of the code it plays by: `0.1.0+5f3a09bc`.

    Two checkouts of one version may play differently; their marks do not agree.
    """
    return f"{__version__}+{_mark(_PACKAGE, [_PACKAGE / part for part in _PLAYED_BY])}"


def played_by(game: Game[Any]) -> str:
    """The program, and for a game of somebody's own a mark of its code as well."""
    module = type(game).__module__
    if module.startswith(f"{generator.__name__}."):
        return program()
    package = Path(sys.modules[module].__file__ or "").parent
    return f"{program()}+{_mark(package, [package])}"


def _mark(base: Path, folders: Iterable[Path]) -> str:
    """The first digits of the checksum of all code in these folders."""
    found = sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            found.update(path.relative_to(base).as_posix().encode() + b"\0")
            found.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return found.hexdigest()[:8]
