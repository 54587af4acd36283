"""Verification of a game for Card Game Simulator: its cards, pictures and decks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from generator.base.errors import Fault
from generator.base.text_files import bytes_of
from generator.publish.manifest import ExportManifest
from generator.publish.verify.files import place
from generator.publish.virtual_tabletops.card_game_simulator import BACK, CARDS, GAME

_DECK_LINE = re.compile(r"(\d+) \[([a-z0-9-]+)\] .+ \(([a-z0-9-]+)\)")


def card_game_faults(manifest: ExportManifest, folder: Path) -> Iterator[Fault]:
    """Faults that keep Card Game Simulator from showing every card in the kit's number of copies."""
    game, cards = _read_json(folder / GAME), _read_json(folder / CARDS)
    if not isinstance(game, dict) or not isinstance(cards, list):
        yield Fault(
            "is not the game's definition, or lacks its cards", place(folder, GAME), check=_CHECK
        )
        return
    known = {(card.get("set"), card.get("id")) for card in cards if isinstance(card, dict)}
    expected = {
        (name.parent.name, name.stem): piece.copies
        for piece in manifest.pieces
        for name in (Path(piece.front),)
    }
    if known != expected.keys() or len(cards) != len(known):
        yield Fault(
            "lists other cards than the kit has", place(folder, CARDS), check="export-copies"
        )
    properties = {each["name"] for each in game.get("cardProperties", ())} | {"id", "name", "set"}
    for card in cards:
        if unknown := set(card) - properties:
            message = f'has the property "{min(unknown)}", which the game does not define'
            yield Fault(message, place(folder, CARDS), f'card "{card.get("id")}"', check=_CHECK)
    dealt: dict[tuple[str, str], int] = {}
    for entry in manifest.files:
        if entry.path.startswith("decks/"):
            for line in bytes_of(folder / entry.path).decode().splitlines():
                if found := _DECK_LINE.fullmatch(line):
                    dealt[found[3], found[2]] = dealt.get((found[3], found[2]), 0) + int(found[1])
    if dealt != {card: copies for card, copies in expected.items() if copies}:
        yield Fault(
            "deal other cards than the kit has", place(folder, "decks"), check="export-copies"
        )
    for piece in manifest.pieces:
        for path in (piece.front, piece.back):
            if path and not (folder / path).is_file():
                item = f'piece "{piece.id}"'
                yield Fault(
                    "its picture is missing", place(folder, path), item, check="export-file"
                )
            if path == piece.back and path not in ("", BACK):
                yield Fault("is not the back of the game", place(folder, path), check=_CHECK)


_CHECK = "export-cards"


def _read_json(path: Path) -> Any:
    try:
        return json.loads(bytes_of(path))
    except (OSError, ValueError):
        return None
