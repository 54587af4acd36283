"""Retention: which files of earlier builds stay in the folder of a kit, and which are removed.

A file's name states its paper, so files for several papers can share a folder, and a build for one
leaves those for the others alone.  A file for the same paper that is not made again no longer belongs
to the kit and is removed; so are pictures, which are for no paper.
"""

from __future__ import annotations

from pathlib import Path

from generator.base.errors import KitError
from generator.base.text_files import inside
from generator.press.manifest import Manifest, OtherEntry, read_manifest
from generator.press.request import MANIFEST


def files_to_keep(folder: Path, paper: str) -> tuple[OtherEntry, ...]:
    """The files in a folder that earlier builds made for other papers."""
    found = set(_for_others(_read(folder / MANIFEST), paper))
    there = (each for each in found if inside(folder, each.path).is_file())
    return tuple(sorted(there, key=lambda each: each.path))


def files_to_remove(manifest: Path, paper: str) -> tuple[str, ...]:
    """The files of a manifest to remove unless a build for this paper makes them again."""
    made = _read(manifest)
    if made is None:
        return ()
    stay = {each.path for each in _for_others(made, paper)}
    paths = [entry.path for entry in made.files] + [each.path for each in made.others]
    return tuple(path for path in paths if path not in stay)


def _for_others(made: Manifest | None, paper: str) -> list[OtherEntry]:
    """The files of a manifest that are for other papers."""
    if made is None:
        return []
    known = [
        OtherEntry(entry.path, made.paper.name)
        for entry in made.files
        if entry.path.endswith(".pdf")
    ]
    return [each for each in (*known, *made.others) if each.paper != paper]


def _read(path: Path) -> Manifest | None:
    try:
        return read_manifest(path)
    except KitError as error:
        if any(fault.check == "file-name" for fault in error.faults):
            raise
        return None  # not written by us: leave the files it lists alone
