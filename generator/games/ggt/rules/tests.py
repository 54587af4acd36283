"""Tests: two secret cards at a time until one side wins.

Each pair takes two decisions on the stack, with `reveal` below them. A side that can commit neither a
card nor a flip commits nothing, without a decision.
"""

from __future__ import annotations

from generator.engine.events import Event, JsonValue
from generator.engine.pending import Step, then
from generator.games.ggt.combat_state import (
    FLIP,
    NOBODY,
    NOTHING,
    UNCOMMITTED,
    WITHOUT_CARD,
    Contest,
)
from generator.games.ggt.content import STRENGTH, Card
from generator.games.ggt.moves import Move
from generator.games.ggt.rules.cards import take_top
from generator.games.ggt.rules.limbs import ability_takes_effect
from generator.games.ggt.state import GgtState

BONUS = {"escape": "slippery", "push": "shove", "object": "shove"}
"""Ability that adds to the total of the side that began the Test, by purpose."""
NO_CARD = Card("", 0, 0, 0)
"""Stands for the card of a side without one."""


def begin(state: GgtState, contest: Contest, events: list[Event]) -> None:
    """`test-commit`, `combat-test`: begin a Test and ask for the first pair."""
    state.contest = contest
    rule = "combat-test" if contest.why == "combat" else "test-commit"
    attribute = state.config.box.attributes[contest.attribute]
    seat, other = contest.sides
    facts: dict[str, JsonValue] = {"attribute": attribute, "against": side(state, contest, other)}
    events.append(Event("test", rule, seat, facts))
    ability = BONUS.get(contest.why)
    if ability and getattr(state.body[seat], ability):
        ability_takes_effect(state, seat, ability, events)
    ask(state)


def side(state: GgtState, contest: Contest, seat: int) -> str:
    """The name of a side: a player's number, or an object's id."""
    if seat != NOBODY:
        return state.config.people[seat]
    return state.config.board.objects[contest.target]


def may_flip(state: GgtState, seat: int) -> bool:
    """`desperate-flip`, `flip-floor`: whether there is enough Health and a card to draw."""
    return state.pool[seat] >= state.config.box.figures["flip-least"] and state.can_draw(seat)


def ask(state: GgtState) -> None:
    """`test-commit`, `no-card`: ask both sides for the next pair, in secret."""
    contest = state.test
    secret, steps = [], []
    for seat in contest.sides:
        if seat == NOBODY:
            secret.append(NOTHING)
        elif state.hands[seat] or may_flip(state, seat):
            secret.append(UNCOMMITTED)
            steps.append(Step("card", seat))
        else:
            secret.append(NOTHING)
    pair, last = (secret[0], secret[1]), (NOTHING, NOTHING)
    state.contest = Contest(*contest[:6], secret=pair, last=last, tied=contest.tied)
    state.pending = then(state.pending, *steps, Step("reveal"))


def commit(state: GgtState, step: Step, move: Move, events: list[Event]) -> None:
    """Commit a card face down, the flip, or nothing."""
    seat, numbers = step.decider, state.config.box.card_number
    choice = numbers[move.about[0]] if move.about else WITHOUT_CARD[move.what]
    contest = state.test
    if choice >= 0:
        state.hands[seat] = tuple([card for card in state.hands[seat] if card != choice])
    one, two = contest.secret
    secret = (choice, two) if contest.sides[0] == seat else (one, choice)
    state.contest = Contest(*contest[:6], secret, *contest[7:])


def reveal(state: GgtState, events: list[Event]) -> int | None:
    """Reveal a pair. Return the winning side, 0 or 1; 2 if nobody wins; None for a tie.

    `deciding-pair`: the Test keeps the pair until the next is committed.
    """
    contest, cards = state.test, state.config.box.cards
    pair = _turn_up(state, contest, 0, events), _turn_up(state, contest, 1, events)
    one, two = [cards[card] if card >= 0 else NO_CARD for card in pair]
    mine, theirs = [
        (*before, card) if card >= 0 else before
        for before, card in zip(contest.shown, pair, strict=True)
    ]
    still = contest.tied
    state.contest = contest = Contest(
        *contest[:4],
        sums=(contest.sums[0] + one.value, contest.sums[1] + two.value),
        shown=(mine, theirs),
        secret=(UNCOMMITTED, UNCOMMITTED),
        last=pair,
        tied=True,
    )
    signs: list[JsonValue] = [one.sign or None, two.sign or None]
    events.append(Event("reveal", "card-values", None, {"cards": signs}))
    names = [side(state, contest, seat) for seat in contest.sides]
    if one.beats or two.beats:
        return _royals(one.beats, two.beats, names, events)
    totals = [total(state, contest, place) for place in (0, 1)]
    if totals[0] != totals[1]:
        winner = 0 if totals[0] > totals[1] else 1
        events.append(Event("win", "test-total", None, {"winner": names[winner], "totals": totals}))
        return winner
    if still and pair == (NOTHING, NOTHING):
        events.append(Event("stalemate", "exhausted-tie", None, {"totals": totals}))
        return 2
    events.append(Event("tie", "test-tie", None, {"totals": totals}))
    return None


def _royals(one: int, two: int, names: list[str], events: list[Event]) -> int | None:
    """`royal-beats-number`, `royal-order`, `equal-royals`."""
    if one == two:
        events.append(Event("tie", "equal-royals", None, {}))
        return None
    winner = 0 if one > two else 1
    rule = "royal-order" if one and two else "royal-beats-number"
    events.append(Event("win", rule, None, {"winner": names[winner]}))
    return winner


def _turn_up(state: GgtState, contest: Contest, place: int, events: list[Event]) -> int:
    """The revealed card of a side, from hand or pile; NOTHING if there is none."""
    seat, choice = contest.sides[place], contest.secret[place]
    if choice >= 0:
        return choice
    if seat == NOBODY:
        # `push-scope`: drawn after the pusher's flip, from the same pile.
        card = take_top(state, contest.sides[0], events)
        return NOTHING if card is None else card
    if choice == FLIP:
        state.pool[seat] -= state.config.box.figures["flip-cost"]
        card = take_top(state, seat, events)
        events.append(Event("flip", "desperate-flip", seat, {"pool": state.pool[seat]}))
        return NOTHING if card is None else card
    events.append(Event("nothing", "no-card", seat, {}))
    return NOTHING


def total(state: GgtState, contest: Contest, place: int) -> int:
    """`test-total`: attribute, or an object's Weight, plus numbered cards and any ability bonus."""
    seat = contest.sides[place]
    if seat == NOBODY:
        return state.config.weights[contest.target] + contest.sums[place]
    found = state.body[seat][contest.attribute] + contest.sums[place]
    if place == 0 and contest.why in BONUS:
        found += getattr(state.body[seat], BONUS[contest.why])
    return found


def finish(state: GgtState) -> Contest:
    """`discards-reshuffle`: end the Test; the played cards go to their owners' discards."""
    contest = state.test
    for seat, cards in zip(contest.sides, contest.shown, strict=True):
        owner = contest.sides[0] if seat == NOBODY else seat
        for card in cards:
            state.discards[owner] |= 1 << card
    state.contest = None
    return contest


def strength(why: str, seat: int, other: int, target: int = NOBODY) -> Contest:
    """Return a new Test of Strength."""
    return Contest(why, (seat, other), STRENGTH, target)
