"""Default text of a simple game: positions, events and moves in words, by the names of their fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from generator.engine.events import Event
from generator.engine.fields.derive import field_title, plain_words
from generator.engine.text.event_text import capitalized
from generator.kit.tables.records import Record, Table, Tables
from generator.kit.words import UNTRANSLATED, Translator

OVER = "The game is over: {result}."
SEATED = "{n} player sits down.", "{n} players sit down."
"""One player, and several."""
SEAT_FIELDS = ("seat", "player", "leader", "dealer", "winner")
"""Names of fields whose number is a seat; the shared `table.xml` has the same."""


def position_text(view: Mapping[str, Any], seats: Sequence[str], titles: Mapping[str, str]) -> str:
    """The fields of a position, each on a line; `seats` are the names of all seats.

    Values that are ids of rows are shown by their `titles`.
    """
    named = titled(view, titles)
    lines = (
        f"{field_title(name)}: {_by_seat(name, value, seats)}" for name, value in named.items()
    )
    return "\n".join(lines)


def row_titles(tables: Tables, title: Callable[[Table, Record], str]) -> dict[str, str]:
    """The title of each row by its id; an id that two tables share has none."""
    rows = [(table, row) for table in tables.values() if isinstance(table, Table) for row in table]
    ids = Counter(row.get("id") for _, row in rows)
    return {row["id"]: title(table, row) for table, row in rows if ids[row.get("id")] == 1}


def titled(value: Any, titles: Mapping[str, str]) -> Any:
    """Plain data with the titles of rows in place of their ids."""
    match value:
        case str():
            return titles.get(value, value)
        case Mapping():
            return {key: titled(item, titles) for key, item in value.items()}
        case list() | tuple():
            return [titled(item, titles) for item in value]
    return value


def thing_label(names: Sequence[str], titles: Mapping[str, str]) -> str:
    """What people call a thing with these names: `Push, c1`; no title that another one contains."""
    known = [*dict.fromkeys(filter(None, (titles.get(name, name) for name in names)))] or [*names]
    told = [each for each in known if not any(each in other for other in known if other != each)]
    label = ", ".join(told)
    return label if told[0] in names else capitalized(label)


def move_sentence(move: str, titles: Mapping[str, str]) -> str:
    """A move with the titles of rows in place of their ids."""
    words = (word if word.isdecimal() else titles.get(word, word) for word in move.split())
    return capitalized(" ".join(words))


def event_sentence(
    event: Event,
    who: str,
    seats: Sequence[str],
    tables: Tables,
    title: Callable[[Table, Record], str],
    words: Translator = UNTRANSLATED,
) -> str:
    """An event and its facts, ids of rows by their titles.

    The name of a fact is left out if it is the kind of the event, or the word for such a row.
    """
    match event.kind, event.facts:
        case "end", {"result": result, **others} if not others:
            return words.text(OVER, result=result)
        case "set up", {"players": int(players), **others} if not others:
            return words.count(*SEATED, players)
    facts = []
    for name, value in event.facts.items():
        ids = value if isinstance(value, list) else [value]
        found = [table for id in ids if (table := _table_of(name, id, tables))]
        rows = [*zip(found, ids, strict=True)] if len(found) == len(ids) else []
        known = name == event.kind or any(table.one == name for table in found if rows)
        fact = ", ".join(title(table, table[id]) for table, id in rows)
        fact = fact or _field_words(name, value, seats)
        facts.append(fact if known else f"{name} {fact}")
    sentence = " ".join(filter(None, [event.kind, ", ".join(facts)])) + "."
    return f"{who}: {sentence}" if who else capitalized(sentence)


def _table_of(fact: str, id: object, tables: Tables) -> Table | None:
    """The table with this id: whose rows are called like the fact, or else the only one."""
    if not isinstance(id, str):
        return None
    having = [each for each in tables.values() if isinstance(each, Table) and id in each]
    found = [table for table in having if table.one == fact] or having
    return found[0] if len(found) == 1 else None


def _by_seat(name: str, value: Any, seats: Sequence[str]) -> str:
    """The words for a field; of several lists, one for each seat, each with its owner."""
    lists = isinstance(value, (list, tuple)) and any(isinstance(v, (list, dict)) for v in value)
    if lists and len(value) == len(seats):
        return plain_words(dict(zip(seats, value, strict=True)))
    return _field_words(name, value, seats)


def _field_words(name: str, value: Any, seats: Sequence[str]) -> str:
    if name in SEAT_FIELDS and type(value) is int and 0 <= value < len(seats):
        return seats[value]
    return plain_words(value)
