"""Fragments: parts of a book's column that no page break may cut, and ways to join them.

Every block becomes a list of fragments; a paragraph becomes one for each line.  A fragment's items
have their origin at its upper left corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from generator.base.errors import Place
from generator.base.units import Matrix
from generator.press.scene.items import Anchor, Group, Item, Tag

PADDING = 8.0
"""Padding between the upper and lower edges of a box and its content, in points."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A box around fragments: its `number` in the book, and its horizontal position in the column."""

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
    """Minimum distance from the fragment above; the larger of this and that fragment's `below` counts."""
    below: float = 0.0
    keep: bool = False
    """Whether the next fragment must be on the same page."""
    new_page: bool = False
    """Whether a page starts with this fragment."""
    spread: bool = False
    """Whether that page is the left one of two facing pages."""
    chapter: bool = False
    """Whether a page starts with this fragment, unless the page before it is half empty."""
    may_float: bool = False
    """Whether the box that begins with this fragment may move below what follows, if it does not fit."""
    panels: tuple[Panel, ...] = ()
    """The boxes around it, outermost first."""
    tags: tuple[Tag, ...] = ()
    """Its tags for screen readers, outermost first."""
    repeated_header: Fragment | None = None
    """The header of its table, repeated above it at the top of a page."""

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
    """The fragments with more tags around their own."""
    return [replace(fragment, tags=(*tags, *fragment.tags)) for fragment in fragments]


def as_artifact(*items: Item) -> Group:
    """Items that screen readers ignore."""
    return Group(items, tags=(Tag("Artifact"),))


def indented(fragments: Sequence[Fragment], by: float) -> list[Fragment]:
    """The fragments, moved `by` points to the right."""
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
    """The distance between two fragments of one page, including the edges of boxes between them.

    `white` is the remaining share of the space between blocks.
    """
    edges = len(set(upper.panels) ^ set(lower.panels))
    return max(upper.below, lower.above) * white + PADDING * edges


def stacked(fragments: Sequence[Fragment]) -> tuple[tuple[Item, ...], float]:
    """Fragments one below another as items, and their total height."""
    items: list[Item] = []
    y = 0.0
    for number, fragment in enumerate(fragments):
        y += gap(fragments[number - 1], fragment) if number else 0.0
        items += moved(fragment.items, 0.0, y, fragment.tags)
        y += fragment.height
    return tuple(items), y


def stack_height(
    fragments: Iterable[Fragment], y: float = 0.0, last: Fragment | None = None
) -> float:
    """The lower end of stacked fragments, which begin below a `last` fragment that ends at `y`."""
    for fragment in fragments:
        y += gap(last, fragment) if last else 0.0
        y += fragment.height
        last = fragment
    return y


def spaced(fragments: Sequence[Fragment], above: float, below: float) -> list[Fragment]:
    """The fragments of one block, with the distances around the block."""
    spread = list(fragments)
    if spread:
        spread[0] = replace(spread[0], above=above)
        spread[-1] = replace(spread[-1], below=below)
    return spread


def avoid_orphans(fragments: Sequence[Fragment]) -> list[Fragment]:
    """The fragments, with the first two and the last two each kept together (no widows or orphans)."""
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
