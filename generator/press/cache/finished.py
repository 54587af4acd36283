"""Finished builds: results of earlier builds that a new build would only repeat.

A build is finished if every file that the kit may read, the program and the request are the same,
and every finished file still has the bytes that were proved.  A caller that only asks for this need
not load the builder, so this module imports nothing slow.
"""

from __future__ import annotations

import json
from functools import cached_property

from generator.base.units import Size
from generator.press.cache.checksums import checksum, file_sum, kit_sum
from generator.press.cache.store import Store
from generator.press.request import MANIFEST, BuildRequest, BuildResult, OutputFile


class FinishedBuild:
    """The result of a build of this request, kept in a store."""

    def __init__(self, request: BuildRequest, store: Store) -> None:
        """Raises KitError if there is no such kit."""
        self.request, self.store = request, store
        self.folders = request.kit.folders()

    def result(self) -> BuildResult | None:
        """The result of an earlier build, if a new one would be equal and its files still are."""
        if self.request.selection.since:
            return None
        try:
            entry = json.loads(self.store.read(self._name) or b"{}")
            if entry.get("digest") != self.digest:
                return None
            folder = self.request.folder
            if any(file_sum(folder / name) != digest for name, digest in entry["sums"].items()):
                return None
            files = tuple(
                OutputFile(path, pages, Size(*size)) for path, pages, size in entry["files"]
            )
            notes = tuple(map(str, entry["notes"]))
        except (ValueError, KeyError, TypeError, AttributeError):
            return None  # written by another program, or an older version
        return BuildResult(self.request.kit.name, folder, files, (), notes, up_to_date=True)

    def save(self, result: BuildResult) -> None:
        """Keep what has been built and proved."""
        if self.request.selection.since:
            return  # the result depends on a file outside the kit
        names = [MANIFEST, *(file.path for file in result.files)]
        entry = {
            "digest": self.digest,
            "sums": {name: file_sum(result.folder / name) for name in names},
            "files": [[file.path, file.pages, list(file.page_size)] for file in result.files],
            "notes": result.notes,
        }
        self.store.write(self._name, json.dumps(entry).encode())

    @cached_property
    def digest(self) -> str:
        """Digest of every file that the kit may read, and of the program; calculated on first use."""
        return self.compute_digest()

    def compute_digest(self) -> str:
        return kit_sum(self.folders, self.request.kit_folder)

    @cached_property
    def _name(self) -> str:
        folder = str(self.folders.data.resolve())
        key = checksum(folder, self.request.cache_key)
        return f"built-{self.request.kit.name}-{key[:16]}"
