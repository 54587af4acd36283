"""Illegal moves: the rule that forbids a move, and the reason in plain words."""

from __future__ import annotations

from generator.engine.game import Refusal
from generator.engine.pending import Step
from generator.games.grizzled.content import CHAPLAIN
from generator.games.grizzled.moves import CHARM, Move
from generator.games.grizzled.rules.hard_knocks import anywhere, own, stance
from generator.games.grizzled.rules.setup import allowed_intensities
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


def explain_illegal(state: GrizzledState, move: Move) -> Refusal:
    """Why a move that is not legal here is not."""
    if state.outcome:
        return state.outcome.rule, "the game is over"
    step = state.pending[-1]
    allowed, rule, says = DECISIONS[step.name]
    if move.what not in allowed:
        return rule, says
    explain = {
        "take": _no_take,
        "intensity": _no_intensity,
        "play": _no_play,
        "charm": _no_charm,
        "speech": _no_speech,
        "withdraw": _no_withdrawal,
        "drop": _no_drop,
        "cheer": _no_cheer,
        "relief": _no_relief,
    }[move.what]
    return explain(state, step, move)


def _no_take(state: GrizzledState, step: Step, move: Move) -> Refusal:
    return "grizzled-pick", "another player has that Grizzled"


def _no_intensity(state: GrizzledState, step: Step, move: Move) -> Refusal:
    number, legal = int(move.one), allowed_intensities(state)
    if number >= legal.stop:
        return "intensity-cap", f"{legal[-1]} already deals all that can be dealt"
    least = state.config.figures["least-intensity"]
    if state.round == 1 and number >= least:
        return "intensity-first-three", f"in the first round it is {legal.start} or more"
    return "intensity-min", f"the Intensity is at least {least}"


def _forced(state: GrizzledState, step: Step) -> Refusal | None:
    """`knock-forces-withdrawal`: why a player may do nothing but withdraw, if that is so."""
    must = stance(state, step.decider).must
    if must:
        return "knock-forces-withdrawal", f"{state.config.names.cards[must.id]} forces withdrawal"
    return None


def _no_play(state: GrizzledState, step: Step, move: Move) -> Refusal:
    return _forced(state, step) or ("one-action", "that card is not in the player's hand")


def _no_charm(state: GrizzledState, step: Step, move: Move) -> Refusal:
    seat = step.decider
    forced = _forced(state, step)
    if forced:
        return forced
    if state.used[seat]:
        return "charm-flips", "the Charm has been used and not recovered"
    fragile = anywhere(state, "no-charms")
    if fragile:
        return fragile[1].rule, f"{state.config.people[fragile[0]]} is still in the Mission"
    if move.one not in state.land:
        return "charm-only-land", "that card is not in No Man's Land"
    return "charm-use", "that card does not bear the Charm's threat"


def _no_speech(state: GrizzledState, step: Step, move: Move) -> Refusal:
    seat = step.decider
    forced = _forced(state, step)
    if forced:
        return forced
    mute = own(state, seat, "no-speech")
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
    seat, threat = step.decider, str(step.about[0])
    if move.one not in state.hands[seat]:
        if move.one in state.land or any(move.one in knocks for knocks in state.knocks):
            return "speech-fits-knocks", "a Speech does not touch what lies on the table"
        return "speech-discard-one", "that card is not in the player's hand"
    return "speech-discard-one", f"that card does not bear {state.config.names.threats[threat]}"


def _no_cheer(state: GrizzledState, step: Step, move: Move) -> Refusal:
    if move.one == CHAPLAIN:
        return "chaplain-no-gain", "the Chaplain has neither Hard Knocks nor a Charm"
    if move.other == CHARM:
        return "play-christmas", "that player's Grizzled is on its Charm side"
    return "play-christmas", "that player does not have that Hard Knock"


def _no_relief(state: GrizzledState, step: Step, move: Move) -> Refusal:
    seat, how = step.decider, str(step.about[0])
    rule = f"support-after-{how}"
    if CHARM in (move.one, move.other):
        if how == "failure":
            return rule, "after a failure the Charm cannot be recovered"
        if move.other:
            return rule, "it is Hard Knocks or the Charm, not both"
        return rule, "the Charm has not been used"
    if any(card and card not in state.knocks[seat] for card in (move.one, move.other)):
        return rule, "only one's own Hard Knocks can be discarded"
    if move.other and how == "failure":
        return rule, "after a failure it is a single Hard Knock"
    return rule, "name two different Hard Knocks"
