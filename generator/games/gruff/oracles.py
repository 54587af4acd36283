"""Test oracles: this kit's checks implemented a second time, as simply as possible (see `mutation`).

They read clauses as plain data, without the parser of the checks and the engine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from generator.kit.tables.records import Record, Tables, table_named

LASTING = ("condition", "mutation")


def _content(tables: Tables) -> Iterator[tuple[str, Record]]:
    """Every gruff, shepherd and card with its kind."""
    for kind in ("gruff", "shepherd"):
        yield from ((kind, row) for row in table_named(tables, f"{kind}s"))
    yield from ((row["type"], row) for row in table_named(tables, "cards"))


def _inside(value: Any) -> Iterator[Any]:
    """A value and everything inside it, in order."""
    yield value
    parts = value.values() if isinstance(value, Mapping) else value if _is_list(value) else ()
    yield from chain.from_iterable(map(_inside, parts))


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple))


def _words(value: Any) -> list[str]:
    return [each for each in _inside(value) if isinstance(each, str)]


def all_used(tables: Tables) -> bool:
    """Every word of the vocabulary occurs in some clause, where such a word belongs."""
    parts = [
        part for _, row in _content(tables) for part in _inside(row["clauses"]) if _has(part, "")
    ]
    fields = {"operations": "op", "triggers": "when", "flags": "flag", "durations": "until"}
    return all(
        {row["id"] for row in table_named(tables, table)}
        <= {word for part in parts for word in _words(part.get(field))[:1]}
        for table, field in fields.items()
    )


def all_differ(tables: Tables) -> bool:
    """Ids, names and effects differ."""
    content = [*_content(tables)]
    things = [
        json.dumps([kind, row["clauses"], row.get("cost"), row.get("host")], default=_plain)
        for kind, row in content
    ]
    columns = ([row["id"] for _, row in content], [row["name"] for _, row in content], things)
    return all(len({*column}) == len(column) for column in columns)


def _plain(value: Any) -> dict[str, Any]:
    return dict(sorted(value.items()))


def well_formed(tables: Tables) -> bool | None:
    """Operations have the required fields and no unknown ones; all names are known.

    False if not; None otherwise, since the rest of a clause is not read here.
    """
    operations = {row["id"]: row for row in table_named(tables, "operations")}
    triggers, flags = (
        {row["id"] for row in table_named(tables, name)} for name in ("triggers", "flags")
    )
    for _, row in _content(tables):
        for each in (part for part in _inside(row["clauses"]) if _has(part, "")):
            spec = operations.get(each.get("op"))
            if spec and not {*spec["fields"]} <= {*each} - {"op"} <= {
                *spec["fields"],
                *spec["optional"],
            }:
                return False
            if ("op" in each and not spec) or each.get("flag", "hidden") not in flags:
                return False
            if _is_list(each.get("when")) and not {*each["when"][:1]} <= triggers:
                return False
    return None


def in_scope(tables: Tables) -> bool:
    """Everything that a clause refers to exists by then."""
    about = table_named(tables, "triggers").column("of")
    return all(
        not {*_words(row.get("host"))} & {"self", "it", "opposite", "chosen", "adjacent"}
        and all(_is_there(kind, each, about) for each in row["clauses"])
        for kind, row in _content(tables)
    )


def _is_there(kind: str, clause: Record, about: Mapping[str, str]) -> bool:
    words, static = {*_words(clause)}, "static" in clause
    trigger, *rest = clause.get("when", ("",))
    who = clause.get("who", "self")
    sides = [n for each in _inside(clause.get("if")) if _has(each, "cmp") for n in each["cmp"][::2]]
    return not (
        ("self" in words and kind in ("action", "shepherd") and not static)
        or (kind == "shepherd" and words & {"opposite", "active", "adjacent"})
        or ("it" in words and about.get(trigger) != "gruff")
        or (trigger == "died" and rest == ["self"])
        or (trigger and (kind == "shepherd") != (trigger == "below-threshold"))
        or (trigger == "attached" and kind not in LASTING)
        or any(_has(each, "stat") and _has(each.get("of"), "") for each in _inside(clause))
        or any(_has(each, "is") and _has(each.get("who"), "") for each in _inside(clause))
        or any(not _lasts(each["n"]) for each in _inside(clause) if _has(each, "mod"))
        or (static and not (who == "self" or _has(who, "each")))
        or (static and not all(map(_lasts, sides)))
        or _chosen_too_early(clause)
    )


def _has(value: Any, key: str) -> bool:
    """Whether a value is a mapping with this key; "": any mapping."""
    return isinstance(value, Mapping) and (not key or key in value)


def _lasts(amount: Any) -> bool:
    return isinstance(amount, int) or _has(amount, "count")


def _chosen_too_early(clause: Record) -> bool:
    chosen = False
    for part in ("who", "static", "if", "do"):
        for each in _inside(clause.get(part)):
            if _has(each, "choose"):
                if not chosen and each.get("except") == "chosen":
                    return True
                chosen = True
            elif each == "chosen" and not chosen:
                return True
    return False
