"""Store of the build cache: values kept in memory, and in a cache folder of the user.

The folder may be damaged, deleted, full or another program's at any time: then the values are made
again, silently.  A store never changes a result; it only saves time.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeVar, cast

from generator.base.atomic_output import write_whole
from generator.base.errors import KitError
from generator.base.text_files import bytes_of

FORMAT = "kept-1"
"""The subfolder of the cache folder; a new format gets a new name."""
MAX_BYTES = 300 * 1024 * 1024
_DIGEST = hashlib.sha256().digest_size
_OTHERS_MAY_WRITE = 0o022

T = TypeVar("T")

_in_use: ContextVar[Store | None] = ContextVar("store", default=None)


def store_in_use() -> Store | None:
    """The store of the current build; None outside a build."""
    return _in_use.get()


class Store:
    """Values by name; without a folder they last as long as the object does."""

    def __init__(self, folder: Path | None = None) -> None:
        self.hit = False
        """Whether any value of an earlier build has been used."""
        self._memory: dict[str, tuple[str, Any]] = {}
        self._folder = folder / FORMAT if folder else None

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Let the code inside the block find this store."""
        token = _in_use.set(self)
        try:
            yield
        finally:
            _in_use.reset(token)

    def in_memory(self, name: str, version: str, make: Callable[[], T]) -> T:
        """The value of that name and version from this process; otherwise it is made."""
        if name not in self._memory or self._memory[name][0] != version:
            self._memory[name] = version, make()
        return cast(T, self._memory[name][1])

    def persistent(self, name: str, version: str, make: Callable[[], T]) -> T:
        """The value of that name and version from any process: plain data, or the scenes of a kit."""

        def load_or_make() -> T:
            stored = self.get(name)
            if isinstance(stored, tuple) and stored[0] == version:
                self.hit = True
                return cast(T, stored[1])
            value = make()
            self.put(name, (version, value))
            return value

        return self.in_memory(name, version, load_or_make)

    def forget(self) -> None:
        """Forget the values in memory; those in the folder stay."""
        self._memory.clear()

    def get(self, name: str) -> Any:
        """The value of that name in the folder; None if there is none, or it is damaged."""
        from generator.press.cache.serialize import BadBytesError, loads  # slow to import

        content = self.read(name)
        try:
            return None if content is None else loads(content)
        except BadBytesError:
            return None

    def put(self, name: str, value: Any) -> None:
        """Write a value to the folder if possible: complete, even for concurrent readers."""
        from generator.press.cache.serialize import dumps  # slow to import

        if self._folder is not None:
            with suppress(TypeError, RecursionError):
                self.write(name, dumps(value))

    def read(self, name: str) -> bytes | None:
        """The bytes of that name in the folder; None if there are none, or they are damaged."""
        if self._folder is None:
            return None
        path = self._folder / name
        try:
            if not (_is_private(self._folder) and _is_private(path)):
                return None
            content = bytes_of(path)
            if hashlib.sha256(content[_DIGEST:]).digest() != content[:_DIGEST]:
                return None
            os.utime(path)  # the least recently used file is removed first
        except OSError:
            return None
        return content[_DIGEST:]

    def write(self, name: str, content: bytes) -> None:
        """Write bytes to the folder if possible."""
        if self._folder is None:
            return
        with suppress(OSError, KitError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not _is_private(self._folder):
                return
            path = self._folder / name
            write_whole(path, hashlib.sha256(content).digest() + content)
            path.chmod(0o600)  # some users let their groups write their files
            self._tidy(self._folder)

    def _tidy(self, folder: Path) -> None:
        """Remove the least recently used files until the folder is small enough."""
        found = sorted(
            (
                (entry.stat().st_mtime_ns, entry.stat().st_size, entry.path)
                for entry in os.scandir(folder)
            ),
            reverse=True,
        )
        total = 0
        for _, size, path in found:
            total += size
            if total > MAX_BYTES:
                with suppress(OSError):
                    os.unlink(path)


def _is_private(path: Path) -> bool:
    """Whether nobody else can have written to a folder or a file."""
    if not hasattr(os, "geteuid"):
        return True  # on Windows, a user's own folders are closed to others
    found = path.stat()
    return found.st_uid == os.geteuid() and not found.st_mode & _OTHERS_MAY_WRITE
