"""Verification of a site: its pages, the links between them, and how large its files are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from generator.base.errors import Fault
from generator.press.preflight import preflight
from generator.press.preflight.screen_page import screen_faults
from generator.press.request import MANIFEST
from generator.publish.manifest import ExportManifest
from generator.publish.shop_limits import WebLimits
from generator.publish.verify.files import place


def site_faults(manifest: ExportManifest, folder: Path, limits: WebLimits) -> Iterator[Fault]:
    """Pages that are not well formed or lead nowhere, files to print with faults, files too large."""
    beside = {entry.path for entry in manifest.files}
    for entry in manifest.files:
        if entry.path.endswith(".html"):
            yield from screen_faults(folder / entry.path, beside, "export-screen")
        elif entry.role == "print" and entry.path.endswith(f"/{MANIFEST}"):
            yield from preflight((folder / entry.path).parent)
        if entry.bytes > limits.file:
            message = f"has {entry.bytes:,} bytes; hosts of pages take {limits.file:,}"
            yield Fault(message, place(folder, entry.path), check="export-size")
    total = sum(entry.bytes for entry in manifest.files)
    if total > limits.all:
        message = f"all files have {total:,} bytes; hosts of pages take {limits.all:,}"
        yield Fault(message, place(folder, ""), check="export-size")
