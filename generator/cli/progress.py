"""Progress bar: shown on a terminal; in a pipe, long work may tell its stages instead."""

from __future__ import annotations

import sys
import time
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, TypeAlias

from generator.cli.output import raw_stream

if TYPE_CHECKING:
    from rich.progress import Progress

    Bar: TypeAlias = Progress | "NoBar" | "StageLines"

QUIET_SECONDS = 1.0
"""Seconds of work before a stage is worth a line."""


class NoBar:
    """Replacement for the bar, so that what draws it need not be loaded."""

    def add_task(self, description: str, **shown: object) -> Any:
        return 0

    def update(self, task: Any, **shown: object) -> None:
        pass


class StageLines:
    """Replacement for the bar in a pipe: one line for each stage of work that takes long."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._titles: list[str] = []
        self._told: set[tuple[int, str]] = set()

    def add_task(self, description: str, **shown: object) -> Any:
        self._titles.append(description)
        return len(self._titles) - 1

    def update(self, task: Any, **shown: object) -> None:
        step = str(shown.get("step", ""))
        long = time.monotonic() - self._begun >= QUIET_SECONDS
        if step and long and (task, step) not in self._told:
            self._told.add((task, step))
            print(f"{self._titles[task]}: {step}", file=sys.stderr, flush=True)


def progress(*, rate: bool = False, stages: bool = False) -> AbstractContextManager[Bar]:
    """A progress bar on a terminal; with `rate` its speed and the time left.

    In a pipe it is nothing, or, with `stages`, a line for each stage of long work.
    """
    if raw_stream(sys.stderr).isatty():
        return _drawn(rate)
    return nullcontext(StageLines() if stages else NoBar())


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
