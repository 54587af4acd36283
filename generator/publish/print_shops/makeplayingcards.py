"""MakePlayingCards: pictures of cards, and orders that the program MPC Autofill carries out.

The shop has no upload of whole games: its buyers let MPC Autofill fill in a project from an order
file (its wiki, "XML Schema Specification").  Slots count from 0; each holds one card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from lxml import etree

from generator.base.units import Rect
from generator.press.scene.items import Scene
from generator.publish.images import ImageRequest
from generator.publish.job import ExportJob, components_with_one_back, picture_paths
from generator.publish.manifest import COPIES
from generator.publish.print_shops.product_match import (
    missing_bleed,
    offered_cards,
    product_picture,
)
from generator.publish.print_shops.safe_zone import safe_notes
from generator.publish.shop_limits import MpcLimits

BLANK = "blank-back.png"
"""The white back of cards that have none: the shop prints every back."""


class Card(NamedTuple):
    """A card in a slot: its title and its pictures."""

    title: str
    front: str
    back: str


def export_mpc(job: ExportJob, limits: MpcLimits) -> None:
    """Write the pictures of all cards, and the orders that put them into slots."""
    fits = offered_cards(
        job,
        limits.products,
        limits,
        lambda piece, fit: missing_bleed(piece, fit, limits.products[fit.slug], limits.dpi),
    )
    shared = components_with_one_back(piece for piece, _ in fits)
    requests: dict[str, ImageRequest] = {}
    products: dict[str, str] = {}
    cards: list[Card] = []
    rows: list[Sequence[object]] = [("piece", "title", "copies", "front", "back", "note")]
    for piece, fit in fits:
        product, title = limits.products[fit.slug], job.title(piece)
        front, back = picture_paths(piece, shared)
        requests[front] = product_picture(piece, fit, product, limits.dpi, back=False)
        if piece.back:
            requests[back] = product_picture(piece, fit, product, limits.dpi, back=True)
        else:
            back = BLANK
            requests[back] = _blank(product.pixels)
        products |= dict.fromkeys((front, back), fit.slug)
        cards += [Card(title, front, back)] * piece.copies
        job.bundle.add_piece(
            piece, title=title, product=fit.slug, front=front, back=back, note=fit.note
        )
        rows.append((piece.id, title, piece.copies, front, back, fit.note))
    if not cards:
        return
    job.write_pictures("draw", requests, limits.dpi, products)
    job.bundle.add_table(COPIES, rows)
    orders = [cards[start : start + limits.most] for start in range(0, len(cards), limits.most)]
    for number, slots in enumerate(orders, 1):
        name = f"order-{number}.xml" if len(orders) > 1 else "order.xml"
        job.bundle.add_file(name, _order(slots, limits.stock), "deck")
    job.bundle.add_left_out()
    job.bundle.notes.append(
        "put MPC Autofill into this folder and start it there: it fills in the shop's project"
    )
    job.bundle.notes += safe_notes([(piece, fit.nearest) for piece, fit in fits], limits.safe)


def _blank(pixels: tuple[int, int]) -> ImageRequest:
    return ImageRequest(Scene("blank", *pixels, ()), Rect(0, 0, *pixels), pixels)


def _order(slots: Sequence[Card], stock: str) -> bytes:
    """The order of these cards; the most frequent back is that of all slots without another one."""
    ((common, _),) = Counter(card.back for card in slots).most_common(1)
    others = {slot: card for slot, card in enumerate(slots) if card.back != common}
    order = etree.Element("order")
    details = etree.SubElement(order, "details")
    _add(details, quantity=str(len(slots)), stock=stock, foil="false")
    _add_cards(etree.SubElement(order, "fronts"), dict(enumerate(slots)), "front")
    if others:
        _add_cards(etree.SubElement(order, "backs"), others, "back")
    _add(order, cardback=common)
    return etree.tostring(order, pretty_print=True, encoding="utf-8", xml_declaration=True)


def _add_cards(parent: etree._Element, slots: Mapping[int, Card], side: str) -> None:
    """Add an element for each picture of that side, with all its slots."""
    places: dict[str, list[int]] = {}
    for slot, card in slots.items():
        places.setdefault(getattr(card, side), []).append(slot)
    for path, numbers in places.items():
        _add(
            etree.SubElement(parent, "card"),
            id=path,
            sourceType="Local File",
            slots=",".join(map(str, numbers)),
            name=PurePosixPath(path).name,
            query=slots[numbers[0]].title,
        )


def _add(parent: etree._Element, **texts: str) -> None:
    """Add elements that contain these texts."""
    for tag, text in texts.items():
        etree.SubElement(parent, tag).text = text
