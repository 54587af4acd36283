"""Autosave: writes the game to a file before it would be lost, and never over another file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from generator.base.errors import Fault, KitError
from generator.engine.console.history import History
from generator.engine.console.wrapping import Kind, ScreenLine
from generator.engine.save_file import check_replaceable, free_name

SAVED = "Saved to {file}. To continue it:"
Write = Callable[[Path, str], None]
"""Writes a text to a file, completely or not at all.  Raises KitError or OSError."""


class AutoSave:
    """Autosave: saves one game, on request and whenever it would be lost."""

    def __init__(
        self, write: Write, file: Path | None, resume_command: Callable[[Path], str]
    ) -> None:
        """`file` receives every game for which no other file is named, finished or not.

        Without it, only a game that would be lost is saved, under an unused name.  `resume_command`
        gives the command that continues the game in a file.
        """
        self.failed = False
        """Whether the last save failed."""
        self._write, self._file, self._resume_command = write, file, resume_command
        self._always = file is not None
        self._saved_moves: list[str] = []
        """Number of moves in the file."""

    def loaded(self, history: History) -> None:
        """Note that this game was loaded from a file."""
        self._saved_moves = history.moves

    def must_save(self, history: History, over: bool) -> bool:
        """Whether the game must be saved before the session ends; a finished game need not be."""
        if self._always:
            return True
        return history.moves != self._saved_moves and not over

    def save(self, history: History, file: Path | None = None) -> Iterator[ScreenLine]:
        """Save the game to this file, or to the last one, or under a new name."""
        path = file or self._file or free_name(history.game.name)
        self.failed = True
        try:
            saved = history.saved()
            check_replaceable(path)
            self._write(path, saved.text())
        except (KitError, OSError) as error:
            yield from error_lines(error)
            return
        self._file, self._saved_moves = path, list(saved.moves)
        self.failed = self._always = False
        yield ScreenLine(Kind.NOTE, history.game.words.text(SAVED, file=path))
        yield ScreenLine(Kind.NOTE, f"    {self._resume_command(path)}")


def error_lines(error: KitError | OSError) -> Iterator[ScreenLine]:
    """One line per fault."""
    if isinstance(error, OSError):
        error = KitError(Fault(f"{error.filename}: {error.strerror}"))
    for fault in error.faults:
        yield ScreenLine(Kind.FAULT, str(fault))
