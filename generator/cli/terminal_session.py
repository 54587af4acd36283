"""Terminal session: plays a game with people at the terminal."""

from __future__ import annotations

import shlex
import shutil
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

try:
    import readline  # enables editing of the typed line
except ImportError:  # not on every system
    readline = None  # type: ignore[assignment]

from rich.console import Console
from rich.text import Text

from generator.base.atomic_output import check_can_write, write_whole
from generator.cli.output import raw_stream, visible
from generator.cli.signals import terminable
from generator.engine.bots import bots_named
from generator.engine.console import (
    AutoSave,
    History,
    Kind,
    ScreenLine,
    Session,
    Size,
    read_human_seats,
)
from generator.engine.game import Game
from generator.engine.options import Options
from generator.engine.save_file import read_saved

STYLES = {
    **{Kind.HEAD: "bold", Kind.EVENT: "", Kind.BOARD: "cyan", Kind.CHOICE: ""},
    **{Kind.NOTE: "green", Kind.FAULT: "red"},
}
RULE = r"\([a-z0-9-]+\)$"
"""The slug at the end of an event."""
CLEAR = "\033[H\033[2J\033[3J"
"""Clears a terminal and its scrollback."""
DIVIDER = "-" * 40
"""Printed instead without a terminal."""


class SessionOptions(NamedTuple):
    """The options of `grimoire play --interactive`."""

    seats: str
    bots: Sequence[str]
    players: int
    seed: int
    options: Options
    turns: int | None
    save: Path | None
    load: Path | None
    data: Path | None
    rules: Path | None = None


def play_at_terminal(game: Game[Any], options: SessionOptions) -> bool:
    """Play a game with the people at the terminal; returns whether it was saved where requested.

    Raises KitError for a request that makes no game.
    """
    if options.load:
        history = History(game, read_saved(options.load))
    else:
        history = History.new(game, options.seed, options.players, options.options)
    human_seats = read_human_seats(options.seats, history.players)
    autosave = AutoSave(_write, options.save, lambda path: _resume_command(game, options, path))
    bots = bots_named(options.bots, history.players, game.bots)
    run_session(Session(history, human_seats, bots, autosave, options.turns, terminal_size))
    return not autosave.failed


def _write(path: Path, text: str) -> None:
    check_can_write(path)
    write_whole(path, text.encode())


def _resume_command(game: Game[Any], options: SessionOptions, path: Path) -> str:
    """The command that continues the game in a file."""
    words = ["grimoire", "play", game.name, "-i", "--load", str(path)]
    words += ["--language", game.translator.language] if game.translator.language else []
    words += ["--seat", options.seats] if options.seats != "1" else []
    words += ["--bot", ",".join(options.bots)] if [*options.bots] != ["greedy"] else []
    words += ["--data", str(options.data)] if options.data else []
    words += ["--rules", str(options.rules)] if options.rules else []
    return shlex.join(words)


def terminal_size() -> Size:
    """The size of the terminal; 80 by 24 in a pipe."""
    return Size(*shutil.get_terminal_size())


def run_session(session: Session) -> None:
    """Run a session until it is over, the input ends or the interrupt key is pressed.

    However it ends, the session's farewell is printed and the game saved.
    """
    console = Console(file=raw_stream(sys.stdout), highlight=False, markup=False, emoji=False)
    try:
        with terminable(*_hang_up()):
            _print(console, session.open())
            while not session.done:
                line = _read_line(console, session.prompt)
                if line is None:
                    _print(console, session.leave())
                else:
                    _print(console, session.handle(line))
    except KeyboardInterrupt:
        with suppress(OSError):  # the terminal may be gone
            print()
        _print(console, session.leave())
    except Exception:  # the moves made so far must not be lost
        with suppress(Exception):
            _print(console, session.leave())
        raise


def _hang_up() -> Iterator[signal.Signals]:
    """The signal that the terminal has been closed, unless `nohup` ignores it; Windows has none."""
    number = getattr(signal, "SIGHUP", None)
    if number and signal.getsignal(number) is signal.SIG_DFL:
        yield number


def _read_line(console: Console, prompt: str) -> str | None:
    """The next line typed; None at the end of the input."""
    try:
        line = input(visible(prompt))
    except EOFError:
        print()
        return None
    if not sys.stdin.isatty():
        print(line)  # in a pipe nobody sees what was typed
    return line


def _print(console: Console, lines: Iterable[ScreenLine]) -> None:
    """Print the lines as they come, in colour on a terminal."""
    for kind, text in lines:
        if kind is Kind.WIPE:
            _clear(console)
        elif console.is_terminal:
            console.print(_styled(kind, text), soft_wrap=True)
        else:
            print(text, flush=True)


def _styled(kind: Kind, text: str) -> Text:
    """A line with its style; the rule after an event is dimmed."""
    styled = Text(visible(text), STYLES[kind])
    if kind is Kind.EVENT:
        styled.highlight_regex(RULE, "dim")
    return styled


def _clear(console: Console) -> None:
    """Hide what was on the screen, and what was typed, from the next person."""
    if not console.is_terminal:
        print(DIVIDER)
        return
    console.file.write(CLEAR)
    console.file.flush()
    if readline:
        readline.clear_history()
