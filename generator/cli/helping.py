"""Turns the help that the argument parser makes into one for people: what each command does, whole.

The parser's own list cuts its lines short, names the types of Python, and does not say where to
begin.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from typer.core import TyperCommand, TyperGroup

COMMAND = "grimoire"
"""What the command is called, however it was started."""

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "Print a kit": ("kits", "build", "maps", "monitors", "rulebook", "calibrate"),
    "Make a kit": ("new", "watch", "check", "diff", "words", "schema"),
    "Hand it on": ("proof", "export"),
    "Play it": ("play", "example", "simulate", "report", "ladder"),
}
"""The commands by what people want; in the order in which a newcomer meets them."""

BEGIN = (
    "Begin with `grimoire kits`, and print one: `grimoire build grumbles`. Make one of your own: "
    "`grimoire new mygame`. Each command tells more with examples: `grimoire build --help`."
)

_ROWS = (
    (r"^(  [A-Z]+) <[^>]*>", r"\1"),  # KIT <list[str]>
    (r"\s+\[x>=\d+\]", ""),  # the message says so to whoever tries
    (r";\s+x>=\d+\]", "]"),
    (r"\s+\[required\]", " (needed)"),
    (r"\{([A-Z]+)\}", r"\1"),  # Usage: ... {OLD} {NEW}
)


def in_plain_words(text: str) -> str:
    """The help with what only programmers read left out or said in words."""
    for pattern, plain in _ROWS:
        text = re.sub(pattern, plain, text, flags=re.MULTILINE)
    return text


class Command(TyperCommand):
    """A command whose help is in plain words."""

    def get_help(self, ctx: Any) -> str:
        return in_plain_words(super().get_help(ctx))


class Commands(TyperGroup):
    """All commands, told in sections, each with the whole sentence that says what it does."""

    def get_help(self, ctx: Any) -> str:
        return in_plain_words(super().get_help(ctx))

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for title, names in SECTIONS.items():
            told = [(name, self.commands[name].help or "") for name in names]
            with formatter.section(title):
                formatter.write_dl(told, col_spacing=4)
