"""JSON Schema for editors, of `game.yaml` and of a kit's tables.

An editor that knows the schema of a file completes and explains names and marks mistakes while they
are typed.  It marks nearly all that Grimoire reports; relations between values are left to
`grimoire check`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, TypeAlias

from pydantic import BaseModel

from generator.kit.manifest.spec import KitFile
from generator.kit.tables.field_types import ROWS_OF
from generator.kit.tables.load import TableSpec

Schema: TypeAlias = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
ID_PATTERN = "^[a-z0-9]+(-[a-z0-9]+)*$"


def manifest_schema() -> Schema:
    """The schema of every `game.yaml`."""
    return form_schema(KitFile)


@cache
def form_schema(form: type[BaseModel]) -> Schema:
    """The schema of a kind of file, such as `game.yaml` or `turns.yaml`; cached, so do not change it."""
    return {"$schema": DIALECT, **_simplified(form.model_json_schema(), {})}


def table_schema(name: str, spec: TableSpec, ids: Mapping[str, Iterable[str]]) -> Schema:
    """The schema of the YAML file of a table; `ids` are the row ids of every table."""
    row = _simplified(spec.model().model_json_schema(), ids)
    inner = row.pop("$defs", None)
    head: Schema = {"$schema": DIALECT, "title": name, "$defs": {**(inner or {}), "row": row}}
    link = {"$ref": "#/$defs/row"}
    if spec.kind == "record":
        return {**head, **link}
    rows: Schema = {"type": "array", "items": link}
    if not spec.has_id:
        return {**head, **rows}
    named = {key: value for key, value in row["properties"].items() if key != "id"}
    required = [key for key in row.get("required", ()) if key != "id"]
    head["$defs"]["named-row"] = {**row, "properties": named, "required": required}
    mapping: Schema = {
        "type": "object",
        "propertyNames": {"pattern": ID_PATTERN},
        "additionalProperties": {"$ref": "#/$defs/named-row"},
    }
    # Distinguished by type first, so that an editor reports on the intended form.
    return {**head, "if": {"type": "array"}, "then": rows, "else": mapping}


def _simplified(schema: Any, ids: Mapping[str, Iterable[str]]) -> Any:
    """The schema without titles that only repeat a name, with closed objects and the ids of rows."""
    if isinstance(schema, list):
        return [_simplified(part, ids) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: _simplified(value, ids) for key, value in schema.items() if key != ROWS_OF}
    if isinstance(found.get("title"), str) and found.keys() - {"title"}:
        del found["title"]
    if schema.get("patternProperties"):
        found["additionalProperties"] = False
    table = schema.get(ROWS_OF)
    if isinstance(table, str) and table in ids:
        found["enum"] = list(ids[table])
    if schema.get("default", 0) is None:
        del found["default"]
    return found
