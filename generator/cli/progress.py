"""Progress bar: shown on a terminal, absent in a pipe."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, TypeAlias

from generator.cli.output import raw_stream

if TYPE_CHECKING:
    from rich.progress import Progress

    Bar: TypeAlias = Progress | "NoBar"


class NoBar:
    """Replacement for the bar, so that what draws it need not be loaded."""

    def add_task(self, description: str, **shown: object) -> Any:
        return 0

    def update(self, task: Any, **shown: object) -> None:
        pass


def progress(*, rate: bool = False) -> AbstractContextManager[Bar]:
    """A progress bar on a terminal, nothing in a pipe; with `rate` its speed and the time left."""
    return _drawn(rate) if raw_stream(sys.stderr).isatty() else nullcontext(NoBar())


def _drawn(rate: bool) -> Progress:
    from rich.console import Console  # all of these are slow to import
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        """How much is done in a second, or how long one takes."""

        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            if not speed:
                return Text("")
            return Text(f"{speed:,.3g}/s" if speed >= 1 else f"{1 / speed:,.3g} s each")

    console = Console(file=raw_stream(sys.stderr))
    pace = (Rate(), TimeRemainingColumn()) if rate else ()
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[step]}"),
        TimeElapsedColumn(),
        *pace,
        console=console,
        disable=not console.is_terminal,
        transient=True,
    )
