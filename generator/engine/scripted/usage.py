"""Usage: the cards that each seat had, and what it picked and chose, for statistics."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.engine.scripted.cards import routes
from generator.engine.scripted.namespace import Position
from generator.engine.scripted.script.instructions import Program
from generator.engine.scripted.script.schema import Hand, Row
from generator.engine.scripted.script.setup import Content
from generator.kit.tables.records import Record

CHOSEN = "chosen"
"""The usage of the options of a choice."""
USED = "used-components"
"""Key of a position under which a move notes what is used, while it is carried out; nothing on the
table can have it."""


class Use(NamedTuple):
    """One component used by one seat."""

    usage: str
    component: str
    """The id of a row, or the name of an option."""
    seat: int


def had(place: str) -> str:
    """The usage of cards that come into a seat's own place."""
    return f"in {place}"


def picked(place: str) -> str:
    """The usage of what is picked there."""
    return f"picked from {place}"


def in_hand(name: str, seat: int | None, cards: Iterable[str]) -> Iterator[Use]:
    """The uses of these cards of a seat's hand; none without a seat."""
    if seat is not None:
        yield from (Use(had(name), card, seat) for card in cards)


def in_hands(content: Content, position: Position) -> Iterator[Use]:
    """The uses of all cards that are in hands."""
    for name in content.hands:
        for seat, cards in enumerate(position[name]):
            yield from in_hand(name, seat, cards)


def by_seat(used: Iterable[Use]) -> Mapping[str, Mapping[str, Sequence[int]]]:
    """The seats that used each component, by usage."""
    found: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for usage, component, seat in sorted(used):
        found[usage][component].append(seat)
    return {usage: dict(components) for usage, components in found.items()}


class Usages:
    """The usages of a game's components: what can be used how, and under which title."""

    def __init__(self, program: Program) -> None:
        content = program.content
        lying = _lying(program)
        picks = [step for step in program.turn if step.do == "pick"]
        names = {had(hand): lying[hand] for hand in content.hands}
        tables: list[Record] = []
        for pick in picks:
            place = pick.step.pick or ""
            kind, _ = program.named[pick.step.as_ or ""]
            if kind == "card":
                names[picked(place)] = lying[place]
            elif content.table_of(pick.step, ""):
                index, rows = content.picked(place)
                names[picked(place)] = [*index]
                tables += rows
        choices = [step for step in program.turn if step.do == "choose"]
        names[CHOSEN] = [*dict.fromkeys(name for step in choices for name in step.options)]
        self.names = {usage: components for usage, components in names.items() if components}
        """All components that can be used, by usage."""
        rows_by_id = {str(row["id"]): row for row in tables} | content.cards
        titles = {id: str(row.get("name") or id) for id, row in rows_by_id.items()}
        number = Counter(titles.values())
        self.titles = {
            id: f"{title} ({id})" if number[title] > 1 else title for id, title in titles.items()
        }
        """The title of each card and row; its id is added where several share one."""
        others = {pick.step.pick for pick in picks if "who" in pick.formulas}
        self._own = {picked(hand): had(hand) for hand in content.hands if hand not in others}

    def before(self, usage: str) -> list[str]:
        """The usages without which this one is impossible: a card is in a hand before it is picked.

        A hand from which others pick, too, presupposes nothing.
        """
        return [self._own[usage]] if usage in self._own else []


def _lying(program: Program) -> dict[str, list[str]]:
    """The cards that can come to lie in each place, in the order of their tables."""
    content = program.content
    lying: dict[str, set[str]] = {
        place: set(content.contents.get(place, ()))
        for place in (*content.piles, *content.hands, *content.rows)
    }
    if program.calls:  # steps in Python may move any card anywhere
        return {place: [*content.cards] for place in lying}
    dealt: dict[str, Hand | Row] = {**content.hands, **content.rows}
    ways = [(each.from_, name) for name, each in dealt.items() if each.from_]
    ways += [(start, goal) for start, goal, _ in routes(content)]
    ways = [(start, goal) for start, goal in ways if {start, goal} <= lying.keys()]
    grows = True
    while grows:
        before = sum(map(len, lying.values()))
        for start, goal in ways:
            lying[goal] |= lying[start]
        grows = sum(map(len, lying.values())) > before
    return {place: [card for card in content.cards if card in lying[place]] for place in lying}
