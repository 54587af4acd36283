"""Turns results and faults into what a person or a program reads."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

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

from generator.errors import Fault, KitError


class _Rate(ProgressColumn):
    """How much is done in a second, or how long one takes."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        if not speed:
            return Text("")
        return Text(f"{speed:,.3g}/s" if speed >= 1 else f"{1 / speed:,.3g} s each")


def progress(*, rate: bool = False) -> Progress:
    """A progress bar on a terminal, nothing in a pipe; with `rate` how fast, and how long still."""
    console = Console(stderr=True)
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


def complain(faults: Iterable[Fault]) -> None:
    for fault in faults:
        print(fault, file=sys.stderr)


def print_json(document: object, indent: int | None = 1) -> None:
    """Plain ASCII, so that it is the same document in whatever encoding a terminal has."""
    print(json.dumps(document, indent=indent))


@contextmanager
def faults_as_json(wanted: bool, indent: int | None = 1) -> Iterator[None]:
    """With `--json`, what keeps a command from beginning at all is told in a document too.

    An `indent` of None makes it one line, for a command that prints JSON Lines.
    """
    try:
        yield
    except KitError as error:
        if wanted:
            print_json({"faults": [fault.as_data() for fault in error.faults]}, indent)
        raise
