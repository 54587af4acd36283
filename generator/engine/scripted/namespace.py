"""Namespace of expressions and sentences: the names of a position and their values for one seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.engine.scripted.instructions import Program
from generator.engine.scripted.setup import Content
from generator.kit.tables.records import Record, Table

Position = dict[str, Any]


def scope(program: Program, position: Position, seat: int, shown: bool = False) -> dict[str, Any]:
    """Every name with its value.

    A hidden pile is a list of None, of known length only; so are the closed hands of other seats,
    unless hands are `shown`, as at the end of a game.
    """
    content = program.content
    players = position["game"]["players"]
    values: dict[str, Any] = dict(content.tables)
    everyone: dict[str, Sequence[Any]] = {}
    for name in content.piles:
        values[name] = cards_in(content, position[name], content.is_hidden(name))
    for name in content.hands:
        closed = content.is_hidden(name) and not shown
        everyone[name] = [
            cards_in(content, hand, closed and other != seat)
            for other, hand in enumerate(position[name])
        ]
    for name in content.tracks:
        values[name] = content.spaces[name]
    for name, token in content.tokens.items():
        spaces = content.spaces[token.on]
        if token.shared:
            values[name] = spaces[position[name]]
        else:
            everyone[name] = [spaces[index] for index in position[name]]
    for name in content.counters:
        if content.is_shared(name):
            values[name] = position[name]
        else:
            everyone[name] = list(position[name])
    values |= {name: each[seat] for name, each in everyone.items()}
    values |= {name: named(program, position, name) for name in program.named}
    values |= {
        "turn": position["turn"],
        "round": (position["turn"] - 1) // players + 1,
        "seat": seat + 1,
        "players": players,
        "options": position["game"]["options"],
        "everyone": everyone,
    }
    return values


def cards_in(content: Content, cards: Sequence[str], hidden: bool) -> list[Record | None]:
    """The rows of cards, or None for hidden ones."""
    return [None if hidden else content.cards[card] for card in cards]


def named(program: Program, position: Position, name: str) -> Any:
    """The value of a name given in this turn: a row, a space or a number; None before that."""
    value, (kind, of) = position["named"].get(name), program.named[name]
    if value is None:
        return None
    if kind == "card":
        return program.content.cards[card_at(position, value)]
    if kind == "space":
        return program.content.spaces[of][value]
    if kind == "row":
        table = program.content.tables[of]
        assert isinstance(table, Table)
        return table.rows[value]
    return value


def card_at(position: Position, where: Mapping[str, Any]) -> str:
    """The card at a remembered position: `{"place": "hand", "seat": 0, "index": 2}`."""
    return str(cards_at(position, where["place"], where["seat"])[where["index"]])


def cards_at(position: Position, place: str, seat: int | None) -> list[str]:
    """The cards of a pile (no seat) or of a seat's hand; the list itself."""
    cards: list[str] = position[place] if seat is None else position[place][seat]
    return cards
