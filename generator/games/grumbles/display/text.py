"""Positions and events in words: the board as lines of text, an event as a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.engine.events import Event
from generator.games.grumbles.board import EMPTY
from generator.games.grumbles.content import STARTER, shown
from generator.games.grumbles.state import GrumblesState
from generator.kit.words import UNTRANSLATED, Message, Translator

MARKS = {STARTER: "o", "drawn": "?"}


LEGEND = (
    "[ ] a home, * a star, o a regular Goof, ? an unseen Goof, R: and G: Grumbles of Red and Green"
)
"""What the signs on the board mean."""


def draw(state: GrumblesState) -> str:
    """The board with Red at the bottom, and what lies beside it."""
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
"""What is said of a score below nothing."""
ENDS = {
    "doom-ends": "The Goof of Doom is captured: the game is over in turn {turns}.",
    "turn-cap": "The game is stopped, unfinished, after {turns}.",
}
RESULTS = {"red": "Red wins", "green": "Green wins", "draw": "a draw"}
SEATS = ("Red", "Green")
SIDES = ("red", "green")
LAYOUTS = ("saltire", "plus")
CALLED = {
    STARTER: "a regular {goof}",
    "regular": "a regular {goof}",
    "drawn": "an unseen {goof}",
    "super": "the {goof}",
    "doom": "the {goof}",
}
ROLES = ("moved", "swapped", "revealed")
"""What a piece is to a sentence: other languages call it otherwise in each."""
FROM_TO, ON = "{piece} from {from} to {to}", "{piece} on {from}"
AND, COMMA = "{first} and {last}", "{first}, {next}"
POINTS, TURNS = ("{n} point", "{n} points"), ("{n} turn", "{n} turns")
SAID = (
    *map(Message, [*SENTENCES.values(), LOSS, *ENDS.values(), *RESULTS.values(), *SEATS, *LAYOUTS]),
    *(Message(side, context="side up") for side in SIDES),
    *(Message(called, context=role) for role in ROLES for called in dict.fromkeys(CALLED.values())),
    *map(Message, [FROM_TO, ON, AND, COMMA]),
    Message(*POINTS),
    Message(*TURNS),
)
"""Everything that sentences are made of, but for the names of Grumbles and Goofs."""


def describe(event: Event, names: Mapping[str, str], words: Translator = UNTRANSLATED) -> str:
    """The event as one sentence; `names` are the printed names of Grumbles and Goofs."""
    facts: dict[str, Any] = dict(event.facts)
    kind, lost = event.kind, False
    if event.seat is not None:
        facts["seat"] = words.text(SIDES[event.seat], "side up")
        facts["Seat"] = words.text(SEATS[event.seat])
    if "grumble" in facts:
        mover = facts["grumble"]
        facts["grumble"] = facts["Grumble"] = words.text(names[mover])
        facts["for"] = words.text(names.get(facts.get("for", ""), ""))
        others = []
        for piece, start, end in facts.get("moved", ()):
            if piece == mover:
                facts["from"], facts["end"] = start, end
                continue
            pattern, role = (ON, "swapped") if kind == "swap" else (FROM_TO, "moved")
            called = _called(piece, names, role, words)
            others.append(words.text(pattern, piece=called, **{"from": start, "to": end}))
        facts["others"] = _listed(others, words)
    if kind == "board":
        facts["layout"] = words.text(facts["layout"])
    if kind == "reveal":
        facts["goof"] = _called(facts["goof"], names, "revealed", words)
    if kind == "score":
        lost = facts["points"] < 0
        facts["points"] = words.count(*POINTS, abs(facts["points"]))
    if event.rule == "turn-cap":
        facts["turns"] = words.count(*TURNS, facts["turns"])
    for many in ("stars", "squares"):
        if many in facts:
            facts[many] = _listed(facts[many], words)
    if kind == "result":
        facts["result"] = words.text(RESULTS[facts["result"]])
    sentence = ENDS[event.rule] if kind == "end" else LOSS if lost else SENTENCES[kind]
    return words.text(sentence, **{name: _signed(fact) for name, fact in facts.items()})


def _called(piece: str, names: Mapping[str, str], role: str, words: Translator) -> str:
    """A piece in a sentence."""
    if piece not in CALLED:
        return words.text(names[piece])
    name = names[piece] if piece in ("super", "doom") else names["regular"]
    return words.text(CALLED[piece], role, goof=words.text(name))


def _signed(fact: Any) -> Any:
    """A number below nothing with the minus sign of a sentence, not a hyphen."""
    return f"−{-fact}" if isinstance(fact, int) and fact < 0 else fact


def _listed(items: Sequence[str], words: Translator) -> str:
    """`a, b and c`."""
    if not items:
        return ""
    said = items[0]
    for item in items[1:-1]:
        said = words.text(COMMA, first=said, next=item)
    return words.text(AND, first=said, last=items[-1]) if len(items) > 1 else said
