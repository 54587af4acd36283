"""Secrets of a scripted game: what a seat sees of a position, and what it cannot see redrawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from generator.engine.rng import Rng
from generator.engine.scripted.cards import routes
from generator.engine.scripted.namespace import Position, Spot, cards_at, known
from generator.engine.scripted.script.setup import SEEN, Content


def seen_by(content: Content, position: Position, seat: int | None) -> Position:
    """The position with numbers of cards for hidden places; `position` is a copy to be changed."""
    if SEEN in position:
        seen = position[SEEN][seat] if seat is not None else []
        position[SEEN] = [
            {**at, "card": cards_at(position, at["place"], at["seat"])[at["index"]]}
            for at in seen
            if content.hides(at["place"], at["seat"], seat)
        ]
    for name in content.piles:
        if content.is_hidden(name):
            position[name] = len(position[name])
    for name in content.hands:
        if content.is_hidden(name):
            position[name] = [
                len(hand) if content.hides(name, owner, seat) else hand
                for owner, hand in enumerate(position[name])
            ]
    for name in content.secrets():
        each = enumerate(position[name])
        position[name] = [number if owner == seat else None for owner, number in each]
    return position


def redraw(
    content: Content, position: Position, seat: int, rng: Rng, separate: frozenset[str]
) -> None:
    """Shuffle all cards that a seat cannot see, deal them to where they lay, and draw hidden numbers.

    Cards of different decks are told apart by their backs, so each deck stays among itself, and so
    does a deck of one's own that nobody else's cards get into.
    """
    for pool in _pools(content, position, seat, separate):
        fresh = iter(rng.shuffled(sorted(cards[at] for cards, unknown in pool for at in unknown)))
        for cards, unknown in pool:
            for at, card in zip(unknown, fresh, strict=False):
                cards[at] = card
    for name in content.secrets():
        counter = content.counters[name]
        low, high = int(counter.low or 0), int(counter.high or 0)
        for owner in range(len(position[name])):
            if owner != seat:
                position[name][owner] = low + rng.below(high - low + 1)


def _pools(
    content: Content, position: Position, seat: int, separate: frozenset[str]
) -> Iterator[list[tuple[list[str], Sequence[int]]]]:
    """The places between which cards may have moved unseen, each with the indices of those not seen."""
    pools: dict[tuple[int | None, str], list[tuple[list[str], Sequence[int]]]] = {}
    for place in _hidden_places(content, position, seat):
        seen = known(position, seat, place)
        own = place[1] if place[0] in separate else None
        cards = cards_at(position, *place)
        unknown: Sequence[int] = range(len(cards))
        if seen:
            unknown = [at for at in unknown if at not in seen]
        for deck, among in _by_deck(content, cards, unknown):
            pools.setdefault((own, deck), []).append((cards, among))
    yield from pools.values()


def _by_deck(
    content: Content, cards: Sequence[str], unknown: Sequence[int]
) -> Iterable[tuple[str, Sequence[int]]]:
    """The indices of unseen cards, by the deck of the card."""
    if not content.decks:
        return [("", unknown)]
    found: dict[str, list[int]] = {}
    for at in unknown:
        found.setdefault(content.decks[cards[at]], []).append(at)
    return found.items()


def _hidden_places(content: Content, position: Position, seat: int) -> Iterator[Spot]:
    for name in content.piles:
        if content.is_hidden(name):
            yield name, None
    for name in content.hands:
        for owner in range(len(position[name])):
            if content.hides(name, owner, seat):
                yield name, owner


def separate_hands(content: Content) -> frozenset[str]:
    """The closed hands whose cards stay with their owner as long as nobody sees them.

    It follows from the steps: cards come into such a hand, and leave it, by the owner's other closed
    hands or in sight of all.  Steps in Python may move any card anywhere.
    """
    if any(step.call for _, step in content.script.steps()):
        return frozenset()
    groups = {name: {name} for name in content.hands if content.is_hidden(name)}
    mixed: set[str] = set()
    for start, goal, between in routes(content):
        if start in groups and goal in groups:
            joined = groups[start] | groups[goal]
            groups |= dict.fromkeys(joined, joined)
            mixed |= joined if between else set()
        elif _is_hidden_pile(content, start) or _is_hidden_pile(content, goal):
            mixed |= {start, goal} & groups.keys()
    return frozenset(name for name, group in groups.items() if not group & mixed)


def _is_hidden_pile(content: Content, name: str | None) -> bool:
    return name in content.piles and content.is_hidden(name or "")
