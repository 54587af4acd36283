"""Turns printed pages into pictures and words of single faces, and of what differs between two.

Pictures come from the finished files: that is how the pieces really looked, whatever drew them.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image, ImageChops, ImageFilter

from generator.base.errors import KitError, Place
from generator.base.text_files import shown_name
from generator.base.units import MM, Matrix
from generator.press.imposition.sheet import Side
from generator.press.manifest import FaceEntry, PieceEntry

MOST_DOTS = 900
"""The longer side of a picture."""
MOST_DPI = 200
DIFFERS = 24
"""A colour that differs by more than this many of 255 steps is another one: not mere smoothing."""
AROUND = 9
"""Dots: how wide a line is drawn around what differs (odd)."""
BETWEEN = 2
"""So many words that stay do not keep two changes apart."""
MARK = (214, 0, 147)


class Pages:
    """The finished files of one build, opened as they are asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, Any] = {}

    def close(self) -> None:
        for file in self._files.values():
            file.close()
        self._files.clear()

    def face(self, piece: PieceEntry, side: Side) -> Image.Image | None:
        """A face as one looks at it, from its first copy; None if it has not been printed."""
        entries = [each for each in piece.faces if each.face == side and each.copy == 1]
        if not entries:
            return None
        width, height = piece.size
        scale = min(MOST_DPI / 25.4, MOST_DOTS / max(width, height))
        whole = Image.new("RGB", (round(width * scale), round(height * scale)), "white")
        for entry in entries:
            part = self._part(entry, piece.size, scale).rotate(entry.rotation, expand=True)
            at = (entry.tile.x, entry.tile.y) if entry.tile else (0.0, 0.0)
            whole.paste(part, (round(at[0] * scale), round(at[1] * scale)))
        return whole

    def words(self, piece: PieceEntry, side: Side) -> list[str]:
        """The words on a face, as far as they are in one place."""
        found: list[str] = []
        for entry in piece.faces:
            if entry.face == side and entry.copy == 1:
                x, y, width, height = _box(entry, piece.size)
                text = self._page(entry.file, entry.page).get_textpage()
                box = x * MM, y * MM, (x + width) * MM, (y + height) * MM
                found += text.get_text_bounded(*box).split()
                text.close()
        return found

    def page(self, file: str, number: int, dpi: float) -> Image.Image:
        """A page of a file, counted from 1."""
        picture: Image.Image = self._page(file, number).render(scale=dpi / 72).to_pil()
        return picture.convert("RGB")

    def page_words(self, file: str, number: int) -> list[str]:
        text = self._page(file, number).get_textpage()
        words: list[str] = text.get_text_bounded().split()
        text.close()
        return words

    def _part(self, entry: FaceEntry, size: tuple[float, float], scale: float) -> Image.Image:
        """The part of a page that shows a face, as it lies there; `scale` is dots to the mm."""
        x, y, width, height = _box(entry, size)
        page = self._page(entry.file, entry.page)
        _, up = page.get_size()
        across, down = round(width * scale), round(height * scale)
        # Its corner is laid on the corner of a dot, wherever on the page it lies: else the same
        # face would look different at another place.
        move = Matrix.move(-x * scale, -(up / MM - y - height) * scale)
        bitmap: Any = pypdfium2.PdfBitmap.new_native(across, down, pdfium.FPDFBitmap_BGR)
        bitmap.fill_rect((255, 255, 255, 255), 0, 0, across, down)
        pdfium.FPDF_RenderPageBitmapWithMatrix(
            bitmap,
            page,
            pdfium.FS_MATRIX(*Matrix.scale(scale / MM).then(move)),
            pdfium.FS_RECTF(0, 0, across, down),
            0,
        )
        picture: Image.Image = bitmap.to_pil()
        return picture.convert("RGB")

    def _page(self, file: str, number: int) -> Any:
        if file not in self._files:
            path = self._folder / file
            try:
                self._files[file] = pypdfium2.PdfDocument(path.read_bytes())
            except (OSError, pypdfium2.PdfiumError):
                raise KitError(
                    "cannot be read, but the manifest beside it speaks of it",
                    place=Place(shown_name(path)),
                    hint="build that version again",
                ) from None
        document = self._files[file]
        if number > len(document):
            place = Place(shown_name(self._folder / file))
            raise KitError(f"has no page {number}", place=place, hint="build that version again")
        return document[number - 1]


def _box(entry: FaceEntry, size: tuple[float, float]) -> tuple[float, float, float, float]:
    """Where a face lies on its page: millimetres from the lower left corner, width and height."""
    width, height = (entry.tile.width, entry.tile.height) if entry.tile else size
    if entry.rotation % 180:
        width, height = height, width
    return entry.x, entry.y, width, height


def outlined(before: Image.Image, after: Image.Image) -> tuple[Image.Image, Image.Image, float]:
    """Both pictures with a line around all that differs, and the share of dots that do.

    Pictures of unlike size are left as they are: all of them differs.
    """
    if before.size != after.size:
        return before, after, 1.0
    bands = ImageChops.difference(before, after).split()
    most = bands[0]
    for band in bands[1:]:
        most = ImageChops.lighter(most, band)
    differ = most.point(lambda step: 255 if step > DIFFERS else 0)
    share = differ.histogram()[255] / (before.width * before.height)
    near = differ.filter(ImageFilter.MaxFilter(AROUND))
    line = ImageChops.subtract(near.filter(ImageFilter.MaxFilter(5)), near)
    marked = []
    for picture in (before, after):
        marked.append(picture.copy())
        marked[-1].paste(MARK, mask=line)
    return marked[0], marked[1], share


def words_changed(before: list[str], after: list[str]) -> list[tuple[str, str]]:
    """What stood there and what stands there now, run by run; "" for nothing."""
    runs: list[tuple[int, int, int, int]] = []
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        if runs and a - runs[-1][1] <= BETWEEN:
            first, _, third, _ = runs.pop()
            a, c = first, third
        runs.append((a, b, c, d))
    return [(" ".join(before[a:b]), " ".join(after[c:d])) for a, b, c, d in runs]
