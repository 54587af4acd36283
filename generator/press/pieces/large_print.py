"""Large print: larger type on pieces where there is room, and larger pieces where there is not.

Type grows by 1.4 where there is room for it, up to 16 points, and to at least 9 points in any case.
A component that has room for that is printed at its own size; any other grows, by up to 1.4.  With
it grow the components that it belongs to: pieces lie on mats, in clips and on maps, so all of these
grow by one factor.  So do the cards of one box, which are shuffled together, but no more than what
they lie on.  A component that lies `beside` the others grows alone, and a box grows with its
content.  A piece that is a sheet of paper is never enlarged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache

from generator.base.errors import KitError
from generator.base.units import Matrix, Size
from generator.kit.manifest.load import Component
from generator.press.markup.scaling import NO_GROWTH, TypeGrowth
from generator.press.paper import Paper
from generator.press.pieces.piece import same_size
from generator.press.scene.items import Scene, Use
from generator.press.scene.paths import transformed
from generator.press.scene.text_extraction import extract_text

TYPE = (1.4, 1.3, 1.2, 1.1)
"""Factors by which type grows where there is room, largest first: from 9.5 to 13.3 pt at best."""
MIN_TYPE_SIZE = 9.0
"""Minimum size of type on pieces in large print, in points."""
MAX_TYPE_SIZE = 16.0
"""Maximum size to which type grows, in points: titles and signs are easy to read, and would collide."""
LARGE_TYPE_SIZE = 12.0
"""Type size, in points, that already counts as large."""
PIECES = (1.0, 1.2, 1.3, 1.4)
"""Factors by which pieces grow; the smallest that suffices is used.  1.4 takes 6.5 pt type to 9.1
pt without growth of its own, and a poker card to 88.9 × 124.5 mm."""
BOOK = 1.5
"""Factor that takes the text of a rulebook from 9.5 to 14.25 pt: large print begins at 14."""


@dataclass(frozen=True, slots=True)
class Growth:
    """Growth factors of a piece, and of the type within it."""

    piece: float = 1.0
    type: TypeGrowth = NO_GROWTH


def growths(piece: float) -> Iterator[Growth]:
    """How type may grow within a piece that grows by a factor, largest first."""
    if piece == PIECES[-1]:
        yield Growth(piece)
        return
    larger = [factor / piece for factor in TYPE if factor > piece]
    for factor in larger if piece == 1.0 else (*larger, 1.0):
        yield Growth(piece, TypeGrowth(factor, MIN_TYPE_SIZE / piece, MAX_TYPE_SIZE / piece))


def is_large(scene: Scene) -> bool:
    """Whether all type on a face is large already."""
    return all(words.size >= LARGE_TYPE_SIZE for words in extract_text(scene)[0])


DrawFaces = Callable[[str, TypeGrowth], Sequence[Scene]]
"""(component, growth of type) -> all its faces; raises KitError if words have no room."""


class Enlarger:
    """Decides how much each component grows; `paper` is the size of a face that stays as it is."""

    def __init__(
        self, components: Sequence[Component], draw: DrawFaces, paper: Size | None = None
    ) -> None:
        self._components: Mapping[str, Component] = {each.id: each for each in components}
        self._draw, self._paper = draw, paper
        self._cached_own_growth = cache(self._own_growth)
        self.growth = cache(self._growth)

    def _growth(self, component: str) -> Growth:
        """How much a component and its type grow."""
        piece = self._piece_growth(component)
        return self._first_feasible(component, [*growths(piece), Growth(piece)])

    def _piece_growth(self, component: str) -> float:
        """How much a component grows, for its own type and for the pieces that it belongs to."""
        spec = self._components[component]
        if spec.holds:
            return max(map(self._piece_growth, spec.holds))
        if spec.beside or self._is_paper(component):
            return self._cached_own_growth(component).piece
        box_mates = self._box_mates(component)
        return max(self._cached_own_growth(each).piece for each in box_mates or self._stacked())

    def _box_mates(self, component: str) -> set[str]:
        """The components shuffled with this one: all that share a box with it, if it lies in one."""
        mates: set[str] = set()
        for box in self._components.values():
            held = {each for each in box.holds if not self._components[each].beside}
            if component in held:
                mates |= held
        return mates

    def _stacked(self) -> list[str]:
        """The components that lie on other pieces, or under them."""
        return [
            name
            for name, each in self._components.items()
            if not (each.holds or each.beside or self._is_paper(name))
        ]

    def _own_growth(self, component: str) -> Growth:
        """How much a component must grow for its own type."""
        candidates = [each for piece in PIECES for each in growths(piece)]
        if self._is_paper(component) or all(map(is_large, self._draw(component, NO_GROWTH))):
            candidates = [*growths(1.0), Growth()]
        return self._first_feasible(component, candidates)

    def _first_feasible(self, component: str, candidates: Iterable[Growth]) -> Growth:
        """The first of several growths at which a component can be drawn; the last always can."""
        for growth in candidates:
            if growth.type == NO_GROWTH:
                break
            with suppress(KitError):
                self._draw(component, growth.type)
                break
        return growth

    def _is_paper(self, component: str) -> bool:
        """Whether a face of it is a whole sheet of paper."""
        paper, faces = self._paper, self._draw(component, NO_GROWTH)
        return paper is not None and any(same_size(face.size, paper) for face in faces)


def enlarged(scene: Scene, scale: float) -> Scene:
    """The picture with its trim, bleed and safe zone, enlarged by `scale`."""
    if scale == 1.0:
        return scene
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
    """The page that a rulebook is set on before it is enlarged to the whole paper."""
    return Size(paper.width / BOOK, paper.height / BOOK)
