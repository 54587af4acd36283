"""Turns results and faults into what a person or a program reads."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from enum import Enum

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

from generator.base.errors import Fault


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


def complain(faults: Iterable[Fault], of: str = "") -> None:
    """One line a fault on stderr; `of` is what it begins with where it has no other place."""
    for fault in faults:
        print(f"{of}{fault}", file=sys.stderr)


class Form(Enum):
    """What a program that asks for it is answered with."""

    WORDS = "words"
    """It has not asked: there is nothing but words for people."""
    DOCUMENT = "document"
    LINES = "lines"
    """JSON Lines: a document a line, as things happen."""


class _Asker:
    """Whoever has started the command: how it wants to be answered, and whether it has been."""

    form = Form.WORDS
    answered = False


_asker = _Asker()


def expect(form: Form) -> None:
    """A command begins, and is to be answered so."""
    _asker.form, _asker.answered = form, False


def print_json(
    document: Mapping[str, object], faults: Iterable[Fault] = (), indent: int | None = 1
) -> None:
    """The answer to a program: all that came of it, and under `faults` all that is wrong.

    It is plain ASCII, so that it is the same document in whatever encoding a terminal has.
    """
    _asker.answered = True
    told = {"faults": [fault.as_data() for fault in faults]}
    print(json.dumps({**document, **({} if "faults" in document else told)}, indent=indent))


def answer(faults: Iterable[Fault]) -> None:
    """Tells a program that asked for JSON what has ended the command, unless it has its answer."""
    if _asker.form is not Form.WORDS and not _asker.answered:
        print_json({}, faults, indent=None if _asker.form is Form.LINES else 1)
