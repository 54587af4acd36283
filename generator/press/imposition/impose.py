"""Imposition: lays the parts of a kit on sheets, with backs, marks and captions, as scenes.

Sheets come in the order in which a person prints them: of each sheet first the front, then the
back.  If anything in the file has a back, every front is followed by one, since a duplex printer
would otherwise put the next front behind it; a back without any art says that it stays empty.
Without a duplex printer, fronts and backs may share one side of a sheet, which is folded between
them.  A sheet with a tile of a large piece has marks to join it by, and a plan of all tiles beside
the caption.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from generator.base.errors import Fault, KitError
from generator.base.units import Matrix, Rect, Size
from generator.kit.words import UNTRANSLATED, Message, Translator
from generator.press.imposition.duplex import DUPLEX, Backs, mirror_side, rotation_of, turned_over
from generator.press.imposition.gutterfold import fold_marks, fold_pages
from generator.press.imposition.pages import lay_on_fewest_sheets, lay_pages, lay_two_sided_first
from generator.press.imposition.sheet import Placement, Sheet, Side, picture_of, sheet_title
from generator.press.imposition.slots import Page, Slot
from generator.press.imposition.tiles.tile_marks import COPY, TILE, plan_of, tile_marks, tile_words
from generator.press.imposition.tiles.tiling import Tile
from generator.press.marks.bleed import extend_back_bleed
from generator.press.marks.captions import caption
from generator.press.marks.crop_marks import crop_marks, cut_marks, min_margin
from generator.press.paper import Paper
from generator.press.pieces.piece import Part, Piece
from generator.press.scene.alt_text import is_structured
from generator.press.scene.items import Anchor, Group, Item, Scene, Use
from generator.press.scene.paths import overlap, rectangle, transform_rect
from generator.press.text.fonts import Fonts

MAX_SHEETS = 1_500
"""Most sheets: nobody cuts out more, and the file would take hours; more only for as many different
pieces."""

FRONT, BACK, BACK_EMPTY = "front", "back", "back: this side stays empty"
FOLD_FIRST = "fold so that both sides show, glue, then cut"
SECOND_FACES = "second faces, to be glued back to back"
PAGE_OF, TRUE_SIZE = "page {n} of {of}", "print at 100 %"
MESSAGES = tuple(
    map(
        Message, (FRONT, BACK, BACK_EMPTY, FOLD_FIRST, SECOND_FACES, PAGE_OF, TRUE_SIZE, TILE, COPY)
    )
)
"""The words in the captions of sheets."""


@dataclass(frozen=True, slots=True)
class _Face:
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

    `folded_faces` are faces beyond a fold: they are cut along the marks of those in the blocks.
    """

    page: Page
    side: Side
    note: str
    blocks: tuple[tuple[_Face, ...], ...]
    strip: Rect
    marked: bool
    folded_faces: tuple[_Face, ...] = ()

    @property
    def faces(self) -> tuple[_Face, ...]:
        return (*(face for block in self.blocks for face in block), *self.folded_faces)

    @property
    def tiles(self) -> list[tuple[Piece, Tile]]:
        """The tiles on it, each with its piece."""
        return [(face.slot.piece, tile) for face in self.faces if (tile := face.placement.tile)]

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


def impose(
    parts: Sequence[Part],
    paper: Paper,
    backs: Backs,
    *,
    title: str,
    font: Fonts,
    words: Translator = UNTRANSLATED,
) -> tuple[Sheet, ...]:
    """All sheets of a file, in print order: `plan_sheets` and `draw_sheets` in one."""
    return draw_sheets(plan_sheets(parts, paper, backs), title=title, font=font, words=words)


def plan_sheets(
    parts: Sequence[Part], paper: Paper, backs: Backs, *, duplex: bool = False
) -> tuple[SheetPlan, ...]:
    """Lay all pieces on sheets, in print order.

    With backs "none" there are fronts only, and after each sheet that has pieces whose two faces
    are both played comes one with their second faces, to be glued on; those pieces are laid so that
    it takes the fewest sheets.  With "gutterfold" that is so for pieces with a back that are too large to
    lie beside it.  With `duplex` other sheets of the
    same file have backs.  Raises KitError naming all pieces that would take too many sheets or whose
    faces differ in size.
    """
    _check_unique_ids(parts)
    pages = _all_pages(parts, paper, _way_to_lay(paper, backs))
    duplex |= backs in DUPLEX and any(slot.piece.back for page in pages for slot in page.slots)
    plans: list[SheetPlan] = []
    for page in pages:
        flip = turned_over(page.paper, backs)
        if page.fold:
            plans.append(_folded_plan(page, page.fold.mirror))
            continue
        plans.append(_front_plan(page))
        if duplex:
            plans.append(_back_plan(page, flip))
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
    """The sheets with anything on their backs, both sides of each, and the fronts of the others."""
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
    if faults:
        raise KitError(faults)


def _all_pages(
    parts: Sequence[Part], paper: Paper, lay: Callable[[Part, Paper], list[Page]]
) -> list[Page]:
    """The pages of all parts; raises one KitError with the faults of all."""
    pages: list[Page] = []
    errors: list[KitError] = []
    for part in parts:
        try:
            pages += lay(part, paper)
        except KitError as error:
            errors.append(error)
    limit = max(MAX_SHEETS, sum(len(part.pieces) for part in parts))
    if not errors and len(pages) > limit:
        raise KitError(
            f"the kit needs {len(pages):,} sheets of {paper.title}, more than the limit of {limit:,}",
            hint="make its pieces smaller or fewer, or print a part of it with --only",
            check="too-many-sheets",
        )
    if errors:
        raise KitError(fault for error in errors for fault in error.faults)
    return pages


def _front_plan(page: Page) -> SheetPlan:
    blocks = tuple(tuple(_first_face(slot) for slot in block) for block in page.blocks)
    return SheetPlan(page, "front", FRONT, blocks, page.strip, page.marked)


def _back_plan(page: Page, flip: Matrix) -> SheetPlan:
    """The other side of a front, without marks: misregistration would misplace them."""
    blocks = (_back_faces(tuple(page.slots), flip),)
    note = BACK if any(blocks) else BACK_EMPTY
    return SheetPlan(page, "back", note, blocks, transform_rect(page.strip, flip), marked=False)


def _folded_plan(page: Page, mirror: Matrix) -> SheetPlan:
    """Fronts with their backs beyond the fold, which are cut along the marks of the fronts."""
    folded_faces = _back_faces(tuple(page.slots), mirror)
    return replace(_front_plan(page), note=FOLD_FIRST, folded_faces=folded_faces)


def _second_faces_plan(page: Page, flip: Matrix, backs: Backs) -> SheetPlan:
    """A front with those second faces of the front before it that are glued on."""
    blocks = tuple(
        tuple(_second_face(slot, flip) for slot in block if _is_glued(slot, backs))
        for block in page.blocks
    )
    note = SECOND_FACES
    return SheetPlan(page, "front", note, blocks, transform_rect(page.strip, flip), page.marked)


def _back_faces(slots: Sequence[Slot], flip: Matrix) -> tuple[_Face, ...]:
    """The backs of slots, each with extra bleed against misregistration."""
    faces = [_second_face(slot, flip) for slot in slots if slot.piece.back]
    boxes = _back_boxes(tuple((face.placement.rect, face.box, face.scene.bleed) for face in faces))
    return tuple(
        face if face.placement.tile else replace(face, box=box)
        for face, box in zip(faces, boxes, strict=True)
    )


@lru_cache(maxsize=64)
def _back_boxes(faces: tuple[tuple[Rect, Rect, float], ...]) -> tuple[Rect, ...]:
    """The boxes of backs, from the trim, box and bleed of each; most sheets of a deck are alike."""
    rects = [rect for rect, _, _ in faces]
    return tuple(
        extend_back_bleed(rect, box, bleed, rects[:i] + rects[i + 1 :])
        for i, (rect, box, bleed) in enumerate(faces)
    )


def _is_glued(slot: Slot, backs: Backs) -> bool:
    """Whether the second face of a piece goes on a sheet of its own."""
    separate = backs == "gutterfold" or (backs == "none" and slot.piece.two_sided)
    return separate and slot.piece.back is not None


def _first_face(slot: Slot) -> _Face:
    scene = slot.piece.front
    return _face(slot, scene, "front", slot.matrix, Matrix(), slot.tile)


def _second_face(slot: Slot, flip: Matrix) -> _Face:
    scene = slot.piece.back
    assert scene is not None
    matrix = mirror_side(slot.matrix, scene.width, flip)
    tile = slot.tile and slot.tile.for_back(scene.width)
    return _face(slot, scene, "back", matrix, flip, tile)


def _face(
    slot: Slot, scene: Scene, face: Side, matrix: Matrix, flip: Matrix, tile: Tile | None
) -> _Face:
    """A face of a slot; `flip` maps points of the front of the sheet to this side."""
    whole = Rect(0.0, 0.0, scene.width, scene.height) if tile else None
    at = _geometry(slot.rect, slot.limit, slot.cuts, slot.matrix, matrix, flip, scene.bleed, whole)
    placement = Placement(
        slot.piece.id, face, slot.copy, at.matrix, at.rect, at.rotation, tile, slot.cut_line
    )
    return _Face(slot, scene, placement, at.box, at.room, at.cut, at.cuts)


class _Geometry(NamedTuple):
    """The geometry of a face, which is the same for the same slot of most sheets of a deck."""

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


def draw_sheets(
    plans: Sequence[SheetPlan], *, title: str, font: Fonts, words: Translator = UNTRANSLATED
) -> tuple[Sheet, ...]:
    """Number and draw the sheets of a file, with captions in `font` and in the language of `words`."""
    return tuple(_draw_each(plans, title, font, words))


def _draw_each(
    plans: Sequence[SheetPlan], title: str, font: Fonts, words: Translator
) -> Iterator[Sheet]:
    begun: set[str] = set()
    lengths = Counter(draft.page.part.name for draft in plans)
    for number, draft in enumerate(plans, start=1):
        part, paper = draft.page.part, draft.page.paper
        page = words.text(PAGE_OF, n=number, of=len(plans))
        caption_parts = [
            title,
            part.title,
            *tile_words(draft.page, words),
            words.text(draft.note),
            page,
        ]
        text = " · ".join([*caption_parts, paper.title, words.text(TRUE_SIZE)])
        faces, fold = draft.faces, draft.page.fold
        line = caption(
            draft.strip, text, font, ruler=number == 1, plan=plan_of(draft.tiles, draft.strip, font)
        )
        items: list[Item] = []
        if part.name not in begun:
            begun.add(part.name)
            items.append(Anchor(part.name, title=part.title))
        if lengths[part.name] > 1:
            names = sheet_title([face.slot.piece for face in faces], draft.side, words)
            items.append(Anchor(f"{part.name}-{number}", title=names, level=1))
        items += [_draw_face(face, words) for face in faces]
        if draft.marked:
            items += _sheet_marks(draft, line.boxes, font, words)
        if fold:
            items.append(fold_marks(draft.page, font, words))
        items += line.items
        scene = Scene(f"{part.name}-{number}", paper.width, paper.height, tuple(items))
        yield Sheet(scene, part.title, part.name, draft.side, draft.placements)


def _draw_face(face: _Face, words: Translator) -> Item:
    """The face under its matrix, its bleed clipped where a neighbour or the margin begins."""
    tag = picture_of(face.slot.piece, face.scene, face.placement.face, words)
    tags = () if is_structured(face.scene) else (tag,)
    return Group((Use(face.scene, face.placement.matrix),), clip=_clip(face.box), tags=tags)


_clip = lru_cache(maxsize=1_024)(rectangle)


_crop_marks = lru_cache(maxsize=64)(crop_marks)
"""Most sheets of a deck are alike."""


def _sheet_marks(
    draft: SheetPlan, captions: Sequence[Rect], font: Fonts, words: Translator
) -> list[Item]:
    items: list[Item] = []
    for face in (face for block in draft.blocks for face in block):
        if face.slot.cut_line:
            reach = min_margin(face.placement.rect, face.box)
            line = Group(cut_marks(face.slot.piece.front, reach), face.cut)
            items.append(Group((line,), clip=rectangle(face.box)) if face.slot.tile else line)
        if face.slot.tile:
            marks = tile_marks(face.slot.tile, face.cut, font, words)
            items.append(Group(marks, clip=rectangle(face.room)))
    blocks = tuple(tuple((face.cuts, face.box) for face in block) for block in draft.blocks)
    art = tuple(face.box for face in draft.faces)
    crop = _crop_marks(blocks, art, tuple(captions), draft.page.paper)
    return [*items, crop] if crop else items
