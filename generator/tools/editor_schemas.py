"""Editor schemas: a JSON Schema for each data file of a kit, written to its folder.

An editor finds a file's schema by the file's first line, which names it::

    # yaml-language-server: $schema=.schema/goofs.json
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from generator.base.atomic_output import staging
from generator.base.errors import KitError
from generator.base.text_files import inside, read_text
from generator.engine.json_schema import examples_schema, rules_schema, turns_schema
from generator.engine.of_kit import EXAMPLES
from generator.engine.registry import has_rules, is_written
from generator.engine.scripted import TURNS, has_script
from generator.engine.text.rule_texts import RULES, load_rules
from generator.kit.json_schema import DIALECT, Schema, manifest_schema, table_schema
from generator.kit.locate import KIT_MANIFEST, KitFolders
from generator.kit.manifest.load import load_kitfile
from generator.kit.manifest.spec import KitFile
from generator.kit.tables.load import table_ids

FOLDER = ".schema"
"""Folder of a kit's schemas, in its data folder."""
RESERVED = ("game", "rules", "turns", "examples")
"""Reserved names of schemas; a table with such a name gets the prefix `table-`."""
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
        yield folders.data / TURNS, "turns.json", turns_schema()
    if is_written(folders) or (folders.data / RULES).exists():
        yield folders.data / RULES, "rules.json", {"$schema": DIALECT, **rules_schema()}
    slugs: list[str] = []
    with suppress(KitError):
        slugs = list(load_rules(folders.data / RULES))
    schema = {"$schema": DIALECT, **examples_schema(folders.name, slugs)}
    for file in sorted((folders.data / EXAMPLES).glob("*.yaml")):
        yield file, "examples.json", schema


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
