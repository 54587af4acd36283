"""Comparison of two versions of a kit as a PDF: a list of the changes, then each with before and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, partial
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageOps

from generator.base.atomic_output import check_can_write, make_folder, scratch, write_whole
from generator.base.errors import KitError, counted
from generator.base.put_in_place import write_new
from generator.kit.locate import BUILT_IN
from generator.press.cache.store import Store
from generator.press.changes import KINDS
from generator.press.imposition.sheet import Side
from generator.press.library import papers
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.paper import paper_named
from generator.press.request import BuildRequest, Progress
from generator.press.templates.style import shared_renderer
from generator.press.text.fonts import Font
from generator.tools.compare.compare import (
    KitChange,
    PageChange,
    Version,
    book_changes,
    compare,
    open_version,
    rulebook_of,
)
from generator.tools.compare.crop import Pages, changed_runs, changed_words, outline_differences

TEMPLATE = "diff.xml"
LIST_ROWS, PIECE_ROWS, BOOK_ROWS = 40, 4, 2
"""Changes on a page: in the list, with pictures of pieces, with pages of a book."""
MAX_TITLE_LETTERS, MAX_LINE_LETTERS, MAX_NOTES = 60, 110, 9
MAX_RESTYLED = 3
"""Pieces to show of a component whose every piece has other art or type, but the same words."""
BOOK_DPI = 110
EDGE = "#999999"
"""Color of the frame around each picture: some are white to their edges."""
NOT_PRINTED = "not printed"


@dataclass(frozen=True, slots=True)
class KitDiff:
    """All changes between two versions."""

    old: Version
    new: Version
    changes: tuple[KitChange, ...]
    book: tuple[PageChange, ...]

    def __bool__(self) -> bool:
        return bool(self.changes or self.book)

    @property
    def title(self) -> str:
        return f"{self.new.manifest.kit}: {self.versions}"

    @property
    def versions(self) -> str:
        """`0.3 → 0.4`, with the folders if the versions are equal."""
        old, new = self.old.manifest.version, self.new.manifest.version
        if old != new:
            return f"{old} → {new}"
        return f"{old} in {self.old.shown} → {new} in {self.new.shown}"

    @property
    def summary(self) -> str:
        """`3 changed, 1 added, 2 pages of the rulebook`."""
        names = {"copies": "in different quantities"}
        parts = [
            f"{number} {names.get(kind, kind)}"
            for kind in KINDS
            if (number := sum(change.kind == kind for change in self.changes))
        ]
        pages = len(self.book)
        parts += [f"{counted(pages, 'page')} of the rulebook"] if pages else []
        return ", ".join(parts) or "nothing has changed"

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """Each change as a title and its reason."""
        pieces = [(change.title, _reason(change)) for change in self.changes]
        return (*pieces, *((change.title, change.why) for change in self.book))

    def as_data(self) -> dict[str, object]:
        return {
            "kit": self.new.manifest.kit,
            "versions": [self.old.manifest.version, self.new.manifest.version],
            "folders": [self.old.shown, self.new.shown],
            "pieces": [change.as_data() for change in self.changes],
            "rulebook": [{"before": each.before, "after": each.after} for each in self.book],
        }


def report(
    diff: KitDiff,
    before: Pages,
    after: Pages,
    aside: Path,
    paper: str,
    progress: Callable[[int, int], None],
) -> bytes:
    """The PDF of the report; its pictures are saved in the folder `aside` first."""
    report_paper = paper_named(paper, papers(BUILT_IN.shared()))
    if report_paper.roll:
        hint = "choose --paper a4 or letter"
        raise KitError("a report cannot be printed on a roll", hint=hint, check="unknown-paper")
    renderer = shared_renderer(report_paper, {}, pictures=aside)
    body = renderer.fonts.font(renderer.family("body"))
    row_renderer = _RowRenderer(diff, before, after, aside, body)
    shown = partial(row_renderer.text, most=MAX_TITLE_LETTERS)
    listed = [{"title": shown(title), "why": shown(why)} for title, why in diff.lines]
    rows = _rows(row_renderer, diff, progress)
    pieces = [row for row in rows if not row["book"]]
    pages = [
        *({"lines": some, "rows": [], "rows_a_page": 1, "words": 0} for some in _chunks(listed, LIST_ROWS)),
        *({"lines": [], "rows": some, "rows_a_page": PIECE_ROWS, "words": 52}
          for some in _chunks(pieces, PIECE_ROWS)),
        *({"lines": [], "rows": some, "rows_a_page": BOOK_ROWS, "words": 36}
          for some in _chunks([row for row in rows if row["book"]], BOOK_ROWS)),
    ]  # fmt: skip
    head = {
        "heading": row_renderer.text(diff.title, MAX_LINE_LETTERS),
        "under": row_renderer.text(diff.summary, MAX_LINE_LETTERS),
    }
    scenes = []
    for number, page in enumerate(pages, 1):
        variables = {**head, **page, "number": number, "count": len(pages)}
        scenes.append(renderer.render(TEMPLATE, variables, f"page {number}"))
    return paint_pdf(scenes, DocumentInfo(diff.title, subject=diff.summary))


def _rows(
    row_renderer: _RowRenderer, diff: KitDiff, progress: Callable[[int, int], None]
) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    total = len(diff.changes) + len(diff.book)
    restyled = {
        component: changes
        for component, changes in _changes_of_whole_components(diff)
        if len(changes) > MAX_RESTYLED and all(map(row_renderer.same_words, changes))
    }
    for done, change in enumerate(diff.changes):
        progress(done, total)
        alike = restyled.get(change.component, ())
        if alike and change not in alike[:MAX_RESTYLED]:
            continue
        rows += [row_renderer.piece(change, side) for side in change.sides]
        if alike and change is alike[MAX_RESTYLED - 1]:
            rest = len(alike) - MAX_RESTYLED
            rows[-1]["notes"] = f"and {rest} more like these: no word on them has changed"
    for done, page in enumerate(diff.book, len(diff.changes)):
        progress(done, total)
        rows.append(row_renderer.book_page(page))
    progress(total, total)
    return rows


def _changes_of_whole_components(diff: KitDiff) -> Iterator[tuple[str, list[KitChange]]]:
    """Yield the components whose every piece looks different, with the changes of these."""
    pieces = Counter(piece.component for piece in diff.new.manifest.pieces)
    changed: dict[str, list[KitChange]] = {}
    for change in diff.changes:
        if change.kind == "changed":
            changed.setdefault(change.component, []).append(change)
    for component, changes in changed.items():
        if len(changes) == pieces[component]:
            yield component, changes


class _RowRenderer:
    """The rows of the report, with pictures drawn on demand."""

    def __init__(self, diff: KitDiff, before: Pages, after: Pages, aside: Path, font: Font) -> None:
        self._diff, self._before, self._after = diff, before, after
        self._aside, self._font = aside, font
        self._number = 0
        self._by_looks: dict[object, tuple[str, str]] = {}
        """The files of the pictures of a change, by the checksums of both faces."""

    def piece(self, change: KitChange, side: Side) -> dict[str, Any]:
        before, after = change.piece.before, change.piece.after
        shown = before if change.kind != "copies" else None  # it looks the same
        looks = tuple(each.looks[side == "back" :][:1] if each else () for each in (shown, after))
        if looks not in self._by_looks:  # many pieces share one back
            old = self._before.face(shown, side) if shown else None
            new = self._after.face(after, side) if after else None
            self._by_looks[looks] = self._save_both(old, new)
        notes = [str(each) for each in change.fields]
        if not notes:
            notes = _word_notes(self._changed_words(change, side))
        title = change.title if side == "front" else f"{change.title}, back"
        why = _reason(change)
        return self._row(title, why, notes, self._by_looks[looks], shown, after)

    def same_words(self, change: KitChange) -> bool:
        """Whether the change of a piece is in its art or type alone."""
        words = (self._changed_words(change, side) for side in change.sides)
        return not change.fields and not any(words)

    def _changed_words(self, change: KitChange, side: Side) -> list[tuple[str, str]]:
        before, after = change.piece.before, change.piece.after
        if change.kind != "changed" or not before or not after:
            return []
        return changed_words(self._before.words(before, side), self._after.words(after, side))

    def book_page(self, page: PageChange) -> dict[str, Any]:
        both = (
            (self._before, rulebook_of(self._diff.old), page.before),
            (self._after, rulebook_of(self._diff.new), page.after),
        )
        old, new = (of.page(book.path, n, BOOK_DPI) if n and book else None for of, book, n in both)
        notes = _word_notes(self._book_words.get(page.after or 0, ()))
        pictures = self._save_both(old, new)
        row = self._row(page.title, page.why, notes, pictures, page.before, page.after)
        return {**row, "book": True}

    @cached_property
    def _book_words(self) -> Mapping[int, Sequence[tuple[str, str]]]:
        """The changed words of the rulebook by the page they are on now.

        Words that page breaks and floating pictures have moved are as many as before.
        """
        old, new = (
            [*_book_words(*each)]
            for each in ((self._diff.old, self._before), (self._diff.new, self._after))
        )
        was, now = [word for word, _ in old], [word for word, _ in new]
        fewer, more = Counter(was) - Counter(now), Counter(now) - Counter(was)
        found: dict[int, list[tuple[str, str]]] = {}
        for a, b, c, d in changed_runs(was, now):
            if fewer.keys().isdisjoint(was[a:b]) and more.keys().isdisjoint(now[c:d]):
                continue
            page = new[min(c, len(new) - 1)][1] if new else 0
            found.setdefault(page, []).append((" ".join(was[a:b]), " ".join(now[c:d])))
        return found

    def text(self, words: str, most: int) -> str:
        """The text, shortened to `most` letters, with "?" for letters that the report's font lacks."""
        words = " ".join(words.split())
        words = words if len(words) <= most else words[: most - 1].rstrip() + "…"
        return "".join(each if each == " " or self._font.has(each) else "?" for each in words)

    def _row(
        self,
        title: str,
        why: str,
        notes: Sequence[str],
        pictures: tuple[str, str],
        was: object,
        now: object,
    ) -> dict[str, Any]:
        old, new = pictures
        more = [f"and {len(notes) - MAX_NOTES} more"] if len(notes) > MAX_NOTES else []
        lines = [self.text(each, MAX_LINE_LETTERS) for each in [*notes[:MAX_NOTES], *more]]
        sides = [
            {"src": picture, "label": label if picture or not there else NOT_PRINTED}
            for label, picture, there in (("before", old, was), ("after" if was else "", new, now))
            if there or picture
        ]
        if now and not was:
            sides.insert(0, {"src": "", "label": ""})
        return {
            "title": self.text(title, MAX_TITLE_LETTERS),
            "why": self.text(why, MAX_TITLE_LETTERS),
            "notes": "\n".join(lines),
            "sides": sides,
            "book": False,
        }

    def _save_both(self, old: Image.Image | None, new: Image.Image | None) -> tuple[str, str]:
        """Save two pictures with their differences outlined, and return the names of their files."""
        if old and new:
            old, new, _ = outline_differences(old, new)
        return self._save(old), self._save(new)

    def _save(self, picture: Image.Image | None) -> str:
        """Save a picture and return the name of its file; "" for None."""
        if picture is None:
            return ""
        self._number += 1
        name = f"{self._number}.jpg"
        content = BytesIO()
        ImageOps.expand(picture, 2, EDGE).save(content, "JPEG", quality=85, subsampling=0)
        write_new(self._aside / name, content.getvalue())
        return name


def _reason(change: KitChange) -> str:
    """The change of a piece, in words that need no heading."""
    if change.kind in ("added", "removed"):
        return f"{change.kind}, {change.why}"
    return change.why


def _book_words(version: Version, pages: Pages) -> Iterator[tuple[str, int]]:
    """Yield the words of the rulebook, each with its page."""
    if book := rulebook_of(version):
        for number in range(1, book.pages + 1):
            yield from ((word, number) for word in pages.page_words(book.path, number))


def _word_notes(words: Sequence[tuple[str, str]]) -> list[str]:
    return [f"{old or 'nothing'} → {new or 'nothing'}" for old, new in words]


def _chunks(rows: Sequence[Any], size: int) -> Iterator[Sequence[Any]]:
    for start in range(0, len(rows), size):
        yield rows[start : start + size]


def diff(
    old: Path,
    new: Path,
    out: Path,
    like: BuildRequest,
    progress: Progress,
    store: Store | None = None,
) -> KitDiff:
    """Compare two versions of the kit `like.kit.name` ("": the only one) and write the PDF `out`.

    Versions that are not built are built in a scratch folder with the options of the request
    `like`.  Nothing is written if nothing has changed.  Raises KitError if the versions cannot be
    compared, and the errors of a build.
    """
    check_can_write(out)
    name = like.kit.name
    with scratch() as aside:
        before = open_version(old, name, like, aside / "old", store, progress)
        after = open_version(new, name or before.manifest.kit, like, aside / "new", store, progress)
        changes = compare(before, after)
        with closing(Pages(before.folder)) as was, closing(Pages(after.folder)) as now:
            progress("compare", 0, 1)
            found = KitDiff(before, after, changes, book_changes(before, after, was, now))
            if found:
                pictures = aside / "pictures"
                make_folder(pictures)
                paper, watch = like.target.paper, partial(progress, "draw")
                write_whole(out, report(found, was, now, pictures, paper, watch))
    return found
