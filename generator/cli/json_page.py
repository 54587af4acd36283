"""Reference page of the JSON contract: a table of keys for each command, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.cli.json_contract import ANSWERS, JsonFault, Shape, WatchLine
from generator.cli.output import LINES_COMMANDS

_HEAD = """\
# JSON output (--json)

Every command takes `--json`. Then stdout has only JSON, in plain ASCII; messages for people, and the
progress, go to stderr. Most commands print one document, an object; those that report events as they
happen print JSON Lines, one object per line. Later versions may add keys, so ignore those that you do
not know. A key with a `?` may be absent.

## Exit codes

| code | means |
|---|---|
| 0 | All is well: `faults` is empty. |
| 1 | The command finished, and found faults in what it examined. |
| 2 | The request or its files cannot be used. Whatever does not depend on them was done anyway. |
| 130 | The command was interrupted; there may be no document. |
| 143 | The same, by a signal (SIGTERM). |

## Faults

Every document has `faults`, a list of everything that is wrong, including wrong options and kits that
do not exist. A document with no other key says why the command could not start. JSON Lines that break
off end with such a line.

"""


def page() -> str:
    """The contract, as a page of the reference (Markdown)."""
    return _HEAD + "\n".join([*_table(JsonFault), "", *_commands()])


def _commands() -> Iterator[str]:
    for command, shape in ANSWERS.items():
        yield f"## grimoire {command} --json"
        yield ""
        yield (
            "A line for each thing that happens."
            if command in LINES_COMMANDS
            else "One document. Besides `faults`:"
        )
        yield ""
        yield from _table(shape)
        yield ""


def _table(shape: type[Shape]) -> Iterator[str]:
    schema = shape.model_json_schema()
    yield "| key | type | content |"
    yield "|---|---|---|"
    for key, value in schema["properties"].items():
        if key != "faults" or shape is WatchLine:
            optional = "" if key in schema.get("required", ()) else " ?"
            text = " ".join(value.get("description", "").split())
            yield f"| `{key}`{optional} | {_type(value)} | {text} |"


def _type(schema: Mapping[str, Any]) -> str:
    """A JSON Schema's type in words: `list of string`, `string or null`."""
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(map(_type, schema["anyOf"])))
    if schema.get("type") == "array":
        return f"list of {_type(schema['items'])}"
    return str(schema.get("type", "object" if "$ref" in schema else "any"))
