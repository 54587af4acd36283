"""Turns a position into every check it fails: pieces that are lost or doubled, and impossible places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.engine.game import PositionFault
from generator.games.ggt.combat_state import NOBODY
from generator.games.ggt.content import BARE, Box
from generator.games.ggt.rules.cards import bits

if TYPE_CHECKING:
    from generator.games.ggt.state import Table


def printed(box: Box) -> list[str]:
    """Every physical piece that the records list, sorted."""
    decks = [card for deck in box.pieces.decks for card in deck]
    power = [box.pieces.power] * box.power
    return [*power, *decks, *box.pieces.initiative, *sorted(box.pieces.limbs), *box.pieces.rest]


def pieces(table: Table) -> list[str]:
    """Every physical piece, sorted, those in the box included."""
    setting, box, names = table.setting, table.setting.box, table.setting.box.pieces
    spare = box.power - setting.supply
    found = [names.power] * (spare + table.supply + sum(table.power))
    for seat, deck in enumerate(names.decks):
        if seat >= setting.players or _complete(table, seat):
            found += deck
        else:
            found += sorted(names.card(seat, card) for card in _cards(table, seat))
    found += names.initiative
    found += sorted([names.limbs[limb] for limb in _limbs(table)])
    return found + names.rest


def _complete(table: Table, seat: int) -> bool:
    """Whether a seat's deck is all there, each card once; quicker than naming all of them."""
    loose = [*table.hands[seat]]
    if table.contest:
        loose += in_test(table, seat)
    there = table.piles[seat] | table.used[seat]
    for card in loose:
        there |= 1 << card
    count = table.piles[seat].bit_count() + table.used[seat].bit_count() + len(loose)
    return there == table.setting.box.whole_deck and count == len(table.setting.box.cards)


def _cards(table: Table, seat: int) -> list[int]:
    """All cards of a seat's deck, wherever they are."""
    cards = [*table.hands[seat], *bits(table.piles[seat]), *bits(table.used[seat])]
    return cards + in_test(table, seat)


def in_test(table: Table, seat: int) -> list[int]:
    """The cards of a seat's deck that have been played or committed in a Test."""
    contest = table.contest
    if contest is None or seat not in contest.sides:
        return []
    place = contest.sides.index(seat)
    cards = [*contest.shown[place]]
    if contest.secret[place] >= 0:
        cards.append(contest.secret[place])
    if contest.sides[1] == NOBODY:
        cards += contest.shown[1]
    return cards


def _limbs(table: Table) -> list[int]:
    """All limbs: on bodies, on the map, about to land, out of the game, and of monsters not in play."""
    found = [limb for limb, _ in table.lying] + bits(table.lost)
    found += [int(step.about[0]) for step in table.pending if step.name == "land"]
    for seat in range(table.setting.players):
        found += table.limbs(seat)
    taken = set(table.monster)
    limbs = table.setting.box.limbs
    return found + [number for number, limb in enumerate(limbs) if limb.home not in taken]


def position_faults(table: Table) -> Iterator[PositionFault]:
    """Every check that the position fails."""
    yield from _conserved(table)
    yield from _places(table)
    yield from _players(table)


def _conserved(table: Table) -> Iterator[PositionFault]:
    box, people = table.setting.box, table.setting.people
    for seat in table.living:
        if _complete(table, seat):
            continue
        for card, times in Counter([*range(len(box.cards)), *_cards(table, seat)]).items():
            if times != 2:
                says = f"the {box.cards[card].sign} of player {people[seat]} is there {times - 1} times"
                yield "conserve", ("hands", people[seat]), says
    for limb, times in Counter([*range(len(box.limbs)), *_limbs(table)]).items():
        if times != 2:
            says = f'the limb "{box.limbs[limb].id}" is there {times - 1} times'
            yield "conserve", ("limbs",), says
    power = table.supply + sum(table.power)
    if power != table.setting.supply:
        says = f"there are {power} Power tokens instead of {table.setting.supply}"
        yield "conserve", ("supply",), says


def _places(table: Table) -> Iterator[PositionFault]:
    """Two things that need a space of their own never share one (`vacant`)."""
    names = table.setting.board.names
    cells = [cell for cell in (*table.at, *table.objects) if cell != NOBODY]
    for cell, times in Counter(cells).items():
        if times > 1:
            yield "vacant", ("at",), f"{times} monsters or objects are on {names[cell]}"


def _players(table: Table) -> Iterator[PositionFault]:
    """`health-pool`, `hand-limit`, `attach`, and no two players with one monster."""
    people, box = table.setting.people, table.setting.box
    for monster, times in Counter(table.monster).items():
        if monster != NOBODY and times > 1:
            says = f"{times} players have the monster {box.monsters[monster].id}"
            yield "monster-and-map-choice", ("monsters",), says
    for seat in table.living:
        body, who = table.body[seat], people[seat]
        if not 0 <= table.pool[seat] <= body.health:
            says = f"player {who} has {table.pool[seat]} Health of {body.health}"
            yield "health-pool", ("pool", who), says
        if len(table.hands[seat]) > body.smarts:
            says = f"player {who} holds {len(table.hands[seat])} cards with Smarts {body.smarts}"
            yield "hand-limit", ("hands", who), says
        if table.power[seat] < 0:
            yield "power-supply", ("power", who), f"player {who} has {table.power[seat]} Power"
        own = set(box.monsters[table.monster[seat]].limbs) if table.monster[seat] >= 0 else set()
        for limb in table.limbs(seat):
            if limb != BARE and limb not in own and not table.stitched >> limb & 1:
                says = f'"{box.limbs[limb].id}" is not stitched, but on another body'
                yield "reattach-once", ("stitched",), says
