"""State invariants of a scripted game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from generator.engine.scripted.namespace import Position, cards_at
from generator.engine.scripted.script.instructions import Program
from generator.engine.scripted.script.setup import OUT, SEEN, Content
from generator.engine.scripted.script.step_schema import DECISIONS


def impossible(program: Program, position: Position) -> Iterator[str]:
    """Yield a sentence for everything that makes a position impossible in this game."""
    content, players = program.content, position["game"]["players"]
    faults = [*_misplaced(content, position, players), *_progress(program, position, players)]
    yield from faults
    if not faults:
        yield from _too_many(content, position)


def _misplaced(content: Content, position: Position, players: int) -> Iterator[str]:
    """Yield faults for values of the wrong form, and for pieces in impossible places."""
    for name in content.piles:
        yield from _no_cards(content, name, position[name])
    several = [(name, players, "players") for name in content.hands]
    several += [(name, len(content.spaces[name]), "rows") for name in content.rows]
    for name, number, whose in several:
        if len(position[name]) != number:
            yield f'"{name}" must be a list with the cards of each of the {number} {whose}'
        for cards in position[name]:
            yield from _no_cards(content, name, cards)
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
        if counter.on:
            rows = content.picked(counter.on)[0]
            if not all(isinstance(one, dict) and one.keys() <= rows.keys() for one in each):
                yield f'"{name}" must have numbers by the ids of rows of "{counter.on}"'
                continue
            each = [number for one in each for number in one.values()]
        if counter.seat and not all(_whole(value) and 0 <= value <= players for value in each):
            yield f'"{name}" must be the number of a player, or 0 for nobody'
        elif not all(_whole(value) and counter.allow(value) for value in each):
            limits = counter.in_words if counter.limited else "a whole number"
            yield f'"{name}" must be {limits}'


def _no_cards(content: Content, name: str, cards: Any) -> Iterator[str]:
    if not isinstance(cards, list):
        yield f'"{name}" must be a list of cards'
        return
    for card in cards:
        if not isinstance(card, str) or card not in content.cards:
            yield f'"{name}" has the card "{card}", which does not exist'


def _progress(program: Program, position: Position, players: int) -> Iterator[str]:
    """Yield faults in the progress of the turn: its start or a decision, and what it remembers."""
    at, seat = position["at"], position["seat"]
    if not _whole(at) or not 0 <= at < len(program.turn):
        yield f'"at" must be from 0 to {len(program.turn) - 1}'
    elif at and program.turn[at].do not in DECISIONS:
        yield f'"at" must be 0 or the step of a decision, not {at}'
    if not _whole(seat) or not 0 <= seat < players:
        yield f'"seat" must be from 0 to {players - 1}'
    if not _whole(position["turn"]) or position["turn"] < 1:
        yield '"turn" must be 1 or more'
    if not all(_whole(each) or _is_each(each, players) for each in position["loops"]):
        yield '"loops" must be whole numbers, or the seats that are left'
    out = position.get(OUT, [])
    if not isinstance(out, list) or not all(_is_seat(each, players) for each in out):
        yield f'"{OUT}" must be a list of seats'
    elif len(set(out)) < len(out):
        yield f'"{OUT}" has a seat twice'
    seen = position.get(SEEN, [[]] * players)
    if len(seen) != players or not all(isinstance(each, list) for each in seen):
        yield f'"{SEEN}" must be a list with what each of the {players} players has seen'
    elif not all(_is_card(program.content, position, each) for own in seen for each in own):
        yield f'"{SEEN}" has a card that does not exist'
    for name, value in position["named"].items():
        if name not in program.named:
            yield f'no step uses the name "{name}"'
        elif not _names_something(program, position, name, value):
            yield f'"{name}" refers to something that does not exist'
    over = position["over"]
    if over is not None and not is_over(over, players):
        yield '"over" must have a rule, a result and a list of winners'


def is_over(over: Any, players: int) -> bool:
    """Whether a value describes the end of a game: the rule, the result, and the seats that won."""
    if not isinstance(over, dict) or set(over) != {"rule", "winners", "result"}:
        return False
    seats = over["winners"]
    return isinstance(seats, list) and all(_is_seat(seat, players) for seat in seats)


def _is_seat(seat: object, players: int) -> bool:
    return _whole(seat) and 0 <= seat < players  # type: ignore[operator]


def _is_each(loop: object, players: int) -> bool:
    """Whether a value is a loop over players: whose turn it is, and who is left."""
    if not isinstance(loop, dict) or set(loop) != {"owner", "left"}:
        return False
    left = loop["left"]
    return isinstance(left, list) and all(_is_seat(s, players) for s in (loop["owner"], *left))


def _names_something(program: Program, position: Position, name: str, value: Any) -> bool:
    content, (kind, of) = program.content, program.named[name]
    match kind:
        case "card":
            return _is_card(content, position, value)
        case "player":
            return _is_seat(value, position["game"]["players"])
        case "space":
            return _whole(value) and 0 <= value < len(content.spaces[of])
        case "row":
            return _whole(value) and 0 <= value < len(content.tables[of])
    return _whole(value)


def _is_card(content: Content, position: Position, value: Any) -> bool:
    """Whether a value is the position of an existing card."""
    if not isinstance(value, dict) or set(value) != {"place", "seat", "index"}:
        return False
    place, seat, index = value["place"], value["seat"], value["index"]
    several = place in content.hands or place in content.rows
    if not (several or place in content.piles) or several != _whole(seat):
        return False
    if several and not 0 <= seat < len(position[place]):
        return False
    return _whole(index) and 0 <= index < len(cards_at(position, place, seat))


def _too_many(content: Content, position: Position) -> Iterator[str]:
    """Yield a fault for each card that is there more often than it is printed."""
    printed = content.printed(position["game"]["players"])
    for card, times in sorted(_surplus(content, position).items()):
        there = printed[card] + times
        yield f'the card "{card}" occurs {there} times, but is printed {printed[card]} times'


def _surplus(content: Content, position: Position) -> Counter[str]:
    """Number of copies of each card beyond those printed."""
    places = [position[name] for name in content.piles]
    places += [each for name in (*content.hands, *content.rows) for each in position[name]]
    there = Counter(card for place in places for card in place)
    return there - content.printed(position["game"]["players"])


def without_doubles(content: Content, position: Position, stated: Position) -> None:
    """Remove surplus cards from the piles and hands that are not stated."""
    if any(_misplaced(content, position, position["game"]["players"])):
        return
    surplus = _surplus(content, position)
    places = [position[name] for name in content.piles if name not in stated]
    for name in (*content.hands, *content.rows):
        places += position[name] if name not in stated else []
    for place in places:
        for card in place[:]:
            if surplus[card] > 0:
                surplus[card] -= 1
                place.remove(card)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
