"""Turns a game and its players into a story: every move, what came of it, and the state after it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.engine.bots import Bot, ask
from generator.engine.events import Event
from generator.engine.game import Game, State
from generator.engine.rng import Rng
from generator.engine.simulation.move_bans import MoveBan, with_bans


@dataclass(frozen=True, slots=True)
class Told:
    """One move of a game, and what came of it; the first of a game is its set-up, without a move."""

    seat: int | None
    move: str
    events: Sequence[Event]
    state: State[Any]
    """The state after the move.  It is the game's own and changes when the story goes on."""


def play(
    game: Game[Any],
    bots: Sequence[Bot],
    seed: int = 1,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    turns: int | None = None,
    bars: Sequence[MoveBan] = (),
) -> Iterator[Told]:
    """Plays a game, or its first so many turns, with a bot for every seat in rotation.

    The moves that `bars` hold back are made only for want of others.

    The same seed and bots play the same game.  Raises KitError for an impossible request.
    """
    state, events = game.start(seed, players, options)
    state = with_bans(state, bars)
    chances = [Rng(seed, stream=1 + seat) for seat in range(max(game.seats))]
    yield Told(None, "", events, state)
    while (seat := state.to_act) is not None:
        move = ask(bots[seat % len(bots)], state, chances[seat])
        told = Told(seat, str(move), state.apply(move), state)
        if turns is not None and state.turn > turns:
            yield told
            return
        yield told


def transcript(game: Game[Any], story: Iterable[Told]) -> Iterator[str]:
    """The story as lines to read: the position at every turn, then each event with its rule."""
    turn = 0
    for told in story:
        names = game.seat_names(max(game.seats))
        if told.move and told.seat is not None:
            yield f"{names[told.seat]}: {told.move}"
        for event in told.events:
            yield f"    {game.describe(event)}  ({event.rule})"
        if told.state.turn > turn or told.state.outcome or not told.move:
            turn = told.state.turn
            yield ""
            yield told.state.text()
            yield ""


def json_lines(story: Iterable[Told]) -> Iterator[str]:
    """The story as JSON Lines: every move, every event, and the full state at every turn."""
    turn = -1
    for told in story:
        if told.move and told.seat is not None:
            yield json.dumps({"move": told.move, "seat": told.seat + 1})
        for event in told.events:
            yield json.dumps(event.as_data())
        if told.state.turn > turn or told.state.outcome:
            turn = told.state.turn
            yield json.dumps({"turn": turn, "state": told.state.to_data()})
