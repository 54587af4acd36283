"""Invariants: no piece is lost or duplicated, and none is in an impossible place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator.engine.game import PositionFault
from generator.games.ggt.combat_state import NOBODY
from generator.games.ggt.content import BARE, Box, bits
from generator.games.ggt.state import GgtState


def printed_pieces(box: Box) -> list[str]:
    """All physical pieces that the records list, sorted."""
    decks = [card for deck in box.pieces.decks for card in deck]
    power = [box.pieces.power] * box.power
    return [*power, *decks, *box.pieces.initiative, *sorted(box.pieces.limbs), *box.pieces.rest]


def pieces(state: GgtState) -> list[str]:
    """All physical pieces, sorted, including those in the box."""
    config, box, names = state.config, state.config.box, state.config.box.pieces
    spare = box.power - config.supply
    found = [names.power] * (spare + state.supply + sum(state.power))
    for seat, deck in enumerate(names.decks):
        if seat >= config.players or _complete(state, seat):
            found += deck
        else:
            found += sorted(names.card(seat, card) for card in _cards(state, seat))
    found += names.initiative
    found += sorted([names.limbs[limb] for limb in _limbs(state)])
    return found + names.rest


def _complete(state: GgtState, seat: int) -> bool:
    """Whether a seat's deck is complete, each card once; faster than naming all of them."""
    loose = [*state.hands[seat]]
    if state.contest:
        loose += cards_in_test(state, seat)
    there = state.piles[seat] | state.discards[seat]
    for card in loose:
        there |= 1 << card
    count = state.piles[seat].bit_count() + state.discards[seat].bit_count() + len(loose)
    return there == state.config.box.whole_deck and count == len(state.config.box.cards)


def _cards(state: GgtState, seat: int) -> list[int]:
    """All cards of a seat's deck, in hand, pile, discards and Test."""
    cards = [*state.hands[seat], *bits(state.piles[seat]), *bits(state.discards[seat])]
    return cards + cards_in_test(state, seat)


def cards_in_test(state: GgtState, seat: int) -> list[int]:
    """The cards of a seat's deck that are played or committed in a Test."""
    contest = state.contest
    if contest is None or seat not in contest.sides:
        return []
    place = contest.sides.index(seat)
    cards = [*contest.shown[place]]
    if contest.secret[place] >= 0:
        cards.append(contest.secret[place])
    if contest.sides[1] == NOBODY:
        cards += contest.shown[1]
    return cards


def _limbs(state: GgtState) -> list[int]:
    """All limbs: on bodies, on the map, about to land, out of the game, and of monsters not in play."""
    found = [limb for limb, _ in state.lying] + bits(state.lost)
    found += [step.about[0] for step in state.pending if step.name == "land"]
    for seat in range(state.config.players):
        found += state.limbs(seat)
    taken = set(state.monster)
    limbs = state.config.box.limbs
    return found + [number for number, limb in enumerate(limbs) if limb.home not in taken]


def invariants(state: GgtState) -> Iterator[PositionFault]:
    """Yield every check that the position fails."""
    yield from _conserved(state)
    yield from _places(state)
    yield from _players(state)


def _conserved(state: GgtState) -> Iterator[PositionFault]:
    box, people = state.config.box, state.config.people
    for seat in state.living:
        if _complete(state, seat):
            continue
        for card, times in Counter([*range(len(box.cards)), *_cards(state, seat)]).items():
            if times != 2:
                message = (
                    f"the {box.cards[card].sign} of player {people[seat]} occurs {times - 1} times"
                )
                yield "conserve", ("hands", people[seat]), message
    found, every = _limbs(state), range(len(box.limbs))
    if sorted(found) != [*every]:  # rarely, and to count is slower
        for limb, times in Counter([*every, *found]).items():
            if times != 2:
                message = f'the limb "{box.limbs[limb].id}" occurs {times - 1} times'
                yield "conserve", ("limbs",), message
    power = state.supply + sum(state.power)
    if power != state.config.supply:
        message = f"there are {power} Power tokens instead of {state.config.supply}"
        yield "conserve", ("supply",), message


def _places(state: GgtState) -> Iterator[PositionFault]:
    """Monsters and objects never share a space (`vacant`)."""
    names = state.config.board.names
    cells = [cell for cell in (*state.at, *state.objects) if cell != NOBODY]
    for cell, times in Counter(cells).items():
        if times > 1:
            yield "vacant", ("at",), f"{times} monsters or objects are on {names[cell]}"


def _players(state: GgtState) -> Iterator[PositionFault]:
    """`health-pool`, `hand-limit`, `power-supply`, `reattach-once`, and one monster each."""
    people, box = state.config.people, state.config.box
    for monster, times in Counter(state.monster).items():
        if monster != NOBODY and times > 1:
            message = f"{times} players have the monster {box.monsters[monster].id}"
            yield "monster-and-map-choice", ("monsters",), message
    for seat in state.living:
        body, who = state.body[seat], people[seat]
        if not 0 <= state.pool[seat] <= body.health:
            message = f"player {who} has {state.pool[seat]} Health of {body.health}"
            yield "health-pool", ("pool", who), message
        if len(state.hands[seat]) > body.smarts:
            message = f"player {who} holds {len(state.hands[seat])} cards with Smarts {body.smarts}"
            yield "hand-limit", ("hands", who), message
        if state.power[seat] < 0:
            yield "power-supply", ("power", who), f"player {who} has {state.power[seat]} Power"
        own = set(box.monsters[state.monster[seat]].limbs) if state.monster[seat] >= 0 else set()
        for limb in state.limbs(seat):
            if limb != BARE and limb not in own and not state.stitched >> limb & 1:
                message = f'"{box.limbs[limb].id}" is not stitched, but on another body'
                yield "reattach-once", ("stitched",), message
