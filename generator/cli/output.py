"""Output of commands: error lines for people, one JSON document or JSON Lines for programs.

Everything that is printed passes through `escaped_streams`: words of a kit may come from a stranger,
and characters that would control the terminal, or reorder its letters, are shown escaped
(`visible`).
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import Any, TextIO, cast

from generator.base.errors import Fault, Place
from generator.cli.commands import COMMANDS

LINES_COMMANDS = ("play", "watch")
"""Commands that print JSON Lines, one object for each thing that happens."""
FAULTS_OF_ONE_LINE = 3
"""Most faults of one line and check that are printed, if there are at least two more of them."""
FAULTS_OF_ONE_FILE = 20
"""Most faults of one file and check that are printed, if there are at least two more of them."""


_CONTROL_CHARACTERS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]"
)
"""Control characters except tabs and line feeds, and marks that change the direction of text."""


class _EscapedStream:
    """A stream to which every text is written `visible`."""

    def __init__(self, own: TextIO, *, dispensable: bool = False) -> None:
        self.own = own
        """The stream itself, for Grimoire's own colours and cursor movements."""
        self._dispensable = dispensable
        """Whether text that cannot be written is dropped."""

    def write(self, text: str) -> int:
        try:
            return self.own.write(visible(text))
        except OSError:
            if not self._dispensable:
                raise
            drop_output(self.own)
            return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        self.own.writelines(map(visible, lines))

    def close(self) -> None:
        """Leave the stream open: a game that closes it does not silence the command."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self.own, name)


class OutputForm(Enum):
    """The form of a command's answer."""

    WORDS = "words"
    """Text for people: `--json` was not given."""
    DOCUMENT = "document"
    LINES = "lines"
    """JSON Lines: an object on each line, as things happen."""


class _Reply:
    """The form in which the running command answers, and whether it has answered."""

    form = OutputForm.WORDS
    answered = False
    stream: TextIO | None = None
    """Where the answer goes; None for standard output."""


_reply = _Reply()


def visible(text: str) -> str:
    """The text with its control characters escaped as in code."""
    return _CONTROL_CHARACTERS.sub(
        lambda character: character[0].encode("unicode_escape").decode(), text
    )


@contextmanager
def escaped_streams() -> Iterator[None]:
    """Within the block, everything printed is made `visible`.

    Messages that nobody can receive do not end a command: its files and its exit code count.  To a
    program only the answer itself goes: what a game in Python prints becomes a message.
    """
    before = sys.stdout, sys.stderr
    _reply.stream = cast(TextIO, _EscapedStream(sys.stdout))
    sys.stderr = cast(TextIO, _EscapedStream(sys.stderr, dispensable=True))
    sys.stdout = _reply.stream if _reply.form is OutputForm.WORDS else sys.stderr
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        _reply.stream = None


def answer_stream() -> TextIO:
    """The stream to which the answer goes, whatever `sys.stdout` is now."""
    return _reply.stream or sys.stdout


def drop_output(stream: TextIO) -> None:
    """Drop what a stream still holds, and all that is written to it, once it cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def raw_stream(stream: TextIO) -> TextIO:
    """The stream for Grimoire's own colours; other text must be made `visible` before."""
    return stream.own if isinstance(stream, _EscapedStream) else stream


def called_command(words: Sequence[str]) -> str:
    """The command that a command line names; "" if there is none of that name."""
    first = next((word for word in words if not word.startswith("-")), "")
    return first if first in COMMANDS else ""


def requested_form(words: Sequence[str]) -> OutputForm:
    """The form of answer that a command line asks for."""
    given = list(words[: words.index("--")] if "--" in words else words)
    if "--json" not in given:
        return OutputForm.WORDS
    return OutputForm.LINES if called_command(words) in LINES_COMMANDS else OutputForm.DOCUMENT


def begin_reply(words: Sequence[str]) -> None:
    """Begin a command: note in which form this command line is to be answered."""
    _reply.form, _reply.answered = requested_form(words), False


def print_errors(faults: Iterable[Fault], prefix: str = "") -> None:
    """Print one line per fault on stderr, each after the prefix; of many with one cause, the first ones.

    Those have one cause in which items break the same check at the same line, such as the cards whose
    text a template gives too little room, or many lines of a file break the same check.
    """
    several = _shortened(faults, _same_line, FAULTS_OF_ONE_LINE)
    for fault in _shortened(several, _same_file, FAULTS_OF_ONE_FILE):
        print(f"{prefix}{fault}", file=sys.stderr)


def _same_line(fault: Fault) -> tuple[Place, str] | None:
    """The line and check of a fault in one of several items, which may have a common cause there."""
    return (fault.place, fault.check) if fault.item and fault.place and fault.place.line else None


def _same_file(fault: Fault) -> tuple[Place, str] | None:
    """The file and check of a fault in a line: perhaps of a whole column."""
    if fault.place is None or not fault.place.line:
        return None
    return Place(fault.place.file), fault.check


def _shortened(
    faults: Iterable[Fault], cause_of: Callable[[Fault], tuple[Place, str] | None], most: int
) -> Iterator[Fault]:
    """The faults, with one line for all but the first few of a cause, if at least two are left out."""
    faults = list(faults)
    number = Counter(map(cause_of, faults))
    met: Counter[object] = Counter()
    for fault in faults:
        cause = cause_of(fault)
        met[cause] += 1
        more = number[cause] - most
        if cause is None or more < 2 or met[cause] <= most:
            yield fault
        elif met[cause] == most + 1:
            place, check = cause
            yield Fault(f"and {more:,} more like this", place, "", "--json lists all", check)


def print_json(
    document: Mapping[str, object], faults: Iterable[Fault] = (), indent: int | None = 1
) -> None:
    """Print the answer to a program: the document, and under `faults` everything that is wrong.

    It is plain ASCII, so it is the same document in any encoding of a terminal.
    """
    _reply.answered = True
    found = {"faults": [fault.as_data() for fault in faults]}
    print_answer(json.dumps({**document, **({} if "faults" in document else found)}, indent=indent))


def print_answer(text: str, *, flush: bool = False) -> None:
    """Print a part of the answer, such as one of its JSON Lines."""
    print(text, file=answer_stream(), flush=flush)


def report(faults: Sequence[Fault], prefix: str = "") -> None:
    """Report what ended a command: as lines on stderr, and to a program that asked for JSON and has
    no answer yet, in its document.
    """
    print_errors(faults, prefix)
    if _reply.form is OutputForm.WORDS or _reply.answered:
        return
    try:
        print_json({}, faults, indent=None if _reply.form is OutputForm.LINES else 1)
        answer_stream().flush()
    except OSError:  # perhaps the very error that is reported
        drop_output(answer_stream())
