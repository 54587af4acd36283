"""Card Game Simulator: a folder with the game's definition, cards, pictures and decks.

All its cards have one size and one back, so the commonest size and back of the kit are used; other
pieces are left out and other backs replaced, and both are reported.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from generator.base.units import mm
from generator.kit.manifest.load import Component
from generator.kit.tables.field_types import BooleanField, FieldSpec, IntegerField, TextField
from generator.kit.tables.records import Record, table_named
from generator.press.pieces.piece import Piece
from generator.press.scene.items import Scene
from generator.publish.images import whole_face
from generator.publish.job import ExportJob, flat_name
from generator.publish.manifest import as_json
from generator.publish.shop_limits import CgsLimits

GAME, CARDS, BACK = "cgs.json", "AllCards.json", "CardBack.png"
_BUILT_IN_FIELDS = ("id", "name", "set")
"""Fields that every card has anyway."""


def export_cgs(job: ExportJob, limits: CgsLimits) -> None:
    """Write all files.  Raises KitError for a resolution outside the limits."""
    dpi = limits.chosen(job.request.dpi)
    cards, back = _cards(job)
    if not cards:
        return
    titles = {piece.id: job.title(piece) for piece in cards}
    requests = {picture_path(piece): whole_face(piece.front, 0, dpi) for piece in cards}
    if back:
        requests[BACK] = whole_face(back, 0, dpi)
    job.write_pictures("draw", requests, dpi)
    components = job.kit.file.components_by_id
    entries = [_card(job, components[each.component], each, titles[each.id]) for each in cards]
    decks = {
        _deck_file(component): _deck([piece for piece in cards if piece.component == component.id], titles)
        for component in components.values()
        if any(piece.component == component.id for piece in cards)
    }  # fmt: skip
    for piece in cards:
        job.bundle.add_piece(
            piece, title=titles[piece.id], front=picture_path(piece), back=BACK if back else ""
        )
    for path, text in decks.items():
        job.bundle.add_file(path, text.encode(), "table")
    job.bundle.add_file(CARDS, as_json(entries), "table")
    job.bundle.add_file(GAME, as_json(_game(job, cards[0], entries, sorted(decks))), "save")
    job.bundle.notes.append(
        f"upload the files to {job.request.url_base}, and give players the address of {GAME} there"
        if job.request.url_base
        else "copy the folder into the games of Card Game Simulator as "
        f'"{job.kit.file.title}"; to let others play it, export again with --url-base'
    )


def picture_path(piece: Piece) -> str:
    """The path at which Card Game Simulator expects the picture of a card."""
    return f"sets/{piece.component}/{flat_name(piece)}.png"


def _cards(job: ExportJob) -> tuple[list[Piece], Scene | None]:
    """The pieces that become cards, and their back; record the others as left out."""
    candidates = [piece for piece in job.pieces if piece.front.safe and piece.front.bleed]
    sizes = Counter[tuple[float, float]]()
    backs = Counter[Scene]()
    for piece in candidates:
        sizes[_size_in_mm(piece)] += piece.copies
    commonest = sizes.most_common(1)[0][0] if sizes else (0.0, 0.0)
    cards = [piece for piece in candidates if _size_in_mm(piece) == commonest]
    for piece in cards:
        if piece.back:
            backs[piece.back] += piece.copies
    for piece in job.pieces:
        if piece not in cards:
            size = f"{commonest[0]:g} × {commonest[1]:g} mm"
            reason = f"Card Game Simulator has one size for all cards, here {size}"
            job.bundle.leave_out(piece, reason)
    back = backs.most_common(1)[0][0] if backs else None
    if others := sum(piece.copies for piece in cards if piece.back not in (None, back)):
        job.bundle.notes.append(
            f"Card Game Simulator has one back for all cards: {others} cards have another one in print"
        )
    return cards, back


def _size_in_mm(piece: Piece) -> tuple[float, float]:
    return round(mm(piece.size.width), 2), round(mm(piece.size.height), 2)


def _card(job: ExportJob, component: Component, piece: Piece, title: str) -> dict[str, object]:
    """A card's entry, with the searchable fields of its row."""
    entry: dict[str, object] = {"id": flat_name(piece), "name": title, "set": piece.component}
    row, fields = _row(job, component, piece)
    for name in fields:
        value = row[name] if row is not None else None
        if value is not None:
            entry[name] = value
    return entry


def _row(
    job: ExportJob, component: Component, piece: Piece
) -> tuple[Record | None, dict[str, FieldSpec]]:
    """The row of a card, and the fields of it that a card can have."""
    if component.each is None:
        return None, {}
    table = table_named(job.kit.tables, component.each)
    specs = job.kit.file.tables[component.each].fields
    fields: dict[str, FieldSpec] = {
        name: spec
        for name, spec in specs.items()
        if _field_type(spec) and name not in _BUILT_IN_FIELDS
    }
    return (table[piece.row], fields) if piece.row in table else (None, fields)


def _field_type(spec: FieldSpec) -> str:
    """The type of a field in Card Game Simulator; "" if it has none."""
    match spec:
        case TextField():
            return "string"
        case IntegerField():
            return "integer"
        case BooleanField():
            return "boolean"
    return "string" if getattr(spec, "type", "") in ("choice", "ref") else ""


def _game(
    job: ExportJob, first: Piece, entries: Sequence[Mapping[str, object]], decks: Sequence[str]
) -> dict[str, Any]:
    """The definition of the game."""
    used = {name for entry in entries for name in entry if name not in _BUILT_IN_FIELDS}
    properties = {
        name: {
            "name": name,
            "type": _field_type(spec),
            "display": name.replace("-", " ").capitalize(),
        }
        for table in job.kit.file.tables.values()
        for name, spec in table.fields.items()
        if name in used and _field_type(spec)
    }
    game: dict[str, Any] = {
        "name": job.kit.file.title,
        "cardImageFileType": "png",
        "cardNameIsUnique": False,
        "cardProperties": list(properties.values()),
        "cardSize": {"x": round(first.size.width / 72, 4), "y": round(first.size.height / 72, 4)},
        "deckFileTxtId": "id",
        "deckFileType": "txt",
    }
    base = job.request.url_base.rstrip("/")
    if not base:
        return {**game, "autoUpdate": -1}  # never look for updates on the web
    return {
        **game,
        "autoUpdateUrl": f"{base}/{GAME}",
        "allCardsUrl": f"{base}/{CARDS}",
        "cardImageUrl": f"{base}/sets/{{cardSet}}/{{cardId}}.{{cardImageFileType}}",
        "cardBackImageUrl": f"{base}/{BACK}",
        "deckUrls": [
            {"name": path[len("decks/") : -len(".txt")], "url": f"{base}/{quote(path)}"}
            for path in decks
        ],
    }


def _deck_file(component: Component) -> str:
    title = " ".join(re.sub(r'[<>:"|?*\\/.]', " ", component.title).split())
    return f"decks/{title or component.id} ({component.id}).txt"


def _deck(pieces: Sequence[Piece], titles: Mapping[str, str]) -> str:
    """A deck as text, one line per card: count, id, name, set."""
    lines = (
        f"{piece.copies} [{flat_name(piece)}] {' '.join(titles[piece.id].split())} ({piece.component})"
        for piece in pieces
    )
    return "".join(f"{line}\n" for line in lines)
