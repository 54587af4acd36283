"""Provenance of games: the data they were played by, the program and the code that played them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from generator.base import __version__
from generator.base.text_files import bytes_of
from generator.engine.game import Game
from generator.engine.save_file import as_text, fingerprint, snapshot

_PACKAGE = Path(__file__).parents[1]
PLAYED_BY = ("base", "kit", "engine", "games")
"""The packages that decide how a game goes on."""


def data_of(game: Game[Any]) -> str:
    """All data that decide how a game goes on, as text: what defines it, and what its bots judge by."""
    weights = dict(game.records.weights)
    return as_text({**snapshot(game), **({"weights": weights} if weights else {})})


def data_mark(game: Game[Any]) -> str:
    """The fingerprint of those data."""
    return fingerprint(data_of(game))


@cache
def program() -> str:
    """The version of Grimoire and a checksum of the code that plays: `0.1.0+5f3a09bc`.

    Two checkouts of one version may play differently; then their checksums differ.
    """
    return f"{__version__}+{_checksum(_PACKAGE, [_PACKAGE / part for part in PLAYED_BY])}"


def played_by(game: Game[Any]) -> str:
    """The program, and for a user's own game a checksum of its code as well."""
    module = type(game).__module__
    if module.startswith(f"{_PACKAGE.name}."):
        return program()
    package = Path(sys.modules[module].__file__ or "").parent
    return f"{program()}+{_checksum(package, [package])}"


def _checksum(base: Path, folders: Iterable[Path]) -> str:
    """The first eight digits of the checksum of all code in these folders."""
    checksum = sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            checksum.update(path.relative_to(base).as_posix().encode() + b"\0")
            checksum.update(bytes_of(path).replace(b"\r\n", b"\n") + b"\0")
    return checksum.hexdigest()[:8]
