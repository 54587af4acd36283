"""Objects within a saved object, with the field names of Tabletop Simulator, and their places.

Boards are in the middle of the table, decks beyond them, mats at the seats, all else on the near side.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

from generator.base.text_files import bytes_of

Object = dict[str, Any]
FACE_UP, FACE_DOWN = 0.0, 180.0
_PARTS: Mapping[str, Object] = json.loads(bytes_of(Path(__file__).with_suffix(".json")))
"""Objects and their parts, with the fields that are the same in all of them.

They drop from 1.2 units above the table, turned so that the first seat can read them.
"""


@dataclass
class Ids:
    """Unique ids of six hexadecimal digits, the same in every export."""

    kit: str
    _used: set[str] = field(default_factory=set)

    def of(self, name: str) -> str:
        for attempt in range(1000):
            text = f"{self.kit}:{name}:{attempt}"
            guid = hashlib.sha256(text.encode()).hexdigest()[:6]
            if guid not in self._used:
                self._used.add(guid)
                return guid
        raise AssertionError("sixteen million ids are used up")


def _part(kind: str, **fields: Any) -> Object:
    """An object or a part of one: as in `objects.json`, but with these fields."""
    return {**_PARTS[kind], **fields}


def base_object(
    name: str, guid: str, nickname: str, scale: float, *, note: str = "", piece: str = "",
    flip: float = FACE_UP,
) -> Object:  # fmt: skip
    """The fields of every object, which is in the middle until it is placed.

    `piece` is the id of its piece, by which scripts (and verification) find it.
    """
    across = round(scale, 5)
    return _part(
        "Object", GUID=guid, Name=name, Nickname=nickname, Description=note, GMNotes=piece,
        Transform=_part("Transform", rotZ=flip, scaleX=across, scaleZ=across),
    )  # fmt: skip


def sheet_entry(face: str, back: str, columns: int, rows: int, *, own_backs: bool) -> Object:
    """A sheet of cards: the addresses of its pictures, and its grid."""
    return _part(
        "CustomDeck", FaceURL=face, BackURL=back, NumWidth=columns, NumHeight=rows,
        UniqueBack=own_backs,
    )  # fmt: skip


def card(
    guid: str, nickname: str, scale: float, number: int, sheet: Object, *, piece: str,
    sideways: bool, flip: float,
) -> Object:  # fmt: skip
    """One card; `number` is the number of its sheet times 100 plus its place on the sheet."""
    fields = base_object("CardCustom", guid, nickname, scale, piece=piece, flip=flip)
    sheets = {str(number // 100): sheet}
    return fields | _part("CardCustom", CardID=number, SidewaysCard=sideways, CustomDeck=sheets)


def deck(
    guid: str, nickname: str, scale: float, cards: Sequence[Object], *, note: str, flip: float
) -> Object:
    """Cards in one pile, the first on top."""
    sheets: dict[str, Object] = {}
    for each in cards:
        sheets |= each["CustomDeck"]
    fields = base_object("DeckCustom", guid, nickname, scale, note=note, flip=flip)
    return fields | _part(
        "DeckCustom",
        SidewaysCard=cards[0]["SidewaysCard"],
        DeckIDs=[each["CardID"] for each in cards],
        CustomDeck=sheets,
        ContainedObjects=list(cards),
    )


BOX, CIRCLE = 0, 2


def tile(
    guid: str, nickname: str, scale: float, front: str, back: str, kind: int, thick: float,
    *, piece: str, note: str = "",
) -> Object:  # fmt: skip
    """A flat piece, as wide as its picture (by Stretch); `kind` is BOX or CIRCLE."""
    fields = base_object("Custom_Tile", guid, nickname, scale, note=note, piece=piece)
    shape = _part("CustomTile", Type=kind, Thickness=thick)
    image = _part("CustomImage", ImageURL=front, ImageSecondaryURL=back, CustomTile=shape)
    return fields | {"CustomImage": image}


GENERIC, FIGURINE = 0, 1


def model(
    guid: str, nickname: str, mesh: str, picture: str, *, piece: str, stands: bool, note: str = ""
) -> Object:
    """A piece of any outline, of cardboard, in the size of its mesh."""
    fields = base_object("Custom_Model", guid, nickname, 1.0, note=note, piece=piece)
    type_index = FIGURINE if stands else GENERIC
    solid = _part("CustomMesh", MeshURL=mesh, DiffuseURL=picture, TypeIndex=type_index)
    return fields | {"CustomMesh": solid}


def bag(guid: str, nickname: str, contents: Sequence[Object], *, note: str = "") -> Object:
    """A bag that contains objects."""
    fields = base_object("Bag", guid, nickname, 1.0, note=note)
    return fields | _part("Bag", ContainedObjects=list(contents))


def book(guid: str, nickname: str, file: str, scale: float) -> Object:
    """A rulebook as a PDF object."""
    fields = base_object("Custom_PDF", guid, nickname, scale)
    return fields | {"CustomPDF": _part("CustomPDF", PDFUrl=file)}


def saved_object(name: str, note: str, objects: Sequence[Mapping[str, Any]]) -> Object:
    """The content of the file; in a saved object, the fields of the table itself are empty."""
    return _part("Save", SaveName=name, Note=note, ObjectStates=list(objects))


Zone: TypeAlias = Literal["middle", "far", "near", "seat"]


@dataclass(frozen=True, slots=True)
class TableItem:
    """Object with its width and depth in units, and its zone."""

    object: Object
    across: float
    deep: float
    zone: Zone


def arrange(items: Sequence[TableItem], width: float, gap: float) -> list[Object]:
    """Place the objects in rows, at least `gap` apart and, if possible, no wider than `width`."""
    by_zone: dict[Zone, list[TableItem]] = {"middle": [], "far": [], "near": [], "seat": []}
    for each in items:
        by_zone[each.zone].append(each)
    seats = by_zone["seat"]
    middle = _rows(by_zone["middle"], width, gap)
    far = [*_rows(by_zone["far"], width, gap), *_rows(seats[1::2], width, gap)]
    near = [*_rows(by_zone["near"], width, gap), *_rows(seats[::2], width, gap)]
    depth = sum(map(_depth, middle)) + gap * max(0, len(middle) - 1)
    placed = list(_place_rows(middle, depth / 2, gap, -1))
    placed += _place_rows(far, depth / 2 + gap, gap, 1)
    placed += _place_rows(near, -depth / 2 - gap, gap, -1)
    opposite = {id(each) for each in seats[1::2]}
    return [_positioned(each, x, z, id(each) in opposite) for each, x, z in placed]


def _rows(items: Sequence[TableItem], width: float, gap: float) -> list[list[TableItem]]:
    """Split the items into rows of about equal width, in their order."""
    total = sum(each.across + gap for each in items)
    even = total / max(1, -(-total // width))
    rows: list[list[TableItem]] = []
    room = 0.0
    for each in items:
        if not rows or room + each.across / 2 > even or room + each.across > width:
            rows.append([])
            room = 0.0
        rows[-1].append(each)
        room += each.across + gap
    return rows


def _depth(row: Sequence[TableItem]) -> float:
    return max(each.deep for each in row)


def _place_rows(
    rows: Sequence[Sequence[TableItem]], z: float, gap: float, direction: int
) -> Iterator[tuple[TableItem, float, float]]:
    """Place rows from `z` on, away from the first seat (way 1) or towards it (-1)."""
    for row in rows:
        x = -(sum(each.across for each in row) + gap * (len(row) - 1)) / 2
        for each in row:
            yield each, x + each.across / 2, z + direction * _depth(row) / 2
            x += each.across + gap
        z += direction * (_depth(row) + gap)


def _positioned(item: TableItem, x: float, z: float, reverse: bool) -> Object:
    """The object at its position; at the seat opposite the first it is turned round."""
    moved = dict(item.object["Transform"])
    moved |= {"posX": round(x, 3), "posZ": round(z, 3)}
    if reverse:
        moved["rotY"] = 0.0
    return {**item.object, "Transform": moved}
