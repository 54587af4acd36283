"""Prove step: proves the painted files, writes their manifest and puts them in place."""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.atomic_output import Staging
from generator.base.errors import CheckFailed
from generator.press.cache.build_cache import cached_proof
from generator.press.imposition.booklet import PRINT_HINTS
from generator.press.manifest import CheckEntry, make_manifest
from generator.press.pieces.piece import pieces_of
from generator.press.pieces.warnings import check_resolution, loose_marks, marked_backs
from generator.press.preflight import preflight
from generator.press.print_job import Imposition, PrintJob
from generator.press.request import MANIFEST, BuildResult, OutputFile
from generator.press.retention import files_to_keep, files_to_remove

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
    contrast = job.contrast(sheets.parts)
    notes = (*notes, *filter(None, (resolution, contrast, loose_marks(faces.kit))))
    notes = (*notes, *(f"warning: {each}" for each in marked_backs(faces.kit, sheets.parts)))
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
