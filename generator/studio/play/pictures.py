"""Table pictures: positions as SVG for the browser, which loads each piece once."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from generator.kit.load import Kit
from generator.press.library import papers
from generator.press.paint.svg import paint_svg
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.table import Thing, draw_table, things_on
from generator.press.scene.digest import scene_digest
from generator.press.scene.items import Scene
from generator.press.templates.style import style_of


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A position as it is shown."""

    svg: str
    width: float
    height: float
    things: tuple[Thing, ...]

    @property
    def names(self) -> Collection[str]:
        """What all things on it are called."""
        return {name for thing in self.things for name in thing.names}


class TablePictures:
    """Draws the positions of one kit's game; `scenes` are the pieces on them, by their digests."""

    def __init__(self, kit: Kit) -> None:
        paper = papers(kit.folders.shared)["a4"]
        self._name = kit.name
        self.faces = FaceSet(kit, style_of(kit, ink="full", paper=paper, examples=lambda kit: {}))
        self.scenes: dict[str, Scene] = {}

    def picture(
        self, view: Mapping[str, Any], people: Mapping[str, str], seat: int | None
    ) -> TablePicture:
        """What a seat sees.  Raises KitError if its template cannot draw that."""
        scene = draw_table(self.faces.renderer, view, people, seat)
        svg = paint_svg(scene, address=self.address).decode()
        return TablePicture(
            svg[svg.index("<svg") :], scene.width, scene.height, tuple(things_on(scene))
        )

    def address(self, scene: Scene) -> str:
        """Where the browser finds the picture of a piece: another one for any other picture.

        "" for what is no piece by itself: it has no background, and must be drawn where it lies.
        """
        if not scene.bleed:
            return ""
        digest = scene_digest(scene)[:32]
        self.scenes[digest] = scene
        return f"/picture/{quote(self._name)}/piece/{digest}"
