"""Turns a position of a scripted game into what cannot be in it, and into lines to read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from generator.engine.scripted.instructions import DECISIONS, Program
from generator.engine.scripted.namespace import Position
from generator.engine.scripted.setup import Setting, called


def impossible(program: Program, position: Position) -> Iterator[str]:
    """A sentence for everything that keeps a position from being one of this game."""
    setting, players = program.setting, position["game"]["players"]
    faults = [*_misplaced(setting, position, players), *_progress(program, position, players)]
    yield from faults
    if not faults:
        yield from _too_many(setting, position)


def _misplaced(setting: Setting, position: Position, players: int) -> Iterator[str]:
    """What is not of the form it has, or lies where nothing can lie."""
    for name in setting.piles:
        yield from _no_cards(setting, name, position[name])
    for name in setting.hands:
        if len(position[name]) != players:
            yield f'"{name}" must be a list with the cards of each of the {players} players'
        for hand in position[name]:
            yield from _no_cards(setting, name, hand)
    for name, token in setting.tokens.items():
        last = len(setting.spaces[token.on]) - 1
        each = [position[name]] if token.shared else position[name]
        if not token.shared and len(each) != players:
            yield f'"{name}" must be a list with the space of each of the {players} players'
        if not all(_whole(at) and 0 <= at <= last for at in each):
            yield f'"{name}" must be on a space from 0 (the first) to {last}'
    for name, counter in setting.counters.items():
        each = [position[name]] if counter.shared else position[name]
        if not counter.shared and len(each) != players:
            yield f'"{name}" must be a list with a number for each of the {players} players'
        if not all(_whole(value) and counter.allow(value) for value in each):
            limits = counter.in_words if counter.limited else "a whole number"
            yield f'"{name}" must be {limits}'


def _no_cards(setting: Setting, name: str, cards: Any) -> Iterator[str]:
    if not isinstance(cards, list):
        yield f'"{name}" must be a list of cards'
        return
    for card in cards:
        if card not in setting.cards:
            yield f'"{name}" has the card "{card}", which there is not'


def _progress(program: Program, position: Position, players: int) -> Iterator[str]:
    """How far the turn is: at its beginning or at a decision, with what it remembers."""
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
    """Whether that says how a game has ended: the rule, the result, and the seats that won."""
    if not isinstance(over, dict) or set(over) != {"rule", "winners", "result"}:
        return False
    seats = over["winners"]
    return isinstance(seats, list) and all(_whole(seat) and 0 <= seat < players for seat in seats)


def _names_something(program: Program, position: Position, name: str, value: Any) -> bool:
    kind, of = program.named[name]
    setting = program.setting
    if kind != "card":
        most = {"space": len(setting.spaces.get(of, ()))}.get(kind)
        if kind == "row":
            most = len(setting.tables[of])
        return _whole(value) and (most is None or 0 <= value < most)
    if not isinstance(value, dict) or set(value) != {"place", "seat", "index"}:
        return False
    place, seat, index = value["place"], value["seat"], value["index"]
    if place not in setting.piles and place not in setting.hands:
        return False
    if (place in setting.hands) != _whole(seat):
        return False
    cards = position[place] if seat is None else position[place][seat : seat + 1]
    cards = cards if seat is None else [card for hand in cards for card in hand]
    return _whole(index) and 0 <= index < len(cards)


def _too_many(setting: Setting, position: Position) -> Iterator[str]:
    """Cards that lie there more often than they are printed."""
    printed = Counter(card for cards in setting.contents.values() for card in cards)
    for card, times in sorted(_surplus(setting, position).items()):
        there = printed[card] + times
        yield f'the card "{card}" is there {there} times, but printed {printed[card]} times'


def _surplus(setting: Setting, position: Position) -> Counter[str]:
    """How many there are of a card above those that are printed."""
    places = [position[name] for name in setting.piles]
    places += [hand for name in setting.hands for hand in position[name]]
    there = Counter(card for place in places for card in place)
    return there - Counter(card for cards in setting.contents.values() for card in cards)


def without_doubles(setting: Setting, position: Position, stated: Position) -> None:
    """Takes cards that lie there too often out of the piles and hands that are not stated."""
    if any(_misplaced(setting, position, position["game"]["players"])):
        return
    surplus = _surplus(setting, position)
    places = [position[name] for name in setting.piles if name not in stated]
    for name in setting.hands:
        places += position[name] if name not in stated else []
    for place in places:
        for card in place[:]:
            if surplus[card] > 0:
                surplus[card] -= 1
                place.remove(card)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def lines(setting: Setting, view: Position, names: Sequence[str]) -> Iterator[str]:
    """What a seat sees, as lines of text."""
    whose = "" if view["over"] else f", {names[view['seat']]} to play"
    yield f"    Turn {view['turn']}{whose}"
    for name in setting.piles:
        yield f"    {name}: {_cards(setting, view[name])}"
    for name, token in setting.tokens.items():
        if token.shared:
            yield f"    {name}: {_space(setting, token.on, view[name])}"
    for name, counter in setting.counters.items():
        if counter.shared:
            yield f"    {name}: {view[name]}"
    for seat, who in enumerate(names):
        own = [f"{name} {_cards(setting, view[name][seat])}" for name in setting.hands]
        own += [
            f"{name} on {_space(setting, token.on, view[name][seat])}"
            for name, token in setting.tokens.items()
            if not token.shared
        ]
        own += [
            f"{name} {view[name][seat]}"
            for name, counter in setting.counters.items()
            if not counter.shared
        ]
        if own:
            yield f"    {who}: {'; '.join(own)}"


def _cards(setting: Setting, cards: int | Sequence[str]) -> str:
    if isinstance(cards, int):
        return f"{cards} card{'' if cards == 1 else 's'}"
    counted = Counter(cards)
    each = (f"{setting.title(c)}{f' x{n}' if n > 1 else ''}" for c, n in counted.items())
    return ", ".join(each) or "empty"


def _space(setting: Setting, track: str, index: int) -> str:
    return called(setting.spaces[track][index])
