"""Legibility: text on the faces of a kit that is too small, too pale, hidden or uneven in size.

What lies behind a text is taken from a raster of the face without any text, so the number of fills,
images and nested scenes does not matter.  Text that makes no difference to the raster is hidden by
something drawn later, or clipped.  The contrast required is that of WCAG 2.1 (1.4.3, level AA),
where large text is 18 points, or 14 if bold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil, floor
from typing import TypeAlias

import numpy

from generator.base.errors import Fault, Place, counted, short
from generator.base.units import Rect
from generator.press.accessibility.color_vision import contrast, luminance
from generator.press.layout.context import Source
from generator.press.paint.raster import Raster, SceneRasters
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.piece import Part, Piece, pieces_of
from generator.press.scene.digest import scene_digest
from generator.press.scene.items import (
    Color,
    GlyphRun,
    Group,
    Image,
    Item,
    Path,
    Scene,
    Use,
    channels,
    memoize_per_scene,
)
from generator.press.scene.text_extraction import PlacedText, extract_text, without_text

DPI = 72
"""Resolution of the rasters: one pixel is one point.  Very large scenes get coarser rasters."""
MIN_CONTRAST, MIN_CONTRAST_LARGE = 4.5, 3.0
LARGE, LARGE_IF_BOLD = 18.0, 14.0
MIN_ON_PIECES, MIN_IN_BOOK, MIN_IN_APPENDIX = 6.5, 8.5, 6.5
"""Minimum type sizes, in points."""
_ROUNDING = 0.05
_PALE = 0.3
"""Share of a text's background that may have too little contrast, e.g. lines and edges of fields."""
_CHANGED = 24
"""Minimum change of a pixel's level (of 255) that counts as text printed on it."""
_MIN_INK = 0.05
"""Minimum share of its ink box that a run must change; letters cover about a third."""

Problem: TypeAlias = tuple[float, Fault]
"""A fault and its severity: the lower the number, the worse the fault."""
PlaceOf = Callable[[GlyphRun], Place | None]


def legibility_faults(
    named: Mapping[Scene, str], place_of: PlaceOf, renderings: SceneRasters | None = None
) -> list[Fault]:
    """Faults of text on the faces that is hard to read; `named` maps the faces to names.

    For each line of a template only the worst text is reported.  `renderings` are rasters of these
    faces as `with_textless_copies` gives them, if already painted.
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
            area = pixel_area(text.box, scene, background)
            ground = background[area]
            if problem := _low_contrast(text, ground) or _covered(text, picture[area], ground):
                problems.append(_located(problem, text, place_of, name))
    return list(_worst(problems))


def contrast_faults(named: Mapping[Scene, str], place_of: PlaceOf) -> list[Fault]:
    """The `legibility_faults` that concern the contrast of a text with its background."""
    grounds = SceneRasters(list(map(without_text, named)))
    problems: list[Problem] = []
    for (scene, name), ground in zip(named.items(), grounds.render(DPI), strict=True):
        for text in extract_text(scene)[0]:
            if problem := _low_contrast(text, ground[pixel_area(text.box, scene, ground)]):
                problems.append(_located(problem, text, place_of, name))
    return list(_worst(problems))


def with_textless_copies(scenes: Sequence[Scene]) -> SceneRasters:
    """Rasters of the scenes, followed by those of each scene without its text.

    Scenes that differ only in their text share one raster without text.
    """
    distinct: dict[str, Scene] = {}
    textless = [distinct.setdefault(scene_digest(each), each) for each in map(without_text, scenes)]
    return SceneRasters([*scenes, *textless])


def book_legibility_faults(pages: Sequence[Scene], players: int | None = None) -> list[Fault]:
    """Faults of rulebook text that is too small; figures show pieces and are skipped.

    The first `players` pages are for players (None: all); the others are an appendix in smaller
    type.
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
    """The worst fault for each line of a template, with the number of further ones."""
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
    """The problem with the line of the template added, and the name of the face."""
    measure, fault = problem
    return measure, replace(fault, place=place_of(text.run), item=name)


def pixel_area(box: Rect, scene: Scene, picture: Raster) -> tuple[slice, slice]:
    """The rows and columns of the scene's raster that a box covers."""
    bleed = scene.bleed
    rows, columns = picture.shape[:2]
    down, across = rows / (scene.height + 2 * bleed), columns / (scene.width + 2 * bleed)
    left, top = max(floor((box.x + bleed) * across), 0), max(floor((box.y + bleed) * down), 0)
    right = min(ceil((box.right + bleed) * across), columns)
    bottom = min(ceil((box.bottom + bleed) * down), rows)
    return slice(top, max(bottom, top)), slice(left, max(right, left))


def _low_contrast(words: PlacedText, background: Raster) -> Problem | None:
    """The contrast of a text with its background and a fault, if the contrast is too low."""
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
    """The share of its box that a text changes and a fault, if that is almost nothing."""
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


MAX_RATIO = 1.02
"""Maximum ratio of the largest to the smallest size of one kind of text; nobody sees less."""

SourceOf = Callable[[GlyphRun], Source | None]


def uneven_type_faults(named: Mapping[Scene, str], source_of: SourceOf) -> Iterator[Fault]:
    """Faults of texts of one kind in different sizes; `named` maps the faces to names.

    Each text takes the largest size that fits, so the long lines of a list come out smaller than
    the short ones.  Texts are of one kind if the same line of a template sets them, with the same
    range of sizes; the attribute `alike` gives all of them the size of the smallest.  Each line of a
    template is reported once, with the face where the difference is largest.
    """
    worst: dict[Source, tuple[float, Fault]] = {}
    for scene, name in named.items():
        for kind, texts in _kinds(scene, source_of).items():
            smallest, largest = min(texts), max(texts)
            ratio = largest / smallest
            if ratio > max(MAX_RATIO, worst.get(kind, (0.0, None))[0]):
                message = (
                    f'"{texts[smallest]}" is printed at {smallest:.3g} pt, but "{texts[largest]}", '
                    f"a text of the same kind, at {largest:.3g} pt"
                )
                hint = 'add alike="words": all of them get the size of the smallest'
                worst[kind] = ratio, Fault(message, kind.place, name, hint, "eyes-uneven")
    yield from (fault for _, fault in worst.values())


def _kinds(scene: Scene, source_of: SourceOf) -> dict[Source, dict[float, str]]:
    """One text of each size, for each kind of text; nested scenes are laid out by themselves."""
    kinds: dict[Source, dict[float, str]] = {}
    for words in extract_text(scene)[0]:
        source = None if words.depth else source_of(words.run)
        if source and source.allowed:
            kinds.setdefault(source._replace(size=0.0), {}).setdefault(source.size, words.run.text)
    return kinds


MAX_SHOWN = 3
"""Maximum number of template lines that a warning names."""
MAX_LOOKS = 3
"""Number of different faces of a component that are examined on each side."""


def sampled_faces(faces: FaceSet, parts: Sequence[Part]) -> dict[Scene, tuple[Piece, str]]:
    """A sample of faces for the warnings of a build; a check examines all faces.

    Faces of one component that use the same colours and pictures are represented by one of them,
    and each component by a few.
    """
    known = {component.id for component in faces.kit.file.components}
    looks: defaultdict[tuple[str, str], dict[Hashable, tuple[Scene, Piece]]] = defaultdict(dict)
    for piece in (each for each in pieces_of(parts) if each.component in known):
        for side, scene in (("front", piece.front), ("back", piece.back)):
            seen = looks[piece.component, side]
            if scene and len(seen) < MAX_LOOKS:
                seen.setdefault(_palette_key(scene), (scene, piece))
    return {
        scene: (piece, side) for (_, side), seen in looks.items() for scene, piece in seen.values()
    }


def contrast_warning(faces: FaceSet, parts: Sequence[Part]) -> str:
    """A warning of a build about text with little contrast; "" if there is none."""
    shown = sampled_faces(faces, parts)
    faults = contrast_faults(
        {each: piece.name for each, (piece, _) in shown.items()}, faces.place_of
    )
    if not all(fault.place for fault in faults):  # some faces are from the cache
        pale = {fault.item for fault in faults}
        redrawn = {
            faces.redrawn(piece, side): piece.name
            for piece, side in shown.values()
            if piece.name in pale
        }
        faults = contrast_faults(redrawn, faces.place_of)
    rest = len(faults) - MAX_SHOWN
    more = f"; and {rest} more, which `grimoire check` lists" if rest > 0 else ""
    return f"warning: {'; '.join(map(str, faults[:MAX_SHOWN]))}{more}" if faults else ""


@memoize_per_scene
def _palette_key(scene: Scene) -> frozenset[Hashable]:
    """A key that is equal for faces drawn with the same colours and pictures."""
    return frozenset(_paints(scene.items))


def _paints(items: Iterable[Item]) -> Iterator[Hashable]:
    """The colours and picture files that a drawing uses, with their opacity."""
    for item in items:
        match item:
            case GlyphRun():
                yield "text", item.color
            case Path():
                yield item.fill
                yield item.stroke and item.stroke.color
            case Image():
                yield str(item.file)
            case Group():
                yield item.opacity, item.blend
                yield from _paints((*item.items, *item.mask))
            case Use():
                yield from _palette_key(item.scene)
