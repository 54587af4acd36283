"""Idle expectations: those of an example that would hold even if they said something else.

Each value that an example expects is changed in turn, and each list loses each of its entries; an
expectation that still holds asserts nothing.  What must *not* be there cannot be changed in this
way: it has to be something possible, known from the examples of the kit (`Known`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from generator.base.errors import Fault, collected
from generator.engine.events import Event
from generator.engine.game import Game, State
from generator.engine.testing.example_run import PlayedExample, replayed
from generator.engine.testing.examples import unlikely
from generator.engine.testing.expectations import Path, differences, plain, texts_in

IDLE = "idle-expectation"
"""Slug of such faults."""
CHANGED = ("position", "legal", "illegal", "events", "outcome", "view")
"""The sections in which values are changed."""
FAR = 1009
"""Amount by which a number is changed: a near one might happen to be right as well."""
NEARBY = Fraction(1, 10)
"""Odds that differ by this from those stated must not hold."""


class Known:
    """What can happen in a game: words that begin moves, and facts of events by kind."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        self.facts: dict[str, set[str]] = defaultdict(set)

    @classmethod
    def of(cls, examples: Iterable[PlayedExample]) -> Known:
        """What the examples of a kit show."""
        known = cls()
        for shown in examples:
            states = [shown.before, *(played.after for played in shown.moves)]
            for state in filter(None, states):
                known.note(state, ())
            known.note(None, shown.events)
        return known

    def note(self, state: State[Any] | None, events: Iterable[Event]) -> None:
        """Learn from a position, and from events."""
        if state is not None:
            self.words.update(str(move).split()[0] for move in state.legal_moves())
        for event in events:
            self.facts[event.kind].update(event.as_data())


def idle_expectations(
    game: Game[Any], shown: PlayedExample, known: Known | None = None
) -> Iterator[Fault]:
    """Yield what an example expects without asserting it; `known` is what the kit's examples show."""
    example, expect = shown.example, shown.example.expect
    known = known or Known.of([shown])
    if not (example.moves or expect or example.rules):
        message = "this example expects nothing, so it cannot fail"
        yield Fault(message, example.where(), example.item, check=IDLE)
    if shown.after is None:
        return
    found: list[tuple[Path, str]] = []
    for section in CHANGED:
        for path, changed in _changes(expect.get(section), (section,)):
            if changed is NOTHING:
                found.append((path, "this expects nothing"))
            elif not any(True for _ in differences(game, shown.happened, {section: changed})):
                found.append((path, "this also holds with another value, so it asserts nothing"))
    for path, message in found:
        yield Fault(message, example.where("expect", *path), example.item, check=IDLE)
    yield from _names_of_nothing(shown, known)
    yield from _wide_odds(game, shown)


def names_of_nothing(examples: Sequence[PlayedExample]) -> Iterator[Fault]:
    """Yield what examples rule out that never can be: moves, events and cards of unknown names."""
    known = Known.of(examples)
    for shown in examples:
        yield from _names_of_nothing(shown, known)


def _names_of_nothing(shown: PlayedExample, known: Known) -> Iterator[Fault]:
    if shown.after is None:
        return
    example = shown.example
    for path, message in [*_impossible(example.expect, known), *_unhidden(shown)]:
        yield Fault(message, example.where("expect", *path), example.item, check=IDLE)


NOTHING: Any = object()


def _changes(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Each value inside a section changed in turn: its path, and the section with the change."""
    if isinstance(value, Mapping):
        if not value and path in (("illegal",), ("legal",)):
            yield path, NOTHING
        elif not value:
            yield path, {"?": 0}
        for key, part in value.items():
            if path[0] == "legal" and part == []:
                continue  # whether such a move is possible is checked elsewhere
            if path[0] == "view" and key in ("seat", "lacks"):
                continue
            for inner, changed in _changes(part, (*path, key)):
                yield inner, changed if changed is NOTHING else {**value, key: changed}
    elif isinstance(value, list):
        if not value:
            yield path, NOTHING if len(path) == 1 and path[0] != "legal" else ["?"]
        for index, part in enumerate(value):
            before, after = value[:index], value[index + 1 :]
            for inner, changed in _changes(part, (*path, index)):
                yield inner, changed if changed is NOTHING else [*before, changed, *after]
            if path[0] not in ("events", "view") or len(path) > 1:
                yield (*path, index), [*before, *after]
    elif value is not None or path != (path[0],):
        yield path, _other(value)


def _other(value: Any) -> Any:
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + FAR
    return f"{value}?"


def _impossible(expect: Mapping[str, Any], known: Known) -> Iterator[tuple[Path, str]]:
    """Yield groups of moves and events that are absent because nothing has that name."""
    legal = expect.get("legal")
    for start, rests in legal.items() if isinstance(legal, Mapping) else ():
        if not rests and start.split()[0] not in known.words:
            yield ("legal", start), f'no move of any example begins with "{start.split()[0]}"'
    for number, pattern in enumerate(expect.get("never", ())):
        path: Path = ("never", number)
        kinds = [pattern["event"]] if "event" in pattern else [*known.facts]
        facts = {fact for kind in kinds for fact in known.facts.get(kind, ())}
        if not pattern:
            yield path, "this expects nothing"
        elif strange := [fact for fact in pattern if fact not in facts]:
            what = "event" if strange[0] == "event" or not facts else f'event with "{strange[0]}"'
            yield path, f"no example shows such an {what}, so it may be misspelt"


def _unhidden(shown: PlayedExample) -> Iterator[tuple[Path, str]]:
    """Yield what a seat does not see because it is nowhere in the whole state."""
    assert shown.after is not None
    views = shown.example.expect.get("view", ())
    there = {*texts_in(plain(shown.after.to_data()))} if views else set()
    for number, view in enumerate(views):
        if not view.get("holds") and not view.get("lacks"):
            yield ("view", number), "this expects nothing"
        for index, text in enumerate(view.get("lacks", ())):
            if text not in there:
                yield ("view", number, "lacks", index), f'"{text}" is nowhere in the position'


def _wide_odds(game: Game[Any], shown: PlayedExample) -> Iterator[Fault]:
    """Yield odds that as many games would bear out if the chance were another."""
    example = shown.example
    for number, each in enumerate(example.expect.get("odds", ())):
        chance = Fraction(str(each["chance"]))
        for other in (chance - NEARBY, chance + NEARBY):
            if 0 <= other <= 1:
                changed = [{**each, "chance": str(other)}]
                if not any(
                    True for _ in unlikely(changed, example, lambda n: replayed(game, example, n))
                ):
                    message = f"a chance of {other} would also hold"
                    place = example.where("expect", "odds", number)
                    yield Fault(message, place, example.item, "play more games", IDLE)


def example_faults(
    game: Game[Any],
    shown: Iterable[PlayedExample],
    others: Callable[[], Iterable[PlayedExample]] = tuple,
) -> list[Fault]:
    """The idle expectations of some examples; the kit's `others` are consulted only if need be."""
    played = list(shown)
    found = _idle_in(game, played, Known.of(played))
    more = list(others()) if found else []
    return _idle_in(game, played, Known.of([*played, *more])) if more else found


def _idle_in(game: Game[Any], played: Sequence[PlayedExample], known: Known) -> list[Fault]:
    found: list[Fault] = []
    for each in played:
        with collected(found):
            found += idle_expectations(game, each, known)
    return found
