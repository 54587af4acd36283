"""Handover: the scenes that one process has drawn, for another that continues with them.

Several processes draw the faces of a kit, each a run of consecutive ones.  Taken over in order,
they are the same as if one process had drawn them all: each markup has one scene, under the first
name it got, and together they stay within the budget of one kit.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from generator.base.errors import Place
from generator.press.cache.dependencies import DependencySet
from generator.press.cache.serialize import ScenePickler, SceneUnpickler, fields_of, restored_scene
from generator.press.layout.context import Source
from generator.press.scene.items import Image, Scene
from generator.press.templates.renderer import MAX_TOTAL_PIXELS, PIXELS_OF_BYTE, Renderer

Faces: TypeAlias = Mapping[tuple[str, str], tuple[Scene, DependencySet]]
"""Faces by piece and side, each with what was read to draw it."""
_MAX_SOURCES = 4096
"""Maximum number of template sources (a line with a type size) that are stored only once each."""


class Spent(NamedTuple):
    """The cost of drawing: steps of templates, and items beyond what each scene is allowed."""

    steps: int
    steps_allowed: int
    steps_by_template: Counter[str]
    items: int
    items_allowed: int
    items_by_template: Counter[str]

    @classmethod
    def by(cls, renderer: Renderer) -> Spent:
        """What a renderer has spent so far."""
        meter, budget = renderer.style.templates.environment.meter, renderer.budget
        meter.settle()
        counts = Counter(meter.taken), Counter(budget.by_template)
        return cls(
            meter.done, meter.in_all, counts[0], -budget.remaining, -budget.reserve, counts[1]
        )

    def since(self, before: Spent) -> Spent:
        return Spent(*(one - other for one, other in zip(self, before, strict=True)))  # type: ignore[operator]


class HandOver:
    """Records what a renderer draws from now on, to hand it over."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self._spent = Spent.by(renderer)
        self._before = len(renderer.scenes), len(renderer.sources), len(renderer.pictures)

    def content(self, faces: Faces) -> bytes:
        """All of it with these faces, as bytes for `take_over`."""
        renderer, out = self._renderer, io.BytesIO()
        scenes = dict(islice(renderer.scenes.items(), self._before[0], None))
        sources = dict(islice(renderer.sources.items(), self._before[1], None))
        pictures = dict(islice(renderer.pictures.items(), self._before[2], None))
        digests = {id(scene): digest for digest, (scene, _) in renderer.scenes.items()}
        pickler = _Pickler(out, digests)
        exhausted = (
            renderer.style.templates.environment.meter.exhausted or renderer.budget.remaining < 0
        )
        spent = Spent.by(renderer).since(self._spent)
        pickler.dump(
            (exhausted, [dict(value) if isinstance(value, Counter) else value for value in spent])
        )
        pickler.dump({src: each for src, each in pictures.items() if isinstance(each, Image)})
        pickler.dump(list(scenes))
        for scene, reading in scenes.values():
            pickler.dump((fields_of(scene), scene.facts))
            pickler.dump(reading)
        pickler.dump(dict(faces))
        pickler.dump(list(sources.items()))  # to hash each of them just once
        return out.getvalue()


def take_over(renderer: Renderer, content: bytes) -> Faces | None:
    """Continue as if the renderer had drawn what another one hands over; returns the faces.

    Returns None and takes nothing over if that would exceed the budget.
    """
    unpickler = _Unpickler(io.BytesIO(content), lambda digest: renderer.scenes[digest][0])
    exhausted, spent = unpickler.load()
    pictures: dict[str, Image] = unpickler.load()
    pictures = {src: each for src, each in pictures.items() if src not in renderer.pictures}
    pixels = sum(width * height for width, height in (each.pixels for each in pictures.values()))
    size = renderer.bytes + sum(each.file.stat().st_size for each in pictures.values())
    pixels += renderer.pixels
    if exhausted or pixels > max(MAX_TOTAL_PIXELS, PIXELS_OF_BYTE * size):
        return None
    if not _charge(renderer, Spent(*spent)):
        return None
    renderer.pixels, renderer.bytes = pixels, size
    renderer.pictures |= pictures
    for digest in unpickler.load():
        (fields, facts), reading = unpickler.load(), unpickler.load()
        if not renderer.has_scene(digest):
            renderer.scenes[digest] = restored_scene(fields, facts), reading
    faces: Faces = unpickler.load()
    for item, source in unpickler.load():
        renderer.sources.setdefault(item, source)
    return faces


def _charge(renderer: Renderer, spent: Spent) -> bool:
    """Charge a renderer for what another one has spent, if its budget allows."""
    meter, budget = renderer.style.templates.environment.meter, renderer.budget
    meter.settle()
    if meter.done + spent.steps > meter.in_all + spent.steps_allowed:
        return False
    if budget.remaining < spent.items or budget.reserve < spent.items_allowed:
        return False
    meter.done += spent.steps
    meter.in_all += spent.steps_allowed
    meter.taken.update(spent.steps_by_template)
    budget.remaining -= spent.items
    budget.reserve -= spent.items_allowed
    budget.by_template.update(spent.items_by_template)
    return True


def _known_scene(digest: str) -> Scene:
    """Placeholder for the scene of a markup, which the reader of the bytes looks up."""
    raise LookupError(digest)


class _Pickler(ScenePickler):
    """Pickles scenes of templates as the digests of their markup."""

    def __init__(self, out: io.BytesIO, digests: Mapping[int, str]) -> None:
        super().__init__(out, protocol=5)
        self._digests = digests

    def reducer_override(self, value: Any) -> Any:
        if type(value) is Scene and id(value) in self._digests:
            return _known_scene, (self._digests[id(value)],)
        if type(value) is Place:
            return Place, tuple(getattr(value, name) for name in Place.__match_args__)
        if type(value) is Source:
            return Source, tuple(value)
        return super().reducer_override(value)


class _Unpickler(SceneUnpickler):
    def __init__(self, content: io.BytesIO, lookup: Callable[[str], Scene]) -> None:
        super().__init__(content)
        self._named: dict[tuple[str, str], Callable[..., Any]] = {
            (_known_scene.__module__, _known_scene.__name__): lookup,
            # one object for a line of a template, which nearly all cards refer to
            (Source.__module__, Source.__name__): lru_cache(_MAX_SOURCES)(Source),
            (Place.__module__, Place.__name__): lru_cache(_MAX_SOURCES)(Place),
        }

    def find_class(self, module: str, name: str) -> Callable[..., Any]:
        return self._named.get((module, name)) or super().find_class(module, name)
