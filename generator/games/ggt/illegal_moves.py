"""Illegal moves: the rule that forbids a move, and the reason in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.engine.pending import Refusal, Refused
from generator.engine.text.event_text import listed
from generator.games.ggt.combat_state import NOBODY
from generator.games.ggt.content import BARE, CONSENT_ACTIONS
from generator.games.ggt.display.move_sentences import who_is
from generator.games.ggt.map import hexes
from generator.games.ggt.moves import ANY_MOVE, OFF, RANGED, Move
from generator.games.ggt.rules.actions import consenters, direction
from generator.games.ggt.rules.attach import cost, limbs_here
from generator.games.ggt.rules.combat import can_heal
from generator.games.ggt.state import GgtState

NO_CARD_LEFT = "Player {seat} has no card left to draw"
PAID = ("attack", "escape", "rest", "push", "attach", "move")


def _mine(state: GgtState, seat: int) -> str:
    """The monster of a seat, as a sentence names it."""
    return who_is(state, str(seat + 1))


def _space(state: GgtState, cell: int) -> str:
    return hexes.printed_name(state.config.board.names[cell])


def _no_monster(state: GgtState, seat: int, move: Move) -> Refusal:
    box = state.config.box
    holder = next(
        seat
        for seat, each in enumerate(state.monster)
        if each != NOBODY and box.monsters[each].id == move.about[0]
    )
    reason = f"Player {holder + 1} is {box.names.monsters[move.about[0]]}"
    return "monster-and-map-choice", reason


def _no_landing(state: GgtState, seat: int, move: Move) -> Refusal:
    if state.combat.ranged:
        return (
            "ranged-limb-lands",
            "a limb torn off from afar lands in a vacant space beside its owner",
        )
    within = state.config.box.figures["land-within"]
    return "limb-lands", (
        f"a limb lands in the space of {_mine(state, seat)}, or in a vacant one within {within} of its owner"
    )


def _no_healing(state: GgtState, seat: int, move: Move) -> Refusal:
    return "combat-heal", f"{_mine(state, seat)} can heal no more than {can_heal(state, seat)} now"


def _no_place(state: GgtState, seat: int, move: Move) -> Refusal:
    board = state.config.board
    cell = board.number.get(move.about[0], -1)
    if cell not in board.edge:
        return "start-space", "a pawn starts on the edge of the map"
    if not state.vacant(cell):
        return "vacant", f"{_space(state, cell)} is taken"
    return "start-space", f"{_space(state, cell)} is too near to another monster"


def _no_card(state: GgtState, seat: int, move: Move) -> Refusal:
    hand = state.hands[seat]
    if move.what == "card":
        card = state.config.box.names.cards[move.about[0]]
        return "test-commit", f"Player {seat + 1} does not hold {card}"
    if hand:
        return "no-card", f"Player {seat + 1} has cards and must play one"
    least = state.config.box.figures["flip-least"]
    if state.pool[seat] < least:
        return "flip-floor", (
            f"the flip needs a pool of at least {least}, and {_mine(state, seat)} has {state.pool[seat]}"
        )
    return "discards-reshuffle", NO_CARD_LEFT.format(seat=seat + 1)


def _no_action(state: GgtState, seat: int, move: Move) -> Refusal:
    body = state.body[seat]
    if state.spent >= body.speed:
        if move.what in PAID:
            return "actions-speed", f"all {body.speed} actions of {_mine(state, seat)} are spent"
        if move.what == "turn" and state.turned:
            return "first-turn-free", "the free Turn is used up, and so are all actions"
        if move.what == "heal" and state.healed:
            return "first-heal-free", "the free Heal is used up, and so are all actions"
    if move.what in CONSENT_ACTIONS:
        others = consenters(state, seat, move.what)
        refused = state.refused[CONSENT_ACTIONS.index(move.what)]
        for other in others:
            if refused >> other & 1:
                return "consent", f"Player {other + 1} has refused leave for this in this turn"
    found = ACTIONS[move.what]
    return found(state, seat, move)


def _no_step(state: GgtState, seat: int, move: Move) -> Refusal:
    if move.what == "turn":
        return "turn-facing", f"{_mine(state, seat)} faces that way already"
    way = move.about[0]
    if way.isdigit():
        ahead = direction(state, seat, way) == state.facing[seat]
        behind = direction(state, seat, way) == (state.facing[seat] + 3) % 6
        if ahead or behind:
            return "move", f'that way is simply "{"ahead" if ahead else "behind"}"'
        if not state.body[seat].sidestep:
            return "move", f"{_mine(state, seat)} can only go ahead or behind"
    return "vacant", f"something is in the way of {_mine(state, seat)} there"


def _seat(state: GgtState, word: str) -> int | None:
    """The seat of a living player; None for anyone else."""
    seat = int(word) - 1
    return seat if seat in state.living else None


def _no_attack(state: GgtState, seat: int, move: Move) -> Refusal:
    other = _seat(state, move.about[0])
    if other is None or other == seat:
        return "targets", f"there is no monster of Player {move.about[0]} to fight"
    own, target = _mine(state, seat), _mine(state, other)
    board, body = state.config.board, state.body[seat]
    away = board.distance[state.at[seat]][state.at[other]]
    in_arc = board.arc[state.at[seat]][state.at[other]] >> state.facing[seat] & 1
    if move.about[1] == RANGED:
        if not body.ranged:
            return "ranged-target", f"{own} has no ranged attack"
        if away > body.ranged:
            return "ranged-target", f"{target} is {away} away, and the range is {body.ranged}"
        return "front-arc", f"{target} is not in the front arc of {own}"
    if away == 1:
        return "front-three", f"{target} is not in one of the three front hexes of {own}"
    if away == state.config.box.figures["reach-distance"] and in_arc:
        return "attack", f"{target} is {away} away, and {own} has no reach"
    return "attack", f"{target} is too far away for close combat"


def _no_escape(state: GgtState, seat: int, move: Move) -> Refusal:
    other = _seat(state, move.about[0])
    if other is None or other not in state.adjacent(seat):
        return "escape", f"no monster of Player {move.about[0]} is adjacent to {_mine(state, seat)}"
    if state.beaten >> other & 1:
        reason = f"{_mine(state, seat)} has beaten {_mine(state, other)} already this turn"
        return "escape-cost", reason
    return "escape", "Health cannot be tested"


def _no_rest(state: GgtState, seat: int, move: Move) -> Refusal:
    if len(state.hands[seat]) >= state.body[seat].smarts:
        smarts = state.body[seat].smarts
        return "rest", f"Player {seat + 1} holds as many cards as Smarts allow, {smarts}"
    return "discards-reshuffle", NO_CARD_LEFT.format(seat=seat + 1)


def _no_push(state: GgtState, seat: int, move: Move) -> Refusal:
    target = move.about[0]
    if not target.isdigit() and target not in state.config.board.objects:
        return "push-scope", f"{who_is(state, target)} is not on this map"
    if target.isdigit() and _seat(state, target) is None:
        return "push-scope", f"there is no monster of Player {target} to push"
    return "push-scope", f"{who_is(state, target)} is not adjacent to {_mine(state, seat)}"


def _no_push_space(state: GgtState, seat: int, move: Move) -> Refusal:
    pushed = who_is(state, str(state.pending[-1].about[0]))
    return "push-win", f"{pushed} goes to a vacant space beside its own, or stays"


def _no_attach(state: GgtState, seat: int, move: Move) -> Refusal:
    if state.adjacent(seat) and state.acted:
        beside = listed(_mine(state, other) for other in state.adjacent(seat))
        return "first-action", f"beside {beside} this must be the first action of the turn"
    box = state.config.box
    limb, slot = box.limb_number[move.about[0]], int(move.about[1]) - 1
    if limb not in limbs_here(state, seat):
        name = box.names.limbs[move.about[0]]
        return "attach", f"{name} does not lie in the space of {_mine(state, seat)}"
    slots = state.slots[seat]
    if slot >= len(slots):
        return "attach", f"{_mine(state, seat)} has {len(slots)} slots"
    removed = box.limb_number[move.about[3]] if len(move.about) > 2 else BARE
    if slots[slot] not in (BARE, removed):
        return "attach", f"slot {slot + 1} of {_mine(state, seat)} is not open"
    price = cost(state, seat, limb, slot)
    if removed != BARE:
        return _no_removal(state, seat, move, removed, price)
    same = box.monsters[state.monster[seat]].slots[slot] == box.limbs[limb].kind
    rule = "attach-cost-match" if same else "attach-cost-other"
    return rule, f"this costs {price} Power, and {_mine(state, seat)} has {state.power[seat]}"


def _no_removal(state: GgtState, seat: int, move: Move, removed: int, price: int) -> Refusal:
    more = state.config.box.figures["removal-cost"]
    if removed not in state.limbs(seat):
        name = state.config.box.names.limbs[move.about[3]]
        return "voluntary-removal", f"{_mine(state, seat)} does not wear {name}"
    if state.power[seat] < price + more:
        has = f"{_mine(state, seat)} has {state.power[seat]}"
        return "removal-one-action", f"both together cost {price + more} Power, and {has}"
    if state.stitched >> removed & 1:
        return "reattach-once", f'a stitched limb leaves the game: end with "{OFF} <limb>"'
    if state.vacant_near(state.at[seat]):
        return "voluntary-removal", "a limb taken off goes to a vacant space beside the monster"
    return "removal-one-action", "no space beside the monster is vacant for the limb taken off"


def _no_heal(state: GgtState, seat: int, move: Move) -> Refusal:
    if move.about[0] == "0":
        return "heal", "outside combat at least one point must be healed"
    return "heal", f"{_mine(state, seat)} can heal no more than {can_heal(state, seat)} now"


ACTIONS: Mapping[str, Callable[[GgtState, int, Move], Refusal]] = {
    **{"move": _no_step, "turn": _no_step, "attack": _no_attack, "escape": _no_escape},
    **{"rest": _no_rest, "push": _no_push, "attach": _no_attach, "heal": _no_heal},
}
REFUSALS: Mapping[str, Refused] = {
    "take": Refused(
        "monster-and-map-choice", "{seat} chooses a monster now", {"take": _no_monster}
    ),
    "place": Refused("place-order", "{seat} places a pawn now", {"place": _no_place}),
    "act": Refused(ANY_MOVE, "a turn is made of actions", dict.fromkeys(ACTIONS, _no_action)),
    "consent": Refused("consent", "{seat} has to give or refuse leave first"),
    "card": Refused(
        "test-commit",
        "{seat} has to play a card for the Test first",
        dict.fromkeys(("card", "flip", "nothing"), _no_card),
    ),
    "free": Refused(
        "escape-bank", "free Moves and Turns are used at once", {"move": _no_step, "turn": _no_step}
    ),
    "put": Refused("push-win", "what was pushed moves first", {"to": _no_push_space}),
    "mend": Refused("combat-order", "step 1 of the combat is healing", {"heal": _no_healing}),
    "shield": Refused(
        "combat-order",
        "{seat} may shield limbs first",
        {
            "shield": (
                "power-shield",
                "a limb takes one token, and at least one limb must stay bare",
            )
        },
    ),
    "rip": Refused(
        "combat-order",
        "{seat} chooses a limb to tear off now",
        {
            "rip": (
                "rip-choice",
                "{seat} can tear off only a bare limb of the loser of this exchange",
            )
        },
    ),
    "land": Refused("combat-order", "the limb has to land first", {"land": _no_landing}),
    "again": Refused("continue-or-end", "both players first say whether they fight on"),
}
"""Reasons why a move is illegal, by name of the step."""
