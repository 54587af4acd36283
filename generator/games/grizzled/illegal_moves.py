"""Illegal moves: the rule that forbids each, and the reason in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.pending import Explanation, Refusal, Refused
from generator.games.grizzled.content import CHAPLAIN
from generator.games.grizzled.moves import CHARM, Move
from generator.games.grizzled.rules.hard_knocks import anywhere, own, stance
from generator.games.grizzled.rules.preparation import allowed_intensities
from generator.games.grizzled.state import GrizzledState


def _no_intensity(state: GrizzledState, seat: int, move: Move) -> Refusal:
    number, legal = int(move.one), allowed_intensities(state)
    if number >= legal.stop:
        return "intensity-cap", f"{legal[-1]} already deals all that can be dealt"
    least = state.config.figures["least-intensity"]
    if state.round == 1 and number >= least:
        return "intensity-first-three", (
            f"in the first round the Intensity must be {legal.start} or more"
        )
    return "intensity-min", f"the Intensity must be at least {least}"


def _no_action(state: GrizzledState, seat: int, move: Move) -> Refusal:
    must = stance(state, seat).must
    if must and move.what != "withdraw":
        return "knock-forces-withdrawal", f"{state.config.names.cards[must.id]} forces withdrawal"
    return Refused("one-action", "", ACTIONS).explain(state, seat, move)


def _no_charm(state: GrizzledState, seat: int, move: Move) -> Refusal:
    if state.used[seat]:
        return "charm-flips", "the Charm has been used and not recovered"
    fragile = anywhere(state, "no-charms")
    if fragile:
        return fragile[1].rule, f"{state.config.people[fragile[0]]} is still in the Mission"
    if move.one not in state.land:
        return "charm-only-land", "that card is not in No Man's Land"
    return "charm-use", "that card does not bear the Charm's threat"


def _no_speech(state: GrizzledState, seat: int, move: Move) -> Refusal:
    mute = own(state, seat, "no-speech")
    if mute:
        return mute.rule, "the player cannot make a Speech"
    return "speech-token-needed", "the player has no Speech token"


def _no_withdrawal(state: GrizzledState, seat: int, move: Move) -> Refusal:
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


def _no_drop(state: GrizzledState, seat: int, move: Move) -> Refusal:
    if move.one in state.hands[seat]:
        threat = state.config.names.threats[state.pending[-1].about[0]]
        return "speech-discard-one", f"that card does not bear {threat}"
    if move.one in state.land or any(move.one in knocks for knocks in state.knocks):
        return "speech-fits-knocks", "a Speech does not touch what lies on the table"
    return "speech-discard-one", "that card is not in the player's hand"


def _no_cheer(state: GrizzledState, seat: int, move: Move) -> Refusal:
    if move.one == CHAPLAIN:
        return "chaplain-no-gain", "the Chaplain has neither Hard Knocks nor a Charm"
    if move.other == CHARM:
        return "play-christmas", "that player's Grizzled is on its Charm side"
    return "play-christmas", "that player does not have that Hard Knock"


def _no_relief(state: GrizzledState, seat: int, move: Move) -> Refusal:
    how = state.pending[-1].about[0]
    return f"support-after-{how}", _no_relief_reason(state, seat, how, move)


def _no_relief_reason(state: GrizzledState, seat: int, how: str, move: Move) -> str:
    if CHARM in (move.one, move.other):
        if how == "failure":
            return "after a failure the Charm cannot be recovered"
        if move.other:
            return "choose Hard Knocks or the Charm, not both"
        return "the Charm has not been used"
    if any(card and card not in state.knocks[seat] for card in (move.one, move.other)):
        return "only one's own Hard Knocks can be discarded"
    if move.other and how == "failure":
        return "after a failure only one Hard Knock can be discarded"
    return "name two different Hard Knocks"


ACTIONS: Mapping[str, Explanation] = {
    "play": ("one-action", "that card is not in the player's hand"),
    "charm": _no_charm,
    "speech": _no_speech,
    "withdraw": _no_withdrawal,
}
REFUSALS: Mapping[str, Refused] = {
    "take": Refused(
        "grizzled-pick",
        "the players are choosing their Grizzled",
        {"take": ("grizzled-pick", "another player has that Grizzled")},
    ),
    "intensity": Refused(
        "round-four-steps", "the Leader names the Intensity now", {"intensity": _no_intensity}
    ),
    "turn": Refused("one-action", "a turn is one action", dict.fromkeys(ACTIONS, _no_action)),
    "reply": Refused("speech-order", "the answers to a Speech come first", {"drop": _no_drop}),
    "christmas": Refused("play-christmas", "Merry Christmas comes first", {"cheer": _no_cheer}),
    "benefit": Refused(
        "round-four-steps", "the use of the Support comes first", {"relief": _no_relief}
    ),
}
"""Refusals of illegal moves, by the name of the step."""
