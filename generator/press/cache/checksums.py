"""Checksums of the files that a kit is made of, and of the program itself.

Modification time and size are ignored: files are small, so all of them are read.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from generator.base.locations import package_root
from generator.base.put_in_place import ASIDE
from generator.base.text_files import open_plain
from generator.kit.locate import KitFolders
from generator.kit.manifest.head import named_rules

NOT_READ = (".git", ".schema", "__pycache__")
"""Folders that are not part of a kit: schemas are for editors, and change with the data."""


def checksum(*values: object) -> str:
    """A checksum of several values; equal values must have equal `repr`."""
    return hashlib.sha256("\0".join(map(repr, values)).encode()).hexdigest()


def file_sum(path: Path) -> str:
    """The checksum of the content of a file; "" if it cannot be read."""
    try:
        with open_plain(path) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""


@cache
def program() -> str:
    """The checksum of Grimoire's own code, and of the names and versions of its dependencies."""
    sources = [(name, file_sum(path)) for name, path in _files(package_root(), Path())]
    code = [each for each in sources if each[0].endswith((".py", ".css", ".js"))]
    packages = sorted(
        name
        for folder in dict.fromkeys(sys.path)
        if os.path.isdir(folder)
        for name in os.listdir(folder)
        if name.endswith((".dist-info", ".egg-info"))
    )
    return checksum(sys.version, code, packages)


def kit_sum(folders: KitFolders, output: Path) -> str:
    """The checksum of every file that a kit may read, and of the program.

    `output` is the folder of finished files, which may lie among the kit's own.
    """
    roots = (folders.data, *folders.templates, *folders.shared)
    output = output.resolve()
    sums = [
        [(name, _link_sum(path) or file_sum(path)) for name, path in _files(root.resolve(), output)]
        for root in roots
    ]
    return checksum(program(), folders.name, sums, _game_code(folders))


def data_sum(folders: KitFolders, output: Path) -> str:
    """The checksum of the program and of the data that decide how a kit plays, without pictures."""
    from generator.base.load_document import SPREADSHEETS  # slow to import

    sums = [
        (name, _link_sum(path) or file_sum(path))
        for name, path in _files(folders.data.resolve(), output.resolve())
        if name.lower().endswith((".yaml", ".yml", ".csv", *SPREADSHEETS))
    ]
    return checksum(program(), folders.name, sums, _game_code(folders))


def _game_code(folders: KitFolders) -> list[tuple[str, str]]:
    """The code of the kit's game, if it is in a user's folder."""
    if not folders.games:
        return []
    name = named_rules(folders) or folders.name
    code = _files((folders.games / name).resolve(), Path())
    return [(name, file_sum(path)) for name, path in code if name.endswith(".py")]


def _files(root: Path, excluded: Path) -> Iterator[tuple[str, Path]]:
    """Every plain file and link below a folder, by its relative name, in order.

    Files being written, or left half-written by a killed program, are no part of the kit.
    """
    for path_of_folder, folders, files in os.walk(root):
        parent = Path(path_of_folder)
        linked = [name for name in folders if (parent / name).is_symlink()]
        folders[:] = sorted(
            name
            for name in folders
            if name not in NOT_READ and not name.startswith(ASIDE) and parent / name != excluded
        )
        for name in sorted([*files, *linked]):
            path = parent / name
            if not name.startswith(ASIDE) and (path.is_symlink() or path.is_file()):
                yield path.relative_to(root).as_posix(), path


def _link_sum(path: Path) -> str:
    """The target of a link, and its content; "" for anything else."""
    return f"{os.readlink(path)} {file_sum(path)}" if path.is_symlink() else ""
