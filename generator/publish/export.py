"""Export of a kit: finished and verified files for a print shop, a virtual table or the web; its proof.

The steps of `export`: load and check the kit, draw its faces, let the shop's exporter fill the
bundle, write `export.json`, verify the finished files, move them into place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from generator.base.atomic_output import staging
from generator.base.errors import CheckFailed, Fault, KitError, Place, counted
from generator.base.text_files import shown_name
from generator.i18n import in_language
from generator.kit.load import load_kit
from generator.pipeline.check import check_data
from generator.press.library import papers
from generator.press.pieces.faces import FaceSet
from generator.press.request import Progress, no_progress
from generator.press.templates.style import style_of
from generator.publish import shop_limits
from generator.publish.job import ExportJob, select_parts, without_tuck_boxes
from generator.publish.manifest import NAME, ExportBundle, ExportManifest, read_export
from generator.publish.png import export_pictures
from generator.publish.print_shops.drivethrucards import export_drivethru
from generator.publish.print_shops.game_crafter.export import export_tgc
from generator.publish.print_shops.makeplayingcards import export_mpc
from generator.publish.print_shops.print_ready import export_print_shop
from generator.publish.request import TITLES, Exported, ExportRequest, Shop
from generator.publish.showcase import export_pitch, export_playtest, export_showcase
from generator.publish.verify import verify
from generator.publish.virtual_tabletops.card_game_simulator import export_cgs
from generator.publish.virtual_tabletops.piece_pictures import export_piece_pictures
from generator.publish.virtual_tabletops.playing_cards_io import export_pcio
from generator.publish.virtual_tabletops.tabletop_simulator.export import export_tts
from generator.publish.web.export import export_site


class Exporter(NamedTuple):
    """Exporter of a shop: the class of its limits, and the function that fills the bundle."""

    limits: type[shop_limits.Limits]
    write: Callable[[ExportJob, Any], None]


SHOPS: Mapping[Shop, Exporter] = {
    "print-shop": Exporter(shop_limits.PrintShopLimits, export_print_shop),
    "tgc": Exporter(shop_limits.TgcLimits, export_tgc),
    "drivethru": Exporter(shop_limits.DriveThruLimits, export_drivethru),
    "mpc": Exporter(shop_limits.MpcLimits, export_mpc),
    "tts": Exporter(shop_limits.TtsLimits, export_tts),
    "cgs": Exporter(shop_limits.CgsLimits, export_cgs),
    "screentop": Exporter(shop_limits.ScreenLimits, export_piece_pictures),
    "tabletopia": Exporter(shop_limits.ScreenLimits, export_piece_pictures),
    "pcio": Exporter(shop_limits.PcioLimits, export_pcio),
    "png": Exporter(shop_limits.PngLimits, export_pictures),
    "showcase": Exporter(shop_limits.ShowcaseLimits, export_showcase),
    "pitch": Exporter(shop_limits.LeafletLimits, export_pitch),
    "playtest": Exporter(shop_limits.LeafletLimits, export_playtest),
    "web": Exporter(shop_limits.WebLimits, export_site),
}
_OPTIONS: Mapping[str, tuple[Collection[str], str]] = {
    "dpi": (
        ("png", "showcase", "tts", "cgs", "screentop", "tabletopia", "pcio"),
        "the resolution of its pictures is fixed",
    ),
    "only": ({*SHOPS} - {"pitch", "playtest", "web"}, "it is about the whole kit"),
    "seed": (("web",), "only a site shows a game"),
    "game": (("web",), "only a site shows a game"),
    "trim": (("png",), "shops and tables state how far pictures reach"),
    "embed": (("tts",), "only Tabletop Simulator reads files from its own folders"),
    "url-base": (("tts", "cgs"), "only a table on screen fetches files from an address"),
}
"""The shops that each option is for, and why not for others."""
_URL = re.compile(r"(https?://[^/\s]+|file://)(/\S*)?")
_PAPER = "a4"
"""Paper size of the included rulebook."""


def export(request: ExportRequest, watch: Progress = no_progress) -> Exported:
    """Export a kit, or a part of it, into its folder under `request.out`.

    Raises KitError for an unusable request or input, and CheckFailed for faults found by a check or
    by verification; in both cases nothing is written.
    """
    _check_options(request)
    watch("load", 0, 1)
    kit = load_kit(request.roots.find(request.kit))
    check_data(kit)
    kit = in_language(kit, request.language)
    paper = papers(kit.folders.shared)[_PAPER]
    faces = FaceSet(kit, style_of(kit, ink=request.ink, paper=paper))
    exporter = SHOPS[request.shop]
    limits = shop_limits.load_limits(kit.folders.shared, request.shop, exporter.limits)
    if isinstance(limits, shop_limits.PrintShopLimits):
        limits = limits.with_bleed(request.prints.bleed)
    all_parts = (
        faces.parts() if request.shop in ("png", "web") else without_tuck_boxes(kit, faces.parts())
    )
    parts = select_parts(kit, all_parts, request.only)
    if not parts:
        hint = "add rows to its tables"
        raise KitError(f"{kit.file.title} has no pieces", hint=hint, check="nothing-to-export")
    with staging(request.folder, request.out) as stage:
        bundle = ExportBundle(stage)
        job = ExportJob(request, kit, faces, all_parts, parts, paper, bundle, watch)
        exporter.write(job, limits)
        if not bundle.pieces:
            message = f"{TITLES[request.shop]} has no product for the pieces of {kit.file.title}"
            hint = bundle.left_out[0].reason if bundle.left_out else ""
            raise KitError(message, hint=hint, check="nothing-to-export")
        manifest = _manifest(job, limits)
        stage.write(NAME, manifest.as_json().encode())
        kit.words.check()
        watch("prove", 0, 1)
        faults = verify(stage.aside, limits, stage.folder)
        if faults:
            raise CheckFailed(faults)
        removed = stage.finish(NAME, _previous_files)
    return Exported(
        kit.name,
        request.shop,
        request.folder,
        manifest.files,
        manifest.left_out,
        manifest.notes,
        removed,
    )


def _manifest(job: ExportJob, limits: shop_limits.Limits) -> ExportManifest:
    """The manifest of the files in the bundle."""
    request, bundle = job.request, job.bundle
    return ExportManifest(
        kit=job.kit.name,
        version=job.kit.file.version,
        shop=request.shop,
        options={
            "dpi": request.dpi or limits.dpi,
            "ink": request.ink,
            "only": request.only or None,
            "url-base": request.url_base or None,
            "embed": request.embed or None,
            "trim": request.trim or None,
            "language": request.language or None,
            "seed": request.seed,
            "game": request.game.name if request.game else None,
            **request.prints.as_options(),
        },
        limits=limits.model_dump(mode="json", by_alias=True),
        notes=tuple(bundle.notes),
        files=tuple(bundle.files),
        pieces=tuple(bundle.pieces),
        left_out=tuple(bundle.left_out),
    )


def _previous_files(manifest_path: Path) -> tuple[str, ...]:
    """The files of the previous export in the same folder; obsolete ones are removed."""
    try:
        return tuple(entry.path for entry in read_export(manifest_path).files)
    except KitError:
        return ()  # not our manifest: leave the files it lists alone


def _check_options(request: ExportRequest) -> None:
    """Raise KitError for options that do not apply to the shop."""
    usual, unsuitable = ExportRequest(request.kit, request.shop), []
    for option, (shops, why) in _OPTIONS.items():
        name = option.replace("-", "_")
        if getattr(request, name) != getattr(usual, name) and request.shop not in shops:
            unsuitable.append((f"--{option}", why))
    if request.shop != "print-shop":
        why = "only files for any print shop can be chosen so"
        unsuitable += [(f"--{name}", why) for name in request.prints.as_options()]
    if request.game and request.seed is not None:
        unsuitable.append(("--seed", "a saved game has its own seed"))
    if request.embed and request.url_base:
        unsuitable.append(("--url-base", "with --embed nothing is fetched from an address"))
    if request.url_base and not _URL.fullmatch(request.url_base):
        message = f'--url-base "{request.url_base}" is not an address'
        hint = 'write one such as "https://example.org/mygame/"'
        raise KitError(message, hint=hint, check="option-value")
    if unsuitable:
        shop, check = TITLES[request.shop], "conflicting-options"
        raise KitError(
            Fault(f"{option} is not for {shop}", hint=f"leave it out: {why}", check=check)
            for option, why in unsuitable
        )


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
