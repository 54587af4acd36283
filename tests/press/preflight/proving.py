"""Kits for tests of preflight: built into a folder, with faults introduced on the way."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path as FilePath
from unittest.mock import patch

from generator.base.errors import Fault
from generator.base.locations import data_root
from generator.base.text_files import read_text
from generator.base.units import MM, Matrix, Rect, Size
from generator.press import preflight as preflight_module
from generator.press.imposition.duplex import Backs
from generator.press.imposition.offset import read_offset
from generator.press.imposition.registration import offset_sheets
from generator.press.imposition.sheet import Sheet
from generator.press.manifest import Manifest
from generator.press.manifest.make import make_manifest
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.pieces.piece import Piece
from generator.press.preflight import preflight
from generator.press.request import OutputFile
from generator.press.scene.items import GlyphRun, Group, Item, Path, Stroke
from generator.press.scene.paths import polygon
from tests.press.imposition.making import font, impose, papers, part, piece

NAME = "kit-print.pdf"


def text(words: str, x: float, y: float) -> GlyphRun:
    """A line of 7 pt that begins at (x, y) mm."""
    shaped = tuple(font().word(word) for word in words.split())
    return GlyphRun(x * MM, y * MM, 7, "#000000", shaped, 2)


def with_items(one: Piece, *items: Item) -> Piece:
    return replace(one, front=replace(one.front, items=one.front.items + items))


def card(copies: int = 3) -> Piece:
    return with_items(piece("ada", 63.5, 88.9, copies), text("Ada Lovelace", 4, 8))


class Kit:
    """A kit that is built into a folder; faults can be introduced on the way."""

    def __init__(
        self,
        folder: FilePath,
        pieces: Sequence[Piece],
        backs: Backs = "long-edge",
        paper: str = "a4",
        offset: str = "0,0",
    ) -> None:
        self.folder, self.pieces, self.backs, self.paper = folder, pieces, backs, papers()[paper]
        self.offset, parts = offset, [part(*pieces)]
        sheets = impose(parts, self.paper, backs, title="Kit", font=font())
        self.sheets = offset_sheets(sheets, read_offset(offset), backs, parts)

    def built(
        self,
        paint: Callable[[Sequence[Sheet]], Sequence[Sheet]] = lambda sheets: sheets,
        manifest: Callable[[Manifest], Manifest] = lambda manifest: manifest,
    ) -> tuple[Fault, ...]:
        """Write the files, with sheets and manifest changed, and check them."""
        scenes = [sheet.scene for sheet in paint(self.sheets)]
        (self.folder / NAME).write_bytes(paint_pdf(scenes, DocumentInfo("Kit")))
        return self.proved(manifest)

    def proved(
        self, manifest: Callable[[Manifest], Manifest] = lambda manifest: manifest
    ) -> tuple[Fault, ...]:
        size = Size(self.paper.width, self.paper.height)
        written = make_manifest(
            self.folder,
            kit="kit",
            version="1",
            options={"backs": self.backs, "offset": self.offset},
            paper=self.paper,
            files=[OutputFile(NAME, len(self.sheets), size, self.sheets)],
            pieces=self.pieces,
        )
        text = manifest(written).as_json()
        (self.folder / "manifest.json").write_text(text, encoding="utf-8")
        faults = preflight(self.folder)
        with patch.object(preflight_module, "PAGES_AT_ONCE", 1):  # the batch size does not matter
            assert set(preflight(self.folder)) == set(faults)
        return faults


EXPLAINED = {
    found[1]
    for found in re.finditer("`(proof-[a-z-]+)`", read_text(data_root() / "ERRORS.md", "ERRORS.md"))
}
"""The slugs of all proofs."""


def slugs(faults: Sequence[Fault]) -> list[str]:
    """The slugs of the failed checks, all of which must be listed."""
    found = sorted({fault.check for fault in faults})
    assert set(found) <= EXPLAINED
    return found


def on_page(number: int, *items: Item) -> Callable[[Sequence[Sheet]], Sequence[Sheet]]:
    """Draw more items on a page (counted from 1)."""

    def change(sheets: Sequence[Sheet]) -> list[Sheet]:
        changed = list(sheets)
        scene = changed[number - 1].scene
        changed[number - 1] = replace(
            changed[number - 1], scene=replace(scene, items=scene.items + items)
        )
        return changed

    return change


def shifted(sheet: Sheet, index: int, x: float) -> Sheet:
    """The sheet without crop marks, with one face moved by x mm in the file and in its placement."""
    shift = Matrix.move(x * MM, 0)
    items = [item for item in sheet.scene.items if not isinstance(item, Path)]
    at = [i for i, item in enumerate(items) if isinstance(item, Group) and item.clip][index]
    items[at] = Group((items[at],), shift)
    faces = list(sheet.placements)
    rect = faces[index].rect
    faces[index] = replace(faces[index], rect=Rect(rect.x + shift.e, *rect[1:]))
    return replace(sheet, scene=replace(sheet.scene, items=tuple(items)), placements=tuple(faces))


def turned(face: str, rotation: int) -> Callable[[Manifest], Manifest]:
    """Change the rotation that the manifest states for faces of that side of the first piece."""

    def change(manifest: Manifest) -> Manifest:
        first = manifest.pieces[0]
        faces = tuple(
            replace(entry, rotation=entry.rotation + rotation) if entry.face == face else entry
            for entry in first.faces
        )
        return replace(manifest, pieces=(replace(first, faces=faces), *manifest.pieces[1:]))

    return change


def line(*points: tuple[float, float]) -> Path:
    outline = polygon([(x * MM, y * MM) for x, y in points], closed=False)
    return Path(outline, stroke=Stroke("#000000", 0.4))
