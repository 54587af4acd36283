"""Turns what persons type into decisions, and tells each of them what they may know of the rest.

A sitting waits for a line in one of four ways (`Wait`).  With one person, and in games without
secrets, it goes from decision to decision.  Where several persons have secrets from each other the
screen is handed over in between: who has decided sees what came of it and presses Enter, everything
is wiped, the next one presses Enter and is told what has happened since they last looked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from pathlib import Path
from typing import Any

from generator.base.errors import KitError
from generator.engine.bots import Bot
from generator.engine.console.autosave import AutoSave, error_lines
from generator.engine.console.commands import COMMANDS, ALIASES, explain_illegal, explain_unknown
from generator.engine.console.history import History
from generator.engine.console.menu import Menu, choices
from generator.engine.console.paging import beginning
from generator.engine.console.seats import seats_exist
from generator.engine.console.viewpoint import Viewpoint
from generator.engine.console.wrapping import BLANK, Kind, Line, Size, wrapped
from generator.engine.save_file import read_saved

NUMBER = re.compile("[0-9]{1,6}")
LEAST = 20
"""Letters of a line, however narrow the screen is."""
CHANGED = (
    "The rules or the data have changed since this game was saved. Its moves are still legal and "
    "lead to the same position; from here on it goes by the rules of today."
)
OPEN = '", "'.join(name for name, command in COMMANDS.items() if command.always)
"""What can be typed at any time."""


class Wait(Enum):
    """What the next line is for."""

    DECIDE = auto()
    GIVE = auto()
    """The person at the screen is to pass it on."""
    TAKE = auto()
    """The next person is to say that they have it."""
    OVER = auto()
    """The game is over, or as many turns have been played as were wanted."""
    DONE = auto()
    """Nothing more is heard."""


class Session:
    """Persons and bots at a table."""

    def __init__(
        self,
        history: History,
        human_seats: Sequence[int],
        bots: Sequence[Bot],
        autosave: AutoSave,
        turns: int | None = None,
        size: Callable[[], Size] = Size,
    ) -> None:
        """`bots` play for all other seats, each for its seats in rotation.

        After so many `turns` the sitting is over.  `size` is asked for whenever it matters, since a
        window may become another.
        """
        self.history, self.autosave = history, autosave
        self.autosave.loaded(history)
        self.viewpoint = Viewpoint(human_seats, len(history.steps) if history.moves else 0)
        self.wait = Wait.DECIDE
        self.offer: Any = None
        """The move that Enter alone makes."""
        self._bots, self._turns, self._size = bots, turns, size
        self._menu = Menu(size)
        self._explained = False
        """Whether the signs in the position have been told."""

    # The conversation

    @property
    def done(self) -> bool:
        """Whether nothing more is heard."""
        return self.wait is Wait.DONE

    @property
    def prompt(self) -> str:
        """What stands before the line that is waited for."""
        if self.wait is Wait.OVER:
            return "over> "
        seat = self.history.state.to_act
        name = "" if seat is None else self.history.names[seat]
        if self.wait is Wait.GIVE:
            return f"Press Enter, then pass the screen to {name}> "
        if self.wait is Wait.TAKE:
            return f"{name}, press Enter when nobody else sees the screen> "
        return f"{name}> "

    def open(self) -> Iterator[Line]:
        """What is to be read before the first line is heard."""
        yield from self._who()
        yield Line(Kind.NOTE, '"help" tells what can be typed.')
        yield from self._changed()
        yield from self._tell()
        yield from self.go_on()

    def handle(self, text: str) -> Iterator[Line]:
        """What comes of a line, told as it happens."""
        text = " ".join(text.split())
        offer, self.offer = self.offer, None
        word, _, rest = text.partition(" ")
        command = COMMANDS.get(ALIASES.get(word, word.lower()))
        if self.wait is Wait.DECIDE:
            move = self.legal(text) if text else offer
            if move is not None:
                yield from self._decided(move)
            elif command:
                yield from command.do(self, rest)
            else:
                yield from self._looked_for(text)
        elif command and command.always:
            yield from command.do(self, rest)
        elif text:
            yield from self.say(Kind.FAULT, f'not now: press Enter, or type "{OPEN}"')
        elif self.wait is Wait.GIVE:
            yield Line(Kind.WIPE, "")
            self.wait, self.viewpoint.viewer = Wait.TAKE, None
        elif self.wait is Wait.TAKE:
            yield from self._show_to(self._to_act())
        else:
            yield from self.quit()

    def quit(self) -> Iterator[Line]:
        """Leaves, unless the game would be lost with it."""
        wait = self.wait
        yield from self.leave()
        if self.autosave.failed:
            self.wait = wait
            says = 'So you are still here: "save" it elsewhere, or press Ctrl-C to lose it.'
            yield from self.say(Kind.NOTE, says)

    def leave(self) -> Iterator[Line]:
        """The end, at whatever point; a game that would be lost is kept."""
        over, self.wait = self.wait is Wait.OVER, Wait.DONE
        if self.autosave.must_save(self.history, over):
            yield from self.autosave.save(self.history)

    # Whose decision it is

    def go_on(self) -> Iterator[Line]:
        """Lets the bots decide until a person has to, or all is over."""
        before: int | None = None
        while not self._stopped():
            seat = self._to_act()
            if seat in self.viewpoint.human_seats:
                yield from self._turn_to(seat)
                return
            announced = bool(self.viewpoint.viewers(self.history.state))
            if announced and seat != before:
                yield Line(Kind.HEAD, f"{self.history.names[seat]}:")  # before it thinks
            before = seat if announced else None
            self.history.make(self.history.ask(self._bots[seat % len(self._bots)]))
            yield from self._tell(announced)
        yield from self._end()

    def _turn_to(self, seat: int) -> Iterator[Line]:
        """Lets a person decide, once the screen is theirs."""
        if self.viewpoint.may_act_now(seat, self.history.state):
            yield from self._show_to(seat)
        else:
            self.wait = Wait.TAKE if self.viewpoint.viewer is None else Wait.GIVE

    def _show_to(self, seat: int) -> Iterator[Line]:
        self.viewpoint.viewer, self.wait = seat, Wait.DECIDE
        yield from self._tell()
        yield from self.show()

    def _end(self) -> Iterator[Line]:
        self.wait = Wait.OVER
        yield BLANK
        yield from self.say(Kind.BOARD, self.history.state.text())
        yield BLANK
        over = self.history.state.outcome is not None
        says = "The game is over." if over else f"Stopped after turn {self._turns}."
        yield from self.say(Kind.NOTE, f'{says} Press Enter to leave, or type "{OPEN}".')

    def _stopped(self) -> bool:
        state = self.history.state
        return state.to_act is None or (self._turns is not None and state.turn > self._turns)

    def _to_act(self) -> int:
        seat = self.history.state.to_act
        assert seat is not None
        return seat

    # What is told

    def say(self, kind: Kind, text: str, beside: int = 0) -> Iterator[Line]:
        """A text in lines that fit on the screen, beside so many letters."""
        return wrapped(kind, text, max(LEAST, self._size().width - beside))

    def show(self, explained: bool = False) -> Iterator[Line]:
        """The position as the person at the screen sees it, and what they can do.

        What its signs mean is told the first time, and when it is to be `explained`.
        """
        state, seat = self.history.state, self._to_act()
        yield BLANK
        yield from self.say(Kind.BOARD, state.text_for(seat))
        if state.legend and (explained or not self._explained):
            yield from self.say(Kind.NOTE, f"    {state.legend}")
        self._explained = True
        yield BLANK
        if asks := state.prompt():
            asks += "" if asks.endswith("?") else ":"
            yield from self.say(Kind.HEAD, f"{self.history.names[seat]}, {asks}")
        yield from self.choices("")

    def choices(self, begins: str) -> Iterator[Line]:
        """The legal moves that begin so, as many as fit on the screen."""
        self._menu.open(begins)
        return self._more()

    def _more(self) -> Iterator[Line]:
        yield from self._menu.lines(self.history.state, self._to_act())
        self.offer = self._menu.only

    def _tell(self, announced: bool = False) -> Iterator[Line]:
        """What those at the screen have not heard of yet."""
        for kind, text in self.viewpoint.unread(self.history, announced):
            yield from self.say(kind, text)

    def _who(self) -> Iterator[Line]:
        names = self.history.names
        played = _listed([names[seat] for seat in self.viewpoint.human_seats])
        others = [name for seat, name in enumerate(names) if seat not in self.viewpoint.human_seats]
        bots = f"; the program plays {_listed(others)}" if others else ""
        yield from self.say(Kind.HEAD, f"{self.history.game.title}: you are {played}{bots}.")

    def _changed(self) -> Iterator[Line]:
        if self.history.changed:
            yield from self.say(Kind.NOTE, CHANGED)

    # What is done

    def legal(self, text: str) -> Any:
        """The legal move with this text or number, capitals or not; None if there is none."""
        moves = self.history.state.legal_moves()
        for move in moves:
            if str(move).lower() == text.lower():
                return move
        if NUMBER.fullmatch(text) and 1 <= int(text) <= len(moves):
            return moves[int(text) - 1]
        return None

    def _decided(self, move: Any) -> Iterator[Line]:
        self.history.make(move)
        yield from self._tell()
        yield from self.go_on()

    def _looked_for(self, text: str) -> Iterator[Line]:
        """What was typed is neither a legal move as it is listed nor a command."""
        state = self.history.state
        if not text:
            yield from self._more()
        elif NUMBER.fullmatch(text) and not beginning(choices(state), text):
            most = len(state.legal_moves())
            says = (
                "there is just move 1" if most == 1 else f"the moves have the numbers 1 to {most}"
            )
            yield from self.say(Kind.FAULT, f"there is no move {text}; {says}")
        elif beginning(choices(state), text):
            yield from self.choices(text)
        else:
            try:
                move = self.history.game.read_move(text)
            except KitError as error:
                yield from explain_unknown(self, text, error)
                return
            if move in state.legal_moves():  # the same move in another order of words
                yield from self._decided(move)
            else:
                yield from explain_illegal(self, move)

    def undo(self) -> Iterator[Line]:
        """Back to the last decision of a person."""
        for number in range(len(self.history.moves), 0, -1):
            step = self.history.steps[number]
            if step.seat in self.viewpoint.human_seats:
                break
        else:
            yield Line(Kind.FAULT, "there is no decision of yours to take back")
            return
        self.history.undo_to(number)
        self.viewpoint.rewind(number)
        if step.seat in self.viewpoint.viewers(self.history.state):
            yield from self.say(Kind.NOTE, f'Taken back: "{step.move}".')
        yield from self.go_on()

    def load(self, file: Path) -> Iterator[Line]:
        """Goes on with the game in a file."""
        try:
            history = History(self.history.game, read_saved(file))
            seats_exist(self.viewpoint.human_seats, history.players)
        except (KitError, OSError) as error:
            yield from error_lines(error)
            return
        self.history = history
        self.autosave.loaded(history)
        if len(self.viewpoint.human_seats) > 1:
            yield Line(Kind.WIPE, "")
        yield from self.say(Kind.NOTE, f"Loaded {file}, moves so far: {len(history.moves)}.")
        yield from self._changed()
        self.viewpoint = Viewpoint(self.viewpoint.human_seats, len(history.steps))
        yield from self.go_on()


def _listed(names: Sequence[str]) -> str:
    """`Red, Green and Blue`."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
