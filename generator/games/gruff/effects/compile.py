"""Content, compiled from the tables: every clause becomes functions of the state and the context."""

from __future__ import annotations

from generator.games.gruff.card_text.vocabulary import (
    FLAG_BITS,
    LASTING,
    OF_FIGHTER,
    TRIGGER_BITS,
    TYPES,
)
from generator.games.gruff.checks import ParsedRow, read_content
from generator.games.gruff.content import (
    Candidates,
    Card,
    Change,
    CompiledClause,
    Content,
    Gruff,
    Operation,
    Shepherd,
)
from generator.games.gruff.effects.ast import VALUES, Clause, Op, Pick, Ref, Source
from generator.games.gruff.effects.choices import needs_of, options_of, slots_of
from generator.games.gruff.effects.operations import COMPILERS
from generator.games.gruff.effects.terms import amount, fighters, holds, selectable
from generator.kit.tables.records import Tables

RULES = {"below-threshold": "threshold", "attached": "type-{kind}"}
"""Rules of the triggers that have their own."""
LIFE_STATES = ("living", "dead", "either")
"""States of a gruff that it keeps while nobody dies or rises."""


def compile_content(tables: Tables) -> Content:
    """The content of a kit: its cards, gruffs and shepherds, and their clauses numbered in this order."""
    return _Compiler(tables).content


class _Compiler:
    def __init__(self, tables: Tables) -> None:
        reads = read_content(tables)
        self.clauses: list[CompiledClause] = []
        gruffs = [read for read in reads if read.source.kind == "gruff"]
        shepherds = [read for read in reads if read.source.kind == "shepherd"]
        self.gruff_number = {read.source.id: number for number, read in enumerate(gruffs)}
        self.cards = [
            self._card(number, read)
            for number, read in enumerate(read for read in reads if read.source.kind in TYPES)
        ]
        self.content = Content(
            tables,
            self.clauses,
            [self._gruff(number, read) for number, read in enumerate(gruffs)],
            [self._shepherd(number, read) for number, read in enumerate(shepherds)],
            self.cards,
        )

    def _gruff(self, number: int, read: ParsedRow) -> Gruff:
        row, source = read.row, read.source
        pool = [card for card, each in enumerate(self.cards) if each.pool == number]
        return Gruff(
            source.id,
            source.name,
            (row["mean"], row["weird"], row["fat"]),
            self._clauses(source, gruff=number)[0],
            tuple(pool),
            sum([self.cards[card].ultimate for card in pool]),
            row["text"],
        )

    def _shepherd(self, number: int, read: ParsedRow) -> Shepherd:
        row, source = read.row, read.source
        return Shepherd(
            source.id,
            source.name,
            row["life"],
            row["threshold"],
            row["crazy"],
            row["breaking-point"],
            self._clauses(source, shepherd=number)[0],
            row["text"],
        )

    def _card(self, number: int, read: ParsedRow) -> Card:
        row, source = read.row, read.source
        pool = self.gruff_number[row["pool"]]
        rules = self._clauses(source, gruff=pool, card=number)
        at_once = [each for each in rules if each.trigger == "attached" or source.kind == "action"]
        host = source.host if source.kind in LASTING else None
        needs = tuple(need for each in at_once if each.asks for need in each.needs)
        usually = not any(_is_asking(each.definition, usually=True) for each in at_once)
        static = tuple(each for each in rules if each.definition.is_static)
        always = [mod for each in static if each.is_fixed for mod in each.definition.mods]
        return Card(
            source.id,
            source.name,
            pool,
            TYPES.index(source.kind),
            row["cost"],
            row["ultimate"],
            host,
            _hosts(host) if host else None,
            rules,
            tuple(at_once),
            tuple(each for each in rules if each.trigger and each not in at_once),
            static,
            tuple(
                (VALUES.index(mod.what), mod.n)
                for mod in always
                if isinstance(mod.n, int) and not mod.is_flag
            ),
            sum({FLAG_BITS[mod.what] for mod in always if mod.is_flag}),
            tuple(each for each in static if not each.is_fixed),
            needs,
            not needs and _has_host(host),
            usually and _has_host(host, usually=True),
            row["text"],
        )

    def _clauses(
        self, source: Source, gruff: int = -1, shepherd: int = -1, card: int = -1
    ) -> tuple[CompiledClause, ...]:
        """The clauses of a source, each with its own number."""
        rules = []
        for place, clause in enumerate(source.clauses, 1):
            trigger, about, type = (*clause.when, "", "", "")[:3]
            rules.append(
                CompiledClause(
                    len(self.clauses),
                    f"{source.id}#{place}",
                    source,
                    clause,
                    holds(clause.condition) if clause.condition is not None else None,
                    fighters(clause.who or Ref("self")),
                    tuple(Change(mod.what, amount(mod.n)) for mod in clause.mods),
                    tuple(_operation(op) for op in clause.ops),
                    gruff,
                    shepherd,
                    card,
                    trigger,
                    about,
                    TYPES.index(type) if type else -1,
                    RULES.get(trigger, "trigger-order").format(kind=source.kind),
                    tuple(
                        tuple(_awaited(trigger, about, side, host) for host in (*range(6), -1))
                        for side in (0, 1)
                    ),
                    _needs(clause),
                    _is_asking(clause),
                    _is_varying(clause),
                    _is_fixed(clause),
                )
            )
            self.clauses.append(rules[-1])
        return tuple(rules)


def _hosts(host: Ref | Pick) -> Candidates:
    if isinstance(host, Pick):
        return selectable(host)
    find = fighters(host)
    return lambda state, context, picks: [one for one in find(state, context) if state.alive[one]]


def _operation(op: Op) -> Operation:
    name, fields = op.name, dict(op.fields)
    slots = tuple(slots_of(name, fields))
    return Operation(
        name,
        fields,
        slots,
        name in ("strip", "recover"),
        options_of(name, fields, slots),
        COMPILERS[name](fields, [slot.field for slot in slots]),
    )


def _needs(clause: Clause) -> tuple[Candidates, ...]:
    """`playable`: an optional clause needs nothing."""
    operations = () if clause.may else clause.ops
    return tuple(need for op in operations for need in needs_of(op.name, op.fields))


def _is_asking(clause: Clause, usually: bool = False) -> bool:
    choices = (value for op in clause.ops for value in op.fields.values())
    return not clause.may and any(
        [op.name in ("recover", "strip", "swap") for op in clause.ops]
        + [
            isinstance(each, Pick) and not (each.each or _is_always_met(each, usually))
            for each in choices
        ]
    )


def _has_host(host: Ref | Pick | None, usually: bool = False) -> bool:
    """Whether a card needs no host, or always has one: the active gruff while it lives (`usually`)."""
    if isinstance(host, Pick):
        return _is_always_met(host, usually)
    return usually or host is None


def _is_always_met(pick: Pick, usually: bool) -> bool:
    """Whether some gruff matches as long as the game goes on: a living one of one's own, or of the
    enemy's while none is hidden (`usually`).
    """
    seen = usually or pick.side != "enemy"
    return seen and pick.state in ("living", "either") and not pick.but


def _is_varying(clause: Clause) -> bool:
    who = clause.who
    moving = isinstance(who, Pick) and (who.state not in LIFE_STATES or who.but not in ("", "self"))
    fixed = all(isinstance(mod.n, int) for mod in clause.mods)
    return moving or not fixed or clause.condition is not None


def _is_fixed(clause: Clause) -> bool:
    amounts = all(isinstance(mod.n, int) for mod in clause.mods)
    return amounts and isinstance(clause.who, Ref) and clause.condition is None


def _awaited(trigger: str, about: str, side: int, host: int) -> int:
    """All that a clause with this trigger waits for, on this fighter and controlled by this side."""
    if not trigger:
        return 0
    if about == "self":
        return TRIGGER_BITS[trigger, OF_FIGHTER + host]
    if about == "enemy":
        return TRIGGER_BITS[trigger, 1 - side]
    if about == "mine" or trigger == "below-threshold":
        return TRIGGER_BITS[trigger, side]
    return TRIGGER_BITS[trigger, 0] | TRIGGER_BITS[trigger, 1]
