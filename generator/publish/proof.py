"""Proof of exports: verifies finished folders in the way that `export` does before it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from generator.base.errors import Fault, KitError, Place, counted
from generator.base.text_files import shown_name
from generator.press.preflight.visual.proof import folders_with
from generator.publish.export import SHOPS
from generator.publish.manifest import NAME, read_export
from generator.publish.request import TITLES, Shop
from generator.publish.verify import verify


@dataclass(frozen=True, slots=True)
class ExportProof:
    """What was verified of an export, and the faults found."""

    kit: str
    shop: Shop
    folder: Path
    files: int
    pieces: int
    faults: Sequence[Fault]

    def __str__(self) -> str:
        files, pieces = counted(self.files, "file"), counted(self.pieces, "piece")
        return f"{files} with {pieces} for {TITLES[self.shop]}"

    def as_data(self) -> dict[str, object]:
        """The same as plain data, for `--json`."""
        return {
            "kit": self.kit,
            "shop": self.shop,
            "folder": str(self.folder),
            "files": self.files,
            "pieces": self.pieces,
            "faults": [fault.as_data() for fault in self.faults],
        }


def exported_folders(folder: Path) -> list[Path]:
    """The folders of exports in or below a folder."""
    return folders_with(NAME, folder)


def prove_export(folder: Path) -> ExportProof:
    """Verify the export in a folder.  Raises KitError if its manifest cannot be read."""
    manifest = read_export(folder / NAME)
    shops = {str(shop): shop for shop in SHOPS}
    try:
        shop = shops[manifest.shop]
        limits = SHOPS[shop].limits.model_validate(manifest.limits)
    except (KeyError, ValidationError):
        message = "names no shop with limits that this Grimoire knows"
        place = Place(shown_name(folder / NAME))
        hint = "export the kit again"
        raise KitError(message, place=place, hint=hint, check="not-a-build") from None
    faults = verify(folder, limits, folder)
    files, pieces = len(manifest.files), len(manifest.pieces)
    return ExportProof(manifest.kit, shop, folder, files, pieces, faults)
