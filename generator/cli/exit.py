"""Turns whatever ends a command into lines on stderr, an answer for programs, and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import typer

from generator.base.errors import Fault, KitError, Place
from generator.cli.help import COMMAND
from generator.cli.output import answer, complain
from generator.cli.signals import TERMINATED, TerminatedError
from generator.cli.usage_errors import in_plain_words
from generator.engine.user_traceback import own_line

INTERRUPTED = 130
UNUSABLE = 2


class ReaderGoneError(Exception):
    """Whoever read the output has closed it."""


class End(NamedTuple):
    """How a command ended that did not end well."""

    faults: tuple[Fault, ...]
    code: int = UNUSABLE
    ours: bool = True
    """Whether it is about Grimoire and its command, not about a kit: then the line says so."""


@contextmanager
def told_in_one_line(command: str) -> Iterator[None]:
    """Every error of a command becomes lines on stderr and an exit code, never a traceback.

    A program that asked for JSON gets the faults so, unless it has had its answer already.
    """
    try:
        try:
            yield
        except (KeyboardInterrupt, typer.Abort, BrokenPipeError, ReaderGoneError):
            raise
        except Exception as error:
            end = _end(error, command)
            if end is None:
                raise
            complain(end.faults, of=f"{COMMAND}: " if end.ours else "")
            answer(end.faults)
            raise SystemExit(end.code) from None
    except (KeyboardInterrupt, typer.Abort) as error:
        print(f"{COMMAND}: stopped; nothing half-done was left behind", file=sys.stderr)
        ended = TERMINATED if isinstance(error, TerminatedError) else INTERRUPTED
        raise SystemExit(ended) from None
    except (BrokenPipeError, ReaderGoneError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None


def _end(error: Exception, command: str) -> End | None:
    """What an error means; None: nobody knows, and whoever looks for a fault of ours wants to see."""
    match error:
        case KitError():
            return End(error.faults, error.exit_code, ours=False)
        case typer.TyperException():
            return End((in_plain_words(error.format_message(), f"{COMMAND} {command}".strip()),))
        case OSError():
            place = Place(str(error.filename)) if error.filename else None
            return End((Fault(error.strerror or str(error), place),))
    if os.environ.get("GRIMOIRE_DEBUG"):
        return None
    says = f"{type(error).__name__}: {error}"
    if place := own_line(error):
        return End((Fault(f"the game breaks off here: {says}", place),), ours=False)
    hint = "please report it (GRIMOIRE_DEBUG=1 shows where)"
    return End((Fault(f"this is a fault of Grimoire itself: {says}", hint=hint),))
