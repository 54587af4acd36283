"""Finished export: its manifest, and its files as they are on the disk."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from pathlib import Path

from generator.base.errors import Place
from generator.base.text_files import bytes_of
from generator.publish.manifest import ExportedFile, ExportedPiece, ExportManifest, Role


@dataclass(frozen=True)
class FinishedExport:
    """Finished export in `folder`, which will be moved to `home`."""

    manifest: ExportManifest
    folder: Path
    home: Path

    @cached_property
    def files(self) -> dict[str, ExportedFile]:
        """The files by their paths."""
        return {entry.path: entry for entry in self.manifest.files}

    @cached_property
    def pieces(self) -> dict[str, ExportedPiece]:
        """The pieces by their ids."""
        return {piece.id: piece for piece in self.manifest.pieces}

    def of_role(self, *roles: Role) -> list[ExportedFile]:
        """The files that have one of these roles."""
        return [entry for entry in self.manifest.files if entry.role in roles]

    def place(self, path: str) -> Place:
        """The place of a fault in a file."""
        return Place(str(self.folder / path))

    def has(self, path: str) -> bool:
        """Whether there is such a file."""
        return (self.folder / path).is_file()

    def read(self, path: str) -> bytes:
        """The content of a file.  Raises OSError."""
        return bytes_of(self.folder / path)

    def rows(self, path: str) -> list[dict[str, str]]:
        """The rows of a CSV, keyed by column name; empty if the file cannot be read."""
        try:
            return list(csv.DictReader(StringIO(self.read(path).decode(), newline="")))
        except OSError:
            return []
