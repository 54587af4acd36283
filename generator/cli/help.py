"""Turns the help that the argument parser makes into one for people: what each command does, whole.

The parser's own list cuts its lines short, names the types of Python, runs the examples together,
and does not say where to begin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from typer.core import TyperCommand

COMMAND = "grimoire"
"""What the command is called, however it was started."""

BEGIN = (
    "Begin with `grimoire kits`, and print one: `grimoire build grumbles`. Make one of your own: "
    "`grimoire new mygame`. Each command tells more with examples: `grimoire build --help`. All that "
    "files and options may say: `grimoire reference`."
)

APART = {
    "Where kits are": ("data", "templates", "rules"),
    "In general": ("as_json", "help"),
}
"""Options that nearly every command has, and that nobody needs at first: they come last."""

_ROWS = (
    (r"^(  [A-Z]+) <[^>]*>", r"\1"),  # KIT <list[str]>
    (r"\s+\[x>=\d+\]", ""),  # the message says so to whoever tries
    (r";\s+x>=\d+\]", "]"),
    (r"\s+\[required\]", " (needed)"),
    (r"\{([A-Z]+)\}", r"\1"),  # Usage: ... {OLD} {NEW}
)
_EXAMPLES = re.compile(r"Examples?: ((?:`[^`]*`|[^`])*?)(?:\.(?:\s+|$)|$)(.*)", re.DOTALL)
_JOINTS = (", then", ", and", ";", ",", ":")


class Example(NamedTuple):
    """A command to try, and what there is to say of it."""

    command: str
    says: str = ""

    def __str__(self) -> str:
        return f"{self.command}  # {self.says}" if self.says else self.command


class Epilog(NamedTuple):
    """What stands under the options of a command: examples, and what else there is to know."""

    examples: tuple[Example, ...]
    more: str


def read_epilog(text: str) -> Epilog:
    """The parts of an epilog: "Examples: `grimoire kits`, `grimoire kits --json`. More words."""
    found = _EXAMPLES.match(text)
    if not found:
        return Epilog((), text)
    _, *parts = re.split(r"`([^`]+)`", found[1])
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return Epilog(tuple(Example(command, _remark(says)) for command, says in pairs), found[2])


def _remark(words: str) -> str:
    """What stands between two examples, without what merely joins them."""
    words = words.strip()
    for joint in _JOINTS:
        words = words.removesuffix(joint).removeprefix(joint).strip()
    return words.strip("()")


def in_words_for_people(text: str) -> str:
    """The help with what only programmers read left out or said in words."""
    for pattern, plain in _ROWS:
        text = re.sub(pattern, plain, text, flags=re.MULTILINE)
    return text


class Command(TyperCommand):
    """A command whose help is in plain words, with a line for each example."""

    def get_help(self, ctx: Any) -> str:
        return in_words_for_people(super().get_help(ctx))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        for title, records in self._sections(ctx):
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)

    def _sections(self, ctx: Any) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        told = [(each, each.get_help_record(ctx)) for each in self.get_params(ctx)]
        known = [(each, record) for each, record in told if record]
        apart = {name for names in APART.values() for name in names}
        words = [(each, record) for each, record in known if each.param_type_name == "argument"]
        yield "Arguments", [record for _, record in words]
        options = [(each, record) for each, record in known if each.param_type_name == "option"]
        yield "Options", [record for each, record in options if each.name not in apart]
        for title, names in APART.items():
            yield title, [record for each, record in options if each.name in names]

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        examples, more = read_epilog(self.epilog or "")
        if examples:
            with formatter.section("Examples"):
                for example in examples:
                    formatter.write(f"{'':{formatter.current_indent}}{example}\n")
        if more:
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(more)
