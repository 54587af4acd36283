"""The page `grimoire reference json` as a contract: a JSON Schema of each command's output."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from generator.base.locations import data_root
from generator.base.text_files import read_text
from generator.tools.reference.page import ReferencePage, cells, rows

NESTED = {
    "kits": {
        **dict.fromkeys(("kit", "title", "version", "summary", "data", "templates"), "string"),
        **{"players": "list of integer", "languages": "list of string"},
    },
    "built": {
        **dict.fromkeys(("kit", "folder"), "string"),
        **{"files": "list of object"},
        **dict.fromkeys(("removed", "others", "says ?"), "list of string"),
    },
    "files": {"path": "string", "pages": "integer or null"},
}
"""The keys of objects in lists, which the page explains in a sentence."""


@cache
def contract() -> Mapping[str, Mapping[str, Any]]:
    """The schema of each command's document, or of each of its lines; "Faults" has that of a fault."""
    text = read_text(data_root() / "JSON.md", "JSON.md")
    found = {}
    for section in ReferencePage("json", "", lambda: text).sections:
        table = [cells(row) for head, row in rows(section.text) if cells(head[0])[0] == "key"]
        if table:
            name = section.title.removeprefix("grimoire ").removesuffix(" --json")
            found[name] = _schema({key.replace("`", ""): kind for key, kind, _ in table})
    for command, schema in found.items():
        if command != "Faults":
            faults = {"type": "array", "items": found["Faults"]}
            schema["properties"]["faults"] = faults
            schema["required"] += [] if command == "play" else ["faults"]
        for key in {"kits": ["kits"]}.get(command, ["built"]):
            if key in schema["properties"]:
                inner = schema["properties"][key]["items"] = _schema(NESTED[key])
                if key == "built":
                    inner["properties"]["files"]["items"] = _schema(NESTED["files"])
    return found


def validate(command: str, document: object) -> None:
    """Fail unless a document has the keys that the page lists, with values of these types."""
    Draft202012Validator(contract()[command]).validate(document)


def _schema(keys: Mapping[str, str]) -> dict[str, Any]:
    """The schema of an object with these keys; one with a "?" may be absent."""
    return {
        "type": "object",
        "properties": {key.removesuffix(" ?"): _kind(kind) for key, kind in keys.items()},
        "required": [key for key in keys if not key.endswith("?")],
        "additionalProperties": False,
    }


def _kind(kind: str) -> Mapping[str, Any]:
    """`list of string` and `string or null` as schemas."""
    if kind == "any":
        return {}
    if kind.startswith("list of "):
        return {"type": "array", "items": _kind(kind.removeprefix("list of "))}
    return {"type": kind.split(" or ")}
