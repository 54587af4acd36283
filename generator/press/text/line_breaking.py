"""Line breaking: cuts a text into clusters and groups them into lines for any measure.

A paragraph is cut once, by `prepare`, into *clusters*: stretches in which no line may end.  A line
may end at a space (but not between a number and its icon), after a hyphen, dash or slash between
letters, at a soft hyphen (which then shows) and at a zero-width space.  Breaking is greedy, and
needs only the place where each cluster ends when the whole paragraph stands on one endless line, in
em: so one preparation serves every font size and every measure, and a line costs one bisection.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TypeAlias

from generator.press.text.bidi import has_right_to_left, is_right_to_left
from generator.press.text.fonts import Font, Fonts, Word
from generator.press.text.inline import Icon, InlineText, parse
from generator.press.text.looks import Look, looked

ICON_SIZE = 1.15
"""Height of an icon in a line of text, in em; it is centred on the capitals around it."""
ICON_DROP = 0.22
"""How far an icon reaches below the baseline, in em."""

MAX_WORD_LENGTH = 100
"""Maximum number of joined letters measured as one word: no language has such long words."""

# Where a line may end without a space: at a soft hyphen or a zero-width space, and after a hyphen,
# dash or slash that is between letters (so not in "-1", "1/2" or "3–4").  After a hyphen at least
# three letters go on to the next line, since "up" alone of "clean-up" reads badly there.
_JOINT = re.compile(r"(\u00ad|\u200b|(?<=\w[-\u2010])(?=[^\W\d_]{3})|(?<=\w[–—/])(?=[^\W\d_]))")
_SOFT_HYPHEN = "\u00ad"
_NO_BREAK_SPACE = "\u00a0"
_NUMBER_BEFORE_ICON = re.compile(r"(?<=\d) $")
# Characters that forbid a break are printed as their plain counterparts.
_SHOWN = str.maketrans({"\u00a0": " ", "\u2010": "-", "\u2011": "-", "\u2060": None})
# Em by which a line may be too long: invisible, but more than rounding error.
_TOLERANCE = 1e-6

IconWidth: TypeAlias = Callable[[str], float]
"""The width of an icon in em, by its name; raises KitError if there is no such icon."""


@dataclass(frozen=True, slots=True)
class IconAtom:
    """An icon, measured: its width, and how far it reaches below the baseline, in em."""

    name: str
    width: float
    bottom: float = ICON_DROP
    look: Look | None = None


Atom: TypeAlias = Word | IconAtom
LineSpan: TypeAlias = tuple[int, int]
"""A line: its first cluster, and the one after its last."""


@dataclass(slots=True)
class PreparedParagraph:
    """The clusters of a paragraph on an endless line: lists with one entry per cluster, in em."""

    clusters: list[list[Atom]] = field(default_factory=list)
    gaps: list[float | None] = field(default_factory=list)
    """The space before each cluster; None if it is joined to the one before."""
    starts: list[float] = field(default_factory=list)
    """Where a line begins if this cluster is its first."""
    ends: list[float] = field(default_factory=list)
    hyphens: dict[int, float] = field(default_factory=dict)
    """The width that a cluster's soft hyphen adds if it shows."""
    right_to_left: bool = False
    """Whether it runs from right to left."""
    bidirectional: bool = False
    """Whether any part of it runs from right to left."""
    zone: float = 0.0
    """Zone for hyphenation, in em: a line ends at a soft hyphen only if it would otherwise be
    shorter by more."""
    shortest_end: float = 0.0
    """Minimum length of the last line, in em; a shorter one gets another word from the line before it."""

    def lines(self, measure: float, narrow: Sequence[float] = ()) -> Iterator[LineSpan]:
        """The lines for a measure in em, ending with an empty line before a cluster that is too wide.

        `narrow` gives the measures of the first lines, if they differ.
        """
        starts, ends, hyphens = self.starts, self.ends, self.hyphens
        first, count = 0, len(ends)
        measures = iter(narrow)
        while first < count:
            limit = starts[first] + next(measures, measure) + _TOLERANCE
            end = bisect_right(ends, limit, first)
            if hyphens:
                while end > first and ends[end - 1] + hyphens.get(end - 1, 0.0) > limit:
                    end -= 1
                if self.zone and first < end < count and end - 1 in hyphens:
                    end = self._undivided_end(first, end, limit)
            if first < end < count and self.ends[-1] - self.starts[end] < self.shortest_end:
                end = self._end_without_runt(first, end, min([measure, *narrow]))
            yield first, end
            if end == first:
                return
            first = end

    def _undivided_end(self, first: int, end: int, limit: float) -> int:
        """Where a line that would divide a word ends: before that word, if the zone allows it.

        The last word of a paragraph is divided only if it fills more than a line.
        """
        word_start = end
        while word_start > first and word_start - 1 in self.hyphens:
            word_start -= 1
        if word_start == first:  # a word longer than a line, which may have very many
            return end
        near = limit - self.ends[word_start - 1] < self.zone or self._is_last_word(end)
        return word_start if near else end

    def _end_without_runt(self, first: int, end: int, room: float) -> int:
        """Where the last line but one ends, to leave more than a stub for the last one.

        It keeps at least two words, and all of them if the last line has no room for another, or
        begins within a word.
        """
        words = [at for at in range(first, end) if at == first or self.gaps[at] is not None]
        if len(words) < 3 or self.gaps[end] is None:
            return end
        return words[-1] if self.ends[-1] - self.starts[words[-1]] <= room else end

    def _is_last_word(self, cluster: int) -> bool:
        """Whether no word begins at a cluster or after it."""
        return all(self.gaps[each] is None for each in range(cluster, len(self.gaps)))

    def width(self, line: LineSpan) -> float:
        """The width of a line in em, including its hyphen."""
        first, end = line
        return self.ends[end - 1] + self.hyphens.get(end - 1, 0.0) - self.starts[first]

    def bottom(self, line: LineSpan) -> float:
        """How far the ink of a line reaches below its baseline, in em; 0 if it does not."""
        first, end = line
        return max(0.0, *(atom.bottom for atoms in self.clusters[first:end] for atom in atoms))

    def text(self, first: int, end: int) -> str:
        """The text of some clusters, with the space before them, for messages."""
        parts: list[str] = []
        for gap, atoms in zip(self.gaps[first:end], self.clusters[first:end], strict=True):
            parts.append("" if gap is None else " ")
            parts += [a.text if isinstance(a, Word) else f":{a.name}:" for a in atoms]
        return "".join(parts)


Prepared: TypeAlias = tuple[PreparedParagraph, ...]
Prepare: TypeAlias = Callable[[str, Fonts, IconWidth], Prepared]
"""`prepare`, or a cached version of it."""


def prepare(source: str, fonts: Fonts, icon_width: IconWidth) -> Prepared:
    """A marked text, cut and measured.  Raises KitError for a broken mark, a missing glyph,
    style or icon.
    """
    paragraphs = (prepare_paragraph(paragraph, fonts, icon_width) for paragraph in parse(source))
    return tuple(paragraph for paragraph in paragraphs if paragraph.clusters)


def prepare_paragraph(
    paragraph: InlineText, fonts: Fonts, icon_width: IconWidth, zone: float = 0.0
) -> PreparedParagraph:
    """A paragraph of spans and icons, cut and measured; raises KitError as `prepare` does."""
    line = _EndlessLine()
    line.paragraph.zone = zone
    words = "".join([piece.text for piece in paragraph if not isinstance(piece, Icon)])
    if not words.isascii():
        line.paragraph.right_to_left = is_right_to_left(words)
        line.paragraph.bidirectional = has_right_to_left(words)
    for piece, after in zip_longest(paragraph, paragraph[1:]):
        if isinstance(piece, Icon):
            line.add(_icon(piece, icon_width))
            continue
        text = piece.text
        if isinstance(after, Icon):
            text = _NUMBER_BEFORE_ICON.sub(_NO_BREAK_SPACE, text)
        for index, part in enumerate(_JOINT.split(text)):
            if index % 2:
                line.may_end(hyphen=part == _SOFT_HYPHEN)
            elif part:
                for font, words in fonts.runs(part, piece.bold, piece.italic):
                    line.add_text(words, looked(font, piece.look) if piece.look else font)
    return line.paragraph


def _icon(icon: Icon, icon_width: IconWidth) -> IconAtom:
    scale = icon.look.scale if icon.look else 1.0
    return IconAtom(icon.name, scale * icon_width(icon.name), scale * ICON_DROP, icon.look)


class _EndlessLine:
    """Places words and icons one after another and records where a line may end.

    Text of one font that is joined across such a place ("half-" and "turn") is measured as one word
    for when no line ends there, so that its kerning counts.
    """

    def __init__(self) -> None:
        self.paragraph = PreparedParagraph()
        self._x = 0.0
        self._may_end = True  # whether a line may end before what comes next
        self._hyphen = False  # whether a hyphen shows if it does
        self._gap: float | None = 0.0  # the space before what comes next; None: it is joined
        self._word: Word | None = None  # the word it is joined to, and where that starts
        self._word_start = 0.0

    def may_end(self, *, hyphen: bool) -> None:
        """Allow a line to end here without a space, perhaps with a hyphen that shows only then."""
        self._may_end, self._hyphen = True, hyphen

    def add_text(self, text: str, font: Font) -> None:
        """Add words with a space between each, and perhaps before the first and after the last."""
        words = text.split(" ")
        if not text.isascii():
            words = [word.translate(_SHOWN) for word in words]
        if words[0]:
            self.add(font.word(words[0]))
        if len(words) > 1:
            self._add_spaced([font.word(word) for word in words[1:] if word], font.space)
        if not words[-1]:
            self._may_end, self._gap = True, font.space

    def _forms_one_word(self, before: Word, after: Word) -> bool:
        """Whether joined text is measured as one word, unless that is endless."""
        return before.font is after.font and len(before.text) < MAX_WORD_LENGTH

    def _add_spaced(self, words: list[Word], space: float) -> None:
        """Add words with a space before each.  This is the hot path: nearly every word takes it."""
        paragraph, x = self.paragraph, self._x
        for word in words:
            x += space
            paragraph.gaps.append(space)
            paragraph.starts.append(x)
            x += word.width
            paragraph.ends.append(x)
            paragraph.clusters.append([word])
        if words:
            self._x = x
            self._word, self._word_start = words[-1], x - words[-1].width
            self._may_end, self._hyphen, self._gap = False, False, None

    def add(self, atom: Atom) -> None:
        """Add a word or an icon, after a pending space or joined to what came before."""
        word = atom if isinstance(atom, Word) else None
        start = self._x + (self._gap or 0.0)
        if word and self._word and self._gap is None and self._forms_one_word(self._word, word):
            word, start = word.font.word(self._word.text + word.text), self._word_start
        end = start + (word or atom).width
        paragraph = self.paragraph
        if self._may_end:
            if self._hyphen and self._word and self._gap is None:
                hyphened = self._word.font.word(self._word.text + "-")
                paragraph.hyphens[len(paragraph.ends) - 1] = hyphened.width - self._word.width
            paragraph.clusters.append([atom])
            paragraph.gaps.append(self._gap)
            paragraph.starts.append(end - atom.width)
            paragraph.ends.append(end)
        else:
            paragraph.clusters[-1].append(atom)
            paragraph.ends[-1] = end
        self._x, self._word, self._word_start = end, word, start
        self._may_end, self._hyphen, self._gap = False, False, None
