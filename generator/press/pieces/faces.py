"""Turns a kit's components and rows into pieces: every face rendered, every fault gathered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from generator.base.errors import Fault, KitError, did_you_mean
from generator.base.units import Size
from generator.kit.decks import deal
from generator.kit.load import Kit
from generator.kit.manifest.load import Component
from generator.kit.tables.records import Record, Table
from generator.kit.tuckbox import Box, box_for, read_stock
from generator.press.cache.artifacts import ArtifactCache, Key
from generator.press.cache.checksums import checksum
from generator.press.cache.dependencies import Reading
from generator.press.cache.input_digests import InputDigests
from generator.press.cache.store import Store
from generator.press.instructions.packing_list import part_title
from generator.press.manifest import looks_of
from generator.press.pieces.large_print import Enlarger
from generator.press.pieces.piece import Part, Piece
from generator.press.scene.digest import fingerprint
from generator.press.scene.items import Scene
from generator.press.templates.renderer import Look, Renderer

T = TypeVar("T")

FIRST = "?"
"""What stands for the first row in questions, whichever that is; no id has such a sign."""


@dataclass(frozen=True, slots=True)
class _Maker:
    """One piece to make: a component, and the row it is made of if it has one."""

    component: Component
    row: Record | None
    id: str
    """The row's id, or "" for a component without rows."""
    copies: int

    @property
    def piece(self) -> str:
        return f"{self.component.id}/{self.id}" if self.id else self.component.id

    @property
    def label(self) -> str:
        """What people call the row: its name or its title, or its id if it has neither."""
        row: Mapping[str, Any] = self.row if self.row is not None else {}
        names = [row[key] for key in ("name", "title") if isinstance(row.get(key), str)]
        return str(names[0]) if names else self.id.replace("-", " ")


class Faces:
    """The faces of one kit in one look; each is rendered once, when first asked for.

    A face that was made before comes from the shelf `earlier`, if all that it was made of is still
    the same.  `scale` enlarges the pieces, but not the faces that templates and the rulebook ask
    for.
    """

    def __init__(
        self, kit: Kit, look: Look, store: Store | None = None, scale: float = 1.0
    ) -> None:
        self.kit = kit
        self.scale = scale
        self._enlarger = Enlarger(scale, look.sizes.get("paper"))
        self.renderer = Renderer(look, self.face)
        self.answers = InputDigests(kit, look, self._made_of)
        self.earlier = _shelf(kit, look, self.answers, store) if store else ArtifactCache()
        self._faces: dict[tuple[str, str], tuple[Scene, Reading]] = {}
        self._makers = {
            component.id: {maker.id: maker for maker in self._rows(component)}
            for component in kit.file.components
        }

    def parts(self, *, made: bool = False) -> tuple[Part, ...]:
        """All pieces in print order, those of one part together.

        With `made` also those of components that only made-up maps use.  Raises KitError with the
        faults of all faces; the same fault of many rows is told once.
        """
        parts: dict[str, list[Piece]] = {}
        faults: list[Fault] = []
        for makers in self._makers.values():
            for maker in makers.values():
                if maker.component.made and not made:
                    continue
                try:
                    piece = self._piece(maker)
                except KitError as error:
                    faults += error.faults
                else:
                    parts.setdefault(maker.component.part, []).append(piece)
        if faults:
            told: dict[object, Fault] = {}
            for fault in faults:
                told.setdefault((fault.place, fault.message), fault)
            raise KitError(told.values())
        return tuple(Part(name, self._title(name), tuple(pieces)) for name, pieces in parts.items())

    def part_of(self, component: str, row: str) -> Part:
        """One copy of a single piece, as a part by itself.  Raises KitError for unknown names."""
        piece = replace(self._piece(self._maker(component, row)), copies=1)
        return Part(piece.part, self._title(piece.part), (piece,))

    def _title(self, part: str) -> str:
        return self.kit.words.text(part_title(part))

    def face(self, component: str, row: str | None, face: str) -> Scene:
        """One face by name, for templates and the rulebook.  Raises KitError for unknown names."""
        return self._scene(self._maker(component, row), face)

    def keep(self) -> None:
        """Keep the faces, and what was made of them, for those who build this kit later."""
        names = {maker.piece for makers in self._makers.values() for maker in makers.values()}
        self.earlier.save({"", *names})

    def made_of(self, kind: str, piece: Piece, face: str, make: Callable[[Scene], T]) -> T:
        """What is made of one face and nothing else, such as a drawing; perhaps it was before."""
        _, reading = self._faces[piece.id, face]
        scene = piece.front if face == "front" else piece.back
        assert scene is not None
        plain = Reading(set(reading.questions))
        key = (kind, piece.id, face, scene.name, f"{self.scale:g}")
        made: T = self.earlier.take(key, self.answers, lambda: (make(scene), plain))
        return made

    def looks(self, piece: Piece) -> tuple[str, ...]:
        """The checksums of the pictures of a piece's faces, as the manifest tells them."""
        if (piece.id, "front") not in self._faces:
            return looks_of(piece)  # a page that explains the kit
        sides = ("front", "back") if piece.back else ("front",)
        return tuple(self.made_of("look", piece, side, fingerprint) for side in sides)

    def made_with(self, key: Key, told: str, make: Callable[[], T]) -> T:
        """What is made of faces, templates and what is `told` besides; perhaps it was before."""
        question = (key[0], "told")
        self.answers.tell(question, told)

        def now() -> tuple[T, Reading]:
            with self.renderer.reads.reading() as reading:
                value = make()
            return value, Reading({*reading.questions, question})

        made: T = self.earlier.take(key, self.answers, now)
        return made

    def _maker(self, component: str, row: str | None) -> _Maker:
        """The piece of a row (None: the component's first)."""
        makers = self._makers.get(component)
        if makers is None:
            hint = did_you_mean(component, self._makers)
            raise KitError(
                f'there is no component "{component}"', hint=hint, check="unknown-component"
            )
        if row is None and makers:
            self.renderer.reads.note("piece", f"{component}/{FIRST}")
            return next(iter(makers.values()))
        if row not in makers:
            hint = did_you_mean(str(row), makers)
            raise KitError(
                f'component "{component}" has no piece "{row}"', hint=hint, check="unknown-piece"
            )
        return makers[row]

    def _rows(self, component: Component) -> Iterator[_Maker]:
        """The pieces a component is made of."""
        for row, copies in deal(component, self.kit.tables):
            yield _Maker(component, row, "" if row is None else row["id"], copies)

    def _piece(self, maker: _Maker) -> Piece:
        component = maker.component
        return Piece(
            maker.piece,
            component.id,
            component.title,
            component.part,
            maker.copies,
            self._enlarger.face(self._scene(maker, "front")),
            self._enlarger.face(self._scene(maker, "back")) if component.back else None,
            component.two_sided,
            component.note,
            maker.label,
        )

    def _made_of(self, piece: str) -> object:
        """What tells a piece from others of its kit, but for what its templates read besides."""
        component, _, row = piece.partition("/")
        makers = self._makers.get(component, {})
        if row == FIRST:
            return next(iter(makers), None)
        maker = makers.get(row)
        if maker is None:
            return None
        of = maker.component
        box = self._box(of) if of.holds else None
        return of.front, of.back, of.variables, maker.row, box

    def _scene(self, maker: _Maker, face: str) -> Scene:
        """A face: the one of this run, an earlier one that is still right, or a new one."""
        name = (maker.piece, face)
        if name not in self._faces:
            reads = self.renderer.reads
            with reads.reading() as reading:
                reads.note("piece", maker.piece)
                scene: Scene = self.earlier.take(
                    ("face", *name),
                    self.answers,
                    lambda: (self._rendered(maker, face), reading),
                    self.renderer.adopt,
                )
            self._faces[name] = scene, reading
        scene, reading = self._faces[name]
        self.renderer.reads.again(reading)
        return scene

    def _rendered(self, maker: _Maker, face: str) -> Scene:
        component = maker.component
        template = component.front if face == "front" else component.back
        if template is None:
            raise KitError(f'component "{component.id}" has no {face}', check="unknown-piece")
        variables: Mapping[str, Any] = {
            **component.variables,
            "row": maker.row,
            "face": face,
            **({"box": self._box(component)} if component.holds else {}),
        }
        try:
            return self.renderer.render(
                template, variables, f"{maker.piece} {face}", component.place
            )
        except KitError as error:
            raise error.within(item=self._label(maker)) from None

    def _box(self, component: Component) -> Box:
        """The inside of a box, from the cards that it holds.  Raises KitError if there are none."""
        held = [
            (maker.copies, Size(scene.width, scene.height))
            for name in component.holds
            for maker in self._makers[name].values()
            for scene in (self._scene(maker, "front"),)
        ]
        if not held:
            raise KitError(
                "there are no cards to lie in the box",
                place=component.place_of("holds"),
                check="box-empty",
            )
        return box_for(held, read_stock(self.kit.folders.shared), component.thickness)

    def _label(self, maker: _Maker) -> str:
        """What messages call a piece: `Grumble "Push" (data/grumbles/grumbles.yaml:3)`."""
        if maker.row is None:
            return maker.component.title
        table = self.kit.tables[str(maker.component.each)]
        assert isinstance(table, Table)
        return f"{table.label(maker.row)} ({maker.row.place})"


def _shelf(kit: Kit, look: Look, answers: InputDigests, store: Store) -> ArtifactCache:
    """The shelf of a kit in one ink and one language."""
    words = kit.words
    folder = str(kit.folders.data.resolve())
    name = checksum(folder, look.variables["ink"], words.language, words.draft)
    return ArtifactCache.of(store, f"faces-{kit.name}-{name[:16]}", answers.base())
