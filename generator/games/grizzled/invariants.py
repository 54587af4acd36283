"""Turns a position into every check it fails: `check-conserve` and what else must always hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from generator.engine.game import PositionFault
from generator.games.grizzled.content import MatchConfig

if TYPE_CHECKING:
    from generator.games.grizzled.state import GrizzledState

SPEECH = "speech"
"""Any Speech token: they all do the same (`speech-token-same`)."""

CONSERVE = "check-conserve"


def all_cards(state: GrizzledState) -> list[str]:
    """Every Trial card, wherever it is."""
    cards = [*state.trials, *state.reserve, *state.land, *state.discarded]
    for held in (*state.hands, *state.knocks):
        cards += held
    return cards


def all_tiles(state: GrizzledState) -> list[str]:
    """Every Support tile that anybody has, played or not."""
    tiles = [tile for tile in state.played if tile]
    for held in state.tiles:
        tiles += held
    return tiles


def pieces(state: GrizzledState) -> list[str]:
    """Every physical piece, sorted, those in the box included."""
    config = state.config
    taken = [id for id in state.grizzled if id]
    grizzled = [*taken, *(id for id in config.charm if id not in taken)]
    speeches = state.stock + state.removed + sum(state.tokens) + config.speeches_boxed
    tiles = [*all_tiles(state), *state.boxed, *config.spare_tiles]
    return sorted(
        [*grizzled, *all_cards(state), *tiles, *[SPEECH] * speeches, *config.things],
    )


def in_use(state: GrizzledState) -> dict[str, int]:
    """Grizzled chosen, Support tiles dealt, Speech tokens out of the stock, and cards on the table."""
    return {
        "grizzled": sum(map(bool, state.grizzled)),
        "tile": sum(map(len, state.tiles)) + sum(map(bool, state.played)),
        "speech": state.config.speeches - state.stock,
        "menace": len(state.land),
        "knock": sum(map(len, state.knocks)),
    }


def printed(config: MatchConfig) -> list[str]:
    """Every physical piece that the records list, sorted."""
    speeches = [SPEECH] * (config.speeches + config.speeches_boxed)
    tiles = [*config.tiles, *config.spare_tiles]
    return sorted([*config.charm, *config.cards, *tiles, *speeches, *config.things])


def position_faults(state: GrizzledState) -> Iterator[PositionFault]:
    """Every check that the position fails."""
    yield from _cards(state)
    yield from _tiles(state)
    yield from _speeches(state)
    yield from _grizzled(state)


def _cards(state: GrizzledState) -> Iterator[PositionFault]:
    """All 59 Trial cards are somewhere, each once, and lie where such a card can lie."""
    config = state.config
    yield from _differences(config.cards, all_cards(state), (), "the card ")
    for card in state.land:
        if card not in config.menaces:
            yield CONSERVE, ("land",), f"{card} is no Threat card"
    for who, knocks in zip(config.people, state.knocks, strict=True):
        for card in knocks:
            if card not in config.knocks:
                yield CONSERVE, ("knocks", who), f"{card} is no Hard Knock"
    if max(state.active()) >= config.fails:
        yield "three-identical-fails", ("land",), "three identical threats are active already"


def _tiles(state: GrizzledState) -> Iterator[PositionFault]:
    """Tiles held or played are as many as were dealt; with those in the box they are all."""
    config = state.config
    tiles = all_tiles(state)
    wanted = config.tiles_each * config.holders
    if len(tiles) != wanted:
        says = f"{len(tiles)} Support tiles are held or played instead of {wanted}"
        yield CONSERVE, ("tiles",), says
    yield from _differences(config.tiles, [*tiles, *state.boxed], ("tiles",), "the tile ")


def _differences(
    wanted: Iterable[str], found: Iterable[str], path: tuple[str, ...], what: str
) -> Iterator[PositionFault]:
    """Everything that is not there as often as it should be."""
    there, should = Counter(found), Counter(wanted)
    if there == should:
        return
    for id in sorted(there | should):
        if there[id] != should[id]:
            yield CONSERVE, path, f"{what}{id} is there {there[id]} times instead of {should[id]}"


def _speeches(state: GrizzledState) -> Iterator[PositionFault]:
    """Speech tokens in stock, held and removed are those in use; with two players none go."""
    config = state.config
    found = state.stock + state.removed + sum(state.tokens)
    if found != config.speeches:
        says = f"there are {found} Speech tokens instead of {config.speeches}"
        yield CONSERVE, ("stock",), says
    if state.removed and config.holders > config.players:
        says = "with two players no Speech token leaves the game"
        yield "speech-token-returns", ("removed",), says


def _grizzled(state: GrizzledState) -> Iterator[PositionFault]:
    """Nobody has somebody else's Grizzled."""
    for id, times in Counter(state.grizzled).items():
        if id and times > 1:
            yield "grizzled-pick", ("grizzled",), f"{times} players have the Grizzled {id}"
