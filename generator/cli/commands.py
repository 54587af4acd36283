"""Puts the commands together, and sees to it that every error ends in one line and an exit code."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from generator import __version__
from generator.cli.helping import BEGIN, COMMAND, in_words_for_people
from generator.cli.listing import COMMANDS, SECTIONS, Listed
from generator.cli.telling import complain
from generator.cli.usage import in_plain_words
from generator.errors import Fault, KitError
from generator.rules.blame import own_line

INTERRUPTED = 130


class _ReaderGoneError(Exception):
    """Whoever read the output has closed it."""


class _Commands(TyperGroup):
    """All commands, of which only the one that is given is loaded; the help tells them in sections."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.commands = Listed()  # type: ignore[assignment]

    def get_help(self, ctx: Any) -> str:
        return in_words_for_people(super().get_help(ctx))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for title, names in SECTIONS.items():
            with formatter.section(title):
                told = [(name, COMMANDS[name].says) for name in names]
                formatter.write_dl(told, col_spacing=4)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # of which typer itself would make exit code 1
            raise _ReaderGoneError from None


app = typer.Typer(
    cls=_Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="Turn data and templates into print-and-play kits, maps and rulebooks, and play them.",
    epilog=BEGIN,
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"grimoire {__version__}")
        raise typer.Exit


@app.callback()
def _grimoire(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    pass


@contextmanager
def _told_in_one_line() -> Iterator[None]:
    """Every error becomes a line on stderr and an exit code; a traceback is never shown."""
    try:
        yield
    except KitError as error:
        complain(error.faults)
        raise SystemExit(error.exit_code) from None
    except typer.TyperException as error:
        print(f"grimoire: {in_plain_words(error.format_message())}", file=sys.stderr)
        raise SystemExit(2) from None
    except (KeyboardInterrupt, typer.Abort):
        print("grimoire: stopped; nothing half-done was left behind", file=sys.stderr)
        raise SystemExit(INTERRUPTED) from None
    except (BrokenPipeError, _ReaderGoneError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(0) from None
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"grimoire: {where}{error.strerror or error}", file=sys.stderr)
        raise SystemExit(2) from None
    except Exception as error:
        if os.environ.get("GRIMOIRE_DEBUG"):
            raise
        if place := own_line(error):
            says = f"the game breaks off here: {type(error).__name__}: {error}"
            complain([Fault(says, place)])
            raise SystemExit(2) from None
        print(
            f"grimoire: this is a fault of Grimoire itself: {type(error).__name__}: {error}; "
            "please report it (GRIMOIRE_DEBUG=1 shows where)",
            file=sys.stderr,
        )
        raise SystemExit(2) from None


def run() -> NoReturn:
    """Run the command that the program's arguments name."""
    # Scenes and records hold no circles, so hunting for them so often only costs time (a sixth).
    gc.set_threshold(100_000)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # not every terminal has every letter
    with _told_in_one_line():
        code = app(sys.argv[1:] or ["--help"], prog_name=COMMAND, standalone_mode=False)
        if code == INTERRUPTED:  # so typer ends on the interrupt key, without a word
            raise KeyboardInterrupt
        sys.stdout.flush()  # here, where a closed pipe or a full disk can still be told
        raise SystemExit(code if isinstance(code, int) else 0)
