"""Text of a scripted game: the position that a seat sees, in lines, and cards that move in a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from generator.engine.events import Event
from generator.engine.fields.derive import field_title
from generator.engine.scripted.namespace import Position
from generator.engine.scripted.script.messages import (
    CARDS,
    EMPTY,
    NOBODY,
    ONE_CARD,
    OUT_OF_GAME,
    TO_PLAY,
    TURN,
    seat_title,
)
from generator.engine.scripted.script.references import Names
from generator.engine.scripted.script.setup import OUT, SEEN, Content
from generator.engine.scripted.script.spaces import space_title
from generator.kit.words import UNTRANSLATED, Translator


def lines(
    content: Content,
    named: Names,
    view: Position,
    names: Sequence[str],
    words: Translator = UNTRANSLATED,
) -> Iterator[str]:
    """Yield what a seat sees, as lines of text; `named` are the names that steps give."""
    whose = "" if view["over"] else f", {words.text(TO_PLAY, who=names[view['seat']])}"
    yield f"    {words.text(TURN, turn=view['turn'])}{whose}"
    for name in content.piles:
        yield f"    {field_title(name)}: {_cards(content, view[name], words)}"
    for name in content.rows:
        for place, cards in zip(content.spaces[name], view[name], strict=True):
            if cards or content.is_numbered(name):
                yield f"    {field_title(name)} {space_title(place)}: {_cards(content, cards, words)}"
    for name, token in content.tokens.items():
        if token.shared:
            yield f"    {field_title(name)}: {_space(content, token.on, view[name])}"
    for name, counter in content.counters.items():
        if counter.shared:
            yield f"    {field_title(name)}: {_number(content, name, view[name], names, words)}"
    for seat, who in enumerate(names):
        own = [
            f"{field_title(name)} {_cards(content, view[name][seat], words)}"
            for name in content.hands
        ]
        own += [
            f"{field_title(name)} on {_space(content, token.on, view[name][seat])}"
            for name, token in content.tokens.items()
            if not token.shared
        ]
        own += [
            f"{field_title(name)} {_number(content, name, view[name][seat], names, words)}"
            for name, counter in content.counters.items()
            if not counter.shared
        ]
        own += [words.text(OUT_OF_GAME)] * (seat in view.get(OUT, ()))
        if own:
            yield f"    {who}: {'; '.join(own)}"
    noted = [
        f"{field_title(name)} {_noted(content, named[name], value, names)}"
        for name, value in view["named"].items()
        if named[name][0] != "card"
    ]
    if noted:
        yield f"    {'; '.join(noted)}"
    for seen in view.get(SEEN, ()):
        place, seat = seen["place"], seen["seat"]
        whose = field_title(place) if seat is None else f"{names[seat]}'s {field_title(place)}"
        yield f"    you have seen in {whose}: {content.title(seen['card'])}"


def _cards(content: Content, cards: int | Sequence[str], words: Translator) -> str:
    if isinstance(cards, int):
        return words.count(ONE_CARD, CARDS, cards)
    return ", ".join(_counted(content, cards)) or words.text(EMPTY)


def _counted(content: Content, cards: Iterable[str]) -> list[str]:
    """The title of each different card, and how many of it there are."""
    counted = Counter(cards).items()
    return [f"{content.title(card)}{f' x{n}' if n > 1 else ''}" for card, n in counted]


DETAILS = {
    "take": "draw",
    "take cards": "take card",
    "give cards": "give card",
    "look at": "look",
    "secret bid": "bid",
}
"""The events that tell whoever may see it what everybody is told in general, by their kinds."""
MOVED = ("discard", "give card")
"""The events that tell what becomes of a card that has been picked."""


def told_once(events: Sequence[Event]) -> Iterator[Event]:
    """Yield the events that tell something, without what others tell in more detail to who sees both."""
    events = [event for event in events if event.facts.get("says") != ""]
    for index, event in enumerate(events):
        later = (each for each in events[index + 1 :] if each.kind not in ("shuffle", "empty"))
        follows = next(later, None)
        if follows and follows.seat == event.seat and "says" not in event.facts:
            if follows.kind == DETAILS.get(event.kind) and follows.only is not None:
                continue
            same = follows.facts.get("card") == event.facts.get("card")
            if event.kind == "pick" and follows.kind in MOVED and same:
                continue
        if index and _is_told_to_another(events[index - 1], event):
            continue
        yield event


def _is_told_to_another(before: Event, event: Event) -> bool:
    """Whether an event is the one before it, told to another seat: to the taker, then to the giver."""
    seats = before.only, event.only
    return None not in seats and seats[0] != seats[1] and event == before._replace(only=event.only)


def together(content: Content, events: Iterable[Event]) -> Iterator[Event]:
    """Yield the events, with one for all cards in a row that are drawn or put in the same place."""
    for alike, run in groupby(events, _without_card):
        each = [*run]
        cards = [str(event.facts.get("card")) for event in each]
        usual = alike.kind in ("draw", "discard") and "says" not in alike.facts
        if usual and len(cards) > 1 and content.cards.keys() >= {*cards}:
            yield alike._replace(facts={**alike.facts, "card": [*_counted(content, cards)]})
        else:
            yield from each


def _without_card(event: Event) -> Event:
    return event._replace(
        facts={name: fact for name, fact in event.facts.items() if name != "card"}
    )


def _noted(content: Content, kind: tuple[str, str], value: int, names: Sequence[str]) -> str:
    """What has been named by a step: a number, a player, a space or a row of a table."""
    what, of = kind
    if what == "player":
        return names[value]
    return str(value) if what == "number" else space_title(content.picked(of)[1][value])


def _number(
    content: Content, name: str, number: Any, names: Sequence[str], words: Translator
) -> str:
    """The number of a counter; on a table, those that are not what they were at the start."""
    counter = content.counters[name]

    def shown(number: int) -> str:
        title = seat_title(number, names) if counter.seat else str(number)
        return words.text(title) if title == NOBODY else title

    if counter.on is None:
        return "?" if number is None else shown(number)
    index, rows = content.picked(counter.on)
    each = (
        f"{space_title(rows[at])} {shown(number[row])}"
        for row, at in index.items()
        if row in number
    )
    return ", ".join(each) or "none"


def _space(content: Content, track: str, index: int) -> str:
    return space_title(content.spaces[track][index])
