"""The Mission: turns, cards and Traps, Charms and Speeches.

`one-action`: each turn is a card, a Charm, a Speech or a withdrawal. `hard_knocks` has what Hard
Knocks forbid and force.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.events import Event
from generator.engine.pending import Step, shared_step, then
from generator.games.grizzled.moves import CHARM, Move, shared_move
from generator.games.grizzled.rules.event_makers import (
    draw_event,
    drop_event,
    keep_event,
    no_trap_event,
    speech_event,
    token_event,
)
from generator.games.grizzled.rules.hard_knocks import FREE, Stance, facts_of, own, stance
from generator.games.grizzled.rules.withdrawing import fail, succeed, withdraw, withdrawals
from generator.games.grizzled.state import GrizzledState


def begin_mission(state: GrizzledState, step: Step, events: list[Event]) -> None:
    """`turns-clockwise`: the Leader goes first, after the draws of `clumsy` players."""
    config = state.config
    events.append(config.mission_events[state.leader])
    steps: list[Step] = []
    for seat in state.seats_from(state.leader) if state.knocked("play-a-draw") else ():
        knock = own(state, seat, "play-a-draw")
        if knock:
            steps += [Step("clumsy", None, (config.people[seat], knock.id))] * knock.number
    if steps:
        state.pending = (config.first_steps[state.leader], *steps[::-1])
    else:
        begin_turn(state, state.leader, events)


def clumsy(state: GrizzledState, step: Step, events: list[Event]) -> None:
    """`clumsy`, `clumsy-no-trap`: draw a card and play it, without its Trap."""
    who, knock = step.about
    seat = state.config.seat_of[who]
    if not state.trials:
        events.append(Event("no-draw", "empty-pile-no-draw", seat, {"for": knock}))
        return
    card = state.trials.pop()
    rule = state.config.knocks[knock].rule
    events.append(draw_event(rule, seat, card, knock))
    if lay(state, seat, card, "clumsy", events) and card in state.config.traps:
        events.append(no_trap_event("clumsy-no-trap", seat, card))


def next_turn(state: GrizzledState, step: Step, events: list[Event]) -> None:
    """`turns-clockwise`: begin the turn of this seat, or of the next that has not withdrawn.

    If all have withdrawn, the Mission succeeds (`all-withdrawn-succeeds`).
    """
    begin_turn(state, state.config.seat_of[step.about[0]], events)


def begin_turn(state: GrizzledState, player: int, events: list[Event]) -> None:
    """As `next_turn`, for a seat."""
    config, withdrawn = state.config, state.withdrawn
    if withdrawn[player]:
        if all(withdrawn):
            succeed(state, events)
            return
        while withdrawn[player]:
            player = config.after[player]
    state.pending = config.turn_steps[player]
    events.append(config.turn_events[player])
    position = stance(state, player) if state.in_force & config.swaying else FREE
    if position is not FREE:
        for rule, knock in position.settled:
            events.append(Event("conflict", rule, player, facts_of(state, player, knock)))
        if position.must:
            facts = facts_of(state, player, position.must)
            events.append(Event("must", position.must.rule, player, facts))
        elif position.may_not:
            facts = facts_of(state, player, position.may_not)
            events.append(Event("held", position.may_not.rule, player, facts))
    state.set_legal_moves(moves_within(state, player, position))


def actions(state: GrizzledState, step: Step) -> Sequence[Move]:
    """`one-action`, as far as Hard Knocks allow."""
    return moves_within(state, step.decider, stance(state, step.decider))


def moves_within(state: GrizzledState, seat: int, position: Stance) -> Sequence[Move]:
    """The legal moves of a seat with this stance."""
    config = state.config
    if position.must:
        # `knock-forces-withdrawal`: nothing else is allowed.
        return withdrawals(state, seat)
    found, in_force = [*map(config.play, state.hands[seat])], state.in_force
    if state.land and not state.used[seat] and not in_force & config.no_charms:
        use_charm = config.use_charm[state.grizzled[seat]]
        found += [use_charm[card] for card in state.land if card in use_charm]
    if state.tokens[seat] and not (in_force & config.no_speech and own(state, seat, "no-speech")):
        # `speech-any-threat`: whether the speaker holds it or not.
        found += config.speak
    if position is FREE or not position.may_not:
        found += withdrawals(state, seat)
    # `always-legal`: a card can always be played, and without cards one may always withdraw.
    assert found
    return found


def act(state: GrizzledState, step: Step, move: Move, events: list[Event]) -> None:
    """Take one turn; the next player's follows, unless the Mission ends."""
    config, seat = state.config, step.seat
    assert seat is not None  # as `decider`, but faster
    state.turns[seat] += 1
    state.pending = following = config.next_steps[seat]
    ACTIONS[move.what](state, seat, move.one, events)
    if state.pending is following:
        begin_turn(state, config.after[seat], events)


# Playing a card


def play(state: GrizzledState, seat: int, card: str, events: list[Event]) -> None:
    """`play-threat`, `play-knock`, `play-christmas`, and the Trap of a Threat card."""
    hand = state.hands[seat]
    place = hand.index(card)
    state.hands[seat] = hand[:place] + hand[place + 1 :]
    goes_on = lay(state, seat, card, "hand", events)
    if card in state.config.traps:
        trap(state, seat, card, goes_on, events)


def trap(state: GrizzledState, seat: int, card: str, goes_on: bool, events: list[Event]) -> None:
    """`trap-draws-one`: draw one card from the pile and play it at once."""
    if not goes_on:
        events.append(no_trap_event("failure-at-once", seat, card))
    elif not state.config.traps_apply:
        events.append(no_trap_event("rookie", seat, card))
    elif not state.trials:
        events.append(Event("no-draw", "empty-pile-no-draw", seat, {"for": card}))
    else:
        drawn = state.trials.pop()
        events.append(draw_event("trap-draws-one", seat, drawn, card))
        if lay(state, seat, drawn, "trap", events) and drawn in state.config.traps:
            events.append(no_trap_event("trap-no-chain", seat, drawn))


def lay(state: GrizzledState, seat: int, card: str, origin: str, events: list[Event]) -> bool:
    """Lay a card where its kind belongs; False if that fails the Mission (`failure-at-once`)."""
    config = state.config
    if card in config.menaces:
        state.land += (card,)
    elif card in config.knocks:
        state.knocks[seat] += (card,)
        if card not in state.suffered:
            state.suffered += (card,)
    else:
        christmas(state, seat, card, events)
        return True
    events.append(config.lay_events[origin][seat][card])
    state.in_force += config.weight[card]
    if not state.in_force + config.short & config.failing:
        return True
    fail(state, seat, state.active(), events)
    return False


def christmas(state: GrizzledState, seat: int, card: str, events: list[Event]) -> None:
    """`play-christmas`: discard the card and let the player choose, if there is a choice."""
    state.discarded += (card,)
    events.append(Event("christmas", "play-christmas", seat, {"card": card}))
    if any(state.knocks) or any(state.used):
        state.pending += (shared_step("christmas", seat),)


def cheers(state: GrizzledState, step: Step) -> list[Move]:
    """`play-christmas`: any Hard Knock or used Grizzled of any player; `chaplain-no-gain`."""
    found: list[Move] = []
    for seat, name in enumerate(state.config.people):
        found += [shared_move("cheer", name, card) for card in state.knocks[seat]]
        if state.used[seat]:
            found.append(shared_move("cheer", name, CHARM))
    return found


def cheer(state: GrizzledState, step: Step, move: Move, events: list[Event]) -> None:
    """`play-christmas`: discard a Hard Knock, or turn a Grizzled back."""
    who = state.config.seat_of[move.one]
    facts: dict[str, str | int] = {"for": move.one}
    if move.other == CHARM:
        state.used[who] = False
        facts["grizzled"] = state.grizzled[who]
    else:
        discard_knock(state, who, move.other)
        facts["knock"] = move.other
    events.append(Event("cheer", "play-christmas", step.seat, facts))


def discard_knock(state: GrizzledState, seat: int, card: str) -> None:
    """`discard-is-final`: discard an assigned Hard Knock."""
    state.knocks[seat] = tuple(other for other in state.knocks[seat] if other != card)
    state.discarded += (card,)
    if not state.withdrawn[seat]:
        state.in_force -= state.config.weight[card]


# Charm and Speech


def use_charm(state: GrizzledState, seat: int, card: str, events: list[Event]) -> None:
    """`charm-use`, `charm-only-land`, `charm-flips`."""
    state.land = tuple(other for other in state.land if other != card)
    state.in_force -= state.config.weight[card]
    state.discarded += (card,)
    facts = {"grizzled": state.grizzled[seat], "card": card}
    events.append(Event("charm", "charm-use", seat, facts))
    state.used[seat] = True
    events.append(Event("flip", "charm-flips", seat, {"grizzled": state.grizzled[seat]}))


def speak(state: GrizzledState, seat: int, threat: str, events: list[Event]) -> None:
    """`speech-names-threat`; then all who hear it reply, clockwise (`speech-order`).

    Everybody with cards must reply, so that nobody learns who holds a card that fits.
    """
    config = state.config
    state.tokens[seat] -= 1
    events.append(speech_event("speech-names-threat", seat, threat))
    if config.holders > config.players:
        state.stock += 1
        events.append(token_event("speech-token-returns", seat, state.stock))
    else:
        state.removed += 1
        events.append(token_event("speech-token-spent", seat, state.stock))
    away = [name for name, gone in zip(config.people, state.withdrawn, strict=True) if gone]
    if away:
        events.append(Event("unheard", "speech-not-withdrawn", None, {"players": away}))
    replies = []
    for player in state.seats_from(seat):
        if state.withdrawn[player] or not state.hands[player]:
            continue
        deaf = own(state, player, "no-reply")
        if deaf:
            events.append(Event("deaf", deaf.rule, player, {"knock": deaf.id}))
        else:
            replies.append(shared_step("reply", player, threat))
    state.pending = then(state.pending, *replies)


def replies(state: GrizzledState, step: Step) -> list[Move]:
    """`speech-discard-one`: discard one card in hand with the threat, or none."""
    drop = state.config.drop[step.about[0]]
    return [*[drop[card] for card in state.hands[step.decider] if card in drop], state.config.keep]


def reply(state: GrizzledState, step: Step, move: Move, events: list[Event]) -> None:
    """`speech-discard-one`, `speech-fits-knocks`; `speech-order`: declining reveals nothing."""
    seat, card = step.decider, move.one
    if not card:
        events.append(keep_event("speech-order", seat))
        return
    hand = state.hands[seat]
    place = hand.index(card)
    state.hands[seat] = hand[:place] + hand[place + 1 :]
    state.discarded += (card,)
    rule = "speech-fits-knocks" if card in state.config.knocks else "speech-discard-one"
    events.append(drop_event(rule, seat, card))


ACTIONS = {"play": play, "charm": use_charm, "speech": speak, "withdraw": withdraw}
