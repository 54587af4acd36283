"""Turns a kit's data and templates into finished, proved files: the main path of Grimoire.

`build` goes through these steps with every kit, where no earlier build has taken them already:

1. load the data into a checked model;
2. check the components;
3. render each component's template to scene markup, and
4. lay out the markup to a frozen scene;
5. impose the scenes on sheets;
6. paint the sheets;
7. prove the finished files and write the manifest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from generator.base.atomic_output import staging
from generator.base.errors import CheckFailed, KitError
from generator.engine.of_kit import has_rules, rule_faults
from generator.i18n import in_language
from generator.i18n.pseudo import PSEUDO
from generator.kit.load import load_kit
from generator.kit.locate import BUILT_IN, KitSearchPath
from generator.pipeline.check import check_kit
from generator.press.cache.build_cache import BuildCache
from generator.press.cache.store import Store
from generator.press.layout.checks.resolution import low_resolution_images
from generator.press.library import papers
from generator.press.manifest import NAME as MANIFEST
from generator.press.manifest import CheckEntry, make_manifest
from generator.press.paper import paper_named
from generator.press.pieces.faces import Faces
from generator.press.pieces.generated_maps import make_map
from generator.press.pieces.large_print import PIECES
from generator.press.pieces.piece import Part
from generator.press.preflight import preflight
from generator.press.print_job import PrintJob
from generator.press.request import ONE_SIDED, BuildResult, Request
from generator.press.retention import others, stale
from generator.press.templates.style import Ink, look
from generator.press.upgrade.changes import changes

Watch = Callable[[str, int, int], None]
"""Told how far a build is: the step, how much of it is done, and of how much."""

STEPS = 7
MOST_FAULTS = 5
"""So many faults of a catalogue a build tells; a check tells them all."""


def silent(step: str, done: int, of: int) -> None:
    """A `Watch` for when nobody watches."""


def build(request: Request, watch: Watch = silent, store: Store | None = None) -> BuildResult:
    """Build a kit, or a part of it, into its folder under `request.out`.

    With a `store`, what earlier builds made and nothing has changed since is not made again; the
    files are the same, byte for byte.  Raises KitError when the request or its input cannot be
    used, and CheckFailed when a check or the proof found faults; in both cases nothing is written.
    """
    earlier = BuildCache(request, store)
    built = earlier.finished()
    if built is None:
        try:
            built = _built(request, watch, earlier)
        except KitError:
            if not earlier.helped:
                raise
            built = _built(request, watch, BuildCache(request))  # it tells best what is wrong
        earlier.remember(built)
    watch("done", STEPS, STEPS)
    return built


def _built(request: Request, watch: Watch, earlier: BuildCache) -> BuildResult:
    """The build itself, step by step."""
    folders = request.roots.find(request.kit)
    paper = paper_named(request.paper, papers(folders.shared))
    asked, request = request, request.on(paper)
    watch("load", 0, STEPS)
    kit = earlier.kit(lambda: load_kit(folders))
    made_up = make_map(kit, request.wish) if request.wish else None
    kit = made_up.kit if made_up else kit
    watch("check", 1, STEPS)
    checks = earlier.checks(lambda: check_kit(kit))
    if request.language == kit.file.language:
        asked, request = (replace(each, language="") for each in (asked, request))
    kit = in_language(kit, request.language, draft=request.draft, most=MOST_FAULTS)
    watch("render and lay out", 2, STEPS)
    scale = PIECES if request.large_print else 1.0
    drawn_with = look(kit, ink=request.ink, paper=paper, examples=earlier.examples)
    faces = Faces(kit, drawn_with, earlier.store, scale)
    drawn = (faces.part_of(made_up.component.id, made_up.id),) if made_up else faces.parts()
    changed = changes(request, kit, faces, drawn) if request.since else None
    press = PrintJob(request, kit, faces, drawn, paper, made_up, changed)
    if changed and not changed.changes:
        return BuildResult(kit.name, press.folder, (), says=changed.says)
    watch("impose", 4, STEPS)
    parts, sheets = press.imposed()
    _prove_fine(faces, parts)
    beside = others(press.folder, paper.name)
    with staging(press.folder) as stage:
        watch("paint", 5, STEPS)
        made = tuple(press.painted(sheets, stage))
        earlier.prove(kit.words)
        watch("prove", 6, STEPS)
        manifest = make_manifest(
            stage.aside,
            kit=kit.name,
            version=kit.file.version,
            options=request.as_options(),
            paper=paper,
            files=made,
            pieces=[piece for part in parts for piece in part.pieces],
            checks=checks,
            looks=faces.looks,
            others=beside,
        )
        stage.write(MANIFEST, manifest.as_json().encode())
        faults = preflight(stage.aside)
        if faults:
            raise CheckFailed(stage.shown(fault) for fault in faults)
        removed = stage.finish(MANIFEST, lambda made: stale(made, paper.name))
    earlier.use(faces)
    told = press.says
    if asked != request and any(part.backed for part in parts):
        told = (ONE_SIDED, *told)
    kept = tuple(each.path for each in beside)
    return BuildResult(kit.name, stage.folder, made, removed, told, others=kept)


def check(
    name: str, roots: KitSearchPath = BUILT_IN, ink: Ink = "full", language: str = ""
) -> tuple[CheckEntry, ...]:
    """Every check of a kit: its data, its rules, all its faces as one ink prints them, its rulebook.

    In another `language` the catalogue is checked, too, and all is drawn and set in its words; in the
    made-up one (`PSEUDO`) it is checked that everything can be translated.

    Raises KitError or CheckFailed with all faults found.
    """
    kit = load_kit(roots.find(name))
    passed = [CheckEntry(each.slug, each.description, True) for each in check_kit(kit)]
    if has_rules(kit.folders):
        faults = rule_faults(kit)
        if faults:
            raise CheckFailed(faults)
        passed.append(
            CheckEntry("rules", "every rule is told, kept and shown, no game sticks", True)
        )
    if language:
        kit = in_language(kit, language)
        passed.append(CheckEntry("words", f"everything is said in {kit.file.language}", True))
    paper = papers(kit.folders.shared)["a4"]
    faces = Faces(kit, look(kit, ink=ink, paper=paper))
    drawn = faces.parts(made=True)
    _prove_fine(faces, drawn)
    parts = faces.parts()
    passed.append(CheckEntry("faces", "every face can be drawn", True))
    from generator.press.accessibility.color_only import check_accessibility  # slow to import

    says = "all words can be read, colour tells nothing alone"
    if not check_accessibility(kit, faces, drawn):
        says += "; too many pieces look much alike, so not each was compared with each"
    passed.append(CheckEntry("eyes", says, True))
    book = None
    if kit.file.rulebook:
        from generator.press.accessibility.legibility import book_legibility_faults
        from generator.press.rulebook.of_kit import compose_book, tell  # slow to import

        book = compose_book(faces, tell(kit, faces, parts, paper))
        if small := book_legibility_faults(book.pages):
            raise CheckFailed(small)
        passed.append(CheckEntry("rulebook", "the rulebook can be set, and tells every rule", True))
    kit.words.prove()
    if language == PSEUDO:
        from generator.i18n.coverage import prove_translatable  # slow to import

        prove_translatable(kit, drawn, book, ink)
        passed.append(CheckEntry("reach", "all words can be translated, and have room", True))
    return tuple(passed)


def _prove_fine(faces: Faces, parts: Sequence[Part]) -> None:
    """Raise CheckFailed for pictures with too few dots for the size they are printed at."""
    pieces = [piece for part in parts for piece in part.pieces]
    scenes = [scene for piece in pieces for scene in (piece.front, piece.back) if scene]
    faults = low_resolution_images(scenes, faces.renderer.place_of)
    if faults:
        raise CheckFailed(faults)
