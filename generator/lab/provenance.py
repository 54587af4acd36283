"""Provenance of games: the data they were played with, and the code that played them."""

from __future__ import annotations

import ast
import sys
import tokenize
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from generator.base import __version__
from generator.base.text_files import bytes_of
from generator.engine.game import Game
from generator.engine.save_file import as_text, fingerprint, snapshot

_PACKAGE = Path(__file__).parents[1]
PLAYING_PACKAGES = ("base", "kit", "engine", "games")
"""The packages that determine the course of a game."""


def game_data(game: Game[Any]) -> str:
    """All data that determine the course of a game, as text: its definition and its bots' weights."""
    weights = dict(game.records.weights)
    return as_text({**snapshot(game), **({"weights": weights} if weights else {})})


def data_fingerprint(game: Game[Any]) -> str:
    """The fingerprint of `game_data`."""
    return fingerprint(game_data(game))


@cache
def program() -> str:
    """The version of Grimoire and a checksum of the code that plays: `0.1.0+5f3a09bc`.

    Two checkouts of one version may play differently; their checksums then differ.
    """
    return f"{__version__}+{_checksum(_PACKAGE, [_PACKAGE / part for part in PLAYING_PACKAGES])}"


def program_of(game: Game[Any]) -> str:
    """The program, with a checksum of the game's code if it is a user's own game."""
    if type(game).__module__.startswith(f"{_PACKAGE.name}."):
        return program()
    package = _package_of(game)
    return f"{program()}+{_checksum(package, [package])}"


def bots_checksum(game: Game[Any]) -> str:
    """A checksum of the code by which bots decide: their own code and the game's heuristic.

    The heuristic is the module or package called `heuristic`, or all of the game's code without one.
    Rules do not count, nor do comments and docstrings, so they can be corrected without a new
    checksum.
    """
    package = _package_of(game)
    heuristics = [
        package / name for name in ("heuristic.py", "heuristic") if (package / name).exists()
    ]
    bots = _PACKAGE / "engine" / "bots"
    bot_modules = sorted({*bots.glob("*.py")} - {bots / "__init__.py"})  # it only names the bots
    return f"{_checksum(bots, bot_modules, _code)}+{_checksum(package, heuristics or [package], _code)}"


def _package_of(game: Game[Any]) -> Path:
    """The folder with a game's code."""
    return Path(sys.modules[type(game).__module__].__file__ or "").parent


def _checksum(base: Path, paths: Iterable[Path], content: Callable[[bytes], bytes] = bytes) -> str:
    """The first eight hex digits of the SHA-256 of all code in these files and folders."""
    checksum = sha256()
    for path in paths:
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            checksum.update(file.relative_to(base).as_posix().encode() + b"\0")
            checksum.update(content(bytes_of(file).replace(b"\r\n", b"\n")) + b"\0")
    return checksum.hexdigest()[:8]


def _code(source: bytes) -> bytes:
    """The lines of a module without its comments, docstrings and blank lines."""
    lines = source.decode().split("\n")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            for line in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[line] = ""
    for token in tokenize.tokenize(BytesIO(source).readline):
        if token.type == tokenize.COMMENT and lines[token.start[0] - 1]:
            lines[token.start[0] - 1] = lines[token.start[0] - 1][: token.start[1]]
    return "\n".join(line.rstrip() for line in lines if line.strip()).encode()
