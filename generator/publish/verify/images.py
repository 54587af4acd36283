"""Turns single pictures into faults: not as their product wants them, or not of their piece's size."""

from __future__ import annotations

from pathlib import Path

from generator.base.errors import Fault
from generator.base.units import MM
from generator.publish.game_crafter import COPIES
from generator.publish.manifest import ExportManifest
from generator.publish.png import LIST
from generator.publish.shop_limits import TgcLimits
from generator.publish.verify.files import list_faults, place, rows_of


def product_faults(told: ExportManifest, folder: Path, limits: TgcLimits) -> list[Fault]:
    """Pictures that The Game Crafter would refuse, and a list of copies that is not the kit's."""
    faults = list(list_faults(told, folder, COPIES))
    for entry in told.files:
        if not entry.width:
            continue
        product = limits.products.get(entry.product)
        where = place(folder, entry.path)
        if product is None:
            message = f'is for "{entry.product}", which the shop does not have'
            faults.append(Fault(message, where, check="export-product"))
            continue
        if (entry.width, entry.height) != product.pixels or entry.dpi != limits.dpi:
            wide, high = product.pixels
            faults.append(
                Fault(
                    f"has {entry.width} × {entry.height} pixels at {entry.dpi} dpi, but "
                    f"{product.name} wants {wide} × {high} at {limits.dpi}",
                    where,
                    check="export-product",
                )
            )
        if entry.mode != "RGB":
            faults.append(Fault("is not plain RGB", where, check="export-product"))
    return faults


def loose_faults(told: ExportManifest, folder: Path) -> list[Fault]:
    """Pictures that are not as large as their piece with its bleed, and a list that is not right."""
    faults = list(list_faults(told, folder, LIST))
    files = {entry.path: entry for entry in told.files}
    for row in rows_of(folder, LIST):
        for side in ("front", "back"):
            entry = files.get(row.get(side, ""))
            if entry is None:
                continue
            scale = entry.dpi * MM / 72
            try:
                sides = [float(row[name]) for name in ("width mm", "height mm", "bleed mm")]
            except (KeyError, ValueError):
                sides = [0.0, 0.0, 0.0]
            wanted = [(sides[at] + 2 * sides[2]) * scale for at in (0, 1)]
            off = max(abs(entry.width - wanted[0]), abs(entry.height - wanted[1]))
            if off > 1:
                faults.append(
                    Fault(
                        f"is {off:.0f} pixels off the size of its piece with bleed",
                        place(folder, entry.path),
                        f'piece "{row.get("piece")}"',
                        check="export-picture",
                    )
                )
    return faults
