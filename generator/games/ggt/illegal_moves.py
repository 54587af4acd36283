"""Illegal moves: the rule that forbids a move, and the reason in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.engine.pending import Refusal, Refused
from generator.games.ggt.content import BARE, CONSENT_ACTIONS
from generator.games.ggt.moves import ANY_MOVE, OFF, RANGED, Move
from generator.games.ggt.rules.actions import consenters, direction
from generator.games.ggt.rules.attach import cost, limbs_here
from generator.games.ggt.rules.combat import can_heal
from generator.games.ggt.state import GgtState

PAID = ("attack", "escape", "rest", "push", "attach", "move")


def _no_landing(state: GgtState, seat: int, move: Move) -> Refusal:
    if state.combat.ranged:
        return "ranged-limb-lands", "it lands in a vacant space beside its loser"
    within = state.config.box.figures["land-within"]
    message = f"it is the ripper's own space or a vacant one within {within} of the loser"
    return "limb-lands", message


def _no_healing(state: GgtState, seat: int, move: Move) -> Refusal:
    return "combat-heal", f"no more than {can_heal(state, seat)} can be healed"


def _no_place(state: GgtState, seat: int, move: Move) -> Refusal:
    board = state.config.board
    cell = board.number.get(move.about[0], -1)
    if cell not in board.edge:
        return "start-space", "a pawn starts on the edge of the map"
    if not state.vacant(cell):
        return "vacant", "that space is taken"
    return "start-space", "that is too near to a monster"


def _no_card(state: GgtState, seat: int, move: Move) -> Refusal:
    hand = state.hands[seat]
    if move.what == "card":
        return "test-commit", "that card is not in the player's hand"
    if hand:
        return "no-card", "a player with cards must play one"
    least = state.config.box.figures["flip-least"]
    if state.pool[seat] < least:
        return "flip-floor", f"the flip needs a pool of at least {least}"
    return "discards-reshuffle", "there is no card left to come"


def _no_action(state: GgtState, seat: int, move: Move) -> Refusal:
    body = state.body[seat]
    if state.spent >= body.speed:
        if move.what in PAID:
            return "actions-speed", f"all {body.speed} actions are spent"
        if move.what == "turn" and state.turned:
            return "first-turn-free", "the free Turn is used up, and so are all actions"
        if move.what == "heal" and state.healed:
            return "first-heal-free", "the free Heal is used up, and so are all actions"
    if move.what in CONSENT_ACTIONS:
        others = consenters(state, seat, move.what)
        refused = state.refused[CONSENT_ACTIONS.index(move.what)]
        if any(refused >> other & 1 for other in others):
            return "consent", "leave for this has been refused this turn"
    found = ACTIONS[move.what]
    return found(state, seat, move)


def _no_step(state: GgtState, seat: int, move: Move) -> Refusal:
    if move.what == "turn":
        return "turn-facing", "the monster faces that way already"
    way = move.about[0]
    if way.isdigit():
        ahead = direction(state, seat, way) == state.facing[seat]
        behind = direction(state, seat, way) == (state.facing[seat] + 3) % 6
        if ahead or behind:
            return "move", f'that way is simply "{"ahead" if ahead else "behind"}"'
        if not state.body[seat].sidestep:
            return "move", "the monster can only go ahead or behind"
    return "vacant", "something is in the way there"


def _seat(state: GgtState, word: str) -> int | None:
    """The seat of a living player; None for anyone else."""
    seat = int(word) - 1
    return seat if seat in state.living else None


def _no_attack(state: GgtState, seat: int, move: Move) -> Refusal:
    other = _seat(state, move.about[0])
    if other is None or other == seat:
        return "targets", "there is no such monster to fight"
    board, body = state.config.board, state.body[seat]
    away = board.distance[state.at[seat]][state.at[other]]
    in_arc = board.arc[state.at[seat]][state.at[other]] >> state.facing[seat] & 1
    if move.about[1] == RANGED:
        if not body.ranged:
            return "ranged-target", "the monster has no ranged attack"
        if away > body.ranged:
            return "ranged-target", f"that is {away} away, and the range is {body.ranged}"
        return "front-arc", "that is not in the front arc"
    if away == 1:
        return "front-three", "that is not in one of the three front hexes"
    if away == state.config.box.figures["reach-distance"] and in_arc:
        return "attack", "the monster has no reach"
    return "attack", "that is too far away for close combat"


def _no_escape(state: GgtState, seat: int, move: Move) -> Refusal:
    other = _seat(state, move.about[0])
    if other is None or other not in state.adjacent(seat):
        return "escape", "that monster is not adjacent"
    if state.beaten >> other & 1:
        return "escape-cost", "that monster has been beaten already this turn"
    return "escape", "Health cannot be tested"


def _no_rest(state: GgtState, seat: int, move: Move) -> Refusal:
    if len(state.hands[seat]) >= state.body[seat].smarts:
        return "rest", "the hand is as large as Smarts allow"
    return "discards-reshuffle", "there is no card left to come"


def _no_push(state: GgtState, seat: int, move: Move) -> Refusal:
    target = move.about[0]
    if not target.isdigit() and target not in state.config.board.objects:
        return "push-scope", "that object is not on this map"
    return "push-scope", "only what is adjacent can be pushed"


def _no_attach(state: GgtState, seat: int, move: Move) -> Refusal:
    if state.adjacent(seat) and state.acted:
        return "first-action", "beside a monster this must be the first action of the turn"
    box = state.config.box
    limb, slot = box.limb_number[move.about[0]], int(move.about[1]) - 1
    if limb not in limbs_here(state, seat):
        return "attach", "that limb is not in the monster's own space"
    slots = state.slots[seat]
    if slot >= len(slots):
        return "attach", f"this monster has {len(slots)} slots"
    removed = box.limb_number[move.about[3]] if len(move.about) > 2 else BARE
    if slots[slot] not in (BARE, removed):
        return "attach", "that slot is not open"
    price = cost(state, seat, limb, slot)
    if removed != BARE:
        return _no_removal(state, seat, move, removed, price)
    same = box.monsters[state.monster[seat]].slots[slot] == box.limbs[limb].kind
    rule = "attach-cost-match" if same else "attach-cost-other"
    return rule, f"this costs {price} Power, and the player has {state.power[seat]}"


def _no_removal(state: GgtState, seat: int, move: Move, removed: int, price: int) -> Refusal:
    more = state.config.box.figures["removal-cost"]
    if removed not in state.limbs(seat):
        return "voluntary-removal", "that limb is not on the monster"
    if state.power[seat] < price + more:
        message = f"both together cost {price + more} Power, and the player has {state.power[seat]}"
        return "removal-one-action", message
    if state.stitched >> removed & 1:
        return "reattach-once", f'a stitched limb leaves the game: end with "{OFF} <limb>"'
    if state.vacant_near(state.at[seat]):
        return "voluntary-removal", "a limb taken off goes to a vacant space beside the monster"
    return "removal-one-action", "no space beside the monster is vacant for the limb taken off"


def _no_heal(state: GgtState, seat: int, move: Move) -> Refusal:
    if move.about[0] == "0":
        return "heal", "outside combat at least one point must be healed"
    return "heal", f"no more than {can_heal(state, seat)} can be healed"


ACTIONS: Mapping[str, Callable[[GgtState, int, Move], Refusal]] = {
    **{"move": _no_step, "turn": _no_step, "attack": _no_attack, "escape": _no_escape},
    **{"rest": _no_rest, "push": _no_push, "attach": _no_attach, "heal": _no_heal},
}
REFUSALS: Mapping[str, Refused] = {
    "take": Refused(
        "monster-and-map-choice",
        "the players are choosing their monsters",
        {"take": ("monster-and-map-choice", "another player has that monster")},
    ),
    "place": Refused("place-order", "the pawns are being placed", {"place": _no_place}),
    "act": Refused(ANY_MOVE, "a turn is made of actions", dict.fromkeys(ACTIONS, _no_action)),
    "consent": Refused("consent", "leave has to be given or refused first"),
    "card": Refused(
        "test-commit", "the Test comes first", dict.fromkeys(("card", "flip", "nothing"), _no_card)
    ),
    "free": Refused(
        "escape-bank", "free Moves and Turns are used at once", {"move": _no_step, "turn": _no_step}
    ),
    "put": Refused(
        "push-win",
        "what was pushed moves first",
        {"to": ("push-win", "that space is not vacant and beside what is pushed")},
    ),
    "mend": Refused("combat-order", "step 1 of the combat is healing", {"heal": _no_healing}),
    "shield": Refused(
        "combat-order",
        "the loser may shield limbs first",
        {
            "shield": (
                "power-shield",
                "a limb takes one token, and at least one limb must stay bare",
            )
        },
    ),
    "rip": Refused(
        "combat-order",
        "a limb is chosen now",
        {"rip": ("rip-choice", "that is not a bare limb of the loser")},
    ),
    "land": Refused("combat-order", "the limb has to land first", {"land": _no_landing}),
    "again": Refused("continue-or-end", "both players first say whether they fight on"),
}
"""Reasons why a move is illegal, by name of the step."""
