"""Rounds: cards, turns by Initiative with Reactions between them, and the end of a Round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import TypeAlias

from generator.engine.events import Event, JsonValue, new_event
from generator.engine.pending import Step, then
from generator.games.grudge.content import MAIN, NO_CARDS, NOBODY, OPEN, REACTION, WARRIOR
from generator.games.grudge.moves import PASS, Move
from generator.games.grudge.rules import actions, monsters
from generator.games.grudge.rules.conditions import ENRAGED, STUNNED, skip
from generator.games.grudge.rules.damage import finish
from generator.games.grudge.rules.event_makers import initiative_event, pass_event, reaction_event
from generator.games.grudge.state import GrudgeState, new

DrawOne: TypeAlias = Callable[[GrudgeState, list[Event]], str]
"""Draws a card off a deck, which it fills up if it is empty."""
CHOICES = Step("initiative", 0), Step("assign", 0)
NEXT, TURN, TURNS = Step("next", 0), Step("turn", 0), Step("turns")
ROUND = then((), *CHOICES, Step("monster-cards"), Step("turns"), Step("end-round"))
"""The steps of a Round."""


def shuffle_decks(state: GrudgeState) -> None:
    """`challenge-reshuffle`: shuffle three complete decks; the Initiative Hand stays as it is."""
    config, rng = state.config, state.rng
    state.w_deck = tuple(rng.shuffled(config.action_cards))
    state.m_deck = tuple(rng.shuffled(config.action_cards))
    state.mi_deck = tuple(rng.shuffled(config.initiative_cards))
    state.w_discard = state.m_discard = state.mi_discard = state.aside = ()


def begin_round(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`draw-three`, and the steps of the Round."""
    if state.round >= state.config.number["rounds"]:
        finish(state, "unfinished", "sim-cap", events)
        return
    state.round += 1
    state.rounds += 1
    state.joker = state.dragged = state.reached = state.fell = False
    state.shared_aid = ""
    for id in state.figures:
        figure = state.renew(id)
        figure.acted = figure.reacted = figure.interrupted = figure.struck = False
        figure.steps = 0
    events.append(state.config.round_events[state.round])
    drawn = _draw(state, "w_deck", _draw_warrior, events)
    state.hand = tuple(drawn)
    events.append(new_event("draw", "draw-three", 0, {"who": WARRIOR, "cards": drawn}))
    state.pending += ROUND


def _draw(state: GrudgeState, name: str, draw_one: DrawOne, events: list[Event]) -> list[str]:
    """Draw the cards of a Round off the deck with that name.

    All at once, if there are enough and no Joker is among them, and otherwise one by one.
    """
    config, deck = state.config, getattr(state, name)
    number = config.number["draw"]
    left = len(deck) - number
    if left >= 0 and config.jokers.isdisjoint(top := deck[left:]):
        setattr(state, name, deck[:left])
        return [*reversed(top)]
    return [draw_one(state, events) for _ in range(number)]


def _draw_warrior(state: GrudgeState, events: list[Event]) -> str:
    """Draw a card, setting Jokers aside (`joker-aside`); an empty deck gets the shuffled discards
    (`empty-decks`).
    """
    while True:
        if not state.w_deck:
            state.w_deck = tuple(state.rng.shuffled(state.w_discard))
            state.w_discard = ()
            state.note(events, "refill", "empty-decks", who=WARRIOR, cards=len(state.w_deck))
        card, state.w_deck = state.w_deck[-1], state.w_deck[:-1]
        if card not in state.config.jokers:
            return card
        _set_aside(state, WARRIOR, card, events)


def _draw_monster(state: GrudgeState, events: list[Event]) -> str:
    """Draw a card, setting Jokers aside (`joker-aside`); an empty deck gets its discard pile, turned
    over (`empty-decks`).
    """
    while True:
        if not state.m_deck:
            state.m_deck, state.m_discard = state.m_discard[::-1], ()
            state.note(events, "flip", "empty-decks", deck="action")
        card, state.m_deck = state.m_deck[-1], state.m_deck[:-1]
        if card not in state.config.jokers:
            return card
        _set_aside(state, "monsters", card, events)


def _set_aside(state: GrudgeState, whose: str, card: str, events: list[Event]) -> None:
    state.joker = True
    state.aside = (*state.aside, f"{whose} {card}")
    state.note(events, "joker", "joker-aside", deck=whose)
    state.count("jokers")


# The Warrior's cards


def initiative_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    """`choose-initiative`: any card in hand, or the lowest if `enraged`."""
    config = state.config
    held = state.initiative_hand
    if ENRAGED in state.warrior.conditions:
        held = (min(held, key=config.value.__getitem__),)
    return [*map(config.initiative_moves.__getitem__, held)]


def choose_initiative(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    card = state.config.ranks[move.one]
    state.initiative = card
    place = state.initiative_hand.index(card)
    state.initiative_hand = state.initiative_hand[:place] + state.initiative_hand[place + 1 :]
    rule = "enraged" if ENRAGED in state.warrior.conditions else "choose-initiative"
    events.append(initiative_event(rule, WARRIOR, card))


def assign_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    """`assign-cards`: one card for each of the three slots."""
    return [new(Move, ("assign", *cards)) for cards in permutations(state.hand)]


def assign(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    state.slots = (move.one, move.other, move.third)
    state.hand = ()
    facts: dict[str, JsonValue] = {"who": WARRIOR, "cards": list(state.slots)}
    events.append(new_event("assign", "assign-cards", 0, facts))


# The Monsters' cards


def monster_cards(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`monster-initiative`, `enraged-monsters`, `monster-cards`."""
    enraged = any(ENRAGED in figure.conditions for figure in state.monsters())
    drawn = []
    for _ in range(state.config.number["enraged"] if enraged else 1):
        if not state.mi_deck:
            state.mi_deck, state.mi_discard = state.mi_discard[::-1], ()
            state.note(events, "flip", "monster-initiative-flip", deck="initiative")
        if state.mi_deck:
            drawn.append(state.mi_deck[-1])
            state.mi_deck = state.mi_deck[:-1]
    state.m_initiative = tuple(drawn)
    rule = "enraged-monsters" if enraged else "monster-initiative"
    events.append(new_event("monster-initiative", rule, None, {"cards": drawn}))
    cards = _draw(state, "m_deck", _draw_monster, events)
    state.m_slots = tuple(cards)
    events.append(new_event("monster-cards", "monster-cards", None, {"cards": cards}))


# The end of the Round


def end_round(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`end-of-round`, `discard-order`, `joker-reset`, `hand-empty-when`, `challenge-end`."""
    events.append(state.config.end_events[state.round])
    state.w_discard += state.slots
    state.m_discard += state.m_slots
    state.mi_discard += state.m_initiative
    state.initiative_discard += (state.initiative,)
    cards = [*state.m_slots, *state.m_initiative]
    events.append(new_event("discard", "discard-order", None, {"cards": cards}))
    state.slots = state.m_slots = NO_CARDS
    state.m_initiative, state.initiative = (), ""
    if state.joker:
        state.joker = False
        state.m_deck += state.m_discard[::-1]
        state.mi_deck += state.mi_discard[::-1]
        state.m_discard = state.mi_discard = ()
        state.note(events, "reset", "joker-reset", left=len(state.m_deck))
        state.count("joker resets")
    if not state.initiative_hand:
        restore_hand(state)
        state.note(events, "hand", "hand-kept", who=WARRIOR)
    over = len(state.figures) == 1
    if over:
        state.run_next("challenge-end")
    else:
        begin_round(state, step, events)


def restore_hand(state: GrudgeState) -> None:
    """`hand-kept`: all Initiative cards return to the hand."""
    state.initiative_hand = tuple(state.config.initiative_cards)
    state.initiative_discard = ()


# Turns


def candidates(state: GrudgeState) -> list[str]:
    """`turn-order`: of those who have not acted, the ones with the lowest Initiative."""
    waiting = [id for id, figure in state.figures.items() if not figure.acted]
    if len(waiting) < 2 or waiting[0] != WARRIOR:  # all Monsters have the same Initiative
        return waiting
    own, theirs = state.config.value[state.initiative], state.initiative_of(waiting[1])
    return waiting if own == theirs else waiting[:1] if own < theirs else waiting[1:]


def next_turn(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """Begin the next turn, until everybody has acted."""
    found = candidates(state)
    reached = not found or found[-1] != WARRIOR
    if reached and not state.reached:
        state.reached = True
        theirs = state.initiative_of(state.config.monsters[0])
        if state.fell and state.initiative_of(WARRIOR) < theirs and not state.warrior.reacted:
            state.note(events, "window", "reaction-on-dead-count", who=WARRIOR)
            state.pending += (TURNS, state.config.open_windows[NOBODY])
            return
    if len(found) == 1:
        state.pending += (TURNS,)
        take_turn(state, found[0], events)
    elif found:
        state.pending += (TURNS, NEXT)
        state.set_legal_moves(turns_of(state, found))


def next_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    """The player picks one of those with the same Initiative."""
    return turns_of(state, candidates(state))


def turns_of(state: GrudgeState, found: Sequence[str]) -> list[Move]:
    return [*map(state.config.next_moves.__getitem__, found)]


def begin_turn(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    """Begin the turn of the one that the player picked."""
    take_turn(state, move.one, events)


def take_turn(state: GrudgeState, id: str, events: list[Event]) -> None:
    """Begin a turn, followed by a window for Reactions."""
    state.renew(id).acted = True
    events.append(state.config.turn_events[id])
    state.pending += (state.config.open_windows[id],)
    if id != WARRIOR:
        monsters.main_action(state, id, events)
    elif STUNNED in state.warrior.conditions:
        skip(state, id, events)
    else:
        state.pending += (TURN,)


def turn_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return [*actions.main_moves(state), PASS]


def turn(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    if move.what == "pass":
        events.append(pass_event("warrior-may-pass", WARRIOR))
    else:
        actions.act(state, move, MAIN, events)


# Windows


def window(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`reaction-window`: keep the window open while somebody can use it; then the next turn begins."""
    who, window = step.about
    found = reactions(state, who, window)
    if found:
        state.pending += (state.config.reactions[window][who],)
        state.set_legal_moves(found)
    elif (pending := state.pending) and pending[-1] is TURNS:  # at once, instead of by `advance`
        state.pending = pending[:-1]
        next_turn(state, TURNS, events)


def window_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return reactions(state, *step.about)


def reactions(state: GrudgeState, who: str, window: str) -> list[Move]:
    """`window-order`: Monsters with a productive Reaction, and the Warrior's Reactions."""
    found: list[Move] = []
    if who != NOBODY and (ready := monsters.reacting(state, who)):
        found = [*map(state.config.react_moves.__getitem__, ready)]
    if who != WARRIOR and window == OPEN and not state.warrior.reacted:
        own = actions.reaction_moves(state)
        if own:
            found += [Move("shake")] if STUNNED in state.warrior.conditions else own
            found.append(PASS)
    return found


def react(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    """Make one Reaction, or pass; the window may stay open."""
    config, (who, window) = state.config, step.about
    if move.what == "pass":
        state.pending += (config.passed_windows[who],)
        events.append(pass_event("window-order", WARRIOR))
        return
    state.pending += ((config.open_windows if window == OPEN else config.passed_windows)[who],)
    if move.what == "react":
        monsters.react(state, move.one, events)
        return
    state.renew(WARRIOR).reacted = True
    events.append(reaction_event("reaction-window", WARRIOR, str(move)))
    state.count("warrior reactions")
    if move.what == "shake":
        skip(state, WARRIOR, events)
    else:
        actions.act(state, move, REACTION, events)
