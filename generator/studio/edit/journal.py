"""Journal of edits: the studio's changes of files, to undo and redo them even after a restart.

An edit of one or more files is recorded before they are written, and so is each undo and redo; of
several files, another entry says when all are written.  If the studio is killed in between, the next
one takes the record back, with the files that were written already.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from threading import RLock
from typing import Any

from generator.base.atomic_output import unwritable, write_whole
from generator.base.errors import KitError, Place
from generator.base.load_document import shown_name
from generator.base.put_in_place import alone
from generator.base.text_files import bytes_of
from generator.studio.edit.recorded_edits import (
    Contents,
    Edit,
    EditConflict,
    as_data,
    can_apply,
    checksum_now,
    checksum_of,
    conflict,
    content_of,
    contents_with,
    edit_of,
    edits_of,
    is_readable,
)

_CONTRARY = {"edits": "drop", "undo": "redo", "redo": "undo"}
"""What cancels an entry, by its kind."""
_WHOLE = {"whole": 1}
"""The entry after an edit of several files: what others do to one of them does not take it back."""

MAX_BYTES = 8 * 1024 * 1024
"""Size beyond which a journal loses its oldest edits when it is opened."""
MAX_EDITS = 200
"""Number of edits that such a journal keeps."""


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
        self._lock = RLock()
        """Held by the thread that reads or writes the file: pages read it while the worker writes."""
        with self._alone():
            if path.is_file() and path.stat().st_size > MAX_BYTES:
                self._shorten()

    @property
    def undoable(self) -> Edit | None:
        """The edit that `undo` reverts; of several files, that of the last."""
        self._catch_up()
        return next(reversed(self._last), None)

    @property
    def redoable(self) -> Edit | None:
        """The edit that `redo` applies again; of several files, that of the first."""
        self._catch_up()
        return next(iter(self._next), None)

    @property
    def done(self) -> tuple[Edit, ...]:
        """The edits that are in the files, oldest first."""
        self._catch_up()
        return tuple(self._edits[: self._done])

    @property
    def _last(self) -> Sequence[Edit]:
        """The last edit that is in the files, of each of its files."""
        return self._ending_at(self._done)

    @property
    def _next(self) -> Sequence[Edit]:
        """The edit undone last, of each of its files."""
        end = self._done + 1
        while end < len(self._edits) and self._edits[end].joined:
            end += 1
        return self._edits[self._done : end]

    def _ending_at(self, end: int) -> Sequence[Edit]:
        """The edit before a position, of each of its files."""
        first = end - 1
        while first > 0 and self._edits[first].joined:
            first -= 1
        return self._edits[max(first, 0) : end]

    def write(self, says: str, contents: Contents) -> None:
        """Write files atomically, all or none, and record that as one edit.

        Raises KitError, also if one is no longer what it is to be before.
        """
        made: list[Edit] = []
        with self._alone():
            for path, (before, after) in contents.items():
                if content_of(path) != before:
                    message = (
                        "has been changed by another program in the meantime; nothing was written"
                    )
                    place = Place(shown_name(path))
                    raise KitError(message, place=place, hint="try again", check="edit-conflict")
                if after != before:
                    made.append(replace(edit_of(path, says, before, after), joined=bool(made)))
            if made:
                new = {path: after for path, (before, after) in contents.items() if after != before}
                self._carry_out({"edits": [*map(as_data, made)]}, new)

    def take_back(self, edit: Edit) -> None:
        """Revert the edit that was just written, in all its files, as if never made.

        Raises KitError.
        """
        with self._alone():
            made = self._last
            if [edit] != [*made[-1:]]:
                raise conflict(Path(edit.file), edit)
            contents = contents_with([each.reverse for each in made])
            for path, (_, content) in contents.items():
                _put(path, content)
            self._append(entry := {"drop": len(made)})
            self._replay(entry)

    def undo(self) -> Edit | None:
        """Undo the last edit, in all its files or in none; returns it, or None if there is none.

        Raises KitError.  If others have changed the place of the edit, the next `undo` is of an older
        one that can be undone.
        """
        with self._alone():
            undone = self._last
            try:
                self._apply("undo", [edit.reverse for edit in undone])
            except EditConflict as error:
                older = self._set_aside()
                faults = [replace(each, hint=_next_undo(older)) for each in error.faults]
                raise (EditConflict(faults) if older else error) from None
        return next(iter(undone), None)

    def redo(self) -> Edit | None:
        """Redo the edit undone last, in all its files or in none; returns it, or None.

        Raises KitError.
        """
        with self._alone():
            self._apply("redo", redone := self._next)
        return next(reversed(redone), None)

    def _set_aside(self) -> Edit | None:
        """Put the last edits that cannot be undone below an older one that can be, and return that.

        They stay in the journal: others may set their files back.  Raises KitError.
        """
        end = self._done
        while end and not can_apply([edit.reverse for edit in self._ending_at(end)]):
            end -= len(self._ending_at(end))
        if not 0 < end < self._done:
            return None
        self._append(entry := {"aside": self._done - end})
        self._replay(entry)
        return self._edits[self._done - 1]

    def _apply(self, kind: str, edits: Sequence[Edit]) -> None:
        if edits:
            contents = contents_with(edits)
            sums = [checksum_of(before) for before, _ in contents.values()]
            new = {path: after for path, (_, after) in contents.items()}
            self._carry_out({kind: len(edits), "sums": sums}, new)

    def _carry_out(self, entry: dict[str, Any], contents: Mapping[Path, bytes | None]) -> None:
        """Record an entry and change its files; if that fails, it is taken back."""
        self._append(entry)
        try:
            for path, content in contents.items():
                _put(path, content)
        except KitError:
            self._recover()
            raise
        if len(contents) > 1:
            with suppress(KitError):  # a full disk: it is read as whole unless others change a file
                self._append(_WHOLE)
        self._replay(entry)

    def _replay(self, entry: dict[str, Any]) -> None:
        if entry == _WHOLE:
            return
        redoable, self._replaced = self._replaced, []
        if made := edits_of(entry):
            self._replaced = self._edits[self._done :]
            self._edits = [*self._edits[: self._done], *made]
            self._done += len(made)
        elif "undo" in entry:
            self._done = max(self._done - int(entry["undo"]), 0)
        elif "redo" in entry:
            self._done = min(self._done + int(entry["redo"]), len(self._edits))
        elif "aside" in entry:
            end = max(self._done - int(entry["aside"]), 0)
            done = [*self._edits[end : self._done], *self._edits[:end]]
            self._edits[: self._done] = done
        elif "drop" in entry:
            self._edits = self._edits[: -int(entry["drop"])]
            self._done = min(self._done, len(self._edits))
            self._edits += redoable

    def _catch_up(self) -> None:
        """Take in what another studio has recorded, which changes the same kit."""
        if self._is_behind:
            with self._alone():
                pass

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Lock: no other studio and no other thread changes the journal, of which all is known."""
        with self._lock, ExitStack() as held:
            with suppress(OSError):  # before the first edit there is no folder
                held.enter_context(alone(self._path.parent))
            if self._is_behind:
                self._recover()
            yield

    @property
    def _is_behind(self) -> bool:
        with suppress(OSError):
            return self._path.stat().st_size != self._size
        return False

    def _recover(self) -> None:
        """Replay the file from its beginning, and take back a last entry of which not all was written."""
        self._edits, self._done = [], 0
        last: dict[str, Any] = {}
        for last in self._entries():
            self._replay(last)
        made = edits_of(last)
        kind = "edits" if made else next(iter(last), "drop")
        if kind in ("drop", "aside") or last == _WHOLE:
            return
        count = len(made) or int(last[kind])  # an earlier version recorded each file apart
        undone = [edit.reverse for edit in self._next[:count]]
        edits = undone if kind == "undo" else self._last[-count:]
        pairs = zip(edits, last.get("sums") or [edit.before for edit in edits], strict=False)
        unwritten = [edit for edit, sum in pairs if checksum_now(edit) == sum != edit.after]
        if not unwritten:
            return
        entry = {_CONTRARY[kind]: len(edits)}
        self._replay(entry)
        with suppress(KitError):  # others have changed a file, or the disk is full
            written = [edit.reverse for edit in edits if edit not in unwritten]
            for path, (_, content) in contents_with(written).items():
                _put(path, content)
            self._append(entry)

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
            except (ValueError, RecursionError):
                continue
            if is_readable(entry):
                yield entry

    def _shorten(self) -> None:
        first = max(self._done - MAX_EDITS, 0)
        while first and self._edits[first].joined:
            first -= 1
        self._edits, self._done = self._edits[first : self._done], self._done - first
        entries = ({"edits": [as_data(edit)]} for edit in self._edits)
        content = "".join(f"{json.dumps(entry)}\n" for entry in entries).encode()
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
            self._size = -1  # it may be there in part
            raise unwritable(error, self._path) from None


def _next_undo(edit: Edit | None) -> str:
    return f'change it by hand; the next Undo is of "{edit.says}"' if edit else ""


def _put(path: Path, content: bytes | None) -> None:
    """Write a file, or delete it for None.  Raises KitError."""
    if content is not None:
        write_whole(path, content)
        return
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise unwritable(error, path, "delete it by hand") from None
