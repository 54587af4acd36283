"""Journal of edits: the studio's changes of files, to undo and redo them even after a restart.

Each edit is recorded before its file is written, and so is each undo and redo.  If the studio is
killed in between, the next one finds the file unchanged, and takes the record back.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from generator.base.atomic_output import unwritable, write_whole
from generator.base.errors import KitError, Place
from generator.base.load_document import shown_name
from generator.base.text_files import bytes_of, read_bytes
from generator.press.cache.checksums import checksum

Contents: TypeAlias = Mapping[Path, tuple[bytes | None, bytes]]
"""The content of files before and after an edit; None before is a new file."""

MAX_BYTES = 8 * 1024 * 1024
"""Size beyond which a journal loses its oldest edits when it is opened."""
MAX_EDITS = 200
"""Number of edits that such a journal keeps."""
CONTEXT_BYTES = 64
"""Bytes on either side by which an edit is located again in a changed file."""


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


class Journal:
    """The edits of one kit, with a current position: those after it can be redone."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._edits: list[Edit] = []
        self._done = 0
        self._replaced: list[Edit] = []
        """The edits that could be redone until the last edit was made."""
        self._separator = b""
        """Ends a truncated last line."""
        self._size = -1
        """The size of the file whose entries are known."""
        if entry := self._take_back_unwritten(self._read()):
            with suppress(KitError):  # on a full disk, until the next studio
                self._append(entry)
        if path.is_file() and path.stat().st_size > MAX_BYTES:
            self._shorten()

    @property
    def undoable(self) -> Edit | None:
        """The edit that `undo` reverts."""
        self._catch_up()
        return self._edit(self._done - 1)

    @property
    def redoable(self) -> Edit | None:
        """The edit that `redo` applies again."""
        self._catch_up()
        return self._edit(self._done)

    @property
    def done(self) -> tuple[Edit, ...]:
        """The edits that are in the files, oldest first."""
        self._catch_up()
        return tuple(self._edits[: self._done])

    def _edit(self, number: int) -> Edit | None:
        return self._edits[number] if 0 <= number < len(self._edits) else None

    def write(self, says: str, contents: Contents) -> None:
        """Write files atomically, all or none, and record that as one edit.  Raises KitError."""
        made: list[Edit] = []
        try:
            for path, (before, after) in contents.items():
                edit = replace(edit_of(path, says, before, after), joined=bool(made))
                entry = {"edit": _as_data(edit)}
                self._record(entry, {"drop": True}, partial(write_whole, path, after))
                made.append(edit)
        except KitError:
            if made:
                self.take_back(made[-1])
            raise

    def take_back(self, edit: Edit) -> None:
        """Revert the edit that was just written, with those it is joined to, as if never made.

        Raises KitError.
        """
        path = Path(edit.file)
        content = patched(read_bytes(path, shown_name(path)), edit.reverse)
        if content is None or edit != self.undoable:
            raise _conflict(shown_name(path), edit)
        if edit.before:
            write_whole(path, content)
        else:
            _delete(path)
        entry = {"drop": True}
        self._append(entry)
        self._replay(entry)
        if edit.joined and (earlier := self.undoable):
            self.take_back(earlier)

    def undo(self) -> Edit | None:
        """Undo the last edit, in all its files or in none; returns it, or None if there is none.

        Raises KitError.
        """
        undone: list[Edit] = []
        try:
            while (edit := self.undoable) and (not undone or undone[-1].joined):
                self._undo(edit)
                undone.append(edit)
        except KitError:
            for edit in reversed(undone):
                self._redo(edit)
            raise
        return undone[-1] if undone else None

    def redo(self) -> Edit | None:
        """Redo the edit undone last, in all its files or in none; returns it, or None.

        Raises KitError.
        """
        redone: list[Edit] = []
        try:
            while (edit := self.redoable) and (not redone or edit.joined):
                self._redo(edit)
                redone.append(edit)
        except KitError:
            for edit in reversed(redone):
                self._undo(edit)
            raise
        return redone[-1] if redone else None

    def _undo(self, edit: Edit) -> None:
        self._apply(edit.reverse, {"undo": True}, {"redo": True})

    def _redo(self, edit: Edit) -> None:
        self._apply(edit, {"redo": True}, {"undo": True})

    def _apply(self, edit: Edit, entry: dict[str, Any], contrary: dict[str, Any]) -> None:
        path = Path(edit.file)
        shown = shown_name(path)
        content = read_bytes(path, shown) if path.exists() else None
        if not edit.after:
            if content is not None and checksum(content) != edit.before:
                raise _conflict(shown, edit)
            self._record(entry, contrary, lambda: _delete(path))
        else:
            patched_content = patched(content, edit)
            if patched_content is None:
                raise _conflict(shown, edit)
            self._record(entry, contrary, lambda: write_whole(path, patched_content))

    def _record(
        self, entry: dict[str, Any], contrary: dict[str, Any], change: Callable[[], None]
    ) -> None:
        """Record an entry and change its file; if that fails, the contrary entry cancels it."""
        self._catch_up()
        self._append(entry)
        try:
            change()
        except KitError:
            with suppress(KitError):  # on a full disk, the next studio finds the file unchanged
                self._append(contrary)
            raise
        self._replay(entry)

    def _replay(self, entry: dict[str, Any]) -> None:
        redoable, self._replaced = self._replaced, []
        if "edit" in entry:
            self._replaced = self._edits[self._done :]
            self._edits = [*self._edits[: self._done], _from_data(entry["edit"])]
            self._done += 1
        elif "undo" in entry:
            self._done = max(self._done - 1, 0)
        elif "redo" in entry:
            self._done = min(self._done + 1, len(self._edits))
        elif "drop" in entry:
            self._edits = self._edits[:-1]
            self._done = min(self._done, len(self._edits))
            self._edits += redoable

    def _read(self) -> dict[str, Any]:
        """Replay the file from its beginning; returns its last entry."""
        self._edits, self._done = [], 0
        last: dict[str, Any] = {}
        for last in self._entries():
            self._replay(last)
        return last

    def _catch_up(self) -> None:
        """Take in what another studio has recorded, which changes the same kit."""
        with suppress(OSError):
            if self._path.stat().st_size != self._size:
                self._take_back_unwritten(self._read())

    def _entries(self) -> Iterable[dict[str, Any]]:
        """The entries of the file, without a truncated last line."""
        try:
            content = bytes_of(self._path)
        except OSError:
            return
        self._size = len(content)
        self._separator = b"\n" if content and not content.endswith(b"\n") else b""
        for line in content.splitlines():
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            if isinstance(entry, dict) and _is_readable(entry):
                yield entry

    def _take_back_unwritten(self, last: dict[str, Any]) -> dict[str, Any] | None:
        """Take back the last entry if it was recorded, but its file was never written.

        Returns the entry that says so.
        """
        undone = self._edit(self._done) if "undo" in last else None
        edit = undone.reverse if undone else self._edit(self._done - 1)
        if edit is None or "drop" in last:
            return None
        try:
            now = checksum(bytes_of(Path(edit.file)))
        except OSError:
            now = ""
        if now == edit.before != edit.after:
            contrary = {"undo": "redo", "redo": "undo"}
            entry = {contrary.get(next(iter(last)), "drop"): True}
            self._replay(entry)
            return entry
        return None

    def _shorten(self) -> None:
        first = max(self._done - MAX_EDITS, 0)
        self._edits, self._done = self._edits[first : self._done], self._done - first
        lines = [json.dumps({"edit": _as_data(edit)}) for edit in self._edits]
        content = "".join(f"{line}\n" for line in lines).encode()
        write_whole(self._path, content)
        self._size = len(content)

    def _append(self, entry: dict[str, Any]) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with open(self._path, "ab") as file:
                file.write(self._separator + json.dumps(entry).encode() + b"\n")
                file.flush()
                os.fsync(file.fileno())
                self._size = file.tell()
            self._separator = b""
        except OSError as error:
            self._separator = b"\n"  # it may be there in part
            raise unwritable(error, self._path, "choose another folder for it") from None


def _delete(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise unwritable(error, path, "delete it by hand") from None


def patched(content: bytes | None, edit: Edit) -> bytes | None:
    """A content with an edit applied; None if others have changed the same place."""
    if content is None or not edit.before:
        return edit.new if content is None and not edit.before else None
    start = edit.start
    if checksum(content) != edit.before:
        context = edit.head + edit.old + edit.tail
        if content.count(context) != 1:
            return None
        start = content.index(context) + len(edit.head)
    return content[:start] + edit.new + content[start + len(edit.old) :]


def _conflict(shown: str, edit: Edit) -> KitError:
    message = f'"{edit.says}" cannot be undone or redone: another program has changed the file'
    hint = "change it by hand"
    return KitError(message, place=Place(shown), hint=hint, check="edit-conflict")


def _as_data(edit: Edit) -> dict[str, Any]:
    return {
        name: base64.b64encode(value).decode() if isinstance(value, bytes) else value
        for name, value in asdict(edit).items()
    }


def _is_readable(entry: dict[str, Any]) -> bool:
    """Whether an entry is readable: another version of Grimoire may have written it."""
    try:
        return "edit" not in entry or bool(_from_data(entry["edit"]))
    except (TypeError, ValueError, LookupError):
        return False


def _from_data(data: dict[str, Any]) -> Edit:
    binary = ("old", "new", "head", "tail")
    return Edit(**{**data, **{name: base64.b64decode(data[name]) for name in binary}})
