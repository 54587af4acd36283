"""The elements of a card, for the tests of their edits."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.press.request import Edition
from generator.studio.edit.elements.new_elements import Face
from generator.studio.edit.elements.origins import DrawnElement, spots_of
from generator.studio.open_kit import OpenKit

MakeKit = Callable[[str], OpenKit]
"""Makes a kit whose cards have this markup on them."""


def face_of(kit: OpenKit, side: str = "front") -> Face:
    """A side of the card."""
    scene = kit.scene("card/falling-star", side)
    assert kit.drawn
    assert scene
    spots = spots_of(kit.drawn.kit, Edition(), "card", "falling-star", side)
    return Face("card", side, scene, spots)


def elements(kit: OpenKit) -> Mapping[str, DrawnElement]:
    """The elements of the card by their names; of several, the first drawn has the name alone."""
    found: dict[str, DrawnElement] = {}
    for spot in face_of(kit).spots:
        for element in spot.drawn.and_those_around():
            found.setdefault(element.name, element)
    return found
