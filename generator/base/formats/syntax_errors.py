"""Syntax errors in plain words: explains the message of a YAML or XML parser by a table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from generator.base.text_files import read_text


class SyntaxFault(NamedTuple):
    """Message and hint, and what its row of the table tells about where the error is."""

    message: str
    hint: str
    at_start: bool = False
    """Whether the error is where an unfinished construct began, not where the parser gave up."""
    or_else: str = ""
    """Another cause of this message in YAML: `colon` or `quote`."""
    tag: str = ""
    """The tag at fault."""
    line: int = 0
    """Its line in the markup."""
    other: str = ""
    """The tag that closes it instead."""
    opens: str = ""
    closes: str = ""
    """The characters that end what was opened and never closed."""
    in_tag: bool = False
    """Whether the error is in a tag and is reported where the next one begins."""


@cache
def _rows() -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """The rows for each language; read only once there is an error."""
    path = Path(__file__).with_suffix(".yaml")
    rows: Mapping[str, Sequence[Mapping[str, Any]]] = yaml.safe_load(read_text(path, path.name))
    return rows


def explain_syntax_error(language: str, complaint: str, **words: object) -> SyntaxFault:
    """Explain a parser's message, given without its position; the last row matches every one."""
    found = ((re.search(row["complaint"], complaint), row) for row in _rows()[language])
    match, row = next((match, row) for match, row in found if match)
    parts = {name: part for name, part in row.items() if name != "complaint"}
    groups = match.groupdict()
    parts |= {name: groups[name] for name in ("tag", "other") if name in groups}
    parts |= {name: row[name].format(**words, **groups) for name in ("message", "hint")}
    return SyntaxFault(**parts, line=int(groups.get("line", 0)))
