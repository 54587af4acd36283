"""Crops of printed pages: the raster and words of a face, and the differences between two faces.

Crops come from the finished files, so they show the pieces as printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, TypeVar

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image, ImageChops, ImageFilter

from generator.base.errors import KitError, Place
from generator.base.text_files import bytes_of, shown_name
from generator.base.units import MM, Matrix
from generator.press.imposition.sheet import Side
from generator.press.manifest import FaceEntry, PieceEntry

T = TypeVar("T")

MAX_PIXELS = 600
"""Most pixels along the longer side of a picture, which is printed some 55 mm high."""
MAX_DPI = 200
TOLERANCE = 24
"""Largest difference (of 255) between colours that count as equal, because of antialiasing."""
OUTLINE_FILTER = 9
"""Size in pixels of the filter that sets the outline off from the differences; must be odd."""
FOOT = 17 * MM
"""Height of the foot of a book's page: its number and running title change with every page break."""
MAX_DEPTH = 50
"""Most forms within each other whose text is read; Grimoire nests a few."""
MANY_WORDS = 2_000
"""Words of a text whose most common words are not compared at first: that takes much longer."""
MERGED_WORDS = 2
"""Most unchanged words between two changes that are merged into one."""
OUTLINE_COLOR = (214, 0, 147)


class Pages:
    """Finished files of one build, opened on demand."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, Any] = {}
        self._texts: dict[tuple[str, int], list[tuple[float, float, list[str]]]] = {}

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
        """The words on a face, in the order in which they are drawn."""
        return [
            word
            for entry in piece.faces
            if entry.face == side and entry.copy == 1
            for x, y, width, height in (_box(entry, piece.size),)
            for at_x, at_y, words in self._drawn_words(entry.file, entry.page)
            if 0 <= at_x / MM - x < width and 0 <= at_y / MM - y < height
            for word in words
        ]

    def page(self, file: str, number: int, dpi: float) -> Image.Image:
        """The raster of a page, counted from 1."""
        picture: Image.Image = self._page(file, number).render(scale=dpi / 72).to_pil()
        return picture.convert("RGB")

    def page_words(self, file: str, number: int) -> list[str]:
        """The words on a page of a book above its foot, in the order in which they are drawn."""
        drawn = self._drawn_words(file, number)
        return [word for _, y, words in drawn if y > FOOT for word in words]

    def _drawn_words(self, file: str, number: int) -> list[tuple[float, float, list[str]]]:
        """The middle of each text of a page, and its words, in the order in which they are drawn.

        PDFium's own order, from line to line, depends on how the faces lie on the sheet.
        """
        if (file, number) not in self._texts:
            page = self._page(file, number)
            text = page.get_textpage()
            drawn = page.get_objects([pdfium.FPDF_PAGEOBJ_TEXT], max_depth=MAX_DEPTH, textpage=text)
            self._texts[file, number] = [(*_middle(each), each.extract().split()) for each in drawn]
            text.close()
        return self._texts[file, number]

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
                place = Place(shown_name(path))
                hint = "build that version again"
                raise KitError(message, place=place, hint=hint, check="not-a-build") from None
        document = self._files[file]
        if number > len(document):
            place = Place(shown_name(self._folder / file))
            hint = "build that version again"
            raise KitError(f"has no page {number}", place=place, hint=hint, check="not-a-build")
        return document[number - 1]


def _middle(item: Any) -> tuple[float, float]:
    """The middle of an object on its page, through the forms that it is in."""
    left, bottom, right, top = item.get_bounds()
    x, y = (left + right) / 2, (bottom + top) / 2
    while item.container:
        item = item.container
        x, y = item.get_matrix().on_point(x, y)
    return x, y


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


def changed_words(before: Sequence[str], after: Sequence[str]) -> list[tuple[str, str]]:
    """The changed runs of words as (before, after); "" for none."""
    runs = changed_runs(before, after)
    return [(" ".join(before[a:b]), " ".join(after[c:d])) for a, b, c, d in runs]


def changed_runs(before: Sequence[T], after: Sequence[T]) -> list[tuple[int, int, int, int]]:
    """Where the two differ, as begin and end in each."""
    runs: list[tuple[int, int, int, int]] = []
    matcher = SequenceMatcher(None, before, after, autojunk=len(before) > MANY_WORDS)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            continue
        if runs and a - runs[-1][1] <= MERGED_WORDS:
            first, _, third, _ = runs.pop()
            a, c = first, third
        runs.append((a, b, c, d))
    return runs
