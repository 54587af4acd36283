"""Turns a kit into finished, proved files for a print shop or for a table on screen.

`export` reads as these steps: load and check the kit, draw its faces, let the shop's exporter fill
the crate, write `export.json`, prove the finished files, put them in place.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from generator.base.atomic_output import staging
from generator.base.errors import CheckFailed, Fault, KitError
from generator.i18n import in_language
from generator.kit.load import load_kit
from generator.pipeline.check import check_kit
from generator.press.library import papers
from generator.press.pieces.faces import Faces
from generator.press.templates.style import look
from generator.publish.bundle import ExportBundle
from generator.publish.drivethrucards import export_drivethru
from generator.publish.game_crafter import export_tgc
from generator.publish.manifest import NAME, ExportManifest, read_export
from generator.publish.order import Order, asked_for, without_boxes
from generator.publish.png import export_pictures
from generator.publish.request import TITLES, Exported, ExportRequest, Shop, Watch, silent
from generator.publish.shop_limits import Limits
from generator.publish.tabletop_simulator.export import export_tts
from generator.publish.verify import prove

Exporter = Callable[[Order], Limits]

SHOPS: dict[Shop, Exporter] = {
    "tgc": export_tgc,
    "drivethru": export_drivethru,
    "tts": export_tts,
    "png": export_pictures,
}
_OWN_DPI = ("png", "tts")
"""The shops that leave it to you how fine pictures are."""
_ADDRESS = re.compile(r"(https?://[^/\s]+|file://)(/\S*)?")
_PAPER = "a4"
"""What a rulebook's pages go by, where one is sent along."""


def export(request: ExportRequest, watch: Watch = silent) -> Exported:
    """Export a kit, or a part of it, into its folder under `request.out`.

    Raises KitError when the request or its input cannot be used, and CheckFailed when a check or
    the proof found faults; in both cases nothing is written.
    """
    _prove_sense(request)
    watch("load", 0, 1)
    kit = load_kit(request.roots.find(request.kit))
    check_kit(kit)
    kit = in_language(kit, request.language)
    paper = papers(kit.folders.shared)[_PAPER]
    faces = Faces(kit, look(kit, ink=request.ink, paper=paper))
    every = faces.parts() if request.shop == "png" else without_boxes(kit, faces.parts())
    parts = asked_for(kit, every, request.only)
    with staging(request.folder) as stage:
        crate = ExportBundle(stage)
        order = Order(request, kit, faces, every, parts, paper, crate, watch)
        limits = SHOPS[request.shop](order)
        if not crate.pieces:
            raise KitError(
                f"{TITLES[request.shop]} has nothing like the pieces of {kit.file.title}",
                hint=crate.left_out[0].reason if crate.left_out else "",
            )
        manifest = ExportManifest(
            kit=kit.name,
            version=kit.file.version,
            shop=request.shop,
            options={
                "dpi": request.dpi or limits.dpi,
                "ink": request.ink,
                "only": request.only or None,
                "url-base": request.url_base or None,
                "language": request.language or None,
            },
            limits=limits.model_dump(mode="json", by_alias=True),
            notes=tuple(crate.notes),
            files=tuple(crate.files),
            pieces=tuple(crate.pieces),
            left_out=tuple(crate.left_out),
        )
        stage.write(NAME, manifest.as_json().encode())
        kit.words.prove()
        watch("prove", 0, 1)
        faults = prove(stage.aside, limits, stage.folder)
        if faults:
            raise CheckFailed(stage.shown(fault) for fault in faults)
        removed = stage.finish(NAME, _made_before)
    return Exported(
        kit.name,
        request.shop,
        request.folder,
        manifest.files,
        manifest.left_out,
        manifest.notes,
        removed,
    )


def _made_before(listed: Path) -> tuple[str, ...]:
    """The files of the last export in the same folder: those no longer made are removed."""
    try:
        return tuple(entry.path for entry in read_export(listed).files)
    except KitError:
        return ()  # not one of ours: whatever it speaks of is left alone


def _prove_sense(request: ExportRequest) -> None:
    """Raise KitError for options that mean nothing to the shop."""
    senseless = []
    if request.dpi is not None and request.shop not in _OWN_DPI:
        senseless.append(("--dpi", "this shop says how fine its pictures must be"))
    if request.url_base and request.shop != "tts":
        senseless.append(("--url-base", "only a table on screen fetches files from an address"))
    if request.url_base and not _ADDRESS.fullmatch(request.url_base):
        raise KitError(
            f'--url-base "{request.url_base}" is not an address',
            hint='write one such as "https://example.org/mygame/"',
        )
    if senseless:
        raise KitError(
            Fault(f"{option} is not for {TITLES[request.shop]}", hint=f"leave it out: {why}")
            for option, why in senseless
        )
