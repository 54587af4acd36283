"""The Room: its Elements, the starting edge, and the Warrior's square."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import compress

from generator.engine.events import Event
from generator.engine.pending import Step
from generator.games.grudge.content import WARRIOR, Piece
from generator.games.grudge.map.line_of_sight import Placed
from generator.games.grudge.map.squares import EDGES, NAMES, NUMBER, SIZE, at, square, squares_in
from generator.games.grudge.moves import DIRECTIONS, Move, known_move
from generator.games.grudge.rules import dice
from generator.games.grudge.state import GrudgeState

PIG = "pig"
WARRIOR_AT = tuple(Move("warrior", name) for name in NAMES)
"""The move that places the Warrior on each square."""


def rolled_room(state: GrudgeState, number: int, events: list[Event]) -> None:
    """`room-table`: set up the Room, or let the player choose one."""
    if state.config.rooms[number]:
        set_up_room(state, number, events)
    else:
        state.ask("room")


def room_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    """`room-table`: any Room with Elements."""
    return [
        known_move("room", str(number))
        for number, elements in state.config.rooms.items()
        if elements
    ]


def choose_room(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    set_up_room(state, int(move.one), events)


def set_up_room(state: GrudgeState, number: int, events: list[Event]) -> None:
    """Place the Pig at once (`pig-placement`), the rest by the player (`element-placement`)."""
    state.room = number
    state.note(events, "room", "room-table", room=state.config.room_ids[number])
    placing = []
    for element in state.config.rooms[number]:
        if element == PIG:
            rank, file = dice.roll_die(state), dice.roll_die(state)
            pig = square(file, rank)
            state.note(
                events, *("roll-pig", "pig-placement"), rank=rank, file=file, square=NAMES[pig]
            )
            add_element(state, Placed(PIG, (pig,)))
        else:
            placing.append(element)
    state.run_next("edge-roll")
    for element in reversed(placing):
        state.ask("place", element)


def add_element(state: GrudgeState, placed: Placed) -> None:
    state.elements = (*state.elements, placed)
    state.terrain = state.config.terrain(state.elements)


def covered(piece: Piece, name: str, direction: str) -> tuple[int, ...]:
    """The squares that an Element covers from a square in a direction; none if it leaves the board."""
    ahead = DIRECTIONS[direction or "north"]
    aside = ahead[::-1]
    found = []
    file, rank = at(name)
    for along in range(piece.length):
        for across in range(piece.width):
            column = file + ahead[0] * along + aside[0] * across
            row = rank + ahead[1] * along + aside[1] * across
            if not (column < SIZE and row < SIZE):
                return ()
            found.append(square(column, row))
    return tuple(sorted(found))


@cache
def fits(piece: Piece) -> Mapping[Move, tuple[int, ...]]:
    """All ways to place an Element on an empty board, with the squares covered."""
    ways = ("north", "east") if piece.turns else ("",)
    moves = [known_move("place", piece.id, name, way) for name in NAMES for way in ways]
    found = {move: covered(piece, move.other, move.third) for move in moves}
    return {move: squares for move, squares in found.items() if squares}


def place_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    """`element-placement`: anywhere without overlap."""
    return _free_places(state.config.elements[step.about[0]], state.terrain.taken)


@lru_cache(1 << 8)
def _free_places(piece: Piece, taken: int) -> tuple[Move, ...]:
    """All ways to place an Element without covering a square in the bit mask `taken`."""
    moves, free, sparing = _placing(piece)
    for each in squares_in(taken):
        free &= sparing[each]
    return tuple(compress(moves, free.to_bytes(len(moves), "little")))


@cache
def _placing(piece: Piece) -> tuple[tuple[Move, ...], int, list[int]]:
    """The moves of `fits`; a number with a byte 1 for each of them; and for each square, such a number
    with a byte 0 for those that cover it.
    """
    moves = fits(piece)
    every = int.from_bytes(bytes([1]) * len(moves), "little")
    sparing = [every] * len(NAMES)
    for number, squares in enumerate(moves.values()):
        for each in squares:
            sparing[each] ^= 1 << 8 * number
    return tuple(moves), every, sparing


def place(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    squares = fits(state.config.elements[move.one])[move]
    add_element(state, Placed(move.one, squares))
    names = [NAMES[each] for each in squares]
    state.note(events, "place", "element-placement", element=move.one, squares=names)


def roll_edge(state: GrudgeState, step: Step, events: list[Event]) -> None:
    dice.roll(state, "edge", "starting-edge", events)


def rolled_edge(state: GrudgeState, number: int, events: list[Event]) -> None:
    """`starting-edge`: enter, choose or reroll, even after Luckstones (`over-seven`)."""
    edge = state.config.edge_of[number]
    does = state.config.edge_does[edge]
    if does == "reroll":
        state.rerolls += 1
        state.note(events, "again", "starting-edge", what="edge")
        dice.roll(state, "edge", "starting-edge", events)
    elif does == "choose":
        state.ask("edge")
    else:
        enter(state, edge, events)


def edge_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return [known_move("edge", edge) for edge in state.config.edges]


def choose_edge(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    enter(state, move.one, events)


def enter(state: GrudgeState, edge: str, events: list[Event]) -> None:
    state.note(events, "edge", "starting-edge", edge=edge)
    state.ask("warrior", edge)


def warrior_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    """`starting-edge`: any square of the edge without an Element."""
    line, taken = EDGES[str(step.about[0])], state.terrain.taken
    return [WARRIOR_AT[each] for each in line if not taken >> each & 1]


def place_warrior(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    state.put(WARRIOR, NUMBER[move.one])
    state.note(events, "stand", "starting-edge", who=WARRIOR, square=move.one)
    dice.roll(state, "encounter", "encounter-table", events)
