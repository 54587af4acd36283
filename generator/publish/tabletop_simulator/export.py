"""Turns a kit into a saved object of Tabletop Simulator with its sheets, pictures, models and book."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.request import RULEBOOK
from generator.publish.order import Order
from generator.publish.shop_limits import TtsLimits, load_limits
from generator.publish.tabletop_simulator import objects
from generator.publish.tabletop_simulator.decks import Decks, is_card
from generator.publish.tabletop_simulator.pieces import Pieces
from generator.publish.tabletop_simulator.table_layout import Thing, arrange


class Files:
    """The addresses of an export's files: below `base` once they are in place."""

    def __init__(self, folder: Path, base: str) -> None:
        self._base = base or folder.resolve().as_uri()

    def url(self, path: str) -> str:
        """Where Tabletop Simulator finds a file; "" for none."""
        return f"{self._base.rstrip('/')}/{quote(path)}" if path else ""


def export_tts(order: Order) -> TtsLimits:
    """Write everything; the limits it was held against.  Raises KitError for pieces it cannot."""
    limits = load_limits(order.kit.folders.shared, "tts", TtsLimits)
    base = order.request.url_base
    files = Files(order.request.folder, base)
    ids = objects.Ids(order.kit.name)
    decks = Decks(order, limits, files.url, ids)
    pieces = Pieces(order, limits, files.url, ids)
    things: list[Thing] = []
    for component, group in order.components():
        loose = [piece for piece in group if not is_card(piece, order, limits)]
        cards = [piece for piece in group if piece not in loose]
        if cards:
            things.append(decks.thing(component, cards))
        things += pieces.things(component, loose)
    if order.kit.file.rulebook and not order.request.only:
        things.append(_book(order, limits, files, ids))
    save = objects.saved(
        order.kit.file.title,
        order.kit.file.summary,
        arrange(things, limits.width, limits.gap),
    )
    text = json.dumps(save, indent=1, ensure_ascii=False) + "\n"
    order.crate.content(f"{order.kit.name}.json", text.encode(), "save")
    order.crate.notes.append(
        f"copy {order.kit.name}.json into Tabletop Simulator's folder Saves/Saved Objects, and find "
        "it there under Objects, Saved Objects"
    )
    if not base:
        order.crate.notes.append(
            "the saved object names the files by their folder on this computer: if they move, or "
            "others are to see them, export again with --url-base"
        )
    return limits


def _book(order: Order, limits: TtsLimits, files: Files, ids: objects.Ids) -> Thing:
    from generator.press.rulebook.of_kit import compose_book, tell  # slow to import

    order.watch("set the rulebook", 0, 1)
    file = order.kit.file
    told = tell(order.kit, order.faces, order.every, order.paper)
    pages = compose_book(order.faces, told).pages
    title = f"{file.title}: {order.kit.words.text(RULEBOOK)}"
    info = DocumentInfo(title, file.language, "; ".join(file.credits), file.summary)
    path = order.crate.content(
        f"{order.kit.name}-rulebook.pdf", paint_pdf(pages, info), "book", pages=len(pages)
    )
    scale = pages[0].height / limits.unit / limits.book[1]
    made = objects.book(ids.of(RULEBOOK), title, files.url(path), scale)
    return Thing(made, limits.book[0] * scale, limits.book[1] * scale, "near")
