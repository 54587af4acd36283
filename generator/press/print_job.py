"""Turns a kit's pieces and a request into sheets, and the sheets into files in a staging folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from generator.base.atomic_output import Staging
from generator.base.errors import Fault, KitError, did_you_mean
from generator.base.units import Size
from generator.kit.load import Kit
from generator.press.cache.checksums import checksum
from generator.press.imposition.booklet import booklet_paper, impose_booklet
from generator.press.imposition.impose import impose
from generator.press.imposition.registration import offset_sheets
from generator.press.imposition.sheet import Sheet
from generator.press.instructions.packing_list import sort_out
from generator.press.instructions.page import how_to, on_paper, placeholder
from generator.press.instructions.work_estimate import read_work
from generator.press.library import binding, papers
from generator.press.manifest import Made
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.paper import Paper
from generator.press.pieces.faces import Faces
from generator.press.pieces.generated_maps import GeneratedMap
from generator.press.pieces.piece import Part
from generator.press.request import MAPS, MONITORS, RULEBOOK, WHOLE, Request
from generator.press.rulebook.compose import Book
from generator.press.text.fonts import Font
from generator.press.upgrade.changes import Upgrade
from generator.press.upgrade.sheets import PART as UPGRADE
from generator.press.upgrade.sheets import upgrade_parts

PRINT, BOOKLET = "print and cut", "rulebook, a booklet to fold"
TITLES = (PRINT, BOOKLET, RULEBOOK, MAPS, MONITORS, UPGRADE)
"""What files call themselves, after the kit's title."""


@dataclass(frozen=True, slots=True)
class PrintJob:
    """One kit with all its pieces ready, and the request that says what to print of it."""

    request: Request
    kit: Kit
    faces: Faces
    parts: tuple[Part, ...]
    paper: Paper
    made_up: GeneratedMap | None = None
    upgrade: Upgrade | None = None
    """What has changed since an older build, if nothing else is to be printed."""

    @property
    def folder(self) -> Path:
        """Where the files will lie."""
        return self.request.folder / (self.upgrade.folder if self.upgrade else "")

    @property
    def says(self) -> tuple[str, ...]:
        """What there is to say of the files."""
        if self.upgrade:
            return self.upgrade.says
        return self.made_up.says if self.made_up else ()

    def imposed(self) -> tuple[tuple[Part, ...], tuple[Sheet, ...]]:
        """The parts to print and their sheets; in a whole kit a page that explains it is first."""
        if self.upgrade:
            pages = len(self._sheets(self._upgraded(0)))
            upgraded = self._upgraded(pages)
            return upgraded, self._sheets(upgraded)
        parts = self._selected()
        if self.request.booklet and not self._has_rulebook():
            raise KitError(
                "a booklet is made of the rulebook, which is not asked for or not there",
                hint="leave --booklet out",
                check="booklet-impossible",
            )
        if self.request.booklet and self.request.large_print:
            raise KitError(
                "a page in large print takes a whole sheet, so it makes no booklet",
                hint="leave out --booklet or --large-print",
                check="booklet-impossible",
            )
        if self.request.only != WHOLE:
            return parts, self._sheets(parts)
        backs, heaps = self.request.backs, sort_out(self.kit.file.components, parts)
        counted = self._sheets((placeholder(self.paper, parts, backs, heaps), *parts))
        rulebook = self._named(RULEBOOK) if self.kit.file.rulebook else ""
        renderer, work = self.faces.renderer, read_work(self.kit.folders.shared)
        scale = self.faces.scale
        first = how_to(renderer, parts, counted, backs, rulebook, work, heaps, scale=scale)
        first = on_paper(first, self.paper)
        return (first, *parts), self._sheets((first, *parts))

    def painted(self, sheets: Sequence[Sheet], stage: Staging) -> Iterator[Made]:
        """Paint and write every file of the request, telling what was made."""
        only = UPGRADE if self.upgrade else self.request.only
        if sheets:
            name = self._named(only or "print")
            scenes = [sheet.scene for sheet in sheets]
            stage.write(name, paint_pdf(scenes, self._info(only or PRINT)))
            yield Made(name, len(sheets), Size(self.paper.width, self.paper.height), tuple(sheets))
        if self._has_rulebook():
            yield from self._rulebook(stage)
        for kind in (MAPS, MONITORS):
            if only in (WHOLE, kind):
                yield from self._drawings(kind, stage)
        if self.made_up:
            name = f"{self.made_up.id}.yaml"
            stage.write(name, self.made_up.text.encode())
            yield Made(name, 0, Size(0.0, 0.0))

    def _has_rulebook(self) -> bool:
        """Whether the rulebook is asked for, and there is one."""
        wanted = not self.upgrade and self.request.only in (WHOLE, RULEBOOK)
        return wanted and bool(self.kit.file.rulebook)

    def _upgraded(self, pages: int) -> tuple[Part, ...]:
        assert self.upgrade
        return upgrade_parts(self.faces.renderer, self.upgrade, self.parts, pages)

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
            raise KitError(
                f'{self.kit.file.title} has no "{only}"', hint=hint, check="unknown-part"
            )
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
        backs, title = self.request.backs, self.kit.file.title
        try:
            font = self._caption_font()
            words = self.kit.words
            sheets = impose(parts, self.paper, backs, title=title, font=font, words=words)
            return offset_sheets(sheets, self.request.offset, backs, parts)
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

    def _rulebook(self, stage: Staging) -> Iterator[Made]:
        """The rulebook; the earlier one if nothing that it is made of has changed."""
        from generator.press.rulebook.of_kit import compose_book, tell  # slow to import

        name, info = self._named(RULEBOOK), self._info(RULEBOOK)
        large = self.request.large_print
        told = tell(self.kit, self.faces, self.parts, self.paper, large=large)

        def composed() -> tuple[bytes, int, Size]:
            pages = compose_book(self.faces, told).pages
            return paint_pdf(pages, info), len(pages), Size(pages[0].width, pages[0].height)

        key = (RULEBOOK, "large" if large else "", self.paper.name)
        content, pages, size = self.faces.made_with(key, checksum(told, info), composed)
        stage.write(name, content)
        yield Made(name, pages, size)
        if self.request.booklet:
            yield self._booklet(compose_book(self.faces, told), size, name, stage)

    def _booklet(self, book: Book, page: Size, of: str, stage: Staging) -> Made:
        """The rulebook on sheets to fold, on the paper that takes two of its pages."""
        shared = self.kit.folders.shared
        paper = booklet_paper(page, self.paper, papers(shared))
        spreads = impose_booklet(
            book.pages,
            paper,
            self.request.backs,
            title=self.kit.file.title,
            font=self._caption_font(),
            binding=binding(shared),
            back_cover=book.back_cover,
            words=self.kit.words,
        )
        name = self._named(f"{RULEBOOK}-booklet", paper)
        scenes = [spread.scene for spread in spreads]
        stage.write(name, paint_pdf(scenes, self._info(BOOKLET)))
        return Made(name, len(spreads), Size(paper.height, paper.width), spreads=spreads, of=of)

    def _caption_font(self) -> Font:
        renderer = self.faces.renderer
        return renderer.fonts.font(renderer.family("body"))

    def _drawings(self, kind: str, stage: Staging) -> Iterator[Made]:
        """One SVG at true size for each map (or monitor)."""
        folder = "" if self.request.only else f"{kind}/"
        wanted = self._components(kind)
        for piece in (piece for part in self.parts for piece in part.pieces):
            if piece.component in wanted:
                from generator.press.paint.svg import (
                    paint_svg,  # slow to import, and few kits have maps
                )

                name = f"{folder}{piece.id.replace('/', '-')}.svg"
                paint = partial(paint_svg, title=piece.called)
                stage.write(name, self.faces.made_of(f"svg {piece.called}", piece, "front", paint))
                yield Made(name, 1, piece.size)

    def _named(self, what: str, paper: Paper | None = None) -> str:
        """The name of a file: `grumbles-print-a4.pdf`, in another language `...-a4-de.pdf`."""
        parts = (self.kit.name, what, (paper or self.paper).name, self.kit.words.language)
        return "-".join(filter(None, parts)) + ".pdf"

    def _info(self, what: str) -> DocumentInfo:
        file = self.kit.file
        author = "; ".join(file.credits)
        parts = {part.name: part.title for part in self.parts}
        said = self.kit.words.text(what) if what in TITLES else parts.get(what, what)
        return DocumentInfo(f"{file.title}: {said}", file.language, author, file.summary)
