"""The command line: the group of all commands, and the run of one of them."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from generator.base import __version__, repeat_interrupts
from generator.base.errors import KitError
from generator.base.put_in_place import finish_begun
from generator.cli.commands import COMMANDS, SECTIONS, load_command
from generator.cli.exit import INTERRUPTED, ReaderGoneError, report_errors
from generator.cli.output import answer_stream, begin_reply, called_command, escaped_streams
from generator.cli.signals import signal_of, terminable

EPILOG = (
    "Start with `grimoire kits`, then print one: `grimoire build grumbles`. Make your own: "
    "`grimoire new mygame`. Every command has help with examples: `grimoire build --help`. "
    "`grimoire reference` explains all files and options."
)


class Commands(TyperGroup):
    """The group of all commands: loads only the one that is called, and lists them in sections."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: dict[str, Any] = dict.fromkeys(COMMANDS)  # their names, for "did you mean"

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return load_command(cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for title, summaries in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl(list(summaries.items()), col_spacing=4)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # typer itself would exit with code 1
            raise ReaderGoneError from None


app = typer.Typer(
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="Turn data and templates into print-and-play kits, maps and rulebooks, and play them.",
    epilog=EPILOG,
)


def _version(requested: bool) -> None:
    if requested:
        print(f"grimoire {__version__}")
        raise typer.Exit


@app.callback()
def _grimoire(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


def _check_folder() -> None:
    """Raise KitError if the current folder is gone: no path could be named from it."""
    try:
        Path.cwd()
    except FileNotFoundError:
        hint = "change to another"
        message = "the current folder has been deleted"
        raise KitError(message, hint=hint, check="file-not-found") from None


def run() -> NoReturn:
    """Run the command that the program's arguments name."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # not every terminal has every letter
    repeat_interrupts(signal_of)
    words = sys.argv[1:] or ["--help"]
    begin_reply(words)
    with escaped_streams(), report_errors(called_command(words)), terminable() as interrupts:
        _check_folder()
        finish_begun()
        code = app(words, prog_name="grimoire", standalone_mode=False)
        if code == INTERRUPTED:  # typer's exit code for the interrupt key, without a message
            raise interrupts.last or KeyboardInterrupt
        answer_stream().flush()  # here, where a closed pipe or a full disk can still be reported
    raise SystemExit(code if isinstance(code, int) else 0)  # one above is a game's `sys.exit()`
