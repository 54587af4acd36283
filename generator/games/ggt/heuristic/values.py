"""Values of a monster, its Power and its cards, in points of Health."""

from __future__ import annotations

from generator.games.ggt.state import GgtState

ALIVE = 25.0
"""What it is worth to be in the game at all."""
SPEED, STRENGTH, SMARTS = 2.0, 2.2, 1.0
"""What a point of each attribute is worth;"""
ABILITIES = {
    **{"ranged": 1.2, "reach": 1.5, "armour": 3.0, "rend": 2.5, "extra_draw": 1.5},
    **{"slippery": 0.4, "shove": 0.3, "sidestep": 1.5, "regrow": 3.0},
}
"""and of each ability."""
POWER, RICH = 0.85, 6
"""What a Power token is worth; tokens beyond this number count half."""
NUMBER, ROYAL = 0.16, (0.0, 3.0, 2.8, 2.6)
"""What a card in hand is worth for every point of a number, and as Jack, Queen or King."""


def monster_value(state: GgtState, seat: int) -> float:
    """The standing of one monster: its body, its pool, its Power and its hand."""
    power = state.power[seat]
    value = body_value(state, seat, state.slots[seat]) + state.pool[seat]
    value += POWER * (power if power <= RICH else (power + RICH) / 2)
    cards = card_values(state)
    for card in state.hands[seat]:
        value += cards[card]
    return value


def card_values(state: GgtState) -> list[float]:
    """What every card is worth in hand."""
    box = state.config.box
    if not box.card_values:
        box.card_values = [ROYAL[card.beats] + NUMBER * card.value for card in box.cards]
    return box.card_values


def body_value(state: GgtState, seat: int, slots: tuple[int, ...]) -> float:
    """What a torso with these limbs is worth, the Health of all the limbs it can lose included."""
    box, monster = state.config.box, state.monster[seat]
    found = box.body_values.get((monster, slots))
    if found is None:
        body = box.body(monster, slots)
        limbs = sum(limb >= 0 for limb in slots)
        bare = box.monsters[monster].base[-1]
        # With every limb lost the pool is filled again, by less each time.
        life = limbs * bare + (body.health - bare) * (limbs - 1) / 2 if limbs else 0
        found = ALIVE + life
        found += SPEED * body.speed + STRENGTH * body.strength + SMARTS * body.smarts
        found += sum(weight * getattr(body, name) for name, weight in ABILITIES.items())
        box.body_values[monster, slots] = found
    return found
