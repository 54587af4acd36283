"""Illegal moves: the rule that forbids a move, and the reason in plain words."""

from __future__ import annotations

from generator.engine.game import Refusal
from generator.engine.pending import Step
from generator.games.grizzled.content import CHAPLAIN
from generator.games.grizzled.moves import CHARM, Move
from generator.games.grizzled.rules.hard_knocks import anywhere, own, stance
from generator.games.grizzled.rules.preparation import allowed_intensities
from generator.games.grizzled.state import GrizzledState

DECISIONS = {
    "take": (("take",), "grizzled-pick", "the players are choosing their Grizzled"),
    "intensity": (("intensity",), "round-four-steps", "the Leader names the Intensity now"),
    "turn": (("play", "charm", "speech", "withdraw"), "one-action", "a turn is one action"),
    "reply": (("drop", "keep"), "speech-order", "the answers to a Speech come first"),
    "christmas": (("cheer",), "play-christmas", "Merry Christmas comes first"),
    "benefit": (("relief",), "round-four-steps", "the use of the Support comes first"),
}
"""For every decision: what can be decided, and the rule that forbids anything else."""
REASONS = {
    "take": ("grizzled-pick", "another player has that Grizzled"),
    "play": ("one-action", "that card is not in the player's hand"),
}
"""The refusal of moves that are illegal for one reason only."""


def explain_illegal(state: GrizzledState, move: Move) -> Refusal:
    """The rule that forbids an illegal move, and the reason."""
    if state.outcome:
        return state.outcome.rule, "the game is over"
    step = state.pending[-1]
    allowed, rule, reason = DECISIONS[step.name]
    if move.what not in allowed:
        return rule, reason
    if step.name == "turn" and move.what != "withdraw":
        must = stance(state, step.decider).must
        if must:
            name = state.config.names.cards[must.id]
            return "knock-forces-withdrawal", f"{name} forces withdrawal"
    if move.what in REASONS:
        return REASONS[move.what]
    return EXPLAIN[move.what](state, step, move)


def _no_intensity(state: GrizzledState, step: Step, move: Move) -> Refusal:
    number, legal = int(move.one), allowed_intensities(state)
    if number >= legal.stop:
        return "intensity-cap", f"{legal[-1]} already deals all that can be dealt"
    least = state.config.figures["least-intensity"]
    if state.round == 1 and number >= least:
        return "intensity-first-three", f"in the first round it is {legal.start} or more"
    return "intensity-min", f"the Intensity is at least {least}"


def _no_charm(state: GrizzledState, step: Step, move: Move) -> Refusal:
    if state.used[step.decider]:
        return "charm-flips", "the Charm has been used and not recovered"
    fragile = anywhere(state, "no-charms")
    if fragile:
        return fragile[1].rule, f"{state.config.people[fragile[0]]} is still in the Mission"
    if move.one not in state.land:
        return "charm-only-land", "that card is not in No Man's Land"
    return "charm-use", "that card does not bear the Charm's threat"


def _no_speech(state: GrizzledState, step: Step, move: Move) -> Refusal:
    mute = own(state, step.decider, "no-speech")
    if mute:
        return mute.rule, "the player cannot make a Speech"
    return "speech-token-needed", "the player has no Speech token"


def _no_withdrawal(state: GrizzledState, step: Step, move: Move) -> Refusal:
    seat = step.decider
    may_not = stance(state, seat).may_not
    if may_not:
        return may_not.rule, f"{state.config.names.cards[may_not.id]} forbids withdrawing"
    bitter = own(state, seat, "no-tile")
    if bitter:
        return bitter.rule, "the player plays no Support tile"
    if not state.tiles[seat]:
        return "withdraw-without-tile", "the player has no Support tile"
    if not move.one:
        return "tile-must", "the player has Support tiles and must play one"
    return "withdraw-tile", "the player has no such tile"


def _no_drop(state: GrizzledState, step: Step, move: Move) -> Refusal:
    if move.one in state.hands[step.decider]:
        threat = state.config.names.threats[step.about[0]]
        return "speech-discard-one", f"that card does not bear {threat}"
    if move.one in state.land or any(move.one in knocks for knocks in state.knocks):
        return "speech-fits-knocks", "a Speech does not touch what lies on the table"
    return "speech-discard-one", "that card is not in the player's hand"


def _no_cheer(state: GrizzledState, step: Step, move: Move) -> Refusal:
    if move.one == CHAPLAIN:
        return "chaplain-no-gain", "the Chaplain has neither Hard Knocks nor a Charm"
    if move.other == CHARM:
        return "play-christmas", "that player's Grizzled is on its Charm side"
    return "play-christmas", "that player does not have that Hard Knock"


def _no_relief(state: GrizzledState, step: Step, move: Move) -> Refusal:
    how = step.about[0]
    return f"support-after-{how}", _no_relief_reason(state, step.decider, how, move)


def _no_relief_reason(state: GrizzledState, seat: int, how: str, move: Move) -> str:
    if CHARM in (move.one, move.other):
        if how == "failure":
            return "after a failure the Charm cannot be recovered"
        if move.other:
            return "it is Hard Knocks or the Charm, not both"
        return "the Charm has not been used"
    if any(card and card not in state.knocks[seat] for card in (move.one, move.other)):
        return "only one's own Hard Knocks can be discarded"
    if move.other and how == "failure":
        return "after a failure it is a single Hard Knock"
    return "name two different Hard Knocks"


EXPLAIN = {
    "intensity": _no_intensity,
    "charm": _no_charm,
    "speech": _no_speech,
    "withdraw": _no_withdrawal,
    "drop": _no_drop,
    "cheer": _no_cheer,
    "relief": _no_relief,
}
