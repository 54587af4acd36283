"""Incremental build: redraws the faces and sheets of a kit after every change.

Faces with unchanged inputs come from the cache; sheets on which only faces have changed are
patched instead of imposed again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from generator.base.errors import Fault, KitError
from generator.i18n import in_language
from generator.kit.decks import deal
from generator.kit.load import Kit
from generator.kit.locate import KIT_MANIFEST
from generator.kit.tables.records import Table
from generator.pipeline.build import load
from generator.pipeline.check import check_data
from generator.press.cache.build_cache import BuildCache
from generator.press.cache.store import Store
from generator.press.imposition.sheet import Sheet
from generator.press.marks.bleed import rim_of
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.piece import Part, Piece, pieces_of
from generator.press.print_job import PrintJob
from generator.press.request import BuildRequest
from generator.press.scene.digest import scene_digest
from generator.press.scene.items import Group, Item, Scene, Use
from generator.press.selection import select
from generator.press.templates.style import examples_shown, style_of

Face: TypeAlias = tuple[str, str]
"""The id of a piece, and "front" or "back"."""


@dataclass(frozen=True)
class Drawn:
    """A kit drawn without faults."""

    kit: Kit
    parts: tuple[Part, ...]
    sheets: tuple[Sheet, ...]

    @cached_property
    def pieces(self) -> Mapping[str, Piece]:
        return {piece.id: piece for piece in pieces_of(self.parts)}

    @property
    def faces(self) -> Iterator[Face]:
        """All faces, each piece's front before its back."""
        for piece in self.pieces.values():
            yield from ((piece.id, side) for side in ("front", "back")[: len(piece.faces)])

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """The readable name of each piece, by id: `card "Gull"`."""
        return dict(_labels(self.kit))

    def pages(self, faces: Collection[Face]) -> tuple[int, ...]:
        """The pages (from 1) with any of these faces."""
        return tuple(
            number
            for number, sheet in enumerate(self.sheets, 1)
            if any((placement.piece, placement.face) in faces for placement in sheet.placements)
        )


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """Change set: the pieces, by id, and the faces that a change affected."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    sides: frozenset[Face] = frozenset()
    """Faces whose pages must be redrawn."""
    copies: tuple[tuple[str, int, int], ...] = ()
    """Pieces with a changed number of copies: id, copies before, copies now."""
    faces: tuple[Scene, ...] = ()
    moved: bool = False
    """Whether the sheets were imposed again, so that any page may differ."""

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed or self.copies)


class IncrementalBuild:
    """Incremental build of one kit, redrawn after every change."""

    def __init__(self, request: BuildRequest, store: Store, *, imposed: bool = True) -> None:
        """Without `imposed`, only faces are drawn and no sheets are imposed, which is faster."""
        self.request = request
        self._imposed = imposed
        self._store = store
        self.drawn: Drawn | None = None
        """The kit as of the last successful drawing."""
        self.progress = (0, 0)
        """The number of pieces that the current drawing has reached, and of all."""

    def draw(self, changed: Collection[Path] = ()) -> ChangeSet:
        """Load the kit, draw what the `changed` files affect, and return the changes.

        Raises KitError with every fault found, and keeps `drawn`.
        """
        with self.cached():
            return self._draw(changed)

    def cached(self) -> AbstractContextManager[None]:
        """Context in which faces are those of earlier drawings where their inputs are unchanged."""
        return BuildCache(self.request, self._store).active()

    def _draw(self, changed: Collection[Path]) -> ChangeSet:
        source = load(self.request)
        request, paper = source.request, source.paper
        edition = request.edition
        kit = in_language(source.kit, edition.language, draft=True)
        examples = _LazyMapping(lambda: examples_shown(kit))
        style = style_of(kit, ink=edition.ink, paper=paper, examples=lambda kit: examples)
        faces = FaceSet(kit, replace(style, scale=edition.scale), edition.large_print)
        parts = faces.parts(progress=self._note_progress)
        before = self.drawn
        if not self._imposed:
            sheets: tuple[Sheet, ...] | None = ()
        elif before and not _affects_layout(changed):
            sheets = _patched_sheets(before, parts)
        else:
            sheets = None
        moved = sheets is None
        if sheets is None:
            selected = select(request, paper, faces)
            sheets = PrintJob(request, paper, faces, selected).impose().sheets
        now = Drawn(kit, parts, sheets)
        changes = _change_set(before, now, moved)
        self.drawn = now
        return changes

    def _note_progress(self, done: int, of: int) -> None:
        self.progress = done, of

    def check(self) -> tuple[Fault, ...]:
        """The faults that the checks find in the data of the last drawing."""
        drawn = self.drawn
        try:
            if drawn:
                kit = drawn.kit.original or drawn.kit  # the untranslated kit is what is played
                with self.cached():
                    check_data(kit)
        except KitError as error:
            return error.faults
        return ()


def _change_set(before: Drawn | None, now: Drawn, moved: bool) -> ChangeSet:
    if before is None:
        return ChangeSet(moved=True)
    old, new = before.pieces, now.pieces
    changed: list[str] = []
    faces: list[Scene] = []
    sides: set[Face] = set()
    for name, piece in new.items():
        old_piece = old.get(name)
        for side, face, old_face in (
            ("front", piece.front, old_piece.front if old_piece else None),
            ("back", piece.back, old_piece.back if old_piece else None),
        ):
            if face and (old_face is None or not _same_picture(old_face, face)):
                faces.append(face)
                changed.append(name)
                sides.add((name, side))
            elif face and old_piece and old_piece.copies != piece.copies:
                sides.add((name, side))
            elif old_face and not face:
                changed.append(name)
    return ChangeSet(
        added=tuple(name for name in new if name not in old),
        removed=tuple(name for name in old if name not in new),
        changed=tuple(name for name in dict.fromkeys(changed) if name in old),
        sides=frozenset(sides),
        copies=tuple(
            (name, old[name].copies, piece.copies)
            for name, piece in new.items()
            if name in old and old[name].copies != piece.copies
        ),
        faces=tuple(dict.fromkeys(faces)),
        moved=moved,
    )


def _same_picture(one: Scene, other: Scene) -> bool:
    return one is other or scene_digest(one) == scene_digest(other)


class _LazyMapping(Mapping[str, Any]):
    """A mapping made on first use: examples must be played, and few faces show any."""

    def __init__(self, make: Callable[[], Mapping[str, Any]]) -> None:
        self._make = make

    def __getitem__(self, name: str) -> Any:
        return self._make()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._make())

    def __len__(self) -> int:
        return len(self._make())


def _affects_layout(changed: Collection[Path]) -> bool:
    """Whether a change may move faces on the sheets even if all pieces keep their sizes."""
    return any(
        path.name == KIT_MANIFEST
        or path.name.startswith("how-to")
        or (path.suffix in (".yaml", ".ttf", ".otf") and path.parent.name == "shared")
        for path in changed
    )


def _patched_sheets(before: Drawn, parts: tuple[Part, ...]) -> tuple[Sheet, ...] | None:
    """The earlier sheets with the new faces; None if sheets must be imposed again."""
    if not same_layout(before.parts, parts):
        return None
    others: dict[Scene, Scene] = {}
    for old, new in zip(pieces_of(before.parts), pieces_of(parts), strict=True):
        for old_face, face in ((old.front, new.front), (old.back, new.back)):
            if old_face and face and others.setdefault(old_face, face) is not face:
                return None  # two pieces looked alike, and no longer do
    return with_faces_replaced(before.sheets, others)


def _labels(kit: Kit) -> Iterator[tuple[str, str]]:
    tables = [component.each for component in kit.file.components]
    for component in kit.file.components:
        table = kit.tables[component.each] if component.each else None
        kind = "" if tables.count(component.each) == 1 else f"{component.title}: "
        for row, _ in deal(component, kit.tables):
            if row is None or not isinstance(table, Table):
                yield component.id, component.title
            else:
                yield f"{component.id}/{row['id']}", kind + table.label(row)


def with_faces_replaced(sheets: Sequence[Sheet], new: Mapping[Scene, Scene]) -> tuple[Sheet, ...]:
    """The sheets with each scene that is a key of `new` replaced by its value."""
    replaced: dict[Scene, Scene] = dict(new)
    return tuple(
        sheet if (scene := _scene(sheet.scene, replaced)) is sheet.scene
        else replace(sheet, scene=scene)
        for sheet in sheets
    )  # fmt: skip


def same_layout(old: Sequence[Part], new: Sequence[Part]) -> bool:
    """Whether the pieces keep their slots on the sheets.

    A slot depends on the size of its piece, its copies and whether its rim matches its neighbours'.
    """
    return list(_shapes(old)) == list(_shapes(new))


def _shapes(parts: Iterable[Part]) -> Iterator[object]:
    for part in parts:
        yield part.name, part.title
        yield from (_shape(piece) for piece in part.pieces)
        rims = [rim_of(piece) for piece in part.pieces]
        yield [rim and rims.index(rim) for rim in rims]  # which rims match, whatever their colour


def _shape(piece: Piece) -> object:
    faces = [(face.size, face.bleed, face.safe, face.trim) for face in piece.faces]
    names = piece.id, piece.component, piece.title, piece.label, piece.part
    return names, piece.note, piece.instead, piece.copies, piece.two_sided, faces


def _scene(scene: Scene, replaced: dict[Scene, Scene]) -> Scene:
    if scene not in replaced:
        items = _items(scene.items, replaced)
        replaced[scene] = scene if items is scene.items else replace(scene, items=items)
    return replaced[scene]


def _items(items: tuple[Item, ...], replaced: dict[Scene, Scene]) -> tuple[Item, ...]:
    new_items = tuple(_item(item, replaced) for item in items)
    return new_items if any(a is not b for a, b in zip(new_items, items, strict=True)) else items


def _item(item: Item, replaced: dict[Scene, Scene]) -> Item:
    match item:
        case Use():
            scene = _scene(item.scene, replaced)
            return item if scene is item.scene else replace(item, scene=scene)
        case Group():
            items = _items(item.items, replaced)
            return item if items is item.items else replace(item, items=items)
    return item
