"""Turns the game on the table into a file, and sees to it that no game is lost and no other file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from generator.base.errors import Fault, KitError
from generator.engine.console.history import History
from generator.engine.console.wrapping import Kind, Line
from generator.engine.save_file import free_name, prove_replaceable

Write = Callable[[Path, str], None]
"""Writes a text to a file, whole or not at all.  Raises KitError or OSError."""


class AutoSave:
    """Keeps games in files."""

    def __init__(self, write: Write, file: Path | None, again: Callable[[Path], str]) -> None:
        """`file` is where a game is kept that nobody has named a file for, whatever comes of it.

        Without one only a game that would be lost is kept, under a name that no file has.  `again`
        is what has to be typed to go on with the game in a file.
        """
        self.failed = False
        """Whether the last game that was to be kept could not be."""
        self._write, self._file, self._again = write, file, again
        self._wanted = file is not None
        self._kept: list[str] = []
        """The moves that are in a file."""

    def loaded(self, history: History) -> None:
        """The game on the table comes from a file."""
        self._kept = history.moves

    def must_save(self, history: History, over: bool) -> bool:
        """Whether the game is to be kept before the table is left; one that is over need not be."""
        if self._wanted:
            return True
        return history.moves != self._kept and not over

    def save(self, history: History, file: Path | None = None) -> Iterator[Line]:
        """Keeps the game in this file, or the last one, or one whose name is made up."""
        path = file or self._file or free_name(history.game.name)
        self.failed = True
        try:
            saved = history.saved()
            prove_replaceable(path)
            self._write(path, saved.text())
        except (KitError, OSError) as error:
            yield from error_lines(error)
            return
        self._file, self._kept = path, list(saved.moves)
        self.failed = self._wanted = False
        yield Line(Kind.NOTE, f"Saved to {path}. To go on with it:")
        yield Line(Kind.NOTE, f"    {self._again(path)}")


def error_lines(error: KitError | OSError) -> Iterator[Line]:
    """What is wrong, a line each."""
    if isinstance(error, OSError):
        error = KitError(Fault(f"{error.filename}: {error.strerror}"))
    for fault in error.faults:
        yield Line(Kind.FAULT, str(fault))
