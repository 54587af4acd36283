"""Effect parser: turns the clauses of the content files into values, and reports every fault of form.

This is `chk-effect-schema`: only fields, operations, triggers, selectors, flags and durations of
the vocabulary, and every required field.  Well-formed clauses that make no sense are found by
`validate`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from generator.base.errors import Fault, Place, describe_value, did_you_mean
from generator.games.gruff.card_text.vocabulary import LASTING, TYPES, Vocabulary, known_words
from generator.games.gruff.effects.ast import (
    COMPARISONS,
    REFERENCES,
    SHEPHERDS,
    SIDES,
    STATES,
    STATS,
    VALUES,
    Amount,
    Clause,
    Compare,
    Count,
    Crazy,
    Half,
    Is,
    Mod,
    Op,
    Pick,
    Ref,
    Shepherd,
    Source,
    Stat,
)
from generator.kit.tables.records import Record

PLAYERS = ("mine", "enemy")
ALIVE = tuple(state for state in STATES if state not in ("dead", "either"))
CHECK = "chk-effect-schema"


def read_source(kind: str, row: Record, vocabulary: Vocabulary) -> tuple[Source, list[Fault]]:
    """Parse a row of a content table; return its source and the faults of form.

    `kind` is gruff, shepherd, or a card's type.  The source lacks the parts that have faults.
    """
    reader = Reader(kind, row, vocabulary)
    return reader.source(), reader.faults


class Reader:
    """Parser of one row."""

    def __init__(self, kind: str, row: Record, vocabulary: Vocabulary) -> None:
        self.kind, self.row, self.words = kind, row, vocabulary
        self.place: Place = row.place
        self.faults: list[Fault] = []
        one = kind if kind in ("gruff", "shepherd") else "card"
        self.item = f'{one} "{row["name"]}" [{row["id"]}]'

    # Faults

    def fault(self, message: str, hint: str = "", place: Place | None = None) -> None:
        self.faults.append(Fault(message, place or self.place, self.item, hint, CHECK))

    def word(self, what: str, value: Any, known: Iterable[str], otherwise: str) -> str:
        """Return one of the known words; anything else is a fault and read as `otherwise`."""
        if value in tuple(known):
            return str(value)
        shown = f'"{value}"' if isinstance(value, str) else describe_value(value)
        hint = did_you_mean(str(value), known) or known_words(known)
        self.fault(f"{what} cannot be {shown}", hint)
        return otherwise

    def record(self, what: str, value: Any) -> Mapping[str, Any]:
        if isinstance(value, Record):
            self.place = value.place
            return value
        self.fault(f"{what} must be named values, but is {describe_value(value)}")
        return {}

    def items(self, what: str, value: Any, fewest: int, most: int) -> tuple[Any, ...]:
        """Read the values of a list of `fewest` to `most` items."""
        if isinstance(value, tuple) and fewest <= len(value) <= most:
            return value
        number = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        found = f"has {len(value)}" if isinstance(value, tuple) else f"is {describe_value(value)}"
        self.fault(f"{what} must be a list of {number}, but {found}")
        return ()

    def only(self, what: str, record: Mapping[str, Any], known: Iterable[str]) -> None:
        for key in record:
            if key not in tuple(known):
                self.fault(f'{what} has no field "{key}"', did_you_mean(key, known))

    # Sources and clauses

    def source(self) -> Source:
        row, kind = self.row, self.kind
        host = row.get("host")
        self.place = row.place_of("host")
        if kind in LASTING:
            host = self.host(host)
        elif host is not None:
            self.fault(f"{self.kind} cannot have a host", "only a Condition or a Mutation has one")
        self.place = row.place_of("clauses")
        most = {"gruff": 1, "shepherd": 1, "action": 2}.get(kind, 3)
        written = self.items("clauses", row["clauses"], 1, most)
        clauses = [self.clause(each) for each in written]
        places = tuple(each.place if isinstance(each, Record) else row.place for each in written)
        lasting = host if kind in LASTING else None
        return Source(kind, row["id"], row["name"], lasting, tuple(clauses), places)

    def host(self, value: Any) -> Ref | Pick:
        if value == "active":
            return Ref("active")
        hint = 'write "active", or {choose: mine}'
        if not isinstance(value, Record) or "choose" not in value:
            self.fault("the host must be chosen, or be the active gruff", hint)
            return Ref("active")
        host = self.gruffs("the host", value, ALIVE)
        return host if isinstance(host, Pick) else Ref("active")

    def clause(self, value: Any) -> Clause:
        record = self.record("a clause", value)
        place = self.place
        static = "static" in record
        known = ("static", "who", "if") if static else ("when", "if", "may", "do")
        self.only("a static clause" if static else "a clause", record, known)
        when = self.when(record["when"]) if "when" in record else ()
        self.needs_trigger(bool(when), static)
        condition = self.condition(record["if"]) if "if" in record else None
        self.place = place
        may = record.get("may", False)
        if may not in (True, False):
            self.fault("may must be true or left out")
        if static:
            who = self.gruffs("who", record.get("who", "self"), ALIVE)
            self.place = place
            mods = self.mods(record["static"])
            return Clause((), who, mods, condition, False, ())
        if "do" not in record and record:
            self.fault('a clause needs "do" or "static"')
        ops = self.items("do", record.get("do", ()), 1, 9) if "do" in record else ()
        return Clause(when, None, (), condition, bool(may), tuple(map(self.operation, ops)))

    def needs_trigger(self, triggered: bool, static: bool) -> None:
        """Report a clause that has a trigger but must not, or the other way round."""
        if self.kind == "action" and (triggered or static):
            self.fault("an Action is done at once", 'leave out "when" and "static"')
        if self.kind in ("gruff", "shepherd") and not triggered:
            self.fault(f'the clause of a {self.kind} needs "when"')
        if self.kind in LASTING and not triggered and not static:
            self.fault(f'each clause of a {self.kind} needs "when" or "static"')

    def when(self, value: Any) -> tuple[str, ...]:
        parts = self.items("when", value, 1, 3)
        if not parts:
            return ()
        name = self.word("a trigger", parts[0], self.words.triggers, "")
        if not name:
            return ()
        about = self.words.triggers[name]["of"]
        if about == "nobody":
            self.items(f"{name} in when", parts, 1, 1)
            return (name,)
        sides = ("self", *SIDES) if about == "gruff" else PLAYERS
        if len(parts) < 2:
            self.fault(f"the trigger {name} must say of whom", f"write [{name}, {sides[0]}]")
            return ()
        who = self.word(f"the second word of {name}", parts[1], sides, sides[0])
        if len(parts) == 3:
            if name != "card-played":
                self.fault(f"the trigger {name} takes no third word")
            return (name, who, self.word("the type of card", parts[2], TYPES, "action"))
        return (name, who)

    def condition(self, value: Any) -> Is | Compare | None:
        record = self.record("if", value)
        if "is" in record:
            self.only("if", record, ("is", "who"))
            states = tuple(state for state in STATES if state != "either")
            state = self.word("is", record["is"], states, "living")
            who = self.gruffs("who", record.get("who"), STATES)
            return Is(state, who)  # type: ignore[arg-type]  # `validate` refuses what is not single
        if "cmp" in record:
            self.only("if", record, ("cmp",))
            parts = self.items("cmp", record["cmp"], 3, 3)
            if parts:
                left, right = self.amount(parts[0], 0), self.amount(parts[2], 0)
                return Compare(left, self.word("cmp", parts[1], COMPARISONS, "="), right)
        elif record:
            self.fault('if needs "is" or "cmp"')
        return None

    # Operations and their fields

    def operation(self, value: Any) -> Op:
        record = self.record("an operation", value)
        place = self.place
        if not record:
            return Op("", {})
        name = self.word("op", record.get("op"), self.words.operations, "")
        if not name:
            return Op("", {})
        spec = self.words.operations[name]
        self.only(name, record, ("op", *spec.fields))
        fields = {}
        for field, kind in spec.fields.items():
            self.place = place
            if field in record:
                fields[field] = self.field(f"{field} of {name}", kind, record[field])
            elif field not in spec.optional:
                self.fault(f'{name} needs "{field}"')
        self.place = place
        if sum(isinstance(n, (Stat, Count, Crazy, Half)) for n in _numbers(fields)) > 1:
            self.fault("only one amount of a sentence can be worked out", "use a number")
        return Op(name, fields)

    def field(self, what: str, kind: str, value: Any) -> Any:
        """Parse the value of an operation's field, by the kind that the vocabulary gives it."""
        if kind in ("amount", "change"):
            return self.amount(value, 1 if kind == "amount" else None, what)
        if kind == "mods":
            return self.mods(value)
        if kind == "yes-or-no":
            if not isinstance(value, bool):
                self.fault(f"{what} must be true or false")
            return value is True
        words = {
            "side": PLAYERS,
            "stat": STATS,
            "type": TYPES,
            "lasting": LASTING,
            "duration": self.words.durations,
        }
        if kind in words:
            return self.word(what, value, words[kind], next(iter(words[kind])))
        if kind == "shepherd" or (kind == "target" and value in SHEPHERDS):
            return Shepherd(self.word(what, value, SHEPHERDS, SHEPHERDS[0]))
        states = {"dead": ("dead",), "any": STATES, "one-of-any": STATES}.get(kind, ALIVE)
        gruffs = self.gruffs(what, value, states)
        if kind == "one-of-any" and isinstance(gruffs, Pick) and gruffs.each:
            self.fault(f"{what} must be one gruff, not each")
        return gruffs

    def gruffs(self, what: str, value: Any, states: Iterable[str]) -> Ref | Pick:
        """Parse a selection of gruffs; `states` are those that make sense there."""
        if not isinstance(value, Record):
            return Ref(self.word(what, value, REFERENCES, "self"))
        place, self.place = self.place, value.place
        self.only(what, value, ("choose", "each", "state", "except"))
        if ("choose" in value) == ("each" in value):
            self.fault(f'{what} needs "choose" or "each"')
        side = self.word(what, value.get("choose", value.get("each")), SIDES, "any")
        state = self.word("state", value.get("state", "living"), STATES, "living")
        if state not in states:
            known = ", ".join(states)
            self.fault(f"{what} cannot be a gruff that is {state}", f"it can be: {known}")
        but = ""
        if "except" in value:
            but = self.word("except", value["except"], REFERENCES, "self")
        self.place = place
        return Pick("each" in value, side, state, but)

    def mods(self, value: Any) -> tuple[Mod, ...]:
        return tuple(map(self.mod, self.items("a list of changes", value, 1, 4)))

    def mod(self, value: Any) -> Mod:
        record = self.record("a change", value)
        if "flag" in record:
            self.only("a flag", record, ("flag",))
            return Mod(self.word("flag", record["flag"], self.words.flags, "hidden"))
        self.only("a change", record, ("mod", "n"))
        what = self.word("mod", record.get("mod"), VALUES, "damage")
        return Mod(what, self.amount(record.get("n"), None, f"n of {what}"))

    def amount(self, value: Any, least: int | None, what: str = "an amount") -> Amount:
        """Parse a number, or what it is calculated from; without `least` it may be negative."""
        if isinstance(value, int) and not isinstance(value, bool):
            if value == 0 if least is None else value < least:
                limit = "must not be 0" if least is None else f"must be {least} or more"
                self.fault(f"{what} {limit}")
            return value
        if not isinstance(value, Record):
            self.fault(f"{what} must be a number, or stat, count, crazy or half")
            return 1
        if "stat" in value:
            self.only(what, value, ("stat", "of"))
            stat = self.word("stat", value["stat"], VALUES, "mean")
            of = self.gruffs("of", value.get("of"), STATES)
            return Stat(stat, of)  # type: ignore[arg-type]  # `validate` refuses what is not single
        self.only(what, value, ("count", "crazy", "half"))
        if "count" in value:
            gruffs = self.gruffs("count", value["count"], STATES)
            if isinstance(gruffs, Pick) and gruffs.each:
                return Count(gruffs)
            self.fault("count needs each gruff of a sort", "write {count: {each: mine}}")
        elif "crazy" in value:
            return Crazy(self.word("crazy", value["crazy"], PLAYERS, "mine"))
        elif "half" in value:
            return Half(self.amount(value["half"], 0))
        return 1


def _numbers(fields: Mapping[str, Any]) -> list[Any]:
    """Every amount of an operation that its sentence shows as a number or as X."""
    mods = fields.get("mods", ())
    return [fields.get("n"), *(mod.n for mod in mods)]
