"""PDF for a press: opaque pages with their boxes, each recorded with a thumbnail of what it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from generator.base.units import DPI
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.flatten import Flattener
from generator.press.paint.pdf.opaque import paint_opaque
from generator.press.paint.pdf.print_boxes import PrintBoxes, with_print_boxes
from generator.press.paint.pdf.profiled import paint_profiled
from generator.press.scene.items import Scene
from generator.publish.images import thumbnails
from generator.publish.manifest import ExportBundle, ExportedPage, Role, Side
from generator.publish.request import PrintOptions


class PressPage(NamedTuple):
    """A page: its sheet, its boxes, and the piece, side and copy that it shows."""

    scene: Scene
    boxes: PrintBoxes
    piece: str
    side: Side
    copy: int


class PressPdf:
    """Writer of the PDFs of one document."""

    def __init__(self, bundle: ExportBundle, options: PrintOptions, info: DocumentInfo) -> None:
        self._bundle, self._options, self._info = bundle, options, info
        self._flattener = Flattener()

    def write(self, path: str, pages: Sequence[PressPage], role: Role) -> str:
        """Write the artwork; verification compares its pages with thumbnails of every scene."""
        once = {page.scene: page for page in pages}
        content = self._paint(list(once.values()))
        look = dict(zip(once, thumbnails(content), strict=True))
        leaves = tuple(
            ExportedPage(page.piece, page.side, page.copy, look[page.scene]) for page in pages
        )
        profile = self._options.profile
        mode = profile.space if profile else "RGB"
        if len(once) < len(pages):
            content = self._paint(pages)
        return self._bundle.add_file(
            path, content, role, pages=len(pages), leaves=leaves, mode=mode
        )

    def write_cuts(self, path: str, pages: Sequence[PressPage]) -> str:
        """Write pages with nothing on them but their cut contours."""
        content = paint_opaque([page.scene for page in pages], self._info, self._flattener)
        content = with_print_boxes(content, [page.boxes for page in pages])
        leaves = tuple(ExportedPage(page.piece, page.side, page.copy, "") for page in pages)
        return self._bundle.add_file(path, content, "cut", pages=len(pages), leaves=leaves)

    def _paint(self, pages: Sequence[PressPage]) -> bytes:
        scenes, profile = [page.scene for page in pages], self._options.profile
        content = (
            paint_profiled(scenes, self._info, DPI, profile, opaque=True)
            if profile
            else paint_opaque(scenes, self._info, self._flattener)
        )
        return with_print_boxes(content, [page.boxes for page in pages])
