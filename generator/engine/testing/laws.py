"""Laws: properties that every game has in every position, tested by random play.

A law is a function of a `Position`, which raises `LawBrokenError` if the position breaks it.
`trials` lists the ways to play a game, and `play` tests every law on one random game of a trial.  If
a law is broken, `play` shrinks the game: it reports the shortest list of moves it finds that breaks
a law as well.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, cached_property
from itertools import pairwise
from operator import attrgetter
from sys import maxsize
from typing import Any, TypeAlias

from generator.engine.events import Event
from generator.engine.game import IllegalMoveError, State
from generator.engine.rng import Rng
from generator.engine.testing.hidden_values import hidden_key, is_redrawn
from generator.engine.testing.trials import Trial as Trial
from generator.engine.testing.trials import trials as trials

Choice: TypeAlias = Callable[[Sequence[Any]], Any]
"""Picks one of the legal moves, or None to skip."""
WORLDS = (1, 2)
"""The random numbers by which a seat imagines the states that laws are tested in."""
MAX_SEATS = 10
"""Seats for which secrets are tested; of more, the one to act and these, spread over all."""


class LawBrokenError(AssertionError):
    """A game does not keep a law of the engine."""


class Position:
    """A state under test, with cached results that several laws need.

    Laws change no state but their own copies.
    """

    def __init__(self, trial: Trial, state: State[Any]) -> None:
        self.trial, self.state = trial, state
        self._worlds: dict[tuple[int, int], State[Any]] = {}
        self._after: dict[Any, tuple[list[Event], State[Any]]] = {}

    @property
    def moves(self) -> Sequence[Any]:
        return self.state.legal_moves()

    @cached_property
    def data(self) -> dict[str, Any]:
        """The state as it was at first."""
        return self.state.to_data()

    @cached_property
    def pieces(self) -> Sequence[str]:
        return self.state.pieces()

    def world(self, seat: int, number: int) -> State[Any]:
        """One of the states that a seat can imagine."""
        if (seat, number) not in self._worlds:
            self._worlds[seat, number] = self.state.determinize(seat, Rng(number))
        return self._worlds[seat, number]

    def after(self, move: Any) -> tuple[list[Event], State[Any]]:
        """The result of a move on a copy: its events, and the state after it."""
        if move not in self._after:
            copy = self.state.copy()
            self._after[move] = copy.apply(move), copy
        return self._after[move]


def require(holds: bool, law: str, *about: Any) -> None:
    """Raise LawBrokenError unless the law holds; `about` fills the placeholders of its text."""
    if not holds:
        raise LawBrokenError(law.format(*about) if about else law)


@cache
def _attributes(kind: type[State[Any]]) -> Callable[[Any], Any]:
    """Reads all attributes of a state of this class that its fields declare."""
    own = [entry.name for entry in kind.entries if entry.copy is not None]
    return attrgetter("config", "rng.state", "pending", "outcome", *own)


def same(one: State[Any], other: State[Any]) -> bool:
    """Whether two states are equal; compared as plain data only if some attribute differs."""
    kind = type(one)
    if kind.entries and type(other) is kind:
        attributes = _attributes(kind)
        if attributes(one) == attributes(other):
            return True
    return one == other


# The laws


def moves_are_a_choice(position: Position) -> None:
    """There are legal moves until the game is over, and none after; each is listed once."""
    state, moves = position.state, position.moves
    require(bool(moves) == (state.outcome is None), "moves until the end and none after it")
    require((state.to_act is None) == (state.outcome is not None), "somebody to act until the end")
    require(len(set(moves)) == len(moves), "no legal move twice")


def moves_are_text(position: Position) -> None:
    """The text of a move is read as an equal move, and no two moves have the same text."""
    read, known = position.trial.game.read_move, position.trial.known.moves
    texts = {str(move): move for move in position.moves}
    require(len(texts) == len(position.moves), "every legal move has its own text")
    for text, move in texts.items():
        if text not in known:
            known[text] = read(text)
        require(known[text] == move, '"{}" is read as itself', text)


def copies_are_independent(position: Position) -> None:
    """A copy is equal, continues in the same way, and shares nothing with its original."""
    state, before = position.state, position.data
    for move in _sample(position.moves):
        events, one = position.after(move)
        other = state.copy()
        require(events == other.apply(move), '"{}" does the same to two copies', move)
        require(same(one, other), '"{}" leads two copies to the same position', move)
        require(state.to_data() == before, '"{}" on a copy leaves the state alone', move)


def states_are_data(position: Position) -> None:
    """A state that is saved and loaded is equal and continues in the same way."""
    loaded = position.trial.game.load(json.loads(json.dumps(position.data)))
    require(same(loaded, position.state), "a state is equal after saving and loading")
    require(loaded.legal_moves() == position.moves, "a loaded state has the same moves")
    for move in _sample(position.moves):
        events, one = position.after(move)
        other = loaded.copy()
        require(events == other.apply(move), '"{}" does the same after loading', move)
        require(same(one, other), '"{}" leads to the same position after loading', move)


def views_keep_secrets(position: Position) -> None:
    """What a seat sees and can do does not depend on what is hidden from it."""
    state = position.state
    seen = state.view(None)
    json.dumps(seen)
    for seat in _seats(position):
        one, other = (position.world(seat, number) for number in WORLDS)
        shown = seat + 1  # as events and examples count them
        require(one.view(seat) == state.view(seat), "seat {} sees nothing of what is hidden", shown)
        require(one.view(None) == seen, "everybody sees nothing of what is hidden")
        # The other world has what is drawn from the true state with the same number.
        again = zip((one, other), (other, one), reversed(WORLDS), strict=True)
        require(
            all(
                same(world.determinize(seat, Rng(number)), drawn) for world, drawn, number in again
            ),
            "what is drawn anew for seat {} does not depend on what is hidden",
            shown,
        )
        require(one.pieces() == position.pieces, "no piece is lost when hidden things are redrawn")
        require(not one.faults(), "hidden things redrawn make a possible position")
        require(
            one.to_act == state.to_act, "it stays the same seat's decision when things are redrawn"
        )
        if seat == state.to_act:
            one.clear_legal_moves()  # a copy may still have cached those of the true state
            require(one.legal_moves() == position.moves, "moves do not reveal what is hidden")


def positions_are_possible(position: Position) -> None:
    """A position reached by play passes the checks of positions."""
    faults = position.state.faults()
    require(not faults, "; ".join(map(str, faults)))


def values_are_shares(position: Position) -> None:
    """Evaluations and outcomes have a value from 0 to 1 for every seat."""
    state = position.state
    values = [state.evaluate()] + ([state.outcome.worth] if state.outcome else [])
    for value in values:
        require(len(value) == position.trial.players, "a value for every seat")
        require(all(0 <= share <= 1 for share in value), "values from 0 to 1")


def certain_is_certain(position: Position) -> None:
    """A certain move is worth the same, and a deterministic one does the same, whatever is hidden."""
    if (seat := position.state.to_act) is None:
        return
    game = position.trial.game
    worlds = [position.world(seat, number) for number in WORLDS]
    for move in _sample(position.moves):
        pairs = [(world, world.copy()) for world in worlds]
        one, other = (after.apply(move) for _, after in pairs)
        if any(game.is_deterministic(world, after) for world, after in pairs):
            require(one == other, '"{}" is as deterministic as it is called', move)
        if any(after.is_certain_after(world) for world, after in pairs):
            value, another = (after.evaluate()[seat] for _, after in pairs)
            require(abs(value - another) < 1e-9, '"{}" is as certain as it is called', move)


LAWS: tuple[Callable[[Position], None], ...] = (
    moves_are_a_choice,
    moves_are_text,
    copies_are_independent,
    states_are_data,
    views_keep_secrets,
    positions_are_possible,
    values_are_shares,
    certain_is_certain,
)
"""Laws of positions."""


def what_stays_hidden(position: Position) -> str:
    """What a seat cannot see and yet imagines as it is; empty once the game has redrawn anything.

    A law of games: something that seats cannot see is drawn anew at some time.  In one position
    little may be hidden, and chance may draw it as it is.
    """
    known, state = position.trial.known, position.state
    for seat in _seats(position):
        known.redraws = known.redraws or is_redrawn(state, seat)
        if not known.redraws and (key := hidden_key(position.trial.game, state, seat)):
            return f'"{key}" is hidden from seat {seat + 1}, which imagines it as it is'
    return ""


def events_cite_rules(trial: Trial, events: Sequence[Event]) -> None:
    """Every event cites a rule of the rulebook, is plain data, and has a description.

    Games repeat themselves: a known event is not described again.
    """
    game, known = trial.game, trial.known.events
    for event in events:
        require(event.rule in game.rules, "the rule {} is in the rulebook", event.rule)
        if (text := _text(event)) not in known:
            json.dumps(event.as_data())
            require(bool(game.describe(event)), "an event can be told")
            known.add(text)


_text = tuple.__repr__
"""An event as a text; for a named tuple that takes five times as long."""


def illegal_is_refused(position: Position, move: Any) -> None:
    """An illegal move is refused under a rule of the rulebook or none, and changes nothing."""
    state = position.state
    if move in position.moves:
        return
    before = position.data
    try:
        state.apply(move)
    except IllegalMoveError as refusal:
        known = ("", *position.trial.game.rules)
        require(refusal.rule in known, "the rule {} is in the rulebook", refusal.rule)
        require(state.to_data() == before, 'the refused move "{}" changes nothing', move)
    else:
        raise LawBrokenError(f'"{move}" is not a legal move, but was accepted')


def play(trial: Trial, seed: int, every: int | None = 1, most: int | None = None) -> int:
    """Test all laws on a random game; return the number of its decisions.

    Cheap laws are tested at every decision: events cite rules and have a description, a second game
    with the same seed and moves has the same events, no game is longer than the longest.  Costly
    ones (the laws of positions, that no piece is lost, refusals) are tested at every `every`-th
    decision and at the end; if that is None, at decisions that the seed chooses (see `chosen`) and
    at the end.  The game is stopped after `most` decisions.

    Raises LawBrokenError with the shortest failing game found.
    """
    rng = Rng(seed, stream=1)
    before = random.getstate()
    moves: list[Any] = []

    def choices() -> Iterator[Choice]:
        while most is None or len(moves) < most:
            yield rng.pick

    try:
        _run(
            trial,
            seed,
            choices(),
            moves,
            chosen(seed) if every is None else range(0, maxsize, every),
        )
    except Exception as error:  # any error of a game is a fault of the game
        texts = shorten(lambda shorter: _fails(trial, seed, shorter), list(map(str, moves)))
        message = f"{trial} seed={seed}: {type(error).__name__}: {error}; moves: {texts}"
        raise LawBrokenError(message) from error
    require(random.getstate() == before, "the global random generator is not touched")
    return len(moves)


def chosen(seed: int) -> frozenset[int]:
    """Decisions for the costly laws: one of the first 12, of the next 84, 672, ... by the seed.

    So every game of some length meets each law midway, and any position may be tested in some game.
    """
    rng = Rng(seed, stream=2)
    ends = [0, *(12 * 8**power for power in range(6))]
    return frozenset(low + rng.below(high - low) for low, high in pairwise(ends))


def shorten(fails: Callable[[list[str]], bool], moves: list[str]) -> list[str]:
    """Shorten a failing list of moves by leaving out runs of moves while it still fails."""
    size = len(moves)
    while size:
        start = 0
        while start < len(moves):
            shorter = moves[:start] + moves[start + size :]
            if fails(shorter):
                moves = shorter
            else:
                start += size
        size //= 2
    return moves


def _fails(trial: Trial, seed: int, texts: Sequence[str]) -> bool:
    """Whether the game with these moves breaks a law; moves that are not legal are skipped."""
    try:
        _run(trial, seed, map(_with_text, texts), [], ())
    except Exception:
        return True
    return False


def _with_text(text: str) -> Choice:
    """A choice that picks the move with this text."""
    return lambda moves: next((move for move in moves if str(move) == text), None)


def _run(
    trial: Trial, seed: int, choices: Iterator[Choice], made: list[Any], costly: Collection[int]
) -> None:
    """Test the laws on one game, the costly ones at these decisions; appends every move to `made`."""
    state, events = trial.start(seed)
    twin, _ = trial.start(seed)
    pieces, longest = state.pieces(), trial.game.max_decisions(trial.options)
    trial.known.trim()
    events_cite_rules(trial, events)
    met: list[Any] = []
    hidden = ""
    for choose in choices:
        if len(made) in costly:
            hidden = _test_position(Position(trial, state), pieces, met) or hidden
        if state.outcome:
            break
        moves = state.legal_moves()
        met = [*met[-20:], *_sample(moves)]
        move = choose(moves)
        if move is None:
            continue
        made.append(move)
        events = state.apply(move)
        events_cite_rules(trial, events)
        require(twin.apply(move) == events, "the same seed and moves make the same game")
        require(len(made) <= longest, "no game is longer than {} decisions", longest)
    hidden = _test_position(Position(trial, state), pieces, met) or hidden
    require(trial.known.redraws or not hidden, "{}", hidden)
    require(same(twin, state), "the same seed and moves lead to the same position")


def _test_position(position: Position, pieces: Sequence[str], met: Sequence[Any]) -> str:
    """Test every law on a position; `met` are moves that were legal earlier in the game.

    Returns `what_stays_hidden` in it.
    """
    require(position.pieces == pieces, "no piece is lost or gained")
    for law in LAWS:
        law(position)
    for move in _sample(met):
        illegal_is_refused(position, move)
    return what_stays_hidden(position)


def _seats(position: Position) -> Collection[int]:
    """The seats for which secrets are tested."""
    players, to_act = position.trial.players, position.state.to_act
    spread = range(0, players, -(-players // MAX_SEATS))
    return spread if to_act is None else {to_act, *spread}


def _sample(moves: Sequence[Any]) -> Sequence[Any]:
    """A sample of at most a few moves, evenly spread."""
    return moves[:: max(1, len(moves) // 4)]
