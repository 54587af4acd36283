"""Blocks of a rulebook as HTML, in the order of the book."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from markupsafe import Markup

from generator.base.errors import Fault, KitError
from generator.press.html.frame import STATIC, html_template
from generator.press.html.pictures import Pictures
from generator.press.html.prose import ProseWriter
from generator.press.rulebook.blocks import (
    Block,
    Cover,
    Figure,
    Figures,
    Heading,
    ListBlock,
    PageBreak,
    Paragraph,
    TableBlock,
)
from generator.press.rulebook.layout.figures import NO_CAPTION, FigureLayout
from generator.press.rulebook.layout.generated_lists import MAX_PICTURES, Entry

BREAK = Markup("\n")
_TALLEST = 62.0
"""Greatest height, in points, of a piece in the list of components."""


class BlockWriter:
    """Writes the blocks of one book."""

    def __init__(
        self,
        prose: ProseWriter,
        pictures: Pictures,
        figures: FigureLayout,
        pieces: Sequence[Entry],
        chapters: Sequence[Heading],
    ) -> None:
        self._prose, self._pictures, self._figures = prose, pictures, figures
        functions = {
            "prose": prose.html, "blocks": self.html, "content": self._item, "figure": self._figure,
            "pieces": pieces, "shown": self._shown, "chapters": chapters, "cited": prose.cited,
        }  # fmt: skip
        self._macros = html_template(STATIC / "blocks.html.j2").make_module(functions)
        self.faults: list[Fault] = []
        """The faults of figures, gathered while blocks are written."""

    def html(self, blocks: Sequence[Block]) -> Markup:
        """The blocks, one after another; a figure with text beside it takes the next block in."""
        parts: list[Markup] = []
        rest = deque(blocks)
        while rest:
            block = rest.popleft()
            try:
                markup = self._block(block)
                if isinstance(block, Figures) and block.beside:
                    markup = self._float(markup, rest)
            except KitError as error:
                self.faults += error.within(place=block.place).faults
                continue
            if markup:
                parts.append(markup)
        return BREAK.join(parts)

    def _float(self, figure: Markup, rest: deque[Block]) -> Markup:
        """A figure with the paragraphs and lists that follow it at its side."""
        words: list[Markup] = []
        while rest and isinstance(rest[0], Paragraph | ListBlock | TableBlock):
            words.append(self._block(rest.popleft()))
        return Markup('<div class="beside">{}<div>{}</div></div>').format(figure, BREAK.join(words))

    def _block(self, block: Block) -> Markup:
        if isinstance(block, Cover | PageBreak):
            return Markup("")  # the cover precedes the text
        if isinstance(block, Heading):
            self._prose.chapter = block.anchor, block.prose.plain
        written: Markup = getattr(self._macros, type(block).__name__)(block)
        return written

    def _item(self, blocks: Sequence[Block]) -> Markup:
        """The content of a list item; a paragraph alone needs no tags of its own."""
        if len(blocks) == 1 and isinstance(blocks[0], Paragraph):
            return self._prose.html(blocks[0].prose)
        return self.html(blocks)

    def _figure(self, figure: Figure) -> Markup:
        drawn = self._figures.draw(figure)
        words = figure.caption.plain if figure.caption else ""
        alt = drawn.alt or words or self._prose.words.text(NO_CAPTION)
        width = figure.spec.width or 0.0
        return self._pictures.picture(drawn.items, drawn.width, drawn.height, alt, width)

    def _shown(self, entry: Entry) -> Markup:
        """The pictures of a component."""
        scenes = [entry.picture, *entry.others][:MAX_PICTURES]
        return Markup("").join(
            self._pictures.scene(scene, "", scene.width * min(1.0, _TALLEST / scene.height))
            for scene in scenes
        )
