"""Puts the commands together, and runs the one that the program's arguments name."""

from __future__ import annotations

import gc
import sys
from io import TextIOWrapper
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from generator import __version__
from generator.cli.exit import INTERRUPTED, ReaderGoneError, told_in_one_line
from generator.cli.help import BEGIN, COMMAND, in_words_for_people
from generator.cli.json_contract import asked, command_of
from generator.cli.lazy_commands import COMMANDS, SECTIONS, LazyCommands
from generator.cli.output import expect
from generator.cli.signals import terminable


class _Commands(TyperGroup):
    """All commands, of which only the one that is given is loaded; the help tells them in sections."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.commands = LazyCommands()  # type: ignore[assignment]

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
            raise ReaderGoneError from None


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


def run() -> NoReturn:
    """Run the command that the program's arguments name."""
    # Scenes and records hold no circles, so hunting for them so often only costs time (a sixth).
    gc.set_threshold(100_000)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # not every terminal has every letter
    words = sys.argv[1:] or ["--help"]
    expect(asked(words))
    with told_in_one_line(command_of(words)), terminable() as stopping:
        code = app(words, prog_name=COMMAND, standalone_mode=False)
        if code == INTERRUPTED:  # so typer ends on the interrupt key, without a word
            raise stopping.came or KeyboardInterrupt
        sys.stdout.flush()  # here, where a closed pipe or a full disk can still be told
        raise SystemExit(code if isinstance(code, int) else 0)
