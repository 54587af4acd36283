"""Serialization of scenes to bytes and back, with shared parts still shared.

The bytes are a pickle that may name only the classes of a scene, plain containers and installed
fonts; any other name is refused before it is looked up.  Even so, they belong in a folder of the
user's own, and are read by the program that wrote them.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path as FilePath
from typing import Any

from generator.base.units import Matrix, Rect, Size
from generator.press.cache.dependencies import DependencySet, MadeScene
from generator.press.scene import items
from generator.press.text.fonts import Font, Word, open_font

_BY_FIELDS: tuple[type, ...] = (
    items.Stroke,
    items.Path,
    items.Gradient,
    items.GlyphRun,
    items.Image,
    items.Group,
    items.Use,
    items.Link,
    items.Anchor,
    Matrix,
    Word,
    DependencySet,
)
_BY_PLACE: tuple[type, ...] = (Rect, Size, MadeScene)
_MAX_WORDS = 4_096
_MAX_NUMBERS = 4_096
_NAMED: dict[tuple[str, str], Any] = {
    (kind.__module__, kind.__name__): kind for kind in (*_BY_FIELDS, *_BY_PLACE, FilePath)
} | {
    (open_font.__module__, open_font.__name__): open_font,
    # one object for each word, as in text shaping: words are looked up often
    (Word.__module__, Word.__name__): lru_cache(_MAX_WORDS)(Word),
}


def fields_of(scene: items.Scene) -> tuple[Any, ...]:
    """The fields of a scene."""
    return tuple(getattr(scene, name) for name in items.Scene.__match_args__)


def restored_scene(fields: tuple[Any, ...], facts: dict[str, Any]) -> items.Scene:
    """A scene made of these fields, with the facts that were already computed about it."""
    scene = items.Scene(*map(_shared, fields))
    scene.memo.update(facts)
    return scene


@lru_cache(_MAX_NUMBERS)
def _one_of_equal(number: float) -> float:
    return number


def _shared(value: Any) -> Any:
    """One object for equal numbers: a pickle repeats them (unlike strings), a third of a face's size."""
    return _one_of_equal(value) if type(value) is float and value else value


def _with_shared_numbers(kind: type) -> Callable[..., Any]:
    return lambda *fields: kind(*map(_shared, fields))


_NAMED[restored_scene.__module__, restored_scene.__name__] = restored_scene
for _kind in (items.GlyphRun, Matrix):  # the kinds that each card has many of
    _NAMED[_kind.__module__, _kind.__name__] = _with_shared_numbers(_kind)


class BadBytesError(Exception):
    """Raised for bytes that `dumps` did not make."""


def dumps(value: Any) -> bytes:
    """Serialize scenes, in any nesting of plain containers."""
    out = io.BytesIO()
    ScenePickler(out, protocol=5).dump(value)
    return out.getvalue()


def loads(content: bytes) -> Any:
    """Restore the value that was serialized.  Raises BadBytesError for any other bytes."""
    try:
        return SceneUnpickler(io.BytesIO(content)).load()
    except Exception as error:  # a damaged pickle raises nearly every kind of error
        raise BadBytesError(str(error)) from error


class ScenePickler(pickle.Pickler):
    def reducer_override(self, value: Any) -> Any:
        kind = type(value)
        if kind is items.Scene:
            return restored_scene, (fields_of(value), value.facts)
        if kind in _BY_FIELDS:
            return kind, tuple(getattr(value, name) for name in kind.__match_args__)
        if kind is Font:
            return open_font, (value.family, value.style, value.path)
        if isinstance(value, FilePath):
            return FilePath, (str(value),)
        if isinstance(value, type) or callable(value) or kind in _BY_PLACE:
            return NotImplemented
        raise TypeError(f"a scene holds no {kind.__name__}")


class SceneUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Callable[..., Any]:
        if (module, name) not in _NAMED:
            raise pickle.UnpicklingError(f"a scene holds no {module}.{name}")
        found: Callable[..., Any] = _NAMED[module, name]
        return found
