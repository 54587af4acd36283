"""Legibility: text on the faces of a kit that is too small, too pale or hidden.

What lies behind a text is taken from a raster of the face without any text, so the number of fills,
images and nested scenes does not matter.  Text that makes no difference to the raster is hidden by
something drawn later, or clipped.  The contrast required is that of WCAG 2.1 (1.4.3, level AA),
where large text is 18 points, or 14 if bold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil, floor
from typing import TypeAlias

import numpy

from generator.base.errors import Fault, Place, counted, short
from generator.press.accessibility.color_vision import contrast, luminance
from generator.press.paint.raster import Raster, SceneRasters
from generator.press.scene.digest import scene_digest
from generator.press.scene.items import Color, GlyphRun, Scene, channels
from generator.press.scene.text_extraction import PlacedText, extract_text, without_text

DPI = 72
"""A pixel is a point, except on scenes so large that their rasters are coarser."""
MIN_CONTRAST, MIN_CONTRAST_LARGE = 4.5, 3.0
LARGE, LARGE_IF_BOLD = 18.0, 14.0
MIN_ON_PIECES, MIN_IN_BOOK, MIN_IN_APPENDIX = 6.5, 8.5, 6.5
"""Least type sizes, in points."""
_ROUNDING = 0.05
_PALE = 0.3
"""Share of the background that may have too little contrast: lines, edges of fields."""
_CHANGED = 24
"""Levels of 255 by which text changes a pixel that it prints on."""
_MIN_INK = 0.05
"""Least share of its ink box that a run must change; letters cover about a third."""

Problem: TypeAlias = tuple[float, Fault]
"""A fault, and how bad it is: the least is the worst."""
PlaceOf = Callable[[GlyphRun], Place | None]


def legibility_faults(
    named: Mapping[Scene, str], place_of: PlaceOf, renderings: SceneRasters | None = None
) -> list[Fault]:
    """Faults of text on the faces that is hard to read; `named` maps the faces to names.

    For each line of a template only the worst text is reported.  `renderings` has these
    faces as `with_textless_copies` gives them, if painted already.
    """
    renderings, count = renderings or with_textless_copies(list(named)), len(named)
    problems: list[Problem] = []
    for (scene, name), picture, background in zip(
        named.items(),
        renderings.render(DPI, range(count)),
        renderings.render(DPI, range(count, 2 * count)),
        strict=True,
    ):
        words, _ = extract_text(scene)
        problems += undersized_text(words, name, place_of, MIN_ON_PIECES)
        for text in words:
            area = _pixel_area(text, scene, background)
            ground = background[area]
            if problem := _low_contrast(text, ground) or _covered(text, picture[area], ground):
                problems.append(_located(problem, text, place_of, name))
    return list(_worst(problems))


def contrast_faults(named: Mapping[Scene, str], place_of: PlaceOf) -> list[Fault]:
    """The faults among them that concern the contrast of a text with its ground."""
    grounds = SceneRasters(list(map(without_text, named)))
    problems: list[Problem] = []
    for (scene, name), ground in zip(named.items(), grounds.render(DPI), strict=True):
        for text in extract_text(scene)[0]:
            if problem := _low_contrast(text, ground[_pixel_area(text, scene, ground)]):
                problems.append(_located(problem, text, place_of, name))
    return list(_worst(problems))


def with_textless_copies(scenes: Sequence[Scene]) -> SceneRasters:
    """Renderings of the scenes, followed by those of each scene without its text.

    Scenes that differ in words alone are one without them.
    """
    distinct: dict[str, Scene] = {}
    textless = [distinct.setdefault(scene_digest(each), each) for each in map(without_text, scenes)]
    return SceneRasters([*scenes, *textless])


def book_legibility_faults(pages: Sequence[Scene], players: int | None = None) -> list[Fault]:
    """Faults of rulebook text that is too small; figures show pieces and are skipped.

    After the pages of the `players`' part (None: all pages) comes an appendix in smaller type.
    """
    problems: list[Problem] = []
    for number, page in enumerate(pages, start=1):
        words = (text for text in extract_text(page)[0] if not text.depth)
        min_size = MIN_IN_BOOK if players is None or number <= players else MIN_IN_APPENDIX
        problems += undersized_text(words, f"page {number} of the rulebook", _no_place, min_size)
    return list(_worst(problems))


def _no_place(_: GlyphRun) -> None:
    """The place of rulebook text, which has no known line in a template."""


def undersized_text(
    words: Iterable[PlacedText], name: str, place_of: PlaceOf, min_size: float
) -> Iterator[Problem]:
    """Texts printed too small: their size and the fault."""
    for text in words:
        if text.size < min_size - _ROUNDING:
            size = f"printed at {text.size:.3g} pt, below the minimum of {min_size:g} pt"
            hint = 'make it larger, or add decor="yes" if nobody needs to read it'
            fault = Fault(
                f'"{short(text.run.text, 30, "…")}" is {size}', hint=hint, check="eyes-size"
            )
            yield _located((text.size, fault), text, place_of, name)


def _worst(problems: Iterable[Problem]) -> Iterator[Fault]:
    """The worst fault of each line, and the number of further ones."""
    lines: dict[object, list[Problem]] = {}
    for measure, fault in problems:
        lines.setdefault((fault.place or fault.item, fault.check), []).append((measure, fault))
    for faults in lines.values():
        _, worst = min(faults, key=lambda pair: pair[0])
        if more := len(faults) - 1:
            words = f"{worst.message} (and {counted(more, 'more text')} on this line)"
            worst = replace(worst, message=words)
        yield worst


def _located(problem: Problem, text: PlacedText, place_of: PlaceOf, name: str) -> Problem:
    """The problem with the line of the text, and the name of the face that it is on."""
    measure, fault = problem
    return measure, replace(fault, place=place_of(text.run), item=name)


def _pixel_area(words: PlacedText, scene: Scene, picture: Raster) -> tuple[slice, slice]:
    """The rows and columns of a raster of the scene that a text covers."""
    box, bleed = words.box, scene.bleed
    rows, columns = picture.shape[:2]
    down, across = rows / (scene.height + 2 * bleed), columns / (scene.width + 2 * bleed)
    left, top = max(floor((box.x + bleed) * across), 0), max(floor((box.y + bleed) * down), 0)
    right = min(ceil((box.right + bleed) * across), columns)
    bottom = min(ceil((box.bottom + bleed) * down), rows)
    return slice(top, max(bottom, top)), slice(left, max(right, left))


def _low_contrast(words: PlacedText, background: Raster) -> Problem | None:
    """The contrast of a text and its fault, if it is too low."""
    if background.size == 0:
        return None
    large = words.size >= (LARGE_IF_BOLD if words.is_bold else LARGE)
    enough = MIN_CONTRAST_LARGE if large else MIN_CONTRAST
    color = words.run.color
    found = contrast(luminance(background), _luminance_of(color))
    if found.min() >= enough - _ROUNDING:
        return None
    worst = float(numpy.quantile(found, _PALE))
    if worst >= enough - _ROUNDING:
        return None
    return worst, Fault(
        f'"{short(words.run.text, 30, "…")}" ({color}, {words.size:.3g} pt) has a contrast of '
        f"{worst:.1f}:1 with its background, but needs {enough:g}:1",
        hint='change either colour, or add decor="yes" if nobody needs to read it',
        check="eyes-contrast",
    )


def _covered(words: PlacedText, whole: Raster, background: Raster) -> Problem | None:
    """The share of its box that a text changes, and a fault if that is almost nothing."""
    away = numpy.abs(whole.astype(numpy.int16) - background) > _CHANGED
    changed = away[..., 0] | away[..., 1] | away[..., 2]
    share = float(changed.mean()) if changed.size else 0.0
    if share >= _MIN_INK:
        return None
    return share, Fault(
        f'"{short(words.run.text, 30, "…")}" is not visible: it is covered or cut off',
        hint='draw it later, move it, or add decor="yes" if nobody needs to read it',
        check="eyes-hidden",
    )


@lru_cache(maxsize=1024)
def _luminance_of(color: Color) -> float:
    return float(luminance(numpy.array([[channels(color)]], numpy.uint8))[0, 0])
