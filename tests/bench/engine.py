"""Benchmark of the rules engine: random games in Grimoire and in other libraries.

At every decision all legal moves are listed, one is drawn at random and played.  A move is a
decision of a player; random draws of the game are not counted.  Grimoire keeps complete states and
records every event.  Each library plays in a separate process; they alternate, and processor time
is measured, which other load on the machine does not affect.  The main operations of a search,
copies of a state and simulations, are measured for Grimoire only.

    python -m tests.bench.engine CASE SECONDS      plays one case; prints moves, games, seconds
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Mapping
from functools import cache
from statistics import median
from typing import Any

from tests.bench.measure import CannotRunError, run

OURS = "Grimoire: grumbles"
PEER = "OpenSpiel: python_tic_tac_toe"
"""The library that ratios refer to, with games in Python."""

Playout = Callable[[random.Random], int]
"""Plays one random game or similar, and gives the number of decisions (copies, ...) in it."""

Figures = dict[str, dict[str, float | None]]
"""Case -> figure -> value."""


def grimoire(kit: str) -> Playout:
    """A game of Grimoire, with its complete log."""
    game = _game(kit)

    def play(rng: random.Random) -> int:
        state, log = game.start(rng.getrandbits(32))
        moves = 0
        while state.to_act is not None:
            log += state.apply(rng.choice(state.legal_moves()))
            moves += 1
        return moves

    return play


def copies(kit: str) -> Playout:
    """Copies of states in the middle of a game."""
    states = [_middle_of_a_game(kit, random.Random(seed)) for seed in range(50)]

    def play(rng: random.Random) -> int:
        state = rng.choice(states)
        for _ in range(1000):
            state.copy()
        return 1000

    return play


def simulations(kit: str) -> Playout:
    """One decision by tree search in the middle of a game; counts its simulations."""
    from generator.engine.bots.mcts import Mcts
    from generator.engine.bots.observation import Observation
    from generator.engine.rng import Rng

    bot = Mcts()
    states = [_middle_of_a_game(kit, random.Random(seed)) for seed in range(50)]

    def play(rng: random.Random) -> int:
        bot(Observation(rng.choice(states)), Rng(rng.getrandbits(32)))
        return bot.simulations

    return play


@cache
def _game(kit: str) -> Any:
    from generator.base.locations import data_root
    from generator.engine.registry import load_game

    return load_game(kit, data_root() / kit)


def _middle_of_a_game(kit: str, rng: random.Random) -> Any:
    """A state with several legal moves, after some dozens of random moves."""
    while True:
        state, _ = _game(kit).start(rng.getrandbits(32))
        for _ in range(rng.randint(20, 60)):
            if state.to_act is not None:
                state.apply(rng.choice(state.legal_moves()))
        if len(state.legal_moves()) > 1:
            return state


def open_spiel(name: str) -> Playout:
    """A game of OpenSpiel without chance or simultaneous moves."""
    import pyspiel
    from open_spiel.python import games  # noqa: F401  registers the games written in Python

    game = pyspiel.load_game(name)

    def play(rng: random.Random) -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
        state.returns()
        return moves

    return play


def python_chess() -> Playout:
    """Chess until mate, stalemate, bare kings, 75 moves without progress, or 400 moves."""
    import chess

    def play(rng: random.Random) -> int:
        board = chess.Board()
        for moves in range(400):
            legal = list(board.legal_moves)
            if not legal or board.is_insufficient_material() or board.halfmove_clock >= 150:
                return moves
            board.push(rng.choice(legal))
        return 400

    return play


GAMES: dict[str, Callable[[], Playout]] = {
    OURS: lambda: grimoire("grumbles"),
    "Grimoire: grizzled": lambda: grimoire("grizzled"),
    "Grimoire: gruff": lambda: grimoire("gruff"),
    "Grimoire: ggt": lambda: grimoire("ggt"),
    "Grimoire: grudge": lambda: grimoire("grudge"),
    PEER: lambda: open_spiel("python_tic_tac_toe"),
    "OpenSpiel: breakthrough 7x7 (C++)": lambda: open_spiel("breakthrough(rows=7,columns=7)"),
    "python-chess": python_chess,
}
SEARCH: dict[str, Callable[[], Playout]] = {
    "copies of a state": lambda: copies("grumbles"),
    "simulations of MCTS": lambda: simulations("grumbles"),
}


def play_for(case: str, seconds: float) -> tuple[int, int, float]:
    """Play random games for about this long; moves, games and seconds of processor time."""
    playout, rng = (GAMES | SEARCH)[case](), random.Random(1)
    playout(rng)
    moves = games = 0
    start = now = time.process_time()
    while now - start < seconds:
        moves += playout(rng)
        games += 1
        now = time.process_time()
    return moves, games, now - start


def measure_games(rounds: int, seconds: float, say: Callable[[str], None]) -> Figures:
    """Moves a second of every library; those that cannot run here are reported and left out."""
    runs = _runs(GAMES, rounds, seconds, say)
    speeds = {case: median(moves / took for moves, _, took in done) for case, done in runs.items()}
    return {
        case: {
            "moves_per_s": speeds[case],
            "moves_per_game": median(moves / games for moves, games, _ in done),
            "speed_ratio": speeds[case] / speeds[PEER] if PEER in speeds else None,
        }
        for case, done in runs.items()
    }


def measure_search(rounds: int, seconds: float, say: Callable[[str], None]) -> Figures:
    """Copies and simulations a second, and the duration of one."""
    runs = _runs(SEARCH, rounds, seconds, say)
    speeds = {case: median(moves / took for moves, _, took in done) for case, done in runs.items()}
    return {
        case: {"done_per_s": speed, "microseconds_each": 1e6 / speed}
        for case, speed in speeds.items()
    }


def _runs(
    cases: Mapping[str, object], rounds: int, seconds: float, say: Callable[[str], None]
) -> dict[str, list[tuple[float, float, float]]]:
    """The results of `play_for` in each round, each time in a new process."""
    runs: dict[str, list[tuple[float, float, float]]] = {case: [] for case in cases}
    for number in range(1, rounds + 1):
        say(f"engine: round {number} of {rounds}")
        for case in tuple(runs):
            command = [sys.executable, "-m", "tests.bench.engine", case, str(seconds)]
            try:
                moves, games, took = map(float, run(command)[1].split()[-3:])
            except CannotRunError as error:
                say(f"{case} cannot run here: {error}")
                del runs[case]
            else:
                runs[case].append((moves, games, took))
    return runs


if __name__ == "__main__":
    print(*play_for(sys.argv[1], float(sys.argv[2])))
