"""Sheet plans: which face of which piece lies where on which sheet, before anything is drawn.

Sheets come in the order in which a person prints them: of each sheet first the front, then the
back.  If anything in the file has a back, every front is followed by one, since a duplex printer
would otherwise put the next front behind it; a back without any art says that it stays empty.
Without a duplex printer, fronts and backs may share one side of a sheet, which is folded between
them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from generator.base.errors import Fault, KitError, collected, raise_faults
from generator.base.units import Matrix, Rect, Size
from generator.press.imposition.duplex import DUPLEX, Backs, mirror_side, rotation_of, turned_over
from generator.press.imposition.pages.gutterfold import fold_pages
from generator.press.imposition.pages.lay_pages import (
    lay_on_fewest_sheets,
    lay_pages,
    lay_two_sided_first,
)
from generator.press.imposition.pages.slots import Page, Slot
from generator.press.imposition.sheet import Placement, Side
from generator.press.imposition.tiles.tiling import Tile
from generator.press.marks.bleed import extend_back_bleed
from generator.press.marks.cut_lines import CutLines, cut_lines
from generator.press.paper import Paper
from generator.press.pieces.piece import Part, Piece
from generator.press.scene.items import Scene
from generator.press.scene.paths import overlap, transform_rect

MAX_SHEETS = 1_500
"""Maximum number of sheets, unless a kit has more different pieces: nobody cuts out more, and the
file would take hours."""

FRONT, BACK, BACK_EMPTY = "front", "back", "back: this side stays empty"
FOLD_FIRST = "fold so that both sides show, glue, then cut"
SECOND_FACES = "second faces, to be glued back to back"


@dataclass(frozen=True, slots=True)
class FacePlan:
    """A face in its place, with the box that its art fills and the cut of the piece.

    `room` is the box around it that may be drawn in.  A piece is cut along the outline of its
    front; `cut` maps that outline to this sheet, and `cuts` are its edges there that have crop
    marks.
    """

    slot: Slot
    scene: Scene
    placement: Placement
    box: Rect
    room: Rect
    cut: Matrix
    cuts: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """A sheet before it is numbered and drawn: which face lies where.

    `folded_faces` lie beyond a fold: they are cut along the marks of the faces in the blocks.
    """

    page: Page
    side: Side
    note: str
    blocks: tuple[tuple[FacePlan, ...], ...]
    strip: Rect
    marked: bool
    folded_faces: tuple[FacePlan, ...] = ()

    @property
    def faces(self) -> tuple[FacePlan, ...]:
        return (*(face for block in self.blocks for face in block), *self.folded_faces)

    @property
    def tiles(self) -> list[tuple[Piece, Tile]]:
        """The tiles on the sheet, each with its piece."""
        return [(face.slot.piece, tile) for face in self.faces if (tile := face.placement.tile)]

    @property
    def by_machine(self) -> bool:
        """Whether a machine cuts the sheet, from this side or the other."""
        return self.page.paper.cutter is not None and self.page.marked

    @property
    def cut_lines(self) -> CutLines | None:
        """What a machine cuts on this side; None if the sheet is cut by hand or not at all."""
        cutter = self.page.paper.cutter
        if not cutter or not self.marked:
            return None
        faces = ((face.slot.piece.front, face.cut) for block in self.blocks for face in block)
        return cut_lines(self.size, cutter.marks(self.page.paper.box), faces)

    @property
    def part(self) -> str:
        """The name of its part."""
        return self.page.part.name

    def shows(self, part: Part) -> bool:
        """Whether pieces of this part are on the sheet."""
        ids = {piece.id for piece in part.pieces}
        return any(slot.piece.id in ids for slot in self.page.slots)

    @property
    def size(self) -> Size:
        """Width and height of the paper, in points."""
        return Size(self.page.paper.width, self.page.paper.height)

    @property
    def placements(self) -> tuple[Placement, ...]:
        placed = (face.placement for face in self.faces)
        fold = self.page.fold
        return tuple(replace(each, fold=fold) for each in placed) if fold else tuple(placed)


def plan_sheets(
    parts: Sequence[Part], paper: Paper, backs: Backs, *, duplex: bool = False
) -> tuple[SheetPlan, ...]:
    """Lay all pieces on sheets, in print order.

    With backs "none" there are only fronts.  A sheet with pieces whose two faces are both played is
    followed by one with their second faces, to be glued on; such pieces are arranged to need the
    fewest sheets.  With "gutterfold" the same applies to pieces whose back is too large to lie
    beside the front.  `duplex` says that other sheets of the file have backs.

    Raises KitError naming all pieces that would take too many sheets or whose faces differ in size.
    """
    _check_unique_ids(parts)
    pages = _all_pages(parts, paper, _way_to_lay(paper, backs))
    duplex |= backs in DUPLEX and any(slot.piece.back for page in pages for slot in page.slots)
    plans: list[SheetPlan] = []
    for page in pages:
        flip = turned_over(page.paper, backs)
        if page.fold:
            backs_beyond = _back_faces(tuple(page.slots), page.fold.mirror)
            plans.append(replace(front_plan(page), note=FOLD_FIRST, folded_faces=backs_beyond))
            continue
        plans.append(front_plan(page))
        if duplex:
            plans.append(back_plan(page, flip))
        elif any(_is_glued(slot, backs) for slot in page.slots):
            plans.append(_second_faces_plan(page, flip, backs))
    return tuple(plans)


def _way_to_lay(paper: Paper, backs: Backs) -> Callable[[Part, Paper], list[Page]]:
    if backs == "gutterfold":
        return fold_pages
    if paper.roll:
        return lay_two_sided_first
    return lay_on_fewest_sheets if backs == "none" else lay_pages


def by_sides(plans: Sequence[SheetPlan]) -> tuple[list[SheetPlan], list[SheetPlan]]:
    """The sheets with anything on their backs (both sides of each), and the fronts of the others."""
    two_sided: list[SheetPlan] = []
    one_sided: list[SheetPlan] = []
    for plan in plans:
        if plan.side == "front":
            one_sided.append(plan)
        elif plan.faces:
            two_sided += [one_sided.pop(), plan]
    return two_sided, one_sided


def _check_unique_ids(parts: Sequence[Part]) -> None:
    """Raise KitError for two pieces with the same id: placements name pieces by the id alone."""
    ids = Counter(piece.id for part in parts for piece in part.pieces)
    faults = [
        Fault(f'two pieces have the id "{name}"', check="piece-id-twice")
        for name, count in ids.items()
        if count > 1
    ]
    raise_faults(faults)


def _all_pages(
    parts: Sequence[Part], paper: Paper, lay: Callable[[Part, Paper], list[Page]]
) -> list[Page]:
    """The pages of all parts; raises one KitError with the faults of all."""
    pages: list[Page] = []
    faults: list[Fault] = []
    for part in parts:
        with collected(faults):
            pages += lay(part, paper)
    raise_faults(faults)
    limit = max(MAX_SHEETS, sum(len(part.pieces) for part in parts))
    if len(pages) > limit:
        raise KitError(
            f"the kit needs {len(pages):,} sheets of {paper.title}, more than the limit of {limit:,}",
            hint="make its pieces smaller or fewer, or print a part of it with --only",
            check="too-many-sheets",
        )
    return pages


def front_plan(page: Page) -> SheetPlan:
    blocks = tuple(tuple(_first_face(slot) for slot in block) for block in page.blocks)
    return SheetPlan(page, "front", FRONT, blocks, page.strip, page.marked)


def back_plan(page: Page, flip: Matrix) -> SheetPlan:
    """The back of a front, without marks: misregistration would misplace them."""
    blocks = (_back_faces(tuple(page.slots), flip),)
    note = BACK if any(blocks) else BACK_EMPTY
    return SheetPlan(page, "back", note, blocks, transform_rect(page.strip, flip), marked=False)


def _second_faces_plan(page: Page, flip: Matrix, backs: Backs) -> SheetPlan:
    """A sheet with those second faces of the front before it that are glued on."""
    blocks = tuple(
        tuple(second_face(slot, flip) for slot in block if _is_glued(slot, backs))
        for block in page.blocks
    )
    strip = transform_rect(page.strip, flip)
    return SheetPlan(page, "front", SECOND_FACES, blocks, strip, page.marked)


def _back_faces(slots: Sequence[Slot], flip: Matrix) -> tuple[FacePlan, ...]:
    """The backs of slots, each with extra bleed against misregistration."""
    faces = [second_face(slot, flip) for slot in slots if slot.piece.back]
    boxes = _back_boxes(tuple((face.placement.rect, face.box, face.scene.bleed) for face in faces))
    return tuple(
        face if face.placement.tile else replace(face, box=box)
        for face, box in zip(faces, boxes, strict=True)
    )


@lru_cache(maxsize=64)
def _back_boxes(faces: tuple[tuple[Rect, Rect, float], ...]) -> tuple[Rect, ...]:
    """The boxes of backs, from the trim, box and bleed of each; cached, as most sheets are alike."""
    rects = [rect for rect, _, _ in faces]
    return tuple(
        extend_back_bleed(rect, box, bleed, rects[:i] + rects[i + 1 :])
        for i, (rect, box, bleed) in enumerate(faces)
    )


def _is_glued(slot: Slot, backs: Backs) -> bool:
    """Whether the second face of a piece goes on a sheet of its own."""
    separate = backs == "gutterfold" or (backs == "none" and slot.piece.two_sided)
    return separate and slot.piece.back is not None


def _first_face(slot: Slot) -> FacePlan:
    return _face(slot, slot.piece.front, "front", slot.matrix, Matrix(), slot.tile)


def second_face(slot: Slot, flip: Matrix) -> FacePlan:
    scene = slot.piece.back
    assert scene is not None
    matrix = mirror_side(slot.matrix, scene.width, flip)
    tile = slot.tile and slot.tile.for_back(scene.width)
    return _face(slot, scene, "back", matrix, flip, tile)


def _face(
    slot: Slot, scene: Scene, face: Side, matrix: Matrix, flip: Matrix, tile: Tile | None
) -> FacePlan:
    """A face of a slot; `flip` maps points of the front of the sheet to this side."""
    whole = Rect(0.0, 0.0, scene.width, scene.height) if tile else None
    at = _geometry(slot.rect, slot.limit, slot.cuts, slot.matrix, matrix, flip, scene.bleed, whole)
    placement = Placement(
        slot.piece.id, face, slot.copy, at.matrix, at.rect, at.rotation, tile, slot.cut_line
    )
    return FacePlan(slot, scene, placement, at.box, at.room, at.cut, at.cuts)


class _Geometry(NamedTuple):
    """The geometry of a face, which is the same for a given slot on most sheets of a deck."""

    matrix: Matrix
    rect: Rect
    rotation: int
    box: Rect
    room: Rect
    cut: Matrix
    cuts: tuple[Rect, ...]


@lru_cache(maxsize=1_024)
def _geometry(
    trim: Rect, limit: Rect, cuts: tuple[Rect, ...], front: Matrix, matrix: Matrix, flip: Matrix,
    bleed: float, whole: Rect | None,
) -> _Geometry:  # fmt: skip
    rect, room = transform_rect(trim, flip), transform_rect(limit, flip)
    # Art continues over the seams of a tile as far as there is any.
    art = transform_rect(whole, matrix) if whole else rect
    return _Geometry(
        matrix,
        rect,
        rotation_of(matrix),
        overlap(art.grown(bleed), room),
        room,
        front.then(flip),
        tuple(transform_rect(cut, flip) for cut in cuts),
    )
