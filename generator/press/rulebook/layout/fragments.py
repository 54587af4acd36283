"""Fragments: parts of a book's column that no page break may cut, and ways to join them.

Every block becomes a list of fragments; a paragraph becomes one for each line.  A fragment's items
have their origin at its upper left corner.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.base.errors import Place
from generator.base.units import Matrix
from generator.press.scene.items import Anchor, Group, Item, Tag

PADDING = 8.0
"""From the edge of a box to what is in it, above and below."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A box that fragments stand in: its `number` in the book, and its place across the column."""

    number: int
    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Fragment:
    """Items, height in points, and how it combines with its neighbours."""

    height: float
    items: tuple[Item, ...]
    place: Place
    above: float = 0.0
    """Least distance to the fragment above; of this and that one's `below`, the larger counts."""
    below: float = 0.0
    keep: bool = False
    """The fragment below must stand on the same page."""
    new_page: bool = False
    """A page starts with this fragment."""
    spread: bool = False
    """That page is the left one of two that face each other."""
    chapter: bool = False
    """A page starts with this fragment, unless the one before is half empty."""
    may_float: bool = False
    """The box that begins with this fragment may stand below what follows it, if it finds no room."""
    panels: tuple[Panel, ...] = ()
    """The boxes that it stands in, outer ones first."""
    tags: tuple[Tag, ...] = ()
    """Its tags for screen readers, outer ones first."""
    repeated_header: Fragment | None = None
    """The header of its table, repeated above it where it begins a page."""

    @property
    def tagged_items(self) -> tuple[Item, ...]:
        """Its items, with its tags if there are any."""
        return (Group(self.items, tags=self.tags),) if self.tags and self.items else self.items


def moved(
    items: tuple[Item, ...], x: float, y: float, tags: tuple[Tag, ...] = ()
) -> tuple[Item, ...]:
    """The items moved, and tagged."""
    return (Group(items, Matrix.move(x, y), tags=tags),) if items else ()


def tagged(fragments: Sequence[Fragment], *tags: Tag) -> list[Fragment]:
    """The fragments with more tags around those they have."""
    return [replace(fragment, tags=(*tags, *fragment.tags)) for fragment in fragments]


def as_artifact(*items: Item) -> Group:
    """Items that screen readers ignore."""
    return Group(items, tags=(Tag("Artifact"),))


def indented(fragments: Sequence[Fragment], by: float) -> list[Fragment]:
    """The fragments, `by` points farther right."""
    return [
        replace(
            fragment,
            items=moved(fragment.items, by, 0.0),
            panels=tuple(replace(panel, x=panel.x + by) for panel in fragment.panels),
            repeated_header=indented([fragment.repeated_header], by)[0]
            if fragment.repeated_header
            else None,
        )
        for fragment in fragments
    ]


def gap(upper: Fragment, lower: Fragment, white: float = 1.0) -> float:
    """The distance between two fragments of one page, the edges of boxes between them included.

    `white` is how much of the white between blocks is left, of 1.
    """
    edges = len(set(upper.panels) ^ set(lower.panels))
    return max(upper.below, lower.above) * white + PADDING * edges


def stacked(fragments: Sequence[Fragment]) -> tuple[tuple[Item, ...], float]:
    """Fragments one below the other as items, and the height they take."""
    items: list[Item] = []
    y = 0.0
    for number, fragment in enumerate(fragments):
        y += gap(fragments[number - 1], fragment) if number else 0.0
        items += moved(fragment.items, 0.0, y, fragment.tags)
        y += fragment.height
    return tuple(items), y


def spaced(fragments: Sequence[Fragment], above: float, below: float) -> list[Fragment]:
    """The fragments of one block, with the distances the block keeps."""
    spread = list(fragments)
    if spread:
        spread[0] = replace(spread[0], above=above)
        spread[-1] = replace(spread[-1], below=below)
    return spread


def avoid_orphans(fragments: Sequence[Fragment]) -> list[Fragment]:
    """The fragments, with the first two and the last two each kept together, so that none stands alone."""
    orphans = (0, len(fragments) - 2)
    return [
        replace(fragment, keep=True)
        if number in orphans and number < len(fragments) - 1
        else fragment
        for number, fragment in enumerate(fragments)
    ]


def anchors(items: Sequence[Item]) -> Iterator[Anchor]:
    """All anchors among the items, groups included."""
    for item in items:
        if isinstance(item, Anchor):
            yield item
        elif isinstance(item, Group):
            yield from anchors(item.items)


def has_picture(items: Sequence[Item]) -> bool:
    """Whether a figure is among the items, groups included."""
    return any(
        isinstance(item, Group)
        and (any(tag.role == "Figure" for tag in item.tags) or has_picture(item.items))
        for item in items
    )
