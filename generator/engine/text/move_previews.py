"""Previews of moves: what a legal move does, in the sentences of the game, and the rule behind it.

Moves are made in states redrawn from what the seat to act knows, so a preview reveals nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from generator.engine.game import Game, State
from generator.engine.rng import Rng

DRAWS = 3
"""Number of states in which a move is made; only what happens in all of them is told."""
SENTENCES = 3
"""Most sentences of a preview."""


class MovePreview(NamedTuple):
    """Preview of a move; its fields are empty for what is not certain."""

    text: str = ""
    """What it does: a sentence, or as many as tell it from the others."""
    rule: str = ""
    """The slug of the rule that its first event cites."""


def move_previews(
    game: Game[Any], state: State[Any], moves: Sequence[Any], rng: Rng
) -> list[MovePreview]:
    """Return the previews of some legal moves; empty ones if the game allows too few tries for them."""
    seat = state.to_act
    if seat is None or len(moves) * DRAWS > game.tries(state):
        return [MovePreview()] * len(moves)
    drawn = [state.determinize(seat, rng) for _ in range(DRAWS)]
    found = [_outcome(game, drawn, move, seat) for move in moves]
    stories = [story for story, _ in found]
    rules = [rule for _, rule in found]
    return list(map(MovePreview, distinct_beginnings(stories), rules))


def _outcome(
    game: Game[Any], drawn: Sequence[State[Any]], move: Any, seat: int
) -> tuple[Sequence[str], str]:
    """The sentences that a move brings about in every drawn state, and the rule of its first event."""
    stories, rule = [], ""
    for state in drawn:
        after = state.copy()
        events = after.apply(move)
        rule = rule or (events[0].rule if events else "")
        seen = [event for event in events if event.only in (None, seat)]
        stories.append([sentence.text for sentence in game.narrate(seen)])
    agreeing = takewhile(lambda texts: len({*texts}) == 1, zip(*stories, strict=False))
    return [texts[0] for texts in agreeing], rule


def distinct_beginnings(stories: Sequence[Sequence[str]]) -> list[str]:
    """The first sentence of each story, or as many of them as tell it from all others, if three do."""
    texts = [story[0] if story else "" for story in stories]
    for count in range(SENTENCES, 0, -1):
        beginnings = [" ".join(story[:count]) for story in stories]
        times = Counter(beginnings)
        texts = [
            beginning if times[beginning] == 1 else text
            for beginning, text in zip(beginnings, texts, strict=True)
        ]
    return texts
