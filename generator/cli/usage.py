"""Turns the argument parser's complaint about a command's words into plain words."""

from __future__ import annotations

import re

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
    (r"(Invalid value for '.*?': )Value error, (.*)", r"\1\2"),
    (r"(No such option: \S+) \(Possible options: (.*)\)", r"\1; did you mean \2?"),
)


def in_plain_words(complaint: str) -> str:
    """The complaint as one or two sentences, the last of them where to read more."""
    text = " ".join(complaint.split()).rstrip(".")
    for pattern, plain in _ROWS:
        text = re.sub(f"^{pattern}$", plain, text)
    stop = "" if text.endswith("?") else "."
    return f"{text}{stop} Try --help."
