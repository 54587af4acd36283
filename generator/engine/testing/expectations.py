"""Expectations of an example: their form, and where a game differs from them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from generator.base.errors import KitError, did_you_mean
from generator.engine.events import Event
from generator.engine.fields.reader import UnknownName
from generator.engine.game import Game, IllegalMoveError, State

Path: TypeAlias = tuple[str | int, ...]
Difference: TypeAlias = tuple[Path, str, str]
"""Path in the expectations, message, and the rule or a hint."""

FORMS: Mapping[str, tuple[type[Any], str]] = {
    "position": (dict, "a mapping"),
    "legal": (object, "a list of texts, or lists by their first word"),
    "illegal": (dict, "a mapping from a move to the rule it breaks"),
    "events": (list, "a list of mappings"),
    "never": (list, "a list of mappings"),
    "view": (list, "a list of mappings"),
    "odds": (list, "a list of mappings"),
    "outcome": (dict, "a mapping"),
    "refused": (str, "the rule or check under which it is refused"),
}
"""What can be expected: its type, and the form in words."""
EXPECTED = tuple(FORMS)
CALLED = {"legal": "legal moves are", "illegal": "illegal moves are", "events": "events are"}


class Happened(NamedTuple):
    """What expectations are compared with: a state, and the events that led to it."""

    state: State[Any]
    events: Sequence[Event]


def all_texts(value: Any) -> bool:
    """Whether a value is a list of texts."""
    return isinstance(value, list) and all(isinstance(word, str) for word in value)


def malformed(expect: Mapping[str, Any]) -> Iterator[Difference]:
    """Yield what is wrong with the form of expectations."""
    for key, value in expect.items():
        if key not in FORMS:
            hint = did_you_mean(key, EXPECTED)
            yield (key,), f'there is no expectation "{key}"', hint
        elif not _has_form(key, value):
            subject = CALLED.get(key, f'"{key}" must be')
            yield (key,), f"{subject} {FORMS[key][1]}", ""
        elif key == "view":
            for number, each in enumerate(value):
                if not _is_view(each):
                    form = '"seat", a number, and "holds", a mapping, or "lacks", a list of texts'
                    yield (key, number), f"a view must have {form}", ""
        elif key == "odds":
            for number, each in enumerate(value):
                if not _is_odds(each):
                    form = '"event", a mapping, "chance", such as 1/6, and "games", a number'
                    yield (key, number), f"odds must have {form}", ""
    if "refused" in expect and len(expect) > 1:
        yield ("refused",), 'an example with "refused" cannot expect anything else', ""


def _has_form(key: str, value: Any) -> bool:
    if key == "legal":
        return all(map(all_texts, value.values() if isinstance(value, dict) else [value]))
    if key == "illegal":
        return isinstance(value, dict) and all_texts(list(value.values()))
    if FORMS[key][0] is list:
        return isinstance(value, list) and all(isinstance(each, dict) for each in value)
    return isinstance(value, FORMS[key][0])


def _is_view(each: Mapping[str, Any]) -> bool:
    return (
        _is_number(each.get("seat"))
        and each.keys() <= {"seat", "holds", "lacks"}
        and isinstance(each.get("holds", {}), dict)
        and all_texts(each.get("lacks", []))
    )


def _is_odds(each: Mapping[str, Any]) -> bool:
    if each.keys() != {"event", "chance", "games"} or not isinstance(each["event"], dict):
        return False
    try:
        chance = Fraction(str(each["chance"]))
    except (ValueError, ZeroDivisionError):
        return False
    return 0 <= chance <= 1 and _is_number(each["games"]) and each["games"] > 0


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def differences(
    game: Game[Any], happened: Happened, expect: Mapping[str, Any]
) -> Iterator[Difference]:
    """Yield where a state, and the events that led to it, differ from expectations.

    Refused data have no state, and odds need many games: both are compared elsewhere.
    """
    state = happened.state
    if "position" in expect:
        for path, message in mismatches(expect["position"], plain(state.to_data())):
            yield _at(message, "position", *path)
        for path, message, hint in _unknown_names(game, state, expect["position"]):
            yield ("position", *path), message, hint
    if "outcome" in expect:
        outcome = plain(state.outcome.as_data()) if state.outcome else None
        for path, message in mismatches(expect["outcome"], outcome):
            yield _at(message, "outcome", *path)
    yield from _unlike_legal(game, expect.get("legal", {}), state)
    for text, rule in expect.get("illegal", {}).items():
        found = _refusal(game, state, text)
        if found != rule:
            message = f'"{text}" should be illegal under {rule}'
            but = f"is illegal under {found}" if found else "is legal"
            yield ("illegal", text), f"{message}, but {but}", found or rule
    yield from _unlike_events(expect, [plain(event.as_data()) for event in happened.events])
    for number, each in enumerate(expect.get("view", ())):
        yield from _unlike_view(each, ("view", number), happened)


def _at(message: str, *path: str | int) -> Difference:
    """What is wrong at a path, which the message names."""
    return path, f"{_dotted(path)}: {message}", ""


def _dotted(path: Path) -> str:
    return ".".join(map(str, path))


def _unknown_names(
    game: Game[Any], state: State[Any], expected: Mapping[str, Any]
) -> Iterator[Difference]:
    """Yield the names that are expected to be gone, but that no position could contain.

    The state is read again with the name in it, once for each kind of value that may stand there.
    """
    for path in _gone(expected):
        data = plain(state.to_data())
        room: Any = data
        for key in path[:-1]:
            room = room.setdefault(key, {}) if isinstance(room, dict) else None
        if not isinstance(room, dict):
            continue
        for value in (None, *islice(room.values(), 1)):
            room[path[-1]] = value
            if fault := _unknown_name(game, data, path[-1]):
                yield path, fault.message, fault.hint
                break


def _unknown_name(game: Game[Any], data: Mapping[str, Any], name: str | int) -> UnknownName | None:
    """The message about a name in a position, if the game does not know it."""
    try:
        game.load(data)
    except KitError as error:
        unknown = (fault for fault in error.faults if isinstance(fault, UnknownName))
        return next((fault for fault in unknown if fault.name == name), None)
    except Exception:  # how a game in Python treats a made-up value proves nothing
        return None
    return None


def _gone(expected: Mapping[str, Any]) -> Iterator[Path]:
    """The paths in a position at which null is expected."""
    for key, value in expected.items():
        if value is None:
            yield (key,)
        elif isinstance(value, Mapping):
            yield from ((key, *path) for path in _gone(value))


def _unlike_events(
    expect: Mapping[str, Any], happened: Sequence[Mapping[str, Any]]
) -> Iterator[Difference]:
    """Yield events that do not happen, or not in this order, and those that never should."""
    rest = happened
    for number, event in enumerate(expect.get("events", ())):
        at = next((at for at, other in enumerate(rest) if is_like(event, other)), None)
        if at is not None:
            rest = rest[at + 1 :]
        else:
            yield ("events", number), _missing(event, happened), str(event.get("rule", ""))
    for number, event in enumerate(expect.get("never", ())):
        for other in happened:
            if is_like(event, other):
                message = f"this should not happen, but does: {json.dumps(other)}"
                yield ("never", number), message, other["rule"]
                break


def _missing(expected: Mapping[str, Any], happened: Sequence[Mapping[str, Any]]) -> str:
    """That an event does not happen: what differs in the nearest of its kind, or what happens."""
    alike = [event for event in happened if event["event"] == expected.get("event")]
    found = [(event, [*mismatches(expected, event)]) for event in alike]
    event, unlike = min(found, key=lambda each: len(each[1]), default=({}, []))
    if unlike:
        facts = "; ".join(f"{_dotted(path)}: {message}" for path, message in unlike)
        return f"this does not happen; nearest to it is {_named(event)}, with {facts}"
    kinds = ", ".join(map(_named, happened))
    return f"this does not happen, or not in this order; what happens is {kinds}"


def _named(event: Mapping[str, Any]) -> str:
    """An event by its kind and its rule."""
    return f"{event['event']} ({event['rule']})"


def _unlike_view(
    expected: Mapping[str, Any], path: Path, happened: Happened
) -> Iterator[Difference]:
    """Yield what a seat should know but does not, or knows but should not."""
    number, state = expected["seat"], happened.state
    if number > len(state.config.people):
        yield (*path, "seat"), f"there is no seat {number}", ""
        return
    view = plain(state.view(number - 1 if number else None))
    for way, message in mismatches(expected["holds"], view) if "holds" in expected else ():
        yield _at(message, *path, "holds", *way)
    seen = {*texts_in(view)}
    for index, text in enumerate(expected.get("lacks", ())):
        if text in seen:
            who = f"seat {number}" if number else "everybody"
            yield (*path, "lacks", index), f'{who} can see "{text}"', ""


def texts_in(data: Any) -> Iterator[str]:
    """Yield every text, number and name in plain data, as text; a text also word by word."""
    if isinstance(data, Mapping):
        yield from map(str, data)
        for value in data.values():
            yield from texts_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from texts_in(value)
    elif data is not None:
        yield str(data)
        yield from str(data).split()


def _unlike_legal(game: Game[Any], expected: Any, state: State[Any]) -> Iterator[Difference]:
    """Yield moves that are missing or unexpected, among all moves or those with a given start."""
    legal = [str(move) for move in state.legal_moves()]
    groups = expected.items() if isinstance(expected, Mapping) else [("", expected)]
    for start, rests in groups:
        path = ("legal", start) if start else ("legal",)
        wanted = {_usual_text(game, f"{start} {rest}".strip()) for rest in rests}
        found = {move for move in legal if begins(move, start)}
        for move in sorted(wanted - found):
            yield path, f'"{move}" should be legal', ""
        for move in sorted(found - wanted):
            yield path, f'"{move}" is legal, but not expected', ""


def _usual_text(game: Game[Any], text: str) -> str:
    """A move in the game's own notation, which may be one of several that it reads."""
    try:
        return str(game.read_move(text))
    except IllegalMoveError:
        return text


def begins(move: str, start: str) -> bool:
    """Whether a move is this text, or begins with its words."""
    return not start or move == start or move.startswith(f"{start} ")


def _refusal(game: Game[Any], state: State[Any], text: str) -> str | None:
    """The rule under which a move is illegal; None if it is legal."""
    try:
        state.copy().apply(game.read_move(text))
    except IllegalMoveError as refusal:
        return refusal.rule
    return None


def is_like(expected: Mapping[str, Any], event: Mapping[str, Any]) -> bool:
    """Whether an event, as plain data, has everything that is expected of it."""
    return not any(True for _ in mismatches(expected, event))


def mismatches(expected: Any, found: Any) -> Iterator[tuple[Path, str]]:
    """Yield where plain data is not as expected: a path, and a message.

    Of a mapping only the expected keys are compared; an empty one expects no keys, and null expects
    no value.
    """
    if isinstance(expected, Mapping) and expected and isinstance(found, Mapping):
        for key, value in expected.items():
            for path, message in mismatches(value, found.get(key)):
                yield (key, *path), message
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for number, (one, other) in enumerate(zip(expected, found, strict=True)):
            for path, message in mismatches(one, other):
                yield (number, *path), message
    elif expected != found:
        yield (), f"expected {json.dumps(expected)}, but found {json.dumps(found)}"


def plain(data: Any) -> Any:
    """The data as JSON reads it back: lists instead of tuples."""
    return json.loads(json.dumps(data))
