"""Large print: faces and rulebook pages enlarged, for readers who need larger type.

What is cut out grows by the same factor, so that cards still fit on mats, clips on standees and
counters on maps; what would no longer fit on a sheet comes in tiles.  A piece that is a sheet of paper
stays one.  So does a box of cards, such as a deck of playing cards, if all type in it is large already:
a card may be smaller than its place on a mat, and the box stays with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from types import MappingProxyType

from generator.base.units import Matrix, Size
from generator.press.paper import Paper
from generator.press.pieces.piece import same_size
from generator.press.scene.items import Scene, Use
from generator.press.scene.paths import transformed
from generator.press.scene.text_extraction import extract_text

PIECES = 1.4
"""Takes the smallest type of a piece from 6.5 to 9.1 pt, and a poker card to 88.9 × 124.5 mm."""
BOOK = 1.5
"""Takes the text of a rulebook from 9.5 to 14.25 pt: large print begins at 14."""


LARGE_TYPE = 9.0
"""Points that type on pieces has in large print, at least."""


def is_large(scene: Scene) -> bool:
    """Whether all type on a face is large as it is."""
    return all(words.size >= LARGE_TYPE for words in extract_text(scene)[0])


class Enlarger:
    """Makes faces larger, each once; `paper` is the size of a face that stays as it is.

    `boxes` are the components that hold others, and `faces` gives all faces of a component.
    """

    def __init__(
        self,
        scale: float,
        paper: Size | None = None,
        boxes: Mapping[str, Sequence[str]] = MappingProxyType({}),
        faces: Callable[[str], Iterable[Scene]] = lambda name: (),
    ) -> None:
        self._scale, self._paper = scale, paper
        self._boxes, self._faces = boxes, faces
        self._made: dict[Scene, Scene] = {}
        self._kept: dict[str, bool] = {}

    def face(self, scene: Scene, component: str = "") -> Scene:
        if self._scale == 1.0 or self.keeps(component):
            return scene
        if self._paper and same_size(Size(scene.width, scene.height), self._paper):
            return scene
        if scene not in self._made:
            self._made[scene] = enlarged(scene, self._scale)
        return self._made[scene]

    def keeps(self, component: str) -> bool:
        """Whether a component keeps its size: a box, or what is in one, if all type in it is large.

        What lies in one box is shuffled together, so all of it keeps its size or none.
        """
        if component not in self._kept:
            together = [
                held for box, held in self._boxes.items() if component == box or component in held
            ]
            faces = (self._faces(name) for held in together for name in held)
            self._kept[component] = bool(together) and all(
                map(is_large, chain.from_iterable(faces))
            )
        return self._kept[component]


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
