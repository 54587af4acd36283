"""Layout of markup in the style of Tidewrack, for tests of its result."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import pytest

from generator.base.errors import KitError
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.press.layout.engine import Layout
from generator.press.markup.parser import MarkupParser
from generator.press.paint.recording import record
from generator.press.pieces.faces import FaceSet
from generator.press.scene.items import Scene
from tests.press.running import KITS
from tests.shipped import face_set


@cache
def tidewrack(ink: str = "full") -> FaceSet:
    kit = load_kit(KitSearchPath(KITS / "data", KITS / "templates").find("tidewrack"))
    return face_set(kit, ink="low" if ink == "low" else "full")


def laid_out(markup: str, boxes: Mapping[str, Mapping[str, str]] | None = None) -> Scene:
    """The scene of a complete template, including its root."""
    renderer = tidewrack().renderer
    root = MarkupParser(boxes or {}).parse(markup, "test.xml")
    return Layout(renderer, renderer.style.palette).scene(root, "test")


def drawn(markup: str, boxes: Mapping[str, Mapping[str, str]] | None = None) -> list[str]:
    """The recorded items of markup in a drawing of 100 by 50 points."""
    root = f'<drawing width="100pt" height="50pt" color="#000000">{markup}</drawing>'
    return record(laid_out(root, boxes))


def refusal(markup: str) -> str:
    """The one-line fault of markup in such a drawing."""
    with pytest.raises(KitError) as caught:
        drawn(markup)
    return str(caught.value)
