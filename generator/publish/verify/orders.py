"""Verification of the orders for MakePlayingCards: each slot holds a card of the kit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lxml import etree

from generator.base.errors import Fault
from generator.publish.shop_limits import MpcLimits
from generator.publish.verify.finished import FinishedExport

_CHECK = "export-slots"


def order_faults(export: FinishedExport, limits: MpcLimits) -> Iterator[Fault]:
    """Faults of orders that the shop cannot print, or that have other cards than the kit."""
    found: Counter[tuple[str, str]] = Counter()
    for entry in export.of_role("deck"):
        where = export.place(entry.path)
        try:
            order = etree.fromstring(export.read(entry.path))
            quantity = int(order.findtext("details/quantity", "0"))
            fronts, backs = _slots(order, "fronts"), _slots(order, "backs")
        except (OSError, ValueError, etree.XMLSyntaxError):
            yield Fault("is not an order", where, check=_CHECK)
            continue
        if not 0 < quantity <= limits.most:
            message = f"has {quantity} cards; the shop prints 1 to {limits.most} in one order"
            yield Fault(message, where, check=_CHECK)
        if sorted(slot for slot, _ in fronts) != list(range(quantity)):
            message = f"does not have one front for each of its {quantity} slots"
            yield Fault(message, where, check=_CHECK)
        if len(dict(backs)) != len(backs) or dict(backs).keys() - dict(fronts).keys():
            yield Fault("has two backs for a slot, or one without a front", where, check=_CHECK)
        common, other = order.findtext("cardback", ""), dict(backs)
        found.update((front, other.get(slot, common)) for slot, front in fronts)
    wanted: Counter[tuple[str, str]] = Counter()
    for piece in export.manifest.pieces:
        wanted[piece.front, piece.back] += piece.copies
    for front, back in sorted((found - wanted) | (wanted - found)):
        message = (
            f"is ordered {found[front, back]} times with the back {back}, "
            f"but the kit holds {wanted[front, back]}"
        )
        yield Fault(message, export.place(front), check="export-copies")


def _slots(order: etree._Element, side: str) -> list[tuple[int, str]]:
    """Each slot with its picture, as an element lists them."""
    return [
        (int(slot), card.findtext("id", ""))
        for card in order.iterfind(f"{side}/card")
        for slot in card.findtext("slots", "").split(",")
    ]
