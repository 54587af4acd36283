"""Verification of a saved object: decks, addresses, counts, ids, and objects that overlap."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from generator.base.errors import Fault, Place
from generator.base.units import Rect
from generator.publish.manifest import ExportedFile
from generator.publish.shop_limits import TtsLimits
from generator.publish.verify.files import count_faults, overlap_faults
from generator.publish.verify.finished import FinishedExport

Object = dict[str, Any]


class _Addresses:
    """Address resolution: the files of the export that addresses lead to."""

    def __init__(self, export: FinishedExport) -> None:
        self._export, options = export, export.manifest.options
        base = str(options.get("url-base") or export.home.resolve().as_uri())
        self._base = base.rstrip("/") + "/"
        named = {path.rpartition("/")[2]: path for path in export.files}
        self._named = named if options.get("embed") else {}

    def file(self, url: str) -> ExportedFile | None:
        """The file of the export that an address leads to; None if it leads elsewhere.

        The address of an embedded file is its name alone.
        """
        if self._named:
            return self._export.files.get(self._named.get(url, ""))
        path = unquote(url[len(self._base) :]) if url.startswith(self._base) else ""
        return self._export.files.get(path)

    def model(self, url: str) -> str:
        """The model that an address leads to; empty without one."""
        file = self.file(url)
        return self._export.read(file.path).decode() if file and self._export.has(file.path) else ""

    def exists(self, url: str) -> bool:
        file = self.file(url)
        return file is not None and self._export.has(file.path)


def table_faults(export: FinishedExport, limits: TtsLimits) -> Iterator[Fault]:
    """Faults that keep the saved object from loading as the whole kit."""
    yield from _size_faults(export, limits)
    addresses = _Addresses(export)
    for entry in export.of_role("save"):
        where = export.place(entry.path)
        try:
            save = json.loads(export.read(entry.path))
            on_table = save["ObjectStates"]
            all_objects = list(_nested(on_table))
            yield from _id_faults(all_objects, where)
            for url in dict.fromkeys(url for each in all_objects for url in _urls(each)):
                if not addresses.exists(url):
                    message = f"{url} leads to no file of the export"
                    yield Fault(message, where, check="export-address")
            for each in all_objects:
                yield from _deck_faults(each, addresses, limits, where)
            found = Counter(each["GMNotes"] for each in all_objects if each["GMNotes"])
            yield from count_faults(export, found, where)
            # Objects at other heights may overlap: higher ones drop onto a board.
            for height in sorted({each["Transform"]["posY"] for each in on_table}):
                level = [each for each in on_table if each["Transform"]["posY"] == height]
                yield from _level_faults(level, addresses, limits, where)
        except (OSError, ValueError, KeyError, TypeError) as error:
            message = f"is not a saved object: {type(error).__name__} {error}"
            yield Fault(message, where, check="export-file")


def _nested(objects: list[Object]) -> Iterator[Object]:
    """Yield all objects, including those inside others."""
    for each in objects:
        yield each
        yield from _nested(each.get("ContainedObjects", []))


def _size_faults(export: FinishedExport, limits: TtsLimits) -> Iterator[Fault]:
    for entry in export.manifest.files:
        where = export.place(entry.path)
        if max(entry.width, entry.height) > limits.side:
            most = f"at most {limits.side} on a side are allowed"
            message = f"has {entry.width} × {entry.height} pixels; {most}"
            yield Fault(message, where, check="export-sheet")
        if entry.width and entry.mode != "RGB":
            yield Fault("is not plain RGB", where, check="export-sheet")
        if entry.cells:
            columns, rows, cards = entry.cells
            if columns > limits.columns or rows > limits.rows or cards > columns * rows:
                message = f"has {cards} cards in {columns} × {rows} places"
                yield Fault(message, where, check="export-sheet")
            if entry.width % columns or entry.height % rows:
                yield Fault("its cards are not all of one size", where, check="export-sheet")
        if entry.role == "model" and export.has(entry.path):
            yield from _mesh_faults(export.read(entry.path).decode(), where, limits)


def _mesh_faults(mesh: str, where: Place, limits: TtsLimits) -> Iterator[Fault]:
    corners = sum(line.startswith("v ") for line in mesh.splitlines())
    used = {int(each) for each in re.findall(r"(\d+)/\d+", mesh)}
    if corners > limits.vertices:
        message = f"has {corners:,} corners; at most {limits.vertices:,} are allowed"
        yield Fault(message, where, check="export-sheet")
    if not used or max(used) > corners or min(used) < 1:
        yield Fault("has triangles without corners", where, check="export-sheet")


def _id_faults(all_objects: list[Object], where: Place) -> Iterator[Fault]:
    ids = Counter(each["GUID"] for each in all_objects)
    for guid, times in ids.items():
        if times > 1:
            yield Fault(f'{times} objects have the id "{guid}"', where, check="export-table")
        if not re.fullmatch(r"[0-9a-f]{6}", guid):
            yield Fault(f'"{guid}" is not an id', where, check="export-table")


def _urls(value: object) -> Iterator[str]:
    """Yield all addresses in an object, except those of objects inside it."""
    if isinstance(value, dict):
        for key, each in value.items():
            if isinstance(each, str) and key.lower().endswith("url") and each:
                yield each
            elif key != "ContainedObjects":
                yield from _urls(each)


def _deck_faults(
    each: Object, addresses: _Addresses, limits: TtsLimits, where: Place
) -> Iterator[Fault]:
    """Faults for cards without a place on a sheet, and for sheets that do not match the deck."""
    if "CustomDeck" not in each:
        return
    item = f'deck "{each["Nickname"]}"'
    numbers = each.get("DeckIDs", [each.get("CardID")])
    if "DeckIDs" in each and numbers != [card["CardID"] for card in each["ContainedObjects"]]:
        yield Fault("its cards are not those it lists", where, item, check="export-deck")
    if "DeckIDs" in each and len(numbers) < 2:
        yield Fault("is a deck of fewer than two cards", where, item, check="export-deck")
    sheets = each["CustomDeck"]
    for number in dict.fromkeys(numbers):
        sheet = sheets.get(str(number // 100))
        face = addresses.file(sheet["FaceURL"]) if sheet else None
        if sheet is None or face is None or face.cells is None:
            yield Fault(f"card {number} has no sheet", where, item, check="export-deck")
        elif number % 100 >= face.cells[2]:
            message = f"card {number} has no place on its sheet, which has {face.cells[2]}"
            yield Fault(message, where, item, check="export-deck")
    for key, sheet in sheets.items():
        grid = sheet["NumWidth"], sheet["NumHeight"]
        backs = (1, 1) if not sheet["UniqueBack"] else grid
        for url, expected in ((sheet["FaceURL"], grid), (sheet["BackURL"], backs)):
            file = addresses.file(url)
            if file and file.cells and file.cells[:2] != expected:
                message = f"sheet {key} is not {expected[0]} × {expected[1]} cards: {file.path}"
                yield Fault(message, where, item, check="export-deck")
        if grid[0] > limits.columns or grid[1] > limits.rows:
            yield Fault(f"sheet {key} has too many cards", where, item, check="export-deck")


def _level_faults(
    on_table: list[Object], addresses: _Addresses, limits: TtsLimits, where: Place
) -> Iterator[Fault]:
    """Faults for objects at one height that overlap, or whose size is unknown."""
    names: list[str] = []
    boxes: list[Rect] = []
    for each in on_table:
        name, transform = each["Nickname"], each["Transform"]
        if size := _size(each, addresses, limits):
            width, depth = size[0] * transform["scaleX"], size[1] * transform["scaleZ"]
            x, y = transform["posX"] - width / 2, transform["posZ"] - depth / 2
            names.append(name)
            boxes.append(Rect(x, y, width, depth))
        else:
            yield Fault(f'"{name}" has an unknown size', where, check="export-table")
    yield from overlap_faults(names, boxes, where)


def _size(each: Object, addresses: _Addresses, limits: TtsLimits) -> tuple[float, float] | None:
    """Across and deep at scale 1, in units; None if unknown."""
    match each["Name"]:
        case "Bag":
            return limits.bag, limits.bag
        case "Custom_PDF":
            return limits.book
        case "CardCustom" | "DeckCustom":
            sheet = next(iter(each["CustomDeck"].values()))
            face = addresses.file(sheet["FaceURL"])
            if face and face.height:
                width, height = face.width / sheet["NumWidth"], face.height / sheet["NumHeight"]
                return limits.card * width / height, limits.card
        case "Custom_Tile":
            face = addresses.file(each["CustomImage"]["ImageURL"])
            if face and face.height:
                return limits.tile * face.width / face.height, limits.tile
        case "Custom_Model":
            return _extent(addresses.model(each["CustomMesh"]["MeshURL"]))
    return None


def _extent(mesh: str) -> tuple[float, float] | None:
    corners = [
        tuple(map(float, line.split()[1:])) for line in mesh.splitlines() if line.startswith("v ")
    ]
    if not corners:
        return None
    xs, zs = [corner[0] for corner in corners], [corner[2] for corner in corners]
    return 2 * max(map(abs, xs)), 2 * max(map(abs, zs))
