"""Every conceivable move, and positions of random play to try them in."""

from __future__ import annotations

from collections.abc import Iterator

from generator.engine.rng import Rng
from generator.games.grumbles.game import Grumbles
from generator.games.grumbles.moves import Move
from generator.games.grumbles.state import GrumblesState


def every_move(game: Grumbles) -> list[Move]:
    """All picks, actions and trades, whether legal anywhere or not."""
    config = game.standard
    moves = [*config.picks.values(), *config.trades.values()]
    for table in config.actions.values():
        moves.append(table.stay)
        for step in table.steps:
            moves += [step.move, *step.pulls, *(move for _, move in step.powers)]
        moves += [move for _, _, move in table.powers]
    return moves


def crowded(game: Grumbles, seed: int) -> GrumblesState:
    """A position in which the Grumbles are anywhere, with Goofs crowded around them."""
    rng = Rng(seed)
    config = game.standard
    squares = [name for row in "3456" for name in (f"{column}{row}" for column in "bcdef")]
    squares += ["a1", "a2", "b1", "d1", "d2", "d7", "g7"]
    names = rng.shuffled(config.powers)
    stars = [config.board.names[star] for star in config.board.stars]
    spots = [square for square in rng.shuffled(squares) if square not in stars]
    goofs = dict(zip(stars, ["regular", "regular", "regular", "super", "doom"], strict=True))
    grumbles = {name: spots.pop() for name in names[:6]}
    spots = [square for square in spots if square not in ("d1", "d7")]
    goofs |= {spots.pop(): "starter" for _ in range(5)}
    position = {
        "turn": 1 + rng.below(2),
        "red": {name: grumbles[name] for name in names[:3]},
        "green": {name: grumbles[name] for name in names[3:6]},
        "goofs": goofs,
        "pile": [],
    }
    return game.load(position)


def positions(game: Grumbles, count: int) -> Iterator[GrumblesState]:
    """Crowded positions, and those of the next two activations."""
    for seed in range(count):
        state = crowded(game, seed)
        rng = Rng(seed, stream=1)
        while state.outcome is None and state.pending[-1].name != "trade":
            yield state
            state = state.copy()
            state.apply(rng.pick(state.legal_moves()))
