"""Turns a promise that every game makes into a check on a position: the laws of the engine.

A law is a function of a `Trial` and a state; it raises `LawBrokenError` where the state breaks it.
`trials` says how a game can be played at all, and `play` holds one random game of a trial against
every law.  When a law is broken, `play` looks for a shorter game that breaks one, too, and names
that one: the shortest list of moves it can find.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeAlias

from generator.engine.events import Event
from generator.engine.game import Game, IllegalMoveError, State
from generator.engine.options import Value, values_to_try
from generator.engine.rng import Rng

Choice: TypeAlias = Callable[[Sequence[Any]], Any]
"""Picks one of the legal moves; None: the wanted one is not among them."""


class LawBrokenError(AssertionError):
    """A game does not keep a law of the engine."""


@dataclass(frozen=True)
class Trial:
    """One way to play a game: how many seats, and which options."""

    game: Game[Any]
    players: int
    options: dict[str, Value]

    def start(self, seed: int) -> tuple[State[Any], list[Event]]:
        return self.game.start(seed, self.players, self.options)

    def __str__(self) -> str:
        words = [f"{name}={value}" for name, value in self.options.items()]
        return " ".join([self.game.name, f"players={self.players}", *words])


def trials(game: Game[Any]) -> list[Trial]:
    """Every number of players with every choice of every option; of a number its limits and default."""
    values = [
        [(name, value) for value in values_to_try(option)]
        for name, option in game.records.options.items()
    ]
    choices = [dict(chosen) for chosen in product(*values)]
    return [
        Trial(game, players, chosen)
        for players in game.seats
        for chosen in choices
        if players in game.seats_with(chosen)
    ]


def require(holds: bool, law: str) -> None:
    """Raises LawBrokenError unless the law holds."""
    if not holds:
        raise LawBrokenError(law)


# The laws


def moves_are_a_choice(trial: Trial, state: State[Any]) -> None:
    """Somebody has a move until the game is over, nobody after that; no move is there twice."""
    moves = state.legal_moves()
    require(bool(moves) == (state.outcome is None), "moves until the end and none after it")
    require((state.to_act is None) == (state.outcome is not None), "somebody to act until the end")
    require(len(set(moves)) == len(moves), "no legal move twice")


def moves_are_text(trial: Trial, state: State[Any]) -> None:
    """A move's text is read as that move again, and no two moves have the same text."""
    moves = state.legal_moves()
    require(len(set(map(str, moves))) == len(moves), "every legal move has a text of its own")
    for move in moves:
        require(trial.game.read_move(str(move)) == move, f'"{move}" is read as itself')


def copies_are_independent(trial: Trial, state: State[Any]) -> None:
    """A copy is equal; playing on with it changes neither the state nor what comes of it."""
    before = state.to_data()
    for move in _few(state.legal_moves()):
        one, other = state.copy(), state.copy()
        require(one.apply(move) == other.apply(move), f'"{move}" does the same to two copies')
        require(one == other, f'"{move}" leads two copies to the same position')
        require(state.to_data() == before, f'"{move}" on a copy leaves the state alone')


def states_are_data(trial: Trial, state: State[Any]) -> None:
    """A state written to a file and read again is equal and goes on in the same way."""
    loaded = trial.game.load(json.loads(json.dumps(state.to_data())))
    require(loaded == state, "a state is equal after saving and loading")
    require(loaded.legal_moves() == state.legal_moves(), "a loaded state has the same moves")
    for move in _few(state.legal_moves()):
        one, other = state.copy(), loaded.copy()
        require(one.apply(move) == other.apply(move), f'"{move}" does the same after loading')
        require(one == other, f'"{move}" leads to the same position after loading')


def views_keep_secrets(trial: Trial, state: State[Any]) -> None:
    """What a seat sees, and may do, does not depend on anything that is hidden from it."""
    json.dumps(state.view(None))
    for seat in range(trial.players):
        one, other = (state.determinize(seat, Rng(number)) for number in (1, 2))
        require(one.view(seat) == state.view(seat), f"seat {seat} sees nothing of what is hidden")
        require(one.view(None) == state.view(None), "everybody sees nothing of what is hidden")
        anew = [world.determinize(seat, Rng(3)) for world in (state, one, other)]
        require(
            anew[0] == anew[1] == anew[2],
            f"what is drawn anew for seat {seat} does not hang on what is hidden",
        )
        require(one.pieces() == state.pieces(), "no piece is lost when hidden things are redrawn")
        require(not one.faults(), "hidden things redrawn make a possible position")
        require(one.to_act == state.to_act, "whose decision it is stays when things are redrawn")
        if seat == state.to_act:
            one.clear_legal_moves()  # a copy may still know those of the true state
            require(one.legal_moves() == state.legal_moves(), "moves do not tell what is hidden")


def positions_are_possible(trial: Trial, state: State[Any]) -> None:
    """A position that was reached by play passes the position checks."""
    require(not state.faults(), "; ".join(map(str, state.faults())))


def values_are_shares(trial: Trial, state: State[Any]) -> None:
    """Every seat has a value between 0 and 1, and so has its share of an outcome."""
    values = [state.evaluate()] + ([state.outcome.worth] if state.outcome else [])
    for value in values:
        require(len(value) == trial.players, "a value for every seat")
        require(all(0 <= share <= 1 for share in value), "values from 0 to 1")


LAWS: tuple[Callable[[Trial, State[Any]], None], ...] = (
    moves_are_a_choice,
    moves_are_text,
    copies_are_independent,
    states_are_data,
    views_keep_secrets,
    positions_are_possible,
    values_are_shares,
)
"""The laws that hold in every position."""


def events_cite_rules(game: Game[Any], events: Sequence[Event]) -> None:
    """Every event cites a rule of the rulebook, is plain data, and can be told."""
    for event in events:
        require(event.rule in game.rules, f"the rule {event.rule} is in the rulebook")
        json.dumps(event.as_data())
        require(bool(game.describe(event)), "an event can be told")


def illegal_is_refused(game: Game[Any], state: State[Any], move: Any) -> None:
    """A move that is not legal is refused under a rule of the rulebook, and changes nothing."""
    if move in state.legal_moves():
        return
    before = state.to_data()
    try:
        state.apply(move)
    except IllegalMoveError as refusal:
        require(refusal.rule in game.rules, f"the rule {refusal.rule} is in the rulebook")
        require(state.to_data() == before, f'the refused move "{move}" changes nothing')
    else:
        raise LawBrokenError(f'"{move}" is not a legal move, but was accepted')


def play(trial: Trial, seed: int, every: int = 1, most: int | None = None) -> int:
    """Plays a random game and holds it against the laws; returns the number of its decisions.

    The laws of positions are tested before every `every`-th decision and at the end.  The game is
    broken off after `most` decisions.  Raises LawBrokenError, naming the shortest game found.
    """
    rng = Rng(seed, stream=1)
    before = random.getstate()
    texts: list[str] = []

    def choices() -> Iterator[Choice]:
        while most is None or len(texts) < most:
            yield rng.pick

    try:
        _run(trial, seed, choices(), texts, every)
    except Exception as error:  # whatever a game dies of is a fault of the game
        texts = shorten(lambda shorter: _fails(trial, seed, shorter), texts)
        says = f"{trial} seed={seed}: {type(error).__name__}: {error}; moves: {texts}"
        raise LawBrokenError(says) from error
    require(random.getstate() == before, "the global random generator is not touched")
    return len(texts)


def shorten(fails: Callable[[list[str]], bool], moves: list[str]) -> list[str]:
    """A list of moves, as short as can be found by leaving some out, that still fails."""
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
    """Whether the game with these moves breaks a law, on the way or in its last position.

    Moves that are not legal when their turn comes are left out.
    """

    def choices() -> Iterator[Choice]:
        yield from map(_named, texts)

    try:
        _run(trial, seed, choices(), [], every=len(texts) + 1)
    except Exception:
        return True
    return False


def _named(text: str) -> Choice:
    """Picks the move with this text, if it is there."""
    return lambda moves: next((move for move in moves if str(move) == text), None)


def _run(trial: Trial, seed: int, choices: Iterator[Choice], texts: list[str], every: int) -> None:
    """One game against the laws; `texts` gets the moves, one at a time."""
    game = trial.game
    state, events = trial.start(seed)
    twin, _ = trial.start(seed)
    pieces, longest = state.pieces(), game.max_decisions(trial.options)
    events_cite_rules(game, events)
    met: list[Any] = []
    for choose in choices:
        if len(texts) % every == 0:
            _hold(trial, state, met)
        if state.outcome:
            break
        moves = state.legal_moves()
        met = [*met[-20:], *_few(moves)]
        move = choose(moves)
        if move is None:
            continue
        texts.append(str(move))
        events = state.apply(move)
        events_cite_rules(game, events)
        require(twin.apply(move) == events, "the same seed and moves make the same game")
        require(state.pieces() == pieces, "no piece is lost or gained")
        require(len(texts) <= longest, f"no game is longer than {longest} decisions")
    _hold(trial, state, met)
    require(twin == state, "the same seed and moves lead to the same position")


def _hold(trial: Trial, state: State[Any], met: Sequence[Any]) -> None:
    """Holds a position against every law; `met` are moves that were legal a while ago."""
    for law in LAWS:
        law(trial, state)
    for move in _few(met):
        illegal_is_refused(trial.game, state, move)


def _few(moves: Sequence[Any]) -> Sequence[Any]:
    """Some of many moves, spread over all of them."""
    return moves[:: max(1, len(moves) // 4)]
