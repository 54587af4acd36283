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
    PcioLimits,
    PngLimits,
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
from generator.publish.verify.pdf_decks import deck_faults
from generator.publish.verify.punchouts import punchout_faults
from generator.publish.verify.room import room_faults
from generator.publish.verify.saved_object import table_faults

VERIFICATIONS = {
    "export-file": "every file is there, and is the one that export.json sums up",
    "export-picture": "every picture has the pixels, the dots to the inch and the colours it should",
    "export-product": "every picture is just what its product of the shop wants",
    "export-black": "small black type is all of the black ink and none of the others",
    "export-component": "all pictures of a component have one size, no larger than the table takes",
    "export-copies": "every piece is there, as often as the kit holds it",
    "export-page": "every page has the card's size, its TrimBox and its BleedBox",
    "export-order": "the pages are in the shop's order: of each card its back, then its front",
    "export-ink": "all colours are CMYK, and never more ink than the shop takes",
    "export-standard": "the PDF says that it is of the standard the shop asks for; fonts are in it",
    "export-sheet": "no picture or sheet is larger than the table takes, its cells are whole",
    "export-deck": "every card of a deck has its place on a sheet that is there",
    "export-address": "every address in the saved object leads to a file of the export",
    "export-cards": "a game on screen has a definition, and of each card what it defines",
    "export-punchout": "every punchout has its cut, within its sheet and apart from all others",
    "export-screen": "every page is well formed and loads nothing; its links lead somewhere",
    "export-size": "no file is larger than hosts of pages take, nor are all of them",
    "export-table": "ids differ, and no two pieces lie on one another",
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
