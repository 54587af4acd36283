"""Paragraph layout: prose as one fragment a line, with words, icons and link boxes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby, repeat
from operator import itemgetter

from generator.base.errors import KitError, errors_at, short
from generator.base.units import Matrix, Rect, mm
from generator.press.rulebook.inline import CITED_ANCHOR, LinkMark, Passage, Prose, visible_length
from generator.press.rulebook.layout.fragments import Fragment, avoid_orphans
from generator.press.rulebook.layout.style import Face
from generator.press.scene.alt_text import icon_alt_text
from generator.press.scene.items import Anchor, Color, GlyphRun, Group, Item, Link
from generator.press.svg.recolor import recolored
from generator.press.templates.renderer import Renderer
from generator.press.text.fonts import Font, Fonts, Word
from generator.press.text.hyphenation import LAST_RESORT, SOFT_HYPHEN, ZONE, hyphenate_paragraph
from generator.press.text.inline import Icon, InlineText, Span
from generator.press.text.line_breaking import ICON_SIZE, PreparedParagraph, prepare_paragraph
from generator.press.text.line_placement import IconPiece, TextLine, place_line

CITED = "cited-"
"""Prefix of anchors on the baselines of words that cite rules."""
_SHORTEST_END = 2.2
"""Minimum length of a paragraph's last line, in em: four or five letters; "1." alone looks forgotten."""
_SHIFT = {"left": 0.0, "center": 0.5, "right": 1.0}


@dataclass(frozen=True, slots=True)
class _PlacedCharacter:
    """The place in a line of one visible piece: characters `first` up to before `after`."""

    first: int
    after: int
    left: float
    right: float


class ParagraphLayout:
    """Layout of prose with one kit's fonts and icons."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer

    def lines(
        self, prose: Prose, width: float, face: Face, align: str = "left",
        narrow: Sequence[float] = (),
    ) -> list[Fragment]:  # fmt: skip
        """The lines of prose in a column of `width` points, without widows and orphans.

        `narrow` gives the widths of the first lines, if they differ.  Raises KitError with the
        prose's place for a word that is wider than the column, an unknown icon and a missing glyph.
        """
        fragments: list[Fragment] = []
        with errors_at(prose.place):
            for passage in prose.passages:  # a page should not end at a forced line break
                fragments = [replace(fragment, keep=True) for fragment in fragments]
                fragments += self._passage(
                    passage, prose, width, face, align, narrow[len(fragments) :]
                )
        return avoid_orphans(fragments)

    def measures(self, prose: Prose, face: Face) -> tuple[float, float]:
        """The minimum width of the prose's column, and the width at which no passage is divided."""
        narrow = wide = 0.0
        with errors_at(prose.place):
            for passage in prose.passages:
                text = self._prepared(passage, face)
                count = len(text.ends)
                wide = max(wide, text.width((0, count)) if count else 0.0)
                narrow = max([narrow, *(text.width((at, at + 1)) for at in range(count))])
        return narrow * face.size, wide * face.size

    def baseline(self, face: Face) -> float:
        """Distance of the baseline from the top of a line."""
        font = self.font(face)
        return (face.leading + font.ascent * face.size - font.descent * face.size) / 2

    def font(self, face: Face) -> Font:
        return self._fonts(face).font()

    def _fonts(self, face: Face) -> Fonts:
        return Fonts(self._renderer.fonts, face.family, "bold" if face.bold else "regular")

    def _prepared(self, passage: Passage, face: Face) -> PreparedParagraph:
        return prepare_paragraph(passage.spans, self._fonts(face), self._icon_width)

    def _breakable(self, passage: Passage, face: Face) -> PreparedParagraph:
        """A passage to be set in lines, the last of which is no mere stub."""
        text = self._hyphenated(passage, face)
        text.shortest_end = _SHORTEST_END
        return text

    def _hyphenated(self, passage: Passage, face: Face) -> PreparedParagraph:
        """A passage whose words may be divided, if the kit's may; names of rules stay whole."""
        hyphenate = self._renderer.hyphenate
        if hyphenate is None:
            return self._prepared(passage, face)
        spans = hyphenate_paragraph(passage.spans, hyphenate)
        spans = _uncited(spans, [link for link in passage.links if link.cites])
        zone = LAST_RESORT if face.bold else ZONE
        return prepare_paragraph(spans, self._fonts(face), self._icon_width, zone)

    def _passage(
        self, passage: Passage, prose: Prose, width: float, face: Face, align: str,
        narrow: Sequence[float],
    ) -> Iterator[Fragment]:  # fmt: skip
        text = self._breakable(passage, face)
        baseline = self.baseline(face)
        offset = 0
        widths = chain(narrow, repeat(width))
        ems = [each / face.size for each in narrow]
        for (first, after), column in zip(text.lines(width / face.size, ems), widths, strict=False):
            if first == after:
                raise KitError(
                    f'"{short(text.text(first, first + 1).strip())}" is too wide: '
                    f"the column is {mm(column):g} mm wide",
                    hint="shorten the word, or add a soft hyphen where it can be divided",
                    check="block-too-large",
                )
            spare = column - text.width((first, after)) * face.size
            share = 1 - _SHIFT[align] if text.right_to_left else _SHIFT[align]
            line = place_line(text, (first, after), face.size, spare * share, baseline, 0.0)
            hyphened = after - 1 in text.hyphens and after < len(text.ends)
            items = tuple(self._items(line, face, offset, passage.links))
            spots = list(_placed_characters(line, face.size, offset))
            before, offset = offset, spots[-1].after - hyphened
            links = _links(spots, passage.links, face.leading)
            cites = (
                anchor
                for cited in passage.cites
                if before < cited.after <= offset
                for anchor in (
                    Anchor(f"{CITED_ANCHOR}{cited.slug}"),
                    Anchor(f"{CITED}{cited.slug}", baseline),
                )
            )
            yield Fragment(face.leading, (*items, *links, *cites), prose.place)

    def last_width(self, prose: Prose, width: float, face: Face) -> float:
        """The width of the last line of prose in a column of `width` points."""
        text = self._breakable(prose.passages[-1], face)
        *_, line = text.lines(width / face.size)
        return text.width(line) * face.size

    def _items(
        self, line: TextLine, face: Face, offset: int, links: Sequence[LinkMark]
    ) -> Iterator[Item]:
        """The words and icons of a line, `offset` characters into the passage."""
        for piece in line.pieces:
            if isinstance(piece, IconPiece):
                yield self._icon(piece, face.color)
                offset += 1
                continue
            x = piece.x
            for cited, words in groupby(_cited(piece.words, offset, links), itemgetter(0)):
                run = tuple(word for _, word in words)
                color = face.cited if cited and face.cited else face.color
                yield GlyphRun(x, line.y, face.size, color, run, piece.gap)
                x += sum(word.width * face.size + piece.gap for word in run)
            offset += sum(visible_length(word.text) for word in piece.words)

    def _icon(self, piece: IconPiece, color: Color) -> Group:
        drawing = self._renderer.icon(piece.name)
        scale = piece.size / drawing.height
        matrix = Matrix(scale, 0, 0, scale, piece.x, piece.y)
        alt = icon_alt_text(piece.name, self._renderer.words)
        return Group(recolored(drawing, color).items, matrix, symbol=alt)

    def _icon_width(self, name: str) -> float:
        drawing = self._renderer.icon(name)
        return ICON_SIZE * drawing.width / drawing.height


def _uncited(spans: InlineText, cites: Sequence[LinkMark]) -> InlineText:
    """The spans without soft hyphens in the names of rules."""
    if not cites:
        return spans
    kept: list[Span | Icon] = []
    seen = 0
    for piece in spans:
        if isinstance(piece, Icon):
            kept.append(piece)
            seen += 1
            continue
        letters: list[str] = []
        for letter in piece.text:
            if letter != SOFT_HYPHEN or not any(mark.start < seen < mark.end for mark in cites):
                letters.append(letter)
            seen += visible_length(letter)
        kept.append(replace(piece, text="".join(letters)))
    return tuple(kept)


def _placed_characters(line: TextLine, size: float, offset: int) -> Iterator[_PlacedCharacter]:
    """Every visible character and icon of a line, `offset` of them on earlier lines."""
    for piece in line.pieces:
        if isinstance(piece, IconPiece):
            yield _PlacedCharacter(offset, offset + 1, piece.x, piece.x + piece.width)
            offset += 1
            continue
        x = piece.x
        for word in piece.words:
            em = size / word.font.units_per_em
            for character, advance in zip(word.text, word.advances, strict=True):
                count = visible_length(character)
                yield _PlacedCharacter(offset, offset + count, x, x + advance * em)
                offset += count
                x += advance * em
            x += piece.gap


def _cited(
    words: Sequence[Word], offset: int, links: Sequence[LinkMark]
) -> Iterator[tuple[bool, Word]]:
    """Words with whether the name of a rule is cited in them."""
    for word in words:
        after = offset + visible_length(word.text)
        yield any(mark.cites and mark.start < after and offset < mark.end for mark in links), word
        offset = after


def _links(
    spots: list[_PlacedCharacter], marks: tuple[LinkMark, ...], height: float
) -> Iterator[Link]:
    """A box over the part of each link that is on this line."""
    for mark in marks:
        inside = [spot for spot in spots if mark.start <= spot.first < spot.after <= mark.end]
        if inside:
            left, right = inside[0].left, inside[-1].right
            yield Link(Rect(left, 0.0, right - left, height), mark.target)
