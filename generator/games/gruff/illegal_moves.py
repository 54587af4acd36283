"""Illegal moves: the rule that forbids a move, and the reason in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.pending import Refusal, Refused
from generator.games.gruff.content import ACTION
from generator.games.gruff.effects.resolve import in_progress
from generator.games.gruff.moves import SPOTS, Move
from generator.games.gruff.rules import playable
from generator.games.gruff.rules.stats import HIDDEN, NO_ATTACK, flags_of
from generator.games.gruff.state import GruffState


def _no_draft(state: GruffState, seat: int, move: Move) -> Refusal:
    content = state.config.content
    shepherd = move.about in content.shepherd_number
    if shepherd != (state.pending[-1].about[0] == "shepherd"):
        return "team", f"this pick is for a {state.pending[-1].about[0]}"
    return "single-copy", "somebody has taken that already"


def _no_drop(state: GruffState, seat: int, move: Move) -> Refusal:
    content = state.config.content
    card = content.cards[content.card_number[move.about]]
    if card.pool not in state.teams[seat]:
        return "deck-eight-each", "that card belongs to no gruff of this team"
    if content.card_number[move.about] in state.dropped[seat]:
        return "deck-no-repeat", "that card is left out already"
    left_out = [content.cards[number].pool for number in state.dropped[seat]]
    if left_out.count(card.pool) == state.config.figures.pool - state.config.figures.pool_in_deck:
        return "deck-eight-each", "enough cards of that pool are left out already"
    if any(str(each).split()[1] in _pool(state, card.pool) for each in state.legal_moves()):
        return "deck-ultimates", "too many Ultimates would be left"
    return "deck-eight-each", "another pool comes first"


def _pool(state: GruffState, gruff: int) -> list[str]:
    content = state.config.content
    return content.card_ids(content.gruffs[gruff].pool)


def _no_activation(state: GruffState, seat: int, move: Move) -> Refusal:
    fighter = state.line[3 * state.side + int(move.about) - 1]
    if not state.alive[fighter]:
        return "activate-one", "that gruff is dead"
    return "exhausted-waits", "that gruff is exhausted"


def _no_play(state: GruffState, seat: int, move: Move) -> Refusal:
    content = state.config.content
    number = content.card_number[move.about]
    card = content.cards[number]
    if number not in state.hands[state.side]:
        return "play-any-number", "that card is not in the player's hand"
    if card.cost > playable.crazy_left(state):
        if state.spent > state.crazy[state.side]:
            return "crazy-falls", "Crazy is less than the costs played this turn"
        reason = (
            f"it costs {card.cost}, and Crazy allows {playable.crazy_left(state)} more this turn"
        )
        return "cost-limit", reason
    if card.type != ACTION and not playable.hosts(state, card):
        return "playable", "there is no host for it"
    return "playable", "it has no possible target"


def _no_late_play(state: GruffState, seat: int, move: Move) -> Refusal:
    """Explain a card in hand, although none could be played in its step, or any other card."""
    in_hand = state.config.content.card_ids(state.hands[state.side])
    if move.about in in_hand and not playable.playable(state):
        return _no_play(state, seat, move)
    return TOO_LATE


def _no_host(state: GruffState, seat: int, move: Move) -> Refusal:
    fighter = state.line[SPOTS.index(move.about)]
    if not state.alive[fighter]:
        return "playable", "a host must be living"
    return _hidden(state, fighter, state.side) or ("playable", "the card cannot be laid there")


def _no_choice(state: GruffState, seat: int, move: Move) -> Refusal:
    fighter = state.line[SPOTS.index(move.about)]
    hidden = _hidden(state, fighter, state.pair.index(seat))
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
    return "controller", "that gruff is not among the choices"


def _hidden(state: GruffState, fighter: int, side: int) -> Refusal | None:
    if fighter // 3 != side and flags_of(state, fighter) & HIDDEN:
        return "text-wins", "that gruff cannot be chosen by the enemy"
    return None


def _no_attack(state: GruffState, seat: int, move: Move) -> Refusal:
    assert flags_of(state, state.active) & NO_ATTACK
    return "text-wins", "this gruff may not choose Attack"


def _no_move(state: GruffState, seat: int, move: Move) -> Refusal:
    other = 3 * state.side + int(move.about) - 1
    if abs(other - state.place[state.active]) != 1:
        return "move", "that column is not next to the active gruff's"
    return "text-wins", "one of the two cannot be swapped"


TOO_LATE = (
    "tactical-one",
    "a tactical action has to be chosen now, and no card can be played any more",
)
NO_CHOICE = "that is not one of the choices"
REFUSALS: Mapping[str, Refused] = {
    "draft": Refused("team", "the teams are being drafted", {"draft": _no_draft}),
    "build": Refused("deck-eight-each", "the decks are being built", {"drop": _no_drop}),
    "line": Refused(
        "line-up-order",
        "the lines are being arranged",
        {"line": ("line-up-order", "name each gruff of your team once")},
    ),
    "activate": Refused(
        "turn-order", "a gruff has to be activated now", {"activate": _no_activation}
    ),
    "play": Refused("turn-order", "this is the step for playing cards", {"play": _no_play}),
    "tactic": Refused(
        *TOO_LATE,
        {
            "play": _no_late_play,
            "attack": _no_attack,
            "grow": ("slider-ends", "that stat is at the end of its track"),
            "move": _no_move,
            "resurrect": ("resurrect", "that gruff is not dead"),
        },
    ),
    "host": Refused("playable", "the host has to be chosen first", {"host": _no_host}),
    "choose": Refused("controller", "a gruff has to be chosen first", {"choose": _no_choice}),
    "may": Refused("controller", "the player must first say whether the effect is used"),
    "strip": Refused(
        "controller",
        "a card on the gruff has to be chosen first",
        {"discard": ("controller", NO_CHOICE)},
    ),
    "recover": Refused(
        "controller",
        "a card of the discard pile has to be chosen first",
        {"return": ("controller", NO_CHOICE)},
    ),
    "discard": Refused(
        "text-wins", "cards have to be discarded first", {"discard": ("text-wins", NO_CHOICE)}
    ),
    "trim": Refused(
        "hand-limit",
        "there are too many cards in hand",
        {"discard": ("hand-limit", "that card is not in the player's hand")},
    ),
}
"""Functions that explain why a move is illegal, by the name of the step."""
