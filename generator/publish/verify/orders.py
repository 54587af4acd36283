"""Verification of what shops fill in or cut out: slots of an order, punchouts on their sheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

from lxml import etree

from generator.base.errors import Fault, KitError
from generator.base.units import MM, Matrix, Rect
from generator.press.preflight.placement_model import overlapping_pairs
from generator.press.scene.path_data import path_data
from generator.press.scene.paths import bounds, covers, transformed
from generator.publish.print_shops.game_crafter.punchouts import PLACES
from generator.publish.shop_limits import MpcLimits, TgcLimits
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


_TOLERANCE = 0.1 * MM
"""Tolerance of a cut's position in points, as numbers are rounded."""
_PUNCHOUT = "export-punchout"


def punchout_faults(export: FinishedExport, limits: TgcLimits) -> Iterator[Fault]:
    """Faults for cuts that are missing, misplaced or too close together or to the edge; wrong counts."""
    where = export.place(PLACES)
    sheets: dict[str, list[Rect]] = {}
    counts: Counter[str] = Counter()
    for row in export.rows(PLACES):
        try:
            sides = [float(row[f"{name} mm"]) * MM for name in ("x", "y", "width", "height")]
            sheets.setdefault(row["sheet"], []).append(Rect(*sides))
        except (KeyError, TypeError, ValueError):
            yield Fault("has a row without a place", where, check=_PUNCHOUT)
            continue
        counts[row["piece"]] += 1
    for sheet, boxes in sheets.items():
        yield from _sheet_faults(export, sheet, boxes, limits)
    for piece in export.manifest.pieces:
        if piece.product in limits.punchouts and counts[piece.id] != piece.copies:
            message = f"is cut out {counts[piece.id]} times, but the kit holds {piece.copies}"
            yield Fault(message, where, piece.item, check="export-copies")


def _sheet_faults(
    export: FinishedExport, sheet: str, boxes: list[Rect], limits: TgcLimits
) -> Iterator[Fault]:
    where = export.place(f"{sheet}-cut.svg")
    front = export.files.get(f"{sheet}-front.png")
    if front is None or front.product not in limits.punchouts:
        yield Fault("is not a listed sheet", export.place(PLACES), sheet, check=_PUNCHOUT)
        return
    try:
        cuts = _cuts(export.read(f"{sheet}-cut.svg"), limits.dpi)
    except (OSError, KitError, ElementTree.ParseError):
        yield Fault("holds no lines that can be read", where, check=_PUNCHOUT)
        return
    offsets = [
        max(map(abs, map(float.__sub__, cut, box))) for cut, box in zip(cuts, boxes, strict=False)
    ]
    if len(cuts) != len(boxes) or max(offsets) > _TOLERANCE:
        yield Fault(f"its cuts differ from those in {PLACES}", where, check=_PUNCHOUT)
    width, height = limits.punchouts[front.product].trim
    area = Rect(0, 0, width, height).grown(-limits.margin)
    for cut in cuts:
        if not covers(area, cut, _TOLERANCE):
            yield Fault("has a cut too near to the edge of the sheet", where, check=_PUNCHOUT)
    if any(overlapping_pairs([cut.grown(limits.gap / 2 - _TOLERANCE) for cut in cuts])):
        yield Fault("has cuts too close together", where, check=_PUNCHOUT)


def _cuts(svg: bytes, dpi: int) -> list[Rect]:
    """The bounding boxes of the cuts, in points."""
    scale = Matrix.scale(72 / dpi / MM)  # path_data reads numbers as millimetres
    paths = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}path")
    return [bounds(transformed(path_data(path.get("d", "")), scale)) for path in paths]
