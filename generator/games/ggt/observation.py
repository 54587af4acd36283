"""Turns a state into what one seat may know of it: its view, and a state it might be instead.

Hidden are the cards in other hands and, until all have answered, what others have committed: cards,
healing, and whether they want to fight on.  Draw piles have no order to hide (see `state`), and all
numbers of cards are open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from generator.engine.events import JsonValue
from generator.engine.rng import Rng
from generator.games.ggt import dump
from generator.games.ggt.combat_state import FLIP, NOTHING, OPEN_CARD
from generator.games.ggt.rules.cards import bits
from generator.games.ggt.rules.combat import can_heal
from generator.games.ggt.rules.tests import may_flip

if TYPE_CHECKING:
    from generator.games.ggt.state import GgtState

SECRET = "secret"


def view(state: GgtState, seat: int | None) -> dict[str, JsonValue]:
    """What a seat knows; None: what everybody knows.  `cells` has the terrain for figures."""
    seen: dict[str, Any] = dump.to_data(state)
    own = None if seat is None else state.config.people[seat]
    hands = seen["hands"]
    seen["hands"] = {who: cards if who == own else len(cards) for who, cards in hands.items()}
    if state.fight:
        fight = seen["fight"]
        for secret in ("heals", "wants"):
            fight[secret] = _closed(fight[secret], [fight["attacker"], fight["target"]], own)
    if state.contest:
        test = seen["test"]
        test["secret"] = _closed(test["secret"], [test["of"], test["against"]], own)
    seen["cells"] = state.config.board.shown
    del seen["chance"]
    return seen


def _closed(answers: list[Any], people: list[str], own: str | None) -> list[Any]:
    """Answers with those of others covered; that one has been given is open."""
    return [
        answer if who == own or answer is None else SECRET
        for who, answer in zip(people, answers, strict=True)
    ]


def redraw(state: GgtState, seat: int, rng: Rng) -> None:
    """Draws anew, in place, all that the seat does not know."""
    sides = state.contest.sides if state.contest else ()
    secret = list(state.contest.secret) if state.contest else []
    for other in state.living:
        if other == seat:
            continue
        place = sides.index(other) if other in sides else -1
        committed = secret[place] if place >= 0 else OPEN_CARD
        _redraw_cards(state, other, rng, committed, secret, place)
    if state.contest:
        state.contest = state.contest._replace(secret=(secret[0], secret[1]))
    _redraw_answers(state, seat, rng)
    state.rng = rng.fork()
    state.clear_legal_moves()


def _redraw_cards(
    state: GgtState, seat: int, rng: Rng, committed: int, secret: list[int], place: int
) -> None:
    """Draws a hand, and the card committed from it, out of all that may be in it."""
    hand = state.hands[seat]
    if committed in (FLIP, NOTHING) and may_flip(state, seat):
        # Otherwise there was nothing to choose from.
        secret[place] = (FLIP, NOTHING)[rng.below(2)]
    if not hand and committed < 0:
        return
    unseen = state.piles[seat]
    for card in hand:
        unseen |= 1 << card
    if committed >= 0:
        unseen |= 1 << committed
    cards = bits(unseen)
    drawn = [cards.pop(rng.below(len(cards))) for _ in range(len(hand) + (committed >= 0))]
    for card in drawn:
        unseen ^= 1 << card
    if committed >= 0:
        secret[place] = drawn.pop()
    state.hands[seat] = tuple(sorted(drawn))
    state.piles[seat] = unseen


def _redraw_answers(state: GgtState, seat: int, rng: Rng) -> None:
    """What other fighters have committed to healing and to going on may be anything."""
    fight = state.fight
    if fight is None:
        return
    heals, wants = list(fight.heals), list(fight.wants)
    for place, other in enumerate(fight.sides):
        if other == seat:
            continue
        if heals[place] >= 0:
            heals[place] = rng.below(can_heal(state, other) + 1)
        if wants[place] >= 0:
            wants[place] = rng.below(2)
    state.fight = fight._replace(heals=(heals[0], heals[1]), wants=(wants[0], wants[1]))
