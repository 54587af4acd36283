"""Pagination: fills pages with fragments and keeps together what belongs together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from generator.base.errors import Fault, KitError
from generator.base.units import mm
from generator.press.rulebook.layout.fragments import Fragment, gap

MAX_BEFORE_CHAPTER = 0.7
"""Maximum filled share of a page on which a chapter may still begin."""
MAX_EMPTY = 0.3
"""Maximum share of a page that may stay empty to avoid splitting a box or table."""
MIN_WHITE = 0.75
"""Minimum share of the usual space between blocks, when it is reduced to make room."""
HIGH = 0.15
"""Share of a page above which a fragment counts as high: it would leave much of the page empty."""
_LEAST_LAST = 0.25
"""Minimum share of a page that the end of a chapter should fill if it runs over onto it."""
_TOLERANCE = 0.01


class _Spacing(NamedTuple):
    """How tightly a chapter is set."""

    white: float
    """Minimum share of the usual space between blocks of text."""
    before: float
    """Maximum filled share of a page on which the chapter may still begin."""


_USUAL_SPACING = _Spacing(1.0, MAX_BEFORE_CHAPTER)
_CLOSER_SPACINGS = (_Spacing(MIN_WHITE, MAX_BEFORE_CHAPTER), _Spacing(0.6, 0.85))
"""The spacings tried, in order, for a chapter whose last page would stay nearly empty."""
_MOVED_SHARE = 0.18
"""Share of the previous page that moves to a nearly empty last page if that page cannot be saved."""


class PlacedFragment(NamedTuple):
    """A fragment, and its distance from the top of its page's column."""

    fragment: Fragment
    y: float


Page: TypeAlias = list[PlacedFragment]


class _Run(NamedTuple):
    """Fragments in chunks, each to be kept on one page: a chunk of text, or a whole box or table."""

    chunks: list[list[Fragment]]

    @property
    def fragments(self) -> list[Fragment]:
        return [fragment for chunk in self.chunks for fragment in chunk]

    @property
    def first(self) -> Fragment:
        return self.chunks[0][0]

    @property
    def begins_block(self) -> bool:
        """Whether a box may be inserted above it without splitting a block."""
        return self.first.above > 0

    @property
    def ends_part(self) -> bool:
        """Whether all earlier boxes must be placed before it."""
        return _begins_part(self.first)


def paginate(fragments: Sequence[Fragment], height: float, first_left: int = 1) -> list[Page]:
    """Fill pages whose column is `height` points high.

    The page with the index `first_left`, and every second one from it, is a left-hand page.
    Fragments to be kept together move to the next page together; those that would not fit even
    there are split where the page ends.

    A box that does not fit waits for the next page, and the text after it continues meanwhile, up
    to the next chapter; boxes keep their order.  If too little text follows, and much of the page
    would stay empty, the box is split.  A table that continues repeats its header.

    If too little of a chapter runs over onto its last page, the chapter is set tighter, provided
    that this saves the page; otherwise the page before it ends earlier.

    Raises KitError for every fragment higher than a page.
    """
    too_high = [fragment for fragment in fragments if fragment.height > height + _TOLERANCE]
    if too_high:
        raise KitError([_fault(fragment, height) for fragment in too_high])
    column = _Column(height, first_left, [[]], ())
    chapters = list(_chapters(_runs(fragments)))
    firsts = [chapter[0] for chapter in chapters[1:]]
    for chapter, following in zip(chapters, [*firsts, None], strict=False):
        column = column.with_chapter(chapter, following)
    return [
        _place_fragments(page, height)
        for number, page in enumerate(column.pages)
        if page or number in column.left_blank
    ]


def page_fill(pages: Sequence[Page], height: float) -> list[float | None]:
    """How full each page is, from 0 to 1; None for the last one of a chapter, which may be emptier.

    It is stated all the same if less than `_LEAST_LAST` has run over onto that page.
    """

    def fill(before: Page, page: Page, after: Page) -> float | None:
        share = (page[-1].y + page[-1].fragment.height) / height if page else 0.0
        ends = not after or after[0].fragment.chapter
        runs_over = bool(before and page) and not _begins_part(page[0].fragment)
        return None if page and ends and not (runs_over and share < _LEAST_LAST) else share

    return [
        fill(before, page, after)
        for before, page, after in zip([[], *pages], pages, [*pages[1:], []], strict=False)
    ]


def _begins_part(fragment: Fragment) -> bool:
    return fragment.new_page or fragment.chapter


def has_back_cover(pages: Sequence[Page]) -> bool:
    """Whether the last page was moved to a page of its own, as the back cover of a booklet."""
    first = pages[-1][0].fragment if pages and pages[-1] else None
    return len(pages) > 1 and first is not None and first.new_page and not first.chapter


class _Column:
    """The pages so far, and the boxes that wait for a page with room for them."""

    def __init__(
        self,
        height: float,
        first_left: int,
        pages: Sequence[Sequence[Fragment]],
        left_blank: Iterable[int],
        spacing: _Spacing = _USUAL_SPACING,
        short: int = -1,
    ) -> None:
        self._height = height
        self._first_left = first_left
        self._spacing = spacing
        self._short = short
        self.left_blank = set(left_blank)
        """Pages left empty, so that the next one is a left-hand page."""
        self.pages = [list(page) for page in pages]
        self.waiting: list[_Run] = []

    def with_chapter(self, chapter: Sequence[_Run], following: _Run | None) -> _Column:
        """The same pages with one more chapter, which leaves none nearly empty if that can be avoided.

        The `following` run, if there is one, may fill the last page.
        """
        usual = self._with(chapter)
        if usual._ends_well(chapter, following):
            return usual
        closer = (self._with(chapter, spacing) for spacing in _CLOSER_SPACINGS)
        best = next((each for each in closer if len(each.pages) < len(usual.pages)), usual)
        if best._ends_well(chapter, following):
            return best
        fuller = self._with(chapter, best._spacing, short=len(best.pages) - 2)
        return fuller if len(fuller.pages) == len(best.pages) and fuller._is_even() else best

    def _with(
        self, chapter: Sequence[_Run], spacing: _Spacing = _USUAL_SPACING, short: int = -1
    ) -> _Column:
        """The pages with one more chapter; on the page with the index `short` some room stays free."""
        column = _Column(
            self._height, self._first_left, self.pages, self.left_blank, spacing, short
        )
        for number, run in enumerate(chapter):
            if run.first.may_float and column.should_wait(run, chapter[number + 1 :]):
                column.waiting.append(run)
            else:
                column.put(run)
        column._put_waiting()
        return column

    def _ends_well(self, chapter: Sequence[_Run], following: _Run | None) -> bool:
        """Whether the last page is filled enough, has the whole chapter, or goes on with `following`."""
        return (
            self._fill(-1) >= _LEAST_LAST
            or any(fragment is chapter[0].first for fragment in self.pages[-1])
            or (following is not None and not self._starts_page(following))
        )

    def _is_even(self) -> bool:
        """Whether the last two pages are both well filled."""
        return self._fill(-1) >= _LEAST_LAST and self._fill(-2) >= 1 - MAX_EMPTY

    def _fill(self, page: int) -> float:
        return _height(self.pages[page]) / self._height

    def put(self, run: _Run) -> None:
        """Place a run where the last page ends, or on the next page, under boxes that waited for it."""
        if run.begins_block:
            self._put_waiting_that_fit()
        while self._starts_page(run):
            self.pages.append([])
            if run.begins_block:
                self._put_waiting_that_fit()
        if run.first.spread and (len(self.pages) - 1 - self._first_left) % 2:
            self.left_blank.add(len(self.pages) - 1)
            self.pages.append([])
        self._put(run)

    def _put_waiting(self) -> None:
        """Place all waiting boxes."""
        while self.waiting:
            run = self.waiting.pop(0)
            if self._starts_page(run):
                self.pages.append([])
            self._put(run)

    def _put_waiting_that_fit(self) -> None:
        while self.waiting and (not self.pages[-1] or self._fits(self.waiting[0].fragments)):
            self._put(self.waiting.pop(0))

    def _put(self, run: _Run) -> None:
        """Place a run where the last page ends, and the rest on the next pages."""
        for chunk in run.chunks:
            if self.pages[-1] and not self._fits(chunk):
                self.pages.append([])
            # A chunk too high for any page is split line by line, so that none of it is lost.
            for part in [chunk] if self._fits(chunk) else [[fragment] for fragment in chunk]:
                if self.pages[-1] and not self._fits(part):
                    self.pages.append([])
                header = self._header(part[0])
                if header and not self.pages[-1] and self._fits([header, *part]):
                    self.pages[-1].append(header)
                self.pages[-1] += part

    @staticmethod
    def _header(fragment: Fragment) -> Fragment | None:
        """The header to repeat above a fragment that begins a page."""
        return (
            replace(fragment.repeated_header, panels=fragment.panels)
            if fragment.repeated_header
            else None
        )

    def should_wait(self, box: _Run, following: Sequence[_Run]) -> bool:
        """Whether a box should wait while the `following` runs fill the page."""
        if self.waiting or not self._needs_a_page(box):
            return bool(self.waiting)
        text = (run for run in following if not run.first.may_float)
        filling = sum(
            fragment.height + fragment.above for run in text for fragment in run.fragments
        )
        return self._nearly_full(filling)

    def _nearly_full(self, filling: float = 0.0) -> bool:
        """Whether little of the last page stays empty after this filling."""
        empty = self._height - _height(self.pages[-1]) - filling
        return bool(self.pages[-1]) and empty <= MAX_EMPTY * self._height

    def _needs_a_page(self, run: _Run) -> bool:
        """Whether a run stays whole only on a new page."""
        return not self._fits(run.fragments) and self._fits(run.fragments, [])

    def _starts_page(self, run: _Run) -> bool:
        """Whether a run begins a new page: because it must, does not fit, or has to be kept whole."""
        if not self.pages[-1]:
            return False
        filled = _height(self.pages[-1]) + gap(self.pages[-1][-1], run.first)
        return (
            run.first.new_page
            or (run.first.chapter and filled > self._spacing.before * self._height)
            or not self._fits(run.chunks[0])
            or (self._nearly_full() and self._needs_a_page(run))
        )

    def _fits(self, fragments: Sequence[Fragment], page: Sequence[Fragment] | None = None) -> bool:
        """Whether fragments fit the last page, or that page.

        For a box, and for a high fragment such as a picture, the blocks of the page move closer.
        """
        fragments_before = self.pages[-1] if page is None else page
        # Space is usually reduced only for what would leave a large hole; lines of text simply continue.
        may_tighten = fragments[0].panels or _height(fragments) > HIGH * self._height
        white = min(MIN_WHITE, self._spacing.white) if may_tighten else self._spacing.white
        moved_share = _MOVED_SHARE if page is None and len(self.pages) - 1 == self._short else 0.0
        room = (1 - moved_share) * self._height + _TOLERANCE
        return _height([*fragments_before, *fragments], white) <= room


def _runs(fragments: Sequence[Fragment]) -> list[_Run]:
    """The fragments, each box, each table and each chunk of other text as a run.

    One to be kept with the words before it makes one run with them.
    """
    runs: list[_Run] = []
    for chunk in _chunks(fragments):
        if runs and _belong_together(runs[-1].chunks[-1][-1], chunk[0]):
            runs[-1].chunks.append(chunk)
        else:
            runs.append(_Run([chunk]))
    return runs


def _chapters(runs: Sequence[_Run]) -> Iterator[list[_Run]]:
    """The runs of each part of the book that ends before a chapter or a page break."""
    chapter: list[_Run] = []
    for run in runs:
        if chapter and run.ends_part:
            yield chapter
            chapter = []
        chapter.append(run)
    if chapter:
        yield chapter


def _chunks(fragments: Sequence[Fragment]) -> Iterator[list[Fragment]]:
    """The fragments, in chunks to be kept on one page."""
    chunk: list[Fragment] = []
    for fragment in fragments:
        if chunk and not (chunk[-1].keep and not (fragment.new_page or fragment.chapter)):
            yield chunk
            chunk = []
        chunk.append(fragment)
    if chunk:
        yield chunk


def _belong_together(upper: Fragment, lower: Fragment) -> bool:
    """Whether two fragments are in the same outermost box, or in the same table."""
    if upper.panels or lower.panels:
        return upper.panels[:1] == lower.panels[:1]
    return upper.tags[:1] == lower.tags[:1] and any(t.role == "Table" for t in upper.tags[:1])


def _height(fragments: Sequence[Fragment], white: float = 1.0) -> float:
    """The height of fragments one below another, with that share of the space between them."""
    gaps = sum(gap(upper, lower, white) for upper, lower in pairwise(fragments))
    return gaps + sum(fragment.height for fragment in fragments)


def _place_fragments(fragments: Sequence[Fragment], height: float) -> Page:
    """The fragments of a page in place, with less space between them if the page is too low."""
    min_height, full_height = _height(fragments, 0.0), _height(fragments)
    white = (
        min((height - min_height) / (full_height - min_height), 1.0)
        if full_height > min_height
        else 1.0
    )
    page: Page = []
    y = 0.0
    for number, fragment in enumerate(fragments):
        y += gap(fragments[number - 1], fragment, white) if number else 0.0
        page.append(PlacedFragment(fragment, y))
        y += fragment.height
    return page


def _fault(fragment: Fragment, height: float) -> Fault:
    return Fault(
        f"this is {mm(fragment.height):.0f} mm high, but a page is only {mm(height):.0f} mm",
        fragment.place, hint="make it smaller, or split it", check="block-too-large",
    )  # fmt: skip
