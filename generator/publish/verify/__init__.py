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
from generator.publish.verify.card_game import card_game_faults
from generator.publish.verify.files import (
    component_faults,
    file_faults,
    loose_faults,
    product_faults,
    site_faults,
)
from generator.publish.verify.finished import FinishedExport
from generator.publish.verify.leaflets import leaflet_faults
from generator.publish.verify.orders import order_faults
from generator.publish.verify.pdf_decks import deck_faults
from generator.publish.verify.print_ready import print_ready_faults
from generator.publish.verify.punchouts import punchout_faults
from generator.publish.verify.room import room_faults
from generator.publish.verify.saved_object import table_faults

VERIFICATIONS = {
    "export-file": "every file exists, and matches its checksum in export.json",
    "export-picture": "every picture has the right size in pixels, resolution and colour mode",
    "export-product": "every picture has the size and colours that its product of the shop "
    "requires",
    "export-black": "small black type uses black ink only",
    "export-component": "all pictures of a component have one size, no larger than the table "
    "allows",
    "export-copies": "every piece is included, in as many copies as the kit has",
    "export-page": "every page has the card's or the paper's size and its boxes, and a leaflet its margin",
    "export-order": "the pages are in the shop's order, and each front has its own back",
    "export-bleed": "the art goes on beyond the cut",
    "export-safe": "no text begins nearer to the cut than its piece promises",
    "export-cut": "cut contours are where the piece is cut, in an overprinting spot colour on a layer",
    "export-transparency": "nothing is translucent or blended in a file that promises it",
    "export-ink": "all colours are in the file's colour space, with no more ink than the shop allows",
    "export-standard": "the PDF declares the standard that the shop requires, and embeds its fonts",
    "export-sheet": "no picture or sheet is larger than the table allows, and cells are whole",
    "export-deck": "every card of a deck has a place on a sheet of the export",
    "export-address": "every address in the saved object leads to a file of the export",
    "export-cards": "a game on screen has a definition, and every card the properties it defines",
    "export-slots": "every slot of an order has one front and one back, and the shop prints as many",
    "export-punchout": "every punchout has its cut, within its sheet and clear of all others",
    "export-screen": "every page is well formed and loads nothing from elsewhere; its links "
    "have targets",
    "export-size": "neither a file nor the whole site is larger than web hosts allow",
    "export-table": "ids are unique, and no two pieces overlap",
}
"""Descriptions of the verifications, by the check slug of their faults."""


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
