"""Versions of a kit to compare: copies of its data now, before an edit, or with changed cells."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import rmtree
from typing import NamedTuple

from generator.base import locations
from generator.base.atomic_output import copy_folder, make_folder, remove, write_whole
from generator.base.errors import KitError, Place
from generator.base.text_files import is_inside, read_bytes, shown_name
from generator.kit.edit.tables import find_cell
from generator.kit.load import load_manifest
from generator.kit.locate import KitSearchPath
from generator.kit.manifest.spec import KitFile
from generator.studio.edit.recorded_edits import Edit, patched

MOST = 30
"""Most edits of a journal before which a version is offered."""


class CellValue(NamedTuple):
    """A cell and its text in a version."""

    table: str
    row: str
    """"" in a table without rows."""
    field: str
    text: str

    def __str__(self) -> str:
        place = ": ".join(filter(None, (self.table, self.row, self.field)))
        return f"{place} = {self.text}"


@dataclass(frozen=True)
class KitVersion:
    """The data of a kit with edits undone, the last first, and then with cells changed."""

    back: tuple[Edit, ...] = ()
    cells: tuple[CellValue, ...] = ()

    @property
    def title(self) -> str:
        """A short description."""
        base = f"before “{self.back[-1].says}”" if self.back else "the kit as it is"
        return ", ".join([base, *map(str, self.cells)])


def past(done: Iterable[Edit], data: Path) -> list[KitVersion]:
    """The kit before each of the last edits of its data, the latest first.

    Edits of several files that are undone together are one.
    """
    changes: list[list[Edit]] = []
    for edit in done:
        if not (edit.joined and changes):
            changes.append([])
        if is_inside(Path(edit.file), data.resolve()):
            changes[-1].append(edit)
    newest = [*filter(None, changes)][: -MOST - 1 : -1]
    undone = [tuple(reversed(change)) for change in newest]
    return [KitVersion(sum(undone[: count + 1], ())) for count in range(len(undone))]


def path_in(root: Path, path: KitSearchPath, kit: str) -> KitSearchPath:
    """The search path of a version of a kit that is laid out in this folder.  Raises KitError."""
    home = path
    while kit not in home.names() and home.others:
        home = home.others
    return replace(home, data=root, others=None)


def lay_out(version: KitVersion, path: KitSearchPath, kit: str, root: Path) -> KitSearchPath:
    """Put a version into a separate folder, replacing the previous one; return its search path.

    Raises KitError if another program has changed what should be undone, and for an unknown cell.
    """
    folders = path.find(kit)
    copies = {folders.data: root / kit} | {
        shared: root / "shared"
        for shared in folders.shared
        if shared != locations.data_root() / "shared"
    }
    rmtree(root, ignore_errors=True)
    make_folder(root)
    for folder, copy in copies.items():
        copy_folder(folder, copy)
    data = root / kit
    for edit in version.back:
        _undo(edit, data / Path(edit.file).resolve().relative_to(folders.data.resolve()))
    found = path_in(root, path, kit)
    if version.cells:
        manifest = load_manifest(found.find(kit))
        for cell in version.cells:
            _change(cell, manifest, data)
    return found


def _undo(edit: Edit, file: Path) -> None:
    content = read_bytes(file, shown_name(file)) if file.exists() else None
    before = patched(content, edit.reverse)
    if before is None:
        message = f'"{edit.says}" cannot be undone: another program has changed the file'
        raise KitError(
            message, place=Place(edit.file), hint="choose another version", check="edit-conflict"
        )
    if before or edit.before:
        write_whole(file, before)
    else:  # the edit made the file
        remove(file.parent, [file.name])


def _change(cell: CellValue, manifest: KitFile, data: Path) -> None:
    """Change a cell.  Raises KitError."""
    file, row = find_cell(manifest, data, cell.table, cell.row, cell.field)
    write_whole(file.path, file.with_cell(row.index, cell.field, cell.text))
