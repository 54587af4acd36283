"""Exit codes: how a command ended, as lines on stderr, a JSON answer and an exit code."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import typer

from generator.base.errors import Fault, KitError, Place
from generator.base.text_files import link_loop
from generator.cli.output import answer_stream, drop_output, report
from generator.cli.signals import PREFIX, STOPPED, TERMINATED, TerminatedError

INTERRUPTED = 130
UNUSABLE = 2

_PLAIN_MESSAGES = (
    (r"(.*): Input should be a valid integer.*", r"\1 must be a whole number"),
    (r"(.*): Input should be a valid number.*", r"\1 must be a number"),
    (r"(.*): Input should be greater than or equal to (\S+)", r"\1 must be \2 or more"),
    (r"(.*): Input should be less than or equal to (\S+)", r"\1 must be \2 or less"),
    (r"Invalid value for '(.*?)'( must be .*)", r"\1\2"),
    (r"Option '(.*?)' requires an argument", r"\1 needs a value after it"),
    (r"(Invalid value for '.*?': )Value error, (.*)", r"\1\2"),
    (r"(No such option: \S+) \(Possible options: (.*)\)", r"\1; did you mean \2?"),
    (r"(No such command '\S+')\. Did you mean (.*)\?", r"\1; did you mean \2?"),
)
"""Messages of the argument parser, and plain words for them."""
_REMEDIES = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), "free some space"),
    **dict.fromkeys((errno.EACCES, errno.EPERM), "change its permissions, or name another"),
    errno.ENAMETOOLONG: "choose a shorter name",
}
"""What to do about errors of the system, by their numbers."""


class ReaderGoneError(Exception):
    """The reader of the output has closed it."""


class ExitInfo(NamedTuple):
    """How a command ended that failed."""

    faults: tuple[Fault, ...]
    code: int = UNUSABLE
    prefix: str = ""
    """Prefix of each line; names Grimoire if the error is not in a kit."""


@contextmanager
def report_errors(command: str) -> Iterator[None]:
    """Report every error of `grimoire COMMAND` on stderr and by the exit code, never as a traceback.

    A program that asked for JSON gets the faults in its document, unless it has its answer already.
    """
    try:
        try:
            yield
        except (KeyboardInterrupt, typer.Abort, BrokenPipeError, ReaderGoneError):
            raise
        except BaseException as error:  # of a game even SystemExit: commands return their exit code
            info = exit_info(error, command)
            if info is None:
                raise
            report(info.faults, info.prefix)
            raise SystemExit(info.code) from None
    except (KeyboardInterrupt, typer.Abort) as error:
        report((STOPPED,), PREFIX)
        code = TERMINATED if isinstance(error, TerminatedError) else INTERRUPTED
        raise SystemExit(code) from None
    except (BrokenPipeError, ReaderGoneError):
        drop_output(answer_stream())
        raise SystemExit(0) from None


def exit_info(error: BaseException, command: str) -> ExitInfo | None:
    """What an error means to the user; None for a bug that a developer wants to see."""
    match error:
        case KitError():
            return ExitInfo(error.faults, error.exit_code)
        case typer.TyperException():
            return ExitInfo((_usage_fault(error.format_message(), command),), prefix=PREFIX)
        case OSError():
            place = Place(str(error.filename)) if error.filename else None
            hint = _REMEDIES.get(error.errno or 0, "")
            fault = Fault(error.strerror or str(error), place, hint=hint, check="system-error")
            return ExitInfo((fault,), prefix=PREFIX)
        case RuntimeError() if loop := link_loop(error):
            return ExitInfo((loop,))
    if os.environ.get("GRIMOIRE_DEBUG"):
        return None
    from generator.tools.jobs import unexpected_error  # only needed for a bug

    fault = unexpected_error(error)
    return ExitInfo((fault,), prefix="" if fault.place else PREFIX)


def _usage_fault(message: str, command: str) -> Fault:
    """The argument parser's message in plain words, with a hint where to read more."""
    text = " ".join(message.split()).rstrip(".")
    for pattern, plain in _PLAIN_MESSAGES:
        text = re.sub(f"^{pattern}$", plain, text)
    text, _, guess = text.partition("; did you mean ")
    more = f"{f'grimoire {command}'.strip()} --help"
    hint = f"did you mean {guess} Or see {more}" if guess else f"see {more}"
    return Fault(text.rstrip("."), hint=hint, check="command-line")
