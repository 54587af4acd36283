"""Namespace of expressions and sentences: the names of a position and their values for one seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.engine.scripted.instructions import Program
from generator.engine.scripted.setup import OUT, SEEN, Content
from generator.kit.tables.records import Record, Table

Position = dict[str, Any]
Spot = tuple[str, int | None]
"""A pile (no number), the hand of a seat, or one of several rows."""


def scope(
    program: Program, position: Position, seat: int, shown: bool = False, deciding: bool = False
) -> dict[str, Any]:
    """Every name with its value.

    Hidden cards are None unless the seat has seen them; so are the closed hands of other seats,
    unless hands are `shown`, as at the end of a game.  Where a seat is `deciding`, it knows the
    hidden counters of others and the cards that steps have named as little as its player does.
    """
    content = program.content
    players = position["game"]["players"]
    values: dict[str, Any] = dict(content.tables)
    everyone: dict[str, Sequence[Any]] = {}
    for name in content.piles:
        values[name] = cards_in(content, position, (name, None), seat)
    for name in content.rows:
        number = len(position[name])
        values[name] = [cards_in(content, position, (name, at), seat) for at in range(number)]
    for name in content.hands:
        everyone[name] = [
            cards_in(content, position, (name, owner), seat, shown) for owner in range(players)
        ]
    for name in content.tracks:
        values[name] = content.spaces[name]
    for name, token in content.tokens.items():
        spaces = content.spaces[token.on]
        if token.shared:
            values[name] = spaces[position[name]]
        else:
            everyone[name] = [spaces[index] for index in position[name]]
    for name, counter in content.counters.items():
        if counter.shared:
            values[name] = position[name]
        elif counter.hidden and deciding:
            each = enumerate(position[name])
            everyone[name] = [number if owner == seat else None for owner, number in each]
        else:
            everyone[name] = list(position[name])
    values |= {name: each[seat] for name, each in everyone.items()}
    values |= {name: named(program, position, name, seat, deciding) for name in program.named}
    if content.teams:
        everyone["team"] = [content.team(other) + 1 for other in range(players)]
        values["team"] = content.team(seat) + 1
    if content.eliminates:
        values["active"] = [other + 1 for other in in_game(position)]
    values |= {
        "turn": position["turn"],
        "round": (position["turn"] - 1) // players + 1,
        "seat": seat + 1,
        "players": players,
        "options": position["game"]["options"],
        "everyone": everyone,
    }
    return values


def in_game(position: Position) -> list[int]:
    """The seats that are not out of the game."""
    out = position.get(OUT, ())
    return [seat for seat in range(position["game"]["players"]) if seat not in out]


def cards_in(
    content: Content, position: Position, place: Spot, seat: int, shown: bool = False
) -> list[Record | None]:
    """The rows of the cards of a place, or None for those that are hidden from a seat."""
    cards = cards_at(position, *place)
    name, owner = place
    if (shown and owner is not None) or not content.hides(name, owner, seat):
        return [content.cards[card] for card in cards]
    if SEEN not in position:
        return [None] * len(cards)
    seen = known(position, seat, place)
    return [content.cards[card] if at in seen else None for at, card in enumerate(cards)]


def known(position: Position, seat: int | None, place: Spot) -> frozenset[int]:
    """The cards of a place that a seat has seen there, by index."""
    seen = position[SEEN][seat] if seat is not None and SEEN in position else ()
    return frozenset(where["index"] for where in seen if (where["place"], where["seat"]) == place)


def named(program: Program, position: Position, name: str, seat: int, deciding: bool) -> Any:
    """The value of a name given in this turn: a row, a space or a number; None before that."""
    value, (kind, of) = position["named"].get(name), program.named[name]
    if value is None:
        return None
    if kind == "card":
        place, index = (value["place"], value["seat"]), value["index"]
        hidden = deciding and program.content.hides(*place, seat)
        if hidden and index not in known(position, seat, place):
            return None
        return program.content.cards[card_at(position, value)]
    if kind == "player":
        return value + 1
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
    """The cards of a pile (no seat), of a seat's hand or of a row; the list itself."""
    cards: list[str] = position[place] if seat is None else position[place][seat]
    return cards
