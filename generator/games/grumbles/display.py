"""Display: the board as lines of text, an event as a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.engine.event_text import LIST_MESSAGES, listed, signed
from generator.engine.events import Event
from generator.games.grumbles.board import COLORS, EMPTY
from generator.games.grumbles.content import DOOM, REGULAR, STARTER, SUPER, shown
from generator.games.grumbles.state import GrumblesState
from generator.kit.words import UNTRANSLATED, Message, Translator

MARKS = {STARTER: "o", "drawn": "?"}
LEGEND = (
    "[ ] a home, * a star, o a regular Goof, ? an unseen Goof, R: and G: Grumbles of Red and Green"
)
"""What the marks on the board mean."""


def draw(state: GrumblesState) -> str:
    """The board with Red at the bottom, and what is beside it."""
    lines = [_line(state, row) for row in state.config.board.rows]
    columns = [state.config.board.names[square][0] for square in state.config.board.rows[0]]
    lines.append("    " + "".join(f"{column:^9}" for column in columns).rstrip())
    red, green = state.points()
    unused = f"unused {state.unused or '-'}"
    lines.append(f"    red {red}, green {green}; {unused}; pile {len(state.pile)}")
    return "\n".join(lines)


def _line(state: GrumblesState, row: list[int]) -> str:
    cells = [_cell(state, square) for square in row]
    number = state.config.board.names[row[0]][1:]
    return f"{number:>3} " + "".join(f"{cell:^9}" for cell in cells).rstrip()


def _cell(state: GrumblesState, square: int) -> str:
    piece, board = state.board[square], state.config.board
    if piece == EMPTY:
        inside = "*" if square in board.stars else "."
    elif piece in state.at:
        inside = f"{'R' if piece in state.teams[0] else 'G'}:{piece}"
    else:
        inside = MARKS[shown(piece)] + ("*" if square in board.stars else "")
    if square in board.owner:
        return "[]" if piece == EMPTY else f"[{inside}]"
    return inside


SENTENCES = {
    "board": "The {layout} board is laid out, its stars on {stars}.",
    "start": "A regular Goof goes onto each star: {squares}.",
    "mix": "The other {goofs} Goofs are turned marks down and mixed: the pile.",
    "pick": "{Seat} picks {grumble}.",
    "place": "{Grumble} goes onto {to}, {seat} side up.",
    "leave": "{Grumble} is left over: the unused Grumble.",
    "turn": "Turn {turn}: {Seat}.",
    "stay": "{Grumble} stays.",
    "step": "{Grumble} steps from {from} to {end}.",
    "push": "{Grumble} steps from {from} to {end} and pushes {others}.",
    "pull": "{Grumble} steps from {from} to {end} and pulls {others}.",
    "shove": "{Grumble} shoves {others}.",
    "yank": "{Grumble} yanks {others}.",
    "swap": "{Grumble} on {from} changes places with {others}.",
    "throw": "{Grumble} throws {others}.",
    "swing": "{Grumble} swings {others}.",
    "capture": "The Goof on {at} is captured by {Seat}.",
    "reveal": "It is turned over: {goof}.",
    "score": "{Seat} gets {points} for it and now has {total}.",
    "refill": "An unseen Goof from the pile goes onto {to}; {pile} left in the pile.",
    "owe": "{at} is occupied: its new Goof waits until the star is empty.",
    "no-refill": "The pile is empty: no new Goof for {at}.",
    "trade": "{Seat} trades {grumble} for {for}, which takes its place on {at}.",
    "drop": "Nothing more happens: no activation, no trade, no new Goof.",
    "result": "Red {red}, Green {green}: {result}.",
}
LOSS = "{Seat} loses {points} for it and now has {total}."
"""The sentence for a negative score."""
ENDS = {
    "doom-ends": "The Goof of Doom is captured: the game is over in turn {turns}.",
    "turn-cap": "The game is stopped, unfinished, after {turns}.",
}
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
"""Goofs in a sentence; Grumbles go by their names alone."""
ROLES = ("moved", "swapped", "revealed")
"""The part a piece plays in a sentence; other languages inflect its name by it."""
FROM_TO, ON = "{piece} from {from} to {to}", "{piece} on {from}"
POINTS, TURNS = ("{n} point", "{n} points"), ("{n} turn", "{n} turns")
MESSAGES = (
    *map(Message, [*SENTENCES.values(), LOSS, *ENDS.values(), *RESULTS.values(), *SEATS, *LAYOUTS]),
    *(Message(color, context="side up") for color in COLORS),
    *(Message(piece, context=role) for role in ROLES for piece in dict.fromkeys(PIECES.values())),
    *map(Message, [FROM_TO, ON]),
    *LIST_MESSAGES,
    Message(*POINTS),
    Message(*TURNS),
)
"""Every message in the sentences, except the names of Grumbles and Goofs."""


def describe(event: Event, names: Mapping[str, str], words: Translator = UNTRANSLATED) -> str:
    """The event as one sentence; `names` are the printed names of Grumbles and Goofs."""
    kind = event.kind
    given: Mapping[str, Any] = event.facts
    facts = dict(given)
    sentence = ENDS[event.rule] if kind == "end" else SENTENCES[kind]
    if event.seat is not None:
        facts["seat"] = words.text(COLORS[event.seat], "side up")
        facts["Seat"] = words.text(SEATS[event.seat])
    for name, value in given.items():
        if name in ("grumble", "for"):
            facts[name] = words.text(names[value])
        elif name in ("stars", "squares"):
            facts[name] = listed(value, words)
        elif name == "moved":
            facts |= _movement(event, names, words)
        elif name == "layout":
            facts[name] = words.text(value)
        elif isinstance(value, int):
            facts[name] = signed(value)
    facts["Grumble"] = facts.get("grumble")
    if kind == "reveal":
        facts["goof"] = _piece(given["goof"], names, "revealed", words)
    elif kind == "score":
        points = given["points"]
        sentence = LOSS if points < 0 else sentence
        facts["points"] = words.count(*POINTS, abs(points))
    elif kind == "result":
        facts["result"] = words.text(RESULTS[given["result"]])
    elif event.rule == "turn-cap":
        facts["turns"] = words.count(*TURNS, given["turns"])
    return words.text(sentence, **facts)


def _movement(event: Event, names: Mapping[str, str], words: Translator) -> dict[str, str]:
    """Where the Grumble goes, `from` and `end`, and what becomes of the `others`."""
    facts, others = dict[str, str](), []
    pattern, role = (ON, "swapped") if event.kind == "swap" else (FROM_TO, "moved")
    moved: Any = event.facts["moved"]
    for piece, start, end in moved:
        if piece == event.facts["grumble"]:
            facts = {"from": start, "end": end}
        else:
            called = _piece(piece, names, role, words)
            others.append(words.text(pattern, piece=called, **{"from": start, "to": end}))
    return {**facts, "others": listed(others, words)}


def _piece(piece: str, names: Mapping[str, str], role: str, words: Translator) -> str:
    """A piece in a sentence."""
    if piece not in PIECES:
        return words.text(names[piece])
    name = names.get(piece, names[REGULAR])
    return words.text(PIECES[piece], role, goof=words.text(name))
