"""Semantic checks of effects: faults in the meaning of well-formed clauses (scope)."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.errors import Fault
from generator.games.gruff.card_text.vocabulary import LASTING, Vocabulary
from generator.games.gruff.effects.ast import (
    Clause,
    Compare,
    Count,
    Is,
    Op,
    Pick,
    Ref,
    Source,
    Stat,
    within,
)

CHECK = "chk-scope"


def scope_faults(source: Source, vocabulary: Vocabulary) -> Iterator[Fault]:
    """Return a fault for every reference of a source to something that does not exist then."""
    item = f"{source.label} [{source.id}]"
    if isinstance(source.host, Pick):
        place = source.places[0]
        if source.host.but in ("self", "it", "opposite", "chosen"):
            yield Fault(f'a host has no "{source.host.but}" yet', place, item, check=CHECK)
        if source.host.state == "adjacent":
            yield Fault(
                "before there is a host nothing is adjacent to it", place, item, check=CHECK
            )
    for clause, place in zip(source.clauses, source.places, strict=True):
        for message in dict.fromkeys(_in_clause(source, clause, vocabulary)):
            yield Fault(message, place, item, check=CHECK)


def _in_clause(source: Source, clause: Clause, vocabulary: Vocabulary) -> Iterator[str]:
    names = set(_references(clause))
    if "self" in names and source.kind in ("action", "shepherd") and clause.who is None:
        yield f'"self" means nothing in {_an(source.kind)}'
    if source.kind == "shepherd":
        for name in sorted(names & {"opposite", "active"}):
            yield f'"{name}" means nothing for a shepherd'
        if any(isinstance(each, Pick) and each.state == "adjacent" for each in within(clause)):
            yield '"adjacent" means nothing for a shepherd'
        if any(isinstance(each, Is) and each.state == "adjacent" for each in within(clause)):
            yield '"adjacent" means nothing for a shepherd'
    yield from _trigger(source, clause, vocabulary)
    if "it" in names and not _about_gruff(clause, vocabulary):
        yield '"it" needs a trigger that is about a gruff'
    for each in within(clause):
        if isinstance(each, Stat) and not isinstance(each.of, Ref):
            yield '"of" must name a single gruff'
        if isinstance(each, Is) and not isinstance(each.who, Ref):
            yield 'the "who" of "is" must name a single gruff'
    yield from _chosen(clause)
    yield from _lasting(clause)


def _an(kind: str) -> str:
    return f"an {kind}" if kind == "action" else f"a {kind}"


def _about_gruff(clause: Clause, vocabulary: Vocabulary) -> bool:
    return bool(clause.when) and vocabulary.triggers[clause.when[0]]["of"] == "gruff"


def _trigger(source: Source, clause: Clause, vocabulary: Vocabulary) -> Iterator[str]:
    """Report triggers that a source cannot have."""
    if not clause.when:
        return
    name = clause.when[0]
    if name == "died" and clause.when[1:] == ("self",):
        yield "nothing triggers on its own death"
    if name == "below-threshold" and source.kind != "shepherd":
        yield "only a shepherd has a threshold"
    if source.kind == "shepherd" and name != "below-threshold":
        yield "a shepherd waits for its threshold only"
    if name == "attached" and source.kind not in LASTING:
        yield "only a Condition or a Mutation is attached"


def _references(clause: Clause) -> Iterator[str]:
    """Yield the names of all references in a clause."""
    if "self" in clause.when[1:]:
        yield "self"
    for each in within(clause):
        if isinstance(each, Ref):
            yield each.name
        elif isinstance(each, Pick) and each.but:
            yield each.but


def _chosen(clause: Clause) -> Iterator[str]:
    """Report `chosen` before any choice."""
    message = '"chosen" comes before anything is chosen'
    seen = False
    parts = [clause.who, clause.mods, clause.condition, *clause.ops]
    for part in parts:
        for each in within(part):
            if isinstance(each, Pick) and not each.each:
                if each.but == "chosen" and not seen:
                    yield message
                seen = True
            elif not seen and "chosen" in _names_of(each):
                yield message


def _names_of(value: object) -> tuple[str, ...]:
    """The references of a value itself, without those of the values inside it."""
    if isinstance(value, Ref):
        return (value.name,)
    return (value.but,) if isinstance(value, Pick) else ()


def _lasting(clause: Clause) -> Iterator[str]:
    """Static clauses and boosts must be simple enough to be recalculated at any time."""
    boosts = [mod for op in clause.ops if isinstance(op, Op) for mod in op.fields.get("mods", ())]
    for mod in (*clause.mods, *boosts):
        if not isinstance(mod.n, (int, Count)):
            yield "what lasts must be a number or a count of gruffs"
    if clause.who is None:
        return
    if not (clause.who == Ref("self") or (isinstance(clause.who, Pick) and clause.who.each)):
        yield 'the "who" of a static clause is "self" or each gruff of a sort'
    condition = clause.condition
    if isinstance(condition, Compare):
        for amount in (condition.left, condition.right):
            if not isinstance(amount, (int, Count)):
                yield 'the "if" of a static clause compares numbers and counts only'
