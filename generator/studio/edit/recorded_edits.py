"""Recorded edits: changes of files as bytes at a place, which are found again in a changed file."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from generator.base.errors import KitError, Place
from generator.base.load_document import shown_name
from generator.base.text_files import read_bytes
from generator.press.cache.checksums import checksum

Contents: TypeAlias = Mapping[Path, tuple[bytes | None, bytes]]
"""The content of files before and after an edit; None before is a new file."""
CONTEXT_BYTES = 64
"""Bytes on either side by which an edit is located again in a changed file."""
KINDS = frozenset({"undo", "redo", "aside", "drop", "whole"})
"""The entries of a journal beside those that record edits; each says of how many."""


class EditConflict(KitError):
    """The error of an edit whose place others have changed."""


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of one file: at `start` the bytes `old` became `new`; sums are of the whole file.

    `before` is "" for a new file.  `head` and `tail` are the bytes around the place.
    """

    file: str
    says: str
    start: int
    old: bytes
    new: bytes
    before: str
    after: str
    head: bytes = b""
    tail: bytes = b""
    joined: bool = False
    """Whether it is undone and redone together with the edit before it."""

    @property
    def reverse(self) -> Edit:
        """The edit that reverses this one."""
        return replace(self, old=self.new, new=self.old, before=self.after, after=self.before)


def edit_of(path: Path, says: str, before: bytes | None, after: bytes) -> Edit:
    """The smallest change that turns one content into the other."""
    old = before or b""
    most = min(len(old), len(after))
    start = next((at for at in range(most) if old[at] != after[at]), most)
    end = next((at for at in range(most - start) if old[-1 - at] != after[-1 - at]), most - start)
    stop = len(old) - end
    return Edit(
        str(path),
        says,
        start,
        old[start:stop],
        after[start : len(after) - end],
        "" if before is None else checksum(before),
        checksum(after),
        old[max(start - CONTEXT_BYTES, 0) : start],
        old[stop : stop + CONTEXT_BYTES],
    )


def content_of(path: Path) -> bytes | None:
    """The content of a file; None if there is none.  Raises KitError."""
    return read_bytes(path, shown_name(path)) if path.exists() else None


def checksum_of(content: bytes | None) -> str:
    return "" if content is None else checksum(content)


def checksum_now(edit: Edit) -> str | None:
    """The sum of the file of an edit as it is; None if it cannot be read."""
    with suppress(KitError):
        return checksum_of(content_of(Path(edit.file)))
    return None


def contents_with(edits: Iterable[Edit]) -> dict[Path, tuple[bytes | None, bytes | None]]:
    """The content of files without edits and with them.  Raises KitError."""
    contents: dict[Path, tuple[bytes | None, bytes | None]] = {}
    for edit in edits:
        before = content_of(Path(edit.file))
        after = patched(before, edit) if edit.after else None
        if after is None if edit.after else checksum_of(before) not in ("", edit.before):
            raise conflict(Path(edit.file), edit)
        contents[Path(edit.file)] = before, after
    return contents


def patched(content: bytes | None, edit: Edit) -> bytes | None:
    """A content with an edit applied; None if others have changed the same place."""
    if content is None or not edit.before:
        return edit.new if content is None and not edit.before else None
    start = edit.start if checksum(content) == edit.before else _start_in(content, edit)
    if start is None:
        return None
    return content[:start] + edit.new + content[start + len(edit.old) :]


def _start_in(content: bytes, edit: Edit) -> int | None:
    """Where an edit stands in a changed file; None if it cannot be told for certain.

    What surrounded it tells, or half of that and the rest of its own line: the row above or the row
    below may be another by now, but not the heading of the file.
    """
    whole = edit.head + edit.old + edit.tail
    if content.count(whole) == 1:
        return content.index(whole) + len(edit.head)
    above, begin, line_head = edit.head.rpartition(b"\n")
    line_tail, end, _ = edit.tail.partition(b"\n")
    from_start, to_end = len(edit.head) == edit.start, len(edit.tail) < CONTEXT_BYTES
    upper = edit.head + edit.old + line_tail + end
    placed = content.startswith(upper) if from_start else content.count(upper) == 1
    if end and placed:
        return content.index(upper) + len(edit.head)
    lower = begin + line_head + edit.old + edit.tail
    placed = content.endswith(lower) if to_end else content.count(lower) == 1
    heading = above.partition(b"\n")[0] + begin if from_start else b""
    if begin and placed and content.startswith(heading):
        return content.rindex(lower) + len(begin + line_head)
    return None


def can_apply(edits: Iterable[Edit]) -> bool:
    """Whether `contents_with` edits can be made: no other program has changed their places."""
    with suppress(KitError):
        contents_with(edits)
        return True
    return False


def conflict(path: Path, edit: Edit) -> EditConflict:
    """The error that an edit of a file can be neither undone nor redone."""
    message = f'"{edit.says}" cannot be undone or redone: another program has changed the file'
    place, hint = Place(shown_name(path)), "change it by hand"
    return EditConflict(message, place=place, hint=hint, check="edit-conflict")


def as_data(edit: Edit) -> dict[str, Any]:
    return {
        name: base64.b64encode(value).decode() if isinstance(value, bytes) else value
        for name, value in asdict(edit).items()
    }


def is_readable(entry: object) -> bool:
    """Whether an entry is readable: it may be damaged, or another version of Grimoire may have written it."""
    if not isinstance(entry, dict) or not entry:
        return False
    try:
        if edits_of(entry):
            return True
    except (TypeError, ValueError, LookupError):
        return False
    kind, count = next(iter(entry.items()))
    sums = entry.get("sums", [])
    is_count = type(count) is int and count > 0
    return kind in KINDS and is_count and isinstance(sums, list)


def edits_of(entry: dict[str, Any]) -> list[Edit]:
    """The edits that an entry records, if any; earlier versions recorded those of each file apart."""
    found = [entry["edit"]] if "edit" in entry else entry.get("edits", ())
    return [*map(_from_data, found)]


def _from_data(data: dict[str, Any]) -> Edit:
    binary = ("old", "new", "head", "tail")
    edit = Edit(**{**data, **{name: base64.b64decode(data[name]) for name in binary}})
    words = (edit.file, edit.says, edit.before, edit.after)
    if not all(isinstance(each, str) for each in words):
        raise TypeError
    if type(edit.start) is not int or edit.start < 0 or type(edit.joined) is not bool:
        raise TypeError
    return edit
