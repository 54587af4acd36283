"""The steps of a build that stand before and after the print job: load, render, prove."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.base.atomic_output import Staging
from generator.base.errors import CheckFailed
from generator.i18n import in_language
from generator.kit.load import Kit, load_kit
from generator.press.accessibility.contrast import contrast_warning
from generator.press.cache.build_cache import cached_load, proved_once
from generator.press.choice_of_parts import prove_choice
from generator.press.imposition.duplex import DUPLEX
from generator.press.library import papers
from generator.press.manifest import CheckEntry, make_manifest
from generator.press.paper import Paper, paper_named
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.generated_maps import GeneratedMap, add_map
from generator.press.pieces.large_print import PIECES
from generator.press.preflight import preflight
from generator.press.print_job import Imposition, PrintJob
from generator.press.request import MANIFEST, BuildRequest, BuildResult, OutputFile
from generator.press.retention import files_to_keep, files_to_remove
from generator.press.selection import select
from generator.press.templates.style import style_of

ONE_SIDED = (
    "a roll is printed on one side: backs are left out, but for those that are played as a second "
    "face; --backs gutterfold prints them all"
)
"""The note of a build that was to have backs on a roll."""
MOST_FAULTS = 5
"""The most faults of a catalogue that a build reports; a check reports them all."""

_load = cached_load(load_kit)


@dataclass(frozen=True, slots=True)
class Source:
    """A loaded kit, and the request resolved for it.

    The paper is found, a roll has no backs, the kit's own language is none, and a generated map is a
    row of the kit's table like any other.
    """

    kit: Kit
    request: BuildRequest
    paper: Paper
    generated: GeneratedMap | None = None
    one_sided: bool = False
    """Whether the paper has no backs, though they are requested."""


def load(request: BuildRequest) -> Source:
    """Load the kit of a request, and resolve what the request leaves to the kit and its paper.

    Raises KitError for a kit or paper that is not there, with every fault of the kit's data, and
    for a map that its game does not generate.
    """
    folders = request.kit.folders()
    paper = paper_named(request.target.paper, papers(folders.shared))
    kit, generated = add_map(_load(folders), request.selection.map)
    if generated is None:
        prove_choice(kit, request.selection)
    target, edition = request.target, request.edition
    one_sided = paper.roll and target.backs in DUPLEX
    if one_sided:
        target = replace(target, backs="none")
    if edition.language == kit.file.language:
        edition = replace(edition, language="")
    request = replace(request, target=target, edition=edition)
    return Source(kit, request, paper, generated, one_sided)


def render(source: Source) -> FaceSet:
    """The faces of the kit in the edition that is requested.  Raises KitError or CheckFailed."""
    edition = source.request.edition
    kit = in_language(source.kit, edition.language, draft=edition.draft, most=MOST_FAULTS)
    style = style_of(kit, ink=edition.ink, paper=source.paper)
    return FaceSet(kit, style, PIECES if edition.large_print else 1.0)


def print_job(source: Source, faces: FaceSet) -> PrintJob:
    """What is selected of the kit, to be printed.  Raises KitError with the faults of all faces."""
    request = source.request
    selected = select(request, source.paper, faces, source.generated)
    return PrintJob(request, source.paper, faces, selected)


def prove(
    source: Source,
    job: PrintJob,
    sheets: Imposition,
    files: Sequence[OutputFile],
    checks: Sequence[CheckEntry],
    stage: Staging,
) -> BuildResult:
    """Prove the painted files, write their manifest and put them in place of those of the last build.

    Without files nothing is written.  Raises CheckFailed for words that are not translated, and for
    what is wrong with a file.
    """
    faces, paper, notes = job.faces, source.paper, job.selected.notes
    if source.one_sided and any(part.backed for part in sheets.parts):
        notes = (ONE_SIDED, *notes)
    coarse = faces.check_resolution(sheets.parts, draft=source.request.edition.draft)
    pale = contrast_warning(faces, sheets.parts)
    notes = (*notes, *filter(None, (coarse, pale, faces.loose_marks())))
    if not files:
        return BuildResult(faces.kit.name, stage.folder, (), notes=notes)
    faces.kit.words.prove()
    system = faces.kit.file.system_fonts
    others = files_to_keep(stage.folder, paper.name)
    text = make_manifest(
        stage.aside,
        kit=faces.kit.name,
        version=faces.kit.file.version,
        options={
            **source.request.as_options(),
            **({"coarse": True} if faces.kit.file.coarse == "allow" else {}),
            **({"system-fonts": ", ".join(system)} if system else {}),
        },
        paper=paper,
        files=files,
        pieces=[piece for part in sheets.parts for piece in part.pieces],
        checks=checks,
        digests=faces.face_digests,
        others=others,
    ).as_json()
    stage.write(MANIFEST, text.encode())
    del text  # long, and the proof reads it from the file
    if faults := preflight(stage.aside, proved_once):
        raise CheckFailed(stage.shown(fault) for fault in faults)
    removed = stage.finish(MANIFEST, lambda made: files_to_remove(made, paper.name))
    kept = tuple(each.path for each in others)
    return BuildResult(faces.kit.name, stage.folder, tuple(files), removed, notes, others=kept)
