"""Verification of an export: reads the finished files back from the disk.

Every file is compared with its entry in `export.json` and with the limits of the shop.  Nothing here
relies on how the files were made.
"""

from __future__ import annotations

from pathlib import Path

from generator.base.errors import Fault, KitError
from generator.publish.manifest import NAME, read_export
from generator.publish.shop_limits import (
    CgsLimits,
    DriveThruLimits,
    Limits,
    MpcLimits,
    PcioLimits,
    PngLimits,
    PrintShopLimits,
    ScreenLimits,
    TgcLimits,
    TtsLimits,
    WebLimits,
)
from generator.publish.verify.card_game import card_game_faults
from generator.publish.verify.files import (
    component_faults,
    file_faults,
    loose_faults,
    product_faults,
    site_faults,
)
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
    "export-page": "every page has the card's size, its TrimBox and its BleedBox",
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


def verify(folder: Path, limits: Limits, home: Path) -> tuple[Fault, ...]:
    """All faults of the export in `folder`, which will be moved to `home`."""
    try:
        manifest = read_export(folder / NAME)
    except KitError as error:
        return error.faults
    faults = file_faults(manifest, folder)
    match limits:
        case TgcLimits():
            faults += product_faults(manifest, folder, limits)
            faults += punchout_faults(manifest, folder, limits)
        case PngLimits():
            faults += loose_faults(manifest, folder)
        case MpcLimits():
            faults += product_faults(manifest, folder, limits)
            faults += order_faults(manifest, folder, limits)
        case PrintShopLimits():
            faults += print_ready_faults(manifest, folder, limits)
        case DriveThruLimits():
            faults += deck_faults(manifest, folder, limits)
        case CgsLimits():
            faults += card_game_faults(manifest, folder)
        case PcioLimits():
            faults += room_faults(manifest, folder, limits)
        case ScreenLimits():
            faults += component_faults(manifest, folder, limits)
        case WebLimits():
            faults += site_faults(manifest, folder, limits)
        case TtsLimits():
            faults += table_faults(manifest, folder, limits, home)
    return tuple(faults)
