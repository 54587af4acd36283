"""Verification of games on screen: a room for PlayingCards.io, and one for Card Game Simulator."""

from __future__ import annotations

import json
import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from generator.base.errors import Fault, Place
from generator.base.units import Rect
from generator.press.scene.paths import covers
from generator.publish.shop_limits import CgsLimits, PcioLimits
from generator.publish.verify.files import count_faults, overlap_faults
from generator.publish.verify.finished import FinishedExport
from generator.publish.virtual_tabletops.card_game_simulator import BACK, CARDS, GAME
from generator.publish.virtual_tabletops.playing_cards_io import ASSETS, PACKAGE, WIDGETS

Widget = dict[str, Any]


def room_faults(export: FinishedExport, limits: PcioLimits) -> Iterator[Fault]:
    """Faults that keep the room from opening as the whole kit."""
    for entry in export.of_role("save"):
        where = export.place(entry.path)
        try:
            with zipfile.ZipFile(BytesIO(export.read(entry.path))) as archive:
                widgets = json.loads(archive.read(WIDGETS))
                sizes = {each.filename: each.file_size for each in archive.infolist()}
                yield from _picture_faults(archive, sizes, limits, where)
            yield from _widget_faults(widgets, sizes, limits, where)
            yield from _place_faults(widgets, limits, where)
            boards = {PACKAGE + piece.front: piece.id for piece in export.manifest.pieces}
            found = Counter(each["cardType"] for each in widgets if each["type"] == "card")
            shown = [each["boardImage"] for each in widgets if each["type"] == "board"]
            found.update(boards.get(picture, picture) for picture in shown)
            yield from count_faults(export, found, where)
        except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
            message = f"is not a room: {type(error).__name__} {error}"
            yield Fault(message, where, check="export-file")


def _picture_faults(
    archive: zipfile.ZipFile, sizes: Mapping[str, int], limits: PcioLimits, where: Place
) -> Iterator[Fault]:
    for path, size in sizes.items():
        if not path.startswith(ASSETS):
            continue
        if size > limits.bytes:
            message = f"{path} has {size:,} bytes; at most {limits.bytes:,} are allowed"
            yield Fault(message, where, check="export-picture")
        try:
            with Image.open(BytesIO(archive.read(path))) as image:
                image.load()
                if max(image.size) > limits.side:
                    most = f"at most {limits.side} are allowed"
                    message = f"{path} has {max(image.size)} pixels on a side; {most}"
                    yield Fault(message, where, check="export-picture")
        except (OSError, zipfile.BadZipFile):
            message = f"{path} is not a picture that can be opened"
            yield Fault(message, where, check="export-picture")


def _widget_faults(
    widgets: Sequence[Widget], sizes: Mapping[str, int], limits: PcioLimits, where: Place
) -> Iterator[Fault]:
    ids = Counter(each["id"] for each in widgets)
    types = {each["id"]: each["cardTypes"] for each in widgets if each["type"] == "cardDeck"}
    for name, times in ids.items():
        if times > 1:
            yield Fault(f'{times} objects have the id "{name}"', where, check="export-table")
    if len(widgets) > limits.widgets:
        message = f"holds {len(widgets)} objects; at most {limits.widgets} are allowed"
        yield Fault(message, where, check="export-size")
    for each in widgets:
        item = f'"{each["id"]}"'
        if each.get("parent", "hand") not in ids:
            yield Fault("lies in a pile that is not there", where, item, check="export-deck")
        if each["type"] == "card" and each["cardType"] not in types.get(each["deck"], ()):
            yield Fault("is a card that its deck does not have", where, item, check="export-deck")
    pictures = [each["boardImage"] for each in widgets if each["type"] == "board"]
    for deck in types.values():
        pictures += [card[side] for card in deck.values() for side in ("face", "back")]
    for picture in dict.fromkeys(pictures):
        if picture.removeprefix(PACKAGE) not in sizes:
            yield Fault(f"{picture} is not in the file", where, check="export-address")


def _place_faults(widgets: Sequence[Widget], limits: PcioLimits, where: Place) -> Iterator[Fault]:
    on_table = [each for each in widgets if each["type"] in ("board", "cardPile")]
    boxes = [Rect(each["x"], each["y"], each["width"], each["height"]) for each in on_table]
    for each, box in zip(on_table, boxes, strict=True):
        if not covers(Rect(0, 0, *limits.table), box):
            yield Fault("lies outside the table", where, f'"{each["id"]}"', check="export-table")
    yield from overlap_faults([each["id"] for each in on_table], boxes, where)


_DECK_LINE = re.compile(r"(\d+) \[([a-z0-9-]+)\] .+ \(([a-z0-9-]+)\)")


_CHECK = "export-cards"


def card_game_faults(export: FinishedExport, _: CgsLimits) -> Iterator[Fault]:
    """Faults that keep Card Game Simulator from showing every card in the kit's number of copies."""
    game, cards = _read_json(export, GAME), _read_json(export, CARDS)
    if not isinstance(game, dict) or not isinstance(cards, list):
        message = "is not the game's definition, or lacks its cards"
        yield Fault(message, export.place(GAME), check=_CHECK)
        return
    where = export.place(CARDS)
    known = {(card.get("set"), card.get("id")) for card in cards if isinstance(card, dict)}
    expected = Counter[tuple[str, str]]()
    for piece in export.manifest.pieces:
        front = Path(piece.front)
        expected[front.parent.name, front.stem] = piece.copies
    if known != expected.keys() or len(cards) != len(known):
        yield Fault("lists other cards than the kit has", where, check="export-copies")
    properties = {each["name"] for each in game.get("cardProperties", ())} | {"id", "name", "set"}
    for card in cards:
        if unknown := set(card) - properties:
            message = f'has the property "{min(unknown)}", which the game does not define'
            yield Fault(message, where, f'card "{card.get("id")}"', check=_CHECK)
    if _dealt(export) != expected:
        message = "deal other cards than the kit has"
        yield Fault(message, export.place("decks"), check="export-copies")
    for piece in export.manifest.pieces:
        for path in (piece.front, piece.back):
            if path and not export.has(path):
                message = "its picture is missing"
                yield Fault(message, export.place(path), piece.item, check="export-file")
            if path == piece.back and path not in ("", BACK):
                yield Fault("is not the back of the game", export.place(path), check=_CHECK)


def _dealt(export: FinishedExport) -> Counter[tuple[str, str]]:
    """The copies of each card in all decks."""
    dealt = Counter[tuple[str, str]]()
    for path in export.files:
        if path.startswith("decks/"):
            for line in export.read(path).decode().splitlines():
                if found := _DECK_LINE.fullmatch(line):
                    dealt[found[3], found[2]] += int(found[1])
    return dealt


def _read_json(export: FinishedExport, path: str) -> Any:
    try:
        return json.loads(export.read(path))
    except (OSError, ValueError):
        return None
