"""Turns the decisions of a Mission into what follows from them, up to its end.

`one-action`: each turn is one of play, Charm, Speech and withdrawal.  What a Hard Knock allows a
player to do is in `hardships`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.engine.events import Event, JsonValue
from generator.engine.pending import Step, then
from generator.games.grizzled.moves import CHARM, Move
from generator.games.grizzled.rules.hard_knocks import own, stance

if TYPE_CHECKING:
    from generator.games.grizzled.state import Table

LAID = {
    "hand": {"threat": "play-threat", "knock": "play-knock"},
    "trap": {"threat": "drawn-card-player", "knock": "trap-knock-assigned"},
    "clumsy": {"threat": "drawn-card-player", "knock": "drawn-card-player"},
}
"""The rule under which a card comes onto the table, by where it is from and what it is."""


def begin_mission(table: Table, events: list[Event]) -> None:
    """`turns-clockwise`: the Leader is first; before that comes what `clumsy` players draw."""
    events.append(Event("mission", "turns-clockwise", table.leader, {}))
    people = table.setting.people
    steps = []
    for seat in table.seats_from(table.leader):
        knock = own(table, seat, "play-a-draw")
        if knock:
            steps += [Step("clumsy", None, (people[seat], knock.id))] * knock.number
    table.pending = then((), *steps, Step("next", None, (people[table.leader],)))


def clumsy(table: Table, seat: int, knock: str, events: list[Event]) -> None:
    """`clumsy`, `clumsy-no-trap`: draws a card and plays it, without its Trap."""
    if not table.trials:
        events.append(Event("no-draw", "empty-pile-no-draw", seat, {"for": knock}))
        return
    card = table.trials.pop()
    rule = table.setting.knocks[knock].rule
    events.append(Event("draw", rule, seat, {"card": card, "for": knock}))
    if lay(table, seat, card, "clumsy", events) and card in table.setting.traps:
        events.append(Event("no-trap", "clumsy-no-trap", seat, {"card": card}))


def next_turn(table: Table, seat: int, events: list[Event]) -> None:
    """`turns-clockwise`: this seat's turn, or the first one's behind it who has not withdrawn.

    `all-withdrawn-succeeds` if there is none.
    """
    for player in table.seats_from(seat):
        if not table.withdrawn[player]:
            table.pending = (Step("turn", player),)
            events.append(Event("turn", "turns-clockwise", player, {}))
            position = stance(table, player)
            for rule, knock in position.settled:
                events.append(Event("conflict", rule, player, {"knock": knock.id}))
            if position.must:
                facts = {"knock": position.must.id}
                events.append(Event("must", position.must.rule, player, facts))
            elif position.may_not:
                facts = {"knock": position.may_not.id}
                events.append(Event("held", position.may_not.rule, player, facts))
            return
    succeed(table, events)


def act(table: Table, seat: int, move: Move, events: list[Event]) -> None:
    """One turn; the next player's follows, unless the Mission ends."""
    table.turns[seat] += 1
    following = table.seats_from(seat)[1]
    table.pending = (Step("next", None, (table.setting.people[following],)),)
    ACTIONS[move.what](table, seat, move.one, events)


# Playing a card


def play(table: Table, seat: int, card: str, events: list[Event]) -> None:
    """`play-threat`, `play-knock`, `play-christmas`, and the Trap of a Threat card."""
    hand = table.hands[seat]
    place = hand.index(card)
    table.hands[seat] = hand[:place] + hand[place + 1 :]
    goes_on = lay(table, seat, card, "hand", events)
    if card in table.setting.traps:
        trap(table, seat, card, goes_on, events)


def trap(table: Table, seat: int, card: str, goes_on: bool, events: list[Event]) -> None:
    """`trap-draws-one`: one more card, from the pile, at once."""
    if not goes_on:
        events.append(Event("no-trap", "failure-at-once", seat, {"card": card}))
    elif not table.setting.traps_apply:
        events.append(Event("no-trap", "rookie", seat, {"card": card}))
    elif not table.trials:
        events.append(Event("no-draw", "empty-pile-no-draw", seat, {"for": card}))
    else:
        drawn = table.trials.pop()
        events.append(Event("draw", "trap-draws-one", seat, {"card": drawn, "for": card}))
        if lay(table, seat, drawn, "trap", events) and drawn in table.setting.traps:
            events.append(Event("no-trap", "trap-no-chain", seat, {"card": drawn}))


def lay(table: Table, seat: int, card: str, origin: str, events: list[Event]) -> bool:
    """Puts a card where it belongs; False if the Mission fails of it (`failure-at-once`)."""
    if card in table.setting.menaces:
        table.land += (card,)
        events.append(Event("land", LAID[origin]["threat"], seat, {"card": card}))
    elif card in table.setting.knocks:
        table.knocks[seat] += (card,)
        if card not in table.suffered:
            table.suffered += (card,)
        events.append(Event("assign", LAID[origin]["knock"], seat, {"card": card}))
    else:
        christmas(table, seat, card, events)
        return True
    active = table.active()
    if max(active) < table.setting.fails:
        return True
    fail(table, seat, active, events)
    return False


def christmas(table: Table, seat: int, card: str, events: list[Event]) -> None:
    """`play-christmas`: a choice, if there is any, and the card is out of the game."""
    table.discarded += (card,)
    events.append(Event("christmas", "play-christmas", seat, {"card": card}))
    if any(table.knocks) or any(table.used):
        table.pending = then(table.pending, Step("christmas", seat))


def cheer(table: Table, seat: int, move: Move, events: list[Event]) -> None:
    """`play-christmas`: a Hard Knock is discarded, or a Grizzled turned back."""
    who = table.setting.seat_of[move.one]
    facts: dict[str, str | int] = {"for": move.one}
    if move.other == CHARM:
        table.used[who] = False
        facts["grizzled"] = table.grizzled[who]
    else:
        discard_knock(table, who, move.other)
        facts["knock"] = move.other
    events.append(Event("cheer", "play-christmas", seat, facts))


def discard_knock(table: Table, seat: int, card: str) -> None:
    """`discard-is-final`: an assigned Hard Knock leaves the game."""
    table.knocks[seat] = tuple(other for other in table.knocks[seat] if other != card)
    table.discarded += (card,)


# Charm and Speech


def use_charm(table: Table, seat: int, card: str, events: list[Event]) -> None:
    """`charm-use`, `charm-only-land`, `charm-flips`."""
    table.land = tuple(other for other in table.land if other != card)
    table.discarded += (card,)
    facts = {"grizzled": table.grizzled[seat], "card": card}
    events.append(Event("charm", "charm-use", seat, facts))
    table.used[seat] = True
    events.append(Event("flip", "charm-flips", seat, {"grizzled": table.grizzled[seat]}))


def speak(table: Table, seat: int, threat: str, events: list[Event]) -> None:
    """`speech-names-threat`; then all who can hear it decide, clockwise (`speech-order`).

    Everybody with cards is asked, so that nobody learns who holds a card that fits.
    """
    setting = table.setting
    table.tokens[seat] -= 1
    events.append(Event("speech", "speech-names-threat", seat, {"threat": threat}))
    if setting.holders > setting.players:
        table.stock += 1
        events.append(Event("token", "speech-token-returns", seat, {"stock": table.stock}))
    else:
        table.removed += 1
        events.append(Event("token", "speech-token-spent", seat, {"stock": table.stock}))
    away = [name for name, gone in zip(setting.people, table.withdrawn, strict=True) if gone]
    if away:
        events.append(Event("unheard", "speech-not-withdrawn", None, {"players": away}))
    replies = []
    for player in table.seats_from(seat):
        if table.withdrawn[player] or not table.hands[player]:
            continue
        deaf = own(table, player, "no-reply")
        if deaf:
            events.append(Event("deaf", deaf.rule, player, {"knock": deaf.id}))
        else:
            replies.append(Step("reply", player, (threat,)))
    table.pending = then(table.pending, *replies)


def reply(table: Table, seat: int, move: Move, events: list[Event]) -> None:
    """`speech-discard-one`, `speech-fits-knocks`; `speech-order`: declining shows nothing."""
    card = move.one
    if not card:
        events.append(Event("keep", "speech-order", seat, {}))
        return
    table.hands[seat] = tuple(other for other in table.hands[seat] if other != card)
    table.discarded += (card,)
    rule = "speech-fits-knocks" if card in table.setting.knocks else "speech-discard-one"
    events.append(Event("drop", rule, seat, {"card": card}))


# Withdrawing


def withdraw(table: Table, seat: int, tile: str, events: list[Event]) -> None:
    """`withdraw-ends-part`, `withdraw-tile`, `withdraw-knocks-off`, `withdraw-keeps-hand`."""
    table.withdrawn[seat] = True
    events.append(Event("withdraw", "withdraw-ends-part", seat, {}))
    if tile:
        tiles = table.tiles[seat]
        place = tiles.index(tile)
        table.tiles[seat] = tiles[:place] + tiles[place + 1 :]
        table.played[seat] = tile
        events.append(Event("tile", "withdraw-tile", seat, {"left": len(table.tiles[seat])}))
        events.append(Event("own-tile", "tile-secret", seat, {"tile": tile}, seat))
    else:
        knock = own(table, seat, "no-tile")
        rule = knock.rule if knock else "withdraw-without-tile"
        events.append(Event("no-tile", rule, seat, {}))
    if table.knocks[seat]:
        knocks = list(table.knocks[seat])
        events.append(Event("relieved", "withdraw-knocks-off", seat, {"knocks": knocks}))
    if table.hands[seat]:
        cards = len(table.hands[seat])
        events.append(Event("hold", "withdraw-keeps-hand", seat, {"cards": cards}))


ACTIONS = {"play": play, "charm": use_charm, "speech": speak, "withdraw": withdraw}


# The end of a Mission


def fail(table: Table, seat: int, active: list[int], events: list[Event]) -> None:
    """`three-identical-fails`, `failure-reshuffles`, `reshuffle-whole`; nothing pending happens."""
    fails = table.setting.fails
    threats = [
        name for name, count in zip(table.setting.threats, active, strict=True) if count >= fails
    ]
    events.append(Event("fail", "three-identical-fails", seat, {"threats": threats}))
    for player, knocks in enumerate(table.knocks):
        for card in knocks if not table.withdrawn[player] else ():
            if any(active[threat] >= fails for threat in table.setting.on[card]):
                rule = table.setting.knocks[card].rule
                events.append(Event("haunt", rule, player, {"knock": card}))
    cards = list(table.land)
    table.trials = table.rng.shuffled(table.trials + cards)
    table.land = ()
    facts: dict[str, JsonValue] = {"cards": cards, "trials": len(table.trials)}
    events.append(Event("reshuffle", "failure-reshuffles", None, facts))
    table.pending = (Step("support", None, ("failure",)),)


def succeed(table: Table, events: list[Event]) -> None:
    """`all-withdrawn-succeeds`, `success-discards`, `idle-mission`."""
    events.append(Event("succeed", "all-withdrawn-succeeds", None, {}))
    cards = list(table.land)
    table.discarded += table.land
    table.land = ()
    rule = "success-discards" if cards else "idle-mission"
    events.append(Event("clear", rule, None, {"cards": cards}))
    table.pending = (Step("support", None, ("success",)),)
