"""Helpers: effects in the notation of the content files, parsed and checked."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import generator
from generator.base.errors import Fault
from generator.base.formats.yaml import parse_yaml
from generator.games.gruff.card_text.english import text_of
from generator.games.gruff.card_text.vocabulary import Vocabulary
from generator.games.gruff.effects.ast import Source
from generator.games.gruff.effects.parser import read_source
from generator.games.gruff.effects.validate import scope_faults
from generator.kit.manifest.load import load_kitfile
from generator.kit.tables.load import load_tables
from generator.kit.tables.records import Record, Tables, freeze

DATA = Path(generator.__file__).parent.parent / "data" / "gruff"
CONTENT = ("gruffs", "shepherds", "cards")


@cache
def vocabulary_tables() -> Tables:
    """The tables without card content."""
    specs = load_kitfile(DATA / "game.yaml").tables
    return load_tables({name: specs[name] for name in specs if name not in CONTENT}, DATA)


@cache
def vocabulary() -> Vocabulary:
    return Vocabulary(vocabulary_tables())


def row(clauses: str, host: str = "") -> Record:
    """A row of a content table with these clauses, a YAML list."""
    text = f"id: x\nname: X\nclauses: {clauses}\n" + (f"host: {host}\n" if host else "")
    document = parse_yaml(text, "test.yaml")
    record = freeze(document.data, document.file, document.lines)
    assert isinstance(record, Record)
    return record


def source(kind: str, clauses: str, host: str = "") -> Source:
    """The parsed source, which must be well formed."""
    made, faults = read_source(kind, row(clauses, host), vocabulary())
    assert not faults, "\n".join(map(str, faults))
    return made


def text(kind: str, clauses: str, host: str = "") -> str:
    return text_of(source(kind, clauses, host), vocabulary())


def form_faults(kind: str, clauses: str, host: str = "") -> list[str]:
    """The faults of the form."""
    return [fault.message for fault in read_source(kind, row(clauses, host), vocabulary())[1]]


def meaning_faults(kind: str, clauses: str, host: str = "") -> list[str]:
    """The faults of the meaning of a well-formed effect."""
    found: list[Fault] = list(scope_faults(source(kind, clauses, host), vocabulary()))
    return [fault.message for fault in found]
