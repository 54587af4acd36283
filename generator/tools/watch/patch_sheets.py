"""Sheet patching: replaces faces on sheets without imposing them again.

The slot of a piece depends on its size, its copies and whether its rim matches its neighbours';
as long as these are unchanged, so is the layout of every page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from generator.press.imposition.sheet import Sheet
from generator.press.marks.bleed import rim_of
from generator.press.pieces.piece import Part, Piece
from generator.press.scene.items import Group, Item, Scene, Use


def with_faces_replaced(sheets: Sequence[Sheet], new: Mapping[Scene, Scene]) -> tuple[Sheet, ...]:
    """The sheets with each scene that is a key of `new` replaced by its value."""
    replaced: dict[Scene, Scene] = dict(new)
    return tuple(
        sheet if (scene := _scene(sheet.scene, replaced)) is sheet.scene
        else replace(sheet, scene=scene)
        for sheet in sheets
    )  # fmt: skip


def same_layout(old: Sequence[Part], new: Sequence[Part]) -> bool:
    """Whether the pieces keep their slots on the sheets."""
    return list(_shapes(old)) == list(_shapes(new))


def _shapes(parts: Iterable[Part]) -> Iterator[object]:
    for part in parts:
        yield part.name, part.title
        yield from (_shape(piece) for piece in part.pieces)
        rims = [rim_of(piece) for piece in part.pieces]
        yield [rim and rims.index(rim) for rim in rims]  # which rims match, whatever their colour


def _shape(piece: Piece) -> object:
    faces = [(face.size, face.bleed, face.safe, face.trim) for face in piece.faces]
    names = piece.id, piece.component, piece.title, piece.label, piece.part
    return names, piece.note, piece.instead, piece.copies, piece.two_sided, faces


def _scene(scene: Scene, replaced: dict[Scene, Scene]) -> Scene:
    if scene not in replaced:
        items = _items(scene.items, replaced)
        replaced[scene] = scene if items is scene.items else replace(scene, items=items)
    return replaced[scene]


def _items(items: tuple[Item, ...], replaced: dict[Scene, Scene]) -> tuple[Item, ...]:
    new_items = tuple(_item(item, replaced) for item in items)
    return new_items if any(a is not b for a, b in zip(new_items, items, strict=True)) else items


def _item(item: Item, replaced: dict[Scene, Scene]) -> Item:
    match item:
        case Use():
            scene = _scene(item.scene, replaced)
            return item if scene is item.scene else replace(item, scene=scene)
        case Group():
            items = _items(item.items, replaced)
            return item if items is item.items else replace(item, items=items)
    return item
