"""Turns a kit's data and templates into finished, proved files: the main path of Grimoire.

`build` reads as the steps that every kit goes through:

1. load the data into a checked model;
2. check the components;
3. render each component's template to scene markup, and
4. lay out the markup to a frozen scene;
5. impose the scenes on sheets;
6. paint the sheets;
7. prove the finished files and write the manifest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator.errors import CheckFailed, KitError, did_you_mean
from generator.paint.pdf import Info, paint_pdf
from generator.press.checking import check_kit
from generator.press.faces import Faces
from generator.press.finding import BUILT_IN, Roots
from generator.press.how_to import how_to, placeholder
from generator.press.loading import Kit, load_kit
from generator.press.looks import Ink, look, papers
from generator.press.writing import Staging, staging
from generator.sheets.impose import Sheet, impose
from generator.sheets.manifest import NAME as MANIFEST
from generator.sheets.manifest import CheckEntry, Made, make_manifest, read_manifest
from generator.sheets.paper import Paper, paper_named
from generator.sheets.pieces import Part
from generator.sheets.preflight import preflight
from generator.sheets.turnover import Backs
from generator.units import Size

Watch = Callable[[str, int, int], None]
"""Told how far a build is: the step, how much of it is done, and of how much."""

WHOLE, MAPS, MONITORS, RULEBOOK = "", "maps", "monitors", "rulebook"
"""What to make of a kit: all of it, or one of these; any other name is a part's."""


@dataclass(frozen=True, slots=True)
class Request:
    """What somebody asks to have built; `out` is the folder that gets a folder for each kit."""

    kit: str
    roots: Roots = BUILT_IN
    out: Path = Path("output")
    paper: str = "a4"
    backs: Backs = "long-edge"
    ink: Ink = "full"
    only: str = WHOLE


@dataclass(frozen=True, slots=True)
class Built:
    """What came of a build: the folder, and its files by name in print order."""

    kit: str
    folder: Path
    files: tuple[Made, ...]


def silent(step: str, done: int, of: int) -> None:
    """A `Watch` for when nobody watches."""


def build(request: Request, watch: Watch = silent) -> Built:
    """Build a kit, or a part of it, into its folder under `request.out`.

    Raises KitError when the request or its input cannot be used, and CheckFailed when a check or
    the proof found faults; in both cases nothing is written.
    """
    paper = _paper(request)
    folder = request.out / request.kit / request.only
    watch("load", 0, 7)
    kit = load_kit(request.roots.find(request.kit))
    watch("check", 1, 7)
    checks = check_kit(kit)
    watch("render and lay out", 2, 7)
    faces = Faces(kit, look(kit, ink=request.ink, paper=paper))
    parts = _selected(kit, faces.parts(), request.only)
    watch("impose", 4, 7)
    parts, sheets = _imposed(request, kit, faces, parts, paper)
    with staging(folder) as stage:
        watch("paint", 5, 7)
        made = tuple(_painted(request, kit, faces, parts, sheets, paper, stage))
        watch("prove", 6, 7)
        manifest = make_manifest(
            stage.aside,
            kit=kit.name,
            version=kit.file.version,
            options={"paper": request.paper, "backs": request.backs, "ink": request.ink},
            paper=paper,
            files=made,
            pieces=[piece for part in parts for piece in part.pieces],
            checks=[CheckEntry(check.slug, check.says, True) for check in checks],
        )
        stage.write(MANIFEST, manifest.as_json().encode())
        faults = preflight(stage.aside)
        if faults:
            raise CheckFailed(stage.shown(fault) for fault in faults)
        stage.finish(MANIFEST, _made_before(folder))
    watch("prove", 7, 7)
    return Built(kit.name, folder, made)


def check(name: str, roots: Roots = BUILT_IN) -> tuple[CheckEntry, ...]:
    """Every check of a kit: its data, its own checks, and that all its faces can be drawn.

    Raises KitError or CheckFailed with all faults found.
    """
    kit = load_kit(roots.find(name))
    checks = check_kit(kit)
    paper = papers(kit.folders.shared)["a4"]
    Faces(kit, look(kit, ink="full", paper=paper)).parts()
    return tuple(CheckEntry(check.slug, check.says, True) for check in checks)


def _paper(request: Request) -> Paper:
    folders = request.roots.find(request.kit)
    return paper_named(request.paper, papers(folders.shared))


def _selected(kit: Kit, parts: Sequence[Part], only: str) -> tuple[Part, ...]:
    """The parts that are asked for, with just the pieces that are."""
    if only == WHOLE:
        return tuple(parts)
    if only == RULEBOOK and kit.file.rulebook:
        return ()
    wanted = {
        MAPS: [component.id for component in kit.file.components if component.map],
        MONITORS: [component.id for component in kit.file.components if component.monitor],
    }
    if only in wanted:
        chosen = tuple(
            replace(part, pieces=pieces)
            for part in parts
            if (pieces := tuple(p for p in part.pieces if p.component in wanted[only]))
        )
    else:
        chosen = tuple(part for part in parts if part.name == only)
    if not chosen:
        known = [part.name for part in parts] + [name for name in wanted if wanted[name]]
        known += [RULEBOOK] if kit.file.rulebook else []
        raise KitError(f'{kit.file.title} has no "{only}"', hint=did_you_mean(only, known))
    return chosen


def _imposed(
    request: Request, kit: Kit, faces: Faces, parts: Sequence[Part], paper: Paper
) -> tuple[tuple[Part, ...], tuple[Sheet, ...]]:
    """The parts and their sheets; in a whole kit the page that explains it comes first."""
    font = faces.renderer.fonts.font(faces.renderer.family("body"))

    def imposed(parts: Sequence[Part]) -> tuple[Sheet, ...]:
        return impose(parts, paper, request.backs, title=kit.file.title, font=font)

    if request.only != WHOLE:
        return tuple(parts), imposed(parts)
    sheets = imposed([placeholder(paper), *parts])
    rulebook = _named(kit, RULEBOOK, paper) if kit.file.rulebook else ""
    first = how_to(faces.renderer, parts, sheets, request.backs, rulebook)
    return (first, *parts), imposed((first, *parts))


def _painted(
    request: Request,
    kit: Kit,
    faces: Faces,
    parts: Sequence[Part],
    sheets: Sequence[Sheet],
    paper: Paper,
    stage: Staging,
) -> Iterator[Made]:
    """Paint and write every file of the request, telling what was made."""
    if sheets:
        name = _named(kit, request.only or "print", paper)
        info = _info(kit, request.only or "print and cut")
        stage.write(name, paint_pdf([sheet.scene for sheet in sheets], info))
        yield Made(name, len(sheets), Size(paper.width, paper.height), tuple(sheets))
    if request.only in (WHOLE, RULEBOOK) and kit.file.rulebook:
        name = _named(kit, RULEBOOK, paper)
        from generator.press.book import compose_book  # slow to import

        pages = compose_book(kit, faces, paper)
        stage.write(name, paint_pdf(pages, _info(kit, RULEBOOK)))
        yield Made(name, len(pages), Size(pages[0].width, pages[0].height))
    for kind in (MAPS, MONITORS):
        if request.only in (WHOLE, kind):
            yield from _drawn(kit, parts, kind, "" if request.only else f"{kind}/", stage)


def _drawn(
    kit: Kit, parts: Sequence[Part], kind: str, folder: str, stage: Staging
) -> Iterator[Made]:
    """One SVG at true size for each face of the maps (or monitors)."""
    wanted = [c.id for c in kit.file.components if (c.map if kind == MAPS else c.monitor)]
    for piece in (piece for part in parts for piece in part.pieces):
        if piece.component in wanted:
            from generator.paint.svg import paint_svg  # slow to import, and few kits have maps

            name = f"{folder}{piece.id.replace('/', '-')}.svg"
            stage.write(name, paint_svg(piece.front))
            yield Made(name, 1, piece.size)


def _named(kit: Kit, what: str, paper: Paper) -> str:
    return f"{kit.name}-{what}-{paper.name}.pdf"


def _info(kit: Kit, what: str) -> Info:
    return Info(
        title=f"{kit.file.title}: {what}",
        language=kit.file.language,
        author="; ".join(kit.file.credits),
        subject=kit.file.summary,
    )


def _made_before(folder: Path) -> tuple[str, ...]:
    """The files of the last build in the same folder: those no longer made are removed."""
    if not (folder / MANIFEST).is_file():
        return ()
    try:
        return tuple(entry.path for entry in read_manifest(folder / MANIFEST).files)
    except KitError:
        return ()  # not one of ours: whatever it speaks of is left alone
