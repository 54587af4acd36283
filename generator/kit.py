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

from generator.errors import CheckFailed, Fault, KitError, did_you_mean
from generator.paint.pdf import Info, paint_pdf
from generator.press.checking import check_kit
from generator.press.faces import Faces
from generator.press.finding import BUILT_IN, Roots
from generator.press.how_to import how_to, placeholder
from generator.press.loading import Kit, load_kit
from generator.press.looks import Ink, look
from generator.press.made_maps import MadeMap, Wish, make_map
from generator.press.playing import has_rules, rule_faults
from generator.press.shared import papers
from generator.press.writing import Staging, staging
from generator.scene.pictures import coarse_pictures
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
    """What somebody asks to have built; `out` is the folder that gets a folder for each kit.

    With a `wish` it is a map that the game makes up, and nothing else.
    """

    kit: str
    roots: Roots = BUILT_IN
    out: Path = Path("output")
    paper: str = "a4"
    backs: Backs = "long-edge"
    ink: Ink = "full"
    only: str = WHOLE
    wish: Wish | None = None

    @property
    def folder(self) -> Path:
        """Where the files will lie."""
        return self.out / self.kit / (self.wish.folder if self.wish else self.only)


@dataclass(frozen=True, slots=True)
class Built:
    """What came of a build: the folder, and its files by name in print order.

    `removed` are the files of the build before that this one did not make again; `says` is what
    the game has to say about a map that it made up.
    """

    kit: str
    folder: Path
    files: tuple[Made, ...]
    removed: tuple[str, ...] = ()
    says: tuple[str, ...] = ()


STEPS = 7


def silent(step: str, done: int, of: int) -> None:
    """A `Watch` for when nobody watches."""


def build(request: Request, watch: Watch = silent) -> Built:
    """Build a kit, or a part of it, into its folder under `request.out`.

    Raises KitError when the request or its input cannot be used, and CheckFailed when a check or
    the proof found faults; in both cases nothing is written.
    """
    folders = request.roots.find(request.kit)
    paper = paper_named(request.paper, papers(folders.shared))
    watch("load", 0, STEPS)
    kit = load_kit(folders)
    made_up = make_map(kit, request.wish) if request.wish else None
    kit = made_up.kit if made_up else kit
    watch("check", 1, STEPS)
    checks = check_kit(kit)
    watch("render and lay out", 2, STEPS)
    faces = Faces(kit, look(kit, ink=request.ink, paper=paper))
    drawn = (faces.part_of(made_up.component.id, made_up.id),) if made_up else faces.parts()
    press = _Press(request, kit, faces, drawn, paper, made_up)
    watch("impose", 4, STEPS)
    parts, sheets = press.imposed()
    _prove_fine(faces, parts)
    with staging(request.folder) as stage:
        watch("paint", 5, STEPS)
        made = tuple(press.painted(sheets, stage))
        watch("prove", 6, STEPS)
        manifest = make_manifest(
            stage.aside,
            kit=kit.name,
            version=kit.file.version,
            options={
                "paper": request.paper,
                "backs": request.backs,
                "ink": request.ink,
                **(request.wish.as_options() if request.wish else {}),
            },
            paper=paper,
            files=made,
            pieces=[piece for part in parts for piece in part.pieces],
            checks=[CheckEntry(check.slug, check.says, check.passed) for check in checks],
        )
        stage.write(MANIFEST, manifest.as_json().encode())
        faults = preflight(stage.aside)
        if faults:
            raise CheckFailed(stage.shown(fault) for fault in faults)
        removed = stage.finish(MANIFEST, _made_before(stage.folder))
    watch("done", STEPS, STEPS)
    return Built(kit.name, stage.folder, made, removed, made_up.says if made_up else ())


@dataclass(frozen=True, slots=True)
class _Press:
    """One kit with all its pieces ready, and the request that says what to print of it."""

    request: Request
    kit: Kit
    faces: Faces
    parts: tuple[Part, ...]
    paper: Paper
    made_up: MadeMap | None = None

    def imposed(self) -> tuple[tuple[Part, ...], tuple[Sheet, ...]]:
        """The parts to print and their sheets; in a whole kit a page that explains it is first."""
        parts = self._selected()
        if self.request.only != WHOLE:
            return parts, self._sheets(parts)
        counted = self._sheets((placeholder(self.paper), *parts))
        rulebook = self._named(RULEBOOK) if self.kit.file.rulebook else ""
        first = how_to(self.faces.renderer, parts, counted, self.request.backs, rulebook)
        return (first, *parts), self._sheets((first, *parts))

    def painted(self, sheets: Sequence[Sheet], stage: Staging) -> Iterator[Made]:
        """Paint and write every file of the request, telling what was made."""
        only = self.request.only
        if sheets:
            name = self._named(only or "print")
            scenes = [sheet.scene for sheet in sheets]
            stage.write(name, paint_pdf(scenes, self._info(only or "print and cut")))
            yield Made(name, len(sheets), Size(self.paper.width, self.paper.height), tuple(sheets))
        if only in (WHOLE, RULEBOOK) and self.kit.file.rulebook:
            yield self._rulebook(stage)
        for kind in (MAPS, MONITORS):
            if only in (WHOLE, kind):
                yield from self._drawings(kind, stage)
        if self.made_up:
            name = f"{self.made_up.id}.yaml"
            stage.write(name, self.made_up.text.encode())
            yield Made(name, 0, Size(0.0, 0.0))

    def _selected(self) -> tuple[Part, ...]:
        """The parts that are asked for, with just the pieces that are."""
        only = self.request.only
        if only == WHOLE or self.made_up:
            return self.parts
        if only == RULEBOOK and self.kit.file.rulebook:
            return ()
        if only in (MAPS, MONITORS):
            wanted = self._components(only)
            parts = tuple(
                replace(part, pieces=pieces)
                for part in self.parts
                if (pieces := tuple(p for p in part.pieces if p.component in wanted))
            )
        else:
            parts = tuple(part for part in self.parts if part.name == only)
        if not parts:
            known = [part.name for part in self.parts]
            known += [kind for kind in (MAPS, MONITORS) if self._components(kind)]
            known += [RULEBOOK] if self.kit.file.rulebook else []
            hint = did_you_mean(only, known)
            if only == MAPS and any(component.made for component in self.kit.file.components):
                hint = "its game makes them up: add --random"
            raise KitError(f'{self.kit.file.title} has no "{only}"', hint=hint)
        return parts

    def _components(self, kind: str) -> list[str]:
        """The components that are maps, or monitors."""
        if self.made_up:
            return [self.made_up.component.id]
        return [
            component.id
            for component in self.kit.file.components
            if not component.made and (component.map if kind == MAPS else component.monitor)
        ]

    def _sheets(self, parts: Sequence[Part]) -> tuple[Sheet, ...]:
        renderer = self.faces.renderer
        font = renderer.fonts.font(renderer.family("body"))
        backs, title = self.request.backs, self.kit.file.title
        try:
            return impose(parts, self.paper, backs, title=title, font=font)
        except KitError as error:
            raise KitError(self._placed(error, parts)) from None

    def _placed(self, error: KitError, parts: Sequence[Part]) -> Iterator[Fault]:
        """The faults; those of a piece with the line that states its component."""
        stated = {component.id: component.place for component in self.kit.file.components}
        places = {
            piece.name: stated.get(piece.component) for part in parts for piece in part.pieces
        }
        for fault in error.faults:
            yield replace(fault, place=fault.place or places.get(fault.item))

    def _rulebook(self, stage: Staging) -> Made:
        from generator.press.book import compose_book  # slow to import

        name = self._named(RULEBOOK)
        pages = compose_book(self.kit, self.faces, self.parts, self.paper).pages
        stage.write(name, paint_pdf(pages, self._info(RULEBOOK)))
        return Made(name, len(pages), Size(pages[0].width, pages[0].height))

    def _drawings(self, kind: str, stage: Staging) -> Iterator[Made]:
        """One SVG at true size for each map (or monitor)."""
        folder = "" if self.request.only else f"{kind}/"
        wanted = self._components(kind)
        for piece in (piece for part in self.parts for piece in part.pieces):
            if piece.component in wanted:
                from generator.paint.svg import paint_svg  # slow to import, and few kits have maps

                name = f"{folder}{piece.id.replace('/', '-')}.svg"
                stage.write(name, paint_svg(piece.front))
                yield Made(name, 1, piece.size)

    def _named(self, what: str) -> str:
        return f"{self.kit.name}-{what}-{self.paper.name}.pdf"

    def _info(self, what: str) -> Info:
        file = self.kit.file
        author = "; ".join(file.credits)
        return Info(f"{file.title}: {what}", file.language, author, file.summary)


def check(name: str, roots: Roots = BUILT_IN) -> tuple[CheckEntry, ...]:
    """Every check of a kit: its data, its rules, all its faces and its rulebook.

    Raises KitError or CheckFailed with all faults found.
    """
    kit = load_kit(roots.find(name))
    passed = [CheckEntry(each.slug, each.says, True) for each in check_kit(kit)]
    if has_rules(kit.name):
        faults = rule_faults(kit)
        if faults:
            raise CheckFailed(faults)
        passed.append(
            CheckEntry("rules", "every rule is told, kept and shown, no game sticks", True)
        )
    paper = papers(kit.folders.shared)["a4"]
    faces = Faces(kit, look(kit, ink="full", paper=paper))
    _prove_fine(faces, faces.parts(made=True))
    parts = faces.parts()
    passed.append(CheckEntry("faces", "every face can be drawn", True))
    if kit.file.rulebook:
        from generator.press.book import compose_book  # slow to import

        compose_book(kit, faces, parts, paper)
        passed.append(CheckEntry("rulebook", "the rulebook can be set, and tells every rule", True))
    return tuple(passed)


def _prove_fine(faces: Faces, parts: Sequence[Part]) -> None:
    """Raise CheckFailed for pictures with too few dots for the size they are printed at."""
    pieces = [piece for part in parts for piece in part.pieces]
    scenes = [scene for piece in pieces for scene in (piece.front, piece.back) if scene]
    faults = coarse_pictures(scenes, faces.renderer.place_of)
    if faults:
        raise CheckFailed(faults)


def _made_before(folder: Path) -> tuple[str, ...]:
    """The files of the last build in the same folder: those no longer made are removed."""
    if not (folder / MANIFEST).is_file():
        return ()
    try:
        return tuple(entry.path for entry in read_manifest(folder / MANIFEST).files)
    except KitError:
        return ()  # not one of ours: whatever it speaks of is left alone
