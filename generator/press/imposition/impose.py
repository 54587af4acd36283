"""Imposition: planned sheets drawn as scenes, with backs, marks and captions.

A sheet with a tile of a large piece has marks for joining it to the others, and a plan of all tiles
beside the caption.  A sheet that a machine cuts has registration marks instead of crop marks and
cut lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from generator.base.units import Rect
from generator.kit.words import UNTRANSLATED, Message, Translator
from generator.press.imposition.pages.gutterfold import fold_marks
from generator.press.imposition.sheet import Sheet, picture_of, sheet_title
from generator.press.imposition.sheet_plans import (
    BACK,
    BACK_EMPTY,
    FOLD_FIRST,
    FRONT,
    SECOND_FACES,
    FacePlan,
    SheetPlan,
)
from generator.press.imposition.tiles.tile_marks import COPY, TILE, plan_of, tile_marks, tile_words
from generator.press.marks.captions import caption
from generator.press.marks.crop_marks import crop_marks, cut_marks, min_margin
from generator.press.marks.cut_lines import CutLines, registration_marks
from generator.press.scene.alt_text import is_structured
from generator.press.scene.items import Anchor, Group, Item, Scene, Use
from generator.press.scene.paths import rectangle
from generator.press.text.fonts import Fonts

PAGE_OF, TRUE_SIZE, CUT_FILE = "page {n} of {of}", "print at 100 %", "cut file {n}"
_NOTES = (FRONT, BACK, BACK_EMPTY, FOLD_FIRST, SECOND_FACES)
MESSAGES = tuple(map(Message, (*_NOTES, PAGE_OF, TRUE_SIZE, CUT_FILE, TILE, COPY)))
"""The words in the captions of sheets."""


def draw_sheets(
    plans: Sequence[SheetPlan],
    *,
    title: str,
    font: Fonts,
    words: Translator = UNTRANSLATED,
    cut_files: Mapping[CutLines, int] | None = None,
) -> Iterator[Sheet]:
    """Number and draw the sheets of a file, with captions in `font` and in the language of `words`.

    `cut_files` maps cut lines to the number of their file for a cutting machine.
    """
    begun: set[str] = set()
    lengths = Counter(draft.page.part.name for draft in plans)
    for number, draft in enumerate(plans, start=1):
        part, paper = draft.page.part, draft.page.paper
        page = words.text(PAGE_OF, n=number, of=len(plans))
        cut_file = cut_files.get(lines, 0) if cut_files and (lines := draft.cut_lines) else 0
        caption_parts = [
            title,
            part.title,
            *tile_words(draft.page, words),
            words.text(draft.note),
            *([words.text(CUT_FILE, n=cut_file)] if cut_file else []),
            page,
        ]
        text = " · ".join([*caption_parts, paper.title_in(words), words.text(TRUE_SIZE)])
        faces, fold = draft.faces, draft.page.fold
        plan = plan_of(draft.tiles, draft.strip, font)
        line = caption(draft.strip, text, font, ruler=number == 1, plan=plan)
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
        yield Sheet(scene, part.title, part.name, draft.side, draft.placements, cut_file)


def _draw_face(face: FacePlan, words: Translator) -> Item:
    """The face under its matrix, with its bleed clipped where a neighbour or the margin begins."""
    tag = picture_of(face.slot.piece, face.scene, face.placement.face, words)
    tags = () if is_structured(face.scene) else (tag,)
    return Group((Use(face.scene, face.placement.matrix),), clip=_clip(face.box), tags=tags)


_clip = lru_cache(maxsize=1_024)(rectangle)


_crop_marks = lru_cache(maxsize=64)(crop_marks)
"""Cached: most sheets of a deck have the same marks."""


def _sheet_marks(
    draft: SheetPlan, captions: Sequence[Rect], font: Fonts, words: Translator
) -> list[Item]:
    if cutter := draft.page.paper.cutter:
        printed = registration_marks(cutter.marks(draft.page.paper.box))
        return [printed] if printed else []
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
