"""Display: the board as lines of text, moves and events as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.engine.events import Event
from generator.engine.text.event_text import LIST_MESSAGES, listed, signed
from generator.engine.text.sentence_file import load_sentences
from generator.games.grumbles.board import COLORS, EMPTY
from generator.games.grumbles.content import DOOM, REGULAR, STARTER, SUPER, shown
from generator.games.grumbles.moves import Move
from generator.games.grumbles.state import GrumblesState
from generator.kit.words import Message, Translator

SENTENCES = load_sentences(__file__)
MARKS = {STARTER: "o", "drawn": "?"}
LEGEND = (
    "[ ] a home, * a star, o a regular Goof, ? an unseen Goof, R: and G: Grumbles of Red and Green"
)
"""Legend of the marks on the board."""
TALLY = "Red {red}, Green {green}; unused: {unused}; pile: {pile}"
"""What lies next to the board."""
NONE = "none"
LOOKED_AT = ("unused", "captured", "activated", "copies", "points", "last chance")
"""Names of parts of a position and of figures on pieces, as the command `look` shows them."""


def draw(state: GrumblesState) -> str:
    """Draw the board, with Red at the bottom, and what lies next to it."""
    words, board, names = state.game.words, state.config.board, state.config.names
    titles = {id: words.text(names[id]) for id in state.config.powers}
    wide = len("[R:]") + max(map(len, titles.values()))
    rows = [[_cell(state, square, titles, words) for square in row] for row in board.rows]
    marks = [board.names[row[0]][1:] for row in board.rows]
    rows.append([board.names[square][0] for square in board.rows[0]])
    lines = [
        f"{mark:>3} " + "".join(f"{cell:^{wide}}" for cell in row).rstrip()
        for mark, row in zip([*marks, ""], rows, strict=True)
    ]
    red, green = state.points()
    unused = titles.get(state.unused) or words.text(NONE)
    tally = words.text(TALLY, red=red, green=green, unused=unused, pile=len(state.pile))
    return "\n".join([*lines, f"    {tally}"])


def _cell(state: GrumblesState, square: int, titles: Mapping[str, str], words: Translator) -> str:
    piece, board = state.board[square], state.config.board
    if piece == EMPTY:
        inside = "*" if square in board.stars else "."
    elif piece in state.at:
        seat = words.text(SEATS[piece not in state.teams[0]])
        inside = f"{seat[0]}:{titles[piece]}"
    else:
        inside = MARKS[shown(piece)] + ("*" if square in board.stars else "")
    if square in board.owner:
        return "[]" if piece == EMPTY else f"[{inside}]"
    return inside


def things(state: GrumblesState, move: Move) -> tuple[str, ...]:
    """The objects of a move: the Grumble, its destination, the piece of its power, and that piece's
    destination.

    A Grumble that is pointed at twice stays.
    """
    if move.what != "activate":
        return tuple(filter(None, (move.grumble, move.to)))
    tried = state.copy()
    events = tried.apply(move)
    moved: list[Any] = [event.facts["moved"] for event in events if "moved" in event.facts]
    pointed = [move.grumble]
    if move.step:
        pointed.append(moved.pop(0)[0][2])
    if move.power:
        _, start, end = next(shift for shift in moved[0] if shift[0] != move.grumble)
        pointed += [start] if move.power == "swap" else [start, end]
    return tuple(pointed) if len(pointed) > 1 else (move.grumble, move.grumble)


def move_sentence(state: GrumblesState, move: Move) -> str:
    """A move as a sentence: which Grumble goes where, and what it does to others."""
    names, translator = state.config.names, state.game.words
    grumble = translator.text(names[move.grumble])
    if move.what == "pick":
        return SENTENCES.order("pick", {"grumble": grumble, "to": move.to}, translator)
    if move.what == "trade":
        other = translator.text(names[state.unused])
        return SENTENCES.order("trade", {"grumble": grumble, "for": other}, translator)
    done = [
        event
        for event in state.copy().apply(move)
        if event.facts.get("grumble") == move.grumble and event.kind in SENTENCES.moves
    ][: 1 + bool(move.step and move.power)]
    facts = {"grumble": grumble}
    for event in done:
        if "moved" in event.facts:
            facts |= _movement(event, names, translator)
    return SENTENCES.order(" + ".join(event.kind for event in done), facts, translator)


RESULTS = {"red": "Red wins", "green": "Green wins", "draw": "a draw"}
SEATS = ("Red", "Green")
LAYOUTS = ("saltire", "plus")
REGULAR_GOOF = "a regular {goof}"
PIECES = {
    STARTER: REGULAR_GOOF,
    REGULAR: REGULAR_GOOF,
    "drawn": "an unseen {goof}",
    SUPER: "the {goof}",
    DOOM: "the {goof}",
}
"""Names of Goofs in a sentence; Grumbles go by their names alone."""
ROLES = ("moved", "swapped", "revealed", "refused")
"""The roles of a piece in a sentence; other languages inflect its name by them."""
OWN = "{Seat}’s {grumble}"
WAYS = {(0, 1): "north", (1, 0): "east", (0, -1): "south", (-1, 0): "west"}
POINTS, TURNS = ("{n} point", "{n} points"), ("{n} turn", "{n} turns")
MESSAGES = (
    *SENTENCES.messages,
    *map(Message, [*RESULTS.values(), *LAYOUTS]),
    *(Message(color, context="side up") for color in COLORS),
    *(Message(piece, context=role) for role in ROLES for piece in dict.fromkeys(PIECES.values())),
    *map(Message, [OWN, *WAYS.values(), TALLY, NONE, *LOOKED_AT]),
    *LIST_MESSAGES,
    Message(*POINTS),
    Message(*TURNS),
)
"""All messages of the sentences, except the names of seats, Grumbles and Goofs."""


def words(event: Event, names: Mapping[str, str], translator: Translator) -> dict[str, Any]:
    """The facts of an event in the words of a sentence."""
    given: Mapping[str, Any] = event.facts
    facts = {name: _fact(name, given[name], event, names, translator) for name in given}
    if "grumble" in facts:
        facts["Grumble"] = facts["grumble"]
    if event.seat is not None:
        seat = translator.text(SEATS[event.seat])
        if event.kind == "turn":
            return {**facts, "next": seat}
        facts |= {"seat": translator.text(COLORS[event.seat], "side up"), "Seat": seat}
        if "grumble" in given:
            facts["Own"] = translator.text(OWN, Seat=seat, grumble=facts["grumble"])
    if "moved" in given:
        facts |= _movement(event, names, translator)
    return facts


def _fact(
    name: str, value: Any, event: Event, names: Mapping[str, str], translator: Translator
) -> Any:
    """A fact of an event in the words of a sentence."""
    match name:
        case "grumble" | "for":
            return translator.text(names[value])
        case "stars" | "squares":
            return listed(value, translator)
        case "layout":
            return translator.text(value)
        case "goof":
            return piece_name(value, names, "revealed", translator)
        case "result":
            return translator.text(RESULTS[value])
        case "points":
            return translator.count(*POINTS, abs(value))
        case "turns" if event.rule == "turn-cap":
            return translator.count(*TURNS, value)
    return signed(value) if isinstance(value, int) else value


def _movement(event: Event, names: Mapping[str, str], translator: Translator) -> dict[str, str]:
    """The destination of the Grumble (`end`), the direction, and what happens to the `others`."""
    facts, others = dict[str, str](), []
    role = "swapped" if event.kind == "swap" else "moved"
    moved: Any = event.facts["moved"]
    for piece, start, end in moved:
        way = WAYS.get((ord(end[0]) - ord(start[0]), int(end[1:]) - int(start[1:])), "")
        if piece == event.facts["grumble"]:
            facts |= {"end": end, "way": translator.text(way)}
        else:
            others.append(piece_name(piece, names, role, translator))
            facts |= {"towards": translator.text(way), "from": start, "to": end}
    return {**facts, "others": listed(others, translator)} if others else facts


def piece_name(piece: str, names: Mapping[str, str], role: str, translator: Translator) -> str:
    """A piece in a sentence."""
    if piece not in PIECES:
        return translator.text(names[piece])
    name = names.get(piece, names[REGULAR])
    return translator.text(PIECES[piece], role, goof=translator.text(name))
