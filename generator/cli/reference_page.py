"""Reference pages of the commands and of the errors (Markdown)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from typer import Context

from generator.base.locations import data_root
from generator.base.text_files import read_text
from generator.cli.commands import COMMANDS, load_command

HEAD = """\
# The commands

What each command does, and all its options; `grimoire build --help` shows the same for one.
"""
_OPTION = re.compile(r"(?<!\S)(--?[a-z][\w-]*)")
_CHOICES = re.compile(r"<([\w-]+(?:\|[\w-]+)+)>")


def commands() -> str:
    """The page of all commands: each with its arguments, options and examples."""
    return "\n".join([HEAD, *(line for name in COMMANDS for line in _section(name))])


def errors() -> str:
    """The page of all errors by name."""
    return read_text(data_root() / "ERRORS.md", "ERRORS.md")


def _section(name: str) -> Iterator[str]:
    command = load_command(name)
    context = Context(command, info_name=f"grimoire {name}")
    usage = " ".join(command.collect_usage_pieces(context))
    yield from (f"## grimoire {name}", "", command.help, "")
    yield from (f"```text\ngrimoire {name} {usage}\n```", "")
    yield from ("| argument or option | meaning |", "|---|---|")
    for panel, word, text in command.records(context):
        if word != "-h, --help":
            word = _CHOICES.sub(_list_choices, word.replace(", ", " "))
            word = f"`{word}`" if panel == "Arguments" else _OPTION.sub(r"`\1`", word)
            yield f"| {_cell(word)} | {_cell(text)} |"
    yield from ("", "\n".join(["```sh", *command.examples, "```"]), "")
    yield from ([command.epilog, ""] if command.epilog else [])


def _list_choices(found: re.Match[str]) -> str:
    *words, last = found[1].split("|")
    return f"{', '.join(words)} or {last}"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "\\<")
