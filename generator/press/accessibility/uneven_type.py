"""Uneven type: texts of one kind that are printed in different sizes on one face.

Each text takes the largest size that fits, so the long lines of a list come out smaller than the short
ones.  Texts of one kind are those that one line of a template states with the same range of sizes;
`alike` gives all of them the size of the smallest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from generator.base.errors import Fault
from generator.press.layout.context import Source
from generator.press.scene.items import GlyphRun, Scene
from generator.press.scene.text_extraction import extract_text

MAX_RATIO = 1.02
"""How much larger than the smallest text of its kind one may be; nobody sees less."""

SourceOf = Callable[[GlyphRun], Source | None]


def uneven_type_faults(named: Mapping[Scene, str], source_of: SourceOf) -> Iterator[Fault]:
    """Faults of texts of one kind in different sizes; `named` maps the faces to names.

    Each line of a template is reported once, with the face where the difference is largest.
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
    """A text of each size, for each kind of text; scenes within the scene are laid out by themselves."""
    kinds: dict[Source, dict[float, str]] = {}
    for words in extract_text(scene)[0]:
        source = None if words.depth else source_of(words.run)
        if source and source.allowed:
            kinds.setdefault(source._replace(size=0.0), {}).setdefault(source.size, words.run.text)
    return kinds
