"""Decks: the cards of a component on picture sheets, as one pile on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from PIL import Image

from generator.base.units import MM, Size
from generator.kit.manifest.load import Component
from generator.press.pieces.piece import Piece
from generator.press.scene.items import Scene
from generator.publish.images import ImageRequest
from generator.publish.job import ExportJob
from generator.publish.shapes import shape_of
from generator.publish.shop_limits import TtsLimits
from generator.publish.virtual_tabletops.tabletop_simulator import objects
from generator.publish.virtual_tabletops.tabletop_simulator.objects import (
    FACE_DOWN,
    FACE_UP,
    Object,
    TableItem,
)

_SIZE_TOLERANCE = 0.5 * MM
"""Difference in points below which a card has a named card size."""


def is_card(piece: Piece, job: ExportJob, limits: TtsLimits) -> bool:
    """Whether a piece is a card: a rectangle within the range of card sizes.

    It also has a back that hides its front, or one of the kit's named sizes.
    """
    if shape_of(piece) != "rectangle":
        return False
    shorter, longer = sorted(piece.size)
    least, most = limits.cards.shorter, limits.cards.longer
    if not (least[0] <= shorter <= least[1] and most[0] <= longer <= most[1]):
        return False
    named = job.faces.renderer.style.sizes.values()
    return (piece.back is not None and not piece.two_sided) or any(
        abs(min(size) - shorter) < _SIZE_TOLERANCE and abs(max(size) - longer) < _SIZE_TOLERANCE
        for size in named
    )


class DeckObjects:
    """The decks of one export, their sheets numbered from 1."""

    def __init__(
        self, job: ExportJob, limits: TtsLimits, url: Callable[[str], str], ids: objects.Ids
    ) -> None:
        self._job, self._limits, self._url, self._ids = job, limits, url, ids
        self._sheets = 0

    def item(self, component: Component, pieces: Sequence[Piece]) -> TableItem:
        """A component's cards as one pile, face down if their backs hide their fronts."""
        first = pieces[0]
        scale = first.size.height / self._limits.poker
        hides_front = first.back is not None and not first.two_sided
        flip = FACE_DOWN if hides_front else FACE_UP
        cards: list[Object] = []
        for faces in split_into_sheets([piece.front for piece in pieces], self._limits):
            start = len({card["CardID"] for card in cards})
            shown = pieces[start : start + len(faces)]
            cards += self._cards(component, shown, scale, flip)
        deck = cards[0]
        if len(cards) > 1:
            guid = self._ids.of(component.id)
            deck = objects.deck(guid, component.title, scale, cards, note=component.note, flip=flip)
        height = self._limits.card * scale
        return TableItem(deck, height * first.size.width / first.size.height, height, "far")

    def _cards(
        self, component: Component, pieces: Sequence[Piece], scale: float, flip: float
    ) -> list[Object]:
        """The card objects of one sheet, one for each copy in the kit."""
        self._sheets += 1
        dpi = self._limits.chosen(self._job.request.dpi)
        grid = sharpest_grid(len(pieces), pieces[0].size, self._limits, dpi)
        name = f"sheets/{component.id}-{self._sheets}"
        face = self._sheet(f"{name}-faces.jpg", [piece.front for piece in pieces], grid)
        backs = [piece.back for piece in pieces]
        own_backs = len({id(back) for back in backs}) > 1
        if own_backs:
            back = self._sheet(f"{name}-backs.jpg", backs, grid)
        else:
            back = self._sheet(
                f"{name}-back.jpg", backs[:1], SheetGrid(1, 1, grid.width, grid.height)
            )
        entry = objects.sheet_entry(
            self._url(face), self._url(back), grid.columns, grid.rows, own_backs=own_backs
        )
        cards = []
        for place, piece in enumerate(pieces):
            title = self._job.title(piece)
            self._job.bundle.add_piece(piece, title=title, front=face, back=back, product="card")
            card = partial(
                objects.card, nickname=title, scale=scale, number=self._sheets * 100 + place,
                sheet=entry, piece=piece.id, sideways=piece.size.width > piece.size.height, flip=flip,
            )  # fmt: skip
            cards += [card(self._ids.of(f"{piece.id}:{copy}")) for copy in range(piece.copies)]
        return cards

    def _sheet(self, path: str, faces: Sequence[Scene | None], grid: SheetGrid) -> str:
        """Write a sheet; a missing face is white."""
        requests = [cell(face, grid) for face in faces if face]
        drawn = self._job.pictures(f"draw {path}", requests)
        white = Image.new("RGB", (grid.width, grid.height), "white")
        cells = [next(drawn) if face else white for face in faces]
        return self._job.bundle.add_image(
            path,
            assemble_sheet(cells, grid),
            role="sheet",
            cells=(grid.columns, grid.rows, len(faces)),
        )


@dataclass(frozen=True, slots=True)
class SheetGrid:
    """Grid of a sheet: columns, rows, and the width and height of a card in pixels."""

    columns: int
    rows: int
    width: int
    height: int

    @property
    def size(self) -> tuple[int, int]:
        return self.columns * self.width, self.rows * self.height


def sharpest_grid(count: int, size: Size, limits: TtsLimits, dpi: float) -> SheetGrid:
    """The grid that holds this many cards at the highest resolution up to `dpi`.

    Of equally sharp grids, the one with the fewest empty places is chosen.
    """

    def sharpness(columns: int, rows: int) -> float:
        side = limits.side
        return min(side / (columns * size.width), side / (rows * size.height), dpi / 72)

    columns, rows = max(
        (
            (columns, rows)
            for columns in range(1, limits.columns + 1)
            for rows in range(1, limits.rows + 1)
            if columns * rows >= count
        ),
        key=lambda grid: (round(sharpness(*grid), 4), -grid[0] * grid[1], grid[0]),
    )
    scale = sharpness(columns, rows)
    width, height = int(size.width * scale + 1e-6), int(size.height * scale + 1e-6)
    return SheetGrid(columns, rows, max(1, width), max(1, height))


def split_into_sheets(faces: Sequence[Scene], limits: TtsLimits) -> Iterator[Sequence[Scene]]:
    """Spread the faces evenly over as few sheets as possible."""
    most = limits.columns * limits.rows
    sheets = -(-len(faces) // most)
    each = -(-len(faces) // sheets)
    for start in range(0, len(faces), each):
        yield faces[start : start + each]


def cell(face: Scene, grid: SheetGrid) -> ImageRequest:
    """Request a face, cut at its trim, at the size of a cell of the grid."""
    return ImageRequest(face, face.box, (grid.width, grid.height), face.bleed)


def assemble_sheet(cells: Sequence[Image.Image], grid: SheetGrid) -> Image.Image:
    """Paste the pictures into a sheet row by row; empty places are white."""
    sheet = Image.new("RGB", grid.size, "white")
    for index, image in enumerate(cells):
        row, column = divmod(index, grid.columns)
        sheet.paste(image, (column * grid.width, row * grid.height))
    return sheet
