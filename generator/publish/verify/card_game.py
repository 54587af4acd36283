"""Verification of a game for Card Game Simulator: its cards, pictures and decks."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from generator.base.errors import Fault
from generator.publish.shop_limits import CgsLimits
from generator.publish.verify.finished import FinishedExport
from generator.publish.virtual_tabletops.card_game_simulator import BACK, CARDS, GAME

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
