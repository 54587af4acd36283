"""PlayingCards.io: a room as a .pcio file, a zip archive of widgets and their pictures.

The site does not publish its format.  This one is what the importer of the open-source Virtual
Tabletop reads (github.com/ArnoldSmith86/virtualtabletop, server/pcioimport.mjs): `cardDeck` with its
card types and faces, `card`, `cardPile`, `board` and `hand`, pictures as package://userassets/NAME.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from generator.base.errors import KitError
from generator.press.pieces.piece import Piece
from generator.publish.images import ImageRequest, limited_dpi, whole_face
from generator.publish.job import ExportJob, components_with_one_back, flat_name
from generator.publish.manifest import as_json, encode_image
from generator.publish.shop_limits import PcioLimits
from generator.publish.virtual_tabletops.piece_pictures import group_by_size

WIDGETS, ASSETS, PACKAGE = "widgets.json", "userassets/", "package://"
LIST = "cards.csv"
_PILE_MARGIN = 4
"""Margin of a pile around its cards, in pixels."""
_LABEL_HEIGHT = 24
"""Height of the title above a pile, in pixels."""
_MIN_WIDTH = 100
"""Least width of a pile, in pixels, so that its title fits above narrow cards."""
_MIN_SCALE = 0.1
"""Least scale of a room: below it nothing is legible."""
_TIMESTAMP = (2000, 1, 1, 0, 0, 0)
"""Timestamp of every file in the archive, the same in every export."""

Widget = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Group:
    """Pieces of one size in one place, in pixels: a single board, or a pile of cards."""

    id: str
    title: str
    pieces: Sequence[Piece]
    board: bool
    width: float
    height: float

    @property
    def footprint(self) -> tuple[float, float]:
        width = max(self.width, _MIN_WIDTH) + 2 * _PILE_MARGIN
        return width, self.height + 2 * _PILE_MARGIN + _LABEL_HEIGHT


def export_pcio(job: ExportJob, limits: PcioLimits) -> None:
    """Write the room and the list of its cards.

    Raises KitError for a room that is too full, a picture that is too large, or a resolution outside
    the limits.
    """
    groups = list(_groups(job, limits))
    names, requests = _requests(job, groups, limits.chosen(job.request.dpi), limits)
    widgets = _room(groups, names, limits)
    if len(widgets) > limits.widgets:
        message = (
            f"a room holds at most {limits.widgets} objects, but this one would have {len(widgets)}"
        )
        raise KitError(message, hint="export one part with --only", check="room-too-full")
    content = {WIDGETS: as_json(widgets), **_pictures(job, requests, limits)}
    job.bundle.add_file(f"{job.kit.name}.pcio", _zip(content), "save")
    rows: list[Sequence[object]] = [("deck", "piece", "title", "copies", "front", "back")]
    for group in groups:
        for piece in group.pieces:
            title, (front, back) = job.title(piece), names[piece.id]
            job.bundle.add_piece(piece, title=title, product=group.id, front=front, back=back)
            rows.append((group.title, piece.id, title, piece.copies, front, back))
    job.bundle.add_table(LIST, rows)
    job.rulebook()
    job.bundle.notes.append(
        f"make a room at PlayingCards.io and import {job.kit.name}.pcio in its edit menu"
    )


def _groups(job: ExportJob, limits: PcioLimits) -> Iterable[_Group]:
    """The first board of each component as a board, all other pieces in piles."""
    unit = limits.card / limits.poker
    for component, pieces in job.components():
        rest = pieces
        if component.map:
            size = pieces[0].size
            yield _Group(
                f"{component.id}-board", component.title, pieces[:1], True,
                size.width * unit, size.height * unit,
            )  # fmt: skip
            rest = pieces[1:]
        for number, (title, group) in enumerate(group_by_size(component, rest), 1):
            size = group[0].size
            scale = min(unit, limits.most_across / max(size))
            title = job.title(group[0]) if len(group) == 1 else title
            yield _Group(
                f"{component.id}-{number}", title, group, False,
                size.width * scale, size.height * scale,
            )  # fmt: skip


def _requests(
    job: ExportJob, groups: Iterable[_Group], requested_dpi: float, limits: PcioLimits
) -> tuple[dict[str, tuple[str, str]], dict[str, ImageRequest]]:
    """The paths of each piece's pictures in the archive, and the image for each path."""
    shared = components_with_one_back(job.pieces)
    names: dict[str, tuple[str, str]] = {}
    requests: dict[str, ImageRequest] = {}
    for group in groups:
        for piece in group.pieces:
            dpi = limited_dpi(piece.size, requested_dpi, limits.side)
            kind = "png" if piece.front.trim else "jpg"
            flat = flat_name(piece)
            front, back = f"{ASSETS}{flat}-front.{kind}", ""
            requests[front] = whole_face(piece.front, 0, dpi)
            if piece.back:
                is_shared = piece.component in shared
                back = f"{ASSETS}{piece.component if is_shared else flat}-back.{kind}"
                requests[back] = whole_face(piece.back, 0, dpi)
            names[piece.id] = front, back
    return names, requests


def _pictures(
    job: ExportJob, requests: Mapping[str, ImageRequest], limits: PcioLimits
) -> dict[str, bytes]:
    """The encoded pictures by path in the archive.  Raises KitError for one that is too large."""
    encoded = {}
    for path, image in zip(requests, job.pictures("draw", [*requests.values()]), strict=True):
        encoded[path] = encode_image(path, image)
        if len(encoded[path]) > limits.bytes:
            size = f"{len(encoded[path]):,} bytes; at most {limits.bytes:,} are allowed"
            message = f"the picture {path} has {size}"
            hint = "lower the resolution with --dpi"
            raise KitError(message, hint=hint, check="picture-too-large")
    return encoded


def _room(
    groups: Sequence[_Group], names: Mapping[str, tuple[str, str]], limits: PcioLimits
) -> list[Widget]:
    """The widgets of the room, all scaled down alike if the table is too small."""
    scale, places = _arrange([group.footprint for group in groups], limits)
    hand = {"id": "hand", "type": "hand", "x": 50, "y": 820, "z": 1, "dragging": None}
    widgets: list[Widget] = [hand]
    for group, (x, y) in zip(groups, places, strict=True):
        left = x + round(_PILE_MARGIN * scale)
        top = y + round((_PILE_MARGIN + _LABEL_HEIGHT) * scale)
        size = round(group.width * scale), round(group.height * scale)
        if group.board:
            widgets.append(_board(group, names, left, top, size))
        else:
            widgets += _pile(group, names, left, top, size)
    return widgets


def _board(
    group: _Group, names: Mapping[str, tuple[str, str]], x: int, y: int, size: tuple[int, int]
) -> Widget:
    image = PACKAGE + names[group.pieces[0].id][0]
    return {
        "id": group.id, "type": "board", "boardImage": image, "x": x, "y": y, "z": 1,
        "width": size[0], "height": size[1],
    }  # fmt: skip


def _pile(
    group: _Group, names: Mapping[str, tuple[str, str]], x: int, y: int, size: tuple[int, int]
) -> list[Widget]:
    """A pile: the pile itself, a deck with a type for each piece, and a card for each copy."""
    face_down = group.pieces[0].back is not None and not group.pieces[0].two_sided
    pile, deck = f"{group.id}-pile", f"{group.id}-deck"
    position = {"x": x, "y": y}
    types = {}
    for piece in group.pieces:
        front, back = names[piece.id]
        types[piece.id] = {
            "label": piece.label or piece.title,
            "face": PACKAGE + front,
            "back": PACKAGE + (back or front),
        }
    widgets: list[Widget] = [
        {
            "id": pile, "type": "cardPile", "x": x - _PILE_MARGIN, "y": y - _PILE_MARGIN, "z": 1,
            "width": size[0] + 2 * _PILE_MARGIN, "height": size[1] + 2 * _PILE_MARGIN,
            "label": group.title, "hasShuffleButton": face_down, "dragging": None,
        },
        {
            "id": deck, "type": "cardDeck", "parent": pile, **position, "z": 2,
            "cardWidth": size[0], "cardHeight": size[1], "enlarge": True, "autoShuffle": face_down,
            "cardTypes": types, "faceTemplate": _face("face", size), "backTemplate": _face("back", size),
        },
    ]  # fmt: skip
    numbered = [(piece, copy) for piece in group.pieces for copy in range(1, piece.copies + 1)]
    for z, (piece, copy) in enumerate(numbered, 3):
        widgets.append(
            {
                "id": f"{piece.id}:{copy}", "type": "card", "deck": deck, "cardType": piece.id,
                "parent": pile, **position, "z": z, "faceup": not face_down,
            }
        )  # fmt: skip
    return widgets


def _face(side: str, size: tuple[int, int]) -> Widget:
    picture = {
        "type": "image", "valueType": "dynamic", "value": side, "color": "transparent",
        "x": 0, "y": 0, "w": size[0], "h": size[1],
    }  # fmt: skip
    return {"includeBorder": "none", "includeRadius": False, "objects": [picture]}


def _arrange(
    footprints: Sequence[tuple[float, float]], limits: PcioLimits
) -> tuple[float, list[tuple[int, int]]]:
    """The scale at which everything fits on the table, and positions in rows.

    Raises KitError if nothing legible fits.
    """
    scale = 1.0
    while scale > _MIN_SCALE:
        x = y = bottom = limits.gap
        places: list[tuple[int, int]] = []
        for width, height in footprints:
            across, down = int(width * scale) + 1, int(height * scale) + 1
            if x + across > limits.table[0] and x > limits.gap:
                x, y = limits.gap, bottom
            places.append((x, y))
            x, bottom = x + across + limits.gap, max(bottom, y + down + limits.gap)
            if x > limits.table[0] or bottom > limits.table[1]:
                break
        else:
            return scale, places
        scale *= 0.95
    message = f"{len(footprints)} piles and boards do not fit on the table"
    raise KitError(message, hint="export one part with --only", check="room-too-full")


def _zip(content: Mapping[str, bytes]) -> bytes:
    """A zip archive whose bytes depend only on its content."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in content.items():
            archive.writestr(zipfile.ZipInfo(path, _TIMESTAMP), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()
