"""Generated lists: table of contents, list of pieces, and rules with their slugs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from generator.base.errors import KitError, Place
from generator.base.units import MM, Matrix, Rect
from generator.press.rulebook.blocks import Heading, Rule
from generator.press.rulebook.inline import plain_prose
from generator.press.rulebook.layout.fragments import (
    Fragment,
    as_artifact,
    avoid_orphans,
    moved,
    spaced,
    stacked,
    tagged,
)
from generator.press.rulebook.layout.paragraphs import ParagraphLayout
from generator.press.rulebook.layout.style import BookStyle
from generator.press.scene.items import Anchor, Group, Item, Link, Path, Scene, Stroke, Tag, Use
from generator.press.scene.paths import cut_of, ellipse

PICTURE = Rect(0.0, 0.0, 27 * MM, 22 * MM)
"""The box into which a piece's picture is fitted if it is the only one of its entry."""
IN_PAIRS = Rect(0.0, 0.0, 20 * MM, 20 * MM)
"""The box for a picture if two entries share a row."""
BESIDE_OTHERS = Rect(0.0, 0.0, 16 * MM, 16 * MM)
"""The maximum size of a picture beside others."""
MAX_PICTURES = 8
"""Maximum number of pictures of one entry side by side; enough for a large deck."""
_GUTTER = 12.0
_ABOVE_PICTURES = 5.0
_SLUG_GAP = 9.0
_SLUG_RISE = 2.5
"""How much closer a slug is to its rule than one line to the next, in points."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A component of the kit in the list of pieces."""

    picture: Scene
    copies: int
    title: str
    note: str = ""
    others: Sequence[Scene] = ()
    """Pictures of its other pieces, if they differ."""


def contents_fragments(
    headings: Sequence[Heading],
    pages: Mapping[str, int],
    place: Place,
    width: float,
    paragraphs: ParagraphLayout,
    style: BookStyle,
) -> list[Fragment]:
    """Chapters and sections with dotted leaders to their page numbers; each line is a link.

    The line of a heading that is not in this book stays empty, so that the pages are the same as
    in the book that has it.
    """
    fragments: list[Fragment] = []
    for heading in headings:
        if heading.level > 2:
            continue
        chapter = heading.level == 1
        face = replace(style.text, bold=chapter)
        indent = 0.0 if chapter else style.indent
        number = plain_prose(str(pages.get(heading.anchor, 0)), place)
        room = paragraphs.measures(number, face)[1]
        lines = paragraphs.lines(heading.prose, width - indent - room - _GUTTER, face)
        title_width = paragraphs.last_width(heading.prose, width - indent - room - _GUTTER, face)
        (page,) = paragraphs.lines(number, width, face, "right")
        baseline = paragraphs.baseline(face)
        leader = Path(
            (
                ("M", indent + title_width + 5, baseline - 0.6),
                ("L", width - room - 4, baseline - 0.6),
            ),
            None,
            Stroke(style.muted, 0.9, dash=(0.0, 4.0), cap="round"),
        )
        lines = [replace(line, items=moved(line.items, indent, 0.0), keep=True) for line in lines]
        link = Link(Rect(0.0, 0.0, width, face.leading), f"#{heading.anchor}")
        last = replace(
            lines[-1],
            items=(*lines[-1].items, as_artifact(leader), *page.items, link),
            keep=chapter,
        )
        entry = tagged([*lines[:-1], last], Tag("TOCI"))
        if pages and heading.anchor not in pages:
            entry = [replace(line, items=()) for line in lines]
        fragments += spaced(entry, 7.0 if chapter else 1.5, 1.5)
    if fragments:
        fragments[-1] = replace(fragments[-1], keep=False)
    return tagged(fragments, Tag("TOC"))


def piece_fragments(
    pieces: Sequence[Entry],
    place: Place,
    width: float,
    paragraphs: ParagraphLayout,
    style: BookStyle,
) -> list[Fragment]:
    """A row for each entry: its picture, its number, its title, a note.

    Several pictures stand side by side, as wide as the column, under the words.  Two consecutive
    entries with one picture each share a row if their words fit.  No row is alone on a page.
    """
    if not pieces:
        raise KitError("the kit has no pieces to list", place=place, check="rulebook-syntax")
    lister = _PieceList(place, paragraphs, style)
    half = (width - _GUTTER) / 2
    fragments: list[Fragment] = []
    rest = list(pieces)
    while rest:
        piece = rest.pop(0)
        if piece.others:
            fragments.append(lister.with_others(piece, width))
        elif rest and all(lister.fits_half(each, half) for each in (piece, rest[0])):
            fragments.append(lister.pair(piece, rest.pop(0), half))
        else:
            fragments.append(Fragment(*lister.alone(piece, PICTURE, width), place))
    rows = [fragment for each in fragments for fragment in spaced([each], 9.0, 9.0)]
    return avoid_orphans(rows)


class _PieceList:
    """Layout of the entries of one list."""

    def __init__(self, place: Place, paragraphs: ParagraphLayout, style: BookStyle) -> None:
        self._place, self._paragraphs, self._style = place, paragraphs, style

    def with_others(self, piece: Entry, width: float) -> Fragment:
        """An entry with several pictures, under its words."""
        words, height = self._words(piece, width)
        pictures = (piece.picture, *piece.others)[:MAX_PICTURES]
        row, row_height = _side_by_side(pictures, width, self._style)
        position = Matrix.move(0.0, height + _ABOVE_PICTURES)
        items = (*words, Group(row, position, tags=(Tag("Figure", piece.title),)))
        return Fragment(height + _ABOVE_PICTURES + row_height, items, self._place)

    def pair(self, left: Entry, right: Entry, half: float) -> Fragment:
        """Two entries side by side, each `half` as wide as the column."""
        cells = [self.alone(piece, IN_PAIRS, half) for piece in (left, right)]
        total_height = max(height for height, _ in cells)
        items: list[Item] = []
        for number, (height, cell) in enumerate(cells):
            items += moved(cell, number * (half + _GUTTER), (total_height - height) / 2)
        return Fragment(total_height, tuple(items), self._place)

    def fits_half(self, piece: Entry, half: float) -> bool:
        """Whether every word of an entry is short enough for it to share a row."""
        faces = ((self._title(piece), self._style.heading(3)), (piece.note, self._style.text))
        room = half - IN_PAIRS.width - _GUTTER
        return not piece.others and all(
            self._paragraphs.measures(plain_prose(words, self._place), face)[0] <= room
            for words, face in faces
            if words
        )

    def alone(self, piece: Entry, room: Rect, width: float) -> tuple[float, tuple[Item, ...]]:
        """An entry with one picture and its words beside it: its height and its items."""
        words, height = self._words(piece, width - room.width - _GUTTER)
        total_height = max(room.height, height)
        picture = _picture(piece.picture, room, self._style)
        caption = moved(words, room.width + _GUTTER, (total_height - height) / 2)
        position = Matrix.move(0.0, (total_height - room.height) / 2)
        return total_height, (
            Group(picture, position, tags=(Tag("Figure", piece.title),)),
            *caption,
        )

    def _words(self, piece: Entry, width: float) -> tuple[tuple[Item, ...], float]:
        title = plain_prose(self._title(piece), self._place)
        lines = self._paragraphs.lines(title, width, self._style.heading(3))
        if piece.note:
            note = plain_prose(piece.note, self._place)
            lines += spaced(self._paragraphs.lines(note, width, self._style.text), 1.0, 0.0)
        return stacked(tagged(lines, Tag("P")))

    def _title(self, piece: Entry) -> str:
        return f"{piece.copies} × {piece.title}"


def _side_by_side(
    pictures: Sequence[Scene], width: float, style: BookStyle
) -> tuple[tuple[Item, ...], float]:
    """Pictures in equal columns from the left, and their height."""
    column = min((width + _GUTTER) / len(pictures) - _GUTTER, BESIDE_OTHERS.width)
    room = Rect(0.0, 0.0, column, BESIDE_OTHERS.height)
    height = max(picture.height * _scale(picture, room) for picture in pictures)
    room = Rect(0.0, 0.0, column, height)
    items = (
        item
        for number, picture in enumerate(pictures)
        for item in moved(_picture(picture, room, style), number * (column + _GUTTER), 0.0)
    )
    return tuple(items), height


def _scale(scene: Scene, room: Rect) -> float:
    """Factor by which a face is reduced to fit its room; it is never enlarged."""
    return min(room.width / scene.width, room.height / scene.height, 1.0)


def _picture(scene: Scene, room: Rect, style: BookStyle) -> tuple[Item, ...]:
    """A face of a piece in the middle of its room, cut along its trim.

    It is decoration, to recognise the piece: nobody has to read it.
    """
    scale = _scale(scene, room)
    trim = cut_of(scene)
    edge = Path(trim, None, Stroke(style.muted, 0.5 / scale))
    left = (room.width - scene.width * scale) / 2
    top = (room.height - scene.height * scale) / 2
    matrix = Matrix(scale, 0, 0, scale, left, top)
    return (Group((Group((Use(scene),), clip=trim), edge), matrix, decor=True),)


def rule_fragments(
    rule: Rule, width: float, paragraphs: ParagraphLayout, style: BookStyle
) -> list[Fragment]:
    """A rule with a mark before it, and its slug at the right edge, where a referee looks."""
    face, note = style.text, style.note
    column = width - style.indent
    slug = plain_prose(rule.slug, rule.place)
    lines = paragraphs.lines(rule.prose, column, face)
    used = paragraphs.last_width(rule.prose, column, face)
    if used + _SLUG_GAP + paragraphs.measures(slug, note)[1] > column:
        lines[-1] = replace(lines[-1], keep=True)
        lines.append(Fragment(note.leading - _SLUG_RISE, (), rule.place))
    (named,) = paragraphs.lines(slug, column, note, "right")
    drop = paragraphs.baseline(face) - paragraphs.baseline(note) if lines[-1].items else -_SLUG_RISE
    lines[-1] = replace(lines[-1], items=(*lines[-1].items, *moved(named.items, 0.0, drop)))
    lines = [replace(line, items=moved(line.items, style.indent, 0.0)) for line in lines]
    middle = paragraphs.baseline(face) - paragraphs.font(face).x_height * face.size / 2
    mark = Path(ellipse(Rect(2.0, middle - 1.8, 3.6, 3.6)), style.emphasis)
    anchor = Anchor(f"rule-{rule.slug}")
    lines[0] = replace(lines[0], items=(anchor, as_artifact(mark), *lines[0].items))
    return tagged(lines, Tag("P"))
