"""Lookahead: the values behind the legal moves of a state in which nothing is hidden any more.

Every legal move is tried; then the best positions in which the same seat goes on are extended,
again and again, a few decisions deep.  Moves that lead to the same position in another order are
extended once.  If the turn has passed to a rival, the best positions are worth what the rival's
answer leaves of them; the rival chooses it without seeing what is hidden from it, and has one answer
to all moves that it cannot tell apart.  In a cooperative game the decisions of the other seats are
extended too, since they want the same.

Luck is no merit.  A move whose result depends on cards, dice or secrets is tried in several states,
redrawn from the knowledge just before it, and gains its average; later moves add their own gains to
that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from statistics import fmean
from typing import Any, NamedTuple, TypeAlias

from generator.engine.bots.observation import worth_trying
from generator.engine.game import State
from generator.engine.outcome import Weights
from generator.engine.rng import Rng

LATER = 0.001
"""Discount of a value per decision on the way to it: a win now is better than a later one."""
FURTHER = 6
"""Number of further decisions of a turn, each by the move that looks best, before it is answered."""
ANSWERED = 0.4
"""Share of all tries that goes to the answers of rivals."""
UNANSWERED = 0.05
"""Discount of a line whose answer was not searched for, since others looked better."""

End: TypeAlias = "tuple[float, float, State[Any]]"
"""A result of a move: what it gains, the value of the position, and the position."""


class Line(NamedTuple):
    """A sequence of moves that was tried."""

    value: float
    """Its expected value."""
    first: int
    """Index of its first move among the legal ones."""
    moves: frozenset[Any]
    state: State[Any]
    """The position at its end; if chance leads to several, a typical one."""
    judged: float
    """The value of that position by itself."""
    ends: Sequence[End] = ()
    """The results of its last move in several states, if that is secret."""
    answers: list[Any] | None = None
    """The rival's answer in each, once it has been chosen; all secret moves share them."""


class Lookahead:
    """Search behind the legal moves of a drawn state."""

    def __init__(
        self, state: State[Any], weights: Weights, rng: Rng, depth: int, redraws: int
    ) -> None:
        """`depth`: number of decisions after the first that are searched, one more against rivals.

        `redraws`: number of states in which a move with an uncertain result is tried.
        """
        assert state.to_act is not None
        self.state, self.seat, self.weights, self.rng = state, state.to_act, weights, rng
        self.together = is_together(state)
        self.depth = depth if self.together else depth + 1
        self.redraws = redraws
        self.tried = 0
        """Number of moves tried."""
        self.certain = True
        """Whether everything that was tried ends the same whatever is hidden."""
        self.over: list[Line] = []
        """Lines after which the seat does not go on."""
        self.ended: dict[int, float] = {}
        """The best of their values for each first move."""

    def values(self, tries: int) -> list[float]:
        """The best value found behind each legal move, with about this number of tries."""
        for_answers = 0 if self.together else int(ANSWERED * tries)
        judged = self._judged(self.state)
        lines = self._longer(Line(judged, -1, frozenset(), self.state, judged))
        values = [line.value for line in lines]
        for later in range(1, self.depth + 1):
            left = tries - for_answers - self.tried
            share = left / 2 if later < self.depth else left
            lines = self._deeper(self._going_on(lines), self.tried + share, LATER * later)
            if not lines:
                break
            deeper: dict[int, float] = {}
            for line in lines:
                best = deeper.get(line.first, self.ended.get(line.first, 0.0))
                deeper[line.first] = max(line.value, best)
            values = replaced(values, deeper, {*self.ended} - {*deeper})
        if self.together:
            return values
        ends = [*self._going_on(lines), *self.over]
        return self._answered(values, ends, self.tried + for_answers)

    def _going_on(self, lines: Iterable[Line]) -> list[Line]:
        """The lines that can be extended; the others are put aside."""
        found = []
        for line in lines:
            to_act = line.state.to_act
            if to_act == self.seat or (self.together and to_act is not None):
                found.append(line)
            else:
                self.over.append(line)
                self.ended[line.first] = max(line.value, self.ended.get(line.first, 0.0))
        return found

    def _deeper(self, lines: Iterable[Line], most: float, cost: float) -> list[Line]:
        """Extend the best lines by each legal move, until this many moves have been tried."""
        found: list[Line] = []
        for line in different(lines):
            if self.tried >= most:
                break
            found += (each._replace(value=each.value - cost) for each in self._longer(line))
        return found

    def _longer(self, line: Line) -> list[Line]:
        """Extend the line by each legal move."""
        before, found = line.state, []
        again: list[tuple[State[Any], float]] = []
        answers: list[Any] | None = [] if is_secret(before) else None
        for number, move in enumerate(worth_trying(before.legal_moves(), self.rng)):
            after = self._after(before, move)
            judged = self._judged(after)
            gain = judged - line.judged
            ends = [(gain, judged, after)]
            is_open = self._is_open(before, after) or answers is not None
            if is_open and before.to_act == self.seat:
                again = again or [*self._redrawn(before)]
                ends += self._ends(move, again)
                gain, judged, after = usual(ends)
            first = number if line.first < 0 else line.first
            # No value exceeds that of a won game, whatever good luck is left out of it.
            value = max(0.0, min(1.0, line.value + gain))
            line_after = Line(value, first, line.moves | {move}, after, judged)
            if answers is not None:
                line_after = line_after._replace(ends=ends, answers=answers)
            found.append(line_after)
        return found

    def _redrawn(self, state: State[Any]) -> Iterator[tuple[State[Any], float]]:
        """Other states that look the same to the seat, with their values."""
        for _ in range(self.redraws - 1):
            drawn = state.determinize(self.seat, self.rng)
            yield drawn, self._judged(drawn)

    def _ends(self, move: Any, again: Iterable[tuple[State[Any], float]]) -> Iterator[End]:
        """The results of a move in other states."""
        for before, was in again:
            after = self._after(before, move)
            judged = self._judged(after)
            yield judged - was, judged, after

    def _answered(self, values: list[float], ends: Iterable[Line], most: int) -> list[float]:
        """The values of first moves after the answers to the best lines, within a number of tries."""
        rest: dict[int, float] = {}
        for line in sorted(ends, key=lambda line: -line.value):
            if line.state.to_act is not None and self.tried >= most:
                break
            last = self._played_on(line)
            rest[line.first] = max(last.value + self._answer(last), rest.get(line.first, 0.0))
        if not rest:
            return values
        return replaced(values, rest, (), UNANSWERED)

    def _played_on(self, line: Line) -> Line:
        """Extend the line to the end of the seat's turn, each time by the move that looks best."""
        for _ in range(FURTHER):
            if line.state.to_act != self.seat:
                break
            line = max(self._longer(line), key=lambda line: line.value)
        return line

    def _answer(self, line: Line) -> float:
        """The average change of the value by the answer of the rival to act."""
        state, rival = line.state, line.state.to_act
        if rival is None or rival == self.seat:
            return 0.0
        if line.answers is not None:
            return self._blind_answer(rival, line.ends, line.answers)
        after = self._answered_by(rival, state)
        gains = [self._judged(after) - line.judged]
        if self._is_open(state, after):
            for drawn, was in self._redrawn(state):
                gains.append(self._judged(self._answered_by(rival, drawn)) - was)
        return fmean(gains)

    def _is_open(self, before: State[Any], after: State[Any]) -> bool:
        """Whether a move might have had another result; also notes if its end is not certain."""
        self.certain = self.certain and after.is_certain_after(before)
        return not after.game.is_deterministic(before, after)

    def _blind_answer(self, rival: int, ends: Sequence[End], answers: list[Any]) -> float:
        """The average change of the value by a rival's answer to a move that it does not know."""
        self.certain = False
        if not answers:
            answers += [self._best_for(rival, state) for _, _, state in ends]
        gains = [
            self._judged(self._after(state, answer)) - judged if state.to_act == rival else 0.0
            for (_, judged, state), answer in zip(ends, answers, strict=True)
        ]
        return fmean(gains)

    def _answered_by(self, rival: int, state: State[Any]) -> State[Any]:
        """The state after the move that looks best to a rival."""
        return self._after(state, self._best_for(rival, state))

    def _best_for(self, rival: int, state: State[Any]) -> Any:
        """The move that looks best to a rival, who sees only its own view; None if it has no decision."""
        if state.to_act != rival:
            return None
        seen = state.determinize(rival, self.rng)
        moves = worth_trying(state.legal_moves(), self.rng)
        self.tried += len(moves)
        return max(moves, key=lambda move: self._value(self._after(seen, move), rival))

    def _after(self, state: State[Any], move: Any) -> State[Any]:
        """The state after a move."""
        after = state.copy()
        after.apply(move)
        return after

    def _judged(self, state: State[Any]) -> float:
        """The value of a state to the seat."""
        self.tried += 1
        return self._value(state, self.seat)

    def _value(self, state: State[Any], seat: int) -> float:
        if state.outcome:
            return state.outcome.worth[seat]
        value: float = state.game.judge_seat(state, seat, self.weights)
        return value


def replaced(
    values: list[float], found: dict[int, float], final: Collection[int], more: float = 0.0
) -> list[float]:
    """Replace the values by those found further on; `final` ones stay.

    The others lose as much as the best has lost, and more: their continuations have merely not been
    searched.
    """
    lost = max(0.0, max(values[first] for first in found) - max(found.values())) + more
    kept = {first: values[first] for first in final}
    return [found.get(first, kept.get(first, value - lost)) for first, value in enumerate(values)]


def usual(ends: Sequence[End]) -> End:
    """The average gain of a move, and the most typical of its ends that is not the end of the game."""
    mean = fmean([gain for gain, _, _ in ends])
    _, judged, after = min(ends, key=lambda end: (end[2].to_act is None, abs(end[0] - mean)))
    return mean, judged, after


def is_secret(state: State[Any]) -> bool:
    """Whether another seat decides next, and cannot tell what is chosen now."""
    *_, below, top = None, *state.pending
    decision = state.game.decisions.get(top.name)
    hidden = decision is not None and decision.secret
    return hidden and below is not None and below.seat not in (None, top.seat)


def is_together(state: State[Any]) -> bool:
    """Whether there are no rivals."""
    return state.game.cooperative or len(state.evaluate()) == 1


def different(lines: Iterable[Line]) -> Iterator[Line]:
    """Sort the lines from best to worst, without those that are the same moves in another order."""
    seen = set()
    for line in sorted(lines, key=lambda line: -line.value):
        if (line.value, line.moves) not in seen:
            seen.add((line.value, line.moves))
            yield line
