"""Build: a kit's data and templates become finished, proved files.  The main path of Grimoire.

1. **load** the data into a checked model;
2. **check** the components;
3. **render** each component's template to scene markup, and
4. **lay out** the markup to a frozen scene;
5. **impose** the scenes on sheets;
6. **paint** the sheets;
7. **prove** the finished files and write the manifest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from generator.base.atomic_output import staging
from generator.base.side_by_side import while_waiting
from generator.i18n import in_language
from generator.kit.load import Kit, load_kit
from generator.pipeline.check import check_data
from generator.press.cache.build_cache import cached_build, cached_load
from generator.press.choice_of_parts import check_choice
from generator.press.imposition.duplex import DUPLEX
from generator.press.library import paper_of
from generator.press.paper import Paper
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.generated_maps import GeneratedMap, add_map
from generator.press.request import STEPS, BuildRequest, BuildResult, Progress
from generator.press.templates.style import style_of

if TYPE_CHECKING:
    from generator.press.print_job import PrintJob

_load = cached_load(load_kit)


@cached_build
def build(request: BuildRequest, progress: Progress) -> BuildResult:
    """Build a kit, or a part of it, into its folder under `request.out`.

    `progress` is called as each step begins.  With a `store`, results of earlier builds are reused
    while their inputs are unchanged; the files are the same, byte for byte.  Raises KitError when
    the request or its input cannot be used, and CheckFailed when a check or the proof found faults;
    in both cases nothing is written.
    """
    progress("load", 0, STEPS)
    source = load(request)
    progress("check", 1, STEPS)
    checks = check_data(source.kit)
    progress("render and lay out", 2, STEPS)
    faces = render(source)
    with while_waiting(import_later_steps, partial(_compile_front, faces)):
        job = print_job(source, faces)
    progress("impose", 4, STEPS)
    sheets = job.impose()
    with staging(job.folder, request.out) as stage:
        progress("paint", 5, STEPS)
        files = job.paint(sheets, stage)
        progress("prove", 6, STEPS)
        from generator.pipeline.prove import prove  # slow to import

        return prove(job, sheets, files, checks, stage, one_sided=source.one_sided)


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
    """Whether the paper has no backs although they are requested."""


def load(request: BuildRequest) -> Source:
    """Load the kit of a request, and resolve what the request leaves to the kit and its paper.

    Raises KitError for a missing kit or paper, with every fault of the kit's data, and for a map
    that its game does not generate.
    """
    folders = request.kit.folders()
    paper = paper_of(request.target, folders.shared)
    kit, generated = add_map(_load(folders), request.selection.map)
    if generated is None:
        check_choice(kit, request.selection)
    target, edition = replace(request.target, paper=paper.name), request.edition
    one_sided = paper.roll and target.backs in DUPLEX
    if one_sided:
        target = replace(target, backs="none")
    if edition.language == kit.file.language:
        edition = replace(edition, language="")
    request = replace(request, target=target, edition=edition)
    return Source(kit, request, paper, generated, one_sided)


def render(source: Source) -> FaceSet:
    """The faces of the kit in the requested edition.  Raises KitError or CheckFailed."""
    edition = source.request.edition
    kit = in_language(source.kit, edition.language, draft=edition.draft)
    style = style_of(kit, ink=edition.ink, paper=source.paper)
    return FaceSet(kit, replace(style, scale=edition.scale), edition.large_print)


def print_job(source: Source, faces: FaceSet) -> PrintJob:
    """The print job of what is selected of the kit.  Raises KitError with the faults of all faces."""
    if source.generated is None:
        faces.draw_ahead()
    from generator.press.print_job import PrintJob  # slow to import
    from generator.press.selection import select

    request = source.request
    selected = select(request, source.paper, faces, source.generated)
    return PrintJob(request, source.paper, faces, selected)


def import_later_steps() -> None:
    """Import what the steps after drawing need, which takes about as long as a small kit."""
    import generator.pipeline.prove
    import generator.press.paint.pdf.painter
    import generator.press.print_job  # noqa: F401
    from generator.press.manifest import prepare_to_read

    prepare_to_read()


def _compile_front(faces: FaceSet) -> None:
    """Compile the templates of the pages in front, which most requests print."""
    from generator.press.instructions.page import TEMPLATE  # slow to import

    faces.renderer.style.templates.compile([TEMPLATE], ahead=True)
