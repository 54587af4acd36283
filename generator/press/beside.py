"""Turns what lies in a folder from the build before into what stays there, and what has to go.

A file's name says what paper it is for, so that those for several lie side by side: who prints on
Letter takes nothing away from who prints on A4.  What an earlier build made for the same paper and
this one does not make again is of no kit any more, and goes; so do pictures, which are for no paper.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from generator.errors import KitError
from generator.model.read import inside
from generator.sheets.manifest import NAME, OtherEntry, read_manifest


class Before(NamedTuple):
    """The files of earlier builds in a folder."""

    stale: tuple[str, ...] = ()
    """Those that go, unless they are made again."""
    others: tuple[OtherEntry, ...] = ()
    """Those for other papers, which stay."""


def before(folder: Path, paper: str) -> Before:
    """What earlier builds have made in a folder, as a build for this paper sees it."""
    if not (folder / NAME).is_file():
        return Before()
    try:
        manifest = read_manifest(folder / NAME)
    except KitError:
        return Before()  # not one of ours: whatever it speaks of is left alone
    for_paper = [
        OtherEntry(entry.path, manifest.paper.name)
        for entry in manifest.files
        if entry.path.endswith(".pdf")
    ]
    known = (*for_paper, *manifest.others)
    others = tuple(each for each in known if each.paper != paper)
    stay = {each.path for each in others}
    made = [entry.path for entry in manifest.files] + [each.path for each in manifest.others]
    return Before(
        tuple(path for path in made if path not in stay),
        tuple(each for each in others if inside(folder, each.path).is_file()),
    )
