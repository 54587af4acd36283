"""Prove step: proves the painted files, writes their manifest and puts them in place.

A file's name states its paper, so files for several papers can share a folder, and a build for one
leaves those for the others alone, cut files too; so does it the page for screens, which counts as one for
the paper of its build.  A file for the same paper that is not made again no longer belongs to the kit and
is removed; so are pictures, which are for no paper.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from pathlib import Path

from generator.base.atomic_output import Staging
from generator.base.errors import CheckFailed, KitError
from generator.base.text_files import inside
from generator.press.cache.build_cache import cached_proof
from generator.press.imposition.booklet import PRINT_HINTS
from generator.press.manifest import CheckEntry, Manifest, OtherEntry, read_manifest
from generator.press.manifest.make import make_manifest
from generator.press.pieces.piece import pieces_of
from generator.press.pieces.warnings import (
    check_resolution,
    different_cuts,
    loose_marks,
    marked_backs,
)
from generator.press.preflight import preflight
from generator.press.print_job import Imposition, PrintJob
from generator.press.request import MANIFEST, BuildResult, OutputFile

ONE_SIDED = (
    "a roll is printed on one side, so backs are left out, except second faces used in play; "
    "--backs gutterfold prints them all"
)
"""Note of a build that was to have backs on a roll."""


def prove(
    job: PrintJob,
    sheets: Imposition,
    files: Sequence[OutputFile],
    checks: Sequence[tuple[str, str]],
    stage: Staging,
    *,
    one_sided: bool = False,
) -> BuildResult:
    """Prove the painted files, write their manifest and move them into place.

    They replace those of the last build.  `checks` are those that the kit has passed.  A job that is
    `one_sided` has no backs although they were requested, and gets a note that says so.  Without
    files nothing is written.  Raises CheckFailed for words that are not translated, and for faults
    of a file.
    """
    faces, paper, notes = job.faces, job.paper, job.selected.notes
    if job.request.target.booklet:
        hint = PRINT_HINTS.get(job.request.target.backs, PRINT_HINTS["none"])
        notes = (f"booklet: {hint}", *notes)
    if (copies := job.request.target.copies) > 1:
        notes = (f"for {copies} sets, choose {copies} copies when you print each file", *notes)
    if one_sided and any(part.backed for part in sheets.parts):
        notes = (ONE_SIDED, *notes)
    resolution = check_resolution(faces, sheets.parts, draft=job.request.edition.draft)
    eyes = job.contrast(sheets.parts), job.lost_lines(sheets.parts)
    notes = (*notes, *filter(None, (resolution, *eyes, loose_marks(faces.kit))))
    odd = (*marked_backs(faces.kit, sheets.parts), *different_cuts(faces.kit, sheets.parts))
    notes = (*notes, *(f"warning: {each}" for each in odd))
    if not files:
        return BuildResult(faces.kit.name, stage.folder, (), notes=notes)
    faces.kit.words.check()
    system_fonts = faces.kit.file.system_fonts
    others = files_to_keep(stage.folder, paper.name, {file.path for file in files})
    text = make_manifest(
        stage.aside,
        kit=faces.kit.name,
        version=faces.kit.file.version,
        options={
            **job.request.as_options(),
            **({"coarse": True} if faces.kit.file.coarse == "allow" else {}),
            **({"system-fonts": ", ".join(system_fonts)} if system_fonts else {}),
        },
        paper=paper,
        files=files,
        pieces=pieces_of(sheets.parts),
        checks=[CheckEntry(slug, says, True) for slug, says in checks],
        others=others,
    ).as_json()
    stage.write(MANIFEST, text.encode())
    del text  # long, and the proof reads it from the file
    if faults := preflight(stage.aside, cached_proof):
        raise CheckFailed(faults)
    removed = stage.finish(MANIFEST, lambda manifest: files_to_remove(manifest, paper.name))
    kept = tuple(each.path for each in others)
    return BuildResult(faces.kit.name, stage.folder, tuple(files), removed, notes, others=kept)


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
