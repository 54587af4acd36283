"""The first steps of a build: load the kit, render its faces, select what is printed of it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.i18n import in_language
from generator.kit.load import Kit, load_kit
from generator.press.cache.build_cache import cached_load
from generator.press.choice_of_parts import prove_choice
from generator.press.imposition.duplex import DUPLEX
from generator.press.library import papers
from generator.press.paper import Paper, paper_named
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.generated_maps import GeneratedMap, add_map
from generator.press.print_job import PrintJob
from generator.press.request import BuildRequest
from generator.press.selection import select
from generator.press.templates.style import style_of

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
    return FaceSet(kit, style, edition.large_print)


def print_job(source: Source, faces: FaceSet) -> PrintJob:
    """What is selected of the kit, to be printed.  Raises KitError with the faults of all faces."""
    request = source.request
    selected = select(request, source.paper, faces, source.generated)
    return PrintJob(request, source.paper, faces, selected)
