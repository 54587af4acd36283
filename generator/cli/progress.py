"""Progress bar: shown on a terminal, absent in a pipe."""

from __future__ import annotations

import sys

from rich.console import Console
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

from generator.cli.output import own_stream


class _Rate(ProgressColumn):
    """How much is done in a second, or how long one takes."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        if not speed:
            return Text("")
        return Text(f"{speed:,.3g}/s" if speed >= 1 else f"{1 / speed:,.3g} s each")


def progress(*, rate: bool = False) -> Progress:
    """A progress bar on a terminal, nothing in a pipe; with `rate` its speed and the time left."""
    console = Console(file=own_stream(sys.stderr))
    pace = (_Rate(), TimeRemainingColumn()) if rate else ()
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
