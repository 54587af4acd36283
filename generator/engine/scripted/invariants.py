"""State invariants of a scripted game, and its position as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from generator.engine.scripted.instructions import DECISIONS, Program
from generator.engine.scripted.namespace import Position
from generator.engine.scripted.setup import Content, called


def impossible(program: Program, position: Position) -> Iterator[str]:
    """Yield a sentence for everything that makes a position impossible in this game."""
    content, players = program.content, position["game"]["players"]
    faults = [*_misplaced(content, position, players), *_progress(program, position, players)]
    yield from faults
    if not faults:
        yield from _too_many(content, position)


def _misplaced(content: Content, position: Position, players: int) -> Iterator[str]:
    """Values of the wrong form, and pieces where they cannot be."""
    for name in content.piles:
        yield from _no_cards(content, name, position[name])
    for name in content.hands:
        if len(position[name]) != players:
            yield f'"{name}" must be a list with the cards of each of the {players} players'
        for hand in position[name]:
            yield from _no_cards(content, name, hand)
    for name, token in content.tokens.items():
        last = len(content.spaces[token.on]) - 1
        each = [position[name]] if token.shared else position[name]
        if not token.shared and len(each) != players:
            yield f'"{name}" must be a list with the space of each of the {players} players'
        if not all(_whole(at) and 0 <= at <= last for at in each):
            yield f'"{name}" must be on a space from 0 (the first) to {last}'
    for name, counter in content.counters.items():
        each = [position[name]] if counter.shared else position[name]
        if not counter.shared and len(each) != players:
            yield f'"{name}" must be a list with a number for each of the {players} players'
        if not all(_whole(value) and counter.allow(value) for value in each):
            limits = counter.in_words if counter.limited else "a whole number"
            yield f'"{name}" must be {limits}'


def _no_cards(content: Content, name: str, cards: Any) -> Iterator[str]:
    if not isinstance(cards, list):
        yield f'"{name}" must be a list of cards'
        return
    for card in cards:
        if not isinstance(card, str) or card not in content.cards:
            yield f'"{name}" has the card "{card}", which there is not'


def _progress(program: Program, position: Position, players: int) -> Iterator[str]:
    """Progress of the turn: at its beginning or at a decision, with what it remembers."""
    at, seat = position["at"], position["seat"]
    if not _whole(at) or not 0 <= at < len(program.turn):
        yield f'"at" must be from 0 to {len(program.turn) - 1}'
    elif at and program.turn[at].do not in DECISIONS:
        yield f'"at" must be 0, or a decision; {at} is none'
    if not _whole(seat) or not 0 <= seat < players:
        yield f'"seat" must be from 0 to {players - 1}'
    if not _whole(position["turn"]) or position["turn"] < 1:
        yield '"turn" must be 1 or more'
    if not all(_whole(each) for each in position["loops"]):
        yield '"loops" must be whole numbers'
    for name, value in position["named"].items():
        if name not in program.named:
            yield f'no step names anything "{name}"'
        elif not _names_something(program, position, name, value):
            yield f'"{name}" names nothing that is there'
    over = position["over"]
    if over is not None and not is_over(over, players):
        yield '"over" must have a rule, a result and a list of winners'


def is_over(over: Any, players: int) -> bool:
    """Whether that describes the end of a game: the rule, the result, and the seats that won."""
    if not isinstance(over, dict) or set(over) != {"rule", "winners", "result"}:
        return False
    seats = over["winners"]
    return isinstance(seats, list) and all(_whole(seat) and 0 <= seat < players for seat in seats)


def _names_something(program: Program, position: Position, name: str, value: Any) -> bool:
    kind, of = program.named[name]
    content = program.content
    if kind != "card":
        most = {"space": len(content.spaces.get(of, ()))}.get(kind)
        if kind == "row":
            most = len(content.tables[of])
        return _whole(value) and (most is None or 0 <= value < most)
    if not isinstance(value, dict) or set(value) != {"place", "seat", "index"}:
        return False
    place, seat, index = value["place"], value["seat"], value["index"]
    if place not in content.piles and place not in content.hands:
        return False
    if (place in content.hands) != _whole(seat):
        return False
    cards = position[place] if seat is None else position[place][seat : seat + 1]
    cards = cards if seat is None else [card for hand in cards for card in hand]
    return _whole(index) and 0 <= index < len(cards)


def _too_many(content: Content, position: Position) -> Iterator[str]:
    """Cards that lie there more often than they are printed."""
    printed = Counter(card for cards in content.contents.values() for card in cards)
    for card, times in sorted(_surplus(content, position).items()):
        there = printed[card] + times
        yield f'the card "{card}" is there {there} times, but printed {printed[card]} times'


def _surplus(content: Content, position: Position) -> Counter[str]:
    """How many there are of a card above those that are printed."""
    places = [position[name] for name in content.piles]
    places += [hand for name in content.hands for hand in position[name]]
    there = Counter(card for place in places for card in place)
    return there - Counter(card for cards in content.contents.values() for card in cards)


def without_doubles(content: Content, position: Position, stated: Position) -> None:
    """Takes cards that lie there too often out of the piles and hands that are not stated."""
    if any(_misplaced(content, position, position["game"]["players"])):
        return
    surplus = _surplus(content, position)
    places = [position[name] for name in content.piles if name not in stated]
    for name in content.hands:
        places += position[name] if name not in stated else []
    for place in places:
        for card in place[:]:
            if surplus[card] > 0:
                surplus[card] -= 1
                place.remove(card)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def lines(content: Content, view: Position, names: Sequence[str]) -> Iterator[str]:
    """What a seat sees, as lines of text."""
    whose = "" if view["over"] else f", {names[view['seat']]} to play"
    yield f"    Turn {view['turn']}{whose}"
    for name in content.piles:
        yield f"    {name}: {_cards(content, view[name])}"
    for name, token in content.tokens.items():
        if token.shared:
            yield f"    {name}: {_space(content, token.on, view[name])}"
    for name, counter in content.counters.items():
        if counter.shared:
            yield f"    {name}: {view[name]}"
    for seat, who in enumerate(names):
        own = [f"{name} {_cards(content, view[name][seat])}" for name in content.hands]
        own += [
            f"{name} on {_space(content, token.on, view[name][seat])}"
            for name, token in content.tokens.items()
            if not token.shared
        ]
        own += [
            f"{name} {view[name][seat]}"
            for name, counter in content.counters.items()
            if not counter.shared
        ]
        if own:
            yield f"    {who}: {'; '.join(own)}"


def _cards(content: Content, cards: int | Sequence[str]) -> str:
    if isinstance(cards, int):
        return f"{cards} card{'' if cards == 1 else 's'}"
    counted = Counter(cards)
    each = (f"{content.title(c)}{f' x{n}' if n > 1 else ''}" for c, n in counted.items())
    return ", ".join(each) or "empty"


def _space(content: Content, track: str, index: int) -> str:
    return called(content.spaces[track][index])
