"""Session: people play a game at one screen, each seeing only what they may know.

A session waits for a line in one of four ways (`Wait`).  With one person, and in games without
secrets, it goes from decision to decision.  If people have secrets from each other, the screen is
handed over in between: the person who has decided sees the result and presses Enter, the screen is
cleared, the next one presses Enter and sees what has happened since their last decision.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from enum import Enum, auto
from pathlib import Path
from typing import Any

from generator.base.errors import KitError
from generator.engine.bots import Bot
from generator.engine.console.autosave import AutoSave, error_lines
from generator.engine.console.commands import ALIASES, COMMANDS, explain
from generator.engine.console.history import History
from generator.engine.console.menu import Menu, choices, move_of
from generator.engine.console.paging import beginning
from generator.engine.console.viewpoint import Viewpoint, seats_exist
from generator.engine.console.wrapping import BLANK, Kind, ScreenLine, Size, wrapped
from generator.engine.save_file import read_saved
from generator.engine.text.event_text import listed
from generator.kit.words import fill_in

NUMBER = re.compile("[0-9]{1,6}")
LEAST = 20
"""Least width of a line in characters, even on a narrower screen."""
HELP = '"help" lists the commands.'
NOT_NOW = 'not now: press Enter, or type "{commands}"'
UNSAVED = 'The game is not saved: "save" it elsewhere, or press Ctrl-C to lose it.'
ENDED = 'The game is over. Press Enter to leave, or type "{commands}".'
STOPPED = 'Stopped after turn {n}. Press Enter to leave, or type "{commands}".'
AMONG_PEOPLE = "{game}: you are {people}."
AGAINST_BOTS = "{game}: you are {people}; the program plays {bots}."
ONE_MOVE = "there is no move {n}; there is just move {first}"
MANY_MOVES = "there is no move {n}; the moves are numbered {first} to {last}"
NO_DECISION, UNDONE = "you have no decision to undo", 'Undone: "{move}".'
LOADED = "Loaded {file}, moves so far: {n}."
CHANGED = (
    "The rules or the data have changed since this game was saved. Its moves are still legal and "
    "lead to the same position; from here on the new rules apply."
)
OPEN = '", "'.join(name for name, command in COMMANDS.items() if command.always)
"""Commands that work at any time."""


class Wait(Enum):
    """The purpose of the next line."""

    DECIDE = auto()
    GIVE = auto()
    """The person at the screen is to hand it over."""
    TAKE = auto()
    """The next person is to confirm that they have the screen."""
    OVER = auto()
    """The game is over, or the requested number of turns has been played."""
    DONE = auto()
    """The session is closed."""


PROMPTS = {
    Wait.GIVE: "Press Enter, then pass the screen to {name}",
    Wait.TAKE: "{name}, press Enter when nobody else sees the screen",
    Wait.OVER: "over",
}
"""The prompt for the next line, by its purpose; for a decision, the name alone."""
MESSAGES = (
    *(HELP, NOT_NOW, UNSAVED, ENDED, STOPPED, AMONG_PEOPLE, AGAINST_BOTS, ONE_MOVE, MANY_MOVES),
    *(NO_DECISION, UNDONE, LOADED, CHANGED, *PROMPTS.values()),
)


class Session:
    """A game of people and bots, advanced by one typed line at a time."""

    def __init__(
        self,
        history: History,
        human_seats: Sequence[int],
        bots: Sequence[Bot],
        autosave: AutoSave,
        turns: int | None = None,
        size: Callable[[], Size] = Size,
    ) -> None:
        """`bots` play all other seats, in rotation.

        The session ends after `turns` turns.  `size` is called each time, since a window may be
        resized.
        """
        self.history, self.autosave = history, autosave
        self.autosave.loaded(history)
        self.viewpoint = Viewpoint(human_seats, len(history.steps) if history.moves else 0)
        self.wait = Wait.DECIDE
        self.offer: Any = None
        """The move that Enter alone makes."""
        self._bots, self._turns, self._size = bots, turns, size
        self._menu = Menu(size, history.game.words)
        self._explained = False
        """Whether the legend has been shown."""

    # The conversation

    @property
    def done(self) -> bool:
        """Whether the session is closed."""
        return self.wait is Wait.DONE

    @property
    def prompt(self) -> str:
        """The prompt for the next line."""
        seat = self.history.state.to_act
        name = "" if seat is None else self.history.names[seat]
        return f"{self.history.game.words.text(PROMPTS.get(self.wait, ''), name=name) or name}> "

    @property
    def viewer(self) -> int | None:
        """The seat whose view may be shown now; None for what everybody sees."""
        if self.wait is Wait.DECIDE:
            return self._to_act()
        alone = len(self.viewpoint.human_seats) == 1
        return self.viewpoint.human_seats[0] if alone else None

    def open(self) -> Iterator[ScreenLine]:
        """The lines before the first input."""
        yield from self._greeting()
        yield from self.tell(Kind.NOTE, HELP)
        yield from self._changed()
        yield from self._news()
        yield from self.advance()

    def handle(self, text: str) -> Iterator[ScreenLine]:
        """Handle a typed line; yields the answer line by line."""
        text = " ".join(text.split())
        offer, self.offer = self.offer, None
        word, _, rest = text.partition(" ")
        command = COMMANDS.get(ALIASES.get(word, word.lower()))
        if self.wait is Wait.DECIDE:
            move = self.legal(text) if text else offer
            if move is not None:
                yield from self._make(move)
            elif command:
                yield from command.run(self, rest)
            else:
                yield from self._handle_other(text)
        elif command and command.always:
            yield from command.run(self, rest)
        elif text:
            yield from self.tell(Kind.FAULT, NOT_NOW, commands=OPEN)
        elif self.wait is Wait.GIVE:
            yield ScreenLine(Kind.WIPE, "")
            self.wait, self.viewpoint.viewer = Wait.TAKE, None
        elif self.wait is Wait.TAKE:
            yield from self._show_to(self._to_act())
        else:
            yield from self.quit()

    def quit(self) -> Iterator[ScreenLine]:
        """Leave, unless the game would be lost."""
        wait = self.wait
        yield from self.leave()
        if self.autosave.failed and self.autosave.must_save(self.history, wait is Wait.OVER):
            self.wait = wait
            yield from self.tell(Kind.NOTE, UNSAVED)

    def leave(self) -> Iterator[ScreenLine]:
        """Close the session at any point; a game that would otherwise be lost is saved."""
        over, self.wait = self.wait is Wait.OVER, Wait.DONE
        if self.autosave.must_save(self.history, over):
            yield from self.autosave.save(self.history)

    # Turns

    def advance(self) -> Iterator[ScreenLine]:
        """Let the bots decide until it is a person's turn, or the game is over."""
        before: int | None = None
        while not self._stopped():
            seat = self._to_act()
            if seat in self.viewpoint.human_seats:
                yield from self._turn_to(seat)
                return
            announced = bool(self.viewpoint.viewers(self.history.state))
            if announced and seat != before:
                yield ScreenLine(Kind.HEAD, self.history.names[seat])  # before the bot searches
            before = seat if announced else None
            self.history.make(self.history.ask(self._bots[seat % len(self._bots)]))
            yield from self._news(announced)
        yield from self._end()

    def _turn_to(self, seat: int) -> Iterator[ScreenLine]:
        """Let a person decide, once the screen is theirs."""
        if self.viewpoint.may_act_now(seat, self.history.state):
            yield from self._show_to(seat)
        else:
            self.wait = Wait.TAKE if self.viewpoint.viewer is None else Wait.GIVE

    def _show_to(self, seat: int) -> Iterator[ScreenLine]:
        self.viewpoint.viewer, self.wait, self._menu.hinted = seat, Wait.DECIDE, ""
        yield from self._news()
        yield from self.show()

    def _end(self) -> Iterator[ScreenLine]:
        self.wait = Wait.OVER
        yield BLANK
        yield from self.say(Kind.BOARD, self.history.state.text())
        yield BLANK
        message = STOPPED if self.history.state.outcome is None else ENDED
        yield from self.tell(Kind.NOTE, message, n=self._turns, commands=OPEN)

    def _stopped(self) -> bool:
        state = self.history.state
        return state.to_act is None or (self._turns is not None and state.turn > self._turns)

    def _to_act(self) -> int:
        seat = self.history.state.to_act
        assert seat is not None
        return seat

    # Output

    def say(self, kind: Kind, text: str, margin: int = 0) -> Iterator[ScreenLine]:
        """A text wrapped to the screen width minus `margin` characters."""
        return wrapped(kind, text, max(LEAST, self._size().width - margin))

    def tell(self, kind: Kind, message: str, /, **facts: object) -> Iterator[ScreenLine]:
        """A message in the language of play, with its facts, as lines."""
        return self.say(kind, fill_in(self.history.game.words.find(message), facts))

    def show(self, explained: bool = False) -> Iterator[ScreenLine]:
        """Show the position as the person at the screen sees it, and their moves.

        The legend is included the first time, and with `explained`.
        """
        state, seat = self.history.state, self._to_act()
        yield BLANK
        yield from self.say(Kind.BOARD, state.text_for(seat))
        game = self.history.game
        if game.legend and (explained or not self._explained):
            yield from self.say(Kind.NOTE, f"    {game.words.text(game.legend)}")
        self._explained = True
        yield BLANK
        if asks := state.prompt():
            asks += "" if asks.endswith("?") else ":"
            yield from self.say(Kind.HEAD, f"{self.history.names[seat]}, {asks}")
        yield from self.choices("")

    def suggest(self, move: Any) -> None:
        """Offer a move, and list it first as long as this decision lasts."""
        self.offer, self._menu.hinted = move, str(move)

    def show_notation(self) -> Iterator[ScreenLine]:
        """List the moves again, with their notation or no longer."""
        self._menu.notation = not self._menu.notation
        yield from self.choices("")

    def choices(self, begins: str) -> Iterator[ScreenLine]:
        """Show the legal moves with this beginning, as many as fit on the screen."""
        self._menu.open(begins)
        return self._more()

    def _more(self) -> Iterator[ScreenLine]:
        yield from self._menu.lines(self.history.state, self._to_act())
        self.offer = self._menu.only

    def _news(self, announced: bool = False) -> Iterator[ScreenLine]:
        """The events that the people at the screen have not read yet."""
        for kind, text in self.viewpoint.unread(self.history, announced):
            yield from self.say(kind, text)

    def _greeting(self) -> Iterator[ScreenLine]:
        game, names, people = self.history.game, self.history.names, self.viewpoint.human_seats
        others = [name for seat, name in enumerate(names) if seat not in people]
        yield from self.tell(
            Kind.HEAD,
            AGAINST_BOTS if others else AMONG_PEOPLE,
            game=game.words.text(game.title),
            people=listed((names[seat] for seat in people), game.words),
            bots=listed(others, game.words),
        )

    def _changed(self) -> Iterator[ScreenLine]:
        if self.history.changed:
            yield from self.tell(Kind.NOTE, CHANGED)

    # Input

    def legal(self, text: str) -> Any:
        """The legal move with this text, number or name, ignoring case; None if there is none."""
        state = self.history.state
        for move in state.legal_moves():
            if str(move).lower() == text.lower():
                return move
        if NUMBER.fullmatch(text):
            found = [each for each in choices(state) if each.number == int(text)]
        else:
            found = [each for each in choices(state) if each.words.lower() == text.lower()]
        return move_of(state, found[0]) if len(found) == 1 else None

    def _make(self, move: Any) -> Iterator[ScreenLine]:
        self.history.make(move)
        yield from self._news()
        yield from self.advance()

    def _handle_other(self, text: str) -> Iterator[ScreenLine]:
        """Answer a text that is neither a listed move nor a command."""
        state = self.history.state
        if not text:
            yield from self._more()
        elif text.lower() in self._menu.letters:
            yield from self.choices(self._menu.letters[text.lower()])
        elif NUMBER.fullmatch(text) and not beginning(choices(state), text):
            first, *_, last = [each.number for each in choices(state)] * 2
            message = ONE_MOVE if first == last else MANY_MOVES
            yield from self.tell(Kind.FAULT, message, n=text, first=first, last=last)
        elif beginning(choices(state), text):
            yield from self.choices(text)
        else:
            move = None
            with suppress(KitError):
                move = self.history.game.read_typed(state, text)
            if move in state.legal_moves():  # with its words in another order
                yield from self._make(move)
            else:
                yield from explain(self, text)

    def undo(self) -> Iterator[ScreenLine]:
        """Undo the last decision of a person."""
        for number in range(len(self.history.moves), 0, -1):
            step = self.history.steps[number]
            if step.seat in self.viewpoint.human_seats:
                break
        else:
            yield from self.tell(Kind.FAULT, NO_DECISION)
            return
        self.history.undo_to(number)
        self.viewpoint.rewind(number)
        if step.seat in self.viewpoint.viewers(self.history.state):
            yield from self.tell(Kind.NOTE, UNDONE, move=step.sentence)
        yield from self.advance()

    def load(self, file: Path) -> Iterator[ScreenLine]:
        """Continue the game in a file."""
        try:
            history = History(self.history.game, read_saved(file))
            seats_exist(self.viewpoint.human_seats, history.players)
        except (KitError, OSError) as error:
            yield from error_lines(error)
            return
        self.history = history
        self.autosave.loaded(history)
        if len(self.viewpoint.human_seats) > 1:
            yield ScreenLine(Kind.WIPE, "")
        yield from self.tell(Kind.NOTE, LOADED, file=file, n=len(history.moves))
        yield from self._changed()
        self.viewpoint = Viewpoint(self.viewpoint.human_seats, len(history.steps))
        yield from self.advance()
