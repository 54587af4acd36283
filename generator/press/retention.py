"""Turns what lies in a folder from the build before into what stays there, and what has to go.

A file's name says what paper it is for, so that those for several lie side by side: who prints on
Letter takes nothing away from who prints on A4.  What an earlier build made for the same paper and
this one does not make again is of no kit any more, and goes; so do pictures, which are for no paper.
"""

from __future__ import annotations

from pathlib import Path

from generator.base.atomic_output import lists
from generator.base.errors import KitError
from generator.base.text_files import inside
from generator.press.manifest import NAME, Manifest, OtherEntry, read_manifest


def files_to_keep(folder: Path, paper: str) -> tuple[OtherEntry, ...]:
    """The files in a folder that earlier builds have made for other papers, which stay."""
    found = {each for path in lists(folder, NAME) for each in _for_others(_read(path), paper)}
    there = (each for each in found if inside(folder, each.path).is_file())
    return tuple(sorted(there, key=lambda each: each.path))


def files_to_remove(manifest: Path, paper: str) -> tuple[str, ...]:
    """The files of a manifest that go, unless a build for this paper makes them again."""
    made = _read(manifest)
    if made is None:
        return ()
    stay = {each.path for each in _for_others(made, paper)}
    paths = [entry.path for entry in made.files] + [each.path for each in made.others]
    return tuple(path for path in paths if path not in stay)


def _for_others(made: Manifest | None, paper: str) -> list[OtherEntry]:
    """What a manifest speaks of that is for other papers."""
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
    except KitError:
        return None  # not one of ours: whatever it speaks of is left alone
