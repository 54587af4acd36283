"""Connects a sitting with the terminal: what is typed goes in, what is told comes out."""

from __future__ import annotations

import shlex
import shutil
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

try:
    import readline  # it lets the typed line be edited
except ImportError:  # not every system has it
    readline = None  # type: ignore[assignment]

from rich.console import Console
from rich.text import Text

from generator.base.atomic_output import prove_writable, write_whole
from generator.engine.bots import bots_named
from generator.engine.console import AutoSave, Kind, Line, Session, Size, History, read_human_seats
from generator.engine.game import Game
from generator.engine.options import Options
from generator.engine.save_file import read_saved

STYLES = {
    **{Kind.HEAD: "bold", Kind.EVENT: "", Kind.BOARD: "cyan", Kind.CHOICE: ""},
    **{Kind.NOTE: "green", Kind.FAULT: "red"},
}
RULE = r"\([a-z0-9-]+\)$"
"""The slug at the end of an event."""
WIPE = "\033[H\033[2J\033[3J"
"""Takes all text off a terminal, what has been scrolled away too."""
WIPED = "-" * 40
"""What stands in its place where there is no terminal."""
_ENDS = ("SIGTERM", "SIGHUP")
"""What a program is told when it is to end, or its terminal is closed; not every system has both."""


class Wishes(NamedTuple):
    """What a command line says about a game at a table."""

    seats: str
    bot: str
    players: int
    seed: int
    options: Options
    turns: int | None
    save: Path | None
    load: Path | None
    data: Path | None
    rules: Path | None = None


def play_at_terminal(game: Game[Any], wishes: Wishes) -> bool:
    """Plays a game with the persons at the terminal, and returns whether all went well.

    Raises KitError for a request that makes no game.
    """
    if wishes.load:
        table = History(game, read_saved(wishes.load))
    else:
        table = History.new(game, wishes.seed, wishes.players, wishes.options)
    human_seats = read_human_seats(wishes.seats, table.players)
    autosave = AutoSave(_write, wishes.save, lambda path: _again(game.name, wishes, path))
    bots = bots_named(wishes.bot.split(","), table.players)
    run_session(Session(table, human_seats, bots, autosave, wishes.turns, terminal_size))
    return not autosave.failed


def _write(path: Path, text: str) -> None:
    prove_writable(path)
    write_whole(path, text.encode())


def _again(name: str, wishes: Wishes, path: Path) -> str:
    """The command that goes on with a game in a file."""
    words = ["grimoire", "play", name, "-i", "--load", str(path)]
    words += ["--seat", wishes.seats] if wishes.seats != "1" else []
    words += ["--bot", wishes.bot] if wishes.bot != "greedy" else []
    words += ["--data", str(wishes.data)] if wishes.data else []
    words += ["--rules", str(wishes.rules)] if wishes.rules else []
    return shlex.join(words)


def terminal_size() -> Size:
    """What fits on the terminal; 80 by 24 in a pipe."""
    return Size(*shutil.get_terminal_size())


def run_session(session: Session) -> None:
    """Talks until the sitting is over, the input ends or the interrupt key is pressed.

    However it ends, the sitting has the last word.
    """
    console = Console(highlight=False, markup=False, emoji=False)
    try:
        with _ends_as_interrupts():
            _show(console, session.open())
            while not session.done:
                line = _ask(console, session.prompt)
                if line is None:
                    _show(console, session.leave())
                else:
                    _show(console, session.handle(line))
    except KeyboardInterrupt:
        with suppress(OSError):  # there may be no terminal any more
            print()
        _show(console, session.leave())
    except Exception:  # whatever goes wrong, the moves made so far are not lost
        with suppress(Exception):
            _show(console, session.leave())
        raise


@contextmanager
def _ends_as_interrupts() -> Iterator[None]:
    """Within it the program is ended, or its terminal closed, as if by the interrupt key."""
    kinds = [signal.Signals[name] for name in _ENDS if name in signal.Signals.__members__]
    before = {kind: signal.getsignal(kind) for kind in kinds}
    for kind, handler in before.items():
        if handler is signal.SIG_DFL:  # whoever ignores one, as `nohup` does, goes on to do so
            signal.signal(kind, signal.default_int_handler)
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)


def _ask(console: Console, prompt: str) -> str | None:
    """The next line that is typed; None if there is none to come."""
    try:
        line = input(prompt)
    except EOFError:
        print()
        return None
    if not sys.stdin.isatty():
        print(line)  # in a pipe nobody sees what was typed
    return line


def _show(console: Console, lines: Iterable[Line]) -> None:
    """Prints the lines as they come; in colour on a terminal."""
    for kind, text in lines:
        if kind is Kind.WIPE:
            _wipe(console)
        elif console.is_terminal:
            console.print(_styled(kind, text), soft_wrap=True)
        else:
            print(text, flush=True)


def _styled(kind: Kind, text: str) -> Text:
    """A line as the terminal shows it; the rule behind an event steps back."""
    styled = Text(text, STYLES[kind])
    if kind is Kind.EVENT:
        styled.highlight_regex(RULE, "dim")
    return styled


def _wipe(console: Console) -> None:
    """Hides what was on the screen, and what was typed, from the next person."""
    if not console.is_terminal:
        print(WIPED)
        return
    sys.stdout.write(WIPE)
    sys.stdout.flush()
    if readline:
        readline.clear_history()
