"""Turns the name of a language into the grammar that words what cards, gruffs and shepherds do.

A grammar is a function from a `Source` to all that is printed as its effect.  It shares nothing
with the others but the values in `clauses`: what a language needs besides (cases, genders, another
order of words) is its own affair.  To add one, write a module with a `text_of` and name it here;
texts in a language without a grammar are translated as they are printed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from generator.games.gruff.card_text import english, german
from generator.games.gruff.card_text.vocabulary import Vocabulary
from generator.games.gruff.checks import read_content
from generator.games.gruff.effects.ast import Source
from generator.kit.tables.records import Tables

Grammar: TypeAlias = Callable[[Source, Vocabulary], str]

GRAMMARS: Mapping[str, Grammar] = {"en": english.text_of, "de": german.text_of}

TABLES = {"gruff": "gruffs", "shepherd": "shepherds"}
"""The tables of the sources; all others are cards."""


def wording(tables: Tables, language: str) -> dict[tuple[str, str, str], str]:
    """The text of every gruff, shepherd and card in a language, by table, id and field.

    Empty for a language without a grammar.
    """
    text_of = GRAMMARS.get(language)
    if text_of is None:
        return {}
    vocabulary = Vocabulary(tables)
    return {
        (TABLES.get(read.source.kind, "cards"), read.source.id, "text"): text_of(
            read.source, vocabulary
        )
        for read in read_content(tables)
    }
