"""Evaluation: how good a position looks for each seat, as a chance to win.

Each side counts points, each about a point of Life: for Life, for gruffs and their stats, for
Crazy, cards, and for attacks that are pending or can be declared this turn, judged by the table as
it is now. The difference of the two sides becomes a chance to win.
"""

from __future__ import annotations

from math import exp

from generator.games.gruff.heuristic.card_values import CardValues
from generator.games.gruff.rules.stats import DAMAGE, DEFENSE, DIRECT, NO_ATTACK, bonuses
from generator.games.gruff.rules.tournament import SCHEDULE
from generator.games.gruff.state import GruffState

SCALE = 9.0
"""The difference in points at which a side wins about three games in four."""
LAST = (0.0, 9.0, 5.0, 3.5)
"""The value of each gruff besides its stats, by the number of the side's gruffs that live."""
WIN = 40.0
"""The value of an attack that would end the game."""
NEXT, LATER, COULD = 0.95, 0.6, 0.4
"""How sure attacks are: of the side that strikes next, of the other, and those not declared yet."""
PICK_STEP = 6.0
"""Values of gruffs and shepherds are rounded to this: smaller differences mean nothing."""
CHOICES = frozenset({"choose", "host", "may", "strip", "recover"})
"""Steps in the middle of an effect, which can only be judged once its target is known."""


def evaluate(state: GruffState, values: CardValues) -> tuple[float, ...]:
    """The chance to win that the position seems to give each seat."""
    if state.outcome:
        return state.outcome.worth
    if state.pending and state.pending[-1].name in CHOICES:
        return _chosen(state, values)
    seats = state.config.players
    if state.pair[0] < 0 or state.turns == 0:
        shares = _prepared(state, values)
    else:
        chance = 1 / (1 + exp((_points(state, values, 1) - _points(state, values, 0)) / SCALE))
        shares = [0.5] * seats
        shares[state.pair[0]] = chance
        shares[state.pair[1]] = 1 - chance
    if state.config.tournament:
        return tuple(_tournament(state, seat, shares[seat]) for seat in range(seats))
    return tuple(shares)


def _chosen(state: GruffState, values: CardValues) -> tuple[float, ...]:
    """How good the position looks after the best choice of the seat that chooses."""
    seat = state.to_act
    assert seat is not None
    found = []
    for move in state.legal_moves():
        after = state.copy()
        after.apply(move)
        found.append(evaluate(after, values))
    return max(found, key=lambda chances: chances[seat])


def _prepared(state: GruffState, values: CardValues) -> list[float]:
    """How good unfinished teams and decks look."""
    points = []
    for seat in range(state.config.players):
        picks = [values.gruff[gruff] for gruff in state.teams[seat]]
        if state.shepherds[seat] >= 0:
            picks.append(values.shepherd[state.shepherds[seat]])
        total = sum(PICK_STEP * round(value / PICK_STEP) for value in picks)
        total -= sum(values.keep[card] for card in state.dropped[seat]) * 0.3
        points.append(total)
    mean = sum(points) / len(points)
    return [1 / (1 + exp((mean - total) / 20)) for total in points]


def _tournament(state: GruffState, seat: int, share: float) -> float:
    """The chance in a tournament, given the share in the game at the table.

    Games that are still to come count as half won.
    """
    games = len(SCHEDULE) // 2
    own = [result for result in state.results if seat in (result.first, result.second)]
    won = sum(result.score if result.first == seat else 1 - result.score for result in own)
    playing = seat in state.pair or state.pair[0] < 0
    to_come = games - len(own) - playing
    return float(won + playing * share + 0.5 * to_come) / games


def _points(state: GruffState, values: CardValues, side: int) -> float:
    """The position of a side, in points of Life."""
    alive, sliders = state.alive, state.sliders
    added, flags, _ = state.bonuses or bonuses(state)
    first = 3 * side
    life = state.life[side]
    points = 1.2 * life + 4.0 * life / (life + 3.0)
    living = alive[first] + alive[first + 1] + alive[first + 2]
    each = LAST[living]
    for fighter in range(first, first + 3):
        at = 3 * fighter
        power = 0.9 * sliders[at] + 0.7 * sliders[at + 1] + 0.9 * sliders[at + 2]
        if alive[fighter]:
            five = 5 * fighter
            power += 0.9 * (added[five] + added[five + 2]) + 0.7 * added[five + 1]
            power += 0.6 * (added[five + 3] + added[five + 4])
            points += each + power
            if state.ready[fighter]:
                points += 0.4
        else:
            points += 0.3 * power
    cards, owner, attached = state.config.content.cards, state.owner, values.attached
    for fighter, on in enumerate(state.cards_on):
        for card in on:
            if owner[cards[card].pool] == side:
                points += attached[card] * (1.0 if alive[fighter] else 0.2)
    crazy = state.crazy[side]
    points += 7.0 * crazy / (crazy + 7.0)
    hold = values.hold
    for card in state.hands[side]:
        points += hold[card]
    attacker = state.attackers[side]
    mine = state.side == side
    if attacker >= 0:
        points += _attack(state, attacker, added, flags) * (LATER if mine else NEXT)
    active = state.active if mine and attacker < 0 else -1
    if active >= 0 and alive[active] and not flags[active] & NO_ATTACK:
        points += _attack(state, active, added, flags) * COULD
    return points


def _attack(state: GruffState, attacker: int, added: list[int], flags: list[int]) -> float:
    """The value of an attack if it were resolved now."""
    at = 5 * attacker
    damage = max(0, state.sliders[3 * attacker] + added[at]) + added[at + DAMAGE]
    other = 1 - attacker // 3
    defender = state.line[(state.place[attacker] + 3) % 6]
    life = state.life[other]
    if flags[attacker] & DIRECT or not state.alive[defender]:
        return WIN if damage >= life else 1.4 * max(0, damage)
    of = 5 * defender
    defense = max(0, state.sliders[3 * defender + 2] + added[of + 2]) + added[of + DEFENSE]
    if damage < defense or damage <= 0:
        return 0.1 * max(0, damage)
    excess = damage - max(0, defense)
    if excess >= life or sum(state.alive[3 * other : 3 * other + 3]) == 1:
        return WIN
    stats = state.sliders[3 * defender : 3 * defender + 3]
    return 5.0 + 0.7 * sum(stats) + 1.4 * excess
