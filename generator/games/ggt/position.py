"""Positions of Grunt, Growl, and Tear: defaults for omitted data.

Omitted data are as in a game that has just been set up: the players have the first monsters of the
table, whole, with full pools, no Power and a full hand. If no `at` is given, they stand on starting
spaces, facing 0. Of a deck, either `hands` and `discards` are given and the rest is the draw pile, or
`piles` lists cards and the rest is discarded.

The map is that of the options, or one drawn in the position: `map: {rows: [...], objects: [...]}`.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from generator.engine.fields.reader import PositionReader
from generator.engine.pending import Step, then
from generator.games.ggt.combat_state import NOBODY
from generator.games.ggt.content import BARE, Box, bits
from generator.games.ggt.invariants import cards_in_test
from generator.games.ggt.map.board import Board
from generator.games.ggt.rules.dismember import outcome
from generator.games.ggt.rules.setup import assemble, starts
from generator.games.ggt.state import GgtState

COMBAT = ("exchange", "mend", "clash", "shield", "rip", "land", "part", "again", "agree")
"""Steps that occur only in a combat."""
TEST = ("card", "reveal")
"""Steps that occur only in a Test."""
MIN_LIMBS = {"shield": 2, "rip": 1}
"""Fewest limbs of the loser at a step."""


def read_board(
    reader: PositionReader, box: Box, chosen: str
) -> tuple[Board, Mapping[str, Any] | None]:
    """Return the board of the options, or the one that the position draws, with its drawing.

    Raises KitError at once, since everything else depends on the map.
    """
    given = reader.data.get("map")
    if given in (None, chosen) and chosen in box.boards:
        return box.boards[chosen], None
    if not isinstance(given, Mapping):
        reader.fault("the map is the one of the options, or has rows and objects", "map")
        reader.stop_at_faults()
    rows, objects = reader.words("map", "rows"), reader.words("map", "objects")
    reader.known(objects, box.weights, "object", "map", "objects")
    for key in reader.mapping("map"):
        if key not in ("rows", "objects"):
            reader.fault(f'a map has no "{key}"', "map", key)
    reader.stop_at_faults()
    board = box.drawn(rows, objects)
    if len(board.cells) < 2:
        reader.fault("a map has at least two spaces to stand on", "map", "rows")
    if set(board.objects) != set(objects):
        reader.fault("every object of a map has its digit in the rows", "map", "objects")
    reader.stop_at_faults()
    return board, {"rows": rows, "objects": objects}


def complete(state: GgtState, reader: PositionReader) -> None:
    """Fill in the omitted data of a position."""
    reader.stop_at_faults()
    waiting = [step.name for step in state.pending]
    choosing = [step.seat for step in state.pending if step.name == "take"]
    mustered = "muster" not in waiting
    state.living = tuple(s for s in range(state.config.players) if s not in state.fallen)
    if not state.living:
        reader.fault("somebody is left in the game", "fallen", check="last-monster")
    _monsters(state, reader, choosing)
    reader.stop_at_faults()
    if mustered and not choosing and not reader.mapping("at"):
        placing = [step.seat for step in state.pending if step.name == "place"]
        for seat in state.ranked(state.living):
            if seat not in placing:
                state.at[seat] = starts(state)[0]
    state.facing = [facing % 6 for facing in state.facing]
    _limbs(state, reader)
    if not reader.given("supply"):
        state.supply = state.config.supply - sum(state.power)
    _turn(state, reader, opening=not {"take", "place", "muster"}.isdisjoint(waiting))
    _under_way(state, reader)
    if reader.given("pending"):
        reader.decision(state.pending)
    reader.stop_at_faults()
    _cards(state, reader, [s for s in state.living if mustered and s not in choosing])
    state.tally = state.tally._replace(power=max(sum(state.power), state.tally.power))
    if len(state.living) == 1:
        state.pending, state.outcome = (), outcome(state)


def _monsters(state: GgtState, reader: PositionReader, choosing: Container[int | None]) -> None:
    """Assemble the monsters of all players who are not about to choose one."""
    box, people = state.config.box, state.config.people
    limbs, pools, given = reader.mapping("limbs"), reader.mapping("pool"), state.monster[:]
    free = [number for number in range(len(box.monsters)) if number not in given]
    for seat, who in enumerate(people):
        if seat in choosing:
            state.monster[seat], state.slots[seat] = NOBODY, ()
            continue
        monster = given[seat] if given[seat] != NOBODY else free.pop(0)
        size, pool = len(box.monsters[monster].slots), state.pool[seat]
        bare = (BARE,) * size
        slots = bare if seat in state.fallen else box.monsters[monster].limbs
        if who in limbs:
            slots = state.slots[seat]
            if len(slots) != size:
                message = f"this monster has {size} slots; write null for an open one"
                reader.fault(message, "limbs", who)
                slots = bare
        assemble(state, seat, monster, slots)
        if who in pools:
            state.pool[seat] = pool


def _limbs(state: GgtState, reader: PositionReader) -> None:
    """Fill in `lost` (limbs of monsters in play that are nowhere) and `stitched`."""
    monsters = state.config.box.monsters
    there = {limb for limb, _ in state.lying} | {*bits(state.lost)}
    there.update(step.about[0] for step in state.pending if step.name == "land")
    for slots in state.slots:
        there.update(slots)
    if not reader.given("lost"):
        for monster in state.monster:
            for limb in monsters[monster].limbs if monster != NOBODY else ():
                if limb != BARE and limb not in there:
                    state.lost |= 1 << limb
    if not reader.given("stitched"):
        for seat in state.living:
            own = monsters[state.monster[seat]].limbs if state.monster[seat] != NOBODY else ()
            for limb in state.limbs(seat):
                if limb not in own:
                    state.stitched |= 1 << limb


def _turn(state: GgtState, reader: PositionReader, opening: bool) -> None:
    """Fill in the round, the current player and the pending steps."""
    if not reader.given("round"):
        state.round = 0 if opening else 1
    if not reader.given("turns"):
        state.turn = 0 if opening else 1
    if not reader.given("order") and not opening:
        state.order = tuple(state.ranked(state.living))
    for seat in () if opening else state.living:
        if seat not in state.order:
            message = f"player {state.config.people[seat]} has no initiative card"
            reader.fault(message, "order", check="initiative-deal")
    if reader.given("pending"):
        acting = [step.decider for step in reversed(state.pending) if step.name == "act"]
        if not reader.given("now") and acting:
            state.now = acting[0]
    else:
        order = state.order
        if state.now == NOBODY and order:
            state.now = order[0]
        later = order[order.index(state.now) + 1 :] if state.now in order else ()
        turns = [Step("turn", None, (seat,)) for seat in later]
        acts = [Step("act", state.now)] if state.now != NOBODY else []
        state.pending = then((), *acts, *turns, Step("round"))
    if not reader.given("acted"):
        state.acted = state.spent > 0


def _under_way(state: GgtState, reader: PositionReader) -> None:
    """Check that deciders and fighters are in play, and that steps have their combat or Test."""
    acting = {step.seat for step in state.pending if step.seat is not None}
    acting |= {state.now} - {NOBODY}
    acting.update(state.fight.sides if state.fight else ())
    for seat in sorted(acting - {*state.living}):
        message = f"player {state.config.people[seat]} is out"
        reader.fault(message, "fallen", check="rip-cleanup")
    for step in state.pending:
        if step.name in COMBAT and not state.fight:
            reader.fault(f'"{step.name}" is a step of a combat', "pending", check="combat-order")
        elif step.name in TEST and not state.contest:
            reader.fault(f'"{step.name}" is a step of a Test', "pending", check="test-commit")
        elif step.name in ("mend", "shield", "rip", "again"):
            _fighter(state, reader, step)


def _fighter(state: GgtState, reader: PositionReader, step: Step) -> None:
    """Check that the decider in a combat is a fighter, and that the loser has enough limbs."""
    people, seat = state.config.people, step.decider
    if seat not in state.combat.sides:
        reader.fault(f"player {people[seat]} does not fight", "pending", check="targets")
        return
    loser = seat if step.name == "shield" else state.combat.other(seat)
    if len(state.limbs(loser)) < MIN_LIMBS.get(step.name, 0):
        message = f"player {people[loser]} has too few limbs for that"
        reader.fault(message, "limbs", check="dismember-when")


def _cards(state: GgtState, reader: PositionReader, dealt: Container[int]) -> None:
    """Fill in discards, draw piles, and full hands for those in `dealt` without a given hand."""
    hands, discards, piles = (reader.mapping(key) for key in ("hands", "discards", "piles"))
    for seat in state.living:
        who = state.config.people[seat]
        state.hands[seat] = tuple(sorted(state.hands[seat]))
        rest = state.config.box.whole_deck & ~state.discards[seat]
        for card in (*state.hands[seat], *cards_in_test(state, seat)):
            rest &= ~(1 << card)
        count = piles.get(who)
        if isinstance(count, (list, tuple)):
            left = rest & ~state.piles[seat]
            if left and who in discards:
                message = f"{left.bit_count()} cards are in no hand, pile or discards"
                reader.fault(message, "piles", who, check="conserve")
            state.discards[seat] |= left
            rest = state.piles[seat]
        if who not in hands and seat in dealt:
            cards = reader.filling.shuffled(bits(rest))[: state.body[seat].smarts]
            state.hands[seat] = tuple(sorted(cards))
            rest &= ~sum(1 << card for card in cards)
        state.piles[seat] = rest
        if isinstance(count, int) and count != rest.bit_count():
            message = f"{rest.bit_count()} cards are left for this pile, not {count}"
            reader.fault(message, "piles", who, check="conserve")
