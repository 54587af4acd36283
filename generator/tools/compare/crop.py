"""Crops of printed pages: the raster and words of a face, and the differences between two faces.

Crops come from the finished files, so they show the pieces as printed.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image, ImageChops, ImageFilter

from generator.base.errors import KitError, Place
from generator.base.text_files import bytes_of, shown_name
from generator.base.units import MM, Matrix
from generator.press.imposition.sheet import Side
from generator.press.manifest import FaceEntry, PieceEntry

MAX_PIXELS = 900
"""Most pixels along the longer side of a picture."""
MAX_DPI = 200
TOLERANCE = 24
"""Largest difference (of 255) between colours that count as equal, because of antialiasing."""
OUTLINE_FILTER = 9
"""Size in pixels of the filter that sets the outline off from the differences; must be odd."""
MERGED_WORDS = 2
"""Most unchanged words between two changes that are merged into one."""
OUTLINE_COLOR = (214, 0, 147)


class Pages:
    """Finished files of one build, opened on demand."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, Any] = {}

    def close(self) -> None:
        for file in self._files.values():
            file.close()
        self._files.clear()

    def face(self, piece: PieceEntry, side: Side) -> Image.Image | None:
        """The upright raster of a face's first copy; None if the face was not printed."""
        entries = [each for each in piece.faces if each.face == side and each.copy == 1]
        if not entries:
            return None
        width, height = piece.size
        scale = min(MAX_DPI / 25.4, MAX_PIXELS / max(width, height))
        whole = Image.new("RGB", (round(width * scale), round(height * scale)), "white")
        for entry in entries:
            part = self._crop(entry, piece.size, scale).rotate(entry.rotation, expand=True)
            at = (entry.tile.x, entry.tile.y) if entry.tile else (0.0, 0.0)
            whole.paste(part, (round(at[0] * scale), round(at[1] * scale)))
        return whole

    def words(self, piece: PieceEntry, side: Side) -> list[str]:
        """The words on a face."""
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
        """The raster of a page, counted from 1."""
        picture: Image.Image = self._page(file, number).render(scale=dpi / 72).to_pil()
        return picture.convert("RGB")

    def page_words(self, file: str, number: int) -> list[str]:
        text = self._page(file, number).get_textpage()
        words: list[str] = text.get_text_bounded().split()
        text.close()
        return words

    def _crop(self, entry: FaceEntry, size: tuple[float, float], scale: float) -> Image.Image:
        """The part of a page that shows a face, as rotated there; `scale` in pixels per millimetre."""
        x, y, width, height = _box(entry, size)
        page = self._page(entry.file, entry.page)
        _, page_height = page.get_size()
        across, down = round(width * scale), round(height * scale)
        # The corner of the face is aligned with the corner of a pixel, so that the same face has
        # the same raster anywhere on the page.
        move = Matrix.move(-x * scale, -(page_height / MM - y - height) * scale)
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
                self._files[file] = pypdfium2.PdfDocument(bytes_of(path))
            except (OSError, pypdfium2.PdfiumError):
                message = "cannot be read, but the manifest lists it"
                hint = "build that version again"
                raise KitError(
                    message, place=Place(shown_name(path)), hint=hint, check="not-a-build"
                ) from None
        document = self._files[file]
        if number > len(document):
            place = Place(shown_name(self._folder / file))
            hint = "build that version again"
            raise KitError(f"has no page {number}", place=place, hint=hint, check="not-a-build")
        return document[number - 1]


def _box(entry: FaceEntry, size: tuple[float, float]) -> tuple[float, float, float, float]:
    """The box of a face on its page: x, y from the lower left corner, width, height, in mm."""
    width, height = (entry.tile.width, entry.tile.height) if entry.tile else size
    if entry.rotation % 180:
        width, height = height, width
    return entry.x, entry.y, width, height


def outline_differences(
    before: Image.Image, after: Image.Image
) -> tuple[Image.Image, Image.Image, float]:
    """Both pictures with their differences outlined, and the share of pixels that differ.

    Pictures of different sizes are returned unmarked, with a share of 1.
    """
    if before.size != after.size:
        return before, after, 1.0
    bands = ImageChops.difference(before, after).split()
    largest = bands[0]
    for band in bands[1:]:
        largest = ImageChops.lighter(largest, band)
    differ = largest.point(lambda step: 255 if step > TOLERANCE else 0)
    share = differ.histogram()[255] / (before.width * before.height)
    surroundings = differ.filter(ImageFilter.MaxFilter(OUTLINE_FILTER))
    outline = ImageChops.subtract(surroundings.filter(ImageFilter.MaxFilter(5)), surroundings)
    marked = []
    for picture in (before, after):
        marked.append(picture.copy())
        marked[-1].paste(OUTLINE_COLOR, mask=outline)
    return marked[0], marked[1], share


def changed_words(before: list[str], after: list[str]) -> list[tuple[str, str]]:
    """The changed runs of words as (before, after); "" for none."""
    runs: list[tuple[int, int, int, int]] = []
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        if runs and a - runs[-1][1] <= MERGED_WORDS:
            first, _, third, _ = runs.pop()
            a, c = first, third
        runs.append((a, b, c, d))
    return [(" ".join(before[a:b]), " ".join(after[c:d])) for a, b, c, d in runs]
