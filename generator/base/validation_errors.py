"""Validation errors of pydantic in plain words, each with its line and a hint."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from generator.base.document import Document, Key
from generator.base.errors import Fault, KitError, describe_value, did_you_mean, short
from generator.base.schema import UnknownKey

T = TypeVar("T")

_KINDS = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
}
_BOUNDS = {
    "greater_than": "more than {gt:.15g}",
    "greater_than_equal": "{ge:.15g} or more",
    "less_than": "less than {lt:.15g}",
    "less_than_equal": "{le:.15g} or less",
}
_SLUGS = {
    "extra_forbidden": "unknown-field",
    "missing": "missing-field",
    "union_tag_not_found": "missing-field",
    "union_tag_invalid": "unknown-choice",
    "literal_error": "unknown-choice",
    "greater_than": "out-of-range",
    "greater_than_equal": "out-of-range",
    "less_than": "out-of-range",
    "less_than_equal": "out-of-range",
    "too_short": "out-of-range",
    "too_long": "out-of-range",
}


def validated(validate: Callable[[Any], T], document: Document, item: str = "") -> T:
    """Validate a document by a schema.  Raises KitError with every error and its line."""
    try:
        return validate(document.data)
    except ValidationError as error:
        raise KitError(explain(error, document.data, document, item=item)) from None


def explain(
    error: ValidationError,
    value: object,
    document: Document,
    path: tuple[Key, ...] = (),
    item: str = "",
) -> list[Fault]:
    """Return one fault for each validation error of the value at a path of a document."""
    faults = []
    for detail in error.errors(include_url=False):
        inner, label = _path(detail, value)
        message, hint = _words(detail, label)
        if detail["type"] == "union_tag_not_found" and (
            name := _nearest_key(detail["input"], "type")
        ):
            inner.append(name)
        check = detail.get("ctx", {}).get("check") or _SLUGS.get(detail["type"], "wrong-type")
        lost = document.lines.at(*path, *inner).lost
        if lost:
            message, hint = f"{label} is empty: # starts a comment", f'quote it: "{lost}"'
        faults.append(Fault(message, document.place(*path, *inner), item, hint, check))
    return faults


def _path(detail: ErrorDetails, value: Any) -> tuple[list[Key], str]:
    """The error's path in the value, and its name for people: `components.grumble.copies`.

    pydantic also puts the kind of a field into the path (`fields.fat.integer.from`): parts that the
    value does not have are left out, unless the error is that they are missing.
    """
    path: list[Key] = []
    label = ""
    last = len(detail["loc"]) - 1
    for number, key in enumerate(detail["loc"]):
        known = key in value if isinstance(value, dict) else _is_index(key, value)
        if known:
            value = value[key]
        elif number < last or detail["type"] != "missing":
            continue
        path.append(key)
        label += _step(key, value, first=not label)
    return path, label


def _is_index(key: Key, value: object) -> bool:
    return isinstance(value, list) and isinstance(key, int) and key < len(value)


def _step(key: Key, value: object, *, first: bool) -> str:
    if isinstance(key, str):
        return key if first else f".{key}"
    name = value.get("id") if isinstance(value, dict) else None
    if isinstance(name, str):
        return name if first else f".{name}"
    return f"item {key + 1}" if first else f" item {key + 1}"


def _words(detail: ErrorDetails, label: str) -> tuple[str, str]:
    """The message and the hint."""
    kind, value, context = detail["type"], detail["input"], detail.get("ctx", {})
    if kind == "kit":
        return f"{label} {context['phrase']}", context["hint"]
    if kind == "extra_forbidden":
        assert isinstance(value, UnknownKey)
        parent, _, name = label.rpartition(".")
        where = f" in {parent}" if parent else ""
        hint = did_you_mean(name, value.known) or value.hint
        return f'unknown {value.kind} "{name}"{where}', hint
    if kind == "missing":
        return f"{label} is missing", ""
    if kind in ("union_tag_invalid", "literal_error"):
        known = re.findall(r"'([^']*)'", context.get("expected_tags") or context["expected"])
        given = context.get("tag", value)
        named = f"{label}.type" if kind == "union_tag_invalid" else label
        return f"{named} cannot be {describe_value(given)}", did_you_mean(str(given), known)
    if kind == "union_tag_not_found" and (name := _nearest_key(value, "type")):
        return f'unknown field "{name}" in {label}', 'did you mean "type"?'
    if kind == "union_tag_not_found":
        return f"{label}.type is missing", "state the type of the values: {type: text}"
    if kind == "too_long" and context["actual_length"] is not None:
        most, given = context["max_length"], context["actual_length"]
        return f"{label} may have at most {most}, but has {given}", ""
    if kind in _BOUNDS:
        return f"{label} must be {_BOUNDS[kind].format(**context)}, but is {short(value)}", ""
    if kind in _KINDS:
        hint = _quoted(value) if kind == "string_type" else ""
        return f"{label} must be {_KINDS[kind]}, but is {describe_value(value)}", hint
    return f"{label}: {detail['msg']}", ""


def _nearest_key(value: object, key: str) -> str:
    """The name in a mapping that stands for a key that it lacks; "" if there is none."""
    names = list(value) if isinstance(value, dict) else []
    return next(iter(difflib.get_close_matches(key, names, n=1, cutoff=0.75)), "")


def _quoted(value: object) -> str:
    if isinstance(value, (bool, int, float)):
        return f'put it in quotes: "{str(value).lower()}"'
    return ""
