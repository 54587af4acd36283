"""Invariants of The Grizzled, apart from the conservation of pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator.engine.outcome import PositionFault
from generator.games.grizzled.state import CONSERVE, GrizzledState


def find_violations(state: GrizzledState) -> Iterator[PositionFault]:
    """Yield every violated invariant."""
    yield from _cards(state)
    yield from _tiles(state)
    yield from _speeches(state)
    yield from _grizzled(state)


def _cards(state: GrizzledState) -> Iterator[PositionFault]:
    """Trial cards are only where cards of their kind can be, and no Mission has failed unnoticed."""
    config = state.config
    for card in state.land:
        if card not in config.menaces:
            yield CONSERVE, ("land",), f"{card} is not a Threat card"
    for who, knocks in zip(config.people, state.knocks, strict=True):
        for card in knocks:
            if card not in config.knocks:
                yield CONSERVE, ("knocks", who), f"{card} is not a Hard Knock"
    if max(state.active()) >= config.fails:
        yield "three-identical-fails", ("land",), "three identical threats are active already"


def _tiles(state: GrizzledState) -> Iterator[PositionFault]:
    """The tiles held and played are as many as were dealt."""
    tiles = sum(map(len, state.tiles)) + sum(map(bool, state.played))
    expected = state.config.tiles_each * state.config.holders
    if tiles != expected:
        message = f"{tiles} Support tiles are held or played instead of {expected}"
        yield CONSERVE, ("tiles",), message


def _speeches(state: GrizzledState) -> Iterator[PositionFault]:
    """Speech tokens in stock, held and removed add up; with two players none are removed."""
    config = state.config
    found = state.stock + state.removed + sum(state.tokens)
    if found != config.speeches:
        message = f"there are {found} Speech tokens instead of {config.speeches}"
        yield CONSERVE, ("stock",), message
    if state.removed and config.holders > config.players:
        message = "with two players no Speech token leaves the game"
        yield "speech-token-returns", ("removed",), message


def _grizzled(state: GrizzledState) -> Iterator[PositionFault]:
    """No two holders have the same Grizzled."""
    for id, times in Counter(state.grizzled).items():
        if id and times > 1:
            yield "grizzled-pick", ("grizzled",), f"{times} players have the Grizzled {id}"
