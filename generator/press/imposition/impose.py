"""Turns the parts of a kit into sheets: pages of pieces with backs, marks and captions, as scenes.

This is the order in which a person prints: sheet by sheet, and of each sheet first the front, then
the back.  If anything in the file has a back, every front is followed by one, for a printer that
prints both sides would otherwise put the next front behind it; where there is nothing to print on
it, the page says that this side stays empty.  Without such a printer, fronts and backs may share
one side of a sheet, which is folded between them.  A sheet that shows a tile of a large piece has
marks to join it by, and a plan of all its tiles beside the caption.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from generator.base.errors import Fault, KitError
from generator.base.units import Matrix, Rect
from generator.kit.words import UNTRANSLATED, Message, Translator
from generator.press.imposition.descriptions import picture_of, sheet_title
from generator.press.imposition.duplex import (
    DUPLEX,
    Backs,
    Fold,
    behind,
    mapped,
    overlap,
    rotation,
    through,
)
from generator.press.imposition.gutterfold import drawn_fold, fold_pages
from generator.press.imposition.pages import lay_apart, lay_pages
from generator.press.imposition.paper import Paper
from generator.press.imposition.slots import Page, Slot
from generator.press.imposition.tiling import Tile
from generator.press.marks.back_bleed import reaching
from generator.press.marks.captions import caption
from generator.press.marks.crop_marks import crop_marks, cut_line
from generator.press.marks.tile_marks import Plan, join_marks, plan
from generator.press.pieces.piece import Part
from generator.press.scene.items import Anchor, Group, Item, Scene, Use
from generator.press.scene.paths import rectangle
from generator.press.text.fonts import Font

MOST_SHEETS = 1_500
"""Nobody cuts out more; and the file would take hours to make."""

Side: TypeAlias = Literal["front", "back"]


FRONT, BACK, BACK_EMPTY = "front", "back", "back: this side stays empty"
FOLD_FIRST = "fold so that both sides show, glue, then cut"
SECOND = "second faces, to be glued back to back"
PAGE_OF, TRUE_SIZE = "page {n} of {of}", "print at 100 %"
TILE, COPY = "{piece}, {tile} of {rows} × {columns}", "{piece}, copy {n}"
SAID = tuple(
    map(Message, (FRONT, BACK, BACK_EMPTY, FOLD_FIRST, SECOND, PAGE_OF, TRUE_SIZE, TILE, COPY))
)
"""What the lines along the edges of sheets are made of."""


@dataclass(frozen=True, slots=True)
class Placement:
    """One face of one copy of a piece, on a sheet.

    `matrix` takes the face's own coordinates to the sheet, `rect` is its trim there (points from
    the upper left corner), `rotation` its clockwise turn in degrees.  If the sheet shows just a
    `tile` of the face, `rect` is that part of the trim.  An `outlined` one is cut along a line
    around it, all others along crop marks.  A `fold` has fronts on one side and backs on the other.
    """

    piece: str
    face: Side
    copy: int
    matrix: Matrix
    rect: Rect
    rotation: int
    tile: Tile | None = None
    outlined: bool = False
    fold: Fold | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page to print: what is on it, and which face of which piece lies where."""

    scene: Scene
    title: str
    part: str
    side: Side
    placements: tuple[Placement, ...]


@dataclass(frozen=True, slots=True)
class _Face:
    """A face at its place, the box that its art fills, and how the cut of the piece lies there.

    `room` is the box that may be drawn in around it.

    A piece is cut along the outline of its front; `cut` takes that outline to this sheet, and
    `cuts` are its edges there that have crop marks.
    """

    slot: Slot
    scene: Scene
    placement: Placement
    box: Rect
    room: Rect
    cut: Matrix
    cuts: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class _Draft:
    """A page that knows all about itself but its number.

    `more` are faces beyond a fold: they are cut along the marks of those in the blocks.
    """

    page: Page
    side: Side
    says: str
    blocks: tuple[tuple[_Face, ...], ...]
    strip: Rect
    marked: bool
    more: tuple[_Face, ...] = ()

    @property
    def faces(self) -> tuple[_Face, ...]:
        return (*(face for block in self.blocks for face in block), *self.more)


def impose(
    parts: Sequence[Part],
    paper: Paper,
    backs: Backs,
    *,
    title: str,
    font: Font,
    words: Translator = UNTRANSLATED,
) -> tuple[Sheet, ...]:
    """All sheets of a file, in print order; `title` is the kit's, `font` sets the captions, `words` say them.

    With backs "none" there are fronts only, and after each sheet that has pieces whose two faces
    are both played comes one with their second faces, to be glued on.  With "gutterfold" that is so
    for pieces with a back that are too large to lie beside it.  Raises KitError naming all pieces
    that would take too many sheets or whose faces differ in size.
    """
    _no_id_twice(parts)
    lay = fold_pages if backs == "gutterfold" else lay_apart if paper.roll else lay_pages
    pages = _all_pages(parts, paper, lay)
    duplex = backs in DUPLEX and any(slot.piece.back for page in pages for slot in page.slots)
    drafts: list[_Draft] = []
    for page in pages:
        flip = through(page.paper, backs)
        if page.fold:
            drafts.append(_folded(page, page.fold.mirror))
            continue
        drafts.append(_front(page))
        if duplex:
            drafts.append(_back(page, flip))
        elif any(_is_glued(slot, backs) for slot in page.slots):
            drafts.append(_second_faces(page, flip, backs))
    return tuple(_sheets(drafts, title, font, words))


def _no_id_twice(parts: Sequence[Part]) -> None:
    """A placement names its piece by the id alone."""
    ids = Counter(piece.id for part in parts for piece in part.pieces)
    twice = [
        Fault(f'"{name}" is the id of two pieces', check="piece-id-twice")
        for name, count in ids.items()
        if count > 1
    ]
    if twice:
        raise KitError(twice)


def _all_pages(
    parts: Sequence[Part], paper: Paper, lay: Callable[[Part, Paper], list[Page]]
) -> list[Page]:
    """The pages of all parts; reports what is wrong with any of them at once."""
    pages: list[Page] = []
    errors: list[KitError] = []
    for part in parts:
        try:
            pages += lay(part, paper)
        except KitError as error:
            errors.append(error)
    if not errors and len(pages) > MOST_SHEETS:
        raise KitError(
            f"the kit takes {len(pages):,} sheets of {paper.title}, more than {MOST_SHEETS:,}",
            hint="make its pieces smaller or fewer, or print a part of it with --only",
            check="too-many-sheets",
        )
    if errors:
        raise KitError(fault for error in errors for fault in error.faults)
    return pages


def _front(page: Page) -> _Draft:
    blocks = tuple(tuple(_first_face(slot) for slot in block) for block in page.blocks)
    return _Draft(page, "front", FRONT, blocks, page.strip, page.marked)


def _back(page: Page, flip: Matrix) -> _Draft:
    """The other side of a front: no marks, since a printer's drift would make them lie."""
    blocks = (_second(tuple(page.slots), flip),)
    says = BACK if any(blocks) else BACK_EMPTY
    return _Draft(page, "back", says, blocks, mapped(page.strip, flip), marked=False)


def _folded(page: Page, mirror: Matrix) -> _Draft:
    """Fronts with their backs beyond the fold, which are cut along the marks of the fronts."""
    says = FOLD_FIRST
    more = _second(tuple(page.slots), mirror)
    return replace(_front(page), says=says, more=more)


def _second_faces(page: Page, flip: Matrix, backs: Backs) -> _Draft:
    """A front that carries the second faces of the front before it, those that are glued on."""
    blocks = tuple(
        tuple(_second_face(slot, flip) for slot in block if _is_glued(slot, backs))
        for block in page.blocks
    )
    says = SECOND
    return _Draft(page, "front", says, blocks, mapped(page.strip, flip), page.marked)


def _second(slots: Sequence[Slot], flip: Matrix) -> tuple[_Face, ...]:
    """The backs of slots, each with as much art around it as hides a drift."""
    faces = [_second_face(slot, flip) for slot in slots if slot.piece.back]
    rects = [face.placement.rect for face in faces]
    return tuple(
        face
        if face.placement.tile
        else replace(
            face,
            box=reaching(
                face.placement.rect, face.box, face.scene.bleed, rects[:i] + rects[i + 1 :]
            ),
        )
        for i, face in enumerate(faces)
    )


def _is_glued(slot: Slot, backs: Backs) -> bool:
    """Whether its second face is wanted on a sheet of its own."""
    wanted = backs == "gutterfold" or (backs == "none" and slot.piece.two_sided)
    return wanted and slot.piece.back is not None


def _first_face(slot: Slot) -> _Face:
    scene = slot.piece.front
    return _face(slot, scene, "front", slot.matrix, Matrix(), slot.tile)


def _second_face(slot: Slot, flip: Matrix) -> _Face:
    scene = slot.piece.back
    assert scene is not None
    matrix = behind(slot.matrix, scene.width, flip)
    tile = slot.tile and slot.tile.behind(scene.width)
    return _face(slot, scene, "back", matrix, flip, tile)


def _face(
    slot: Slot, scene: Scene, face: Side, matrix: Matrix, flip: Matrix, tile: Tile | None
) -> _Face:
    """`flip` takes points of the front of the sheet to this side."""
    rect = mapped(slot.rect, flip)
    placement = Placement(
        slot.piece.id, face, slot.copy, matrix, rect, rotation(matrix), tile, slot.cut_line
    )
    room = mapped(slot.limit, flip)
    box = overlap(rect.grown(scene.bleed), room)
    cuts = tuple(mapped(cut, flip) for cut in slot.cuts)
    return _Face(slot, scene, placement, box, room, slot.matrix.then(flip), cuts)


def _sheets(drafts: list[_Draft], title: str, font: Font, words: Translator) -> Iterator[Sheet]:
    """The drafts, numbered and drawn."""
    begun: set[str] = set()
    lengths = Counter(draft.page.part.name for draft in drafts)
    for number, draft in enumerate(drafts, start=1):
        part, paper = draft.page.part, draft.page.paper
        page = words.text(PAGE_OF, n=number, of=len(drafts))
        told = [title, part.title, *_tile_words(draft.page, words), words.text(draft.says), page]
        text = " · ".join([*told, paper.title, words.text(TRUE_SIZE)])
        faces, fold = draft.faces, draft.page.fold
        line = caption(draft.strip, text, font, ruler=number == 1, plan=_plan(draft, faces, font))
        items: list[Item] = []
        if part.name not in begun:
            begun.add(part.name)
            items.append(Anchor(part.name, title=part.title))
        if lengths[part.name] > 1:
            says = sheet_title([face.slot.piece for face in faces], draft.side, words)
            items.append(Anchor(f"{part.name}-{number}", title=says, level=1))
        items += [_drawn(face, words) for face in faces]
        if draft.marked:
            items += _marks(draft, line.boxes, font, words)
        if fold:
            items.append(drawn_fold(draft.page, font, words))
        items += line.items
        scene = Scene(f"{part.name}-{number}", paper.width, paper.height, tuple(items))
        placements = tuple(replace(face.placement, fold=fold) for face in faces)
        yield Sheet(scene, part.title, part.name, draft.side, placements)


def _drawn(face: _Face, words: Translator) -> Item:
    """The face under its matrix, its bleed cut off where the neighbour or the rim begins."""
    told = picture_of(face.slot.piece, face.scene, face.placement.face, words)
    return Group((Use(face.scene, face.placement.matrix),), clip=rectangle(face.box), tags=(told,))


def _tile_words(page: Page, words: Translator) -> Iterator[str]:
    """What a page says of the tile on it, if there is one: "Map: Fells, A1 of 2 × 3"."""
    for slot in page.slots:
        if tile := slot.tile:
            piece, name = slot.piece, slot.piece.called
            name = words.text(COPY, piece=name, n=slot.copy) if piece.copies > 1 else name
            yield words.text(TILE, piece=name, tile=tile.name, rows=tile.rows, columns=tile.columns)


def _plan(draft: _Draft, faces: Sequence[_Face], font: Font) -> Plan | None:
    """The plan of the tiles of the piece that a sheet shows a tile of."""
    height = min(draft.strip.width, draft.strip.height)
    for face in faces:
        if face.placement.tile:
            return plan(face.placement.tile, face.slot.piece.size, height, font)
    return None


def _marks(draft: _Draft, captions: Sequence[Rect], font: Font, words: Translator) -> list[Item]:
    items: list[Item] = []
    for face in (face for block in draft.blocks for face in block):
        if face.slot.cut_line:
            line = Group((cut_line(face.slot.piece.front),), face.cut)
            items.append(Group((line,), clip=rectangle(face.box)) if face.slot.tile else line)
        if face.slot.tile:
            marks = join_marks(face.slot.tile, face.cut, font, words)
            items.append(Group(marks, clip=rectangle(face.room)))
    blocks = [[(face.cuts, face.box) for face in block] for block in draft.blocks]
    crop = crop_marks(blocks, [face.box for face in draft.faces], captions, draft.page.paper)
    return [*items, crop] if crop else items
