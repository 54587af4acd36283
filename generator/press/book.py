"""Turns a kit's rulebook template into pages."""

from __future__ import annotations

from collections.abc import Sequence

from generator.press.faces import Faces
from generator.press.loading import Kit
from generator.scene.items import Scene
from generator.sheets.paper import Paper


def compose_book(kit: Kit, faces: Faces, paper: Paper) -> Sequence[Scene]:
    """To be wired."""
    raise NotImplementedError
