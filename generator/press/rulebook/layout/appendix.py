"""Referee's appendix: all rules of a kit in two columns of small type, and where the book cites them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from generator.press.rulebook.blocks import Appendix, Rule
from generator.press.rulebook.inline import Passage, Prose, plain_prose
from generator.press.rulebook.layout.fragments import Fragment, moved, stack_height, stacked, tagged
from generator.press.rulebook.layout.paragraphs import ParagraphLayout
from generator.press.rulebook.layout.style import BookStyle
from generator.press.scene.items import Anchor, Item, Tag
from generator.press.text.inline import Span

_COLUMNS = 2
_BETWEEN = 14.0
"""Space between the two columns, in points."""
_ABOVE_SECTION, _BELOW_SECTION, _RULE = 9.0, 3.0, 2.5
_STEP = 4.0
"""Step in points by which the columns of the last page are shortened until they are even."""


def appendix_fragments(
    appendix: Appendix,
    room: float,
    height: float,
    width: float,
    paragraphs: ParagraphLayout,
    style: BookStyle,
    cited: Mapping[str, tuple[int, ...]],
) -> list[Fragment]:
    """A fragment for each page, as high as its columns; the first has only `room` points.

    `cited` are the pages that cite each rule.
    """
    column = (width - _BETWEEN * (_COLUMNS - 1)) / _COLUMNS
    rest = [
        *_rules(appendix, column, paragraphs, style),
        *_index(appendix, column, paragraphs, style, cited),
    ]
    pages: list[Fragment] = []
    while rest:
        columns = _fill_columns(rest, room)
        if sum(map(len, columns)) == len(rest):
            columns = _balance_columns(rest, room)
        items: list[Item] = []
        highest = 0.0
        for number, units in enumerate(columns):
            words, column_height = stacked([line for unit in units for line in unit])
            items += moved(words, number * (column + _BETWEEN), 0.0)
            highest = max(highest, column_height)
        pages.append(Fragment(highest, tuple(items), appendix.place))
        rest = rest[sum(map(len, columns)) :]
        room = height
    return pages


def _rules(
    appendix: Appendix, width: float, paragraphs: ParagraphLayout, style: BookStyle
) -> Iterator[list[Fragment]]:
    """The rules as groups of lines that stay together, the first of a section with its title."""
    titles = {number: title for title, number in appendix.sections}
    for number, rule in enumerate(appendix.rules):
        lines = tagged(paragraphs.lines(_with_slug(rule), width, style.small), Tag("P"))
        lines[0] = replace(
            lines[0], above=_RULE, items=(Anchor(f"rule-{rule.slug}"), *lines[0].items)
        )
        title = titles.get(number)
        yield [*(_title(title, appendix, width, paragraphs, style) if title else ()), *lines]


def _index(
    appendix: Appendix, width: float, paragraphs: ParagraphLayout, style: BookStyle,
    cited: Mapping[str, tuple[int, ...]],
) -> Iterator[list[Fragment]]:  # fmt: skip
    """A line for each rule that the book cites: its slug and the pages."""
    above = _title(appendix.index, appendix, width, paragraphs, style)
    for slug in sorted(cited):
        pages = plain_prose(", ".join(map(str, cited[slug])), appendix.place)
        room = paragraphs.measures(pages, style.small)[1]
        (name, *_) = paragraphs.lines(plain_prose(slug, appendix.place), width - room, style.small)
        (numbers,) = paragraphs.lines(pages, width, style.small, "right")
        line = replace(name, items=(*name.items, *numbers.items))
        yield [*above, *tagged([line], Tag("P"))]
        above = []


def _with_slug(rule: Rule) -> Prose:
    """The rule with its slug in front."""
    first, *others = rule.prose.passages
    named = Passage((Span(f"{rule.slug}:", bold=True), Span(" "), *first.spans))
    return Prose((named, *(Passage(each.spans) for each in others)), rule.place)


def _title(
    title: str, appendix: Appendix, width: float, paragraphs: ParagraphLayout, style: BookStyle
) -> list[Fragment]:
    face = replace(style.heading(3), size=9.5, leading=12.0)
    lines = paragraphs.lines(plain_prose(title, appendix.place), width, face)
    lines[0] = replace(lines[0], above=_ABOVE_SECTION)
    lines[-1] = replace(lines[-1], below=_BELOW_SECTION)
    return tagged(lines, Tag("H2"))


_Columns = list[list[list[Fragment]]]


def _fill_columns(units: Sequence[list[Fragment]], height: float) -> _Columns:
    """As many units as fit the columns of a page, each column filled before the next."""
    columns: _Columns = [[]]
    y, last = 0.0, None
    for unit in units:
        y = stack_height(unit, y, last)
        if last and y > height:
            if len(columns) == _COLUMNS:
                break
            columns.append([])
            y = stack_height(unit)
        columns[-1].append(unit)
        last = unit[-1]
    return columns


def _balance_columns(units: Sequence[list[Fragment]], height: float) -> _Columns:
    """All units in columns as short as possible."""
    best = _fill_columns(units, height)
    while sum(map(len, columns := _fill_columns(units, height := height - _STEP))) == len(units):
        best = columns
        if height < _STEP:
            break
    return best
