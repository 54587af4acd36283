"""Block layout: blocks as fragments for a column of any width."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count, takewhile
from math import inf
from typing import TypeAlias

from generator.base.errors import Fault, KitError, Place, raise_faults
from generator.base.units import IDENTITY, Matrix, Rect
from generator.press.rulebook.blocks import (
    Appendix,
    Block,
    Box,
    Contents,
    Cover,
    Divider,
    Figures,
    Heading,
    ListBlock,
    PageBreak,
    Paragraph,
    PieceList,
    Rules,
    TableBlock,
)
from generator.press.rulebook.inline import plain_prose
from generator.press.rulebook.layout.appendix import appendix_fragments
from generator.press.rulebook.layout.figures import FigureLayout
from generator.press.rulebook.layout.floats import BETWEEN, MIN_COLUMN, float_figure
from generator.press.rulebook.layout.fragments import (
    Fragment,
    Panel,
    has_picture,
    indented,
    moved,
    spaced,
    stack_height,
    tagged,
)
from generator.press.rulebook.layout.generated_lists import (
    Entry,
    contents_fragments,
    piece_fragments,
    rule_fragments,
)
from generator.press.rulebook.layout.paragraphs import ParagraphLayout
from generator.press.rulebook.layout.style import BookStyle
from generator.press.rulebook.layout.tables import table_fragments
from generator.press.scene.items import Anchor, Group, Item, Path, Stroke, Tag
from generator.press.scene.paths import ellipse
from generator.press.templates.renderer import Renderer
from generator.press.text.bidi import is_right_to_left

ABOVE_HEADING = (36.0, 20.0, 14.0)
"""Minimum distance of a heading of level 1, 2 or 3 from what is above it, in points."""
BELOW_HEADING = (12.0, 5.0, 2.5)
PARAGRAPH = 5.5
ITEM = 3.5
RULE = 4.5
BLOCK = 10.0
FIGURE = 7.0
BESIDE = 9.0
"""Padding between the left and right edges of a box and its content, in points."""
MIN_LINES_BELOW_HEADING = 3
"""Minimum number of lines under a heading at the foot of a page."""


@dataclass
class BookParts:
    """The content that generated lists draw on."""

    pieces: Sequence[Entry]
    headings: Sequence[Heading] = ()
    """The headings in the table of contents."""
    pages: Mapping[str, int] = field(default_factory=dict)
    """The page of each anchor, if known."""
    cited: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The pages that cite each rule, by its slug."""
    height: float = 0.0
    """The height of a page's column."""


_Key: TypeAlias = tuple[Place, BookStyle, float, float]


class FragmentPool:
    """Fragments from the last round of layout, for reuse.

    Each is used only once: of two equal blocks each has its own fragments, and so its own tags.
    """

    def __init__(self) -> None:
        self._last_round: dict[_Key, list[tuple[Block, list[Fragment]]]] = {}
        self._this_round: dict[_Key, list[tuple[Block, list[Fragment]]]] = {}

    def get_or_make(
        self, key: _Key, block: Block, make: Callable[[], list[Fragment]]
    ) -> list[Fragment]:
        """The fragments of an equal block with the same key; otherwise new ones."""
        candidates = self._last_round.get(key, [])
        number = next((i for i, (other, _) in enumerate(candidates) if other == block), None)
        fragments = make() if number is None else candidates.pop(number)[1]
        self._this_round.setdefault(key, []).append((block, fragments))
        return list(fragments)

    def begin(self) -> None:
        """Start another round of layout."""
        self._last_round, self._this_round = self._this_round, {}


class BlockLayout:
    """Layout of the blocks of one book."""

    def __init__(
        self, renderer: Renderer, style: BookStyle, parts: BookParts,
        pool: FragmentPool | None = None, panels: Iterator[int] | None = None,
    ) -> None:  # fmt: skip
        self._renderer = renderer
        self._style = style
        self._parts = parts
        self._type = ParagraphLayout(renderer)
        self._pictures = FigureLayout(renderer, self._type, style)
        self._pool = pool or FragmentPool()
        self._panels = panels or count()

    @cached_property
    def _box_layout(self) -> BlockLayout:
        """The layout of content in boxes."""
        return BlockLayout(self._renderer, self._style.boxed, self._parts, self._pool, self._panels)

    def fragments(self, blocks: Sequence[Block], width: float) -> list[Fragment]:
        """The fragments of consecutive blocks in a column of `width` points.

        Raises KitError with the faults of all of them.
        """
        fragments: list[Fragment] = []
        faults: list[Fault] = []
        page_break: PageBreak | None = None
        before: Block | None = None
        rest = deque(blocks)
        while rest:
            block = rest.popleft()
            try:
                if isinstance(block, Figures) and block.beside:
                    made = self._float(block, rest, width)
                else:
                    # Only figures ask, and all that is kept with them is stacked to answer.
                    room = self._room_below(fragments) if isinstance(block, Figures) else inf
                    made = self.block(block, width, room)
            except KitError as error:
                faults += error.within(place=block.place).faults
                continue
            if page_break and made:
                made[0] = replace(
                    made[0], new_page=True, spread=page_break.spread and self._style.columns == 1
                )
            if isinstance(block, PageBreak):
                page_break = block if self._style.breaks else page_break
            elif made:
                page_break = None
            if (
                isinstance(before, Heading)
                and isinstance(block, Paragraph)
                and len(made) < MIN_LINES_BELOW_HEADING
            ):
                made[-1] = replace(made[-1], keep=True)
            fragments += made
            before = block
        raise_faults(faults)
        return fragments

    def _room_below(self, fragments: Sequence[Fragment]) -> float:
        """The height of a page below the last fragments, if they must stay with the next one."""
        kept = list(takewhile(lambda fragment: fragment.keep, reversed(fragments)))[::-1]
        if not kept:
            return inf
        return self._parts.height - stack_height(kept) - max(kept[-1].below, FIGURE)

    def block(self, block: Block, width: float, room: float = inf) -> list[Fragment]:
        """The fragments of one block, reused in later rounds; pictures fit into the `room` if they can."""
        if isinstance(block, Contents | Box | ListBlock | Appendix):
            return self._lay_out(block, width)  # has page numbers, or numbers its panels
        key = (block.place, self._style, width, room if isinstance(block, Figures) else 0.0)
        return self._pool.get_or_make(key, block, lambda: self._lay_out(block, width, room))

    def _lay_out(self, block: Block, width: float, room: float = inf) -> list[Fragment]:
        match block:
            case Heading():
                return self._heading(block, width)
            case Paragraph():
                return self.words(block, width)
            case ListBlock():
                return self._items(block, width)
            case TableBlock():
                return spaced(table_fragments(block, width, self._type, self._style), ITEM, BLOCK)
            case Box():
                return self._box(block, width)
            case Divider():
                return spaced([self._divider(block.place, width)], BLOCK, BLOCK)
            case Figures():
                (drawn,) = self._pictures.figures(block, width, room)
                keep = any(figure.spec.keep for figure in block.figures)
                return spaced([replace(drawn, keep=keep)], FIGURE, FIGURE)
            case Contents():
                return contents_fragments(
                    self._parts.headings, self._parts.pages, block.place, width,
                    self._type, self._style,
                )  # fmt: skip
            case PieceList():
                return spaced(
                    piece_fragments(self._parts.pieces, block.place, width, self._type, self._style),
                    BLOCK, BLOCK,
                )  # fmt: skip
            case Rules():
                return [
                    fragment
                    for rule in block.rules
                    for fragment in spaced(
                        rule_fragments(rule, width, self._type, self._style), RULE, RULE
                    )
                ]
            case Appendix():
                return self._appendix(block, width)
            case PageBreak():
                return []
            case Cover():
                raise KitError(
                    "the cover must come first in the book",
                    place=block.place,
                    hint="move it to the top",
                    check="rulebook-layout",
                )

    def _heading(self, heading: Heading, width: float) -> list[Fragment]:
        lines = self._type.lines(heading.prose, width, self._style.heading(heading.level))
        lines = tagged(lines, Tag(f"H{heading.depth}"))
        number = heading.level - 1
        anchor = Anchor(heading.anchor, 0.0, heading.prose.plain, number)
        lines[0] = replace(lines[0], items=(anchor, *lines[0].items), chapter=number == 0)
        if number == 0:
            lines.append(self._underline(heading.place))
        kept = [replace(line, keep=True) for line in lines]
        return spaced(kept, ABOVE_HEADING[number], BELOW_HEADING[number])

    def _appendix(self, appendix: Appendix, width: float) -> list[Fragment]:
        """The referee's appendix, on pages of its own."""
        head = [*self._heading(appendix.heading, width), *self.words(appendix.intro, width)]
        head = [replace(fragment, keep=True) for fragment in head]
        head[0] = replace(head[0], new_page=True)
        room = self._parts.height - stack_height(head) - BLOCK
        pages = appendix_fragments(
            appendix, room, self._parts.height, width, self._type, self._style, self._parts.cited
        )
        return [*head, *spaced(pages, BLOCK, 0.0)]

    def _underline(self, place: Place) -> Fragment:
        """A short stroke under the title of a chapter."""
        stroke = Stroke(self._style.emphasis, 2.0, cap="round")
        return Fragment(5.0, (Path((("M", 1.0, 4.0), ("L", 31.0, 4.0)), None, stroke),), place)

    def _float(self, figures: Figures, rest: deque[Block], width: float) -> list[Fragment]:
        """A picture with the text to its right, which is taken off `rest`."""
        picture_width = self.width(figures, width)
        if width - picture_width - BETWEEN < MIN_COLUMN:
            return self.block(figures, width)
        (picture,) = self.block(figures, picture_width)
        return float_figure(
            picture, picture_width, rest, width, self._style.text.leading, PARAGRAPH, self
        )

    def width(self, figures: Figures, width: float) -> float:
        """The width of a figure, or of a row of them, in a column of `width`."""
        return self._pictures.width(figures, width)

    def words(self, words: Paragraph, width: float, narrow: Sequence[float] = ()) -> list[Fragment]:
        """The lines of a paragraph, the first of them with the widths in `narrow`."""
        lines = self._type.lines(words.prose, width, self._style.text, narrow=narrow)
        lines = spaced(tagged(lines, Tag("P")), PARAGRAPH, PARAGRAPH)
        if words.prose.plain.endswith(":"):  # it introduces what comes next
            lines[-1] = replace(lines[-1], keep=True)
        return lines

    def _items(self, items: ListBlock, width: float) -> list[Fragment]:
        indent = self._indent(items)
        right_to_left = is_right_to_left(_first_words(items))
        fragments: list[Fragment] = []
        for number, blocks in enumerate(items.items):
            item = indented(
                self.fragments(blocks, width - indent), 0.0 if right_to_left else indent
            )
            item = [replace(fragment, may_float=False) for fragment in item]
            if not item:
                item = [Fragment(self._style.text.leading, (), items.place)]
            item = tagged(item, Tag("LBody"))
            label = (
                self._bullet(indent, right_to_left)
                if items.start is None
                else self._number(items.start + number, items.place, indent, right_to_left)
            )
            position = Matrix.move(width - indent, 0.0) if right_to_left else IDENTITY
            labelled = Group(label, position, tags=(Tag("Lbl"),))
            item[0] = replace(item[0], items=(labelled, *item[0].tagged_items), tags=())
            fragments += spaced(tagged(item, Tag("LI")), ITEM, ITEM)
        return spaced(tagged(fragments, Tag("L")), PARAGRAPH, PARAGRAPH)

    def _indent(self, items: ListBlock) -> float:
        """The indent of a list: what its widest number needs."""
        if items.start is None:
            return self._style.indent
        last = plain_prose(f"{items.start + len(items.items) - 1}.", items.place)
        return max(self._style.indent + 2, self._type.measures(last, self._style.text)[1] + 7)

    def _bullet(self, indent: float, right_to_left: bool) -> tuple[Item, ...]:
        face = self._style.text
        middle = self._type.baseline(face) - self._type.font(face).x_height * face.size / 2
        x = indent - 5.6 if right_to_left else 2.0
        return (Path(ellipse(Rect(x, middle - 1.8, 3.6, 3.6)), self._style.emphasis),)

    def _number(
        self, number: int, place: Place, indent: float, right_to_left: bool
    ) -> tuple[Item, ...]:
        face = replace(self._style.text, color=self._style.emphasis, bold=True)
        prose = plain_prose(f".{number}" if right_to_left else f"{number}.", place)
        (line,) = self._type.lines(prose, indent - 5, face, "left" if right_to_left else "right")
        return moved(line.items, 5.0, 0.0) if right_to_left else line.items

    def _box(self, box: Box, width: float) -> list[Fragment]:
        """The fragments of a box, which a page break may split only after its first figure.

        The figure keeps the fragment under it, unless that is another figure.
        """
        inner = self._box_layout.fragments(box.blocks, width - 2 * BESIDE)
        pictures = [n for n, fragment in enumerate(inner) if has_picture(fragment.items)]
        kept_count = pictures[0] + (pictures[0] + 1 not in pictures) if pictures else 0
        inner = [replace(fragment, keep=True) for fragment in inner[:kept_count]] + inner[
            kept_count:
        ]
        if any(fragment.new_page or fragment.chapter for fragment in inner):
            raise KitError(
                "a box cannot contain a page-break or a chapter",
                place=box.place, hint="end the box before it", check="rulebook-layout")  # fmt: skip
        panel = Panel(next(self._panels), 0.0, width)
        boxed = [
            replace(fragment, panels=(panel, *fragment.panels))
            for fragment in indented(inner, BESIDE)
        ]
        boxed = _tied(tagged(boxed, Tag("Sect")))
        if boxed:
            boxed[0] = replace(boxed[0], may_float=True)
            boxed[-1] = replace(boxed[-1], keep=False)
        return spaced(boxed, BLOCK, BLOCK)

    def _divider(self, place: Place, width: float) -> Fragment:
        stroke = Stroke(self._style.muted, 0.5)
        return Fragment(0.5, (Path((("M", 0.0, 0.25), ("L", width, 0.25)), None, stroke),), place)


def _tied(fragments: Sequence[Fragment]) -> list[Fragment]:
    """The fragments of a box, the first with the next, and a last line with what is before it."""
    ends = (0, -1 if has_picture(fragments[-1].items) else len(fragments) - 2) if fragments else ()
    return [
        replace(fragment, keep=fragment.keep or (number in ends and number < len(fragments) - 1))
        for number, fragment in enumerate(fragments)
    ]


def _first_words(items: ListBlock) -> str:
    """The first words of a list, which set its direction."""
    for block in (block for blocks in items.items for block in blocks):
        if isinstance(block, Paragraph):
            return block.prose.plain
        if isinstance(block, ListBlock):
            return _first_words(block)
    return ""
