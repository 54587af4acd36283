"""Turns a position into every check it fails: no card is lost, and nothing is where it cannot be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.engine.game import PositionFault
from generator.games.gruff.content import ACTION, Content

if TYPE_CHECKING:
    from generator.games.gruff.state import Table


def printed(content: Content) -> list[str]:
    """Every card of the kit, sorted: gruffs, shepherds and ability cards."""
    return sorted((*content.gruff_number, *content.shepherd_number, *content.card_number))


def at_table(table: Table, side: int) -> list[int]:
    """Every card of a side's deck, wherever it is."""
    cards = [*table.decks[side], *table.hands[side], *table.discards[side]]
    all_on = [card for on in table.cards_on for card in on]
    all_on += [table.playing] if table.playing >= 0 else []
    pools = table.setting.content.cards
    return cards + [card for card in all_on if table.owner[pools[card].pool] == side]


def pieces(table: Table) -> list[str]:
    """Every card of the kit, wherever it is, sorted."""
    content = table.setting.content
    sides = {seat: side for side, seat in enumerate(table.pair) if seat >= 0}
    cards: list[int] = []
    pools: set[int] = set()
    for seat, team in enumerate(table.teams):
        if table.packs[seat]:
            pools.update(team)
            cards += at_table(table, sides[seat]) if seat in sides else table.packs[seat]
            cards += table.dropped[seat]
    cards += [number for number, card in enumerate(content.cards) if card.pool not in pools]
    gruffs = [gruff for team in table.teams for gruff in team]
    gruffs += [number for number in range(len(content.gruffs)) if number not in gruffs]
    shepherds = [each for each in table.shepherds if each >= 0]
    shepherds += [each for each in range(len(content.shepherds)) if each not in shepherds]
    return sorted(
        [
            *(content.cards[card].id for card in cards),
            *(content.gruffs[gruff].id for gruff in gruffs),
            *(content.shepherds[shepherd].id for shepherd in shepherds),
        ]
    )


def position_faults(table: Table) -> Iterator[PositionFault]:
    """Every check that the position fails."""
    yield from _decks(table)
    if table.pair[0] >= 0:
        yield from _cards(table)
        yield from _gruffs(table)


def _decks(table: Table) -> Iterator[PositionFault]:
    """Teams share nothing, and every deck is legal."""
    content, figures = table.setting.content, table.setting.figures
    gruffs = Counter(gruff for team in table.teams for gruff in team)
    for gruff, times in gruffs.items():
        if times > 1:
            yield "single-copy", ("teams",), f"{content.gruffs[gruff].id} is there {times} times"
    for seat, pack in enumerate(table.packs):
        if not pack:
            continue
        name = table.setting.seats[seat]
        for gruff in table.teams[seat]:
            of_it = sum(content.cards[card].pool == gruff for card in pack)
            if of_it != figures.pool_in_deck:
                says = f"the deck of {name} has {of_it} cards of {content.gruffs[gruff].id}"
                yield "deck-eight-each", ("packs", name), says
        ultimates = sum(content.cards[card].ultimate for card in pack)
        most = content.shepherds[table.shepherds[seat]].breaking_point
        if ultimates > most:
            says = f"the deck of {name} has {ultimates} Ultimates, but may have {most}"
            yield "deck-ultimates", ("packs", name), says


def _cards(table: Table) -> Iterator[PositionFault]:
    """The cards of both decks are somewhere, each once, and lie where such cards can lie."""
    content = table.setting.content
    for side, seat in enumerate(table.pair):
        there, should = Counter(at_table(table, side)), Counter(table.packs[seat])
        for card in sorted((there - should) | (should - there)):
            says = f"{content.cards[card].id} is there {there[card]} times, not {should[card]}"
            yield "deck-no-repeat", ("packs", table.setting.seats[seat]), says
    for on in table.cards_on:
        for card in on:
            if content.cards[card].type == ACTION:
                yield "type-action", ("cards",), f"{content.cards[card].id} is an Action"


def _gruffs(table: Table) -> Iterator[PositionFault]:
    """Sliders stand on their tracks; only the living attack or have marks."""
    content, figures = table.setting.content, table.setting.figures
    names = [content.gruffs[gruff].id for gruff in table.fighters]
    for fighter, name in enumerate(names):
        if any(not 0 <= n <= figures.stat_track for n in table.sliders[3 * fighter :][:3]):
            yield "slider-ends", ("stats", name), f"a slider of {name} is off its track"
        if not table.alive[fighter] and table.marks[fighter]:
            yield "damage-on-dead", ("marks", name), f"{name} is dead and has marks"
        if not table.alive[fighter] and fighter in table.attackers:
            yield "attacker-dead", ("attacking",), f"{name} is dead and attacks"
    for side, seat in enumerate(table.pair):
        name, shepherd = table.setting.seats[seat], content.shepherds[table.shepherds[seat]]
        if not 0 <= table.life[side] <= shepherd.life:
            says = f"the Life of {name} is {table.life[side]}, outside 0..{shepherd.life}"
            yield "shepherd-damage-stays", ("life", name), says
        if not 0 <= table.crazy[side] <= figures.crazy_track:
            says = f"the Crazy of {name} is {table.crazy[side]}, outside 0..{figures.crazy_track}"
            yield "slider-ends", ("crazy", name), says
        if table.attackers[side] not in (-1, *range(3 * side, 3 * side + 3)):
            yield "declare-attack", ("attacking",), "one attack of each side can be pending"


def turn_faults(table: Table) -> Iterator[PositionFault]:
    """The steps of a turn are those of its player, with a gruff of theirs, in a game not lost."""
    step = table.pending[-1] if table.pending else None
    if step is None or step.name not in ("activate", "host", "play", "tactic", "trim"):
        return
    name = table.setting.seats[table.pair[table.side]]
    if step.seat != table.pair[table.side]:
        yield "turn-order", ("pending",), f"it is the turn of {name}"
    if step.name != "activate" and table.active // 3 != table.side:
        yield "activate-one", ("active",), f"no gruff of {name} is active"
    for side, seat in enumerate(table.pair):
        loser = table.setting.seats[seat]
        if not any(table.alive[3 * side : 3 * side + 3]):
            yield "win-gruffs", ("dead",), f"all gruffs of {loser} are dead"
        if not table.life[side]:
            yield "win-life", ("life", loser), f"{loser} has no Life left"
