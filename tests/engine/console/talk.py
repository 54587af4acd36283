"""A simulated terminal session: types input lines and records the output."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from generator.engine.bots import BOTS
from generator.engine.console import AutoSave, History, Kind, ScreenLine, Session, Size
from generator.engine.game import Game


class Talk:
    """A session, the files that it writes, and its output since the last input."""

    def __init__(
        self,
        game: Game[Any],
        human_seats: Sequence[int] = (0,),
        players: int | None = None,
        *,
        seed: int = 1,
        bot: str = "random",
        turns: int | None = None,
        file: Path | None = None,
        size: Callable[[], Size] = Size,
        options: dict[str, object] | None = None,
    ) -> None:
        history = History.new(game, seed, players or game.seats[0], options or {})
        self.files: dict[Path, str] = {}
        autosave = AutoSave(self._write, file, lambda path: f"go on with {path}")
        self.session = Session(history, human_seats, [BOTS[bot]], autosave, turns, size)
        self.lines: list[ScreenLine] = []
        self._keep(self.session.open())

    def _write(self, path: Path, text: str) -> None:
        self.files[path] = text

    def _keep(self, lines: Iterable[ScreenLine]) -> str:
        self.lines = list(lines)
        return self.text

    @property
    def text(self) -> str:
        """The latest output as one text."""
        return "\n".join(line.text for line in self.lines)

    def lines_of(self, kind: Kind) -> list[str]:
        """The latest output lines of one kind."""
        return [line.text for line in self.lines if line.kind is kind]

    def type(self, *lines: str) -> str:
        """Type input lines; return the output of the last one."""
        for line in lines:
            assert not self.session.done
            self._keep(self.session.handle(line))
        return self.text

    def leave(self) -> str:
        return self._keep(self.session.leave())
