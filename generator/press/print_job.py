"""Print job: imposes what is selected of a kit on sheets, and paints every file of a build."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.base.atomic_output import Staging
from generator.base.errors import Fault, KitError
from generator.base.units import Size
from generator.press.cache.checksums import checksum
from generator.press.imposition.booklet import booklet_paper, impose_booklet
from generator.press.imposition.impose import CUT_FILE, draw_sheets
from generator.press.imposition.registration import offset_sheets
from generator.press.imposition.sheet import Sheet
from generator.press.layout.checks.complexity import check_raster_cost
from generator.press.library import binding, papers
from generator.press.manifest import BookEntry
from generator.press.marks.cut_lines import CutLines, numbered
from generator.press.paper import Paper
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.piece import Part, Piece, named_faces, pieces_of
from generator.press.pieces.warnings import check_resolution
from generator.press.request import (
    EXTRAS,
    MAPS,
    MONITORS,
    QUICK_START,
    RULEBOOK,
    BuildRequest,
    OutputFile,
)
from generator.press.scene.items import Scene
from generator.press.selection import Selected, file_name
from generator.press.sheet_files import PRINT, SheetFile, plan_files
from generator.press.templates.style import in_full_ink
from generator.press.text.fonts import Fonts
from generator.press.upgrade.sheets import PART as UPGRADE

if TYPE_CHECKING:
    from generator.press.paint.pdf.document import DocumentInfo
    from generator.press.rulebook.compose import Book
    from generator.press.rulebook.of_kit import RulebookContext
    from generator.press.scene.items import Scene

CUT = "cut"
"""The folder of the files for a cutting machine, and the beginning of their names."""
BOOKLET = "rulebook, a booklet to fold"
TITLES = (PRINT, EXTRAS, BOOKLET, RULEBOOK, QUICK_START, MAPS, MONITORS, UPGRADE)
"""The titles of files, after the kit's title."""


class Imposition(NamedTuple):
    """The files of sheets, and the parts on them: those selected, and the pages in front.

    `cut_files` maps the numbers of the files for a cutting machine to their lines.
    """

    parts: tuple[Part, ...]
    files: tuple[SheetFile, ...]
    cut_files: Mapping[int, CutLines]

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheets of all files, with each piece only once."""
        return tuple(sheet for file in self.files if not file.repeats for sheet in file.sheets)


@dataclass(frozen=True, slots=True)
class PrintJob:
    """A print job: what is selected of a kit, its faces, and what they are printed on."""

    request: BuildRequest
    paper: Paper
    faces: FaceSet
    selected: Selected

    @property
    def folder(self) -> Path:
        """The folder of the files."""
        return self.request.folder / self.selected.subfolder

    def impose(self) -> Imposition:
        """Lay all parts on sheets; the pages in front are laid last, since they describe the others.

        Raises KitError for pieces that cannot be placed, each with the line of its component.
        """
        selected, front = self.selected, self.selected.front
        all_parts = (*((front.reserved,) if front else ()), *selected.parts, *selected.extras)
        try:
            parts, planned = plan_files(
                selected, self.paper, self.request.target, self._name, self.faces.kit.words
            )
            numbers = numbered(plan.cut_lines for file in planned for plan in file.plans)
            files = [self._drawn(file, numbers) for file in planned]
        except KitError as error:
            raise KitError(self._faults_with_places(error, all_parts)) from None
        return Imposition(parts, tuple(files), {number: cut for cut, number in numbers.items()})

    def _drawn(self, file: SheetFile, cut_files: Mapping[CutLines, int]) -> SheetFile:
        """The file with its sheets drawn, each with the number of its cut file."""
        target, title, font = self.request.target, self._caption_title(), self._caption_font()
        words = self.faces.kit.words
        drawn = draw_sheets(file.plans, title=title, font=font, words=words, cut_files=cut_files)
        shown = [plan.page.part for plan in file.plans]
        moved = offset_sheets(tuple(drawn), target.offset, target.backs, shown)
        return file._replace(sheets=moved)

    def paint(self, sheets: Imposition, stage: Staging) -> tuple[OutputFile, ...]:
        """Paint and write every file of the job, in print order.

        Raises CheckFailed, before anything is painted, for pictures that are too coarse, and KitError for
        faces that take too long to paint.
        """
        check_raster_cost(named_faces(sheets.parts))
        check_resolution(self.faces, sheets.parts, draft=self.request.edition.draft)
        return tuple(self._files(sheets, stage))

    def _files(self, sheets: Imposition, stage: Staging) -> Iterator[OutputFile]:
        selected = self.selected
        tasks: list[Callable[[], object]] = [self._typeset_rulebook] if selected.rulebook else []
        tasks += [self._typeset_quick_start] if selected.quick_start else []
        tasks += [partial(self.lost_lines, sheets.parts)]
        sheet_tasks = [partial(self._sheets, file) for file in sheets.files]
        here, *others = *sheet_tasks, partial(self.contrast, sheets.parts)
        drawings = [partial(self._drawing, *each) for each in self._drawings()]
        self.faces.results.precompute(here, [*tasks, *others, *drawings])
        size = Size(self.paper.width, self.paper.height)
        for file in sheets.files:
            name = self._name(file.name)
            stage.write(name, self._sheets(file))
            yield OutputFile(
                name, len(file.sheets), size, file.sheets, repeats=file.repeats, precut=file.precut
            )
        if selected.rulebook:
            yield from self._rulebook(stage)
        if selected.quick_start:
            yield self._book(QUICK_START, QUICK_START, self._quick_start_context(), stage)
        for name, piece in self._drawings():
            stage.write(name, self._drawing(name, piece))
            yield OutputFile(name, 1, piece.size)
        yield from self._cut_files(sheets, stage)
        for name, text in selected.texts.items():
            stage.write(name, text.encode())
            yield OutputFile(name, 0, Size(0.0, 0.0))

    def _sheets(self, file: SheetFile) -> bytes:
        """The sheets to print, as a PDF."""
        scenes = [sheet.scene for sheet in file.sheets]
        paint = partial(self._pdf, scenes, self._info(file.title))
        return self.faces.results.once(f"sheets {file.name}", paint)

    def _cut_files(self, sheets: Imposition, stage: Staging) -> Iterator[OutputFile]:
        """The cut files of all sheets, each as SVG and as DXF."""
        if sheets.cut_files:
            from generator.press.cut_files import CUT_FORMATS  # slow to import
        for number, lines in sheets.cut_files.items():
            title = f"{self._caption_title()}, {self.faces.kit.words.text(CUT_FILE, n=number)}"
            for suffix, paint in CUT_FORMATS.items():
                name = self._name(f"{CUT}/{CUT}-{number}").removesuffix(".pdf") + suffix
                stage.write(name, paint(lines, title))
                yield OutputFile(name, 1, lines.paper, cut_lines=lines)

    def contrast(self, parts: Sequence[Part]) -> str:
        """A warning about text with little contrast; "" if there is none."""

        def warning() -> str:
            from generator.press.accessibility.legibility import contrast_warning  # slow to import

            return contrast_warning(self.faces, parts)

        return self.faces.results.once("contrast", warning)

    def lost_lines(self, parts: Sequence[Part]) -> str:
        """A warning about lines that low ink makes invisible; "" if there are none."""
        edition, style, kit = self.request.edition, self.faces.renderer.style, self.faces.kit
        if edition.ink == "full":
            return ""

        def warning() -> str:
            from generator.press.accessibility import lost_lines  # slow to import

            full_ink = in_full_ink(style, kit)
            full = FaceSet(kit, full_ink, edition.large_print, boxes=self.faces)
            return lost_lines.lost_lines_warning(self.faces, full, parts)

        return self.faces.results.once("lost lines", warning)

    def _drawings(self) -> Iterator[tuple[str, Piece]]:
        """The pieces that are drawn at true size, each with the name of its file."""
        for folder, pieces in self.selected.drawings.items():
            for piece in pieces:
                yield f"{folder}{piece.id.replace('/', '-')}.svg", piece

    def _drawing(self, name: str, piece: Piece) -> bytes:
        """An SVG of a piece at true size."""
        from generator.press.paint.svg import paint_svg  # slow to import, and few kits have maps

        paint = partial(paint_svg, title=piece.display_name, dpi=self._dpi)
        return self.faces.cached_for_face(
            f"svg {self._dpi} {piece.display_name}", piece, "front", paint
        )

    def _faults_with_places(self, error: KitError, parts: Sequence[Part]) -> Iterator[Fault]:
        """The faults, each with the line of the component that its piece belongs to."""
        components = self.faces.kit.file.components
        stated = {component.id: component.place for component in components}
        places = {piece.name: stated.get(piece.component) for piece in pieces_of(parts)}
        for fault in error.faults:
            yield replace(fault, place=fault.place or places.get(fault.item))

    def _rulebook(self, stage: Staging) -> Iterator[OutputFile]:
        """The rulebook, and the booklet if one is requested."""
        from generator.press.rulebook.of_kit import compose_book  # slow to import

        what, context = self._manuscript()
        file = self._book(what, RULEBOOK, context, stage)
        yield file
        if self.request.book.screen:
            yield self._screen_page(context, stage)
        if self.request.target.booklet:
            book = compose_book(self.faces, replace(context, players_only=True))
            yield self._booklet(book, file.page_size, file.path, stage)

    def _screen_page(self, context: RulebookContext, stage: Staging) -> OutputFile:
        """The rulebook as a page for screens, which has no paper."""
        from generator.press.html.rulebook import rulebook_page  # slow to import

        kit = self.faces.kit
        name = "-".join(filter(None, (kit.name, RULEBOOK, kit.words.language))) + ".html"
        page = self.faces.results.for_context(
            (f"{RULEBOOK} for screens", "", "", self.paper.name),
            checksum(context, kit.file.title, kit.file.language),
            lambda: rulebook_page(self.faces, context),
        )
        stage.write(name, page)
        return OutputFile(name, 0, Size(0.0, 0.0))

    def _manuscript(self) -> tuple[str, RulebookContext]:
        """The name of the rulebook in the requested form, and its context."""
        from generator.press.rulebook.of_kit import rulebook_context  # slow to import

        form = self.request.book
        large = self.request.edition.large_print
        context = rulebook_context(
            self.faces, self.selected.all_parts, self.paper, large=large, form=form
        )
        return RULEBOOK if form.layout == "book" else f"{RULEBOOK}-{form.layout}", context

    def _typeset_rulebook(self) -> None:
        what, context = self._manuscript()
        self._painted_book(what, RULEBOOK, context)

    def _typeset_quick_start(self) -> None:
        self._painted_book(QUICK_START, QUICK_START, self._quick_start_context())

    def _quick_start_context(self) -> RulebookContext:
        """The name and context of the quick-start sheet."""
        from generator.press.rulebook.of_kit import rulebook_context  # slow to import

        large = self.request.edition.large_print
        return rulebook_context(
            self.faces, self.selected.all_parts, self.paper, large=large, quick_start=True
        )

    def _book(self, what: str, title: str, context: RulebookContext, stage: Staging) -> OutputFile:
        """A painted book; its pages and their layout are cached with it."""
        name = self._name(what)
        content, pages, size, figures = self._painted_book(what, title, context)
        stage.write(name, content)
        return OutputFile(name, pages, size, book=BookEntry(name, *figures))

    def _painted_book(
        self, what: str, title: str, context: RulebookContext
    ) -> tuple[bytes, int, Size, tuple[Any, ...]]:
        """A book as a PDF, the number and size of its pages, and how they are set."""
        from generator.press.rulebook.of_kit import compose_book  # slow to import

        info = self._info(title)

        def compose() -> tuple[bytes, int, Size, tuple[Any, ...]]:
            book = compose_book(self.faces, context)
            content = self._pdf(book.pages, info)
            fill = tuple(None if each is None else round(each, 3) for each in book.fill)
            min_type = book.min_type_size()
            figures = (book.players, fill, book.stranded, min_type and round(min_type, 2))
            return (
                content,
                len(book.pages),
                Size(book.pages[0].width, book.pages[0].height),
                figures,
            )

        profile = self.request.edition.profile
        key = (what, "", "large" if context.large else "", self.paper.name)
        return self.faces.results.for_context(
            key, checksum(context, info, self._dpi, profile and profile.digest), compose
        )

    def _booklet(self, book: Book, page: Size, book_path: str, stage: Staging) -> OutputFile:
        """The rulebook on sheets to fold, on paper that takes two of its pages."""
        kit = self.faces.kit
        paper = booklet_paper(page, self.paper, papers(kit.folders.shared))
        target = self.request.target
        spreads = impose_booklet(
            book.pages,
            paper,
            target.backs,
            title=self._caption_title(),
            font=self._caption_font(),
            binding=binding(kit.folders.shared),
            back_cover=book.back_cover,
            offset=target.offset,
            words=kit.words,
        )
        name = file_name(kit, f"{RULEBOOK}-booklet", paper)
        scenes = [spread.scene for spread in spreads]
        stage.write(name, self._pdf(scenes, self._info(BOOKLET)))
        return OutputFile(
            name, len(spreads), Size(paper.height, paper.width), spreads=spreads, of=book_path
        )

    def _pdf(self, pages: Sequence[Scene], info: DocumentInfo) -> bytes:
        """Pages as a PDF, in the colours of the printer if a profile is named."""
        if profile := self.request.edition.profile:
            from generator.press.paint.pdf.profiled import paint_profiled  # rarely needed

            return paint_profiled(pages, info, self._dpi, profile)
        from generator.press.paint.pdf.painter import paint_pdf  # slow to import

        return paint_pdf(pages, info, self._dpi)

    @property
    def _dpi(self) -> int:
        return self.request.edition.dpi

    def _caption_title(self) -> str:
        """The game and the kit's version, to tell a new print from an old one."""
        return f"{self.faces.kit.file.title} {self.faces.kit.file.version}"

    def _caption_font(self) -> Fonts:
        renderer = self.faces.renderer
        return Fonts(renderer.fonts, renderer.family("body"))

    def _name(self, what: str) -> str:
        folder, _, what = what.rpartition("/")
        return "/".join(filter(None, (folder, file_name(self.faces.kit, what, self.paper))))

    def _info(self, what: str) -> DocumentInfo:
        """The document information of a file; its title ends with one of `TITLES`, or that of a part."""
        kit = self.faces.kit
        parts = {part.name: part.title for part in self.selected.all_parts}
        title = kit.words.text(what) if what in TITLES else parts.get(what, what)
        author = "; ".join(kit.file.credits)
        from generator.press.paint.pdf.document import DocumentInfo  # slow to import

        return DocumentInfo(
            f"{kit.file.title}: {title}", kit.file.language, author, kit.file.summary
        )
