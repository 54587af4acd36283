"""Large print: faces and rulebook pages enlarged, for readers who need larger type.

Everything that is cut out grows by the same factor, so that cards still fit on mats, clips on standees
and counters on maps; what would no longer fit on a sheet comes in tiles.  A piece that is a sheet of
paper stays one.
"""

from __future__ import annotations

from dataclasses import replace

from generator.base.units import Matrix, Size
from generator.press.paper import Paper
from generator.press.pieces.piece import same_size
from generator.press.scene.items import Scene, Use
from generator.press.scene.paths import transformed

PIECES = 1.4
"""Takes the smallest type of a piece from 6.5 to 9.1 pt, and a poker card to 88.9 × 124.5 mm."""
BOOK = 1.5
"""Takes the text of a rulebook from 9.5 to 14.25 pt: large print begins at 14."""


class Enlarger:
    """Makes faces larger, each once; `paper` is the size of a face that stays as it is."""

    def __init__(self, scale: float, paper: Size | None = None) -> None:
        self._scale, self._paper = scale, paper
        self._made: dict[Scene, Scene] = {}

    def face(self, scene: Scene) -> Scene:
        if self._scale == 1.0:
            return scene
        if self._paper and same_size(Size(scene.width, scene.height), self._paper):
            return scene
        if scene not in self._made:
            self._made[scene] = enlarged(scene, self._scale)
        return self._made[scene]


def enlarged(scene: Scene, scale: float) -> Scene:
    """The picture with its trim, bleed and safe zone, enlarged by `scale`."""
    larger = Matrix.scale(scale)
    return replace(
        scene,
        width=scene.width * scale,
        height=scene.height * scale,
        items=(Use(scene, larger),),
        bleed=scene.bleed * scale,
        safe=scene.safe * scale,
        trim=transformed(scene.trim, larger) if scene.trim else None,
    )


def large_page(paper: Paper) -> Size:
    """What a page of the rulebook is set on before it is enlarged to the whole paper."""
    return Size(paper.width / BOOK, paper.height / BOOK)
