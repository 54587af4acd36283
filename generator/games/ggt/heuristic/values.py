"""Values of a monster, its Power and its cards, in points of Health."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from generator.engine.outcome import Weights
from generator.games.ggt.content import BARE, Box
from generator.games.ggt.state import GgtState

ABILITIES = [
    "ranged",
    "reach",
    "armour",
    "rend",
    "extra_draw",
    "slippery",
    "shove",
    "sidestep",
    "regrow",
]
VALUE_WEIGHTS: Weights = {
    "alive": 25.0,  # being in the game at all
    "speed": 2.0,  # a point of each attribute,
    "strength": 2.2,
    "smarts": 1.0,
    "ranged": 1.2,  # and of each ability
    "reach": 1.5,
    "armour": 3.0,
    "rend": 2.5,
    "extra_draw": 1.5,
    "slippery": 0.4,
    "shove": 0.3,
    "sidestep": 1.5,
    "regrow": 3.0,
    "power": 0.85,  # a Power token; those beyond a number count half
    "number": 0.16,  # a card in hand, per point of a number,
    "jack": 3.0,  # and as a royal
    "queen": 2.8,
    "king": 2.6,
}
"""Default weights of a monster and its possessions."""
RICH = 6
"""Number of Power tokens beyond which they count half."""
ROYALS = ("jack", "queen", "king")
"""The royals by what they beat."""
Slots: TypeAlias = tuple[int, ...]
"""The limb in each slot of a body."""
KEPT = 16
"""Number of weight sets for which the values of a box are cached."""


class Values:
    """The values of a box's cards by given weights; caches compare it by identity."""

    def __init__(self, box: Box, weights: Weights) -> None:
        self.box, self.weights = box, weights
        royal = [0.0, *map(weights.__getitem__, ROYALS)]
        number = weights["number"]
        self.cards = [royal[card.beats] + number * card.value for card in box.cards]
        """The value of each card in hand."""


def values_of(state: GgtState, weights: Weights) -> Values:
    """The values by these weights, computed once; weights are compared by identity."""
    box = state.config.box
    found = box.values.get(id(weights))
    if found is None or found.weights is not weights:
        if len(box.values) >= KEPT:
            box.values.clear()
        found = box.values[id(weights)] = Values(box, weights)
    return found


def monster_value(state: GgtState, seat: int, values: Values) -> float:
    """The standing of one monster: its body, its pool, its Power and its hand."""
    power = state.power[seat]
    value = body_value(values, state.monster[seat], state.slots[seat]) + state.pool[seat]
    value += values.weights["power"] * (power if power <= RICH else (power + RICH) / 2)
    cards = values.cards
    for card in state.hands[seat]:
        value += cards[card]
    return value


@lru_cache(1 << 12)
def body_value(values: Values, monster: int, slots: Slots) -> float:
    """The value of a torso with these limbs, including the Health of all limbs that it can lose."""
    box, weights = values.box, values.weights
    body = box.body(monster, slots)
    limbs = sum(limb >= 0 for limb in slots)
    bare = box.monsters[monster].base[-1]
    # After the loss of all limbs the pool is refilled, by less each time.
    life = limbs * bare + (body.health - bare) * (limbs - 1) / 2 if limbs else 0
    attributes = (
        weights["speed"] * body.speed
        + weights["strength"] * body.strength
        + weights["smarts"] * body.smarts
    )
    abilities: float = sum(weights[name] * getattr(body, name) for name in ABILITIES)
    return weights["alive"] + life + attributes + abilities


@lru_cache(1 << 12)
def limb_loss(values: Values, monster: int, slots: Slots, shielded: tuple[str | int, ...]) -> float:
    """The cost of losing the best limb that is not shielded, with the new pool, from a pool of 0."""
    rests = [
        tuple([BARE if each == limb else each for each in slots])
        for limb in slots
        if limb != BARE and limb not in shielded
    ]
    after = [
        body_value(values, monster, rest) + values.box.body(monster, rest).health for rest in rests
    ]
    return body_value(values, monster, slots) - min(after)
