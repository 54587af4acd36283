"""Journal of edits: the studio's changes of files, to undo and redo them even after a restart.

An edit of one or more files is recorded before they are written, and so is each undo and redo; of
several files, another entry says when all are written.  If the studio is killed in between, the next
one takes the record back, with the files that were written already.
"""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import RLock
from typing import Any, TypeAlias

from generator.base.atomic_output import unwritable, write_whole
from generator.base.errors import KitError, Place
from generator.base.load_document import shown_name
from generator.base.put_in_place import alone
from generator.base.text_files import bytes_of, read_bytes
from generator.press.cache.checksums import checksum

Contents: TypeAlias = Mapping[Path, tuple[bytes | None, bytes]]
"""The content of files before and after an edit; None before is a new file."""
_CONTRARY = {"edits": "drop", "undo": "redo", "redo": "undo"}
"""What cancels an entry, by its kind."""
_WHOLE = {"whole": 1}
"""The entry after an edit of several files: what others do to one of them does not take it back."""

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
        first = self._done - 1
        while first > 0 and self._edits[first].joined:
            first -= 1
        return self._edits[max(first, 0) : self._done]

    @property
    def _next(self) -> Sequence[Edit]:
        """The edit undone last, of each of its files."""
        end = self._done + 1
        while end < len(self._edits) and self._edits[end].joined:
            end += 1
        return self._edits[self._done : end]

    def write(self, says: str, contents: Contents) -> None:
        """Write files atomically, all or none, and record that as one edit.

        Raises KitError, also if one is no longer what it is to be before.
        """
        made: list[Edit] = []
        with self._alone():
            for path, (before, after) in contents.items():
                if _content(path) != before:
                    message = (
                        "has been changed by another program in the meantime; nothing was written"
                    )
                    place = Place(shown_name(path))
                    raise KitError(message, place=place, hint="try again", check="edit-conflict")
                if after != before:
                    made.append(replace(edit_of(path, says, before, after), joined=bool(made)))
            if made:
                new = {path: after for path, (before, after) in contents.items() if after != before}
                self._carry_out({"edits": [*map(_as_data, made)]}, new)

    def take_back(self, edit: Edit) -> None:
        """Revert the edit that was just written, in all its files, as if never made.

        Raises KitError.
        """
        with self._alone():
            made = self._last
            if [edit] != [*made[-1:]]:
                raise _conflict(Path(edit.file), edit)
            contents = _contents_with([each.reverse for each in made])
            for path, (_, content) in contents.items():
                _put(path, content)
            self._append(entry := {"drop": len(made)})
            self._replay(entry)

    def undo(self) -> Edit | None:
        """Undo the last edit, in all its files or in none; returns it, or None if there is none.

        Raises KitError.
        """
        with self._alone():
            undone = self._last
            self._apply("undo", [edit.reverse for edit in undone])
        return next(iter(undone), None)

    def redo(self) -> Edit | None:
        """Redo the edit undone last, in all its files or in none; returns it, or None.

        Raises KitError.
        """
        with self._alone():
            self._apply("redo", redone := self._next)
        return next(reversed(redone), None)

    def _apply(self, kind: str, edits: Sequence[Edit]) -> None:
        if edits:
            contents = _contents_with(edits)
            sums = [_sum(before) for before, _ in contents.values()]
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
        if made := _edits_of(entry):
            self._replaced = self._edits[self._done :]
            self._edits = [*self._edits[: self._done], *made]
            self._done += len(made)
        elif "undo" in entry:
            self._done = max(self._done - int(entry["undo"]), 0)
        elif "redo" in entry:
            self._done = min(self._done + int(entry["redo"]), len(self._edits))
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
        made = _edits_of(last)
        kind = "edits" if made else next(iter(last), "drop")
        if kind == "drop" or last == _WHOLE:
            return
        count = len(made) or int(last[kind])  # an earlier version recorded each file apart
        undone = [edit.reverse for edit in self._next[:count]]
        edits = undone if kind == "undo" else self._last[-count:]
        pairs = zip(edits, last.get("sums") or [edit.before for edit in edits], strict=False)
        unwritten = [edit for edit, sum in pairs if _sum_now(edit) == sum != edit.after]
        if not unwritten:
            return
        entry = {_CONTRARY[kind]: len(edits)}
        self._replay(entry)
        with suppress(KitError):  # others have changed a file, or the disk is full
            written = [edit.reverse for edit in edits if edit not in unwritten]
            for path, (_, content) in _contents_with(written).items():
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
            except ValueError:
                continue
            if isinstance(entry, dict) and _is_readable(entry):
                yield entry

    def _shorten(self) -> None:
        first = max(self._done - MAX_EDITS, 0)
        while first and self._edits[first].joined:
            first -= 1
        self._edits, self._done = self._edits[first : self._done], self._done - first
        entries = ({"edits": [_as_data(edit)]} for edit in self._edits)
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


def _put(path: Path, content: bytes | None) -> None:
    """Write a file, or delete it for None.  Raises KitError."""
    if content is not None:
        write_whole(path, content)
        return
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise unwritable(error, path, "delete it by hand") from None


def _content(path: Path) -> bytes | None:
    """The content of a file; None if there is none.  Raises KitError."""
    return read_bytes(path, shown_name(path)) if path.exists() else None


def _sum(content: bytes | None) -> str:
    return "" if content is None else checksum(content)


def _sum_now(edit: Edit) -> str | None:
    """The sum of the file of an edit as it is; None if it cannot be read."""
    with suppress(KitError):
        return _sum(_content(Path(edit.file)))
    return None


def _contents_with(edits: Iterable[Edit]) -> dict[Path, tuple[bytes | None, bytes | None]]:
    """The content of files without edits and with them.  Raises KitError."""
    contents: dict[Path, tuple[bytes | None, bytes | None]] = {}
    for edit in edits:
        before = _content(Path(edit.file))
        after = patched(before, edit) if edit.after else None
        if after is None if edit.after else _sum(before) not in ("", edit.before):
            raise _conflict(Path(edit.file), edit)
        contents[Path(edit.file)] = before, after
    return contents


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


def _conflict(path: Path, edit: Edit) -> KitError:
    message = f'"{edit.says}" cannot be undone or redone: another program has changed the file'
    place, hint = Place(shown_name(path)), "change it by hand"
    return KitError(message, place=place, hint=hint, check="edit-conflict")


def _as_data(edit: Edit) -> dict[str, Any]:
    return {
        name: base64.b64encode(value).decode() if isinstance(value, bytes) else value
        for name, value in asdict(edit).items()
    }


def _is_readable(entry: dict[str, Any]) -> bool:
    """Whether an entry is readable: another version of Grimoire may have written it."""
    try:
        return bool(_edits_of(entry) or int(entry[next(iter(entry))]))
    except (TypeError, ValueError, LookupError, StopIteration):
        return False


def _edits_of(entry: dict[str, Any]) -> list[Edit]:
    """The edits that an entry records, if any; earlier versions recorded those of each file apart."""
    found = [entry["edit"]] if "edit" in entry else entry.get("edits", ())
    return [*map(_from_data, found)]


def _from_data(data: dict[str, Any]) -> Edit:
    binary = ("old", "new", "head", "tail")
    return Edit(**{**data, **{name: base64.b64decode(data[name]) for name in binary}})
