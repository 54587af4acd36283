"""Playthrough: a game played by bots, step by step, and its transcript as text or JSON Lines."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from generator.base.errors import KitError, Place
from generator.base.text_files import shown_name
from generator.engine.bots import Bot, choose_move
from generator.engine.events import Event
from generator.engine.game import Game, State
from generator.engine.rng import Rng
from generator.engine.simulation.move_bans import MoveBan, with_bans


@dataclass(frozen=True, slots=True)
class PlaythroughStep:
    """One move of a game and its events; the first step is the set-up, which has no move."""

    seat: int | None
    move: str
    events: Sequence[Event]
    state: State[Any]
    """The state after the move.  It belongs to the game, and the next step changes it."""
    sentence: str = ""
    """The move as a plain order, if somebody needs it."""


def play(
    game: Game[Any],
    bots: Sequence[Bot],
    seed: int = 1,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    turns: int | None = None,
    bans: Sequence[MoveBan] = (),
) -> Iterator[PlaythroughStep]:
    """Play a game, or its first `turns` turns; the seats take the bots in rotation.

    A move that `bans` forbid is made only if there is no other.  The same seed and bots give the
    same game.  Raises KitError for a number of players or an option that the game does not have, and
    if the game takes more decisions than it states.
    """
    state, events = game.start(seed, players, options)
    most = game.max_decisions(game.read_options(options or {}))
    state = with_bans(state, bans)
    rngs = [Rng(seed, stream=1 + seat) for seat in range(max(game.seats))]
    yield PlaythroughStep(None, "", events, state)
    for number in count(1):
        if (seat := state.to_act) is None:
            return
        if number > most:
            raise _without_end(game, most)
        move = choose_move(bots[seat % len(bots)], state, rngs[seat])
        yield PlaythroughStep(seat, str(move), state.apply(move), state)
        if turns is not None and state.turn > turns:
            return


def _without_end(game: Game[Any], most: int) -> KitError:
    file = sys.modules[type(game).__module__].__file__
    message = f"the game is not over after {most:,} decisions, the most that it states"
    hint = "end it sooner, or state more: `decision_limit`, or `max_decisions`"
    place = Place(shown_name(Path(file))) if file else None
    return KitError(message, place=place, hint=hint, check="game-without-end")


def transcript(game: Game[Any], steps: Iterable[PlaythroughStep]) -> Iterator[str]:
    """Yield the transcript in lines: the position at every turn, then the events with their rules.

    Moves are sentences; their notation is in `json_lines` and in saved games.
    """
    turn = 0
    names = game.seat_names(max(game.seats))
    before: State[Any] | None = None
    for step in steps:
        if before and step.seat is not None:
            move = game.read_move(step.move)
            yield f"{names[step.seat]}: {game.move_sentence(before, move)}"
        before = step.state.copy()
        for sentence in game.narrate(step.events):
            yield f"    {sentence.text}  ({', '.join(sentence.rules)})"
        if step.state.turn > turn or step.state.outcome or not step.move:
            turn = step.state.turn
            yield ""
            yield step.state.text()
            yield ""


def json_lines(steps: Iterable[PlaythroughStep]) -> Iterator[str]:
    """Yield JSON Lines: every move, every event, and the full state at every turn."""
    turn = -1
    for step in steps:
        if step.move and step.seat is not None:
            yield json.dumps({"move": step.move, "seat": step.seat + 1})
        for event in step.events:
            yield json.dumps(event.as_data())
        if step.state.turn > turn or step.state.outcome:
            turn = step.state.turn
            yield json.dumps({"turn": turn, "state": step.state.to_data()})
