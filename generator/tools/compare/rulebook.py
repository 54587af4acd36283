"""Turns the rulebooks of two versions into the pages that differ.

Pages are compared by what is seen on them, so that one more page moves none of the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from hashlib import sha256
from itertools import zip_longest

from generator.press.request import RULEBOOK
from generator.tools.compare.crop import Pages
from generator.tools.compare.sources import Version

DPI = 60


@dataclass(frozen=True, slots=True)
class PageChange:
    """A page that differs: its number in both books; None if it is in one of them only."""

    before: int | None
    after: int | None

    @property
    def title(self) -> str:
        return f"Rulebook, page {self.after or self.before}"

    @property
    def why(self) -> str:
        if self.before is None:
            return "new"
        if self.after is None:
            return "gone"
        return "changed" if self.before == self.after else f"changed; it was page {self.before}"


def book_of(version: Version) -> str:
    """The name of the file that holds the rulebook; "" if there is none."""
    booklet = version.manifest.booklet
    names = (
        entry.path
        for entry in version.manifest.files
        if entry.path.startswith(f"{version.manifest.kit}-{RULEBOOK}-")
        and not (booklet and entry.path == booklet.file)
    )
    return next(names, "")


def book_changes(old: Version, new: Version, before: Pages, after: Pages) -> tuple[PageChange, ...]:
    """The pages that differ, in the order of the new book."""
    sums = {entry.path: entry.sha256 for entry in old.manifest.files}
    name = book_of(new)
    new_sum = next((each.sha256 for each in new.manifest.files if each.path == name), None)
    if name and sums.get(name) == new_sum:
        return ()
    return tuple(paired_pages(list(_seen(old, before)), list(_seen(new, after))))


def paired_pages(old: list[str], new: list[str]) -> Iterator[PageChange]:
    """The pages that differ, of books whose pages have these checksums."""
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            for one, other in zip_longest(range(a + 1, b + 1), range(c + 1, d + 1)):
                yield PageChange(one, other)


def _seen(version: Version, pages: Pages) -> Iterator[str]:
    """A checksum of the picture of each page."""
    name = book_of(version)
    count = next((entry.pages for entry in version.manifest.files if entry.path == name), 0)
    for number in range(1, count + 1):
        picture = pages.page(name, number, DPI)
        yield sha256(repr(picture.size).encode() + picture.tobytes()).hexdigest()
