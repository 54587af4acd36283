"""Invariants: checks that hold in every position; no card is lost or in an impossible place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator.engine.game import PositionFault
from generator.games.gruff.content import ACTION, Content
from generator.games.gruff.state import GruffState


def printed_pieces(content: Content) -> list[str]:
    """All cards of the kit, sorted: gruffs, shepherds and ability cards."""
    return sorted((*content.gruff_number, *content.shepherd_number, *content.card_number))


def cards_of(state: GruffState, side: int, deck: bool = True) -> list[int]:
    """Every card of a side, in any zone; without `deck`, those that are not in its deck."""
    cards = [*state.hands[side], *state.discards[side]]
    cards += state.decks[side] if deck else ()
    all_on = [card for on in state.cards_on for card in on]
    all_on += [state.playing] if state.playing >= 0 else []
    pools = state.config.content.cards
    return cards + [card for card in all_on if state.owner[pools[card].pool] == side]


def pieces(state: GruffState) -> list[str]:
    """Every card of the kit, in any zone, sorted."""
    content = state.config.content
    sides = {seat: side for side, seat in enumerate(state.pair) if seat >= 0}
    cards: list[int] = []
    pools: set[int] = set()
    for seat, team in enumerate(state.teams):
        if state.packs[seat]:
            pools.update(team)
            cards += cards_of(state, sides[seat]) if seat in sides else state.packs[seat]
            cards += state.dropped[seat]
    cards += [number for number, card in enumerate(content.cards) if card.pool not in pools]
    gruffs = [gruff for team in state.teams for gruff in team]
    gruffs += [number for number in range(len(content.gruffs)) if number not in gruffs]
    shepherds = [each for each in state.shepherds if each >= 0]
    shepherds += [each for each in range(len(content.shepherds)) if each not in shepherds]
    return sorted(
        [
            *(content.cards[card].id for card in cards),
            *(content.gruffs[gruff].id for gruff in gruffs),
            *(content.shepherds[shepherd].id for shepherd in shepherds),
        ]
    )


def invariants(state: GruffState) -> Iterator[PositionFault]:
    """Yield every check that the position fails."""
    yield from _decks(state)
    if state.pair[0] >= 0:
        yield from _cards(state)
        yield from _gruffs(state)
        yield from _turn(state)


def _decks(state: GruffState) -> Iterator[PositionFault]:
    """Teams have nothing in common, and every deck is legal."""
    content, figures = state.config.content, state.config.figures
    gruffs = Counter(gruff for team in state.teams for gruff in team)
    for gruff, times in gruffs.items():
        if times > 1:
            yield "single-copy", ("teams",), f"{content.gruffs[gruff].id} occurs {times} times"
    for seat, pack in enumerate(state.packs):
        if not pack:
            continue
        name = state.config.people[seat]
        pools = Counter([content.cards[card].pool for card in pack])
        for gruff in state.teams[seat]:
            if pools[gruff] != figures.pool_in_deck:
                of_it = f"{pools[gruff]} cards of {content.gruffs[gruff].id}"
                message = f"the deck of {name} has {of_it}"
                yield "deck-eight-each", ("packs", name), message
        ultimates = sum([content.cards[card].ultimate for card in pack])
        most = content.shepherds[state.shepherds[seat]].breaking_point
        if ultimates > most:
            message = f"the deck of {name} has {ultimates} Ultimates, but may have {most}"
            yield "deck-ultimates", ("packs", name), message


def _cards(state: GruffState) -> Iterator[PositionFault]:
    """Each card of both decks is in exactly one zone, and may be there."""
    content = state.config.content
    for side, seat in enumerate(state.pair):
        there, should = Counter(cards_of(state, side)), Counter(state.packs[seat])
        for card in sorted((there - should) | (should - there)):
            message = f"{content.cards[card].id} occurs {there[card]} times, not {should[card]}"
            yield "deck-no-repeat", ("packs", state.config.people[seat]), message
    for on in state.cards_on:
        for card in on:
            if content.cards[card].type == ACTION:
                yield "type-action", ("cards",), f"{content.cards[card].id} is an Action"


def _gruffs(state: GruffState) -> Iterator[PositionFault]:
    """Sliders are on their tracks; only the living attack or have marks."""
    content, figures = state.config.content, state.config.figures
    names = [content.gruffs[gruff].id for gruff in state.fighters]
    for fighter, name in enumerate(names):
        if any(not 0 <= n <= figures.stat_track for n in state.sliders[3 * fighter :][:3]):
            yield "slider-ends", ("stats", name), f"a slider of {name} is off its track"
        if not state.alive[fighter] and state.marks[fighter]:
            yield "damage-on-dead", ("marks", name), f"{name} is dead and has marks"
        if not state.alive[fighter] and fighter in state.attackers:
            yield "attacker-dead", ("attacking",), f"{name} is dead and attacks"
    for side, seat in enumerate(state.pair):
        name, shepherd = state.config.people[seat], content.shepherds[state.shepherds[seat]]
        if not 0 <= state.life[side] <= shepherd.life:
            message = f"the Life of {name} is {state.life[side]}, outside 0..{shepherd.life}"
            yield "shepherd-damage-stays", ("life", name), message
        if not 0 <= state.crazy[side] <= figures.crazy_track:
            message = (
                f"the Crazy of {name} is {state.crazy[side]}, outside 0..{figures.crazy_track}"
            )
            yield "slider-ends", ("crazy", name), message
        if state.attackers[side] not in (-1, *range(3 * side, 3 * side + 3)):
            yield "declare-attack", ("attacking",), "one attack of each side can be pending"


def _turn(state: GruffState) -> Iterator[PositionFault]:
    """The steps of a turn are those of its player, with one of their gruffs, in a game not lost."""
    step = state.pending[-1] if state.pending else None
    if step is None or step.name in ("draft", "build", "line"):
        return
    name = state.config.people[state.pair[state.side]]
    if step.name in ("activate", "host", "play", "tactic", "trim"):
        if step.seat != state.pair[state.side]:
            yield "turn-order", ("pending",), f"it is the turn of {name}"
        if step.name != "activate" and state.active // 3 != state.side:
            yield "activate-one", ("active",), f"no gruff of {name} is active"
    for side, seat in enumerate(state.pair):
        loser = state.config.people[seat]
        if not any(state.alive[3 * side : 3 * side + 3]):
            yield "win-gruffs", ("dead",), f"all gruffs of {loser} are dead"
        if not state.life[side]:
            yield "win-life", ("life", loser), f"{loser} has no Life left"
