"""Comparison of two versions of a kit: pieces, the fields of their rows, and rulebook pages.

A version is a folder written by `grimoire build`, or one with the kit's `data` and `templates`, such as
a checkout of an older state, which is built first.
Pages are compared by their rasters, so an inserted page does not affect the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import Any

from generator.base.errors import KitError, Place, counted
from generator.base.text_files import shown_name
from generator.kit.decks import deal, piece_id
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.pipeline.build import build
from generator.press.cache.store import Store
from generator.press.changes import KINDS, Kind, PieceChange, incomparable, piece_changes
from generator.press.imposition.sheet import Side
from generator.press.instructions.page import PART as HOW_TO
from generator.press.manifest import FileEntry, Manifest, PieceEntry, read_manifest
from generator.press.request import MANIFEST, RULEBOOK, BuildRequest, KitRef, Progress
from generator.tools.compare.crop import Pages

DPI = 60
"""Resolution at which rulebook pages are compared."""


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A changed field of a row; None for a missing value."""

    name: str
    before: Any
    after: Any

    def __str__(self) -> str:
        return f"{self.name}: {_shown(self.before)} → {_shown(self.after)}"


@dataclass(frozen=True, slots=True)
class KitChange:
    """The change of a piece, and of the fields of its row."""

    piece: PieceChange[PieceEntry]
    fields: tuple[FieldChange, ...] = ()

    @property
    def kind(self) -> Kind:
        return self.piece.kind

    @property
    def title(self) -> str:
        return self.piece.title

    @property
    def component(self) -> str:
        entry = self.piece.after or self.piece.before
        return entry.component if entry else ""

    @property
    def why(self) -> str:
        """The change in words: `front changed; 2 copies, not 1`."""
        old, new = self.piece.copies
        if self.kind in ("added", "removed"):
            return counted(old or new, "copy")
        parts = [self.piece.reason] if self.kind == "changed" else []
        return "; ".join([*parts, *([f"{counted(new, 'copy')}, not {old}"] if new != old else [])])

    @property
    def sides(self) -> tuple[Side, ...]:
        """The faces to show: those that differ, or the front."""
        return self.piece.sides or ("front",)

    def as_data(self) -> dict[str, object]:
        before, after = self.piece.before, self.piece.after
        return {
            "kind": self.kind,
            "before": before.id if before else None,
            "after": after.id if after else None,
            "title": self.title,
            "why": self.why,
            "copies": list(self.piece.copies),
            "fields": [
                {"name": each.name, "before": _plain(each.before), "after": _plain(each.after)}
                for each in self.fields
            ],
        }


def compare(old: Version, new: Version) -> tuple[KitChange, ...]:
    """All changes of pieces, in the order of `KINDS`, each kind in print order.

    Raises KitError for builds of different kits, inks or enlargements, for incomplete builds, and
    for those whose manifest has no digests of faces.
    """
    _check_comparable(old, new)
    pieces = (entry for entry in new.manifest.pieces if entry.component != HOW_TO)
    found = piece_changes(old.manifest, ((entry, entry.looks) for entry in pieces))
    changes = [KitChange(change, tuple(_fields(change, old, new))) for change in found]
    return tuple(sorted(changes, key=lambda change: KINDS.index(change.kind)))


def _fields(change: PieceChange[PieceEntry], old: Version, new: Version) -> Iterator[FieldChange]:
    """Yield the fields that differ in the two rows of a piece, in their order."""
    before = old.rows.get(change.before.id) if change.before else None
    after = new.rows.get(change.after.id) if change.after else None
    if before is not None and after is not None:
        for name in dict.fromkeys([*before, *after]):
            if before.get(name) != after.get(name):
                yield FieldChange(name, before.get(name), after.get(name))


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    return f'"{value}"' if isinstance(value, str) else str(_plain(value))


def _plain(value: Any) -> Any:
    """The value as JSON data."""
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _check_comparable(old: Version, new: Version) -> None:
    a, b = old.manifest, new.manifest
    if a.kit != b.kit:
        message = f'is of the kit "{b.kit}", but {old.shown} of "{a.kit}"'
        hint = "compare two versions of one kit"
        raise KitError(message, place=Place(new.shown), hint=hint, check="not-comparable")
    for version in (old, new):
        reason = incomparable(version.manifest)
        if reason:
            message, hint = "holds only some pieces of the kit", "name a build of the whole kit"
            if reason == "no looks":
                message = "does not record how the pieces looked: an older Grimoire built it"
                hint = "build that version again with this one"
            raise KitError(message, place=Place(version.shown), hint=hint, check="not-comparable")
    options = (("ink", "ink"), ("large-print", "large print"), ("scale", "the scale"))
    for option, word in options:
        if a.options.get(option) != b.options.get(option):
            message = f"is not printed as {old.shown} is: {word} differs"
            hint = "build both with the same options"
            raise KitError(message, place=Place(new.shown), hint=hint, check="not-comparable")


@dataclass(frozen=True, slots=True)
class PageChange:
    """A changed page: its number in each book, None if a book does not have it."""

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


def rulebook_of(version: Version) -> FileEntry | None:
    """The file of the rulebook; None if there is none."""
    booklet = version.manifest.booklet
    files = (
        entry
        for entry in version.manifest.files
        if entry.path.startswith(f"{version.manifest.kit}-{RULEBOOK}-")
        and not (booklet and entry.path == booklet.file)
    )
    return next(files, None)


def book_changes(old: Version, new: Version, before: Pages, after: Pages) -> tuple[PageChange, ...]:
    """The changed pages of the rulebook, in the order of the new book."""
    checksums = {entry.path: entry.sha256 for entry in old.manifest.files}
    book = rulebook_of(new)
    if book and checksums.get(book.path) == book.sha256:
        return ()
    was, now = (list(_page_checksums(*each)) for each in ((old, before), (new, after)))
    return tuple(changed_pages(was, now))


def changed_pages(old: list[str], new: list[str]) -> Iterator[PageChange]:
    """Yield the changed pages of two books whose pages have these checksums."""
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            for one, other in zip_longest(range(a + 1, b + 1), range(c + 1, d + 1)):
                yield PageChange(one, other)


def _page_checksums(version: Version, pages: Pages) -> Iterator[str]:
    """Yield the checksum of the raster of each page."""
    if book := rulebook_of(version):
        for number in range(1, book.pages + 1):
            picture = pages.page(book.path, number, DPI)
            yield sha256(repr(picture.size).encode() + picture.tobytes()).hexdigest()


DATA, TEMPLATES = "data", "templates"


@dataclass(frozen=True, slots=True)
class Version:
    """A built version of a kit."""

    shown: str
    """The folder as the user named it."""
    folder: Path
    manifest: Manifest
    rows: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Row of each piece, by the piece's id; empty if the version was already built."""


def open_version(
    path: Path, kit: str, like: BuildRequest, aside: Path, store: Store | None, progress: Progress
) -> Version:
    """Open the version in a folder; if it is not built, build it in `aside` with options `like` these.

    `kit` is the kit's name, "" if the folder contains only one.
    Raises KitError if the folder is neither a build nor a kit, and the errors of a build.
    """
    shown = shown_name(path)
    if path.name == MANIFEST and path.is_file():
        path = path.parent
    if not path.is_dir():
        message = "there is no such folder"
        raise KitError(message, place=Place(shown), hint="check the name", check="file-not-found")
    built = path / kit if kit and (path / kit / MANIFEST).is_file() else path
    if (built / MANIFEST).is_file():
        return Version(shown, built, read_manifest(built / MANIFEST))
    if not (path / DATA).is_dir():
        kits = sorted(found.parent.name for found in path.glob(f"*/{MANIFEST}"))
        hint = "name a folder that `grimoire build` has filled, or one with data and templates"
        if kits:
            hint = f"name one of its kits with --kit: {', '.join(kits)}"
        message = "is neither a built kit nor a folder with the data of one"
        raise KitError(message, place=Place(shown), hint=hint, check="not-a-build")
    templates = path / TEMPLATES
    roots = KitSearchPath(path / DATA, templates if templates.is_dir() else None)
    name = kit or _only_kit(roots, shown)
    progress(f"build {shown}", 0, 1)
    folder = build(replace(like, kit=KitRef(name, roots), out=aside), store=store).folder
    return Version(shown, folder, read_manifest(folder / MANIFEST), _rows(roots, name))


def _only_kit(roots: KitSearchPath, shown: str) -> str:
    names = roots.names()
    if len(names) == 1:
        return names[0]
    message = f"holds {len(names)} kits" if names else "holds no kit"
    hint = f"name one with --kit: {', '.join(names)}" if names else "a kit has a game.yaml"
    raise KitError(message, place=Place(shown), hint=hint, check="unknown-kit")


def _rows(roots: KitSearchPath, name: str) -> dict[str, Mapping[str, Any]]:
    """The row of each piece, by the piece's id."""
    kit = load_kit(roots.find(name))
    return {
        piece_id(component, row): row
        for component in kit.file.components
        for row, _ in deal(component, kit.tables)
        if row is not None
    }
