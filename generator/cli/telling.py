"""Turns results and faults into what a person or a program reads."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from generator.errors import Fault, KitError


def progress() -> Progress:
    """A progress bar on a terminal, nothing in a pipe."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[step]}"),
        TimeElapsedColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    )


def complain(faults: Iterable[Fault]) -> None:
    for fault in faults:
        print(fault, file=sys.stderr)


def print_json(document: object) -> None:
    """Plain ASCII, so that it is the same document in whatever encoding a terminal has."""
    print(json.dumps(document, indent=1))


@contextmanager
def faults_as_json(wanted: bool) -> Iterator[None]:
    """With `--json`, what keeps a command from beginning at all is told in a document too."""
    try:
        yield
    except KitError as error:
        if wanted:
            print_json({"faults": [fault.as_data() for fault in error.faults]})
        raise
