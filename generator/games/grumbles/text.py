"""Turns positions and events into words: the board as lines of text, an event as a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from generator.games.grumbles.board import COLOURS, EMPTY
from generator.games.grumbles.setting import DRAWN, STARTER
from generator.rules.events import Event

if TYPE_CHECKING:
    from generator.games.grumbles.state import Table

MARKS = {STARTER: "o", "drawn": "?"}


def shown(piece: str) -> str:
    """What everybody sees of a piece: a Goof drawn from the pile is only that."""
    return "drawn" if piece in DRAWN else piece


def draw(table: Table) -> str:
    """The board with Red at the bottom, and what lies beside it."""
    lines = [_line(table, row) for row in table.setting.board.rows]
    columns = [table.setting.board.names[square][0] for square in table.setting.board.rows[0]]
    lines.append("    " + "".join(f"{column:^9}" for column in columns).rstrip())
    red, green = table.points()
    unused = f"unused {table.unused or '-'}"
    lines.append(f"    red {red}, green {green}; {unused}; pile {len(table.pile)}")
    return "\n".join(lines)


def _line(table: Table, row: list[int]) -> str:
    cells = [_cell(table, square) for square in row]
    number = table.setting.board.names[row[0]][1:]
    return f"{number:>3} " + "".join(f"{cell:^9}" for cell in cells).rstrip()


def _cell(table: Table, square: int) -> str:
    piece, board = table.board[square], table.setting.board
    if piece == EMPTY:
        inside = "*" if square in board.stars else "."
    elif piece in table.at:
        inside = f"{'R' if piece in table.teams[0] else 'G'}:{piece}"
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
    "score": "{Seat} {gets} for it and now has {total}.",
    "refill": "An unseen Goof from the pile goes onto {to}; {pile} left in the pile.",
    "owe": "{at} is occupied: its new Goof waits until the star is empty.",
    "no-refill": "The pile is empty: no new Goof for {at}.",
    "trade": "{Seat} trades {grumble} for {for}, which takes its place on {at}.",
    "drop": "Nothing more happens: no activation, no trade, no new Goof.",
    "result": "Red {red}, Green {green}: {result}.",
}
ENDS = {
    "doom-ends": "The Goof of Doom is captured: the game is over in turn {turns}.",
    "turn-cap": "The game is stopped, unfinished, after {turns}.",
}
RESULTS = {"red": "Red wins", "green": "Green wins", "draw": "a draw"}


def tell(event: Event, names: Mapping[str, str]) -> str:
    """The event as one sentence; `names` are the printed names of Grumbles and Goofs."""
    facts: dict[str, Any] = dict(event.facts)
    if event.seat is not None:
        facts["seat"] = COLOURS[event.seat]
        facts["Seat"] = COLOURS[event.seat].capitalize()
    if "grumble" in facts:
        mover = facts["grumble"]
        facts["grumble"] = facts["Grumble"] = names[mover]
        facts["for"] = names.get(facts.get("for", ""))
        others = []
        for piece, start, end in facts.get("moved", ()):
            if piece == mover:
                facts["from"], facts["end"] = start, end
            elif event.kind == "swap":
                others.append(f"{_called(piece, names)} on {start}")
            else:
                others.append(f"{_called(piece, names)} from {start} to {end}")
        facts["others"] = _listed(others)
    if event.kind == "reveal":
        facts["goof"] = _called(facts["goof"], names)
    if event.kind == "score":
        points = facts["points"]
        facts["gets"] = f"{'loses' if points < 0 else 'gets'} {_counted(abs(points), 'point')}"
    if event.rule == "turn-cap":
        facts["turns"] = _counted(facts["turns"], "turn")
    for many in ("stars", "squares"):
        if many in facts:
            facts[many] = _listed(facts[many])
    if event.kind == "result":
        facts["result"] = RESULTS[facts["result"]]
    sentence = ENDS[event.rule] if event.kind == "end" else SENTENCES[event.kind]
    return sentence.format_map({name: _signed(fact) for name, fact in facts.items()})


def _called(piece: str, names: Mapping[str, str]) -> str:
    """A piece in a sentence."""
    if piece in (STARTER, "regular"):
        return f"a regular {names['regular']}"
    if piece == "drawn":
        return f"an unseen {names['regular']}"
    return names[piece] if piece not in ("super", "doom") else f"the {names[piece]}"


def _counted(number: int, what: str) -> str:
    """`1 turn`, `2 turns`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _signed(fact: Any) -> Any:
    """A number below nothing with the minus sign of a sentence, not a hyphen."""
    return f"−{-fact}" if isinstance(fact, int) and fact < 0 else fact


def _listed(items: list[str]) -> str:
    """`a, b and c`."""
    return " and ".join(filter(None, [", ".join(items[:-1]), *items[-1:]]))
