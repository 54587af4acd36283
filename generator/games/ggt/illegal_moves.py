"""Turns a move that is not legal into the rule that forbids it and the reason in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.engine.game import Refusal
from generator.games.ggt.content import BARE
from generator.games.ggt.moves import OFF, RANGED, Move
from generator.games.ggt.rules.actions import LEAVE, askers, direction
from generator.games.ggt.rules.attach import cost, from_cwd
from generator.games.ggt.rules.combat import can_heal

if TYPE_CHECKING:
    from generator.games.ggt.state import Table

ACTIONS = ("move", "turn", "attack", "escape", "rest", "push", "attach", "heal", "end")
DECISIONS: dict[str, tuple[tuple[str, ...], str, str]] = {
    "take": (("take",), "monster-and-map-choice", "the players are choosing their monsters"),
    "place": (("place",), "place-order", "the pawns are being placed"),
    "act": (ACTIONS, "actions-speed", "a turn is made of actions"),
    "consent": (("yes", "no"), "consent", "leave has to be given or refused first"),
    "card": (("card", "flip", "nothing"), "test-commit", "the Test comes first"),
    "free": (("move", "turn", "stop"), "escape-bank", "free Moves and Turns are used at once"),
    "put": (("to", "leave"), "push-win", "what was pushed moves first"),
    "mend": (("heal",), "combat-order", "step 1 of the combat is healing"),
    "shield": (("shield",), "combat-order", "the loser may shield limbs first"),
    "rip": (("rip",), "combat-order", "a limb is chosen now"),
    "land": (("land",), "combat-order", "the limb has to land first"),
    "again": (("yes", "no"), "continue-or-end", "both say whether they go on"),
}
"""For every decision: what can be decided, and the rule that forbids anything else."""
PAID = ("attack", "escape", "rest", "push", "attach", "move")


def why_not(table: Table, move: Move) -> Refusal:
    """Why a move that is not legal here is not."""
    if table.outcome:
        return table.outcome.rule, "the game is over"
    step = table.pending[-1]
    allowed, rule, says = DECISIONS[step.name]
    if move.what not in allowed:
        return rule, says
    seat = step.seat
    assert seat is not None
    if step.name == "act":
        return _no_action(table, seat, move)
    if step.name == "free":
        return _no_step(table, seat, move)
    if step.name == "place":
        return _no_place(table, move)
    if step.name == "card":
        return _no_card(table, seat, move)
    if step.name == "mend":
        most = can_heal(table, seat)
        return "combat-heal", f"no more than {most} can be healed"
    if step.name == "land":
        return _no_landing(table)
    return {
        "take": ("monster-and-map-choice", "another player has that monster"),
        "put": ("push-win", "that space is not vacant and beside what is pushed"),
        "shield": ("power-shield", "it is one token a limb, and one limb at least stays bare"),
        "rip": ("rip-choice", "that is no bare limb of the loser"),
    }[step.name]


def _no_landing(table: Table) -> Refusal:
    fight = table.fight
    assert fight is not None
    if fight.ranged:
        return "ranged-limb-lands", "it lands in a vacant space beside its loser"
    within = table.setting.box.figures["land-within"]
    return (
        "limb-lands",
        f"it is the ripper's own space or a vacant one within {within} of the loser",
    )


def _no_place(table: Table, move: Move) -> Refusal:
    board = table.setting.board
    cell = board.number.get(move.about[0], -1)
    if cell not in board.edge:
        return "start-space", "a pawn starts on the edge of the map"
    if not table.vacant(cell):
        return "vacant", "that space is taken"
    return "start-space", "that is too near to a monster"


def _no_card(table: Table, seat: int, move: Move) -> Refusal:
    hand = table.hands[seat]
    if move.what == "card":
        return "test-commit", "that card is not in the player's hand"
    if hand:
        return "no-card", "who has cards must play one"
    least = table.setting.box.figures["flip-least"]
    if table.pool[seat] < least:
        return "flip-floor", f"the flip needs a pool of at least {least}"
    return "discards-reshuffle", "there is no card left to come"


def _no_action(table: Table, seat: int, move: Move) -> Refusal:
    body = table.body[seat]
    if table.spent >= body.speed:
        if move.what in PAID:
            return "actions-speed", f"all {body.speed} actions are spent"
        if move.what == "turn" and table.turned:
            return "first-turn-free", "the free Turn is used up, and so are all actions"
        if move.what == "heal" and table.healed:
            return "first-heal-free", "the free Heal is used up, and so are all actions"
    if move.what in LEAVE:
        asked = askers(table, seat, move.what)
        refused = table.refused[LEAVE.index(move.what)]
        if any(refused >> other & 1 for other in asked):
            return "consent", "leave for this has been refused this turn"
    return {
        "move": _no_step,
        "turn": _no_step,
        "attack": _no_attack,
        "escape": _no_escape,
        "rest": _no_rest,
        "push": _no_push,
        "attach": _no_attach,
        "heal": _no_heal,
    }[move.what](table, seat, move)


def _no_step(table: Table, seat: int, move: Move) -> Refusal:
    if move.what == "turn":
        return "turn-facing", "the monster faces that way already"
    way = move.about[0]
    if way.isdigit():
        ahead = direction(table, seat, way) == table.facing[seat]
        behind = direction(table, seat, way) == (table.facing[seat] + 3) % 6
        if ahead or behind:
            return "move", f'this is written "move {"ahead" if ahead else "behind"}"'
        if not table.body[seat].sidestep:
            return "move", "the monster can only go ahead or behind"
    return "vacant", "something is in the way there"


def _seat(table: Table, word: str) -> int | None:
    """The seat of a living player; None for anybody else."""
    seat = int(word) - 1
    return seat if seat in table.living else None


def _no_attack(table: Table, seat: int, move: Move) -> Refusal:
    other = _seat(table, move.about[0])
    if other is None or other == seat:
        return "targets", "there is no such monster to fight"
    board, body = table.setting.board, table.body[seat]
    away = board.distance[table.at[seat]][table.at[other]]
    in_arc = board.arc[table.at[seat]][table.at[other]] >> table.facing[seat] & 1
    if move.about[1] == RANGED:
        if not body.ranged:
            return "ranged-target", "the monster has no ranged attack"
        if away > body.ranged:
            return "ranged-target", f"that is {away} away, and the range is {body.ranged}"
        return "front-arc", "that is not in the front arc"
    if away == 1:
        return "front-three", "that is not in one of the three front hexes"
    if away == table.setting.box.figures["reach-distance"] and in_arc:
        return "attack", "the monster has no reach"
    return "attack", "that is too far away for close combat"


def _no_escape(table: Table, seat: int, move: Move) -> Refusal:
    other = _seat(table, move.about[0])
    if other is None or other not in table.adjacent(seat):
        return "escape", "that monster is not adjacent"
    if table.beaten >> other & 1:
        return "escape-cost", "that monster has been beaten already this turn"
    return "escape", "Health cannot be tested"


def _no_rest(table: Table, seat: int, move: Move) -> Refusal:
    if len(table.hands[seat]) >= table.body[seat].smarts:
        return "rest", "the hand is as large as Smarts allow"
    return "discards-reshuffle", "there is no card left to come"


def _no_push(table: Table, seat: int, move: Move) -> Refusal:
    target = move.about[0]
    if not target.isdigit() and target not in table.setting.board.objects:
        return "push-scope", "that object is not on this map"
    return "push-scope", "only what is adjacent can be pushed"


def _no_attach(table: Table, seat: int, move: Move) -> Refusal:
    if table.adjacent(seat) and table.acted:
        return "first-action", "beside a monster this must be the first action of the turn"
    box = table.setting.box
    limb, slot = box.limb_number[move.about[0]], int(move.about[1]) - 1
    if limb not in from_cwd(table, seat):
        return "attach", "that limb is not in the monster's own space"
    slots = table.slots[seat]
    if slot >= len(slots):
        return "attach", f"this monster has {len(slots)} slots"
    removed = box.limb_number[move.about[3]] if len(move.about) > 2 else BARE
    if slots[slot] not in (BARE, removed):
        return "attach", "that slot is not open"
    price = cost(table, seat, limb, slot)
    if removed != BARE:
        return _no_removal(table, seat, move, removed, price)
    same = box.monsters[table.monster[seat]].slots[slot] == box.limbs[limb].kind
    rule = "attach-cost-match" if same else "attach-cost-other"
    return rule, f"this costs {price} Power, and there are {table.power[seat]}"


def _no_removal(table: Table, seat: int, move: Move, removed: int, price: int) -> Refusal:
    more = table.setting.box.figures["removal-cost"]
    if removed not in table.limbs(seat):
        return "voluntary-removal", "that limb is not on the monster"
    if table.power[seat] < price + more:
        says = f"both together cost {price + more} Power, and there are {table.power[seat]}"
        return "removal-one-action", says
    if table.stitched >> removed & 1:
        return "reattach-once", f'a stitched limb leaves the game: end with "{OFF} <limb>"'
    return "removal-one-action", "a limb taken off needs a vacant space beside the monster"


def _no_heal(table: Table, seat: int, move: Move) -> Refusal:
    if move.about[0] == "0":
        return "heal", "outside of combat it is one point at least"
    return "heal", f"no more than {can_heal(table, seat)} can be healed"
