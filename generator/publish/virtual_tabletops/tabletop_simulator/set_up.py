"""Set-up: positions of pieces on the board at the start of a game, for kits with rules.

The kit's `table.xml` draws the initial state with the pieces themselves, which gives the position of
each.  Pieces that are askew, overlap another or extend beyond the board stay next to the board.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from generator.base.units import Matrix, Rect, Size
from generator.engine.of_kit import game_of_kit
from generator.engine.registry import has_rules
from generator.press.pieces.table import draw_table
from generator.press.scene.items import Scene, Use, walk
from generator.press.scene.paths import covers, touches
from generator.publish.job import ExportJob
from generator.publish.virtual_tabletops.tabletop_simulator.objects import (
    FACE_DOWN,
    FACE_UP,
    Object,
)

_TOLERANCE = 1e-3
_NO_SIZE = Size(0.0, 0.0)
_DROP_HEIGHT = 0.6
"""Height above other objects from which pieces on a board drop, in units."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """Face on the board: the pieces that have it, and its centre in points of the board."""

    pieces: tuple[str, ...]
    x: float
    y: float
    face_down: bool
    turned: bool


@dataclass(slots=True)
class SetUp:
    """Set-up: the board at the start of a game, and the pieces on it."""

    board: str = ""
    """The id of the board; "" if there is none."""
    size: Size = _NO_SIZE
    """The size of the board in points."""
    players: int = 0
    _free: list[_Spot] = field(default_factory=list)
    _occupied: list[Rect] = field(default_factory=list)
    _placed: list[tuple[Object, _Spot]] = field(default_factory=list)

    def reserve(self, piece: str, copy: Object, size: Size, unit: float) -> bool:
        """Reserve a free place on the board for a copy of a piece; return whether there is one.

        `size` is in units, `unit` the points per unit.
        """
        for spot in self._free:
            width, depth = size.width * unit, size.height * unit
            footprint = Rect(spot.x - width / 2, spot.y - depth / 2, width, depth)
            inside = covers(Rect(0, 0, *self.size), footprint, _TOLERANCE)
            overlaps = any(touches(footprint.grown(-_TOLERANCE), other) for other in self._occupied)
            if piece in spot.pieces and inside and not overlaps:
                self._free.remove(spot)
                self._occupied.append(footprint)
                self._placed.append((copy, spot))
                return True
        return False

    def placed_objects(self, objects: Sequence[Object], unit: float) -> Iterator[Object]:
        """Yield the pieces on the board in their places; the board is one of `objects`."""
        board = next((each for each in objects if each["GMNotes"] == self.board), None)
        for copy, spot in self._placed:
            assert board is not None  # pieces are only taken if there is a board
            origin = board["Transform"]
            place = {
                "posX": round(origin["posX"] + (spot.x - self.size.width / 2) / unit, 3),
                "posY": origin["posY"] + _DROP_HEIGHT,
                "posZ": round(origin["posZ"] - (spot.y - self.size.height / 2) / unit, 3),
                "rotY": 0.0 if spot.turned else origin["rotY"],
                "rotZ": FACE_DOWN if spot.face_down else FACE_UP,
            }
            yield {**copy, "Transform": {**copy["Transform"], **place}}


def set_up_of(job: ExportJob) -> SetUp:
    """The set-up of a game for the most players; empty for a kit without rules or without a board.

    Raises KitError for unplayable rules, and with the line of a `table.xml` that cannot be drawn.
    """
    boards = {each.id for each in job.kit.file.components if each.map}
    if not boards & {piece.component for piece in job.pieces} or not has_rules(job.kit.folders):
        return SetUp()
    game = game_of_kit(job.kit)
    players = max(game.seats_with(game.read_options({})))
    state, _ = game.start(players=players)
    table = draw_table(job.faces.renderer, state.view(None), game.people(state))
    faces: defaultdict[Scene, list[tuple[str, bool]]] = defaultdict(list)
    for piece in job.pieces:
        faces[piece.front].append((piece.id, False))
        if piece.back is not None and piece.back is not piece.front:
            faces[piece.back].append((piece.id, True))
    shown = [
        (item.scene, item.matrix.then(matrix))
        for item, matrix in walk(table.items)
        if isinstance(item, Use) and item.scene in faces
    ]
    maps = {piece.id for piece in job.pieces if piece.component in boards}
    for scene, matrix in shown:
        ids = [name for name, back in faces[scene] if name in maps and not back]
        if ids and _is_straight(matrix) and matrix.a > 0:
            spots = list(_spots(shown, faces, scene, matrix))
            return SetUp(ids[0], scene.size, players, spots)
    return SetUp()


def _spots(
    shown: Sequence[tuple[Scene, Matrix]],
    faces: Mapping[Scene, Sequence[tuple[str, bool]]],
    board: Scene,
    place: Matrix,
) -> Iterator[_Spot]:
    """Yield the faces on a board that is at `place`."""
    for scene, matrix in shown:
        if scene is board or not _is_straight(matrix):
            continue
        x, y = matrix.apply(*scene.box.center)
        x, y = (x - place.e) / place.a, (y - place.f) / place.d
        for down in (False, True):
            names = tuple(name for name, back in faces[scene] if back == down)
            if names and 0 < x < board.width and 0 < y < board.height:
                yield _Spot(names, x, y, down, matrix.a < 0)


def _is_straight(matrix: Matrix) -> bool:
    """Whether a face is upright or upside down."""
    return max(abs(matrix.b), abs(matrix.c)) < _TOLERANCE and matrix.a * matrix.d > 0
