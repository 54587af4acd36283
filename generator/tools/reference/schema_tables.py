"""Tables of the reference generated from the schemas of `game.yaml` and `turns.yaml`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, get_args

from pydantic import BaseModel, TypeAdapter

from generator.base.schema import (
    CheckName,
    FieldName,
    Hex,
    InnerPath,
    Slug,
    Variable,
    attribute_docstrings,
)
from generator.engine.scripted.script.schema import (
    CounterSpec,
    End,
    Grid,
    Hand,
    Pile,
    Row,
    Script,
    Token,
    Track,
)
from generator.engine.scripted.script.step_schema import HELPERS, STEPS, Choice, StepSpec, key_of
from generator.engine.text.rule_texts import DESCRIPTIONS, FIELDS
from generator.kit.checks.spec import CheckSpec
from generator.kit.manifest.pitch import Address, Pitch
from generator.kit.manifest.spec import (
    Component,
    Ink,
    KitFile,
    LanguageCode,
    OptionSpec,
    RulebookSpec,
)
from generator.kit.tables.field_types import FieldSpec
from generator.kit.tables.fields import AnyField
from generator.kit.tables.load import TableSpec
from generator.tools.reference.page import anchor

Schema: TypeAlias = Mapping[str, Any]

MODELS: Mapping[str, type[BaseModel]] = {
    "game.yaml": KitFile,
    "A colour": Ink,
    "A table": TableSpec,
    "A component": Component,
    "An option": OptionSpec,
    "A rulebook": RulebookSpec,
    "A pitch": Pitch,
    "A check": CheckSpec,
    "The whole file": Script,
    "A step": StepSpec,
    "A pile": Pile,
    "A hand": Hand,
    "A row": Row,
    "A track": Track,
    "A grid": Grid,
    "A token": Token,
    "A counter": CounterSpec,
    "A choice": Choice,
    "An end": End,
}
"""Models whose keys are listed in a section, by the section's heading."""

_LINKS = {
    **{
        model.__name__: f"[{title.split(' ', 1)[1]}](#{anchor(title)})"
        for title, model in MODELS.items()
        if title.startswith(("A ", "An "))
    },
    "RowAssertion": "the same, but for `about` and `all`",
    "Limits": "`from` and `to`",
}
"""Links or words for the kinds of values that are models, by the model's name."""
_PATTERNS = {
    "code of a language": LanguageCode,
    "name": Slug,
    "variable": Variable,
    "field name": FieldName,
    "check name": CheckName,
    "file": InnerPath,
    "colour": Hex,
    "address": Address,
}
"""Types of text with their own patterns, by the word for each."""
_TYPES = {"string": "text", "integer": "whole number", "number": "number", "boolean": "flag"}
_LIMITS = ("from", "to")


def keys(title: str) -> str:
    """The table of the keys of the model that a section describes."""
    return _table(("key", "kind", "default", "meaning"), _rows(MODELS[title]))


def field_keys() -> str:
    """The table of the keys that all kinds of fields have."""
    return _table(("key", "kind", "default", "meaning"), _rows(FieldSpec))


def field_own_keys() -> str:
    """The table of the keys that only some kinds of fields have."""
    common = {"type", *FieldSpec.model_json_schema()["properties"]}
    rows = (
        [f"`{kind}`", *row] for kind, spec in field_kinds().items() for row in _rows(spec, common)
    )
    return _table(("`type`", "key", "kind", "default", "meaning"), rows)


def field(kind: str) -> str:
    """The first cells of a kind of field: its name, its content, whether it fits in a CSV cell."""
    spec = field_kinds()[kind]
    return f"| `{kind}` | {summary(spec.__doc__)} | {'yes' if spec.in_cell else 'no'} |"


def field_kinds() -> dict[str, type[FieldSpec]]:
    """The kinds of fields, by name."""
    classes = get_args(get_args(AnyField)[0])
    return {get_args(each.model_fields["type"].annotation)[0]: each for each in classes}


def step(verb: str) -> str:
    """The first cells of a step: its key, its meaning, its required and its optional keys."""
    names = [", ".join(f"`{key_of(name)}`" for name in group) for group in STEPS[verb]]
    return f"| `{key_of(verb)}` | {_meaning(verb)} | {names[0]} | {names[1]} |"


def step_keys() -> str:
    """The table of the keys that qualify a step."""
    names = (*HELPERS, "says", "rule")
    return _table(("key", "meaning"), ((f"`{key_of(name)}`", _meaning(name)) for name in names))


def rule_keys() -> str:
    """The table of the keys of a rule in `rules.yaml`."""
    return _table(("key", "meaning"), ((f"`{name}`", DESCRIPTIONS[name]) for name in FIELDS))


def _meaning(name: str) -> str:
    return summary(attribute_docstrings(StepSpec)[name])


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines).replace(" --- ", "---")


def _rows(model: type[BaseModel], without: Collection[str] = ()) -> Iterator[list[str]]:
    """Yield the key, kind, default and meaning of each value of a model."""
    schema = model.model_json_schema()
    definitions = schema.get("$defs", {})
    own = schema.get("$ref", "").rpartition("/")[2]
    body = definitions[own] if own else schema
    for choice in body.get("anyOf", ()):  # a short form, or the full model
        body = choice if "properties" in choice else definitions.get(_target(choice), body)
    names = [key for key in body["properties"] if key not in without]
    # Limits are inherited, so they come first, but belong last.
    for key in sorted(names, key=_LIMITS.__contains__):
        value = body["properties"][key]
        default = _default(value, key in body.get("required", ()))
        yield [f"`{key}`", _kind(value), default, summary(value.get("description"))]


def _default(value: Schema, needed: bool) -> str:
    default = value.get("default")
    if needed:
        return "**required**"
    if default in (None, "", [], {}):
        return ""
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"


def _kind(value: Schema) -> str:
    """The kind of a value in a few words."""
    if "$ref" in value:
        return _LINKS[_target(value)]
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
    return _TYPES[kind] if kind else "anything"


def _by_name(value: Schema) -> str:
    """The kind of a mapping with names that the kit chooses."""
    if "patternProperties" in value:
        ((pattern, inner),) = value["patternProperties"].items()
        return f"{_patterns()[pattern]} → {_kind(inner)}"
    key = _kind(value["propertyNames"]) if "propertyNames" in value else "text"
    return f"{key} → {_kind(value['additionalProperties'])}"


def _target(value: Schema) -> str:
    return str(value.get("$ref", "")).rpartition("/")[2]


def _patterns() -> dict[str, str]:
    return {TypeAdapter(kind).json_schema()["pattern"]: name for name, kind in _PATTERNS.items()}


def summary(text: str | None) -> str:
    """The first paragraph of a docstring on one line, for a table cell."""
    return " ".join((text or "").strip().split("\n\n")[0].split()).replace("|", "\\|")
