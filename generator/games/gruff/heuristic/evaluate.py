"""Evaluation: the estimated chance of each seat to win.

Each side counts points, each about a point of Life: for Life, gruffs and their stats, Crazy, cards,
and attacks that are pending or can be declared this turn, judged by the current table.  The
difference of the two sides becomes a chance to win.
"""

from __future__ import annotations

from math import exp

from generator.engine.outcome import Weights, picked
from generator.games.gruff.heuristic.card_values import CardValues
from generator.games.gruff.rules.stats import DAMAGE, DEFENSE, DIRECT, NO_ATTACK, bonuses
from generator.games.gruff.rules.tournament import SCHEDULE
from generator.games.gruff.state import GruffState

WEIGHTS: Weights = {
    "scale": 9.0,  # the difference in points at which a side wins about three games in four
    "life": 1.2,  # each point of Life,
    "last life": 4.0,  # the last ones, which count more the fewer are left
    "only gruff": 9.0,  # each gruff in addition to its stats, by the number of the side's living gruffs
    "of two gruffs": 5.0,
    "of three gruffs": 3.5,
    "mean": 0.9,  # each point of a stat
    "weird": 0.7,
    "fat": 0.9,
    "bonus": 0.6,  # each additional point of Damage or Defense
    "ready": 0.4,  # a gruff that is ready
    "dead": 0.3,  # the share of the stats of a dead gruff
    "card on dead": 0.2,  # the share of a card on a dead gruff
    "crazy": 7.0,  # the greatest value of Crazy, half of which it has at this number
    "win": 40.0,  # an attack that would end the game
    "next": 0.95,  # how certain attacks are: of the side that strikes next,
    "later": 0.6,  # of the other,
    "could": 0.4,  # and those not declared yet
    "struck": 1.4,  # each point of Damage to Life
    "feeble": 0.1,  # each point of Damage without effect
    "kill": 5.0,  # the death of a defender,
    "killed stats": 0.7,  # and each point of its stats
}
"""Default weights of the evaluation."""
LAST = ("", "only gruff", "of two gruffs", "of three gruffs")
PICK_STEP = 6.0
"""Values of gruffs and shepherds are rounded to this: smaller differences mean nothing."""
PICK_ODDS = 20.0
"""The lead of a team in points that makes winning e times as likely as losing."""
CHOICES = frozenset({"choose", "host", "may", "strip", "recover"})
"""Steps in the middle of an effect, which can only be judged once its target is known."""


def judge(state: GruffState, values: CardValues, weights: Weights) -> tuple[float, ...]:
    """The estimated chance of each seat to win."""
    if state.pending and state.pending[-1].name in CHOICES:
        return _chosen(state, values, weights)
    seats = state.config.players
    if state.pair[0] < 0 or state.turns == 0:
        shares = _prepared(state, values, weights)
    else:
        one, other = (_points(state, values, side, weights) for side in (0, 1))
        chance = 1 / (1 + exp((other - one) / weights["scale"]))
        shares = [0.5] * seats
        shares[state.pair[0]] = chance
        shares[state.pair[1]] = 1 - chance
    if state.config.tournament:
        return tuple(_tournament(state, seat, shares[seat]) for seat in range(seats))
    return tuple(shares)


def _chosen(state: GruffState, values: CardValues, weights: Weights) -> tuple[float, ...]:
    """The value of the position after the best choice of the choosing seat."""
    seat = state.to_act
    assert seat is not None
    found = []
    for move in state.legal_moves():
        after = state.copy()
        after.apply(move)
        found.append(judge(after, values, weights))
    return max(found, key=lambda chances: chances[seat])


def _prepared(state: GruffState, values: CardValues, weights: Weights) -> list[float]:
    """The value of unfinished teams and decks."""
    points = []
    for seat in range(state.config.players):
        total = _team(state, values, weights, seat)
        total -= sum(values.keep[card] for card in state.dropped[seat]) * 0.3
        points.append(total)
    mean = sum(points) / len(points)
    return [1 / (1 + exp((mean - total) / PICK_ODDS)) for total in points]


def _team(state: GruffState, values: CardValues, weights: Weights, seat: int) -> float:
    """The value of a seat's draft as training has found it, or by the figures of the cards without
    training.
    """
    content, gruffs, shepherd = state.config.content, state.teams[seat], state.shepherds[seat]
    if weights.keys() <= WEIGHTS.keys():
        worth = [values.gruff[gruff] for gruff in gruffs]
        worth += [values.shepherd[shepherd]] if shepherd >= 0 else []
        return sum(PICK_STEP * round(value / PICK_STEP) for value in worth)
    ids = [content.gruffs[gruff].id for gruff in gruffs]
    ids += [content.shepherds[shepherd].id] if shepherd >= 0 else []
    return PICK_ODDS * picked(weights, [f"draft {id}" for id in ids])


def _tournament(state: GruffState, seat: int, share: float) -> float:
    """The chance in a tournament, given the share in the current game.

    Future games count as half won.
    """
    games = len(SCHEDULE) // 2
    own = [result for result in state.results if seat in (result.first, result.second)]
    won = sum(result.score if result.first == seat else 1 - result.score for result in own)
    playing = seat in state.pair or state.pair[0] < 0
    to_come = games - len(own) - playing
    return float(won + playing * share + 0.5 * to_come) / games


def _points(state: GruffState, values: CardValues, side: int, weights: Weights) -> float:
    """The position of a side, in points of Life."""
    alive, sliders = state.alive, state.sliders
    added, flags, _ = state.bonuses or bonuses(state)
    first = 3 * side
    life = state.life[side]
    points = weights["life"] * life + weights["last life"] * life / (life + 3.0)
    living = alive[first] + alive[first + 1] + alive[first + 2]
    each = weights[LAST[living]] if living else 0.0
    mean, weird, fat = weights["mean"], weights["weird"], weights["fat"]
    for fighter in range(first, first + 3):
        at = 3 * fighter
        power = mean * sliders[at] + weird * sliders[at + 1] + fat * sliders[at + 2]
        if alive[fighter]:
            five = 5 * fighter
            power += mean * added[five] + fat * added[five + 2] + weird * added[five + 1]
            power += weights["bonus"] * (added[five + 3] + added[five + 4])
            points += each + power
            if state.ready[fighter]:
                points += weights["ready"]
        else:
            points += weights["dead"] * power
    cards, owner, attached = state.config.content.cards, state.owner, values.attached
    for fighter, on in enumerate(state.cards_on):
        for card in on:
            if owner[cards[card].pool] == side:
                points += attached[card] * (1.0 if alive[fighter] else weights["card on dead"])
    crazy = state.crazy[side]
    points += weights["crazy"] * crazy / (crazy + weights["crazy"])
    hold = values.hold
    for card in state.hands[side]:
        points += hold[card]
    attacker = state.attackers[side]
    mine = state.side == side
    if attacker >= 0:
        sure = weights["later" if mine else "next"]
        points += _attack(state, attacker, added, flags, weights) * sure
    active = state.active if mine and attacker < 0 else -1
    if active >= 0 and alive[active] and not flags[active] & NO_ATTACK:
        points += _attack(state, active, added, flags, weights) * weights["could"]
    return points


def _attack(
    state: GruffState, attacker: int, added: list[int], flags: list[int], weights: Weights
) -> float:
    """The value of an attack if it were resolved now."""
    at = 5 * attacker
    damage = max(0, state.sliders[3 * attacker] + added[at]) + added[at + DAMAGE]
    other = 1 - attacker // 3
    defender = state.line[(state.place[attacker] + 3) % 6]
    life = state.life[other]
    if flags[attacker] & DIRECT or not state.alive[defender]:
        return weights["win"] if damage >= life else weights["struck"] * max(0, damage)
    of = 5 * defender
    defense = max(0, state.sliders[3 * defender + 2] + added[of + 2]) + added[of + DEFENSE]
    if damage < defense or damage <= 0:
        return weights["feeble"] * max(0, damage)
    excess = damage - max(0, defense)
    if excess >= life or sum(state.alive[3 * other : 3 * other + 3]) == 1:
        return weights["win"]
    stats = state.sliders[3 * defender : 3 * defender + 3]
    return weights["kill"] + weights["killed stats"] * sum(stats) + weights["struck"] * excess
