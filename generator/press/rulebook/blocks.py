"""Blocks of a rulebook: what the Markdown parser produces and the layout takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from generator.base.errors import Place
from generator.press.rulebook.directives import CoverSpec, FigureSpec
from generator.press.rulebook.inline import Prose

Align: TypeAlias = Literal["left", "center", "right"]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: `level` is 1 for a chapter, down to 3; links lead to `anchor`.

    `depth` counts the headings that enclose it, and itself: a screen reader expects it to grow by
    one at a time, while a book may set small headings directly under a chapter.
    """

    level: int
    prose: Prose
    anchor: str
    place: Place
    depth: int = 1


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    prose: Prose
    place: Place


@dataclass(frozen=True, slots=True)
class ListBlock:
    """A list: bulleted, or numbered from `start` on."""

    items: tuple[tuple[Block, ...], ...]
    start: int | None
    place: Place


@dataclass(frozen=True, slots=True)
class TableBlock:
    """Rows of cells, all equally long; the first row is the header."""

    rows: tuple[tuple[Prose, ...], ...]
    aligns: tuple[Align, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Box:
    """An example or a remark in a box."""

    blocks: tuple[Block, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Divider:
    """A line across the column."""

    place: Place


@dataclass(frozen=True, slots=True)
class PageBreak:
    """A page break: what follows starts a new page; of a `spread`, the left one of two facing pages."""

    place: Place
    spread: bool = False


@dataclass(frozen=True, slots=True)
class Appendix:
    """All rules of the kit by section, for referees, and an index of where they are cited."""

    heading: Heading
    intro: Paragraph
    rules: tuple[Rule, ...]
    sections: tuple[tuple[str, int], ...]
    """The title of each section, and the index of its first rule."""
    index: str
    """The heading of the index."""
    place: Place


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture with a caption under it."""

    spec: FigureSpec
    caption: Prose | None
    place: Place


@dataclass(frozen=True, slots=True)
class Figures:
    """Pictures side by side, or a single one."""

    figures: tuple[Figure, ...]
    place: Place

    @property
    def beside(self) -> bool:
        """Whether the following blocks are set beside the figure, which then stands alone."""
        return self.figures[0].spec.beside


@dataclass(frozen=True, slots=True)
class Contents:
    """The table of contents."""

    place: Place


@dataclass(frozen=True, slots=True)
class PieceList:
    """The kit's pieces, with their pictures."""

    place: Place


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the game with its slug; links lead to `rule-<slug>`."""

    slug: str
    prose: Prose
    place: Place


@dataclass(frozen=True, slots=True)
class Rules:
    """Rules, one below another, each with its slug beside it."""

    rules: tuple[Rule, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Cover:
    """The front page."""

    spec: CoverSpec
    place: Place


Block: TypeAlias = (
    Heading | Paragraph | ListBlock | TableBlock | Box | Divider | PageBreak | Figures | Contents | PieceList
    | Rules | Cover | Appendix
)  # fmt: skip
