"""What the reference page of `game.yaml` says besides what the schema says: words and examples."""

from __future__ import annotations

from typing import Any, NamedTuple

from pydantic import BaseModel

from generator.base.schema import CheckName, FieldName, Hex, InnerPath, Slug, Variable
from generator.kit.checks.spec import CheckSpec
from generator.kit.manifest.spec import Component, Ink, KitFile, OptionSpec
from generator.kit.tables.load import TableSpec

HEAD = """\
<!-- `make reference` makes this page; do not edit it. -->
# game.yaml and the data files

What the data of a kit may say, key by key. This page is made from the schema that Grimoire itself
checks data by; `grimoire reference data` prints it. What templates draw stands in
[scene markup](../templates/REFERENCE.md).

A kit is a folder of data and a folder of templates, both called like the kit:

| file | holds |
|---|---|
| `data/<kit>/game.yaml` | what the kit is made of: this page |
| `data/<kit>/*.yaml`, `.csv`, `.xlsx`, `.ods` | the tables that `game.yaml` names |
| `data/<kit>/icons/*.svg` | icons of the kit's own: `moon.svg` is `:moon:` in every text |
| `data/<kit>/turns.yaml` | [how a turn goes](TURNS.md), for games whose rules are data |
| `data/<kit>/rules.yaml` | [the rules in words](TURNS.md#rules-in-words) |
| `data/<kit>/examples/*.yaml` | [examples of play](TURNS.md#examples-of-play) |
| `data/<kit>/languages/*.po` | what is printed in other languages; `grimoire words` writes them |
| `data/<kit>/.schema/` | what `grimoire schema` tells editors |
| `templates/<kit>/*.xml` | a template for each face: scene markup |
| `templates/<kit>/boxes.yaml` | boxes by name, for `box="..."` |
| `templates/<kit>/rulebook.md.j2` | [the rulebook](../templates/RULEBOOK.md): Markdown with Jinja |
| `data/shared/`, `templates/shared/` | fonts, papers, sizes, colours, icons and templates for all your kits |

An icon that names no colours takes the colour of the text that it stands in.

No other keys are allowed, and values are of the kind that is asked for: a number is no text. A key
without a value is the same as no key.

## Kinds of values

| kind | what it is |
|---|---|
"""

NAMES: dict[str, tuple[Any, str]] = {
    "name": (Slug, "Small letters, digits and hyphens: `old-nan`."),
    "variable": (
        Variable,
        "Small letters, digits and `_`, as templates and expressions write it: `gruff_cards`.",
    ),
    "field name": (FieldName, "A word such as `name` or `last-chance`."),
    "check name": (CheckName, "Letters, digits and hyphens: `C-deck`."),
    "file": (InnerPath, "A file in the kit's own folder: `art/owl.png`."),
    "colour": (Hex, '`"#c0392b"`, in quotes.'),
}
"""Kinds of text that a pattern tells apart."""
UNTRANSLATED = {
    "string": ("text", "Any text; in quotes if it could be read as a number or has a `: ` in it."),
    "integer": ("whole number", "`3`."),
    "number": ("number", "`3`, `-0.5`."),
    "boolean": ("flag", "`true` or `false`."),
}

FORMS = {
    "list of x": "`[a, b]`, or a line for each that begins with `- `.",
    "x → y": "Values of the kind y under keys of the kind x: `{a: 1, b: 2}`, or a line for each.",
}


class Section(NamedTuple):
    """A part of the page: a heading, the model it tells of, words about it, and an example."""

    title: str
    model: type[BaseModel]
    says: str
    example: str


SECTIONS = (
    Section(
        "game.yaml", KitFile, "The file that makes a folder a kit.", """\
title: Beachcombers
version: "1.0"
summary: Comb the shore before the tide takes it back.
players: [2, 4]
minutes: 20
age: 8
fonts: {title: Fredoka One, body: Source Sans Pro}
palette:
  ink: "#222222"
  sea: {full: "#5aa9bf", low: "#ffffff"}
tables:
  finds: {file: finds.csv, fields: {id: {type: id}, name: {type: text}}}
components:
  - {id: find, title: Finds, part: cards, each: finds, front: find.xml}
rulebook: rulebook.md.j2
""",
    ),
    Section(
        "A colour", Ink, "Under `palette`: a colour alone, or what low ink prints instead.", """\
full: "#5aa9bf"
low: "#ffffff"
""",
    ),
    Section(
        "A table", TableSpec,
        "Under `tables`. A YAML table is a list of records, or a mapping from ids to records. A CSV "
        "file, or a sheet of a spreadsheet, has a row for each record under a row of field names.",
        """\
file: finds.csv
one: find
fields:
  id: {type: id}
  name: {type: text}
  worth: {type: integer, from: 0, to: 9, default: 1}
""",
    ),
    Section(
        "A component", Component, "Under `components`: a kind of piece. Without a table it is a "
        "single one.", """\
id: find
title: Finds
part: cards
each: finds
where: row.worth > 0
copies: copies
front: find.xml
back: find-back.xml
note: Shuffle them into one deck.
""",
    ),
    Section(
        "An option", OptionSpec, "Under `options`: a choice that players have, for games that "
        "Grimoire plays. It is of the kind of its default: a word, a whole number, or a flag.", """\
choices: [short, long]
default: short
says: how long the game is
""",
    ),
    Section(
        "A check", CheckSpec,
        "Under `checks`. A path names a table (`finds`), a field of its rows (`finds.worth`) or what "
        "lies deeper. Expressions are Jinja; they know every table by its name, `pieces` (how many "
        "of each component are printed) and, with `each`, the `row`; those under `where` know `it`. "
        "What is expected is said in one way: `expect`, or `expect-expr`, or `from` and `to`.", """\
says: sixteen finds, no two of one name; the weather has a line for each result of the die
all:
  - {sum: finds.copies, expect: 16}
  - {every: finds.worth, where: it.kind == "glass", from: 1}
  - {unique: finds.name}
  - {covers: weather, by: [low, high], die: d6}
""",
    ),
)  # fmt: skip

LEAD = """\
Under `fields` of a table, of a record, and inside lists and maps: what a value may be. A field must
be there, unless it is `optional` or has a `default`.
"""
FIELDS: dict[str, tuple[str, str]] = {
    "id": ("id: {type: id}", "id: old-nan"),
    "text": ("name: {type: text}", "name: Old Nan"),
    "integer": ("worth: {type: integer, from: 0, to: 9}", "worth: 3"),
    "number": ("weight: {type: number}", "weight: 2.5"),
    "boolean": ("wet: {type: boolean, default: false}", "wet: true"),
    "choice": ("size: {type: choice, of: [small, large]}", "size: small"),
    "length": ("wide: {type: length}", "wide: 63mm"),
    "color": ("ground: {type: color}", "ground: sea"),
    "ref": ("kind: {type: ref, to: kinds}", "kind: shell"),
    "data": ("effect: {type: data}", "effect: {do: draw, cards: 2}"),
    "list": ("spots: {type: list, of: {type: integer}, length: [1, 3]}", "spots: [1, 2]"),
    "record": ("cost: {type: record, fields: {gold: {type: integer}}}", "cost: {gold: 2}"),
    "map": ("cells: {type: map, values: {type: text}}", "cells: {a1: sand, b1: sea}"),
}
"""For each kind of field its line in `game.yaml`, and a value in the table's file."""

LIMITS = ("from", "to")
LINKS = {
    "Ink": "[colour](#a-colour)",
    "TableSpec": "[table](#a-table)",
    "Component": "[component](#a-component)",
    "OptionSpec": "[option](#an-option)",
    "CheckSpec": "[check](#a-check)",
    "RowAssertion": "the same, but for `about` and `all`",
    "Limits": "`from` and `to`",
    "Pile": "[pile](#a-pile)",
    "Hand": "[hand](#a-hand)",
    "Track": "[track](#a-track)",
    "Token": "[token](#a-token)",
    "Counter": "[counter](#a-counter)",
    "StepSpec": "[step](#a-step)",
    "End": "[end](#an-end)",
}
"""What a model is called where a value is one."""
