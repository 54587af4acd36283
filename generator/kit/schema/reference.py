"""Turns what `game.yaml` may say into its reference page (Markdown), from the schema editors use.

The page is `data/REFERENCE.md`; a test compares it with what this makes, and reads every example,
so the page cannot go stale.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias, get_args

from pydantic import BaseModel, TypeAdapter

from generator.kit.schema.reference_text import (
    FIELDS,
    FORMS,
    HEAD,
    LEAD,
    LIMITS,
    LINKS,
    NAMES,
    SECTIONS,
    UNTRANSLATED,
    Section,
)
from generator.kit.tables.field_types import FieldSpec
from generator.kit.tables.fields import AnyField
from generator.kit.tables.load import TableSpec

Schema: TypeAlias = Mapping[str, Any]


def reference() -> str:
    """The whole page."""
    kinds = [f"| {name} | {says} |" for name, (_, says) in NAMES.items()]
    kinds += [f"| {name} | {says} |" for name, says in UNTRANSLATED.values()]
    kinds += [f"| {form} | {says} |" for form, says in FORMS.items()]
    parts = [HEAD + "\n".join(kinds) + "\n"]
    for each in SECTIONS:
        parts.append("\n".join(section(each)))
        if each.model is TableSpec:
            parts.append("\n".join(_fields()))
    return "\n".join(parts)


def field_kinds() -> dict[str, type[FieldSpec]]:
    """Every kind of field by its word."""
    classes = get_args(get_args(AnyField)[0])
    return {get_args(each.model_fields["type"].annotation)[0]: each for each in classes}


def section(told: Section) -> Iterator[str]:
    """A part of a reference page, line by line."""
    yield f"## {told.title}"
    yield ""
    yield told.says
    yield ""
    yield from _keys(told.model)
    yield ""
    yield "```yaml"
    yield told.example.rstrip("\n")
    yield "```"
    yield ""


def _fields() -> Iterator[str]:
    yield "## A field"
    yield ""
    yield LEAD
    yield from _keys(FieldSpec)
    yield ""
    yield "| `type` | holds | in a cell | in game.yaml | in the table |"
    yield "|---|---|---|---|---|"
    for word, kind in field_kinds().items():
        spec, value = FIELDS[word]
        cell = "yes" if kind.in_cell else "no"
        yield f"| `{word}` | {meaning(kind.__doc__)} | {cell} | `{spec}` | `{value}` |"
    yield ""
    yield "Some kinds have keys of their own:"
    yield ""
    yield "| `type` | key | kind | default | meaning |"
    yield "|---|---|---|---|---|"
    for word, kind in field_kinds().items():
        for key in _rows(kind, without={"type", *FieldSpec.model_json_schema()["properties"]}):
            yield f"| `{word}` {key}"
    yield ""


def _keys(model: type[BaseModel]) -> Iterator[str]:
    yield "| key | kind | default | meaning |"
    yield "|---|---|---|---|"
    yield from _rows(model)


def _rows(
    model: type[BaseModel], without: set[str] | frozenset[str] = frozenset()
) -> Iterator[str]:
    schema = model.model_json_schema()
    definitions = schema.get("$defs", {})
    own = schema.get("$ref", "").rpartition("/")[2]
    body = definitions[own] if own else schema
    for choice in body.get("anyOf", ()):  # a value alone, or the same in full
        body = choice if "properties" in choice else definitions.get(_target(choice), body)
    keys = [key for key in body["properties"] if key not in without]
    for key in sorted(
        keys, key=LIMITS.__contains__
    ):  # what is inherited comes first, but belongs last
        value = body["properties"][key]
        needed = key in body.get("required", ())
        says = value.get("description", "")
        yield f"| `{key}` | {_kind(value)} | {_default(value, needed)} | {meaning(says)} |"


def _default(value: Schema, needed: bool) -> str:
    default = value.get("default")
    if needed:
        return "**needed**"
    if default in (None, "", [], {}):
        return ""
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"


def _kind(value: Schema) -> str:
    """What a value may be, in a few words."""
    if "$ref" in value:
        return LINKS[_target(value)]
    if "enum" in value or "const" in value:
        return " or ".join(f"`{word}`" for word in value.get("enum", [value.get("const")]))
    if "anyOf" in value:
        choices = [_kind(each) for each in value["anyOf"] if each.get("type") != "null"]
        return " or ".join(dict.fromkeys(choices))
    if "oneOf" in value:
        return "[field](#a-field)"
    kind = value.get("type")
    if kind == "array":
        several = value.get("prefixItems") or [value["items"]]
        if len(several) > 1:
            return f"[{', '.join(map(_kind, several))}]"
        return f"list of {_kind(several[0])}"
    if kind == "object":
        return _by_name(value)
    if "pattern" in value:
        return _patterns()[value["pattern"]]
    return UNTRANSLATED[kind][0] if kind else "anything"


def _by_name(value: Schema) -> str:
    """What a mapping to values under names that the kit chooses may hold."""
    if "patternProperties" in value:
        ((pattern, inner),) = value["patternProperties"].items()
        return f"{_patterns()[pattern]} → {_kind(inner)}"
    key = _kind(value["propertyNames"]) if "propertyNames" in value else "text"
    return f"{key} → {_kind(value['additionalProperties'])}"


def _target(value: Schema) -> str:
    return str(value.get("$ref", "")).rpartition("/")[2]


def _patterns() -> dict[str, str]:
    return {TypeAdapter(kind).json_schema()["pattern"]: name for name, (kind, _) in NAMES.items()}


def meaning(text: str | None) -> str:
    """The first paragraph of a docstring on one line, as a cell of a table."""
    return " ".join((text or "").strip().split("\n\n")[0].split()).replace("|", "\\|")
