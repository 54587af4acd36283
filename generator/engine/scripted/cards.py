"""Card moves between places; names given by steps, and what seats have seen, follow their cards.

A named card is remembered by its position, not by its identity, so that no game position reveals
more about a hidden card than everybody knows.  The same holds for hidden cards that a seat has
looked at: it knows them until they are shuffled, or mixed with others in a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from generator.engine.rng import Rng
from generator.engine.scripted.namespace import Position, Spot, cards_at, known
from generator.engine.scripted.script.setup import SEEN, Content


def spot(content: Content, place: str, seat: int, at: int | None = None) -> Spot:
    """The pile with that name, the seat's own hand, or the row with the index `at`."""
    return place, (seat if place in content.hands else at if place in content.rows else None)


def transfer(
    position: Position, start: Spot, index: int, goal: Spot, unseen_by: tuple[int, ...] = ()
) -> str:
    """Move one card on top of another place, whose last card is its top; return the card.

    Seats that cannot tell which card it was forget what they have seen in the place.
    """
    cards, onto = cards_at(position, *start), cards_at(position, *goal)
    index %= len(cards)
    card = cards.pop(index)
    onto.append(card)
    for seat in unseen_by if SEEN in position else ():
        seen = position[SEEN][seat]
        seen[:] = [where for where in seen if (where["place"], where["seat"]) != start]
    for where in _remembered(position):
        if (where["place"], where["seat"]) == start:
            if where["index"] == index:
                where.update(place=goal[0], seat=goal[1], index=len(onto) - 1)
            elif where["index"] > index:
                where["index"] -= 1
    return card


def swap(position: Position, one: Spot, other: Spot) -> None:
    """Exchange all cards of two places, with everything remembered about them."""
    left, right = cards_at(position, *one), cards_at(position, *other)
    left[:], right[:] = right[:], left[:]
    for where in _remembered(position):
        at = where["place"], where["seat"]
        if at in (one, other):
            place, seat = other if at == one else one
            where.update(place=place, seat=seat)


def shuffle(position: Position, place: Spot, rng: Rng) -> None:
    """Shuffle the cards of a place; all seats forget where they are."""
    cards = cards_at(position, *place)
    cards[:] = rng.shuffled(cards)
    forget(position, place)


def forget(position: Position, place: Spot) -> None:
    """Forget the names given to cards of this place, and who has seen them."""
    named = position["named"]
    for name in [name for name, where in named.items() if _is_at(where, place)]:
        del named[name]
    for seen in position.get(SEEN, ()):
        seen[:] = [where for where in seen if not _is_at(where, place)]


def remember(
    content: Content, position: Position, seat: int, place: Spot, indices: Iterable[int]
) -> None:
    """Note that a seat has seen these cards of a place."""
    if content.hides(*place, seat):
        seen = known(position, seat, place)
        position[SEEN][seat] += [
            {"place": place[0], "seat": place[1], "index": index}
            for index in indices
            if index not in seen
        ]


def deal(content: Content, position: Position, rng: Rng) -> None:
    """Lay out all cards of a new game: piles and decks of players, shuffled, and what is dealt of them."""
    seats = range(position["game"]["players"])
    for name, cards in content.contents.items():
        own = name in content.hands
        position[name] = [rng.shuffled(cards) for _ in seats] if own else rng.shuffled(cards)
    for name, hand in content.hands.items():
        if hand.from_:
            source = position[hand.from_]
            each = source if hand.from_ in content.hands else [source for _ in seats]
            position[name] = [[pile.pop() for _ in range(hand.deal)] for pile in each]
    for name, row in content.rows.items():
        pile = position[row.from_] if row.from_ else []
        position[name] = [[pile.pop() for _ in range(row.deal)] for _ in content.spaces[name]]


def routes(content: Content) -> Iterator[tuple[str, str, bool]]:
    """From where to where cards are dealt and moved by steps, and whether that is between players."""
    steps = [step for _, step in content.script.steps()]
    places = {*content.piles, *content.hands}
    held: dict[str, set[str]] = {}
    """Where the cards with a name may lie."""
    for step in steps:
        if step.as_ and step.verb in ("draw", "pick", "look"):
            held.setdefault(step.as_, set()).add(step.into or step.pick or step.look or "")
        moved = step.discard or step.give
        if moved and moved not in places and step.into:
            held.setdefault(moved, set()).add(step.into)
    for name, hand in content.hands.items():
        if hand.from_:
            yield hand.from_, name, False
    for step in steps:
        moved, between = step.discard or step.give or step.take or step.swap, step.discard is None
        for start in held.get(moved or "", {moved or step.draw}) if moved or step.draw else ():
            yield start or "", step.into or start or "", between and step.draw is None
        if step.again:
            yield step.again, step.draw or "", False


def remembered(position: Position) -> int:
    """Number of hidden cards that seats have seen, counted once for every seat that knows them."""
    return sum(map(len, position.get(SEEN, ())))


def _remembered(position: Position) -> Iterator[dict[str, Any]]:
    yield from (where for where in position["named"].values() if isinstance(where, dict))
    for seen in position.get(SEEN, ()):
        yield from seen


def _is_at(where: Any, place: Spot) -> bool:
    return isinstance(where, dict) and (where["place"], where["seat"]) == place
