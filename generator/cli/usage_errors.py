"""Turns the argument parser's complaint about a command's words into a fault in plain words."""

from __future__ import annotations

import re

from generator.base.errors import Fault

_ROWS = (
    (
        r"Invalid value for '(.*?)': Input should be a valid integer.*",
        r"\1 must be a whole number",
    ),
    (r"Invalid value for '(.*?)': Input should be a valid number.*", r"\1 must be a number"),
    (
        r"Invalid value for '(.*?)': Input should be greater than or equal to (\S+)",
        r"\1 must be \2 or more",
    ),
    (
        r"Invalid value for '(.*?)': Input should be less than or equal to (\S+)",
        r"\1 must be \2 or less",
    ),
    (r"Option '(.*?)' requires an argument", r"\1 needs a value after it"),
    (r"(Invalid value for '.*?': )Value error, (.*)", r"\1\2"),
    (r"(No such option: \S+) \(Possible options: (.*)\)", r"\1; did you mean \2?"),
    (r"(No such command '\S+'\.) Did you mean (.*)\?", r"\1; did you mean \2?"),
)


def in_plain_words(complaint: str, command: str) -> Fault:
    """What is wrong with the words after `command`, and what to do: where to read more, at least."""
    text = " ".join(complaint.split()).rstrip(".")
    for pattern, plain in _ROWS:
        text = re.sub(f"^{pattern}$", plain, text)
    says, _, guess = text.partition("; did you mean ")
    more = f"{command} --help"
    hint = f"did you mean {guess} Or see {more}" if guess else f"see {more}"
    return Fault(says.rstrip("."), hint=hint)
