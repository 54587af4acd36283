"""Objects within a saved object, with the field names of Tabletop Simulator."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Object = dict[str, Any]
FACE_UP, FACE_DOWN = 0.0, 180.0
_READABLE_ROTATION = 180.0
"""Rotation about the vertical axis, in degrees, at which the first seat can read a picture."""
_DROP_HEIGHT = 1.2
"""Height above the table from which objects drop, in units."""


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


def base_object(
    name: str,
    guid: str,
    nickname: str,
    scale: float,
    *,
    note: str = "",
    piece: str = "",
    flip: float = FACE_UP,
) -> Object:
    """The fields of every object, which is in the middle until it is placed.

    `piece` is the id of its piece, by which scripts (and verification) find it.
    """
    return {
        "GUID": guid,
        "Name": name,
        "Transform": {
            "posX": 0.0,
            "posY": _DROP_HEIGHT,
            "posZ": 0.0,
            "rotX": 0.0,
            "rotY": _READABLE_ROTATION,
            "rotZ": flip,
            "scaleX": round(scale, 5),
            "scaleY": 1.0,
            "scaleZ": round(scale, 5),
        },
        "Nickname": nickname,
        "Description": note,
        "GMNotes": piece,
        "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "IgnoreFoW": False,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GridProjection": False,
        "HideWhenFaceDown": False,
        "Hands": False,
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
    }


def sheet_entry(face: str, back: str, columns: int, rows: int, *, own_backs: bool) -> Object:
    """A sheet of cards: the addresses of its pictures, and its grid."""
    return {
        "FaceURL": face,
        "BackURL": back,
        "NumWidth": columns,
        "NumHeight": rows,
        "BackIsHidden": True,
        "UniqueBack": own_backs,
        "Type": 0,
    }


def card(
    guid: str,
    nickname: str,
    scale: float,
    number: int,
    sheet: Object,
    *,
    piece: str,
    sideways: bool,
    flip: float,
) -> Object:
    """One card; `number` is the number of its sheet times 100 plus its place on the sheet."""
    fields = base_object("CardCustom", guid, nickname, scale, piece=piece, flip=flip)
    return fields | {
        "HideWhenFaceDown": True,
        "Hands": True,
        "CardID": number,
        "SidewaysCard": sideways,
        "CustomDeck": {str(number // 100): sheet},
    }


def deck(
    guid: str, nickname: str, scale: float, cards: Sequence[Object], *, note: str, flip: float
) -> Object:
    """Cards in one pile, the first on top."""
    sheets: dict[str, Object] = {}
    for each in cards:
        sheets |= each["CustomDeck"]
    fields = base_object("DeckCustom", guid, nickname, scale, note=note, flip=flip)
    return fields | {
        "HideWhenFaceDown": True,
        "SidewaysCard": cards[0]["SidewaysCard"],
        "DeckIDs": [each["CardID"] for each in cards],
        "CustomDeck": sheets,
        "ContainedObjects": list(cards),
    }


BOX, CIRCLE = 0, 2


def tile(
    guid: str, nickname: str, scale: float, front: str, back: str, kind: int, thick: float,
    *, piece: str, note: str = "",
) -> Object:  # fmt: skip
    """A flat piece, as wide as its picture (by Stretch); `kind` is BOX or CIRCLE."""
    fields = base_object("Custom_Tile", guid, nickname, scale, note=note, piece=piece)
    return fields | {
        "CustomImage": {
            "ImageURL": front,
            "ImageSecondaryURL": back,
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {"Type": kind, "Thickness": thick, "Stackable": False, "Stretch": True},
        }
    }


CARDBOARD = 3
GENERIC, FIGURINE = 0, 1


def model(
    guid: str, nickname: str, mesh: str, picture: str, *, piece: str, stands: bool, note: str = ""
) -> Object:
    """A piece of any outline, in the size of its mesh."""
    fields = base_object("Custom_Model", guid, nickname, 1.0, note=note, piece=piece)
    return fields | {
        "CustomMesh": {
            "MeshURL": mesh,
            "DiffuseURL": picture,
            "NormalURL": "",
            "ColliderURL": "",
            "Convex": True,
            "MaterialIndex": CARDBOARD,
            "TypeIndex": FIGURINE if stands else GENERIC,
            "CastShadows": True,
        }
    }


def bag(guid: str, nickname: str, contents: Sequence[Object], *, note: str = "") -> Object:
    """A bag that contains objects."""
    fields = base_object("Bag", guid, nickname, 1.0, note=note)
    fields["ColorDiffuse"] = {"r": 0.45, "g": 0.33, "b": 0.22}
    return fields | {"Bag": {"Order": 0}, "ContainedObjects": list(contents)}


def book(guid: str, nickname: str, file: str, scale: float) -> Object:
    """A rulebook as a PDF object."""
    fields = base_object("Custom_PDF", guid, nickname, scale)
    return fields | {
        "CustomPDF": {"PDFUrl": file, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
    }


def saved_object(name: str, note: str, objects: Sequence[Mapping[str, Any]]) -> Object:
    """The content of the file; in a saved object, the fields of the table itself are empty."""
    return {
        "SaveName": name,
        "Date": "",
        "VersionNumber": "",
        "GameMode": "",
        "GameType": "",
        "GameComplexity": "",
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": note,
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": list(objects),
    }
