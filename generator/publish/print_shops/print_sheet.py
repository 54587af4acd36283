"""Print sheet: the page that shows one face of a piece, with its bleed and room for crop marks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.base.units import Matrix, Rect, Size
from generator.press.marks.crop_marks import crop_marks
from generator.press.paint.pdf.print_boxes import PrintBoxes
from generator.press.paper import Paper
from generator.press.scene.items import Item, Scene
from generator.publish.print_shops.bleed import with_extended_art
from generator.publish.request import PrintOptions
from generator.publish.shop_limits import PrintShopLimits


def print_sheet(size: Size, limits: PrintShopLimits, options: PrintOptions) -> PrintSheet:
    """The sheet for pieces of that trim size; `limits` have the requested bleed."""
    return PrintSheet(size, limits.bleed, limits.marks if options.crop_marks else 0.0)


@dataclass(frozen=True, slots=True)
class PrintSheet:
    """Sheet for pieces of one trim size; `marks` is the width of the room for crop marks, if any."""

    size: Size
    bleed: float
    marks: float

    @property
    def trim(self) -> Rect:
        """The trim box, from the sheet's upper left corner."""
        edge = self.bleed + self.marks
        return Rect(edge, edge, *self.size)

    @property
    def boxes(self) -> PrintBoxes:
        """The boxes of its pages, without a cut contour."""
        return PrintBoxes(self.trim, self.bleed)

    @property
    def blank(self) -> Scene:
        """The sheet with nothing on it."""
        width, height = (side + 2 * (self.bleed + self.marks) for side in self.size)
        return Scene("blank", width, height, ())

    def scene(self, face: Scene, name: str) -> Scene:
        """The sheet with a face, whose art reaches the end of the bleed."""
        return Scene(name, self.blank.width, self.blank.height, tuple(self._items(face)))

    def _items(self, face: Scene) -> Iterator[Item]:
        yield from with_extended_art(face, self.bleed, Matrix.move(self.trim.x, self.trim.y))
        if self.marks:
            x, y, width, height = self.trim
            edges = [
                *(Rect(each, y, 0, height) for each in (x, x + width)),
                *(Rect(x, each, width, 0) for each in (y, y + height)),
            ]
            art = self.trim.grown(self.bleed)
            paper = Paper(name="sheet", width=self.blank.width, height=self.blank.height,
                          margin=0.0, book="")  # fmt: skip
            marks = crop_marks([[(edges, art)]], [art], [], paper)
            assert marks
            yield marks
