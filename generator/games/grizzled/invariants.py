"""Turns a position into every check it fails: `check-conserve` and what else must always hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from generator.engine.game import PositionFault
from generator.games.grizzled.content import Setting

if TYPE_CHECKING:
    from generator.games.grizzled.state import Table

SPEECH = "speech"
"""Any Speech token: they all do the same (`speech-token-same`)."""

CONSERVE = "check-conserve"


def all_cards(table: Table) -> list[str]:
    """Every Trial card, wherever it is."""
    cards = [*table.trials, *table.reserve, *table.land, *table.discarded]
    for held in (*table.hands, *table.knocks):
        cards += held
    return cards


def all_tiles(table: Table) -> list[str]:
    """Every Support tile that anybody has, played or not."""
    tiles = [tile for tile in table.played if tile]
    for held in table.tiles:
        tiles += held
    return tiles


def pieces(table: Table) -> list[str]:
    """Every physical piece, sorted, those in the box included."""
    setting = table.setting
    taken = [id for id in table.grizzled if id]
    grizzled = [*taken, *(id for id in setting.charm if id not in taken)]
    speeches = table.stock + table.removed + sum(table.tokens) + setting.speeches_boxed
    tiles = [*all_tiles(table), *table.boxed, *setting.spare_tiles]
    return sorted(
        [*grizzled, *all_cards(table), *tiles, *[SPEECH] * speeches, *setting.things],
    )


def in_use(table: Table) -> dict[str, int]:
    """Grizzled chosen, Support tiles dealt, Speech tokens out of the stock, and cards on the table."""
    return {
        "grizzled": sum(map(bool, table.grizzled)),
        "tile": sum(map(len, table.tiles)) + sum(map(bool, table.played)),
        "speech": table.setting.speeches - table.stock,
        "menace": len(table.land),
        "knock": sum(map(len, table.knocks)),
    }


def printed(setting: Setting) -> list[str]:
    """Every physical piece that the records list, sorted."""
    speeches = [SPEECH] * (setting.speeches + setting.speeches_boxed)
    tiles = [*setting.tiles, *setting.spare_tiles]
    return sorted([*setting.charm, *setting.cards, *tiles, *speeches, *setting.things])


def position_faults(table: Table) -> Iterator[PositionFault]:
    """Every check that the position fails."""
    yield from _cards(table)
    yield from _tiles(table)
    yield from _speeches(table)
    yield from _grizzled(table)


def _cards(table: Table) -> Iterator[PositionFault]:
    """All 59 Trial cards are somewhere, each once, and lie where such a card can lie."""
    setting = table.setting
    yield from _differences(setting.cards, all_cards(table), (), "the card ")
    for card in table.land:
        if card not in setting.menaces:
            yield CONSERVE, ("land",), f"{card} is no Threat card"
    for who, knocks in zip(setting.people, table.knocks, strict=True):
        for card in knocks:
            if card not in setting.knocks:
                yield CONSERVE, ("knocks", who), f"{card} is no Hard Knock"
    if max(table.active()) >= setting.fails:
        yield "three-identical-fails", ("land",), "three identical threats are active already"


def _tiles(table: Table) -> Iterator[PositionFault]:
    """Tiles held or played are as many as were dealt; with those in the box they are all."""
    setting = table.setting
    tiles = all_tiles(table)
    wanted = setting.tiles_each * setting.holders
    if len(tiles) != wanted:
        says = f"{len(tiles)} Support tiles are held or played instead of {wanted}"
        yield CONSERVE, ("tiles",), says
    yield from _differences(setting.tiles, [*tiles, *table.boxed], ("tiles",), "the tile ")


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


def _speeches(table: Table) -> Iterator[PositionFault]:
    """Speech tokens in stock, held and removed are those in use; with two players none go."""
    setting = table.setting
    found = table.stock + table.removed + sum(table.tokens)
    if found != setting.speeches:
        says = f"there are {found} Speech tokens instead of {setting.speeches}"
        yield CONSERVE, ("stock",), says
    if table.removed and setting.holders > setting.players:
        says = "with two players no Speech token leaves the game"
        yield "speech-token-returns", ("removed",), says


def _grizzled(table: Table) -> Iterator[PositionFault]:
    """Nobody has somebody else's Grizzled."""
    for id, times in Counter(table.grizzled).items():
        if id and times > 1:
            yield "grizzled-pick", ("grizzled",), f"{times} players have the Grizzled {id}"
