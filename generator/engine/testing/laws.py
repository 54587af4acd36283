"""Laws: properties that every game has in every position, tested by random play.

A law is a function of a `Trial` and a state, which raises `LawBrokenError` if the state breaks it.
`trials` lists the ways to play a game, and `play` tests every law on one random game of a trial.  If
a law is broken, `play` shrinks the game: it reports the shortest list of moves it finds that breaks
a law as well.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import prod
from sys import maxsize
from typing import Any, TypeAlias

from generator.engine.events import Event
from generator.engine.game import Game, IllegalMoveError, State
from generator.engine.options import Value, values_to_try
from generator.engine.rng import Rng

Choice: TypeAlias = Callable[[Sequence[Any]], Any]
"""Picks one of the legal moves, or None to skip."""
MOST_CHOICES = 50
"""Choices of a game's options that are all tried; The Grizzled has 12."""
MOST_SEATS = 12
"""Numbers of players that are all tried."""


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
    """Every number of players with every choice of options; for a number, its limits and default."""
    values = {name: values_to_try(option) for name, option in game.records.options.items()}
    choices = _choices(values)
    return [
        Trial(game, players, chosen)
        for players in _seats(game.seats)
        for chosen in choices
        if players in game.seats_with(chosen)
    ]


def _seats(seats: Sequence[int]) -> Sequence[int]:
    """These numbers of players; of too many, the fewest, the most and some between."""
    steps = min(len(seats), MOST_SEATS) - 1
    return [seats[number * (len(seats) - 1) // max(steps, 1)] for number in range(steps + 1)]


def _choices(values: Mapping[str, Sequence[Value]]) -> list[dict[str, Value]]:
    """Every choice of these values; of too many, some, among which each value is."""
    if prod(map(len, values.values())) <= MOST_CHOICES:
        return [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]
    rng = Rng(1)
    longest = max(map(len, values.values()))
    cycled = [
        {
            name: each[(number + shift) % len(each)]
            for shift, (name, each) in enumerate(values.items())
        }
        for number in range(longest)
    ]
    picked = [
        {name: rng.pick(each) for name, each in values.items()}
        for _ in range(longest, MOST_CHOICES)
    ]
    return [*cycled, *picked]


def require(holds: bool, law: str) -> None:
    """Raise LawBrokenError unless the law holds."""
    if not holds:
        raise LawBrokenError(law)


# The laws


def moves_are_a_choice(trial: Trial, state: State[Any]) -> None:
    """There are legal moves until the game is over, and none after; each is listed once."""
    moves = state.legal_moves()
    require(bool(moves) == (state.outcome is None), "moves until the end and none after it")
    require((state.to_act is None) == (state.outcome is not None), "somebody to act until the end")
    require(len(set(moves)) == len(moves), "no legal move twice")


def moves_are_text(trial: Trial, state: State[Any]) -> None:
    """The text of a move is read as an equal move, and no two moves have the same text."""
    moves = state.legal_moves()
    require(len(set(map(str, moves))) == len(moves), "every legal move has a text of its own")
    for move in moves:
        require(trial.game.read_move(str(move)) == move, f'"{move}" is read as itself')


def copies_are_independent(trial: Trial, state: State[Any]) -> None:
    """A copy is equal, goes on in the same way, and shares nothing with its original."""
    before = state.to_data()
    for move in _sample(state.legal_moves()):
        one, other = state.copy(), state.copy()
        require(one.apply(move) == other.apply(move), f'"{move}" does the same to two copies')
        require(one == other, f'"{move}" leads two copies to the same position')
        require(state.to_data() == before, f'"{move}" on a copy leaves the state alone')


def states_are_data(trial: Trial, state: State[Any]) -> None:
    """A state that is saved and loaded is equal and goes on in the same way."""
    loaded = trial.game.load(json.loads(json.dumps(state.to_data())))
    require(loaded == state, "a state is equal after saving and loading")
    require(loaded.legal_moves() == state.legal_moves(), "a loaded state has the same moves")
    for move in _sample(state.legal_moves()):
        one, other = state.copy(), loaded.copy()
        require(one.apply(move) == other.apply(move), f'"{move}" does the same after loading')
        require(one == other, f'"{move}" leads to the same position after loading')


def views_keep_secrets(trial: Trial, state: State[Any]) -> None:
    """What a seat sees and can do does not depend on what is hidden from it."""
    seen, pieces = state.view(None), state.pieces()
    json.dumps(seen)
    for seat in range(trial.players):
        one, other = (state.determinize(seat, Rng(number)) for number in (1, 2))
        require(one.view(seat) == state.view(seat), f"seat {seat} sees nothing of what is hidden")
        require(one.view(None) == seen, "everybody sees nothing of what is hidden")
        drawn = [world.determinize(seat, Rng(3)).to_data() for world in (state, one, other)]
        require(
            drawn[0] == drawn[1] == drawn[2],
            f"what is drawn anew for seat {seat} does not hang on what is hidden",
        )
        require(one.pieces() == pieces, "no piece is lost when hidden things are redrawn")
        require(not one.faults(), "hidden things redrawn make a possible position")
        require(one.to_act == state.to_act, "whose decision it is stays when things are redrawn")
        if seat == state.to_act:
            one.clear_legal_moves()  # a copy may still know those of the true state
            require(one.legal_moves() == state.legal_moves(), "moves do not tell what is hidden")


def positions_are_possible(trial: Trial, state: State[Any]) -> None:
    """A position reached by play passes the checks of positions."""
    require(not state.faults(), "; ".join(map(str, state.faults())))


def values_are_shares(trial: Trial, state: State[Any]) -> None:
    """Evaluations and outcomes have a value from 0 to 1 for every seat."""
    values = [state.evaluate()] + ([state.outcome.worth] if state.outcome else [])
    for value in values:
        require(len(value) == trial.players, "a value for every seat")
        require(all(0 <= share <= 1 for share in value), "values from 0 to 1")


def certain_is_certain(trial: Trial, state: State[Any]) -> None:
    """A certain move is worth the same, a deterministic one does the same, whatever the seat cannot see."""
    if (seat := state.to_act) is None:
        return
    worlds = [state.determinize(seat, Rng(number)) for number in (1, 2)]
    for move in _sample(state.legal_moves()):
        pairs = [(world, world.copy()) for world in worlds]
        one, other = (after.apply(move) for _, after in pairs)
        if any(trial.game.is_deterministic(world, after) for world, after in pairs):
            require(one == other, f'"{move}" is as deterministic as it is called')
        if any(after.is_certain_after(world) for world, after in pairs):
            value, another = (after.evaluate()[seat] for _, after in pairs)
            require(abs(value - another) < 1e-9, f'"{move}" is as certain as it is called')


LAWS: tuple[Callable[[Trial, State[Any]], None], ...] = (
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


def events_cite_rules(game: Game[Any], events: Sequence[Event], met: set[str]) -> None:
    """Every event cites a rule of the rulebook, is plain data, and has a description.

    Games repeat themselves: what is in `met` is not tested again.
    """
    for event in events:
        require(event.rule in game.rules, f"the rule {event.rule} is in the rulebook")
        if (text := repr(event)) not in met:
            met.add(text)
            json.dumps(event.as_data())
            require(bool(game.describe(event)), "an event can be told")


def illegal_is_refused(game: Game[Any], state: State[Any], move: Any) -> None:
    """An illegal move is refused under a rule of the rulebook, and changes nothing."""
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


def play(trial: Trial, seed: int, every: int | None = 1, most: int | None = None) -> int:
    """Test all laws on a random game; return the number of its decisions.

    Cheap laws are tested at every decision: events cite rules and can be told, a second game with the
    same seed and moves has the same events, no game is longer than the longest.  Costly ones (the laws
    of positions, that no piece is lost, refusals) are tested at every `every`-th decision and at the
    end; if that is None, at decisions that the seed chooses (see `chosen`) and at the end.  The game
    is stopped after `most` decisions.  Raises LawBrokenError with the shortest failing game found.
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

    So every game of some length meets each law in its midst, and any position is the one in some game.
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
    game = trial.game
    state, events = trial.start(seed)
    twin, _ = trial.start(seed)
    pieces, longest = state.pieces(), game.max_decisions(trial.options)
    told: set[str] = set()
    events_cite_rules(game, events, told)
    met: list[Any] = []
    for choose in choices:
        if len(made) in costly:
            _test_position(trial, state, pieces, met)
        if state.outcome:
            break
        moves = state.legal_moves()
        met = [*met[-20:], *_sample(moves)]
        move = choose(moves)
        if move is None:
            continue
        made.append(move)
        events = state.apply(move)
        events_cite_rules(game, events, told)
        require(twin.apply(move) == events, "the same seed and moves make the same game")
        require(len(made) <= longest, f"no game is longer than {longest} decisions")
    _test_position(trial, state, pieces, met)
    require(twin == state, "the same seed and moves lead to the same position")


def _test_position(
    trial: Trial, state: State[Any], pieces: Sequence[str], met: Sequence[Any]
) -> None:
    """Test every law on a position; `met` are moves that were legal earlier in the game."""
    require(state.pieces() == pieces, "no piece is lost or gained")
    for law in LAWS:
        law(trial, state)
    for move in _sample(met):
        illegal_is_refused(trial.game, state, move)


def _sample(moves: Sequence[Any]) -> Sequence[Any]:
    """A sample of at most a few moves, evenly spread."""
    return moves[:: max(1, len(moves) // 4)]
