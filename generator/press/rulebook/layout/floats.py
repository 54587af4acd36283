"""Floats: a figure with the following blocks set beside it, down to its foot."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from typing import Protocol

from generator.base.units import MM
from generator.press.rulebook.blocks import Block, Figures, ListBlock, Paragraph
from generator.press.rulebook.layout.fragments import Fragment, moved, stack_height, stacked

BETWEEN = 4 * MM
"""Space between a picture and the text beside it."""
MIN_COLUMN = 45 * MM
"""Minimum width of a column of text beside a picture."""
_MIN_TO_FOOT = 1.0
"""Minimum distance in points from the foot of the picture at which a line still starts beside it."""
_MAX_LAST_LINES = 2
"""Maximum number of last lines of a paragraph that stay in the column instead of going below the
picture."""


class SupportsBlocks(Protocol):
    """Lays out the content beside the figure, and its continuation below."""

    def block(self, block: Block, width: float) -> list[Fragment]:
        """The fragments of one block."""

    def width(self, figures: Figures, width: float) -> float:
        """The width of a figure, or of a row of them, in a column of `width`."""

    def words(self, words: Paragraph, width: float, narrow: Sequence[float]) -> list[Fragment]:
        """The lines of a paragraph, the first of them with the widths in `narrow`."""


def float_figure(
    picture: Fragment, picture_width: float, rest: deque[Block], width: float, leading: float,
    paragraph_gap: float, block_layout: SupportsBlocks,
) -> list[Fragment]:  # fmt: skip
    """The fragments of a picture that is `picture_width` points wide, and of the content beside it.

    That content is taken off `rest`.  A paragraph continues below the picture in the whole `width`
    if more than a line or two of it are left; a list goes beside it as a whole or not at all, and
    so does another picture, unless there is text beside the first.  `leading` is the height of a
    line, `paragraph_gap` the distance of paragraphs.
    """
    column = width - picture_width - BETWEEN
    floated: list[Fragment] = []
    after: list[Fragment] = []
    while rest and not after:
        block = rest[0]
        bottom = stack_height(floated)
        free = picture.height - bottom - (max(floated[-1].below, paragraph_gap) if floated else 0.0)
        if isinstance(block, Paragraph):
            lines = max(ceil((free - _MIN_TO_FOOT) / leading), 0)
            fragments = block_layout.words(block, width, [column] * lines) if lines else []
            if lines and 0 < len(fragments) - lines <= _MAX_LAST_LINES:
                fragments = block_layout.words(block, column, ())
            else:
                fragments, after = fragments[:lines], fragments[lines:]
        elif isinstance(block, Figures) and not block.beside:
            fragments = (
                block_layout.block(block, block_layout.width(block, column)) if free > 0 else []
            )
        elif isinstance(block, ListBlock):
            fragments = block_layout.block(block, column)
            fragments = fragments if stack_height(fragments) <= free else []
        else:
            fragments = []
        if not fragments:
            break
        floated += fragments
        rest.popleft()
    words, height = stacked(floated)
    items = (*moved(words, picture_width + BETWEEN, 0.0), *picture.items)  # in reading order
    keep_with_next = picture.keep or any(fragment.keep for fragment in floated[-1:])
    keep = len(after) == 1 if after else keep_with_next
    below = 0.0 if after else paragraph_gap
    total_height = max(picture.height, height)
    return [replace(picture, height=total_height, items=items, keep=keep, below=below), *after]
