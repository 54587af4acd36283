"""Screen: one browser at the table, its players, and everything it may show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.base.errors import Fault, KitError
from generator.engine.console.refusal import Refusal
from generator.engine.console.viewpoint import Viewpoint
from generator.kit.words import UNTRANSLATED, Translator
from generator.studio.play.choosing import Choosing, OfferedMove
from generator.studio.play.match import Match, StoryStep
from generator.studio.play.pictures import TablePicture, TablePictures

MAX_RULES = 16
"""Most moves that are each shown with the rule behind them."""
STORY = 40
"""Most steps that are reported together."""


@dataclass(frozen=True)
class Shown:
    """Everything that a screen shows of a game."""

    version: int
    """The version of the match that is shown."""
    number: int
    """The step that is shown."""
    last: int
    picture: TablePicture | None
    prompt: str
    handover: str = ""
    """The player who should take the screen, while nobody's secrets may be visible."""
    lit: frozenset[str] = frozenset()
    pointed: tuple[str, ...] = ()
    options: tuple[OfferedMove, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    """The rule behind each option, unless there are too many."""
    story: tuple[StoryStep, ...] = ()
    text: str = ""
    """The position as text."""
    faults: tuple[Fault, ...] = ()
    """Why it cannot be drawn."""

    def label(self, name: str) -> str:
        """What people call the thing with this name."""
        if self.picture is None:
            return name
        things = zip(self.picture.things, self.picture.labels, strict=True)
        return next((label for each, label in things if name in each.names), name)


@dataclass
class Screen:
    """Screen: the view and the actions of the people at one browser; without `seats`, an onlooker's."""

    match: Match
    seats: tuple[int, ...]
    at: int | None = None
    """The step that is shown; None: the latest."""
    words: Translator = UNTRANSLATED
    choosing: Choosing | None = None
    viewpoint: Viewpoint = field(init=False)
    _choosing_version: int = -1
    """The version of the match that `choosing` is for."""

    def __post_init__(self) -> None:
        self.viewpoint = Viewpoint(self.seats, self.match.last)

    @property
    def viewer(self) -> int | None:
        """The seat whose view may be shown now; None: only what everybody sees."""
        if len(self.seats) == 1:
            return self.seats[0]
        if self.viewpoint.private:
            return self.viewpoint.viewer
        seat = self.match.state.to_act
        return seat if seat in self.seats else None

    @property
    def deciding(self) -> bool:
        """Whether a person at this screen decides next, and sees the latest position."""
        return self.match.state.to_act in self.seats and self.at is None and not self.handover

    @property
    def handover(self) -> str:
        """The player who must take the screen before the game continues; "" if nobody must."""
        seat = self.match.state.to_act
        if seat is None or seat not in self.seats:
            return ""
        if self.viewpoint.may_act_now(seat, self.match.state):
            return ""
        return self.match.history.names[seat]

    def take(self) -> None:
        """Show the screen to the player who decides next."""
        self.viewpoint.viewer = self.match.state.to_act

    def show(self, pictures: TablePictures) -> Shown:
        """What to show now."""
        match, handover = self.match, self.handover
        number = match.last if self.at is None else min(self.at, match.last)
        state = match.position(number)
        seat = None if handover else self.viewer
        shown, faults = None, tuple[Fault, ...]()
        try:
            game = match.history.game
            people, titles = game.people(state), game.thing_titles(state)
            view = match.view(number, seat)
            shown = pictures.picture(view, people, seat, titles, game.place_titles)
        except KitError as error:
            faults = error.faults
        self._choose(shown)
        chosen = self.choosing if self.deciding else None
        return Shown(
            match.version,
            number,
            match.last,
            shown,
            self._prompt(state),
            handover,
            frozenset(chosen.lit) if chosen else frozenset(),
            tuple(chosen.pointed) if chosen else (),
            options := tuple(chosen.remaining) if chosen else (),
            self._rules(options),
            tuple(match.story(seat, number - STORY, number, self.words)),
            state.text() if seat is None else state.text_for(seat),
            faults,
        )

    def point(self, names: Sequence[str], version: int) -> str | Refusal | None:
        """Point at a thing; return the chosen move, a refusal, or None."""
        if self.choosing is None or not self._may_decide(version):
            return None
        return self.choosing.point(names)

    def make(self, move: str, version: int) -> None:
        """Make a move.  Raises IllegalMoveError, with nothing changed.

        A button pressed before the match continued was meant for another decision, and does
        nothing.
        """
        if self._may_decide(version):
            self.match.make(move)

    def _may_decide(self, version: int) -> bool:
        return self.deciding and version == self.match.version

    def _rules(self, options: Sequence[OfferedMove]) -> Mapping[str, str]:
        seat = self.match.state.to_act
        if seat is None or len(options) > MAX_RULES:
            return {}
        return {each.text: self.match.rule_of(each.text, seat) for each in options}

    def _choose(self, shown: TablePicture | None) -> None:
        if not self.deciding:
            self.choosing = None
        elif self.choosing is None or self._choosing_version != self.match.version:
            self.choosing = Choosing(
                self.match.history.game, self.match.state, shown.names if shown else ()
            )
            self._choosing_version = self.match.version

    def _prompt(self, state: Any) -> str:
        match, _ = self.match, self.words.text
        if state.outcome is not None:
            return f"{_('The game is over.')} {self._result(state.outcome.worth)}".rstrip()
        seat = state.to_act
        name = match.history.names[seat]
        asks = state.prompt()
        if seat in self.seats or not match.people:
            return f"{name}: {asks}" if asks else _("{seat} is to decide", seat=name)
        return _("{seat} is to decide", seat=name)

    def _result(self, worth: Sequence[float]) -> str:
        """Who has won a finished game, by what it was worth to each seat; empty if nobody has decided it."""
        names, _ = self.match.history.names, self.words.text
        together, won = self.match.history.game.cooperative, worth[0] == 1
        if (together or len(worth) == 1) and 0 < worth[0] < 1:
            return ""
        if len(worth) == 1:
            return _("{seat} wins." if won else "{seat} loses.", seat=names[0])
        if together:
            return _("The players win." if won else "The players lose.")
        first = [name for name, value in zip(names, worth, strict=True) if value == max(worth)]
        if len(first) > 1:
            return _("Tied for first place: {seats}.", seats=", ".join(first))
        return _("{seat} wins.", seat=first[0])
