"""Export job: everything that an exporter needs, and the helpers that exporters share."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count, groupby, islice
from types import MappingProxyType
from typing import TYPE_CHECKING

from PIL import Image

from generator.base.errors import KitError, did_you_mean
from generator.base.side_by_side import Report, side_by_side
from generator.kit.load import Kit
from generator.kit.manifest.load import Component
from generator.kit.tables.records import table_named
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.paper import Paper
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.piece import Part, Piece, backs_by_component, pieces_of, with_pieces
from generator.press.request import RULEBOOK, Progress
from generator.press.scene.items import Scene
from generator.publish.images import ImageRequest, batches, render_batch, render_images
from generator.publish.manifest import ExportBundle, ExportedFile
from generator.publish.request import ExportRequest

if TYPE_CHECKING:
    from generator.press.rulebook.compose import Book

_TUCK_BOX = "tuck-box.xml"
"""The template of boxes of any size, also of those that hold no cards."""
_NO_PRODUCTS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ExportJob:
    """Export job: a kit with all its pieces drawn, the request, and the bundle of files.

    `all_parts` are all parts of the kit, `parts` the requested ones.
    """

    request: ExportRequest
    kit: Kit
    faces: FaceSet
    all_parts: tuple[Part, ...]
    parts: tuple[Part, ...]
    paper: Paper
    bundle: ExportBundle
    watch: Progress

    @property
    def pieces(self) -> list[Piece]:
        return pieces_of(self.parts)

    def rulebook(self) -> tuple[str, Sequence[Scene]]:
        """Write the rulebook for reading on screen; return its path and its pages.

        Both are empty if the kit has no rulebook or only a part of the kit is requested.
        """
        pages = self.book_pages()
        if not pages:
            return "", ()
        path = f"{self.kit.name}-rulebook.pdf"
        content = paint_pdf(pages, self.document_info(self.rulebook_title))
        return self.bundle.add_file(path, content, "book", pages=len(pages)), pages

    @property
    def rulebook_title(self) -> str:
        return f"{self.kit.file.title}: {self.kit.words.text(RULEBOOK)}"

    def document_info(self, title: str) -> DocumentInfo:
        """A PDF's title, with the authors and the summary of the kit."""
        file = self.kit.file
        return DocumentInfo(title, file.language, "; ".join(file.credits), file.summary)

    def book_pages(self, *, players_only: bool = False) -> Sequence[Scene]:
        """The pages of the rulebook; empty if there is none."""
        book = self.book(players_only=players_only)
        return book.pages if book else ()

    def book(self, *, players_only: bool = False) -> Book | None:
        """The rulebook; None if the kit has none or only a part is requested.

        A book for `players_only`, such as a printed booklet, has no appendix for referees.
        """
        if not self.kit.file.rulebook or self.request.only:
            return None
        from generator.press.rulebook.of_kit import compose_book, rulebook_context  # slow to import

        self.watch("set the rulebook", 0, 1)
        context = rulebook_context(self.faces, self.all_parts, self.paper)
        return compose_book(self.faces, replace(context, players_only=players_only))

    def components(self) -> Iterator[tuple[Component, list[Piece]]]:
        """The pieces by component, in print order."""
        components = self.kit.file.components_by_id
        for name, pieces in groupby(self.pieces, lambda piece: piece.component):
            yield components[name], list(pieces)

    def title(self, piece: Piece) -> str:
        """The title of a piece: the name in its row, or else the title of its component."""
        component = self.kit.file.components_by_id[piece.component]
        if component.each is None or not piece.row:
            return piece.title
        row = table_named(self.kit.tables, component.each)[piece.row]
        for key in ("name", "title"):
            if isinstance(row.get(key), str):
                return str(row[key])
        return f"{piece.title}: {piece.row.replace('-', ' ')}"

    def pictures(self, step: str, requests: Sequence[ImageRequest]) -> Iterator[Image.Image]:
        """Render the requested images, reporting progress."""
        for done, image in enumerate(render_images(requests)):
            self.watch(step, done, len(requests))
            yield image

    def write_pictures(
        self,
        step: str,
        requests: Mapping[str, ImageRequest],
        dpi: int = 0,
        products: Mapping[str, str] = _NO_PRODUCTS,
    ) -> None:
        """Render the requested images side by side, and write each under its path.

        `products` has the product of the shop for each path.
        """
        finished = count()
        report = Report(lambda: self.watch(step, next(finished), len(requests)))
        paths = iter(requests)

        def write(paths: Sequence[str], batch: Sequence[ImageRequest]) -> list[ExportedFile]:
            entries = []
            for path, image in zip(paths, render_batch(batch), strict=True):
                product = products.get(path, "")
                entries.append(self.bundle.write_image(path, image, dpi, product=product))
                report()
            return entries

        tasks = [
            partial(write, list(islice(paths, len(batch))), batch)
            for batch in batches([*requests.values()])
        ]
        for entries in side_by_side(tasks, watch=report.pass_on):
            self.bundle.files += entries


def components_with_one_back(pieces: Iterable[Piece]) -> set[str]:
    """The components whose pieces all have the same back."""
    backs = backs_by_component(pieces)
    return {name for name, found in backs.items() if len(found) == 1 and found != {None}}


def flat_name(piece: Piece) -> str:
    """The id of a piece as the name of a file: "card/lucky-star" -> "card-lucky-star"."""
    return piece.id.replace("/", "-")


def picture_paths(piece: Piece, shared: Container[str]) -> tuple[str, str]:
    """The paths of the front and back pictures of a piece; "" if it has no back.

    Components in `shared` have one picture for all their backs.
    """
    back = f"{piece.component}/back.png" if piece.component in shared else f"{piece.id}-back.png"
    return f"{piece.id}-front.png", back if piece.back else ""


def select_parts(kit: Kit, parts: tuple[Part, ...], only: str) -> tuple[Part, ...]:
    """The part or component of that name; all parts for "".  Raises KitError for unknown names."""
    if not only:
        return parts
    chosen = with_pieces(parts, lambda piece: piece.part == only)
    chosen = chosen or with_pieces(parts, lambda piece: piece.component == only)
    if not chosen:
        known = [part.name for part in parts]
        known += [piece.component for piece in pieces_of(parts)]
        hint = did_you_mean(only, known)
        raise KitError(f'{kit.file.title} has no "{only}"', hint=hint, check="unknown-part")
    return chosen


def without_tuck_boxes(kit: Kit, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts without tuck boxes: shops sell their own, and virtual tables need none."""
    boxes = {
        component.id
        for component in kit.file.components
        if component.holds or component.front == _TUCK_BOX
    }
    return with_pieces(parts, lambda piece: piece.component not in boxes)
