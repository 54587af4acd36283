"""Retention: which files of earlier builds stay in the folder of a kit, and which are removed.

A file's name states its paper, so files for several papers can share a folder, and a build for one
leaves those for the others alone, cut files too; so does it the page for screens, which counts as one for
the paper of its build.  A file for the same paper that is not made again no longer belongs to the kit and
is removed; so are pictures, which are for no paper.
"""

from __future__ import annotations

from collections.abc import Container
from pathlib import Path

from generator.base.errors import KitError
from generator.base.text_files import inside
from generator.press.manifest import Manifest, OtherEntry, read_manifest
from generator.press.request import MANIFEST


def files_to_keep(folder: Path, paper: str, made: Container[str] = ()) -> tuple[OtherEntry, ...]:
    """The files in a folder that earlier builds made for other papers, without those `made` again."""
    entries = set(_entries_for_other_papers(_read_if_ours(folder / MANIFEST), paper))
    existing = (
        each for each in entries if each.path not in made and inside(folder, each.path).is_file()
    )
    return tuple(sorted(existing, key=lambda each: each.path))


def files_to_remove(manifest: Path, paper: str) -> tuple[str, ...]:
    """The files of a manifest to remove unless a build for this paper makes them again."""
    manifest_of_build = _read_if_ours(manifest)
    if manifest_of_build is None:
        return ()
    kept = {each.path for each in _entries_for_other_papers(manifest_of_build, paper)}
    paths = [entry.path for entry in manifest_of_build.files] + [
        each.path for each in manifest_of_build.others
    ]
    return tuple(path for path in paths if path not in kept)


def _entries_for_other_papers(manifest: Manifest | None, paper: str) -> list[OtherEntry]:
    """The files of a manifest that are for other papers."""
    if manifest is None:
        return []
    cut = {path for each in manifest.cuts for path in each.paths}
    entries = [
        OtherEntry(entry.path, manifest.paper.name)
        for entry in manifest.files
        if entry.path.endswith((".pdf", ".html")) or entry.path in cut
    ]
    return [each for each in (*entries, *manifest.others) if each.paper != paper]


def _read_if_ours(path: Path) -> Manifest | None:
    try:
        return read_manifest(path)
    except KitError as error:
        if any(fault.check == "file-name" for fault in error.faults):
            raise
        return None  # not written by us: leave the files it lists alone
