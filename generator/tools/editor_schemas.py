"""Editor schemas: a JSON Schema for each data file of a kit, written to its folder.

An editor finds a file's schema by the file's first line, which names it::

    # yaml-language-server: $schema=.schema/goofs.json
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generator.base.atomic_output import staging
from generator.base.errors import KitError
from generator.base.text_files import inside, read_text
from generator.engine.of_kit import EXAMPLES
from generator.engine.registry import has_rules, is_written
from generator.engine.scripted import TURNS, has_script
from generator.engine.scripted.script.schema import Script
from generator.engine.testing.examples import KINDS
from generator.engine.testing.expectations import EXPECTED
from generator.engine.text.rule_texts import DESCRIPTIONS, FIELDS, RULES, load_rules
from generator.kit.json_schema import DIALECT, Schema, form_schema, manifest_schema, table_schema
from generator.kit.locate import KIT_MANIFEST, KitFolders
from generator.kit.manifest.load import load_kitfile
from generator.kit.manifest.spec import KitFile
from generator.kit.tables.load import table_ids

FOLDER = ".schema"
"""Folder of a kit's schemas, in its data folder."""
RESERVED = ("game", "rules", "turns", "examples")
"""Reserved names of schemas; a table with such a name gets the prefix `table-`."""
_TYPES = {str: "string", int: "integer", list: "array", dict: "object", bool: "boolean"}
_TEXTS = {"type": "array", "items": {"type": "string"}}
_OBJECTS = {"type": "array", "items": {"type": "object"}}
MODELINE = "# yaml-language-server: $schema="
"""Line by which an editor finds a schema; the schema's path follows."""


@dataclass(frozen=True, slots=True)
class SchemaFile:
    """A data file with its schema, the line that names the schema, and whether the file has it."""

    file: Path
    name: str
    """File name of the schema."""
    schema: Schema
    line: str
    has_line: bool


def describe(folders: KitFolders, out: Path | None = None) -> list[SchemaFile]:
    """Every YAML file of a kit with its schema; `out` is the folder for the schemas.

    Raises KitError if `game.yaml` is invalid.  Invalid tables and rules still have a schema, since a
    file with mistakes needs it most.
    """
    kit = load_kitfile(folders.data / KIT_MANIFEST)
    target = out or folders.data / FOLDER
    return [
        _schema_file(file, name, schema, target) for file, name, schema in _schemas(folders, kit)
    ]


def write_schemas(
    described: list[SchemaFile], target: Path, within: Path | None = None
) -> tuple[str, ...]:
    """Write the schemas to their folder and return their names.  Raises KitError if that fails.

    `within` is the folder of the kit, if the schemas belong there.
    """
    files = schema_files(described)
    with staging(target, within) as stage:
        for name, content in files.items():
            stage.write(name, content)
        stage.finish(name)
    return tuple(files)


def schema_files(described: list[SchemaFile]) -> dict[str, bytes]:
    """The contents of the schema files, by name."""
    schemas = {each.name: each.schema for each in described}
    return {
        name: (json.dumps(schema, indent=1, ensure_ascii=False) + "\n").encode()
        for name, schema in schemas.items()
    }


def _schemas(folders: KitFolders, kit: KitFile) -> Iterator[tuple[Path, str, Schema]]:
    """Yield each file, the name of its schema, and the schema."""
    yield folders.data / KIT_MANIFEST, "game.json", manifest_schema()
    ids = table_ids(kit.tables, folders.data)
    for name, spec in kit.tables.items():
        if not spec.has_cells:
            schema_name = f"table-{name}.json" if name in RESERVED else f"{name}.json"
            yield inside(folders.data, spec.file), schema_name, table_schema(name, spec, ids)
    if not has_rules(folders):
        return
    if has_script(folders.data):
        yield folders.data / TURNS, "turns.json", form_schema(Script)
    if is_written(folders) or (folders.data / RULES).exists():
        yield folders.data / RULES, "rules.json", _rules_schema()
    slugs: list[str] = []
    with suppress(KitError):
        slugs = list(load_rules(folders.data / RULES))
    schema = _examples_schema(folders.name, slugs)
    for file in sorted((folders.data / EXAMPLES).glob("*.yaml")):
        yield file, "examples.json", schema


def _rules_schema() -> Schema:
    """The schema of every `rules.yaml`: a mapping from slugs to rules."""
    fields: dict[str, Any] = {
        name: {"type": _TYPES[kind], "description": DESCRIPTIONS[name]}
        for name, kind in FIELDS.items()
    }
    fields["answers"] |= {"items": {"type": "string"}}
    rule = {**_closed(fields), "required": ["section", "text"]}
    return {"$schema": DIALECT, "type": "object", "additionalProperties": rule}


def _examples_schema(kit: str, rules: Iterable[str]) -> Schema:
    """The schema of a kit's example files; `rules` are the slugs that they may name."""
    slug = {"enum": list(rules)}
    number = {"type": "integer", "minimum": 1}
    view: dict[str, Any] = {"seat": {"type": "integer", "minimum": 0}}
    view |= {"holds": {"type": "object"}, "lacks": _TEXTS}
    odds = {"event": {"type": "object"}, "chance": {"type": ["number", "string"]}, "games": number}
    expect: dict[str, Any] = {
        "position": {"type": "object"},
        "legal": {"anyOf": [_TEXTS, {"type": "object", "additionalProperties": _TEXTS}]},
        "illegal": {"type": "object", "additionalProperties": slug},
        "events": _OBJECTS,
        "never": _OBJECTS,
        "view": {"type": "array", "items": {**_closed(view), "required": ["seat"]}},
        "odds": {"type": "array", "items": {**_closed(odds), "required": list(odds)}},
        "outcome": {"type": "object"},
        "refused": {"type": "string"},
    }
    assert set(expect) == set(EXPECTED)
    fields: dict[str, Any] = {name: {"type": _TYPES[kind]} for name, kind in KINDS.items()}
    fields |= {
        "rules": {"type": "array", "items": slug},
        "about": {"type": "array", "items": slug},
        "data": {"type": "object", "additionalProperties": {"type": "object"}},
        "chance": {
            "type": "array",
            "items": {"anyOf": [number, {"type": "array", "items": number}]},
        },
        "moves": _TEXTS,
        "expect": _closed(expect),
    }
    example = {**_closed(fields), "required": ["id"]}
    whole = {"kit": {"const": kit}, "examples": {"type": "array", "items": example}}
    return {"$schema": DIALECT, **_closed(whole), "required": ["kit", "examples"]}


def _closed(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of an object with these properties and no others."""
    return {"type": "object", "properties": dict(properties), "additionalProperties": False}


def _schema_file(file: Path, name: str, schema: Schema, target: Path) -> SchemaFile:
    path = (target / name).absolute()
    common = [folder for folder in file.absolute().parents if path.is_relative_to(folder)]
    upward = "../" * list(file.absolute().parents).index(common[0]) if common else ""
    line = MODELINE + (upward + path.relative_to(common[0]).as_posix() if common else str(path))
    try:
        has_line = read_text(file, file.name).partition("\n")[0].rstrip() == line
    except KitError:
        has_line = False
    return SchemaFile(file, name, schema, line, has_line)
