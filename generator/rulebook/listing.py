"""Turns the lists a book makes by itself (contents, pieces, rules) into strips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from generator.errors import KitError, Place
from generator.rulebook.blocks import Heading, Rule
from generator.rulebook.prose import plain_prose
from generator.rulebook.strips import Strip, moved, spaced, stacked
from generator.rulebook.style import BookStyle
from generator.rulebook.typeset import Typesetter
from generator.scene.items import Anchor, Group, Item, Link, Path, Scene, Stroke, Use
from generator.scene.outlines import ellipse, rectangle
from generator.units import MM, Matrix, Rect

PICTURE = Rect(0.0, 0.0, 27 * MM, 22 * MM)
"""The room a piece's picture is fitted into."""
_GUTTER = 12.0
_SLUG_GAP = 9.0


@dataclass(frozen=True, slots=True)
class Entry:
    """A piece of the kit as the list of pieces shows it."""

    picture: Scene
    copies: int
    title: str
    note: str = ""


def set_contents(
    headings: Sequence[Heading],
    pages: Mapping[str, int],
    place: Place,
    width: float,
    setter: Typesetter,
    style: BookStyle,
) -> list[Strip]:
    """Chapters and sections with dotted leaders to their page numbers; each line is a link."""
    strips: list[Strip] = []
    for heading in headings:
        if heading.level > 2:
            continue
        chapter = heading.level == 1
        face = replace(style.text, bold=chapter)
        indent = 0.0 if chapter else style.indent
        number = plain_prose(str(pages.get(heading.anchor, 0)), place)
        room = setter.measures(number, face)[1]
        lines = setter.lines(heading.prose, width - indent - room - _GUTTER, face)
        taken = setter.last_width(heading.prose, width - indent - room - _GUTTER, face)
        (page,) = setter.lines(number, width, face, "right")
        baseline = setter.baseline(face)
        leader = Path(
            (("M", indent + taken + 5, baseline - 0.6), ("L", width - room - 4, baseline - 0.6)),
            None,
            Stroke(style.muted, 0.9, dash=(0.0, 4.0), cap="round"),
        )
        lines = [replace(line, items=moved(line.items, indent, 0.0), keep=True) for line in lines]
        link = Link(Rect(0.0, 0.0, width, face.leading), f"#{heading.anchor}")
        last = replace(lines[-1], items=(*lines[-1].items, leader, *page.items, link), keep=chapter)
        strips += spaced([*lines[:-1], last], 7.0 if chapter else 1.5, 1.5)
    if strips:
        strips[-1] = replace(strips[-1], keep=False)
    return strips


def piece_rows(
    pieces: Sequence[Entry], place: Place, width: float, setter: Typesetter, style: BookStyle
) -> list[Strip]:
    """A row for each piece: its picture, how many there are, what it is called, a note."""
    if not pieces:
        raise KitError("the kit has no pieces to list", place=place)
    strips: list[Strip] = []
    column = width - PICTURE.width - _GUTTER
    for piece in pieces:
        title = plain_prose(f"{piece.copies} × {piece.title}", place)
        lines = setter.lines(title, column, style.heading(3))
        if piece.note:
            lines += spaced(
                setter.lines(plain_prose(piece.note, place), column, style.text), 1.0, 0.0
            )
        words, height = stacked(lines)
        whole = max(PICTURE.height, height)
        picture = moved(_shown(piece.picture, style), 0.0, (whole - PICTURE.height) / 2)
        beside = moved(words, PICTURE.width + _GUTTER, (whole - height) / 2)
        strips += spaced([Strip(whole, (*picture, *beside), place)], 9.0, 9.0)
    return strips


def _shown(scene: Scene, style: BookStyle) -> tuple[Item, ...]:
    """A face of a piece in the room for it: cut along its trim, never enlarged."""
    scale = min(PICTURE.width / scene.width, PICTURE.height / scene.height, 1.0)
    trim = scene.trim or rectangle(Rect(0, 0, scene.width, scene.height))
    edge = Path(trim, None, Stroke(style.muted, 0.5 / scale))
    left = (PICTURE.width - scene.width * scale) / 2
    top = (PICTURE.height - scene.height * scale) / 2
    matrix = Matrix(scale, 0, 0, scale, left, top)
    return (Group((Group((Use(scene),), clip=trim), edge), matrix),)


def set_rule(rule: Rule, width: float, setter: Typesetter, style: BookStyle) -> list[Strip]:
    """A rule with a mark before it, and its slug at the right edge, where a referee looks."""
    face, note = style.text, style.note
    column = width - style.indent
    slug = plain_prose(rule.slug, rule.place)
    lines = setter.lines(rule.prose, column, face)
    used = setter.last_width(rule.prose, column, face)
    if used + _SLUG_GAP + setter.measures(slug, note)[1] > column:
        lines[-1] = replace(lines[-1], keep=True)
        lines.append(Strip(note.leading, (), rule.place))
    (named,) = setter.lines(slug, column, note, "right")
    drop = setter.baseline(face) - setter.baseline(note) if len(lines[-1].items) else 0.0
    lines[-1] = replace(lines[-1], items=(*lines[-1].items, *moved(named.items, 0.0, drop)))
    lines = [replace(line, items=moved(line.items, style.indent, 0.0)) for line in lines]
    middle = setter.baseline(face) - setter.font(face).x_height * face.size / 2
    mark = Path(ellipse(Rect(2.0, middle - 1.8, 3.6, 3.6)), style.emphasis)
    anchor = Anchor(f"rule-{rule.slug}")
    lines[0] = replace(lines[0], items=(anchor, mark, *lines[0].items))
    return lines
