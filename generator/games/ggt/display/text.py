"""Display: the map as lines of text, and events as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from generator.engine.events import Event
from generator.engine.text.event_text import listed, with_capitals
from generator.engine.text.sentence_file import load_sentences
from generator.games.ggt.content import Names
from generator.games.ggt.map.hexes import DATA, printed_name
from generator.games.ggt.state import GgtState

SENTENCES = load_sentences(__file__)
Facts: TypeAlias = Mapping[str, Any]


# The position

GROUND = {"obstacle": "#", "edge": "o", "open": "."}
WAYS = ("right", "down right", "down left", "left", "up left", "up right")
"""The six directions, as seen on the map."""


def draw(state: GgtState) -> str:
    """Draw the map, with monsters as numbers, objects `@` and limbs `*`, and a line per player."""
    lines = [*map_lines(state), *(player_line(state, seat) for seat in range(state.config.players))]
    return "\n".join(f"    {line}" for line in lines)


def map_lines(state: GgtState) -> list[str]:
    """The rows of the map, each indented to its position."""
    board = state.config.board
    marks = {cell: GROUND[kind] for cell, kind in board.map.kinds.items()}
    for _, cell in state.lying:
        marks[board.cells[cell]] = "*"
    for cell in state.objects:
        marks[board.cells[cell]] = "@"
    for seat in state.living:
        if state.at[seat] >= 0:
            marks[board.cells[state.at[seat]]] = state.config.people[seat]
    left = min(2 * q + r for q, r in marks)
    rows: dict[int, list[str]] = {}
    for (q, r), mark in sorted(marks.items(), key=lambda each: (each[0][1], each[0][0])):
        row = rows.setdefault(r, [])
        row += " " * (2 * q + r - left - len(row)) + mark
    return ["".join(row) for row in rows.values()]


def player_line(state: GgtState, seat: int, limbs: bool = True) -> str:
    """A player's place on the map and figures on the monitor; `limbs`: with the limbs."""
    config = state.config
    player = f"Player {seat + 1}"
    if state.monster[seat] < 0:
        return f"{player}: no monster yet"
    box, body = config.box, state.body[seat]
    name = box.names.monsters[box.monsters[state.monster[seat]].id]
    if seat not in state.living:
        return f"{player}: {name}, out"
    where = ""
    if state.at[seat] >= 0:
        facing = state.facing[seat]
        where = f" on {printed_name(config.board.names[state.at[seat]])} facing {facing} ({WAYS[facing]})"
    totals = ", ".join(
        f"{short} {number}"
        for short, number in zip(box.names.short.values(), body[:4], strict=True)
    )
    words = (
        f"{player}: {name}{where}, {totals}, pool {state.pool[seat]}, Power {state.power[seat]}, "
        f"hand {len(state.hands[seat])}"
    )
    if not limbs:
        return words
    on = ", ".join(box.names.limbs[box.limbs[limb].id] for limb in state.limbs(seat))
    return f"{words}, limbs: {on or 'none'}"


# The events


PLAYERS = ("target", "from", "by", "asks", "players", "of", "victim", "winner", "against")
"""Facts that name players."""
SPACES = ("space", "to")
"""Facts that name hexes, unless they name something else."""


def words(event: Event, names: Names) -> dict[str, Any]:
    """The facts of an event as words for its sentence."""
    raw: dict[str, Any] = dict(event.facts)
    facts = {key: _words(key, value, names) for key, value in raw.items()}
    if event.seat is not None:
        facts["seat"] = f"Player {event.seat + 1}"
    if event.kind in OWN_FACTS:
        facts |= OWN_FACTS[event.kind](raw, facts, names)
    return with_capitals(facts)


def _pair(raw: Facts, facts: Facts, names: Names) -> dict[str, Any]:
    return {
        "pair": " against ".join(names.cards[sign] if sign else "nothing" for sign in raw["cards"]),
        "values": [names.values[sign] if sign else None for sign in raw["cards"]],
    }


OWN_FACTS: Mapping[str, Callable[[Facts, Facts, Names], dict[str, Any]]] = {
    "ability": lambda raw, facts, names: {
        raw["ability"]: (names.numbers[raw["limb"]], facts["limb"])
    },
    "ask": lambda raw, facts, names: {"wants": _wanted_move(*raw["wants"].split())},
    "attack": lambda raw, facts, names: {"afar": " from afar" if raw["type"] == "ranged" else ""},
    "blow": lambda raw, facts, names: {"blow": raw["damage"]},
    "damage": lambda raw, facts, names: {"left": raw["pool"] or "nothing"},
    "end": lambda raw, facts, names: {"ended": facts["seat"]},
    "less": lambda raw, facts, names: {"less": raw["damage"]},
    "pay": lambda raw, facts, names: {"price": raw["power"]},
    "rest": lambda raw, facts, names: {"drawn": facts["cards"]},
    "reveal": _pair,
    "rip": lambda raw, facts, names: {"ripper": facts["seat"]},
    "share": lambda raw, facts, names: {"owner": facts["seat"], "shared": raw["power"]},
    "totals": lambda raw, facts, names: {
        "body": listed(f"{names.attributes[each]} {raw[each]}" for each in names.attributes)
    },
    "win": lambda raw, facts, names: {"sums": raw.get("totals")},
    "tie": lambda raw, facts, names: {"sums": raw.get("totals")},
}
"""Functions that add words to the facts of an event or reword them, by kind of event."""


def _wanted_move(what: str, way: str = "") -> str:
    """A move that needs consent: `Move ahead`, `Turn down left`."""
    return " ".join(filter(None, [what.capitalize(), WAYS[int(way)] if way.isdigit() else way]))


def _words(key: str, value: Any, names: Names) -> Any:
    """A fact in the words of a sentence."""
    if isinstance(value, dict):
        return ", ".join(f"{what} for Player {who}" for who, what in value.items())
    if isinstance(value, (list, tuple)):
        if key == "cards":
            return listed(names.cards[sign] if sign else "nothing" for sign in value) or "nothing"
        if key == "totals":
            return " to ".join(map(str, value))
        return listed(str(_words(key, item, names)) for item in value) or "none"
    if key == "cards":
        return "1 card" if value == 1 else f"{value} cards"
    if key in SPACES and DATA.fullmatch(str(value)):
        return printed_name(value)
    if key == "facing":
        return WAYS[value]
    if key == "type":
        return value  # a kind of combat, and not the ability of the same word
    if key in PLAYERS and str(value).isdigit():
        return f"Player {value}"
    for known in (names.monsters, names.limbs, names.objects, names.attributes, names.abilities):
        if value in known:
            return known[value]
    return value
