"""Boards, tiles, counters and figures as tiles and models, loose on the table or in bags."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PIL import Image

from generator.base.errors import KitError
from generator.base.units import MM, Rect, Size
from generator.kit.manifest.load import Component
from generator.press.pieces.piece import Piece
from generator.press.scene.items import Scene
from generator.press.scene.polygons import polygon_of
from generator.publish.images import ImageRequest
from generator.publish.job import ExportJob, flat_name
from generator.publish.shapes import folds, shape_of, standee, without_folds
from generator.publish.shop_limits import TtsLimits
from generator.publish.virtual_tabletops.tabletop_simulator import objects
from generator.publish.virtual_tabletops.tabletop_simulator.mesh import solid
from generator.publish.virtual_tabletops.tabletop_simulator.objects import (
    BOX,
    CIRCLE,
    Object,
    TableItem,
    Zone,
)
from generator.publish.virtual_tabletops.tabletop_simulator.set_up import SetUp

_RIM = 1 * MM
"""Width of art in a model's picture beyond the cut, in points, so that no other colour bleeds in."""
_FOOT_DEPTH = 0.9
"""Depth of a standing figure, in units."""
_FOLD_NOTE = "to be folded: lies flat on the table"


class PieceObjects:
    """The objects of an export other than cards."""

    def __init__(
        self,
        job: ExportJob,
        limits: TtsLimits,
        url: Callable[[str], str],
        ids: objects.Ids,
        set_up: SetUp,
    ) -> None:
        self._job, self._limits, self._url, self._ids = job, limits, url, ids
        self._set_up = set_up
        self._blank_path = ""

    def items(self, component: Component, pieces: Sequence[Piece]) -> Iterator[TableItem]:
        """A component's pieces: boards and mats laid out, pieces in large numbers in bags.

        Pieces that start the game on a board are reserved by the set-up instead.
        """
        copied = [(piece, *self._copies(piece)) for piece in pieces]
        zone: Zone = "middle" if component.map else "seat" if component.monitor else "near"
        bagged: list[Object] = []
        bag_singles = (
            zone == "near" and sum(piece.copies == 1 for piece in pieces) > self._limits.laid_out
        )
        board = self._set_up.board
        shown = board if board in {piece.id for piece in pieces} else pieces[0].id if pieces else ""
        for piece, copies, size in copied:
            if piece.id != board:
                unit = self._limits.unit
                reserve = self._set_up.reserve
                copies = [each for each in copies if not reserve(piece.id, each, size, unit)]
            if not copies:
                continue
            if zone == "near" and piece.copies > 1:
                yield self._bag(piece.id, self._job.title(piece), copies, component.note)
            elif bag_singles or (zone == "middle" and piece.id != shown):
                bagged += copies
            else:
                for each in copies:
                    yield TableItem(each, size.width, size.height, zone)
        if bagged:
            yield self._bag(component.id, component.title, bagged, component.note)

    def _bag(self, name: str, title: str, contents: Sequence[Object], note: str) -> TableItem:
        guid = self._ids.of(f"bag of {name}")
        size = self._limits.bag
        return TableItem(objects.bag(guid, title, contents, note=note), size, size, "near")

    def _copies(self, piece: Piece) -> tuple[list[Object], Size]:
        """Every copy of a piece, and the size of a copy on the table in units."""
        unit = self._limits.unit
        figure = standee(piece.front)
        footprint = Size(piece.size.width / unit, piece.size.height / unit)
        if figure:
            footprint = Size(footprint.width, _FOOT_DEPTH)
            title, picture, mesh = self._figure(piece)
        elif piece.front.trim is None or shape_of(piece) == "circle":
            return self._tiles(piece), footprint
        else:
            title, picture, mesh = self._flat(piece)
        copies = []
        for copy in range(piece.copies):
            guid = self._ids.of(f"{piece.id}:{copy}")
            note = "" if figure or not folds(piece.front) else _FOLD_NOTE
            copies.append(
                objects.model(
                    guid, title, self._url(mesh), self._url(picture),
                    piece=piece.id, stands=figure is not None, note=note,
                )
            )  # fmt: skip
        return copies, footprint

    def _tiles(self, piece: Piece) -> list[Object]:
        """The copies of a rectangle or circle: tiles with a front and a back picture."""
        box = piece.front.box
        front = self._picture(f"pieces/{flat_name(piece)}-front.jpg", [(piece.front, box, 0)])
        if piece.back:
            back = self._picture(f"pieces/{flat_name(piece)}-back.jpg", [(piece.back, box, 0)])
        else:
            back = self._blank_image()
        title = self._job.title(piece)
        note = _FOLD_NOTE if folds(piece.front) else ""
        self._job.bundle.add_piece(
            piece, title=title, front=front, back=back, product="tile", note=note
        )
        scale = piece.size.height / self._limits.unit / self._limits.tile
        kind = CIRCLE if shape_of(piece) == "circle" else BOX
        return [
            objects.tile(
                self._ids.of(f"{piece.id}:{copy}"), title, scale, self._url(front),
                self._url(back), kind, self._limits.thick, piece=piece.id, note=note,
            )
            for copy in range(piece.copies)
        ]  # fmt: skip

    def _flat(self, piece: Piece) -> tuple[str, str, str]:
        """A flat piece of any outline: its title, and the paths of its picture and its mesh."""
        assert piece.front.trim
        box = piece.front.box
        views = [(piece.front, box, 0)] + ([(piece.back, box, 0)] if piece.back else [])
        outline = polygon_of(piece.front.trim)
        return self._model(piece, views, outline, piece.size, self._limits.thick, stands=False)

    def _figure(self, piece: Piece) -> tuple[str, str, str]:
        """A standee, folded and glued: its title, and the paths of its picture and its mesh."""
        figure = standee(piece.front)
        assert figure
        face = without_folds(piece.front)
        views = [(face, figure.front, 0), (face, figure.back, 180)]
        size, scale = figure.front.size, self._limits.stands
        return self._model(piece, views, figure.outline, size, scale, stands=True)

    def _model(
        self,
        piece: Piece,
        views: Sequence[tuple[Scene, Rect, int]],
        outline: Sequence[tuple[float, float]],
        size: Size,
        thick: float,
        *,
        stands: bool,
    ) -> tuple[str, str, str]:
        name = f"models/{flat_name(piece)}"
        picture = self._picture(
            f"{name}.jpg", [(s, b.grown(_RIM), t) for s, b, t in views], pair=True
        )
        mesh = solid(outline, size, self._limits.unit, thick, _RIM, stands=stands)
        if mesh.count("\nv ") > self._limits.vertices:
            message, hint = "has too many corners for a model", "simplify its cut"
            raise KitError(message, item=piece.name, hint=hint, check="outline")
        path = self._job.bundle.add_file(f"{name}.obj", mesh.encode(), "model")
        title = self._job.title(piece)
        kind = "figure" if stands else "model"
        self._job.bundle.add_piece(piece, title=title, front=picture, back=path, product=kind)
        return title, picture, path

    def _picture(
        self, path: str, views: Sequence[tuple[Scene, Rect, int]], *, pair: bool = False
    ) -> str:
        """Write views side by side, at the requested resolution within the limits; return the path.

        In a pair, a missing second view is white.
        """
        places = 2 if pair else 1
        box = views[0][1]
        dpi = self._limits.chosen(self._job.request.dpi)
        max_scale = min(self._limits.side / (places * box.width), self._limits.side / box.height)
        scale = min(dpi / 72, max_scale)
        size = max(1, int(box.width * scale + 1e-6)), max(1, int(box.height * scale + 1e-6))
        requests = [
            ImageRequest(scene, view, size, scene.bleed, turn) for scene, view, turn in views
        ]
        image = Image.new("RGB", (places * size[0], size[1]), "white")
        for index, picture in enumerate(self._job.pictures(f"draw {path}", requests)):
            image.paste(picture, (index * size[0], 0))
        return self._job.bundle.add_image(path, image)

    def _blank_image(self) -> str:
        """The path of the white image for pieces without a back."""
        if not self._blank_path:
            self._blank_path = self._job.bundle.add_image(
                "blank.jpg", Image.new("RGB", (64, 64), "white")
            )
        return self._blank_path
