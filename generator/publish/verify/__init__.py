"""Verification of an export: reads the finished files back from the disk.

Every file is compared with its entry in `export.json` and with the limits of the shop.  Nothing here
relies on how the files were made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.base.errors import Fault, KitError
from generator.publish import shop_limits
from generator.publish.manifest import NAME, read_export
from generator.publish.verify.files import (
    component_faults,
    file_faults,
    loose_faults,
    product_faults,
    site_faults,
)
from generator.publish.verify.finished import FinishedExport
from generator.publish.verify.orders import order_faults, punchout_faults
from generator.publish.verify.pdf_decks import deck_faults, leaflet_faults
from generator.publish.verify.print_ready import print_ready_faults
from generator.publish.verify.room import card_game_faults, room_faults
from generator.publish.verify.saved_object import table_faults

_BY_LIMITS: Mapping[
    type[shop_limits.Limits], Sequence[Callable[[FinishedExport, Any], Iterable[Fault]]]
] = {
    shop_limits.TgcLimits: (product_faults, punchout_faults),
    shop_limits.PngLimits: (loose_faults,),
    shop_limits.MpcLimits: (product_faults, order_faults),
    shop_limits.PrintShopLimits: (print_ready_faults,),
    shop_limits.DriveThruLimits: (deck_faults,),
    shop_limits.CgsLimits: (card_game_faults,),
    shop_limits.PcioLimits: (room_faults,),
    shop_limits.ScreenLimits: (component_faults,),
    shop_limits.LeafletLimits: (leaflet_faults,),
    shop_limits.WebLimits: (site_faults,),
    shop_limits.TtsLimits: (table_faults,),
}
"""What is verified for shops with such limits, besides the files themselves."""


def verify(folder: Path, limits: shop_limits.Limits, home: Path) -> tuple[Fault, ...]:
    """All faults of the export in `folder`, which will be moved to `home`."""
    try:
        export = FinishedExport(read_export(folder / NAME), folder, home)
    except KitError as error:
        return error.faults
    faults = file_faults(export)
    for faults_of in _BY_LIMITS.get(type(limits), ()):
        faults += faults_of(export, limits)
    return tuple(faults)
