"""Monitored game: a game in progress that looks for findings after every move.

It can be forked, so that a search can try several continuations of a position.  It looks for the
given kinds of findings, and is `over` after an error or in a position without a legal move.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from traceback import extract_tb
from typing import Any, Self

from generator.base.errors import KitError
from generator.engine.events import Event
from generator.engine.game import IllegalMoveError, State
from generator.engine.registry import error_text
from generator.engine.testing.laws import (
    LAWS,
    LawBrokenError,
    Position,
    Trial,
    moves_are_a_choice,
    what_stays_hidden,
)
from generator.lab.fuzz.finding import (
    CITED,
    CRASH,
    EMPTY,
    FORCED,
    KINDS,
    LAW,
    LONG,
    LOOP,
    NOT_REDRAWN,
    REFUSED,
    STUCK,
    Finding,
    LineOfPlay,
)

MAX_LOOP_POSITIONS = 300
"""Most positions that are searched for a way out of a loop."""
MAX_SEARCHED = 1500
"""Most positions that are searched for a way back to a position."""
MIN_TRIED = 4
"""Least number of legal moves that are tried, if there are as many."""


def position_key(state: State[Any], time_fields: Iterable[str]) -> str:
    """A key for a whole position, hidden parts included, without randomness and time fields."""
    data = dict(state.to_data())
    for name in ("chance", *time_fields):
        data.pop(name, None)
    return json.dumps(data, sort_keys=True)


def flatten(state: State[Any], time_fields: Iterable[str]) -> dict[str, Any]:
    """The content of `position_key` as a mapping from dotted paths to values."""
    found: dict[str, Any] = {}

    def gather(name: str, value: Any) -> None:
        if isinstance(value, Mapping):
            for key, item in value.items():
                gather(f"{name}.{key}", item)
        elif isinstance(value, (list, tuple)):
            for number, item in enumerate(value):
                gather(f"{name}.{number}", item)
        else:
            found[name] = value

    for name, value in state.to_data().items():
        if name not in time_fields and name != "chance":
            gather(name, value)
    return found


class MonitoredGame:
    """Monitored game: a game in progress, its moves, and its latest findings."""

    state: State[Any]

    def __init__(self, trial: Trial, seed: int, kinds: Iterable[str] = KINDS) -> None:
        """Set up the game; `found` then contains the findings of the set-up."""
        self.trial, self.seed = trial, seed
        self.kinds = frozenset(kinds)
        self.moves: tuple[str, ...] = ()
        self.over = False
        self.found: list[Finding] = []
        self.events: Sequence[Event] = ()
        """The events of the last move."""
        self._first_seen: dict[str, int] = {}
        self._repeats = 0
        self._longest = trial.game.max_decisions(trial.options)
        try:
            self.state, self.events = trial.start(seed)
        except Exception as error:  # any error is a finding
            self._record_crash(error, "setting up the game")
            return
        self._supplies = self.state.remaining_supply()
        self._pieces = self.state.pieces() if LAW in self.kinds else []
        self.found = list(self._examine(thorough=True))

    @property
    def line(self) -> LineOfPlay:
        return LineOfPlay(self.trial, self.seed, self.moves)

    def fork(self) -> Self:
        """Return a copy, to be continued in another way."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.state, other._first_seen = self.state.copy(), dict(self._first_seen)
        return other

    def make(self, move: Any, thorough: bool = True) -> list[Finding]:
        """Make a legal move and return its findings.  `thorough`: run the slow tests as well."""
        self.moves = (*self.moves, str(move))
        try:
            self.events = self.state.apply(move)
        except IllegalMoveError as refusal:
            self.over, self.events = True, ()
            message = f'the legal move "{move}" is refused: {refusal.faults[0].message}'
            self.found = [Finding(REFUSED, refusal.rule, message)]
            return self._keep_wanted()
        except Exception as error:
            self.events = ()
            self._record_crash(error, f'"{move}"')
            return self._keep_wanted()
        self.found = list(self._examine(thorough))
        return self._keep_wanted()

    def _keep_wanted(self) -> list[Finding]:
        self.found = [finding for finding in self.found if finding.kind in self.kinds]
        return self.found

    def _record_crash(self, error: Exception, what: str) -> None:
        self.over = True
        frame = extract_tb(error.__traceback__)[-1]
        subject = f"{type(error).__name__} in {frame.name}"
        self.found = [
            Finding(CRASH, subject, f"{what} breaks off with an error: {error_text(error)}")
        ]

    def _examine(self, thorough: bool) -> Iterator[Finding]:
        """Yield the findings of the position and of the last events."""
        state, rules = self.state, self.trial.game.rules
        self.over = state.outcome is not None
        try:
            if not state.legal_moves() and not self.over:
                self.over = True
                step = state.pending[-1].name if state.pending else "nothing pending"
                message = "nobody has a legal move, but the game is not over"
                yield Finding(STUCK, step, f"{message} ({step})")
                return
        except Exception as error:
            self._record_crash(error, "looking for legal moves")
            yield from self.found
            return
        for event in self.events if CITED in self.kinds else ():
            if event.rule not in rules:
                message = (
                    f'"{event.kind}" happens under the rule {event.rule}, which is not in '
                    "rules.yaml"
                )
                yield Finding(CITED, event.rule, message)
            elif not rules[event.rule].happens:
                message = f'"{event.kind}" happens under the rule {event.rule}, which never applies'
                yield Finding(CITED, event.rule, f"{message}, as it says")
        if LONG in self.kinds and len(self.moves) > self._longest:
            message = f"the game has more than {self._longest} decisions"
            yield Finding(LONG, "game", message)
        if EMPTY in self.kinds:
            yield from self._emptied_piles()
        if LAW in self.kinds:
            yield from self._broken_laws(thorough)
        if NOT_REDRAWN in self.kinds and thorough:
            yield from self._kept_secrets()
        if REFUSED in self.kinds and thorough:
            yield from self._contradictions()
        if {LOOP, FORCED} & self.kinds and not self.over:
            yield from self._repetitions()

    def _emptied_piles(self) -> Iterator[Finding]:
        """Yield the piles that the last move emptied, unless the game is over."""
        before, self._supplies = self._supplies, self.state.remaining_supply()
        for name, amounts in self._supplies.items():
            earlier = before.get(name, ())
            if not self.over and any(
                not now and then for now, then in zip(amounts, earlier, strict=False)
            ):
                rules = ", ".join(dict.fromkeys(event.rule for event in self.events))
                yield Finding(EMPTY, name, f"the {name} has run out (rules applied: {rules})")

    def _broken_laws(self, thorough: bool) -> Iterator[Finding]:
        """Yield the laws of the engine that the position breaks."""
        if self.state.pieces() != self._pieces:
            yield Finding(LAW, "pieces", "a piece is lost or gained")
        for fault in self.state.faults():
            yield Finding(LAW, fault.check or fault.message, fault.message)
        position = Position(self.trial, self.state)
        for law in LAWS if thorough else (moves_are_a_choice,):
            try:
                law(position)
            except LawBrokenError as error:
                yield Finding(LAW, law.__name__, f"not so: {error}")
            except KitError:
                pass  # a fault of the script, found when the move is made
            except Exception as error:
                kind = type(error).__name__
                yield Finding(
                    LAW, law.__name__, f"{law.__name__} cannot be tested: {kind}: {error}"
                )

    def _kept_secrets(self) -> Iterator[Finding]:
        """Yield what a seat cannot see and yet imagines as it is, unless the game redraws anything."""
        try:
            if kept := what_stays_hidden(Position(self.trial, self.state)):
                yield Finding(NOT_REDRAWN, "secrets", kept)
        except Exception:
            return  # an error while redrawing breaks a law, which is found as such

    def _contradictions(self) -> Iterator[Finding]:
        """Yield the legal moves that the position refuses after a reload from its data."""
        moves = self.state.legal_moves()
        for move in moves[:: max(1, len(moves) // MIN_TRIED)]:
            try:
                self.trial.game.load(json.loads(json.dumps(self.state.to_data()))).apply(move)
            except IllegalMoveError as refusal:
                reason = refusal.faults[0].message
                message = f'"{move}" is legal, and forbidden by the rule {refusal.rule}: {reason}'
                yield Finding(REFUSED, refusal.rule, message)
            except Exception:
                continue  # a crash is found when the move is made

    def _repetitions(self) -> Iterator[Finding]:
        """Yield a finding if the position is repeated; FORCED if no moves lead out of the loop."""
        here = position_key(self.state, self.trial.game.time_fields)
        number = len(self.moves)
        before = self._first_seen.setdefault(here, number)
        if before == number:
            return
        self._repeats += 1
        # Searching for a way out is slow, so it is done at the 1st, 2nd, 4th, 8th repeat and so on.
        search_now = self._repeats & (self._repeats - 1) == 0
        ago = f"the position is the same as {number - before} moves ago"
        if (
            search_now
            and FORCED in self.kinds
            and is_closed_loop(self.state, self.trial.game.time_fields)
        ):
            yield Finding(FORCED, "loop", f"{ago}, and the game never ends, whatever anybody does")
        elif LOOP in self.kinds:
            yield Finding(LOOP, "loop", ago)


def is_closed_loop(state: State[Any], time_fields: Iterable[str]) -> bool:
    """Whether all sequences of moves stay within a few positions and never end the game."""
    seen = {position_key(state, time_fields)}
    waiting = [state]
    while waiting:
        here = waiting.pop()
        for move in here.legal_moves():
            after = here.copy()
            try:
                after.apply(move)
            except Exception:
                return False
            if after.outcome or not after.legal_moves():
                return False
            key = position_key(after, time_fields)
            if key not in seen:
                seen.add(key)
                if len(seen) > MAX_LOOP_POSITIONS:
                    return False
                waiting.append(after)
    return True


def find_return(
    state: State[Any], time_fields: Iterable[str], may_continue: Callable[[], bool] = lambda: True
) -> Sequence[Any]:
    """Find the shortest sequence of moves back to the same position; empty if none is found.

    Breadth-first search over up to `MAX_SEARCHED` positions, while `may_continue` returns True.  A
    sequence that ends in an error is returned as well.
    """
    start = position_key(state, time_fields)
    seen, level = {start}, [(state, ())]
    while level:
        deeper: list[tuple[State[Any], tuple[Any, ...]]] = []
        for here, moves in level:
            for move in here.legal_moves():
                after = here.copy()
                try:
                    after.apply(move)
                except Exception:
                    return (*moves, move)  # an error is a finding, too
                key = position_key(after, time_fields)
                if key == start:
                    return (*moves, move)
                if key not in seen and not after.outcome:
                    seen.add(key)
                    if len(seen) > MAX_SEARCHED or not may_continue():
                        return ()
                    deeper.append((after, (*moves, move)))
        level = deeper
    return ()


def replay(
    monitored: MonitoredGame, texts: Sequence[str], key: tuple[str, str], most: int
) -> Iterator[bool]:
    """Make these moves; yield after each whether the wanted finding has occurred.

    An illegal move is skipped.  A single legal move is made even if the next text is another one.  At
    most `most` moves are made in all.
    """
    rest = list(texts)
    yield includes(monitored.found, key)
    while rest and not monitored.over and len(monitored.moves) < most:
        legal: Mapping[str, Any] = {str(move): move for move in monitored.state.legal_moves()}
        while rest and rest[0] not in legal and len(legal) > 1:
            rest.pop(0)
        if not rest:
            return
        text = rest.pop(0) if rest[0] in legal else next(iter(legal))
        yield includes(monitored.make(legal[text]), key)


def includes(found: Iterable[Finding], key: tuple[str, str]) -> bool:
    """Whether these findings include the wanted one."""
    return any(finding.key == key for finding in found)
