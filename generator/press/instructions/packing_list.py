"""Packing list: the pieces of a kit as lines of text, grouped by box or bag."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from generator.base.units import MM
from generator.kit.load import Kit
from generator.kit.manifest.load import Component
from generator.kit.tables.columns import slug_of
from generator.press.pieces.piece import AS_MEASURED, Part, Piece, in_mm

Kind: TypeAlias = Literal["box", "bag", "flat"]

LARGE = 130 * MM
"""Minimum length of a board or mat, which fits no bag: no card is that long."""
_NUMBERED = re.compile(r"(?P<name>.*\D)(?P<number>\d+)")


@dataclass(frozen=True, slots=True)
class PackingLine:
    """Pieces listed together: those of a component, or of a `series` of components, "Deck 1–6"."""

    title: str
    pieces: tuple[Piece, ...]
    series: int = 1

    @property
    def copies(self) -> int:
        return sum(piece.copies for piece in self.pieces)

    @property
    def sizes(self) -> tuple[str, ...]:
        """All sizes of the pieces, the first piece's size first."""
        return tuple(dict.fromkeys(in_mm(piece.size, AS_MEASURED) for piece in self.pieces))


@dataclass(frozen=True, slots=True)
class PackingGroup:
    """A group of pieces kept together once cut out: the content of each of `boxes` boxes, or of a bag.

    The group of large flat pieces has no name.
    """

    kind: Kind
    name: str
    lines: tuple[PackingLine, ...]
    boxes: int = 1

    @property
    def copies(self) -> int:
        return sum(line.copies for line in self.lines)


def part_title(name: str, components: Iterable[Component] = ()) -> str:
    """The title of a part, and of the bag named after it: `punch-board` is "Punch board".

    A part that is named after one of its components has its title as written: "Heroes & Villains".
    """
    of_part = (each for each in components if each.part == name)
    titles = (each.title for each in of_part if slug_of(each.title, each.id) == name)
    return next(titles, name.replace("-", " ").capitalize())


def translated_part_title(kit: Kit, name: str) -> str:
    """The title of a part in the language of the kit."""
    return kit.words.text(part_title(name, (kit.original or kit).file.components))


def lines_of(pieces: Iterable[Piece]) -> tuple[PackingLine, ...]:
    """A line for each component, and one for a series: components of equal size, numbered consecutively."""
    components: dict[str, list[Piece]] = {}
    for piece in pieces:
        components.setdefault(piece.component, []).append(piece)
    lines = [PackingLine(members[0].title, tuple(members)) for members in components.values()]
    return tuple(
        replace(
            group[0],
            title=_series_title(group),
            pieces=tuple(piece for line in group for piece in line.pieces),
            series=len(group),
        )
        for group in _series(lines)
    )


def packing_list(
    components: Sequence[Component], parts: Sequence[Part]
) -> tuple[PackingGroup, ...]:
    """Boxes first, then bags, then what is too large for either.

    The list is empty unless there are two groups to fill; a bag with a single piece does not count.

    A piece in no box goes into the `bag` that its component names, or else the one of its part.
    """
    pieces: dict[str, list[Piece]] = {}
    for piece in (piece for part in parts for piece in part.pieces):
        pieces.setdefault(piece.component, []).append(piece)
    printed = [component for component in components if component.id in pieces]
    held = {name for component in printed for name in component.holds}
    titles = {part.name: part.title for part in parts}
    bags: dict[str, list[Piece]] = {}
    flat: list[Piece] = []
    for component in printed:
        members = pieces[component.id]
        if component.holds or component.id in held:
            continue
        if component.bag or max(max(piece.size) for piece in members) <= LARGE:
            bags.setdefault(component.bag or titles[component.part], []).extend(members)
        else:
            flat += members
    groups = [
        *_boxes([component for component in printed if component.holds], pieces),
        *(PackingGroup("bag", name, lines_of(members)) for name, members in bags.items()),
        *([PackingGroup("flat", "", lines_of(flat))] if flat else []),
    ]
    filled = [
        each for each in groups if each.kind == "box" or (each.kind == "bag" and each.copies > 1)
    ]
    return tuple(groups) if len(filled) > 1 else ()


def _boxes(boxes: Sequence[Component], pieces: dict[str, list[Piece]]) -> Iterator[PackingGroup]:
    """A group for each box, or one for a series of boxes with equal numbers of pieces."""
    held = {
        box.id: [piece for name in box.holds for piece in pieces.get(name, ())] for box in boxes
    }
    for line in lines_of(piece for box in boxes for piece in pieces[box.id]):
        contents = [lines_of(held[box.component]) for box in line.pieces]
        shared = lines_of(piece for box in line.pieces for piece in held[box.component])
        counts = {tuple(content.copies for content in own_lines) for own_lines in contents}
        if len(counts) == 1 and len(shared) == len(contents[0]):
            content = zip(contents[0], shared, strict=True)
            lines = tuple(
                replace(own_lines, title=shared_line.title) for own_lines, shared_line in content
            )
            yield PackingGroup("box", line.title, lines, line.series)
        else:
            for box, own_lines in zip(line.pieces, contents, strict=True):
                yield PackingGroup("box", box.title, own_lines)


def _series(lines: Sequence[PackingLine]) -> Iterator[list[PackingLine]]:
    """The lines in groups, one for each series; most groups have one line."""
    group: list[PackingLine] = []
    for line in lines:
        if group and not _follows(group[-1], line):
            yield group
            group = []
        group.append(line)
    if group:
        yield group


def _follows(one: PackingLine, other: PackingLine) -> bool:
    """Whether the titles are equal but for a number that is one higher, and the pieces but for their art."""
    first, second = _NUMBERED.fullmatch(one.title), _NUMBERED.fullmatch(other.title)
    if not first or not second or first["name"] != second["name"]:
        return False
    same_content = (one.sizes, one.copies) == (other.sizes, other.copies)
    return same_content and int(second["number"]) == int(first["number"]) + 1


def _series_title(group: Sequence[PackingLine]) -> str:
    """The only title, or both ends of a series: "Deck 1–6"."""
    last = _NUMBERED.fullmatch(group[-1].title)
    return f"{group[0].title}–{last['number']}" if last and len(group) > 1 else group[0].title
