"""Turns the help that the argument parser makes into one for people: what each command does, whole.

The parser's own list cuts its lines short, names the types of Python, and does not say where to
begin.
"""

from __future__ import annotations

import re
from typing import Any

from typer.core import TyperCommand

COMMAND = "grimoire"
"""What the command is called, however it was started."""

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


def in_words_for_people(text: str) -> str:
    """The help with what only programmers read left out or said in words."""
    for pattern, plain in _ROWS:
        text = re.sub(pattern, plain, text, flags=re.MULTILINE)
    return text


class Command(TyperCommand):
    """A command whose help is in plain words."""

    def get_help(self, ctx: Any) -> str:
        return in_words_for_people(super().get_help(ctx))
