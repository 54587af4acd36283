"""Renderer in the shared style, for pages that belong to no kit, such as calibration."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from generator.base.errors import KitError
from generator.kit.locate import BUILT_IN, KitSearchPath
from generator.kit.words import UNTRANSLATED, Translator
from generator.press.library import fonts, palette, sizes
from generator.press.paper import Paper
from generator.press.scene.items import Scene
from generator.press.templates.environment import Templates
from generator.press.templates.renderer import Renderer, Style
from generator.press.templates.style import FAMILIES, paper_variables


def shared_renderer(
    paper: Paper,
    variables: Mapping[str, Any],
    *,
    roots: KitSearchPath = BUILT_IN,
    pictures: Path | None = None,
    words: Translator = UNTRANSLATED,
) -> Renderer:
    """A renderer of pages as large as the paper's leaf, in the shared fonts and colours.

    `variables` are what its templates may use besides `paper`, `pictures` is the folder of their
    pictures, and `words` translates them.  Raises KitError for faulty shared files.
    """
    shared = roots.shared()
    style = Style(
        templates=Templates(roots.shared_templates(), words=words),
        fonts=fonts(shared),
        families=FAMILIES,
        palette=palette(shared, "full"),
        sizes={**sizes(shared), "paper": paper.leaf},
        boxes={},
        icons=[folder / "icons" for folder in shared],
        pictures=pictures or shared[-1],
        variables={"paper": paper_variables(paper), **variables},
        words=words,
    )
    return Renderer(style, _no_face)


def _no_face(component: str, row: str | None, face: str) -> Scene:
    message = "this page belongs to no kit, and has no pieces to show"
    raise KitError(message, check="unknown-component")
