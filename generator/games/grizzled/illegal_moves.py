"""Illegal moves: the rule that forbids each, and the reason in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.pending import Explanation, Refusal, Refused
from generator.games.grizzled.content import CHAPLAIN
from generator.games.grizzled.display import person
from generator.games.grizzled.moves import CHARM, Move
from generator.games.grizzled.rules.hard_knocks import anywhere, facts_of, own, stance
from generator.games.grizzled.rules.preparation import allowed_intensities
from generator.games.grizzled.state import GrizzledState


def _name(state: GrizzledState, seat: int) -> str:
    return person(state.config.people[seat])


def _no_intensity(state: GrizzledState, seat: int, move: Move) -> Refusal:
    number, legal = int(move.one), allowed_intensities(state)
    if number >= legal.stop:
        return "intensity-cap", f"an Intensity of {legal[-1]} already deals the whole Trials pile"
    least = state.config.figures["least-intensity"]
    if state.round == 1 and number >= least:
        return "intensity-first-three", (
            f"in the first round the Intensity must be {legal.start} or more"
        )
    return "intensity-min", f"the Intensity must be at least {least}"


def _no_take(state: GrizzledState, seat: int, move: Move) -> Refusal:
    holder = state.config.holder_names[state.grizzled.index(move.one)]
    return "grizzled-pick", f"{person(holder)} is {state.config.names.grizzled[move.one]}"


def _no_action(state: GrizzledState, seat: int, move: Move) -> Refusal:
    must = stance(state, seat).must
    if must and move.what != "withdraw":
        knock = state.config.names.spoken[must.id]
        return "knock-forces-withdrawal", f"{knock} forces {_name(state, seat)} to withdraw"
    return Refused("one-action", "", ACTIONS).explain(state, seat, move)


def _no_play(state: GrizzledState, seat: int, move: Move) -> Refusal:
    return "one-action", _not_in_hand(state, seat, move.one)


def _not_in_hand(state: GrizzledState, seat: int, card: str) -> str:
    return f"{_name(state, seat)} does not hold {_card(state, card)}"


def _no_charm(state: GrizzledState, seat: int, move: Move) -> Refusal:
    names, who = state.config.names, _name(state, seat)
    if state.used[seat]:
        return "charm-flips", f"{who} has used the Charm and not recovered it"
    fragile = anywhere(state, "no-charms")
    if fragile:
        holder, knock = _name(state, fragile[0]), names.spoken[fragile[1].id]
        return fragile[1].rule, f"{holder} is {knock} and still in the Mission"
    if move.one not in state.land:
        return "charm-only-land", f"{_card(state, move.one)} is not in No Man's Land"
    threat = names.threats[names.charms[state.grizzled[seat]]]
    return "charm-use", (
        f"{_card(state, move.one)} does not bear {threat}, the threat of {who}'s Charm"
    )


def _no_speech(state: GrizzledState, seat: int, move: Move) -> Refusal:
    mute = own(state, seat, "no-speech")
    if mute:
        knock = state.config.names.spoken[mute.id]
        return mute.rule, f"{_name(state, seat)} is {knock} and cannot make a Speech"
    return "speech-token-needed", f"{_name(state, seat)} has no Speech token"


def _no_withdrawal(state: GrizzledState, seat: int, move: Move) -> Refusal:
    names, who = state.config.names, _name(state, seat)
    may_not = stance(state, seat).may_not
    if may_not:
        holder = facts_of(state, seat, may_not).get("holder", "")
        knock = names.spoken[may_not.id]
        whose = f"{person(holder)}'s {knock}" if holder else knock
        return may_not.rule, f"{whose} forbids {who} to withdraw"
    bitter = own(state, seat, "no-tile")
    if bitter:
        return bitter.rule, f"{who} is {names.spoken[bitter.id]} and lays no Support tile"
    if not state.tiles[seat]:
        return "withdraw-without-tile", f"{who} has no Support tile left"
    if not move.one:
        return "tile-must", f"{who} has Support tiles and must lay one"
    return "withdraw-tile", f"{who} does not have the tile {names.tiles[move.one]}"


def _no_drop(state: GrizzledState, seat: int, move: Move) -> Refusal:
    names = state.config.names
    if move.one in state.hands[seat]:
        threat = names.threats[state.pending[-1].about[0]]
        return "speech-discard-one", f"{_card(state, move.one)} does not bear {threat}"
    if move.one in state.land or any(move.one in knocks for knocks in state.knocks):
        return "speech-fits-knocks", (
            f"{_card(state, move.one)} lies on the table, and a Speech does not touch it"
        )
    return "speech-discard-one", _not_in_hand(state, seat, move.one)


def _no_cheer(state: GrizzledState, seat: int, move: Move) -> Refusal:
    who = person(move.one)
    if move.one == CHAPLAIN:
        return "chaplain-no-gain", "the Chaplain has neither Hard Knocks nor a Charm"
    if move.other == CHARM:
        return "play-christmas", f"the Grizzled of {who} is on its Charm side"
    return "play-christmas", f"{who} does not have the Hard Knock {_card(state, move.other)}"


def _no_relief(state: GrizzledState, seat: int, move: Move) -> Refusal:
    how = state.pending[-1].about[0]
    return f"support-after-{how}", _no_relief_reason(state, seat, how, move)


def _no_relief_reason(state: GrizzledState, seat: int, how: str, move: Move) -> str:
    who = _name(state, seat)
    if CHARM in (move.one, move.other):
        if how == "failure":
            return "after a failure the Charm cannot be recovered"
        if move.other:
            return "choose Hard Knocks or the Charm, not both"
        return f"{who} has not used the Charm"
    for card in (move.one, move.other):
        if card and card not in state.knocks[seat]:
            return f"{who} does not have the Hard Knock {_card(state, card)}"
    if move.other and how == "failure":
        return "after a failure only one Hard Knock can be discarded"
    return "name two different Hard Knocks"


def _card(state: GrizzledState, card: str) -> str:
    return state.config.names.spoken[card]


ACTIONS: Mapping[str, Explanation] = {
    "play": _no_play,
    "charm": _no_charm,
    "speech": _no_speech,
    "withdraw": _no_withdrawal,
}
REFUSALS: Mapping[str, Refused] = {
    "take": Refused("grizzled-pick", "{seat} chooses a Grizzled now", {"take": _no_take}),
    "intensity": Refused(
        "round-four-steps",
        "{seat}, the Leader, names the Intensity now",
        {"intensity": _no_intensity},
    ),
    "turn": Refused(
        "one-action",
        "{seat} plays a card, uses the Charm, makes a Speech or withdraws now",
        dict.fromkeys(ACTIONS, _no_action),
    ),
    "reply": Refused("speech-order", "{seat} answers the Speech first", {"drop": _no_drop}),
    "christmas": Refused(
        "play-christmas", "{seat} carries out Merry Christmas first", {"cheer": _no_cheer}
    ),
    "benefit": Refused(
        "round-four-steps", "{seat} makes use of the Support first", {"relief": _no_relief}
    ),
}
"""Refusals of illegal moves, by the name of the step."""
