"""JSON Schema of `rules.yaml`, `turns.yaml` and example files, for editors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from generator.engine.scripted.script.schema import Script
from generator.engine.testing.examples import KINDS
from generator.engine.testing.expectations import EXPECTED
from generator.engine.text.rule_texts import DESCRIPTIONS, FIELDS
from generator.kit.json_schema import form_schema

_TYPES = {str: "string", int: "integer", list: "array", dict: "object", bool: "boolean"}
_TEXTS = {"type": "array", "items": {"type": "string"}}
_OBJECTS = {"type": "array", "items": {"type": "object"}}


def turns_schema() -> dict[str, Any]:
    """The schema of every `turns.yaml`."""
    return form_schema(Script)


def rules_schema() -> dict[str, Any]:
    """The schema of every `rules.yaml`: a mapping from slugs to rules."""
    fields: dict[str, Any] = {
        name: {"type": _TYPES[kind], "description": DESCRIPTIONS[name]}
        for name, kind in FIELDS.items()
    }
    fields["answers"] |= {"items": {"type": "string"}}
    rule = {**_closed(fields), "required": ["section", "text"]}
    return {"type": "object", "additionalProperties": rule}


def examples_schema(kit: str, rules: Iterable[str]) -> dict[str, Any]:
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
    return {**_closed(whole), "required": ["kit", "examples"]}


def _closed(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of an object with these properties and no others."""
    return {"type": "object", "properties": dict(properties), "additionalProperties": False}
