"""Turns the commands and their options into a page of the reference (Markdown)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from typer import Context

from generator.cli.help import COMMAND, in_words_for_people, read_epilog
from generator.cli.lazy_commands import SECTIONS, LazyCommands

HEAD = """\
# The commands

What each command does, and all its options; `grimoire build --help` tells the same of one.
"""
_OPTION = re.compile(r"(?<!\S)(--?[a-z][\w-]*)")
_CHOICES = re.compile(r"<([\w-]+(?:\|[\w-]+)+)>")


def page() -> str:
    """The whole page."""
    commands = LazyCommands()
    names = [name for section in SECTIONS.values() for name in section]
    return "\n".join([HEAD, *(line for name in names for line in _told(name, commands[name]))])


def _told(name: str, command: Any) -> Iterator[str]:
    context = Context(command, info_name=f"{COMMAND} {name}")
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"## {COMMAND} {name}"
    yield ""
    yield command.help
    yield ""
    yield f"```text\n{COMMAND} {name} {in_words_for_people(usage)}\n```"
    yield ""
    yield "| word or option | meaning |"
    yield "|---|---|"
    for parameter in command.params:
        record = parameter.get_help_record(context)
        if record:
            word, says = (in_words_for_people(part) for part in record)
            word = _CHOICES.sub(_choices, word.replace(", ", " "))
            if parameter.param_type_name == "argument":
                word = f"`{parameter.metavar}`"
            word = _OPTION.sub(r"`\1`", word)
            yield f"| {_cell(word)} | {_cell(says)} |"
    yield ""
    examples, more = read_epilog(command.epilog)
    yield "\n".join(["```sh", *map(str, examples), "```"])
    yield ""
    yield from ([more, ""] if more else [])


def _choices(found: re.Match[str]) -> str:
    *words, last = found[1].split("|")
    return f"{', '.join(words)} or {last}"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "\\<")
