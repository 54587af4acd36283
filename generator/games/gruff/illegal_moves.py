"""Illegal moves: the rule that forbids a move, and the reason in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.engine.game import Refusal
from generator.engine.pending import Step
from generator.games.gruff.content import ACTION
from generator.games.gruff.effects.resolve import in_progress
from generator.games.gruff.moves import SPOTS, Move
from generator.games.gruff.rules import turn
from generator.games.gruff.rules.stats import HIDDEN, NO_ATTACK, flags_of
from generator.games.gruff.state import GruffState

DECISIONS = {
    "draft": (("draft",), "team", "the teams are being drafted"),
    "build": (("drop",), "deck-eight-each", "the decks are being built"),
    "line": (("line",), "line-up-order", "the lines are being arranged"),
    "activate": (("activate",), "turn-order", "a gruff has to be activated now"),
    "play": (("play", "stop"), "turn-order", "this is the step for playing cards"),
    "tactic": (
        ("attack", "grow", "move", "resurrect"),
        "tactical-one",
        "a tactical action has to be chosen now, and no card can be played any more",
    ),
    "host": (("host",), "playable", "the host has to be chosen first"),
    "choose": (("choose",), "controller", "a gruff has to be chosen first"),
    "may": (("yes", "no"), "controller", "it has to be said first whether the effect is used"),
    "strip": (("discard",), "controller", "a card on the gruff has to be chosen first"),
    "recover": (("return",), "controller", "a card of the discard pile has to be chosen first"),
    "discard": (("discard",), "text-wins", "cards have to be discarded first"),
    "trim": (("discard",), "hand-limit", "there are too many cards in hand"),
}
"""For every decision: the moves it allows, and the rule and reason against any other."""


def explain_illegal(state: GruffState, move: Move) -> Refusal:
    """The rule that forbids an illegal move, and the reason."""
    if state.outcome:
        return state.outcome.rule, "the game is over"
    step = state.pending[-1]
    allowed, rule, reason = DECISIONS[step.name]
    if move.what not in allowed:
        if step.name == "tactic" and _never_offered(state, move):
            return _no_play(state, step, move)
        return rule, reason
    refusal = REFUSALS.get(move.what if step.name == "tactic" else step.name)
    if refusal is None:
        return rule, "that is not one of the choices"
    return refusal(state, step, move) if callable(refusal) else refusal


def _never_offered(state: GruffState, move: Move) -> bool:
    """Whether it is a card in hand, and no card could be played in the step for that."""
    in_hand = state.config.content.card_ids(state.hands[state.side])
    return move.what == "play" and move.about in in_hand and not turn.playable(state)


def _no_draft(state: GruffState, step: Step, move: Move) -> Refusal:
    content = state.config.content
    shepherd = move.about in content.shepherd_number
    if shepherd != (step.about[0] == "shepherd"):
        return "team", f"this pick is for a {step.about[0]}"
    return "single-copy", "somebody has taken that already"


def _no_drop(state: GruffState, step: Step, move: Move) -> Refusal:
    content = state.config.content
    card = content.cards[content.card_number[move.about]]
    if card.pool not in state.teams[step.decider]:
        return "deck-eight-each", "that card is of no gruff of this team"
    if content.card_number[move.about] in state.dropped[step.decider]:
        return "deck-no-repeat", "that card is left out already"
    left_out = [content.cards[number].pool for number in state.dropped[step.decider]]
    if left_out.count(card.pool) == state.config.figures.pool - state.config.figures.pool_in_deck:
        return "deck-eight-each", "enough cards of that pool are left out already"
    if any(str(each).split()[1] in _pool(state, card.pool) for each in state.legal_moves()):
        return "deck-ultimates", "too many Ultimates would be left"
    return "deck-eight-each", "another pool comes first"


def _pool(state: GruffState, gruff: int) -> list[str]:
    content = state.config.content
    return content.card_ids(content.gruffs[gruff].pool)


def _no_activation(state: GruffState, step: Step, move: Move) -> Refusal:
    fighter = state.line[3 * state.side + int(move.about) - 1]
    if not state.alive[fighter]:
        return "activate-one", "that gruff is dead"
    return "exhausted-waits", "that gruff is exhausted"


def _no_play(state: GruffState, step: Step, move: Move) -> Refusal:
    content = state.config.content
    number = content.card_number[move.about]
    card = content.cards[number]
    if number not in state.hands[state.side]:
        return "play-any-number", "that card is not in the player's hand"
    if card.cost > turn.crazy_left(state):
        if state.spent > state.crazy[state.side]:
            return "crazy-falls", "Crazy is less than the costs played this turn"
        reason = f"it costs {card.cost}, and Crazy allows {turn.crazy_left(state)} more this turn"
        return "cost-limit", reason
    if card.type != ACTION and not turn.hosts(state, card):
        return "playable", "there is no host for it"
    return "playable", "there is nothing that it could be aimed at"


def _no_host(state: GruffState, step: Step, move: Move) -> Refusal:
    fighter = state.line[SPOTS.index(move.about)]
    if not state.alive[fighter]:
        return "playable", "a host must be living"
    return _hidden(state, fighter, state.side) or ("playable", "the card cannot be laid there")


def _no_choice(state: GruffState, step: Step, move: Move) -> Refusal:
    fighter = state.line[SPOTS.index(move.about)]
    hidden = _hidden(state, fighter, state.pair.index(step.decider))
    if hidden:
        return hidden
    effect, number, picks = in_progress(state, state.pending[-2].about)
    operation = effect.clause.operations[number]
    wanted, alive = operation.slots[len(picks)][1].state, state.alive[fighter]
    if wanted == "dead" and alive:
        return "text-wins", "that gruff is not dead"
    if wanted not in ("dead", "either") and not alive:
        rule = "damage-on-dead" if operation.name == "damage" else "text-wins"
        return rule, "that gruff is dead"
    return "controller", "that gruff is not one to choose from"


def _hidden(state: GruffState, fighter: int, side: int) -> Refusal | None:
    if fighter // 3 != side and flags_of(state, fighter) & HIDDEN:
        return "text-wins", "that gruff cannot be chosen by the enemy"
    return None


def _no_attack(state: GruffState, step: Step, move: Move) -> Refusal:
    assert flags_of(state, state.active) & NO_ATTACK
    return "text-wins", "this gruff may not choose Attack"


def _no_move(state: GruffState, step: Step, move: Move) -> Refusal:
    other = 3 * state.side + int(move.about) - 1
    if abs(other - state.place[state.active]) != 1:
        return "move", "that column is not next to the active gruff's"
    return "text-wins", "one of the two cannot be swapped"


REFUSALS: Mapping[str, Refusal | Callable[[GruffState, Step, Move], Refusal]] = {
    "draft": _no_draft,
    "build": _no_drop,
    "line": ("line-up-order", "name each gruff of the own team once"),
    "activate": _no_activation,
    "play": _no_play,
    "host": _no_host,
    "choose": _no_choice,
    "trim": ("hand-limit", "that card is not in the player's hand"),
    "attack": _no_attack,
    "grow": ("slider-ends", "that stat is at the end of its track"),
    "move": _no_move,
    "resurrect": ("resurrect", "that gruff is not dead"),
}
"""The refusal of each kind of decision, and of each tactical action, that is not legal."""
