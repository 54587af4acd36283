"""Line ends: merges texts with plain line ends, as editors return them, into files with other ones."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import chain, repeat

from generator.base.errors import KitError, Place
from generator.base.text_files import check_visible


def newline_of(text: str) -> str:
    """The most frequent line end of a text."""
    ends = re.findall("\r\n|\n|\r", text)
    return max(("\n", "\r\n", "\r"), key=ends.count)


def plain(text: str) -> str:
    """A text as an editor shows it: no byte order mark, and plain line ends."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def decoded(content: bytes, shown: str) -> str:
    """Decode a UTF-8 file, keeping byte order mark and line ends.  Raises KitError if it is invalid."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        hint = 'save the file as "UTF-8" in the program that made it'
        message = "is not UTF-8 text, so it cannot be edited here"
        raise KitError(message, place=Place(shown), hint=hint, check="file-encoding") from None


def encoded(text: str, shown: str) -> bytes:
    """Encode a text for a file.  Raises KitError for half a character, which no file can hold."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        check_visible(text, Place(shown, 1))
        raise


def with_plain_text(old: str, new: str) -> str:
    """The old text with the lines of `new`, a plain text; lines in both are kept unchanged.

    A changed line ends as the one that it replaces.
    """
    mark = "\ufeff" if old.startswith("\ufeff") else ""
    end = newline_of(old)
    before = re.findall("[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+", old.removeprefix("\ufeff"))
    after = re.findall("[^\n]*\n|[^\n]+", new)
    same = SequenceMatcher(None, [plain(line) for line in before], after, autojunk=False)
    lines: list[str] = []
    for kind, first, last, start, stop in same.get_opcodes():
        if kind == "equal":
            lines += before[first:last]
        else:
            replaced = (
                newline_of(line) if plain(line).endswith("\n") else end
                for line in before[first:last]
            )
            ends = zip(after[start:stop], chain(replaced, repeat(end)), strict=False)
            lines += [line.replace("\n", own) for line, own in ends]
    return mark + "".join(lines)


def merged(base: str, ours: str, theirs: str) -> str | None:
    """Merge two changes of a text, if they are to different lines; None if they conflict."""
    versions = [text.splitlines(keepends=True) for text in (base, ours, theirs)]
    edits: list[tuple[int, int, list[str]]] = []
    for lines in versions[1:]:
        matcher = SequenceMatcher(None, versions[0], lines, autojunk=False)
        edits += [
            (first, last, lines[start:stop])
            for kind, first, last, start, stop in matcher.get_opcodes()
            if kind != "equal"
        ]
    edits.sort(key=lambda edit: edit[:2])
    distinct = [edit for number, edit in enumerate(edits) if edit not in edits[:number]]
    merged_lines: list[str] = []
    done = 0
    for number, (first, last, new) in enumerate(distinct):
        if number and first <= done and distinct[number - 1][:2] != (0, 0):
            return None  # adjacent: a person must decide which comes first
        merged_lines += [*versions[0][done:first], *new]
        done = last
    return "".join([*merged_lines, *versions[0][done:]])
