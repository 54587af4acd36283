"""Vocabulary of card effects: the words in the data, and the printed words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from generator.base.errors import Fault
from generator.games.gruff.effects.ast import REFERENCES, SHEPHERDS, SIDES, STATES, VALUES
from generator.kit.tables.records import Tables, record_named, table_named

OPERATIONS: Mapping[str, Mapping[str, str]] = {
    "damage": {"to": "target", "n": "amount"},
    "heal": {"who": "shepherd", "n": "amount"},
    "stat": {"who": "living", "stat": "stat", "n": "change"},
    "crazy": {"who": "side", "n": "change"},
    "draw": {"who": "side", "n": "amount"},
    "discard": {"who": "side", "n": "amount", "random": "yes-or-no"},
    "swap": {"a": "one-of-any", "b": "one-of-any"},
    "kill": {"who": "living"},
    "resurrect": {"who": "dead"},
    "ready": {"who": "living"},
    "exhaust": {"who": "living"},
    "cancel": {"who": "living"},
    "strip": {"kind": "lasting", "from": "any"},
    "recover": {"type": "type"},
    "boost": {"who": "living", "mods": "mods", "until": "duration"},
}
"""Operations that the engine can execute, with the kinds of their fields."""
TRIGGERS: Mapping[str, str] = {
    **dict.fromkeys(("activated", "attack-declared", "attack-killed", "attack-blocked"), "gruff"),
    **dict.fromkeys(("blocks", "damaged", "died", "resurrected", "swapped", "grew"), "gruff"),
    **dict.fromkeys(("card-played", "life-lost"), "player"),
    **dict.fromkeys(("below-threshold", "attached"), "nobody"),
}
"""The triggers that the engine knows, with the subjects of each."""
OF_FIGHTER = 3
"""Added to the number of a fighter in the keys of `TRIGGER_BITS`; those below are of sides."""
TRIGGER_BITS = {
    key: 1 << place for place, key in enumerate(product(TRIGGERS, range(OF_FIGHTER + 6)))
}
"""Each trigger of a side, or of a fighter itself, as a bit, so that sets of them are compared at once."""
FLAGS = ("no-attack", "no-swap", "no-excess", "hidden", "direct")
FLAG_BITS = {flag: 1 << place for place, flag in enumerate(FLAGS)}
"""Each flag as a bit."""
DURATIONS = ("turn-end", "clean-up")
TYPES = ("action", "condition", "mutation")
LASTING = ("condition", "mutation")


class Operation(NamedTuple):
    """An operation as the data define it."""

    fields: Mapping[str, str]
    """Each field with its kind, in the order in which they are chosen and printed."""
    optional: frozenset[str]
    print: Mapping[str, str]


class Vocabulary:
    """Tables of the vocabulary, by id."""

    def __init__(self, tables: Tables) -> None:
        self.operations: dict[str, Operation] = {
            row["id"]: Operation(
                OPERATIONS.get(row["id"], {**row["fields"], **row["optional"]}),
                frozenset(row["optional"]),
                row["print"],
            )
            for row in table_named(tables, "operations")
        }
        self.triggers: dict[str, Mapping[str, Any]] = {
            row["id"]: row for row in table_named(tables, "triggers")
        }
        self.flags: dict[str, str] = table_named(tables, "flags").column("print")
        self.durations: dict[str, str] = table_named(tables, "durations").column("print")
        self.types: dict[str, str] = table_named(tables, "types").column("a")
        words = record_named(tables, "words")
        self.stats: Mapping[str, str] = words["stats"]
        self.states: Mapping[str, str] = words["states"]
        self.references: Mapping[str, str] = words["references"]
        self.shepherds: Mapping[str, str] = words["shepherds"]
        self.gruffs: Mapping[str, str] = words["gruffs"]
        self.amounts: Mapping[str, str] = words["amounts"]
        self.conditions: Mapping[str, str] = words["conditions"]
        self.sentence: Mapping[str, str] = words["sentence"]


def known_words(known: Iterable[str]) -> str:
    """The hint for a word of effects that the engine does not know."""
    names = ", ".join(sorted(filter(None, known)))
    return (
        f"write it in known ones ({names}); a new one is Python, in generator.games.gruff.effects"
    )


def vocabulary_faults(tables: Tables) -> Iterator[Fault]:
    """Return a fault for each difference between the tables of the vocabulary and the engine."""
    lists: dict[str, Any] = {
        "operations": OPERATIONS,
        "triggers": TRIGGERS,
        "flags": FLAGS,
        "durations": DURATIONS,
        "types": TYPES,
    }
    for name, known in lists.items():
        table = table_named(tables, name)
        for row in table:
            if row["id"] not in known:
                message = "the rules do not use this name"
                yield Fault(message, row.place, table.label(row), known_words(known))
            elif name == "operations" and {**row["fields"], **row["optional"]} != known[row["id"]]:
                yield Fault(
                    "the rules expect other fields", row.place_of("fields"), table.label(row)
                )
            elif name == "triggers" and row["of"] != known[row["id"]]:
                yield Fault("the rules expect another kind", row.place_of("of"), table.label(row))
        for missing in sorted({*known} - {row["id"] for row in table}):
            yield Fault(f'{table.one} "{missing}" is missing', table.place)
    words = record_named(tables, "words")
    for name, wanted in (
        ("stats", VALUES),
        ("states", STATES),
        ("references", (*REFERENCES, "host")),
        ("shepherds", SHEPHERDS),
        ("gruffs", SIDES),
    ):
        for missing in sorted({*wanted} - {*words[name]}):
            yield Fault(f'the word for "{missing}" is missing', words.place_of(name))
