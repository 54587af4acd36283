"""YAML completion: the keys and values that a schema allows at the end of an unfinished text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

Schema: TypeAlias = Mapping[str, Any]
Word: TypeAlias = tuple[str, str, str]
"""A completion, its kind, and its meaning."""
_LINE = re.compile(r"(?P<indent> *)(?P<dash>(?:- +)*)(?P<rest>.*)", re.DOTALL)
_KEY = re.compile(r"[\"']?([\w-]+)[\"']?:(?:\s+|$)")


class _Step(NamedTuple):
    """A key or an item above a place, and its indentation."""

    indent: int
    key: str | int


def complete_yaml(schema: Schema, before: str) -> tuple[int, list[Word]] | None:
    """Where the word at the end of a text begins, and its completions; None if nothing is known."""
    lines = before.split("\n")
    line = lines[-1]
    if not schema or line.lstrip().startswith("#"):
        return None
    path, rest = _path(lines)
    path, rest = _into_braces(path, rest)
    found = list(_at(schema, schema, path))
    value = _KEY.match(rest)
    if value is not None:
        found = [each for one in found for each in _children(schema, one, value[1])]
        rest = rest[value.end() :]
        item = re.search(r"\[(?:[^\]]*,)?\s*([\w-]*)$", rest)
        if item:
            found = [each for one in found for each in _children(schema, one, 0)]
            rest = item[1]
        words = [word for one in found for word in _values(one)]
    else:
        words = [word for one in found for word in (*_keys(schema, one), *_values(one))]
    if not re.fullmatch(r"[\w-]*", rest) or not words:
        return None
    return len(before) - len(rest), list(dict.fromkeys(words))


def _path(lines: list[str]) -> tuple[list[str | int], str]:
    """The keys and items around the end of the last line, and the text at that end."""
    steps: list[_Step] = []
    rest = ""
    for number, line in enumerate(lines):
        last = number == len(lines) - 1
        found = _LINE.fullmatch(line)
        assert found
        if not last and (not found["rest"].strip() or found["rest"].startswith("#")):
            continue
        indent, rest = len(found["indent"]), found["rest"]
        if indent < len(line) or last:
            steps = [
                step for step in steps
                if step.indent < indent
                or (step.indent == indent and found["dash"] and not isinstance(step.key, int))
            ]  # fmt: skip
        for dash in re.findall("- +", found["dash"]):
            steps = [step for step in steps if step.indent < indent or step.key != 0]
            steps.append(_Step(indent, 0))
            indent += len(dash)
        key = _KEY.match(rest)
        if key and not last:
            steps = [step for step in steps if step.indent < indent or isinstance(step.key, int)]
            steps.append(_Step(indent, key[1]))
    return [step.key for step in steps], rest


def _into_braces(path: list[str | int], rest: str) -> tuple[list[str | int], str]:
    """The same for content in braces that are still open."""
    while True:
        key = _KEY.match(rest)
        inner = rest[key.end() :] if key else rest
        if not inner.startswith("{") or inner.rstrip().endswith("}"):
            return path, rest
        path = [*path, key[1]] if key else path
        rest = re.split(r",\s*(?![^{\[]*[}\]])", inner[1:])[-1].lstrip()


def _at(root: Schema, schema: Schema, path: list[str | int]) -> Iterator[Schema]:
    if not path:
        yield from _branches(root, schema)
        return
    for each in _children(root, schema, path[0]):
        yield from _at(root, each, path[1:])


def _branches(root: Schema, schema: object) -> Iterator[Schema]:
    """All forms of a value: references followed, alternatives one by one."""
    if not isinstance(schema, Mapping):
        return
    reference = schema.get("$ref")
    if isinstance(reference, str):
        target: Any = root
        for word in reference.removeprefix("#/").split("/"):
            target = target.get(word, {})
        yield from _branches(root, target)
    yield schema
    for name in ("anyOf", "oneOf", "allOf"):
        for each in schema.get(name, ()):
            yield from _branches(root, each)
    for name in ("then", "else"):
        yield from _branches(root, schema.get(name))


def _children(root: Schema, schema: Schema, key: str | int) -> Iterator[Schema]:
    """The schemas of the value under a key, or of an item."""
    for each in _branches(root, schema):
        if isinstance(key, int):
            yield from _branches(root, each.get("items"))
            continue
        named = each.get("properties", {}).get(key)
        if named is not None:
            yield from _branches(root, named)
            continue
        for pattern, child in each.get("patternProperties", {}).items():
            if re.search(pattern, key):
                yield from _branches(root, child)
        yield from _branches(root, each.get("additionalProperties"))


def _keys(root: Schema, schema: Schema) -> Iterator[Word]:
    needed = schema.get("required", ())
    for name, each in schema.get("properties", {}).items():
        forms = list(_branches(root, each))
        kind = next((str(one["type"]) for one in forms if "type" in one), "")
        says = next((str(one["description"]) for one in forms if "description" in one), "")
        yield f"{name}:", "required" if name in needed else kind, says


def _values(schema: Schema) -> Iterator[Word]:
    for value in (*schema.get("enum", ()), *([schema["const"]] if "const" in schema else ())):
        if value is not None:
            yield str(value), "", ""
    if schema.get("type") == "boolean":
        yield from (("true", "", ""), ("false", "", ""))
