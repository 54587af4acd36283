"""Checks of the content that need parsed effects, each under its slug.

Checks that count, add and compare fields are stated in `game.yaml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from generator.base.errors import Fault, citing
from generator.engine.game import Records
from generator.games.gruff import oracles
from generator.games.gruff.card_text.english import text_of
from generator.games.gruff.card_text.vocabulary import Vocabulary, vocabulary_faults
from generator.games.gruff.effects.ast import Mod, Op, Source, within
from generator.games.gruff.effects.parser import read_source
from generator.games.gruff.effects.validate import scope_faults
from generator.kit.checks.registry import check
from generator.kit.tables.records import Record, Tables, table_named

OTHER_CHECKS = {
    **{f"* {table}": "how many there are is for chk-counts" for table in ("cards", "gruffs")},
    "* shepherds": "how many there are is for chk-counts",
    "* *.id": "ids are for chk-unique",
    "* *.name": "names are for chk-unique",
}
"""Changes that the checks of effects ignore."""

CLAUSES = ("*.clauses", "*.clauses.*")
WORDS = ("durations", "flags", "operations", "triggers", "types")
"""Tables of the vocabulary."""

MALFORMED = {"*": "an effect is none any more, which is for chk-effect-schema or chk-scope"}
"""Reason to ignore changes that the oracle does not report, because it reads only effects."""


class ParsedRow(NamedTuple):
    """A parsed row of content: its effect, with the faults in its form and meaning."""

    row: Record
    source: Source
    form: tuple[Fault, ...]
    meaning: tuple[Fault, ...]

    @property
    def sound(self) -> bool:
        return not self.form and not self.meaning


def read_content(tables: Tables) -> list[ParsedRow]:
    """Read all gruffs, shepherds and cards."""
    vocabulary = Vocabulary(tables)
    kinds = [("gruff", row) for row in table_named(tables, "gruffs")]
    kinds += [("shepherd", row) for row in table_named(tables, "shepherds")]
    kinds += [(row["type"], row) for row in table_named(tables, "cards")]
    content = []
    for kind, row in kinds:
        source, form = read_source(kind, row, vocabulary)
        meaning = () if form else tuple(scope_faults(source, vocabulary))
        content.append(ParsedRow(row, source, tuple(form), meaning))
    return content


def unplayable(records: Records) -> list[Fault]:
    """Return the faults that make every game impossible."""
    tables = records.tables
    faults = list(citing("chk-vocabulary", vocabulary_faults(tables)))
    if not faults:
        faults += [fault for read in read_content(tables) for fault in (*read.form, *read.meaning)]
    return faults


def _is_malformed(tables: Tables) -> bool:
    """Whether an effect cannot be parsed, which chk-effect-schema reports."""
    return any(read.form for read in read_content(tables))


def _is_meaningless(tables: Tables) -> bool:
    """Whether an effect makes no sense, which chk-scope reports."""
    return any(read.meaning for read in read_content(tables))


@check(
    "chk-vocabulary",
    allows={f"double {table}": "a word that appears twice is known" for table in WORDS},
)
def vocabulary(tables: Tables) -> Iterator[Fault]:
    """The words of effects are those that the rules can execute."""
    return vocabulary_faults(tables)


@check(
    "chk-effect-schema",
    allows={
        **OTHER_CHECKS,
        **{f"drop {part}": "what is left is in the vocabulary" for part in CLAUSES},
        **{f"double {part}": "what appears twice is in the vocabulary" for part in CLAUSES},
        **{f"swap {part}": "the other is in the vocabulary" for part in CLAUSES},
        **{f"copy {part}": "the other word is in the vocabulary" for part in CLAUSES},
        **{f"?1 {part}.n": "the other number is in the vocabulary" for part in CLAUSES},
        **{f"double {table}": "a word that appears twice is in the vocabulary" for table in WORDS},
        **{f"* {table}.print*": "how it is printed is for chk-text" for table in WORDS},
        "* cards.type": "effects of that type can be so",
        "* cards.host*": "such a card can have it",
        "swap operations.fields": "no effect has what differs",
        "* operations.optional*": "no effect needs it, or none has it",
    },
    oracle=lambda tables: None if any(vocabulary_faults(tables)) else oracles.well_formed(tables),
)
def effect_schema(tables: Tables) -> Iterator[Fault]:
    """Every effect is written in the vocabulary, with nothing missing or unknown."""
    return (fault for read in read_content(tables) for fault in read.form)


@check(
    "chk-scope",
    allows=MALFORMED,
    oracle=lambda tables: None if _is_malformed(tables) else oracles.in_scope(tables),
)
def scope(tables: Tables) -> Iterator[Fault]:
    """Every effect refers only to what exists when it happens."""
    return (fault for read in read_content(tables) for fault in read.meaning)


@check(
    "chk-text",
    allows={
        **OTHER_CHECKS,
        "* cards.type": "the text is the same",
        "rename operations.fields.*": "it is printed in the same words",
        **{f"double {table}": "a word that appears twice is printed in one way" for table in WORDS},
    },
    oracle=lambda tables: True if _is_malformed(tables) or _is_meaningless(tables) else None,
)
def text(tables: Tables) -> Iterator[Fault]:
    """The printed text is the text of the effect, character for character."""
    vocabulary = Vocabulary(tables)
    for read in read_content(tables):
        if read.sound:
            wanted = text_of(read.source, vocabulary)
            if read.row["text"] != wanted:
                place = read.row.place_of("text")
                message = "the text does not say what the effect does"
                yield Fault(message, place, read.source.label, f'it should read "{wanted}"')


@check(
    "chk-coverage",
    allows=MALFORMED,
    oracle=lambda tables: None if _is_malformed(tables) else oracles.all_used(tables),
)
def coverage(tables: Tables) -> Iterator[Fault]:
    """Every operation, trigger, flag and duration occurs somewhere."""
    used: dict[str, set[str]] = {
        name: set() for name in ("operations", "triggers", "flags", "durations")
    }
    for read in read_content(tables):
        for clause in read.source.clauses:
            used["triggers"].update(clause.when[:1])
            for each in within((clause.mods, clause.ops)):
                if isinstance(each, Op):
                    used["operations"].add(each.name)
                    used["durations"].add(each.fields.get("until", ""))
                elif isinstance(each, Mod) and each.is_flag:
                    used["flags"].add(each.what)
    for name, ids in used.items():
        table = table_named(tables, name)
        for row in table:
            if row["id"] not in ids:
                yield Fault("no gruff, shepherd or card uses it", row.place, table.label(row))


@check(
    "chk-unique",
    allows=MALFORMED,
    oracle=lambda tables: (
        None if _is_malformed(tables) or _is_meaningless(tables) else oracles.all_differ(tables)
    ),
)
def unique(tables: Tables) -> Iterator[Fault]:
    """Ids and names are unique, and no two gruffs, shepherds or cards are alike."""
    content = read_content(tables)
    yield from _repeated(content, [("id", read.source.id) for read in content])
    yield from _repeated(content, [("name", read.source.name) for read in content])
    effects: list[object] = []
    for read in content:
        clauses: tuple[object, ...] = (read.source.clauses, read.row.get("cost"), read.source.host)
        effects.append(("effect", read.source.kind, repr(clauses)))
    sound = [read.sound for read in content]
    yield from _repeated(
        [read for read, fine in zip(content, sound, strict=True) if fine],
        [effect for effect, fine in zip(effects, sound, strict=True) if fine],
    )


def _repeated(content: Iterable[ParsedRow], keys: Iterable[object]) -> Iterator[Fault]:
    """Yield a fault for each item with the same key as an earlier one."""
    seen: dict[object, ParsedRow] = {}
    for read, key in zip(content, keys, strict=True):
        first = seen.setdefault(key, read)
        if first is not read:
            what = key[0] if isinstance(key, tuple) else ""
            other = f"{first.source.label} [{first.source.id}]"
            message = f"has the same {what} as {other} at {first.row.place}"
            yield Fault(message, read.row.place, f"{read.source.label} [{read.source.id}]")
