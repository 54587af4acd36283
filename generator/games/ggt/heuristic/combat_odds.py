"""Combat odds: the average result of a Test or a combat in progress.

Only the given state is read, in which everything that a seat does not know has been redrawn.
"""

from __future__ import annotations

from functools import lru_cache

from generator.engine.outcome import Weights
from generator.games.ggt.combat_state import FLIP, NOBODY, Contest, Fight
from generator.games.ggt.content import BARE
from generator.games.ggt.heuristic.values import Values, limb_loss, monster_value
from generator.games.ggt.rules.combat import targets
from generator.games.ggt.rules.tests import BONUS, may_flip
from generator.games.ggt.state import GgtState

Played = tuple[int, int, int]
"""The value that a card adds, its rank as a royal, and its damage."""

UNKNOWN: tuple[Played, ...] = ((2, 0, 0), (6, 0, 0), (9, 0, 0), (0, 2, 7))
"""Placeholder for a card off the top of a pile."""
ZERO: tuple[Played, ...] = ((0, 0, 0),)
BEST = 3
"""Number of the best cards of a hand among which a player is assumed to choose."""
ODDS_WEIGHTS: Weights = {
    "freedom": 1.6,  # escaping from a monster that cannot be attacked
    "flip": 1.0,  # the cost of a card off the top of a pile
}
"""Default weights of the result of a Test."""


def add_expected(state: GgtState, standing: list[float], values: Values) -> None:
    """Add the average result of a pending Test or combat to each value."""
    contest, fight = state.contest, state.fight
    if contest is not None and fight is None:
        _single_test(state, contest, standing, values)
        return
    assert fight is not None
    top = state.pending[-1]
    if top.name == "land":
        return
    if top.name in ("shield", "rip"):
        rip = state.pending[-1] if top.name == "rip" else state.pending[-2]
        assert rip.seat is not None
        loser = fight.sides[1 - fight.sides.index(rip.seat)]
        standing[loser] -= _limb_loss(state, loser, rip.about, values)
        return
    if top.name == "again":
        # One fighter has decided whether to go on: a no settles it, a yes is half of the decision.
        said = max(fight.wants)
        if said == 1:
            _exchange(state, fight, None, standing, values, 0.5)
        return
    _exchange(state, fight, contest, standing, values)


def _limb_loss(
    state: GgtState, seat: int, shielded: tuple[str | int, ...], values: Values
) -> float:
    """The cost of losing the best bare limb, and with it the rest of the pool for a new one."""
    loss = limb_loss(values, state.monster[seat], state.slots[seat], shielded)
    return max(0.0, state.pool[seat] + loss)


def _hand(
    state: GgtState, seat: int, secret: int, values: Values, worst: bool = False
) -> tuple[tuple[Played, ...], float]:
    """The cards that a side may turn up, and their cost in addition to those already played.

    `worst`: little depends on the Test, so the cost is that of the worst card of the hand.
    """
    cards = state.config.box.played
    if secret >= 0:
        return (cards[secret],), 0.0
    if secret == FLIP:
        return UNKNOWN, values.weights["flip"]
    hand = state.hands[seat]
    if hand:
        return _choices(values, hand, worst)
    if may_flip(state, seat):
        return UNKNOWN, values.weights["flip"]
    return ZERO, 0.0


@lru_cache(1 << 14)
def _choices(
    values: Values, hand: tuple[int, ...], worst: bool
) -> tuple[tuple[Played, ...], float]:
    """The best cards of a hand, and the cost of the least of them, or of the worst of the hand."""
    cards, card_values = values.box.played, values.cards
    hand = tuple(sorted(hand, key=card_values.__getitem__))
    best = hand[-BEST:]
    return tuple([cards[card] for card in best]), card_values[hand[0] if worst else best[0]]


def _exchange(
    state: GgtState,
    fight: Fight,
    contest: Contest | None,
    standing: list[float],
    values: Values,
    weight: float = 1.0,
) -> None:
    """The expected result of the Test of Strength of this exchange for both fighters."""
    attacker, target = fight.sides
    weights = values.weights
    power = weights["power"]
    one, two = state.body[attacker], state.body[target]
    secret = contest.secret if contest else (-1, -1)
    sums = contest.sums if contest else (0, 0)
    mine, cost = _hand(state, attacker, secret[0], values)
    theirs, price = _hand(state, target, secret[1], values)
    ahead = one.strength + sums[0] - two.strength - sums[1]
    least = state.config.box.figures["least-damage"]
    less = state.config.box.figures["attacker-less"]
    deal = 0 if fight.ranged else one.rend
    back = (0 if fight.ranged else two.rend) - less
    safe = fight.ranged and (attacker, True) not in targets(state, target)
    deal, back = deal - two.armour, back - one.armour
    # The most damage that costs only Health, and the cost of any more; `damage-order`.
    great = state.config.box.figures["great-damage"]
    most, other_most = (min(state.pool[seat] - 1, great) for seat in fight.sides)
    maimed, other_maimed = (_great_loss(state, seat, values) for seat in fight.sides)
    hurt = harm = won = 0.0
    for value, royal, own_blow in mine:
        for other, other_royal, other_blow in theirs:
            if royal or other_royal:
                lead = royal - other_royal
                blow = own_blow if lead > 0 else other_blow
            else:
                lead = ahead + value - other
                blow = lead if lead > 0 else -lead
            if lead > 0:
                won += 1
                damage = blow + deal if blow + deal > least else least
                hurt += damage if damage <= other_most else other_maimed
            elif lead < 0 and not safe:
                damage = blow + back if blow + back > least else least
                harm += damage if damage <= most else maimed
    pairs = len(mine) * len(theirs)
    won /= pairs
    standing[attacker] += weight * (power * won - harm / pairs - cost)
    standing[target] += weight * (power * (1 - won) - hurt / pairs - price)


def _great_loss(state: GgtState, seat: int, values: Values) -> float:
    """The cost of damage that tears off a limb, or without limbs of all that the monster has."""
    slots = state.slots[seat]
    if slots.count(BARE) < len(slots):
        return _limb_loss(state, seat, (), values)
    return monster_value(state, seat, values)


def _single_test(state: GgtState, contest: Contest, standing: list[float], values: Values) -> None:
    """The value of an Escape or a Push to the monster that tries it, and its cost in cards."""
    seat, other = contest.sides
    mine, cost = _hand(state, seat, contest.secret[0], values, worst=True)
    standing[seat] -= cost
    body = state.body[seat]
    ahead = body[contest.attribute] + getattr(body, BONUS[contest.why])
    ahead += contest.sums[0] - contest.sums[1]
    if other == NOBODY:
        return
    theirs, price = _hand(state, other, contest.secret[1], values, worst=True)
    standing[other] -= price
    ahead -= state.body[other][contest.attribute]
    won = 0
    for value, royal, _ in mine:
        for against, other_royal, _ in theirs:
            lead = royal - other_royal if royal or other_royal else ahead + value - against
            won += lead > 0
    chance = won / (len(mine) * len(theirs))
    if not targets(state, seat):
        freedom = values.weights["freedom"] * chance
        standing[seat] += freedom
        standing[other] -= freedom
